"""Where the project's folders are: in a checkout at its top, of an installed package in it."""

import os
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).parent
ROOT = PACKAGE.parent
"""What must be on the path for the package to be found."""

IS_CHECKOUT = (ROOT / "pyproject.toml").is_file()

SHIPPED = ROOT if IS_CHECKOUT else PACKAGE / "shipped"
"""Where ``notebooks`` and what git has of ``data`` are; `setup.py` puts them into a package that is built."""

NOTEBOOKS = SHIPPED / "notebooks"
PUBLISHED = SHIPPED / "data" / "published"
"""What sources printed."""

CHECKSUMS = SHIPPED / "data" / "checksums.json"
"""What the values of datasets must be, by experiment and parameters."""

DATA = Path(
    os.environ.get("RULLO_DATA") or (ROOT / "data" if IS_CHECKOUT else platformdirs.user_data_path("rullo"))
).resolve()
"""Where datasets are kept: the project's data folder, or the user's, unless RULLO_DATA names another."""
