"""The public functions that take any kind of puzzle, made from the functions of each kind."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TextIO, TypeVar, cast

from rullo_core.arguments import check_call, checked, no_such_word
from rullo_core.columns import SCALE_TYPES, as_types
from rullo_core.docstrings import documented_like
from rullo_core.errors import BadInput, quoted
from rullo_core.limits import SECONDS, STATES, limited, limits_of
from rullo_core.parameters import only_one
from rullo_core.puzzles.api import PuzzleApi
from rullo_core.puzzles.formats import as_puzzles, check_text, source_of, text_of
from rullo_core.puzzles.lookup import api_of, apis
from rullo_core.puzzles.results import RATING_TYPES, Puzzles
from rullo_core.puzzles.texts import read_argument, read_texts
from rullo_core.recognition import read_by_first

if TYPE_CHECKING:
    import pandas as pd


T = TypeVar("T")
Parameters = ParamSpec("Parameters")

WIDTH = 116
"""The greatest length of the lines of a docstring."""


def of_any_kind(
    method: Callable[Concatenate[Any, Parameters], T],
    work: Callable[..., T],
    kinds: str = "of whatever kinds",
    returned: str = "",
) -> Callable[Parameters, T]:
    """Return the public function for puzzles of any kind that a function of each kind is of one.

    It has the same parameters, which ``work`` gets by name, and the same docstring with its examples, where ``kinds``
    says of which kinds the puzzles are, and ``returned`` follows what is said of the results.
    """
    name, (_, *parameters) = method.__name__, inspect.signature(method).parameters.values()
    parameters = [parameter.replace(annotation=_of_any(parameter.annotation)) for parameter in parameters]
    if parameters[0].default is None:  # puzzles that come with the kind
        parameters[0] = parameters[0].replace(
            default=inspect.Parameter.empty, annotation=parameters[0].annotation[: -len(" | None")]
        )
    signature = inspect.Signature(parameters, return_annotation=_of_any(inspect.signature(method).return_annotation))

    def function(*args: Parameters.args, **kwargs: Parameters.kwargs) -> T:
        check_call(function, args, kwargs)
        return work(**signature.bind(*args, **kwargs).arguments)

    public = cast("Any", function)
    public.__name__, public.__qualname__, public.__signature__ = name, name, signature
    public.__doc__ = docstring_of_any(inspect.getdoc(method) or "", name, kinds, returned)
    return checked(function)


def _of_any(annotation: str) -> str:
    """Return a type for puzzles of one kind as that for puzzles of any."""
    return re.sub(r"\bP\b", "Any", annotation)


def docstring_of_any(text: str, name: str, kinds: str, returned: str) -> str:
    r"""Return the docstring of a function of one kind as that of the function of any kind.

    >>> lines = docstring_of_any("Solve puzzles.\n\n>>> rc.sudoku.solve(p)", "solve", "", "").splitlines()
    >>> lines[0], lines[2][:33], lines[-1]
    ('Solve puzzles.', 'It takes any kind of puzzle; `rul', '>>> rc.solve(p)')
    """
    summary, _, rest = text.partition("\n")
    rest = rest.replace("The puzzles, all of this kind, or", f"The puzzles, {kinds}, or")
    rest = rest.replace("puzzles of this kind is given", "puzzles is given").replace("this kind's class", "its class")
    rest = re.sub(
        r"; default:\s+the puzzles that come with the kind", "", rest.replace("DataFrame, optional", "DataFrame")
    )
    rest = re.sub(rf"\brc\.\w+\.{name}\(", f"rc.{name}(", rest)
    if returned:
        lines = textwrap.fill(returned, WIDTH, initial_indent="    ", subsequent_indent="    ")
        rest = re.sub(r"\n\n(Raises|Examples)\n", lambda match: f"\n{lines}{match[0]}", rest, count=1)
    note = (
        f"It takes any kind of puzzle; `rullo_core.sudoku.{name}` and others, which are alike, those of one. For a "
        "text that no kind can read, the error is that of the kind that got furthest, or names all kinds if several "
        "did."
    )
    return f"{summary}\n\n{textwrap.fill(note, WIDTH)}\n{rest}"


def _parse(text: str) -> Any:
    return only_one(read_argument(_read_any, check_text(text), "puzzle"), "puzzle")


def _read(path: str | Path | TextIO, format: str | None = None) -> Puzzles[Any]:  # noqa: A002
    return Puzzles(read_texts(partial(_read_any, form=format), text_of(path), source_of(path)))


def read_written(text: str, source: str) -> list[tuple[Any, Any]]:
    """Read puzzles of a kind recognised from the text, and what a player has written in each."""
    try:
        kind = api_of(_read_any(text, source)[0])
    except BadInput:  # perhaps as there is something written
        return _of_first_kind(apis().values(), lambda api: list(api.parse_written(text, source)), text, source)
    return list(kind.parse_written(text, source))


def _read_any(text: str, source: str, form: str | None = None) -> list[Any]:
    read_by = {
        api.name: [None, *(name for name, kind_format in api.formats.items() if kind_format.read)]
        for api in apis().values()
    }
    kinds = [api for api in apis().values() if form in read_by[api.name]]
    if not kinds:
        names = dict.fromkeys(str(name) for names in read_by.values() for name in names[1:])
        raise BadInput(f"format {quoted(form)}: puzzles are read from {', '.join(names)}")
    return _of_first_kind(kinds, lambda api: list(api.reader(form)(text, source)), text, source)


def _of_first_kind(
    kinds: Iterable[PuzzleApi[Any]], read: Callable[[PuzzleApi[Any]], list[Any]], text: str, source: str
) -> list[Any]:
    """Return the puzzles as the first kind that reads them."""
    readers = {api.title: partial(read, api) for api in kinds}
    return read_by_first(readers, text, source, ", as in rc.sudoku.read, or rullo sudoku show")


def _steps(
    puzzles: Any,
    level: str | None = None,
    nodes: int | None = None,
    seconds: float | None = SECONDS,
    states: int = STATES,
) -> pd.DataFrame:
    """Return the steps of each puzzle, numbered in the order in which they were given."""
    import pandas as pd

    puzzle_list = _as_puzzles(puzzles)
    with limited(limits_of(nodes, seconds, states)):
        frames = [
            api_of(puzzle).steps_table(puzzle, level, place, len(puzzle_list))
            for place, puzzle in enumerate(puzzle_list)
        ]
    return pd.concat(frames, ignore_index=True) if frames else _any_api().steps([])


def _rows(verb: str, puzzles: Any, **arguments: Any) -> pd.DataFrame:
    """Return the results of the puzzles of each kind, each after its kind, in the order in which they were given."""
    import pandas as pd

    puzzle_list = _as_puzzles(puzzles)
    frames = []
    for api, places in _by_kind(puzzle_list):
        frame = _of_kind(getattr(api, verb)([puzzle_list[place] for place in places], **arguments), api)
        frame.attrs = {}
        frames.append(frame.set_index(pd.Index(places)))
    return (
        pd.concat(frames).sort_index() if frames else _of_kind(getattr(_any_api(), verb)([], **arguments), _any_api())
    )


def _of_kind(frame: pd.DataFrame, api: PuzzleApi[Any]) -> pd.DataFrame:
    """Return a table of puzzles of a kind that begins with what kind that is."""
    if "puzzle" not in frame:
        frame.insert(0, "puzzle", api.name)
    return as_types(frame, {"puzzle": "category"}, api.name)


def _ratings(puzzles: Any, **arguments: Any) -> pd.DataFrame:
    """Return the ratings; of several kinds of puzzles, the columns that all have."""
    table = _rows("rate", puzzles, **arguments)
    shared = (*RATING_TYPES, *SCALE_TYPES)
    return table if table["puzzle"].nunique() == 1 else table[[name for name in shared if name in table]]


def _of_one_kind(verb: str, puzzles: Any, **arguments: Any) -> Any:
    puzzle_list = _as_puzzles(puzzles)
    return getattr(_one_kind(puzzle_list), verb)(puzzle_list, **arguments)


KIND_FIRST = "The first column is ``puzzle``, the kind of each, such as ``sudoku``, a category."

parse = of_any_kind(PuzzleApi[Any].parse, _parse)
read = of_any_kind(PuzzleApi[Any].read, _read)
solve = of_any_kind(PuzzleApi[Any].solve, partial(_rows, "solve"), returned=KIND_FIRST)
hint = of_any_kind(PuzzleApi[Any].hint, partial(_rows, "hint"), returned=KIND_FIRST)
rate = of_any_kind(
    PuzzleApi[Any].rate,
    _ratings,
    returned="Columns of one kind are left out where puzzles are of several.",
)
steps = of_any_kind(PuzzleApi[Any].steps, _steps)
plot = of_any_kind(PuzzleApi[Any].plot, partial(_of_one_kind, "plot"), "all of one kind")
play = of_any_kind(PuzzleApi[Any].play, partial(_of_one_kind, "play"), "all of one kind")


@checked
@documented_like(PuzzleApi.generate_frame)
def generate(kind: str, count: int = 1, **parameters: Any) -> Puzzles[Any]:
    """Generate puzzles of a kind.

    Parameters
    ----------
    kind : {'rullo', 'kakuro', 'killer', 'sudoku'}
        The kind of puzzle.
    **parameters
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
    kinds = apis()
    if kind not in kinds:
        raise BadInput(no_such_word("kind", kind, kinds, "write one of"))
    puzzles: Puzzles[Any] = kinds[kind].generate(count, **parameters)
    return puzzles


def _as_puzzles(puzzles: Any | Iterable[Any] | pd.DataFrame) -> list[Any]:
    return as_puzzles(puzzles, _read_any, "puzzles")


def _any_api() -> PuzzleApi[Any]:
    """Return the functions of some kind, for empty tables."""
    api: PuzzleApi[Any] = next(iter(apis().values()))
    return api


def _one_kind(puzzles: list[Any]) -> PuzzleApi[Any]:
    kinds = {api.name: api for api in map(api_of, puzzles)}
    if not kinds:
        raise BadInput("no puzzles: give one at least")
    if len(kinds) != 1:
        raise BadInput(f"puzzles of {len(kinds)} kinds: give those of one kind")
    return next(iter(kinds.values()))


def _by_kind(puzzles: list[Any]) -> Iterator[tuple[PuzzleApi[Any], list[int]]]:
    """Yield the functions of each kind, and which of the puzzles are of it."""
    places: dict[str, list[int]] = {}
    kinds: dict[str, PuzzleApi[Any]] = {}
    for number, puzzle in enumerate(puzzles):
        api = api_of(puzzle)
        kinds[api.name] = api
        places.setdefault(api.name, []).append(number)
    return ((kinds[name], numbers) for name, numbers in places.items())
