"""The public functions that take any kind of puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rullo_core.errors import BadInput, quoted
from rullo_core.puzzles.api import PuzzleApi, check_text, listed, text_of
from rullo_core.puzzles.lookup import api_of, apis
from rullo_core.puzzles.results import RATING_COLUMNS, Puzzles

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from rullo_core.player.widget import Player


def parse(text: str) -> Any:
    r"""Return the one puzzle in a text, whose kind is told from it.

    Raises
    ------
    BadInput
        If no kind of puzzle can be read so; the reason is that of the kind that got furthest.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rc.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")
    <Kakuro 2x2>
    """
    from rullo_core.parameters import only_one

    return only_one(_read_any(text, "puzzle"), "puzzle")


def read(path: str | Path, format: str | None = None) -> Puzzles[Any]:  # noqa: A002
    """Read the puzzles of a file, whose kind is told from its text.

    Parameters
    ----------
    path : str or pathlib.Path
    format : str, optional
        The name of a format; told from the text unless given.

    Raises
    ------
    BadInput
        If the file cannot be read, or no kind of puzzle can be read so; the reason is that of the kind that got
        furthest.
    """
    return Puzzles(_read_any(text_of(path), str(path), format))


def _read_any(text: str, source: str, form: str | None = None) -> list[Any]:
    check_text(text)
    errors: list[BadInput] = []
    for api in apis().values():
        try:
            return list(api.reader(form)(text, source))
        except BadInput as error:
            errors.append(error)
    raise max(errors, key=lambda error: (error.line or 0, error.column or 0))


def solve(
    puzzles: Any | Iterable[Any], *, limit: int = 2, threads: int | None = None, progress: bool = False
) -> pd.DataFrame:
    """Search for the solutions of puzzles of any kind; see `rullo_core.puzzles.api.PuzzleApi.solve`."""
    return _of_each_kind(puzzles, lambda api, some: api.solve(some, limit=limit, threads=threads, progress=progress))


def rate(
    puzzles: Any | Iterable[Any],
    *,
    max_solutions: int = 2,
    nodes: int | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> pd.DataFrame:
    """Rate puzzles of any kind; see `rullo_core.puzzles.api.PuzzleApi.rate`.

    Of puzzles of several kinds, the table has the columns that all kinds have in common.
    """
    table = _of_each_kind(
        puzzles,
        lambda api, some: api.rate(some, max_solutions=max_solutions, nodes=nodes, threads=threads, progress=progress),
    )
    return table if table["puzzle"].nunique() == 1 else table[["puzzle", *RATING_COLUMNS]]


def steps(puzzles: Any | Iterable[Any], *, level: str | None = None) -> pd.DataFrame:
    """Return the steps to the solution of puzzles of any kind; see `rullo_core.puzzles.api.PuzzleApi.steps`."""
    import pandas as pd

    given = _listed(puzzles)
    frames = [api_of(one).steps(one, level=level).assign(puzzle=number) for number, one in enumerate(given)]
    return pd.concat(frames, ignore_index=True) if frames else _any_api().steps([])


def hint(puzzles: Any | Iterable[Any]) -> pd.DataFrame:
    """Return the easiest next step of puzzles of any kind; see `rullo_core.puzzles.api.PuzzleApi.hint`."""
    return _of_each_kind(puzzles, lambda api, some: api.hint(some))


def generate(kind: str, count: int = 1, **wanted: Any) -> Puzzles[Any]:
    """Generate puzzles of a kind.

    Parameters
    ----------
    kind : {'rullo', 'kakuro', 'killer', 'sudoku'}
    count : int
        Number of puzzles.
    **wanted
        What ``generate`` of that kind takes, such as ``size="9x9"`` and ``seed=1``.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rc.generate("rullo", 2, size="4x4")
    <2 puzzles>
    """
    known = apis()
    if kind not in known:
        raise BadInput(f"kind {quoted(kind)}: write one of {', '.join(known)}")
    made: Puzzles[Any] = known[kind].generate(count, **wanted)
    return made


def plot(puzzles: Any | Iterable[Any], *, solved: bool = False, columns: int | None = None) -> list[Axes]:
    """Draw puzzles of one kind beside each other; see `rullo_core.puzzles.api.PuzzleApi.plot`."""
    given = _listed(puzzles)
    return _one_kind(given).plot(given, solved=solved, columns=columns)


def play(puzzles: Any | Iterable[Any]) -> Player:
    """Return a board to play puzzles of one kind on; see `rullo_core.puzzles.api.PuzzleApi.play`."""
    given = _listed(puzzles)
    return _one_kind(given).play(given)


def _listed(puzzles: Any | Iterable[Any]) -> list[Any]:
    return listed(puzzles, "puzzles")


def _any_api() -> PuzzleApi[Any]:
    """The functions of some kind, for tables of nothing."""
    api: PuzzleApi[Any] = next(iter(apis().values()))
    return api


def _one_kind(puzzles: list[Any]) -> PuzzleApi[Any]:
    found = {api.name: api for api in map(api_of, puzzles)}
    if not found:
        raise BadInput("no puzzles: give one at least")
    if len(found) != 1:
        raise BadInput(f"puzzles of {len(found)} kinds: give those of one kind")
    return next(iter(found.values()))


def _by_kind(puzzles: list[Any]) -> Iterator[tuple[PuzzleApi[Any], list[int]]]:
    """The functions of each kind, and which of the puzzles are of it."""
    places: dict[str, list[int]] = {}
    known: dict[str, PuzzleApi[Any]] = {}
    for number, puzzle in enumerate(puzzles):
        api = api_of(puzzle)
        known[api.name] = api
        places.setdefault(api.name, []).append(number)
    return ((known[name], some) for name, some in places.items())


def _of_each_kind(puzzles: Any | Iterable[Any], work: Any) -> pd.DataFrame:
    """What comes of the puzzles of each kind, in the order of all, with the kind of puzzle before it."""
    import pandas as pd

    given = _listed(puzzles)
    frames = []
    for api, places in _by_kind(given):
        frame = work(api, [given[place] for place in places])
        frame.insert(0, "puzzle", api.name)
        frame.attrs = {}
        frames.append(frame.set_index(pd.Index(places)))
    if not frames:
        frame = work(_any_api(), [])
        frame.insert(0, "puzzle", pd.Series([], dtype="str"))
        return frame
    return pd.concat(frames).sort_index()
