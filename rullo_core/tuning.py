"""Settings for speed in the package's own processes; a process that uses the package as a library is not changed."""

import gc
import sys

SELDOM = 100_000, 20, 100
"""Thresholds of Python's garbage collector. Compilation creates millions of small objects that stay alive; with the
default thresholds, scanning them takes about 5 % of the time."""


def tune_process() -> None:
    """Let Python look for garbage seldom, and jsonschema load no grammar of addresses."""
    if 0 < gc.get_threshold()[0] < SELDOM[0]:  # 0 means that the collector is switched off
        gc.set_threshold(*SELDOM)
    # jsonschema, which checks notebooks, loads a grammar of addresses if it finds this. Notebooks have no such
    # addresses, and loading it takes longer than all else that executing a notebook needs.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
