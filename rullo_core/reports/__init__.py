"""Notebooks executed: one, those of a sweep, all of them as web pages."""

import sys

# jsonschema, which checks notebooks, loads a grammar of addresses if it finds this. Notebooks have no such addresses,
# and loading it takes longer than all else that executing one needs.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
