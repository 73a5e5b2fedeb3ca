"""Options that several commands have, and puzzle text read from a file or standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from rullo_core import declaration, limits, parameters
from rullo_core.arguments import no_such_word
from rullo_core.errors import BadInput, quoted
from rullo_core.paths import to_read
from rullo_core.progress import waiting

if TYPE_CHECKING:
    from rullo_core.runs.cluster import Cluster
    from rullo_core.runs.registry import Key

T = TypeVar("T")


class Parameter(click.ParamType[Any]):
    """An option's value, read by a function that raises BadInput."""

    def __init__(self, name: str, read: Callable[[str], Any]) -> None:
        self.name = name
        self.read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the value; an error names the option."""
        try:
            return self.read(value) if isinstance(value, str) else value
        except BadInput as error:
            self.fail(str(error), param, ctx)


class Value(Parameter):
    """An option's value, taken as a parameter is."""

    def __init__(self, parameter: declaration.Parameter[Any, Any] | Key) -> None:
        super().__init__(parameter.metavar, parameter.take)
        self.parameter = parameter


class Word(click.Choice[str]):
    """One of some words; another one is refused as functions refuse it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Find the word."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            name = str(param.name) if param else ""
            self.fail(no_such_word(name, value, self.choices).removeprefix(name).lstrip(), param, ctx)


class Readable(click.Path):
    """A file to read, which may be one that the package brings; see `to_read`."""

    def __init__(self, *, exists: bool = False) -> None:
        super().__init__(path_type=Path, exists=exists, dir_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Find the file."""
        return super().convert(to_read(value), param, ctx)


class WholeNumber(click.IntRange):
    """A whole number from a least to a greatest one, written as `read_number` reads it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number."""
        number = parameters.read_number(value) if isinstance(value, str) else value
        if not isinstance(number, int):
            self.fail(f"{quoted(value)} is no whole number; write one such as 12", param, ctx)
        return super().convert(number, param, ctx)


class Number(click.FloatRange):
    """A number from a least to a greatest one, written as `read_number` reads it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number."""
        number = parameters.read_number(value) if isinstance(value, str) else value
        if number is None:
            self.fail(f"{quoted(value)} is no number; write one such as 0.5", param, ctx)
        return super().convert(number, param, ctx)


class FileOf(click.ParamType[Any]):
    """A file of puzzles, or standard input for ``-``, from which a parameter takes one puzzle."""

    def __init__(self, parameter: declaration.Parameter[Any, Any]) -> None:
        self.name, self.parameter, self.exists = parameter.metavar, parameter, True

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the puzzle; an error names the option."""
        if not isinstance(value, str):
            return value
        try:
            puzzles = read_puzzles(value, self.parameter.parse)  # type: ignore[attr-defined]
            return self.parameter.take(parameters.only_one(puzzles, value))
        except BadInput as error:
            self.fail(str(error), param, ctx)


def option_of(parameter: declaration.Parameter[Any, Any]) -> Callable[[Any], Any]:
    """Return the option of a command for a parameter."""
    flag, name, text = parameter.flag, parameter.name, parameter.option_help
    if isinstance(parameter, declaration.OptionalFlag):
        return click.option(
            f"{flag}/{parameter.opposite}", name, default=None, show_default=parameter.none_text, help=text
        )
    if isinstance(parameter, declaration.Flag):
        return click.option(flag, name, is_flag=True, help=text)
    kind: click.ParamType[Any] = Value(parameter)
    if isinstance(parameter, declaration.Choice):
        kind = Word(parameter.words)
    elif hasattr(parameter, "parse"):
        kind = FileOf(parameter)
    usual = None if parameter.is_optional else parameter.write(parameter.take(parameter.default))
    return click.option(
        flag,
        name,
        type=kind,
        metavar=parameter.metavar,
        default=usual,
        show_default=usual is not None or parameter.none_text or False,
        help=text,
    )


def options_of(request: type, *names: str) -> list[Callable[[Any], Any]]:
    """Return the options of a command for the parameters of a class, or for those named."""
    parameters_by_name = declaration.parameters(request)
    return [option_of(parameters_by_name[name]) for name in names or parameters_by_name]


COUNT = Parameter("count", parameters.parse_count)
SEED = Parameter("seed", parameters.parse_seed)


def at_least(minimum: int) -> WholeNumber:
    """Return the type of a whole number that has no bound but what kernels can count."""
    return WholeNumber(minimum, declaration.LARGEST)


THREADS = click.option(
    "--threads",
    type=WholeNumber(1, 1024),
    help="Number of threads to use, e.g. --threads 2.",
    show_default="the number of processors",
)


def seconds_option(default: float, explained: str) -> Callable[[Any], Any]:
    """Return the option of a command for seconds, with its help."""
    return click.option("--seconds", type=Number(0, min_open=True), default=default, show_default=True, help=explained)


LIMITS = (
    click.option("--nodes", type=at_least(1),
                 help="Give up a search for solutions of a puzzle after trying this many values, e.g. --nodes 1000.",
                 show_default="no limit"),
    seconds_option(limits.SECONDS, "Give up a puzzle after this many seconds, more than 0, e.g. --seconds 600."),
    click.option("--states", type=at_least(1), default=limits.STATES, show_default=True,
                 help="Give up deductions that need more partial results at a time than this, of which a million take "
                 "up to 200 MB, e.g. --states 20000000."),
)  # fmt: skip


def within_limits(run: Callable[..., None]) -> Callable[..., None]:
    """Return the function of a command, within the limits of `LIMITS` for each puzzle."""

    @wraps(run)
    def run_within(nodes: int | None, seconds: float, states: int, **values: Any) -> None:
        with limits.limited(limits.limits_of(nodes, seconds, states)):
            run(**values)

    return run_within


def within_seconds(default: float, remark: str = "") -> Callable[[Any], Any]:
    """Return the option of a command that takes so many seconds as a whole by default.

    ``remark`` says in its help what becomes of what is done by then.
    """
    option = seconds_option(
        default, f"Give up after this many seconds as a whole, more than 0, e.g. --seconds 600{remark}."
    )

    def decorate(run: Callable[..., None]) -> Callable[..., None]:
        @wraps(run)
        def run_within(seconds: float, **values: Any) -> None:
            with limits.time_limit(seconds):
                run(**values)

        return cast("Callable[..., None]", option(run_within))

    return decorate


def within_whole(run: Callable[..., None]) -> Callable[..., None]:
    """Return the function of a command, within its seconds as a whole."""

    @wraps(run)
    def run_within(seconds: float, **values: Any) -> None:
        with limits.time_limit(seconds):
            run(seconds=seconds, **values)

    return run_within


CLUSTER = (
    click.option("--cluster", "address",
                 help="Run on a Dask cluster, whose scheduler has this address, or on one of this machine, e.g. "
                 "--cluster tcp://10.0.0.1:8786 or --cluster local.",
                 show_default="threads"),
    click.option("--cluster-timeout", type=Number(0, min_open=True), default=60, show_default=True,
                 help="Give up a cluster that does not answer for this many seconds, more than 0, e.g. "
                 "--cluster-timeout 600."),
)  # fmt: skip


def on_cluster(address: str | None, timeout: float, threads: int | None) -> AbstractContextManager[Cluster | None]:
    """Return the cluster of these options; None without an address."""
    if address is None:
        return nullcontext()
    if threads and address != "local":
        raise click.UsageError("--threads is for this machine; leave it out, or take --cluster local")
    # Imported here: few commands need it.
    from rullo_core.runs.cluster import Cluster

    return Cluster(address, timeout, threads)


def with_options(options: Iterable[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    """Return what adds these options and arguments to a command, in this order."""

    def decorate(command: Any) -> Any:
        for option in reversed(list(options)):
            command = option(command)
        return command

    return decorate


def examples(*lines: str) -> str:
    """Return the end of a command's help: lines that can be typed as they are."""
    return "\n".join(["\b", "Example:" if len(lines) == 1 else "Examples:", *(f"  {line}" for line in lines)])


def read_all(files: Sequence[str], parse: Callable[[str, str], list[T]]) -> list[T]:
    """Read all puzzles of some files, or of standard input if none is named; see `read_puzzles`."""
    return [puzzle for file in files or ("-",) for puzzle in read_puzzles(file, parse)]


def read_puzzles(file: str, parse: Callable[[str, str], list[T]]) -> list[T]:
    """Read all puzzles of a file, text or Parquet, or of standard input for ``-``, with a function of text and name.

    If there is no such file, what was given is read as the text of puzzles.
    """
    # Imported here: other commands do without.
    from rullo_core.puzzles.formats import text_of
    from rullo_core.puzzles.texts import is_name, read_texts

    if file == "-":
        with waiting():
            text = sys.stdin.read()
        return read_texts(parse, text, "standard input")
    try:
        is_there = to_read(file).exists()
    except (OSError, ValueError):  # a text can be too long for a name
        is_there = False
    if is_there:
        return read_texts(parse, text_of(file), file)
    try:
        return read_texts(parse, file, "as text")
    except BadInput as error:
        name = file if is_name(file) else quoted(file)
        raise BadInput(f"{name}: there is no such file, and {error}") from None
