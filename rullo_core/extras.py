"""Optional dependencies: the extras that bring them, and the command that installs an extra."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from rullo_core.errors import BadInput

FIGURES = ("jinja2", "matplotlib")
NOTEBOOKS = (*FIGURES, "anywidget", "ipykernel", "nbformat", "papermill", "PIL")
EXTRAS = {
    "figures": FIGURES,
    "notebooks": NOTEBOOKS,
    "lab": (*NOTEBOOKS, "jupyterlab"),
    "cluster": ("distributed",),
    "site": (*NOTEBOOKS, "furo", "latex2mathml", "myst_nb", "numpydoc", "sphinx", "sphinx_click"),
    "paper": ("nbformat", "typst"),
    "dev": (),
}
"""The modules that the package imports, or runs, from each extra of ``pyproject.toml``."""

CHECKOUT = Path(__file__).parent.parent


class NotInstalled(BadInput, ImportError):
    """Something needs modules that an extra of the package brings, and they are not installed."""

    def __init__(self, extra: str, *modules: str) -> None:
        *preceding, last = modules
        names, are, pronoun = (f"{', '.join(preceding)} and {last}", "are", "them") if preceding else (last, "is", "it")
        super().__init__(f"this needs {names}, which {are} not installed; install {pronoun} with: {command(extra)}")


def command(extra: str) -> str:
    """Return the command that installs an extra, of a checkout or of the package that is installed."""
    is_checkout = (CHECKOUT / "pyproject.toml").is_file()
    return "python -m pip install " + (f'-e "{CHECKOUT}[{extra}]"' if is_checkout else f'"rullo[{extra}]"')


def require(extra: str, *modules: str) -> None:
    """Refuse to begin what needs an extra, or these modules of it, if something is missing; see `NotInstalled`."""
    missing = sorted(module for module in modules or EXTRAS[extra] if find_spec(module) is None)
    if missing:
        raise NotInstalled(extra, *missing)


@contextmanager
def naming_the_extra() -> Iterator[None]:
    """Say of a module that cannot be imported which extra brings it; see `NotInstalled`."""
    try:
        yield
    except ModuleNotFoundError as error:
        module = str(error.name).partition(".")[0]
        extra = next((name for name, modules in EXTRAS.items() if module in modules), "")
        if extra:
            raise NotInstalled(extra, module) from None
        raise
