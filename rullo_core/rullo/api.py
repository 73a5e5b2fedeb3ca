"""The public functions for Rullos."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.passes.levels import SEARCH
from rullo_core.passes.solver import Found
from rullo_core.puzzles.api import Arrays, Format, PuzzleApi, generating, text_format
from rullo_core.puzzles.generation import Generation
from rullo_core.puzzles.results import Answers, Hint, Rating, Steps
from rullo_core.puzzles.steps import steps_from
from rullo_core.rullo.explain import board, explain_path
from rullo_core.rullo.generation import generation_of
from rullo_core.rullo.hints import find_hint
from rullo_core.rullo.operation import SUM
from rullo_core.rullo.picture import Board, panel_of
from rullo_core.rullo.playing import LINES, cells_of, steps_to
from rullo_core.rullo.puzzle import Rullo, Solution, parse_marked_puzzles, parse_puzzles
from rullo_core.rullo.request import Request
from rullo_core.rullo.solver import GUESS_LIMIT, Lines, State, run, start_state
from rullo_core.rullo.solver import Rating as Rated
from rullo_core.rullo.solver import rate as rate_one
from rullo_core.views.panels import Panel

FEW = 100
"""So many texts are sooner written without a kernel, which may have to be compiled."""

EXPECTED = {1: True, 0: False, -1: None}
"""What a value means for a cell: included, excluded, or nothing."""


class RulloApi(PuzzleApi[Rullo]):
    """The functions for Rullos."""

    name, title, puzzle, levels = "rullo", "Rullo", Rullo, (LINES.name,)
    formats: ClassVar[Mapping[str, Format[Any]]] = {"text": text_format(parse_puzzles)}
    own_columns: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("required", "columns_first", "rows_first", "unknown"), "Int64"
    )
    arrays: ClassVar[Mapping[str, tuple[str, int]]] = {
        "numbers": ("int64", 3),
        "row_targets": ("int64", 2),
        "column_targets": ("int64", 2),
    }
    nothing, explained_level = -1, LINES.name

    def parse_written(self, text: str, source: str) -> list[tuple[Rullo, np.ndarray]]:
        """Read puzzles in which numbers are marked: [7] as included, (7) as excluded."""
        written = {known: value for value, known in EXPECTED.items()}
        return [
            (puzzle, np.array([[written[mark] for mark in row] for row in marks]))
            for puzzle, marks in parse_marked_puzzles(text, source)
        ]

    def size_of(self, puzzle: Rullo) -> str:
        """Return height and width."""
        return f"{puzzle.height}x{puzzle.width}"

    def shape_of(self, puzzle: Rullo) -> tuple[int, int]:
        """Return height and width."""
        return puzzle.height, puzzle.width

    def to_array(self, puzzle: Rullo, solution: Solution) -> np.ndarray:
        """Return 1 for included cells, 0 for excluded ones."""
        return np.array(solution, np.int64)

    def find_solutions(self, puzzle: Rullo, limit: int) -> Found:
        """Search by lines; on large boards with a kernel."""
        return Lines(puzzle).find_solutions(limit + 1).up_to(limit)

    def pack(self, puzzle: Rullo) -> tuple[Any, ...]:
        """Return the numbers, and the target-sums of rows and of columns."""
        if puzzle.operation != SUM:
            raise BadInput(f"arrays hold Rullos of sums; this one is of {puzzle.operation.name}s")
        return puzzle.numbers, puzzle.row_targets, puzzle.column_targets

    def unpack(self, *parts: np.ndarray) -> Rullo:
        """Return the puzzle with these numbers and target-sums."""
        numbers, rows, columns = (one.tolist() for one in parts)
        return Rullo(tuple(map(tuple, numbers)), tuple(rows), tuple(columns))

    def texts(self, arrays: Arrays) -> list[str]:
        """Return the texts of puzzles, of several by a kernel."""
        numbers, rows, columns = (np.asarray(arrays[name], np.int64) for name in self.arrays)
        if len(numbers) < FEW:
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
        puzzles, wrong = pack_arrays(numbers, rows, columns)
        for number in np.flatnonzero(wrong).tolist():
            check_held(self.unpack_at(arrays, number), f"puzzle {number}")
        return solve_arrays(puzzles, answers, limit, threads)

    def rate_many(
        self,
        puzzles: Sequence[Rullo],
        max_solutions: int,
        nodes: int | None,
        threads: int | None,
        wanted: Collection[str] | None = None,
        guess_limit: int = GUESS_LIMIT,
    ) -> Iterator[Rating]:
        """Rate puzzles one after the other; the limits may leave no difficulty or no solution."""
        for puzzle in puzzles:
            yield self.rating_from(puzzle, rate_one(puzzle, guess_limit, max_solutions, nodes))

    def rating_from(self, puzzle: Rullo, rated: Rated) -> Rating:
        """Return a rating with the fields that all kinds have."""
        if rated.simple:
            kind, level = "simple", LINES.name
        elif rated.solutions and rated.simple is not None:
            kind, level = "exhaustive", SEARCH
        else:
            kind, level = "infeasible" if rated.complete and not rated.solutions else "undecided", None
        known = rated.known
        return Rating(
            puzzle.name,
            self.size_of(puzzle),
            kind,
            level,
            rated.difficulty,
            rated.columns_first,
            rated.solutions,
            rated.complete,
            rated.nodes,
            {
                "required": rated.required,
                "columns_first": rated.columns_first,
                "rows_first": rated.rows_first,
                "unknown": None if known is None else puzzle.height * puzzle.width - known,
            },
            rated.bound,
        )

    def solve_path(self, puzzle: Rullo, level: str | None, number: int = 1) -> Steps[Rullo]:
        """Return passes, columns first; where they are stuck, the first unknown cell as in the solution."""
        found = self.find_solutions(puzzle, 1).decided().solutions
        if not found:
            raise BadInput("the puzzle has no solution; change a target-sum or a number")
        places = cells_of(puzzle)
        recorded = list(steps_to(puzzle, found[0]))
        solved = LINES.name if all(one.number for one in recorded) else None
        return Steps(puzzle, level or solved, steps_from(recorded, places, lambda bit: 1 - bit))

    def find_hint(self, puzzle: Rullo, values: np.ndarray) -> Hint:
        """Return the easiest deduction; or where lines are stuck, the guess that is refuted soonest."""
        return find_hint(puzzle, self.state_with(puzzle, values))

    def state_with(self, puzzle: Rullo, values: np.ndarray) -> State:
        """Return what is written: INCLUDED, EXCLUDED or UNKNOWN for each cell."""
        for (r, c), value in np.ndenumerate(values):
            if value not in EXPECTED:
                raise BadInput(f"values, row {r + 1}, column {c + 1}: {value}: write 1 for included, 0 or -1")
            if value == 1 and not puzzle.numbers[r][c]:
                raise BadInput(f"values, row {r + 1}, column {c + 1}: a cell without a number cannot be included")
        return tuple(tuple(EXPECTED[int(value)] for value in row) for row in values)

    def state_after(self, puzzle: Rullo, level: str) -> State:
        """Return the one level, the filtering of lines."""
        state: State = run(puzzle).state
        return state

    def panel_of(self, puzzle: Rullo, state: State | None, caption: str) -> Panel:
        """Return the puzzle as it is drawn."""
        return panel_of(Board(puzzle, start_state(puzzle) if state is None else state, caption))

    def board_for(self, puzzle: Rullo, state: State | None) -> str:
        """Return the puzzle as text."""
        return board(puzzle, start_state(puzzle) if state is None else state)

    def explain(self, puzzle: Rullo, level: str) -> Iterator[str]:
        """Return the passes of lines, and the best guess wherever they are stuck."""
        return explain_path(puzzle, GUESS_LIMIT)

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
        >>> puzzle.rate().kind
        'simple'
        """
        return generation_of(request)


API = RulloApi()

parse, read, write, to_text = API.parse, API.read, API.write, API.to_text
solve, steps, hint, rate = API.solve, API.steps, API.hint, API.rate
generate, generate_frame = API.generate, API.generate_frame
plot, play, write_sheet = API.plot, API.play, API.write_sheet
to_arrays, from_arrays = API.to_arrays, API.from_arrays
solve_arrays, rate_arrays = API.solve_arrays, API.rate_arrays
