"""Paths of the project's folders: at the top of a checkout, or in the installed package."""

import errno
import os
from pathlib import Path

import platformdirs

from rullo_core.arguments import checked
from rullo_core.errors import BadInput, quoted

PACKAGE = Path(__file__).parent
ROOT = PACKAGE.parent
"""Folder that must be on the path for the package to be found."""

IS_CHECKOUT = (ROOT / "pyproject.toml").is_file()

SHIPPED = ROOT if IS_CHECKOUT else PACKAGE / "shipped"
"""Folder of ``notebooks`` and of git's part of ``data``; `setup.py` puts them into the package that it builds."""

NOTEBOOKS = SHIPPED / "notebooks"
PUBLISHED = SHIPPED / "data" / "published"
"""Folder of what sources printed."""

BROUGHT = (
    "data/published",
    "data/records",
    "data/predictions",
    "data/scale",
    "benchmarks",
    "notebooks",
    "sweeps",
    "rullo_core",
)
"""Folders in SHIPPED, and the package, whose files notebooks, and commands of the documentation, name."""

CHECKSUMS = SHIPPED / "data" / "checksums.json"
"""Expected values of datasets, by experiment and parameters."""

DATA = Path(
    os.environ.get("RULLO_DATA") or (ROOT / "data" if IS_CHECKOUT else platformdirs.user_data_path("rullo"))
).resolve()
"""Folder of datasets: the project's data folder, or the user's, unless RULLO_DATA names another."""


def to_read(path: str | Path) -> Path:
    """Return where to read a file or folder: as named or, where there is none, that of the project with this name.

    So ``data/published/puzzles.txt`` and ``rullo_core/killer/shelf.txt`` can be read from any folder, with and without
    a checkout.
    """
    path = Path(path)
    is_there = True
    try:
        path.stat()
    except (OSError, ValueError) as error:
        if isinstance(error, ValueError) or error.errno == errno.ENAMETOOLONG:  # NUL, or half of a character
            raise BadInput(f"{quoted(str(path))}: no file can have this name; name another") from None
        is_there = False
    if ".." not in path.parts and any(path.is_relative_to(folder) for folder in BROUGHT) and not is_there:
        brought = (ROOT if path.is_relative_to(PACKAGE.name) else SHIPPED) / path
        return brought if brought.exists() else path
    return path


@checked
def find_file(name: str | Path) -> Path:
    """Return the path of a file: as named or, where there is none, that of the project's file with this name.

    `read`, `sweep` and other functions that read files look up the path themselves; pandas needs this function.

    Parameters
    ----------
    name : str or pathlib.Path
        A path, absolute or seen from the working folder; or the name of a file below ``data/published``,
        ``data/records``, ``data/predictions``, ``data/scale``, ``benchmarks``, ``notebooks`` or ``sweeps``, all of
        which an installed package brings.

    Returns
    -------
    pathlib.Path
        Where the file is.

    Raises
    ------
    BadInput
        If there is no such file.

    Examples
    --------
    >>> import pandas as pd
    >>> import rullo_core as rc
    >>> len(pd.read_csv(rc.find_file("data/published/table1.csv"), comment="#"))
    14
    """
    path = to_read(name)
    if not path.is_file():
        raise BadInput(
            f"{name}: there is no such file, neither in {Path.cwd()} nor among those of the project in {SHIPPED}; "
            f"name one below {', '.join(BROUGHT)}, or a path of your own"
        )
    return path
