"""The public functions for Rullos."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from rullo_core.columns import Column, own_of
from rullo_core.constraints.network import Constraint, Network, network_of
from rullo_core.errors import BadInput
from rullo_core.limits import Undecided, time_limit
from rullo_core.passes import hints
from rullo_core.passes.explain import explain_path
from rullo_core.passes.hints import soonest_refuted
from rullo_core.passes.levels import SEARCH
from rullo_core.passes.solver import Found
from rullo_core.passes.units import State, Unit, Units, with_digits
from rullo_core.player.play import Unit as Played
from rullo_core.puzzles.asking import asking, climbing, generating
from rullo_core.puzzles.climbing import Climb
from rullo_core.puzzles.formats import Format, text_format
from rullo_core.puzzles.generation import Generation
from rullo_core.puzzles.hinting import Digits, units_of
from rullo_core.puzzles.kind import Arrays
from rullo_core.puzzles.results import Answers, Rating
from rullo_core.puzzles.units import UnitsApi
from rullo_core.rullo.explain import RulloExplainer
from rullo_core.rullo.generation import generation_of
from rullo_core.rullo.operation import SUM
from rullo_core.rullo.picture import Board, panel_of
from rullo_core.rullo.playing import LINES, RulloPlayed
from rullo_core.rullo.prediction import Prediction
from rullo_core.rullo.puzzle import Rullo, parse_marked_puzzles, parse_puzzles
from rullo_core.rullo.request import HardestRequest, PredictionRequest, Request
from rullo_core.rullo.rules import REASONS, Seen
from rullo_core.rullo.solver import GUESS_LIMIT, Lines, Position, game, run
from rullo_core.rullo.solver import Rating as RulloRating
from rullo_core.rullo.solver import rate as rate_one
from rullo_core.views.panels import Panel

FEW_TEXTS = 100
"""Up to this number, texts are written faster without a kernel, which may have to be compiled."""

VALUES = {1: "included", 0: "excluded"}
"""The values of a cell, with what the player calls them."""


class RulloApi(RulloPlayed, UnitsApi[Rullo]):
    """The functions for Rullos."""

    name, title, puzzle, levels = "rullo", "Rullo", Rullo, (LINES,)
    mend, value_noun, largest_played = "Mend a target-sum or a number", "marks", 1000
    formats: ClassVar[Mapping[str, Format[Any]]] = {"text": text_format(parse_puzzles)}
    rating_columns: ClassVar[Sequence[Column]] = own_of("rullo")
    arrays: ClassVar[Mapping[str, tuple[str, int]]] = {
        "numbers": ("int64", 3),
        "row_targets": ("int64", 2),
        "column_targets": ("int64", 2),
    }
    empty_value, base_level, explained_level = -1, LINES, LINES

    def parse_written(self, text: str, source: str) -> list[tuple[Rullo, np.ndarray]]:
        """Read puzzles in which numbers are marked: [7] as included, (7) as excluded."""
        return [
            (puzzle, np.array([[self.empty_value if mark is None else int(mark) for mark in row] for row in marks]))
            for puzzle, marks in parse_marked_puzzles(text, source)
        ]

    def shape_of(self, puzzle: Rullo) -> tuple[int, int]:
        """Return height and width."""
        return puzzle.height, puzzle.width

    def places_of(self, puzzle: Rullo) -> Sequence[Position]:
        """Return the cells with a number."""
        return game(puzzle).places

    def values_of(self, puzzle: Rullo) -> Sequence[int]:
        """Return 1 for included and 0 for excluded."""
        return tuple(VALUES)

    def symbol(self, puzzle: Rullo, digit: int) -> str:
        """Return ``included`` or ``excluded``."""
        return VALUES[digit]

    def givens(self, puzzle: Rullo) -> Digits:
        """Return nothing for every cell: none is marked."""
        return (self.empty_value,) * len(self.places_of(puzzle))

    def network(self, puzzle: Rullo) -> Network:
        """Return the cells with a number, excluded or included, and the lines."""
        if puzzle.operation != SUM:
            raise BadInput(f"Rullos of sums are compared with other kinds; this one is of {puzzle.operation.name}s")
        numbers = [puzzle.numbers[r][c] for r, c in self.places_of(puzzle)]
        lines = game(puzzle).groups
        return network_of(
            [0b11] * len(numbers),
            (
                Constraint(line.cells, line.rule.target, [numbers[cell] for cell in line.cells])  # type: ignore[attr-defined]
                for line in (*lines["rows"], *lines["columns"])
            ),
        )

    def game(self, puzzle: Rullo, level: str) -> Lines:
        """Return the lines; passes alternate between columns and rows."""
        return game(puzzle)

    def explainer_at(self, puzzle: Rullo, level: str) -> RulloExplainer:
        """Return how the puzzle is explained."""
        return RulloExplainer(puzzle)

    def find_solutions(self, puzzle: Rullo, limit: int) -> Found:
        """Search by lines; on large boards with a kernel."""
        lines = game(puzzle)
        result = lines.find_solutions(limit + 1).up_to(limit)
        return replace(result, solutions=tuple(map(lines.values_in, result.solutions)))

    def search(self, puzzle: Rullo, limit: int, nodes: int | None = None) -> Found:
        """Search as `find_solutions` does."""
        return self.find_solutions(puzzle, limit)

    def pack(self, puzzle: Rullo) -> tuple[Any, ...]:
        """Return the numbers, and the target-sums of rows and of columns."""
        if puzzle.operation != SUM:
            raise BadInput(f"arrays hold Rullos of sums; this one is of {puzzle.operation.name}s")
        return puzzle.numbers, puzzle.row_targets, puzzle.column_targets

    def unpack(self, *parts: np.ndarray) -> Rullo:
        """Return the puzzle with these numbers and target-sums."""
        numbers, rows, columns = (array.tolist() for array in parts)
        return Rullo(tuple(map(tuple, numbers)), tuple(rows), tuple(columns))

    def texts(self, arrays: Arrays) -> list[str]:
        """Return the texts of puzzles, of several by a kernel."""
        numbers, rows, columns = (np.asarray(arrays[name], np.int64) for name in self.arrays)
        if len(numbers) < FEW_TEXTS:
            return super().texts(arrays)
        from rullo_core.rullo.kernels.text import write_texts

        longest = max(len(str(array.min())) + len(str(array.max())) for array in (numbers, rows, columns))
        out = np.empty(len(numbers) * (numbers.shape[1] + 1) * (numbers.shape[2] + 1) * (longest + 1), np.uint8)
        ends = np.empty(len(numbers), np.int64)
        write_texts(numbers, rows, columns, out, ends)
        text = out[: ends[-1]].tobytes().decode("ascii")
        return [text[begin:end] for begin, end in zip([0, *ends[:-1].tolist()], ends.tolist(), strict=True)]

    def solve_packed(self, arrays: Arrays, answers: Answers, limit: int, threads: int | None) -> Iterator[int]:
        """Search with the compiled solver, whatever the size, without an object for each puzzle."""
        from rullo_core.rullo.search import check_held, pack_arrays, solve_arrays

        numbers, rows, columns = arrays.values()
        if numbers.shape[1:] != (rows.shape[1], columns.shape[1]) or 0 in numbers.shape:
            self.check_some(arrays, range(len(numbers)))
        puzzles, is_wrong = pack_arrays(numbers, rows, columns)
        for number in np.flatnonzero(is_wrong).tolist():
            check_held(self.unpack_at(arrays, number), f"puzzle {number}")
        return solve_arrays(puzzles, answers, limit, threads)

    def rate_many(
        self,
        puzzles: Sequence[Rullo],
        max_solutions: int,
        nodes: int | None,
        threads: int | None,
        columns: Collection[str] | None = None,
        guess_limit: int = GUESS_LIMIT,
    ) -> Iterator[Rating]:
        """Rate puzzles one after the other; the limits may leave no difficulty or no solution."""
        for puzzle in puzzles:
            yield self._rating(puzzle, rate_one(puzzle, guess_limit, max_solutions, nodes))

    def _rating(self, puzzle: Rullo, rating: RulloRating) -> Rating:
        """Return a rating with the fields that all kinds have."""
        exhaustive = rating.simple is not None and rating.solutions
        return Rating(
            puzzle=self.name,
            text=str(puzzle),
            simple=rating.simple,
            level=LINES if rating.simple else SEARCH if exhaustive else None,
            passes=rating.difficulty,
            cells=len(self.places_of(puzzle)),
            open_cells=None if rating.known_cells is None else puzzle.height * puzzle.width - rating.known_cells,
            solutions=rating.solutions,
            nodes=rating.nodes,
            complete=rating.complete,
            size=self.size_of(puzzle),
            bound=rating.bound,
            name=puzzle.name,
            own={
                "required": rating.required,
                "passes_columns_first": rating.columns_first,
                "passes_rows_first": rating.rows_first,
            },
        )

    # -- hints --------------------------------------------------------------------------------------------------------

    def written_in(self, puzzle: Rullo, values: np.ndarray) -> tuple[int, ...]:
        """Return which cells are marked as included or excluded; BadInput for another value."""
        for (r, c), value in np.ndenumerate(values):
            if value not in (*VALUES, self.empty_value):
                raise BadInput(f"values, row {r + 1}, column {c + 1}: {value}: write 1 for included, 0 or -1")
            if value == 1 and not puzzle.numbers[r][c]:
                raise BadInput(f"values, row {r + 1}, column {c + 1}: a cell without a number cannot be included")
        return tuple(int(values[place]) for place in self.places_of(puzzle))

    def solutions_with(self, puzzle: Rullo, digits: Digits, limit: int) -> Found:
        """Search for solutions with these marks, by solving the rest of the puzzle, where marked cells are holes."""
        rows, columns = list(puzzle.row_targets), list(puzzle.column_targets)
        cells = [list(row) for row in puzzle.numbers]
        for (r, c), value in zip(self.places_of(puzzle), digits, strict=True):
            if value != self.empty_value:
                rows[r] -= value * cells[r][c]
                columns[c] -= value * cells[r][c]
                cells[r][c] = 0
        rest = Rullo(tuple(map(tuple, cells)), tuple(rows), tuple(columns))
        result = game(rest).find_solutions(limit + 1).up_to(limit)
        marked = list(zip(self.places_of(puzzle), digits, strict=True))
        solutions = (
            tuple(int(solution[r][c]) if value == self.empty_value else value for (r, c), value in marked)
            for solution in result.solutions
        )
        return replace(result, solutions=tuple(solutions))

    def games_of_hints(self, puzzle: Rullo, digits: Digits) -> Iterator[tuple[str, Units]]:
        """Yield what a player sees of each line for each reason, the easiest first, and lines with few open numbers.

        Contradiction is raised if a line cannot reach its target, Undecided if no cell follows but limits ended the
        deductions of a line.
        """
        lines, undecided = game(puzzle), None
        start, units = with_digits(lines.start, digits, self.empty_value), units_of(lines)
        for unit in units:
            try:
                unit.filter(tuple(map(start.__getitem__, unit.cells)))
            except Undecided as limit:
                undecided = limit
        for reason in REASONS.values():
            for unit in sorted(units, key=lambda unit: sum(len(start[cell]) > 1 for cell in unit.cells)):
                yield LINES, Units(start, {LINES: [Unit(unit.name, unit.cells, Seen(reason, unit.rule))]})  # type: ignore[arg-type]
        if undecided is not None:
            raise undecided

    def next_hint(self, puzzle: Rullo, digits: Digits, solution: Digits | None) -> hints.Hint | None:
        """Return all that follows from a line, or from the guess that is refuted soonest; no value if none is."""
        hint = super().next_hint(puzzle, digits, solution)
        if hint is not None and hint.steps:
            (step,) = hint.steps
            _, fixed = step.unit.rule.look(step.old_domains)  # type: ignore[attr-defined]
            return replace(hint, values={step.unit.cells[i]: value for i, value in fixed.items()})
        lines = game(puzzle)
        refuted = soonest_refuted(lines, with_digits(lines.start, digits, self.empty_value))
        if refuted is not None:
            return hints.Hint({refuted.cell: int(not refuted.value)}, SEARCH, refuted=refuted)
        return hint and replace(hint, values={})

    def explain_hint(self, puzzle: Rullo, digits: Digits, hint: hints.Hint) -> Iterator[str]:
        """Explain what follows, or in which cells two solutions differ."""
        differing: list[int] = []
        if not hint.values:
            with suppress(Undecided):
                solutions = self.solutions_with(puzzle, digits, 2).solutions
                differing = [cell for cell, values in enumerate(zip(*solutions, strict=True)) if len(set(values)) > 1]
        return RulloExplainer(puzzle).explain_hint(hint, differing)

    # -- showing and playing ------------------------------------------------------------------------------------------

    def explain(self, puzzle: Rullo, level: str) -> Iterator[str]:
        """Return the passes of lines, and the best guess wherever they are stuck."""
        return explain_path(RulloExplainer(puzzle), GUESS_LIMIT)

    def state_after(self, puzzle: Rullo, level: str) -> State:
        """Return the state after all deductions from lines."""
        state: State = run(puzzle).state
        return state

    def panel_of(self, puzzle: Rullo, state: State | None, caption: str) -> Panel:
        """Return the puzzle as it is drawn."""
        lines = game(puzzle)
        return panel_of(Board(puzzle, lines.marks_of(lines.start if state is None else state), caption))

    def units_played(self, puzzle: Rullo) -> Iterator[Played]:
        """Give rows and columns."""
        groups = game(puzzle).groups
        for unit in (*groups["rows"], *groups["columns"]):
            yield Played(unit.name, unit.cells, unit.rule.target, distinct=False)  # type: ignore[attr-defined]

    def markings(self, puzzle: Rullo) -> dict[str, Any]:
        """Return the numbers."""
        return {"numbers": tuple(puzzle.numbers[r][c] for r, c in self.places_of(puzzle))}

    # -- generating ---------------------------------------------------------------------------------------------------

    @generating(Request)
    def generate(self, request: Request) -> Generation[Rullo]:
        """Generate random Rullos: every cell gets a uniform number and is included at random.

        Returns
        -------
        Puzzles
            The accepted puzzles, in the order of their indices: a random sample of all that would be accepted. Their
            ``solution`` is the one that they were generated from.

        Raises
        ------
        BadInput
            If a parameter is out of its range, or not enough such puzzles were found.

        Examples
        --------
        >>> import rullo_core as rc
        >>> (puzzle,) = rc.rullo.generate(size="3x3", values="1-4", simple=True, seed=2)
        >>> puzzle.rate().simple
        True
        """
        return generation_of(request)

    @climbing(HardestRequest)
    def hardest(self, request: HardestRequest) -> Climb[Rullo, Any]:
        """Search by hill climbing, cell by cell, for the most difficult Rullos.

        Returns
        -------
        list of Climbed
            The puzzle of each attempt that is harder than all before: the last one is the hardest. There may be harder
            ones.

        Raises
        ------
        BadInput
            If a parameter is out of its range.
        NotFound
            If no puzzle is found in time.

        Examples
        --------
        >>> import rullo_core as rc
        >>> climbed = rc.rullo.hardest("3x3", attempts=2, steps=1000)[-1]
        >>> climbed.worth == climbed.puzzle.rate().passes
        True
        """
        from rullo_core.rullo.climb import RulloClimb

        return RulloClimb(request)

    @asking(PredictionRequest, "Prediction")
    def predict(self, request: PredictionRequest) -> Prediction:
        """Predict how many random Rullos are simple, and in how many passes, from single lines and small sets.

        P(simple) = P(bulk) exp(-sum of lambda r): only small sets of cells stay unknown, and none of these does; see
        docs/theory.md. No Rullo is solved, and no constant is fitted.

        Returns
        -------
        Prediction
            The share of simple puzzles, their passes, and what the prediction is made of. The same seed gives the same
            prediction.

        Raises
        ------
        BadInput
            If a parameter is out of its range.
        NotFound
            If that takes too long.

        Examples
        --------
        >>> import rullo_core as rc
        >>> prediction = rc.rullo.predict("12x12", values="1-68", accuracy=0.02)
        >>> 0.45 < prediction.simple < 0.6
        True
        """
        from rullo_core.rullo.predicting import predict

        with time_limit(request.seconds):
            return predict(request)


API = RulloApi()

if TYPE_CHECKING:  # the public names of the package
    parse, read, write, to_text = API.parse, API.read, API.write, API.to_text
    solve, steps, hint, rate = API.solve, API.steps, API.hint, API.rate
    generate, generate_frame = API.generate, API.generate_frame
    hardest, predict = API.hardest, API.predict
    plot, play, write_sheet = API.plot, API.play, API.write_sheet
    to_arrays, from_arrays = API.to_arrays, API.from_arrays
    solve_arrays, rate_arrays = API.solve_arrays, API.rate_arrays
