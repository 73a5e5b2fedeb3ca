"""The commands that all kinds of puzzles have, each made of the functions of a kind: see `PuzzleApi`."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rullo_core.bars import Bar
from rullo_core.cli.datasets import describe, is_dataset
from rullo_core.cli.errors import resumable
from rullo_core.cli.options import (
    CLUSTER,
    LIMITS,
    THREADS,
    WholeNumber,
    Word,
    examples,
    on_cluster,
    options_of,
    read_all,
    with_options,
    within_limits,
)
from rullo_core.cli.output import FORMS, Row, echo_puzzle, form_option, write_rows
from rullo_core.columns import SCALE_TYPES
from rullo_core.errors import BadInput, NotFound
from rullo_core.interpreted import each_at_once
from rullo_core.limits import Undecided, answering, limit_text, limits
from rullo_core.puzzles.base import solution_within
from rullo_core.puzzles.front import read_written
from rullo_core.puzzles.lookup import api_of
from rullo_core.puzzles.results import RATING_TYPES, Rating, with_bound
from rullo_core.puzzles.steps import STEP_TYPES
from rullo_core.terminal import say, warn, write

if TYPE_CHECKING:
    from rullo_core.puzzles.generation import Generation

T = TypeVar("T")

FILES = click.argument("files", nargs=-1)

READ = (
    "FILES hold puzzles as text, or tables that generate or others have written, as CSV, JSON, JSON lines or Parquet, "
    "with puzzles in their column puzzle; - is standard input, which is read if no file is named. What is no file is "
    "read as the text of puzzles."
)


def typed(api: Any) -> str:
    """Return the text that is typed before the verbs of a kind."""
    return "rullo" if api.name == "rullo" else f"rullo {api.name}"


def replaced(flag: str, parts: str) -> Callable[[Any], Any]:
    """Return an option that is refused, as another one has replaced it."""

    def refuse(context: click.Context, parameter: click.Parameter, value: bool) -> None:
        if value:
            raise click.UsageError(f"{flag} is no option any more: {parts}")

    return click.option(flag, is_flag=True, hidden=True, expose_value=False, callback=refuse, help=f"Refused: {parts}.")


def _command(
    name: str,
    run: Callable[..., None],
    parts: Sequence[str],
    options: Sequence[Any],
    *lines: str,
    searches: bool = True,
) -> click.Command:
    """Return a command with a help of some paragraphs, and with examples; with limits if it searches."""
    text = "\n\n".join(map(inspect.cleandoc, parts))
    if searches:
        run, options = within_limits(run), (*options, *LIMITS)
    return click.command(name, help=text, epilog=examples(*lines))(with_options(options)(run))


def _progress(items: Iterable[T], total: int) -> Iterator[T]:
    return iter(Bar(items, total=total, unit=" puzzles"))


# -- solving, hints and ratings ---------------------------------------------------------------------------------------


def solve(api: Any, parts: str, file: str) -> click.Command:
    """Return the command that solves puzzles, with the parts of a solution for its help and a file for its example."""

    def run(files: tuple[str, ...], level: str | None, limit: int | None, form: str) -> None:
        if level is not None and limit is not None:
            raise click.UsageError("--level and --limit exclude each other: a search for solutions has no level")
        level = level or api.explained_level
        puzzles = read_all(files, api.parse_text)
        if form != "text":
            write_rows(_steps(api, puzzles, level) if limit is None else _solutions(api, puzzles, limit), form)
        elif limit is None:
            for i, puzzle in enumerate(puzzles):
                echo_puzzle(i, puzzle.name, "\n".join(_explained(api, puzzle, level)))
        else:
            for i, (puzzle, solutions) in enumerate(zip(puzzles, api.solve_many(puzzles, limit, None), strict=True)):
                echo_puzzle(i, puzzle.name, "\n".join(_boards(api, puzzle, solutions)))

    word = typed(api)
    options = (
        FILES,
        click.option("--level", type=Word(api.levels), help=f"Reason with the strategies of this level, of "
                     f"which the weaker come first, e.g. --level {api.levels[0]}.",
                     show_default=str(api.explained_level)),
        click.option("--limit", type=WholeNumber(1, 1_000_000),
                     help="Write solutions instead of steps, at most this many of each puzzle, e.g. --limit 2 to see "
                     "whether there is only one. They are searched for without a level.",
                     show_default="steps are written"),
        form_option(),
        replaced("--all", "write --limit N, the largest number of solutions to write"),
        replaced("--hint", f"write {word} hint FILE"),
        replaced("--count", f"write {word} rate --max-solutions N FILE, whose field solutions is their number"),
    )  # fmt: skip
    text = (
        "Solve puzzles step by step, with the reason of each step.",
        parts,
        f"{READ} As data, steps are the rows of the table that steps() returns in Python, a row for each cell from "
        "which a step eliminates candidates, and for each pass that eliminates none; solutions, "
        "with --limit, those of solve(), a row for each solution.",
    )
    return _command("solve", run, text, options, f"{word} solve {file}", f"{word} solve --limit 2 --format csv {file}")


def _explained(api: Any, puzzle: Any, level: str) -> list[str]:
    """Return the explanation of a solution in paragraphs; if a limit ends it, the explanation so far and a note."""
    paragraphs = []
    try:
        with answering():
            paragraphs.extend(api.explain(puzzle, level))
    except Undecided as limit:
        if limit.state is not None:
            paragraphs.append(f"{api.board_for(puzzle, limit.state)}\n")
        paragraphs.append(f"Undecided {limit.limit_text}: {allows_more(limit.bound)}.")
    return paragraphs


def allows_more(bound: str) -> str:
    """Return which option allows more than a limit."""
    return f"--{bound} allows more"


def _steps(api: Any, puzzles: Sequence[Any], level: str) -> Iterator[Row]:
    for number, puzzle in enumerate(puzzles):
        try:
            steps = puzzle.steps(level, **vars(limits()))
        except BadInput as error:
            kind = NotFound if isinstance(error, NotFound) else BadInput
            raise kind(f"{puzzle.name or f'puzzle {number + 1}'}: {error}") from None
        for row in steps.rows():
            yield {"puzzle": api.name, "index": number} | dict(zip(STEP_TYPES, row, strict=True))


def _solutions(api: Any, puzzles: Sequence[Any], limit: int) -> Iterator[Row]:
    for puzzle, answer in zip(puzzles, api.solve_many(puzzles, limit, None), strict=True):
        row = {"name": puzzle.name, "size": api.size_of(puzzle), "solutions": len(answer.solutions)}
        row |= {"complete": answer.complete, "nodes": answer.nodes}
        for solution in answer.solutions or (None,):
            yield row | {"solution": None if solution is None else api.to_array(puzzle, solution).tolist()}


def _boards(api: Any, puzzle: Any, answer: Any) -> Iterator[str]:
    for number, solution in enumerate(answer.solutions, start=1):
        yield f"Solution {number}\n\n{api.board_for(puzzle, api.state_for(puzzle, api.to_array(puzzle, solution)))}\n"
    number = len(answer.solutions)
    if answer.bound:
        yield f"Given up {limit_text(answer.bound)}; {allows_more(answer.bound)}."
    if not answer.complete:
        yield f"{number:,} solution{'s' * (number != 1)}, and there may be others."
    else:
        yield {0: "There is no solution.", 1: "That is the only solution."}.get(number, f"{number:,} solutions.")


def hint(api: Any, parts: str, file: str) -> click.Command:
    """Return the command that gives a hint; see `solve` for the parameters."""

    def run(files: tuple[str, ...], form: str) -> None:
        hints = (
            (puzzle, puzzle.hint(values, **vars(limits()))) for puzzle, values in read_all(files, api.parse_written)
        )
        if form != "text":
            write_rows((_hint(puzzle.name, hint) for puzzle, hint in hints), form)
            return
        for i, (puzzle, hint) in enumerate(hints):
            echo_puzzle(i, puzzle.name, hint.reason)

    text = (
        "Show the easiest next step of puzzles, and its reason.",
        parts,
        f"{READ} As data, hints are the rows of the table that hint() returns in Python.",
    )
    word = typed(api)
    lines = (f"{word} hint {file}", f"{word} hint --format jsonl {file}")
    return _command("hint", run, text, (FILES, form_option()), *lines)


def _hint(name: str, hint: Any) -> Row:
    values = [{"row": row, "column": column, "value": value} for (row, column), value in hint.values.items()]
    wrong_cells = [{"row": row, "column": column} for row, column in hint.wrong]
    return {"name": name, "verdict": hint.verdict, "values": values, "level": hint.level, "wrong": wrong_cells,
            "reason": hint.reason}  # fmt: skip


MAX_SOLUTIONS = click.option(
    "--max-solutions", type=WholeNumber(1, 10_000), default=2, show_default=True,
    help="Count no more solutions of each puzzle than this, e.g. 2 to see whether there is only one.",
)  # fmt: skip

ONLY_OPTION = click.option(
    "--only",
    help="Compute these fields only, e.g. --only level,passes, or all there are, --only all.",
    show_default="the fields that are quickly computed",
)  # fmt: skip


TEXT_COLUMNS = ("name", *(name for name in RATING_TYPES if name not in ("puzzle", "text", "name")))
"""Columns of a rating that text has, before those of `SCALE_TYPES` that are asked for."""


SCALE = (
    f"{', '.join(SCALE_TYPES)} mean the same for every kind of puzzle: whether each constraint by itself (g1), with "
    "those that share two cells (g2), or with an assumption (s) fixes every cell, how many rounds follow an assumption "
    "(depth), and the longest chain of constraints (w). They stand in a row only if --only has them."
)


def rate(
    api: Any,
    parts: str,
    file: str,
    kind_options: Sequence[Any] = (),
    work: Callable[..., Iterator[Rating]] | None = None,
    verb: str = "rate",
) -> click.Command:
    """Return the command that rates puzzles, with options of its kind, which are passed to ``work``.

    Unless given, that is `PuzzleApi.rate_many`.
    """

    def run(files: tuple[str, ...], max_solutions: int, form: str, **values: Any) -> None:
        fields, threads = values.pop("only", None), values.pop("threads", None)
        columns = None if work else api.rated_columns(fields.split(",") if fields and fields != "all" else fields)
        puzzles = read_all(files, api.parse_text)
        rate = partial(work or api.ratings, puzzles, max_solutions, limits().nodes, threads, columns, **values)

        def ratings() -> Iterator[Row]:
            for number, puzzle_rating in enumerate(_progress(each_at_once(len(puzzles), rate), len(puzzles)), start=1):
                rating = with_bound(puzzle_rating, max_solutions)
                if rating.bound in vars(limits()):
                    name = rating.name or f"puzzle {number}"
                    given_up = f"given up {limit_text(rating.bound)}; its row has what is known"
                    warn(f"{name}: {given_up}, and {allows_more(rating.bound)}")
                yield rating.to_dict()

        rows = ({name: value for name, value in row.items() if columns is None or name in columns} for row in ratings())
        scale = [name for name in SCALE_TYPES if columns is not None and name in columns]
        write_rows(rows, form, [*(name for name in TEXT_COLUMNS if columns is None or name in columns), *scale])

    text = (
        "Rate how difficult puzzles are, a row for each.",
        f"{READ} The fields are the columns of the table that rate() returns in Python: those of all kinds, "
        f"{', '.join(RATING_TYPES)}, and then those of this kind. Text has {', '.join(TEXT_COLUMNS)}.",
        parts,
        *([] if work or not api.scale_columns else [SCALE]),
    )
    word = typed(api)
    options = (FILES, *([] if work else [ONLY_OPTION]), MAX_SOLUTIONS, *kind_options, form_option("jsonl"))
    return _command(verb, run, text, options, f"{word} {verb} {file}", f"{word} {verb} --format csv {file}")


# -- showing and converting -------------------------------------------------------------------------------------------


def show(api: Any, parts: str, file: str, any_kind: bool = False) -> click.Command:
    """Return the command that draws puzzles, or puzzles of any kind with its name, and describes datasets."""
    word = typed(api)

    def run(files: tuple[str, ...], out: Path | None, level: str | None, solution: bool, sheet: bool) -> None:
        if (level is not None) + solution + sheet > 1:
            raise click.UsageError("--level, --solution and --sheet exclude each other; give one of them")
        if sheet and out is None:
            raise click.UsageError("--sheet needs --out: the file to write, such as sheet.pdf")
        datasets = [name for name in files if any_kind and is_dataset(name)]
        for i, name in enumerate(datasets):
            write("\n" * (i > 0), end="")
            describe(Path(name))
        texts = [name for name in files if name not in datasets]
        if datasets and not texts:
            return
        boards = read_all(texts, read_written if any_kind else api.parse_written)
        if sheet and out is not None:
            api_of(boards[0][0]).write_sheet([puzzle for puzzle, _ in boards], out)
            return
        panels = [(puzzle, _state(puzzle, values, level, solution)) for puzzle, values in boards]
        if out is not None:
            _draw(panels, out)
            return
        for i, (puzzle, state) in enumerate(panels, start=bool(datasets)):
            kind = api_of(puzzle)
            kind_and_size = [f"{kind.title} {kind.size_of(puzzle)}"] if any_kind else []
            echo_puzzle(i, ": ".join(filter(None, [*kind_and_size, puzzle.name])), kind.board_for(puzzle, state))

    options = (
        FILES,
        click.option("--out", type=click.Path(dir_okay=False, path_type=Path),
                     help="Draw the puzzles into this file, a .svg, .png or .pdf, e.g. board.svg.",
                     show_default="text on standard output"),
        click.option("--level", help="Show the candidates that passes of this level leave, e.g. --level "
                     f"{api.levels[0]}.", show_default="the digits and marks of the puzzle"),
        click.option("--solution", is_flag=True, help="Show the first solution that is found."),
        click.option("--sheet", is_flag=True, help="Write a sheet for print into the file of --out, a .pdf or .svg, "
                     "with all puzzles and then all solutions, instead of pictures."),
    )  # fmt: skip
    text = ("Draw puzzles as text, or into a picture.", parts, READ)
    return _command("show", run, text, options, f"{word} show {file}", f"{word} show {file} --solution --out board.svg")


def _state(puzzle: Any, values: Any, level: str | None, solved: bool) -> Any:
    api = api_of(puzzle)
    if solved:
        solution = solution_within(puzzle)
        if solution is None:
            raise BadInput(f"{puzzle.name or 'the puzzle'}: has no solution to show; mend it, or leave that out")
        return api.state_for(puzzle, solution)
    if level is not None:
        with answering():
            return api.state_for(puzzle, level=api.checked_shown(level))
    return api.state_for(puzzle, values) if (values != api.empty_value).any() else None


def _draw(boards: Sequence[tuple[Any, Any]], out: Path) -> None:
    # Imported here: matplotlib takes a second.
    from rullo_core.views.boards import lay_out
    from rullo_core.views.sheets import save_picture

    panels = [api_of(puzzle).panel_of(puzzle, state, puzzle.name) for puzzle, state in boards]
    save_picture(out, lay_out(panels, None, api_of(boards[0][0]).cell_size))


def convert(api: Any, parts: str, file: str) -> click.Command:
    """Return the command that writes puzzles in another format; see `solve` for the parameters."""
    readable = [name for name, definition in api.formats.items() if definition.read]
    writable = [name for name, definition in api.formats.items() if definition.write]

    def run(files: tuple[str, ...], source: str | None, form: str) -> None:
        write(api.to_text(read_all(files, api.reader(source)), form))

    options = (
        FILES,
        click.option("--from", "source", type=Word(readable),
                     help="Read this format, e.g. --from text.", show_default="recognised from the text"),
        click.option("--to", "form", type=Word(writable), default="text", show_default=True,
                     help=f"Write this format, e.g. --to {writable[-1]}."),
    )  # fmt: skip
    text = ("Convert puzzles from one format to another.", parts, READ)
    word = typed(api)
    return _command("convert", run, text, options, f"{word} convert {file} --to {writable[-1]}", searches=False)


# -- generating -------------------------------------------------------------------------------------------------------


def hardest(api: Any, heading: Callable[[Any, Any], str], text: str, example: str) -> click.Command:
    """Return the command that climbs to the hardest puzzles, with the parameters of the function.

    ``heading`` is above each puzzle that is harder than all before, given the request and what was climbed to.
    """
    function = type(api).hardest

    @click.command("hardest", help=text, epilog=examples(f"{typed(api)} hardest {example}"))
    @with_options(options_of(function.request))
    def run(**values: Any) -> None:
        request = function.request(**values)
        for i, climbed in enumerate(api.climb_puzzles(function.work(api, request))):
            echo_puzzle(i, heading(request, climbed), climbed.puzzle)

    return run


def generate(api: Any, parts: str, lines: Sequence[str]) -> click.Command:
    """Return the command that generates puzzles, with the parameters of the function; ``lines`` are for examples."""
    function = type(api).generate

    def run(
        form: str | None, out: Path | None, sheet: Path | None, threads: int | None, address: str | None,
        cluster_timeout: float, count: int, **values: Any,
    ) -> None:  # fmt: skip
        generation = function.work(api, function.request(count=count, **values))
        if out is not None:
            if sheet is not None:
                raise click.UsageError("--sheet and --out exclude each other; write a sheet of few puzzles")
            _into_file(generation, out, form, threads, address, cluster_timeout)
            return
        if form == "parquet" or address is not None:
            raise click.UsageError("Parquet and --cluster need --out: the file to write, such as puzzles.parquet")
        if sheet is not None:
            # Imported here: matplotlib takes a second.
            from rullo_core.views.sheets import check_sheet

            check_sheet(sheet)
        puzzles: list[Any] = []
        # Imported here: other commands do without threads.
        from rullo_core.puzzles.generation import chunks_of

        def parts() -> Iterator[Iterable[Row]]:
            with Bar(total=count, unit=" puzzles") as bar:
                for batch in generation.batches(threads):
                    if sheet is not None:
                        puzzles.extend(generation.puzzles_of(batch))
                    yield generation.rows_of(batch)
                    bar.update(len(batch))

        for chunk in chunks_of(generation, parts(), form or "text"):
            write(chunk, end="")
        if sheet is not None:
            api.write_sheet(puzzles, sheet)

    options = (
        *options_of(function.request),
        click.option("--format", "form", type=Word((*FORMS, "parquet")),
                     help="Write text to read, one JSON array (json), a line of JSON for each row (jsonl), a table "
                     "(csv) or Parquet, which needs --out, e.g. --format csv.",
                     show_default="the suffix of --out, or text"),
        click.option("--out", type=click.Path(dir_okay=False, path_type=Path),
                     help="Write the puzzles into this file, a .parquet, .jsonl, .json, .csv or .txt, on all "
                     "processors, e.g. --out puzzles.parquet; Ctrl-C stops it, and the same command goes on from "
                     "there.", show_default="standard output"),
        THREADS,
        *CLUSTER,
        click.option("--sheet", type=click.Path(dir_okay=False, path_type=Path),
                     help="Write the puzzles and their solutions for print as well, into this .pdf or .svg file, e.g. "
                     "--sheet puzzles.pdf.", show_default="no sheet"),
    )  # fmt: skip
    text = (
        parts,
        "As data, a puzzle has the main columns of rate, then its text, puzzle, the solution that it was generated "
        "from, seed and index. With Parquet, a card that describes the data is written, too.",
    )
    word = typed(api)
    return _command("generate", run, text, options, *(f"{word} generate {line}" for line in lines), searches=False)


def _into_file(
    generation: Generation[Any],
    out: Path,
    form: str | None,
    threads: int | None,
    address: str | None,
    cluster_timeout: float,
) -> None:
    """Generate puzzles into a file."""
    # Imported here: pandas and Parquet take half a second.
    from rullo_core.puzzles.dataset import write_puzzles

    begin = time.perf_counter()
    with on_cluster(address, cluster_timeout, threads) as cluster, resumable():
        write_puzzles(generation, out, form=form, threads=threads, cluster=cluster, progress=True)
    say(f"{out}: {generation.title}; {time.perf_counter() - begin:.2f} s", err=True)
