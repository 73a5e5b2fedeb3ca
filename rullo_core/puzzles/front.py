"""The public functions that take any kind of puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from rullo_core.arguments import checked, no_such_word
from rullo_core.columns import as_types
from rullo_core.errors import BadInput, quoted
from rullo_core.limits import SECONDS, STATES, limited, limits_of
from rullo_core.passes.explain import listed as listed_words
from rullo_core.puzzles.api import PuzzleApi, check_text, listed, source_of, text_of
from rullo_core.puzzles.lookup import api_of, apis
from rullo_core.puzzles.results import RATING_TYPES, Puzzles
from rullo_core.puzzles.texts import read_argument, read_texts

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from rullo_core.player.widget import Player


@checked
def parse(text: str) -> Any:
    r"""Return the one puzzle in a text, of whatever kind it is.

    Parameters
    ----------
    text : str
        A puzzle of any kind, in any format that is recognised from the text. `read` takes a text of several.

    Returns
    -------
    puzzle
        A `Rullo`, `Kakuro`, `Killer` or `Sudoku`.

    Raises
    ------
    BadInput
        If no kind of puzzle can be read so; the error is that of the kind that got furthest, or names all kinds if
        several did. A ValueError with ``line`` and ``column``.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rc.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")
    <Kakuro 2x2>
    """
    from rullo_core.parameters import only_one

    return only_one(read_argument(_read_any, check_text(text), "puzzle"), "puzzle")


@checked
def read(path: str | Path | TextIO, format: str | None = None) -> Puzzles[Any]:  # noqa: A002
    """Read the puzzles of a file, or of a text in memory, of whatever kind they are.

    Parameters
    ----------
    path : str, pathlib.Path or file object
        A file of puzzles of one kind, UTF-8 text or Parquet; or an open file, such as ``io.StringIO(text)``. A table,
        as `generate` writes it and others, in CSV, JSON, JSON lines or Parquet, has a column ``text`` with a puzzle's
        text in each row.
    format : str, optional
        The name of a format, of the texts in a table too; recognised from the text unless given.

    Returns
    -------
    Puzzles
        In the order of the file.

    Raises
    ------
    BadInput
        If the file cannot be read, or no kind of puzzle can be read so; the error is that of the kind that got
        furthest, or names all kinds if several did.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rc.read("data/published/puzzles.txt")[0]
    <Rullo 5x5 'figure 1: the worked example, 5x5; difficulty 3.5'>
    """
    return Puzzles(read_texts(partial(_read_any, form=format), text_of(path), source_of(path)))


def read_written(text: str, source: str) -> list[tuple[Any, Any]]:
    """Read puzzles of a kind recognised from the text, and what a player has written in each."""
    try:
        kind = api_of(_read_any(text, source)[0])
    except BadInput:  # perhaps as there is something written
        return _of_first_kind(apis().values(), lambda api: list(api.parse_written(text, source)), text, source)
    return list(kind.parse_written(text, source))


def _read_any(text: str, source: str, form: str | None = None) -> list[Any]:
    read_by = {api.name: [None, *(name for name, one in api.formats.items() if one.read)] for api in apis().values()}
    some = [api for api in apis().values() if form in read_by[api.name]]
    if not some:
        known = dict.fromkeys(str(name) for names in read_by.values() for name in names[1:])
        raise BadInput(f"format {quoted(form)}: puzzles are read from {', '.join(known)}")
    return _of_first_kind(some, lambda api: list(api.reader(form)(text, source)), text, source)


def _of_first_kind(
    some: Iterable[PuzzleApi[Any]], read: Callable[[PuzzleApi[Any]], list[Any]], text: str, source: str
) -> list[Any]:
    """Return the puzzles as the first kind that reads them; else raise the error that got furthest, or name all."""
    if not text.strip():
        raise BadInput("holds no puzzle; write one, in a format of any kind of puzzle", source, 1, 1)
    errors: dict[str, BadInput] = {}
    for api in some:
        try:
            return read(api)
        except BadInput as error:
            errors[api.title] = error
    *_, second, furthest = (None, *sorted(errors.values(), key=_place))
    if second is None or _place(furthest) > _place(second):
        raise furthest
    _, line, column = _place(furthest)
    raise BadInput(
        f"cannot be read as {listed_words(list(errors), 'or')}; to see why, name the kind, as in rc.sudoku.read, or "
        "rullo sudoku show",
        f"{source}, line {line}" if line else source,
        line or None,
        column or None,
    )


def _place(error: BadInput) -> tuple[bool, int, int]:
    return error.is_sure, error.line or 0, error.column or 0


@checked
def solve(
    puzzles: Any | Iterable[Any] | pd.DataFrame,
    *,
    limit: int = 2,
    nodes: int | None = None,
    seconds: float | None = SECONDS,
    states: int = STATES,
    threads: int | None = None,
    progress: bool = False,
) -> pd.DataFrame:
    r"""Search for the solutions of puzzles of any kind.

    Parameters
    ----------
    puzzles : puzzle, str, iterable of these or DataFrame
        The puzzles, which may be of several kinds, or their texts; of a table, those in its column ``text``.
    limit : int
        The largest number of solutions to find of each puzzle; 2 are enough to know whether there is one only.
    nodes : int, optional
        Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
    seconds : float or None
        Give up a puzzle after so many seconds; never for None.
    states : int
        Give up deductions that need more partial results at a time than this; a million take up to 200 MB.
    threads : int, optional
        Threads to search with; as many as processors unless given.
    progress : bool
        Whether to show a progress bar.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle, in order: ``puzzle`` (its kind, such as ``sudoku``, a category) and then the
        columns of ``solve`` of one kind.

    Raises
    ------
    BadInput
        If anything other than puzzles is given, or a limit or a number of threads below 1.

    Examples
    --------
    >>> import rullo_core as rc
    >>> puzzles = [rc.rullo.parse("5 7\n4 1 4\n8 5 3"), rc.kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")]
    >>> rc.solve(puzzles)[["puzzle", "solutions", "complete"]].values.tolist()
    [['rullo', 1, True], ['kakuro', 1, True]]
    """
    wanted = {"limit": limit, "nodes": nodes, "seconds": seconds, "states": states}
    return _of_each_kind(puzzles, lambda api, some: api.solve(some, **wanted, threads=threads, progress=progress))


@checked
def rate(
    puzzles: Any | Iterable[Any] | pd.DataFrame,
    *,
    only: str | Sequence[str] | None = None,
    max_solutions: int = 2,
    nodes: int | None = None,
    seconds: float | None = SECONDS,
    states: int = STATES,
    threads: int | None = None,
    progress: bool = False,
) -> pd.DataFrame:
    r"""Rate puzzles of any kind: how far propagation gets, and how difficult they are.

    Parameters
    ----------
    puzzles : puzzle, str, iterable of these or DataFrame
        The puzzles, which may be of several kinds, or their texts; of a table, those in its column ``text``.
    only : str or sequence of str, optional
        The columns to compute, such as ``["level", "passes"]``, or ``"all"``; those that are soon computed unless
        given.
    max_solutions : int
        Count no more solutions of each puzzle than this.
    nodes : int, optional
        Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
    seconds : float or None
        Give up a puzzle after so many seconds; never for None.
    states : int
        Give up deductions that need more partial results at a time than this; a million take up to 200 MB.
    threads : int, optional
        Threads to rate with; as many as processors unless given.
    progress : bool
        Whether to show a progress bar.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle, in order: the fields of `Rating`; where all puzzles are of one kind, also the columns of
        that kind.

    Raises
    ------
    BadInput
        If anything other than puzzles is given, or a limit or a number of threads below 1.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rc.rate(rc.parse("5 7\n4 1 4\n8 5 3"))[["puzzle", "simple", "passes"]].values.tolist()
    [['rullo', True, 1.0]]
    """
    wanted = {"only": only, "max_solutions": max_solutions, "nodes": nodes, "seconds": seconds, "states": states}
    table = _of_each_kind(puzzles, lambda api, some: api.rate(some, **wanted, threads=threads, progress=progress))
    return table if table["puzzle"].nunique() == 1 else table[[name for name in RATING_TYPES if name in table]]


@checked
def steps(
    puzzles: Any | Iterable[Any] | pd.DataFrame,
    *,
    level: str | None = None,
    nodes: int | None = None,
    seconds: float | None = SECONDS,
    states: int = STATES,
) -> pd.DataFrame:
    r"""Return the steps to the solution of puzzles of any kind.

    Parameters
    ----------
    puzzles : puzzle, str, iterable of these or DataFrame
        The puzzles, which may be of several kinds, or their texts; of a table, those in its column ``text``.
    level : str, optional
        The strategies that are used, a level that all these kinds have; those of the first level that solves a puzzle
        unless given. Where they are stuck, the value of a cell is guessed as in a solution.
    nodes : int, optional
        Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
    seconds : float or None
        Give up a puzzle after so many seconds; never for None.
    states : int
        Give up deductions that need more partial results at a time than this; a million take up to 200 MB.

    Returns
    -------
    pandas.DataFrame
        A row for each cell from which a step eliminates candidates: ``puzzle`` (int64, the number of
        the puzzle, from 0) and then the columns of `Steps.to_frame`.

    Raises
    ------
    BadInput
        If a puzzle has no solution, none is found within the limits, or its kind has no such level.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rc.steps(rc.parse("5 7\n4 1 4\n8 5 3"))[["unit", "row", "column", "value"]].values.tolist()[0]
    ['column 1', 1, 1, 0]
    """
    import pandas as pd

    given = _listed(puzzles)
    with limited(limits_of(nodes, seconds, states)):
        frames = [api_of(one).steps_table(one, level, place, len(given)) for place, one in enumerate(given)]
    return pd.concat(frames, ignore_index=True) if frames else _any_api().steps([])


@checked
def hint(
    puzzles: Any | Iterable[Any] | pd.DataFrame,
    *,
    nodes: int | None = None,
    seconds: float | None = SECONDS,
    states: int = STATES,
) -> pd.DataFrame:
    r"""Return the easiest next step of puzzles of any kind, as they are printed.

    Parameters
    ----------
    puzzles : puzzle, str, iterable of these or DataFrame
        The puzzles, which may be of several kinds, or their texts; of a table, those in its column ``text``.
    nodes : int, optional
        Give up a search for solutions of a puzzle after it has tried so many values; no such limit unless given.
    seconds : float or None
        Give up a puzzle after so many seconds; never for None.
    states : int
        Give up deductions that need more partial results at a time than this; a million take up to 200 MB.

    Returns
    -------
    pandas.DataFrame
        A row for each puzzle, in order: ``puzzle`` (its kind, a category), ``name`` and the fields of `Hint`;
        ``level`` is missing where there is none.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rc.hint(rc.parse("5 7\n4 1 4\n8 5 3"))[["puzzle", "verdict", "level"]].values.tolist()
    [['rullo', 'step', 'lines']]
    """
    return _of_each_kind(puzzles, lambda api, some: api.hint(some, nodes=nodes, seconds=seconds, states=states))


@checked
def generate(kind: str, count: int = 1, **wanted: Any) -> Puzzles[Any]:
    """Generate puzzles of a kind.

    Parameters
    ----------
    kind : {'rullo', 'kakuro', 'killer', 'sudoku'}
        The kind of puzzle.
    count : int
        Number of puzzles.
    **wanted
        What ``generate`` of that kind takes, such as ``size="9x9"`` and ``seed=1``.

    Returns
    -------
    Puzzles
        In the order of their indices. Each knows the ``solution`` that it was made from.

    Raises
    ------
    BadInput
        If there is no such kind, a parameter is out of its range, or no such puzzle was found.

    Examples
    --------
    >>> import rullo_core as rc
    >>> rc.generate("rullo", 2, size="4x4")
    <2 puzzles>
    """
    known = apis()
    if kind not in known:
        raise BadInput(no_such_word("kind", kind, known, "write one of"))
    made: Puzzles[Any] = known[kind].generate(count, **wanted)
    return made


@checked
def plot(
    puzzles: Any | Iterable[Any] | pd.DataFrame,
    *,
    solved: bool = False,
    columns: int | None = None,
    seconds: float | None = SECONDS,
) -> list[Axes]:
    """Draw puzzles of one kind beside each other.

    Parameters
    ----------
    puzzles : puzzle, str, iterable of these or DataFrame
        The puzzles, all of one kind, or their texts; of a table, those in its column ``text``.
    solved : bool
        Whether to draw them with their first solution.
    columns : int, optional
        Boards in a row of the picture; 4 at most unless given.
    seconds : float or None
        Give up the search for the solution of a puzzle after so many seconds; never for None.

    Returns
    -------
    list of matplotlib.axes.Axes
        The axes of each puzzle, in order, in one new figure.

    Raises
    ------
    BadInput
        If there is no puzzle, they are of several kinds, or ``solved`` is asked of a puzzle without a solution.

    Examples
    --------
    >>> import rullo_core as rc
    >>> axes = rc.plot(rc.read("data/published/puzzles.txt")[:2])
    >>> len(axes)
    2
    """
    given = _listed(puzzles)
    return _one_kind(given).plot(given, solved=solved, columns=columns, seconds=seconds)


@checked
def play(puzzles: Any | Iterable[Any] | pd.DataFrame) -> Player:
    r"""Return a board to play on, a widget of JupyterLab, with these puzzles to choose from.

    Parameters
    ----------
    puzzles : puzzle, str, iterable of these or DataFrame
        The puzzles, all of one kind, or their texts; of a table, those in its column ``text``.

    Returns
    -------
    anywidget.AnyWidget
        The board; a notebook shows it where it stands at the end of a cell.

    Raises
    ------
    BadInput
        If there is no puzzle, they are of several kinds, or one has no solution.

    Examples
    --------
    >>> import rullo_core as rc
    >>> board = rc.play(rc.parse("5 7\n4 1 4\n8 5 3"))
    """
    given = _listed(puzzles)
    return _one_kind(given).play(given)


def _listed(puzzles: Any | Iterable[Any] | pd.DataFrame) -> list[Any]:
    return listed(puzzles, _read_any, "puzzles")


def _any_api() -> PuzzleApi[Any]:
    """Return the functions of some kind, for empty tables."""
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
    """Yield the functions of each kind, and which of the puzzles are of it."""
    places: dict[str, list[int]] = {}
    known: dict[str, PuzzleApi[Any]] = {}
    for number, puzzle in enumerate(puzzles):
        api = api_of(puzzle)
        known[api.name] = api
        places.setdefault(api.name, []).append(number)
    return ((known[name], some) for name, some in places.items())


def _of_each_kind(puzzles: Any | Iterable[Any] | pd.DataFrame, work: Any) -> pd.DataFrame:
    """Return the results of the puzzles of each kind, each after its kind, in the order in which they were given."""
    import pandas as pd

    given = _listed(puzzles)
    frames = []
    for api, places in _by_kind(given):
        frame = _of_kind(work(api, [given[place] for place in places]), api)
        frame.attrs = {}
        frames.append(frame.set_index(pd.Index(places)))
    return pd.concat(frames).sort_index() if frames else _of_kind(work(_any_api(), []), _any_api())


def _of_kind(frame: pd.DataFrame, api: PuzzleApi[Any]) -> pd.DataFrame:
    """Return a table of puzzles of a kind that begins with what kind that is."""
    if "puzzle" not in frame:
        frame.insert(0, "puzzle", api.name)
    return as_types(frame, {"puzzle": "category"}, api.name)
