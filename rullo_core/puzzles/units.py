"""Functions of a kind of puzzle whose rules are units of cells with digits: all except the functions of its text.

A kind says which units a pass of each level filters (`UnitsApi.game`). How puzzles are solved, explained, rated, drawn
and played follows from that, and their hints; a kind overrides what it can do faster or better.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.limits import Undecided, answering
from rullo_core.parameters import only_one
from rullo_core.passes import levels
from rullo_core.passes.levels import SEARCH
from rullo_core.passes.solver import Contradiction, Found, make_step
from rullo_core.passes.stages import explain_solution, propagate, solve
from rullo_core.passes.units import State, state_of_digits
from rullo_core.player.play import GUESS, MOST_SOLUTIONS, Play, Playable, Step, Unit
from rullo_core.player.trace import in_time, masks_of, solve_path
from rullo_core.puzzles.base import P
from rullo_core.puzzles.boxes import Box, check_box, side_of, sides_of, usual_box
from rullo_core.puzzles.hinting import Digits, Hinting, units_of
from rullo_core.puzzles.kind import Arrays
from rullo_core.puzzles.results import Rating
from rullo_core.puzzles.steps import Steps, steps_from
from rullo_core.views.panels import Panel, cells_of_grid

Rater = Callable[[int, int | None, int | None, Collection[str] | None], Iterator[Any]]
"""Rates puzzles that it has, in order, given the greatest number of solutions, nodes, threads and wanted columns."""


OF_RATING = ("simple", "level", "passes", "cells", "open_cells", "solutions", "nodes", "complete")
"""Fields that the rating by kernels and the public rating have in common."""

USUAL: Box = (3, 3)
"""The default boxes."""


class UnitsApi(Hinting[P], Playable):
    """Functions for a kind of puzzle whose rules are units.

    Mend is what the player suggests for a puzzle without solution; largest_played is the greatest side of boards that
    are played.
    """

    mend: str = "Change a number"
    largest_played: int = 16
    generate: Callable[..., Sequence[P]]

    def rater_of(self, arrays: Arrays) -> Rater | None:
        """Return the kernels that rate the puzzles in arrays, for `rating_from`; None for a kind without them."""
        return None

    def size_of(self, puzzle: P) -> str:
        """Return rows and columns of the grid."""
        return "x".join(map(str, self.shape_of(puzzle)))

    def square(self, grid: np.ndarray, box: np.ndarray) -> tuple[tuple[int, ...], Box]:
        """Return the cells of a square grid in reading order, and its boxes; BadInput if these do not fit."""
        height, width = grid.shape
        if height != width:
            raise BadInput(f"size {height}x{width}: grids of {self.title}s are square")
        if len(box) != 2:
            raise BadInput(f"box {box.tolist()}: write its height and width")
        boxes = int(box[0]), int(box[1])
        check_box(height, boxes, height)
        return tuple(grid.ravel().tolist()), boxes

    def side_and_box(
        self, size: str | int | tuple[int, int] | None, box: str | tuple[int, int] | None
    ) -> tuple[int, Box]:
        """Return the requested side of a square grid and the requested boxes, which may not fit each other."""
        box_sides = None if box is None else sides_of(box)
        if size is None:
            return side_of(box_sides or USUAL), box_sides or USUAL
        height, width = sides_of(size)
        if height != width:
            raise BadInput(f"size {height}x{width}: grids of {self.title}s are square")
        return height, box_sides or usual_box(height)

    def to_array(self, puzzle: P, solution: Digits) -> np.ndarray:
        """Return digits row by row, 0 where there is no cell."""
        array = np.zeros(self.shape_of(puzzle), np.int64)
        for place, digit in zip(self.places_of(puzzle), solution, strict=True):
            array[place] = digit
        return array

    def find_solutions(self, puzzle: P, limit: int) -> Found:
        """Search by passes alone, and by trying values only where they are stuck."""
        games = (self.game(puzzle, level) for level in dict.fromkeys((self.levels[0], self.levels[-1])))
        return solve(games, partial(self.search, puzzle, limit))

    def rate_many(
        self,
        puzzles: Sequence[P],
        max_solutions: int,
        nodes: int | None,
        threads: int | None,
        columns: Collection[str] | None = None,
    ) -> Iterator[Rating]:
        """Rate puzzles one after the other: the passes of each level, and a search where all are stuck."""
        for puzzle in puzzles:
            with answering():
                rating = self._rate_one(puzzle, max_solutions, nodes)
            yield rating

    def _rate_one(self, puzzle: P, max_solutions: int, nodes: int | None) -> Rating:
        passes: dict[str, int | None] = dict.fromkeys(self.levels)
        result, first, bound, base, unfixed = None, None, None, None, None
        try:
            for level in self.levels:
                game = self.game(puzzle, level)
                step = make_step(game)
                if level == (self.base_level or self.levels[0]):
                    base, unfixed = step, len(game.unknown(step.run.state))
                if step.is_last:
                    passes[level] = len(step.run.passes)
                    result, first = Found(((),), complete=True, nodes=0), first or level
        except Contradiction:
            result = Found((), complete=True, nodes=0)
        except Undecided as limit:
            bound = limit.bound
        result = result or self.search(puzzle, max_solutions, nodes)
        solutions = len(result.solutions)
        is_simple = base is not None and base.is_last
        return Rating(
            puzzle=self.name,
            text=str(puzzle),
            simple=None if bound and base is None else is_simple,
            level=first or (SEARCH if solutions and not bound else None),
            passes=base.difficulty if base is not None and is_simple else None,
            cells=self.cells_of(puzzle),
            open_cells=unfixed,
            solutions=solutions,
            nodes=result.nodes,
            complete=result.complete,
            size=self.size_of(puzzle),
            bound=bound,
            name=str(getattr(puzzle, "name", "")),
            own={f"passes_{level}": number for level, number in passes.items()},
        )

    def cells_of(self, puzzle: P) -> int:
        """Return the number of cells to fill."""
        return sum(value == self.empty_value for value in self.givens(puzzle))

    def rate_packed(
        self,
        arrays: Arrays,
        max_solutions: int,
        nodes: int | None,
        threads: int | None,
        columns: Collection[str] | None = None,
    ) -> Iterator[Rating]:
        """Rate the puzzles that arrays hold with the kernels of a kind that has them, without an object for each."""
        rate = self.rater_of(arrays)
        if rate is None:
            return super().rate_packed(arrays, max_solutions, nodes, threads, columns)
        return (self.rating_from(None, rating) for rating in rate(max_solutions, nodes, threads, columns))

    def rating_from(self, puzzle: P | None, rating: Any) -> Rating:
        """Return a rating as a public one, its columns from fields of that name, or dicts by level or strategy.

        Without a puzzle, which is in arrays then, name and size are empty.
        """
        tables = {
            f"{name.removesuffix('_by_level')}_{key}": value
            for name, table in vars(rating).items()
            if isinstance(table, dict)
            for key, value in table.items()
        }
        return Rating(
            puzzle=self.name,
            text="" if puzzle is None else str(puzzle),
            **{name: getattr(rating, name) for name in OF_RATING},
            size="" if puzzle is None else self.size_of(puzzle),
            name=str(getattr(puzzle, "name", "")),
            own={name: tables[name] if name in tables else getattr(rating, name) for name in self.own_columns},
        )

    def solve_path(self, puzzle: P, level: str | None, number: int = 1) -> Steps[P]:
        """Return the passes of a level, or of the first that solves the puzzle, and a guess wherever they are stuck."""

        def search() -> Found:
            # Compiling the kernels pays off for several puzzles.
            return self.find_solutions(puzzle, 1) if number == 1 else next(self.solve_many([puzzle], 1, threads=1))

        level_names, explainer_at = [level] if level else self.levels_to_try(puzzle), partial(self.explainer_at, puzzle)
        values = self.values_of(puzzle)
        way = solve_path("the puzzle", level_names, explainer_at, search, "", values)
        return Steps(puzzle, level or way.level, steps_from(way.steps, self.places_of(puzzle), values))

    def state_with(self, puzzle: P, values: np.ndarray) -> State:
        """Return the state of the cells with the written digits."""
        return state_of_digits(self.written_in(puzzle, values), self.empty_value)

    def state_after(self, puzzle: P, level: str) -> State:
        """Return the candidates that a level leaves."""
        game = self.game(puzzle, level)
        return levels.reach(game.start, units_of(game)).state

    def board_for(self, puzzle: P, state: State | None) -> str:
        """Return rows of digits, with a dot for each cell with several candidates."""
        explainer = self.explainer_at(puzzle, self.levels[0])
        return explainer.board(explainer.game.start if state is None else state)

    def explain(self, puzzle: P, level: str) -> Iterator[str]:
        """Return the passes of a level, and a guess wherever they are stuck."""
        explainer, state = self.explainer_at(puzzle, level), None
        with suppress(Contradiction):
            *_, state = (stage.state for stage in propagate(explainer.game))
        return explain_solution(explainer, level, self.find_solutions(puzzle, 2).decided(state))

    def panel_of(self, puzzle: P, state: State | None, caption: str) -> Panel:
        """Return a grid with the givens, the known digits, and the candidates in small."""
        rows, columns = self.shape_of(puzzle)
        givens = self.givens(puzzle) or (0,) * (rows * columns)
        squares, labels = cells_of_grid(
            columns, givens, state, self.greatest_digit(puzzle), partial(self.symbol, puzzle)
        )
        return Panel(columns, rows, squares, labels, caption)

    # -- playing ------------------------------------------------------------------------------------------------------

    @in_time
    def read_play(self, text: str, source: str) -> Play:
        """Return the one puzzle in a text as it is played."""
        puzzle = only_one(self.reader("text")(text, source), source)
        rows, columns = self.shape_of(puzzle)
        if rows > self.largest_played:
            limit = f"{self.largest_played}x{self.largest_played}"
            raise BadInput(f"{source}: is {rows}x{columns}; boards up to {limit} are played here")
        explainer_at, search = partial(self.explainer_at, puzzle), partial(self.search, puzzle, MOST_SOLUTIONS)
        names = self.levels_to_play(puzzle)
        way = solve_path(source, names, explainer_at, search, self.mend, self.values_of(puzzle))
        difficulty = self.titles.get(way.level or "", GUESS)
        if not difficulty:
            difficulty = f"difficulty {make_step(self.game(puzzle, names[0])).difficulty:g}"
        return self.play_of(
            puzzle, difficulty, explainer_at(names[-1]).game.start, way.trace, way.solutions, way.complete
        )

    def play_of(
        self,
        puzzle: P,
        difficulty: str,
        start: State,
        trace: Sequence[Step],
        solutions: Sequence[tuple[int, ...]],
        complete: bool,
    ) -> Play:
        """Return a puzzle as it is played: how difficult it is, in words, and what else a `Play` has of that name."""
        rows, columns = self.shape_of(puzzle)
        return Play(
            kind=self.name,
            title=f"{self.title_of(puzzle)}, {difficulty}",
            text=str(puzzle),
            rows=rows,
            columns=columns,
            symbols=tuple(self.symbol(puzzle, value) for value in self.values_of(puzzle)),
            cells=tuple(self.places_of(puzzle)),
            start=masks_of(start, self.values_of(puzzle)),
            units=tuple(self.units_played(puzzle)),
            trace=tuple(trace),
            solutions=tuple(solutions),
            complete=complete,
            **self.markings(puzzle),
        )

    def title_of(self, puzzle: P) -> str:
        """Return what the player calls the puzzle, but for how difficult it is."""
        return f"{self.title} {self.size_of(puzzle)}"

    def make(self, choices: Mapping[str, str], number: int) -> str | None:
        """Return the text of a puzzle of the chosen size that the level of the chosen difficulty solves, by number."""
        level = self.requests[choices["difficulty"]].level
        return str(self.generate(size=choices["size"], first=number, level=level)[0])

    @abstractmethod
    def units_played(self, puzzle: P) -> Iterator[Unit]:
        """Yield the rules that the player checks while digits are written."""

    def markings(self, puzzle: P) -> dict[str, Any]:
        """Return what else of a `Play` the board shows, such as ``regions`` and ``cages``."""
        return {}
