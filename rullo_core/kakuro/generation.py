"""Generate unique Kakuros by several methods behind one interface.

After the question and answers Creating a Kakuro puzzle with a unique solution (Puzzling Stack Exchange, 2017). Methods
that end where entries solve a puzzle make simple ones only; no method draws uniformly from all puzzles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from rullo_core.columns import Column, made_of
from rullo_core.compiled.rng import Rng, rng_from_seed
from rullo_core.errors import BadInput
from rullo_core.kakuro.batch import rate_packed
from rullo_core.kakuro.kernels import construct, steps
from rullo_core.kakuro.kernels import layout as layouts
from rullo_core.kakuro.kernels.draft import Draft, draft_for, fill, lay_out, set_clues
from rullo_core.kakuro.kernels.repair import part_solutions, repair
from rullo_core.kakuro.kernels.uniqueness import AMBIGUOUS, UNDECIDED, UNIQUE, find_other
from rullo_core.kakuro.levels import LEVEL_OF_KIND
from rullo_core.kakuro.puzzle import ACROSS, DOWN, Entry, Kakuro, Solution
from rullo_core.kakuro.request import FOR_OTHERS, IN_TURN, Condition, LayoutSpec, Request
from rullo_core.kakuro.solver import Rating
from rullo_core.parameters import format_size
from rullo_core.puzzles.generation import GeneratedPuzzle, Generation, columns_of
from rullo_core.runs.attempts import first_until
from rullo_core.runs.shards import run_alone

LAYOUTS, LAYOUTS_AT_ONCE = 1000, 10
"""The number of layouts that are drawn before a request fails, in all and in a call of the kernel."""

NODES = 3000
"""Nodes of a search for a second solution, after which uniqueness is undecided."""

MOVES = 20_000
HEAT = 1.0
"""Repair: the maximum number of moves, and the rise of ambiguity in bits that is accepted with probability 1/e."""

NO_TRACE = np.empty(0)

MOVES_OF_A_TURN = 1000
"""Moves of the first repair if the request has a difficulty; every second turn has as many more."""

CHANGES = 300
EXAMINED = 12
"""The method ``parting``: the maximum number of changes, and the number of cells examined for each change."""

RESTARTS = 50
"""The number of attempts of the five steps."""

TAKEN_BACK = 1000
"""How often a constructor removes clues before another layout is drawn."""


@dataclass(frozen=True)
class Generated:
    """A generated puzzle, the method that made it, and a log of what was tried."""

    puzzle: Kakuro
    solution: Solution
    rating: Rating
    method: str
    log: dict[str, Any] = field(compare=False)


# -- layouts and digits -----------------------------------------------------------------------------------------------


def draw_draft(layout: LayoutSpec, seed: int, index: int) -> Draft:
    """Return a draft laid out with a layout that seed and index determine; BadInput if none was found."""
    draft = draft_for(layout.height, layout.width)
    draw_into(draft, layout, rng_from_seed(seed, index))
    return draft


def draw_into(draft: Draft, layout: LayoutSpec, rng: Rng) -> None:
    """Lay a draft out with a layout that is drawn; see `draw_draft`."""
    for _ in range(LAYOUTS // LAYOUTS_AT_ONCE):
        if layouts.draw_layout(draft.white, layout.black_cells, layout.longest, layout.rules, LAYOUTS_AT_ONCE, rng):
            lay_out(draft)
            return
    raise BadInput(
        f"{format_size(layout.height, layout.width)}, {layout.share_of_black:.0%} black, entries to {layout.longest}, "
        f"{layout.symmetry}: no layout found in {LAYOUTS} tries; ask for fewer black cells, or longer entries"
    )


def layout_of(draft: Draft) -> Kakuro:
    """Return the puzzle without clues that has the layout of a draft."""
    puzzle = Kakuro.from_digits(draft.white.tolist())
    return puzzle.without_clues(range(len(puzzle.entries)))


def puzzle_of(draft: Draft) -> tuple[Kakuro, Solution]:
    """Return the puzzle with the clues of a draft, and its digits."""
    arrays, (height, width) = draft.puzzle, draft.white.shape
    cells = tuple((r, c) for r, c in (np.argwhere(draft.white) + 1).tolist())
    downs = int(arrays.downs[0])
    clues = arrays.clues[: int(arrays.entries[1])].tolist()
    ends = arrays.members[: len(clues) + 1].tolist()
    member = arrays.member[: ends[-1]].tolist()
    entries = tuple(
        Entry(ACROSS if number < downs else DOWN, tuple(member[first:end]), clue)
        for number, ((first, end), clue) in enumerate(zip(pairwise(ends), clues, strict=True))
    )
    return Kakuro(height + 1, width + 1, cells, entries), solution_of(draft)


def solution_of(draft: Draft) -> Solution:
    """Return the digits of a draft."""
    return tuple(draft.digits[: int(draft.puzzle.cells[1])].tolist())


# -- methods ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """The input of a method: a draft that is laid out, fixed digits, 0 for none, and parameters."""

    draft: Draft
    layout: LayoutSpec
    fixed: np.ndarray
    push: float
    condition: Condition
    moves: int
    rng: Rng
    stop: np.ndarray

    def fill(self) -> bool:
        """Fill the draft at random."""
        return bool(fill(self.draft, self.push, self.fixed, self.rng))

    @property
    def cells(self) -> int:
        """The number of white cells."""
        return int(self.draft.puzzle.cells[1])

    @property
    def depths(self) -> np.ndarray:
        """Room for a search."""
        return np.empty((self.cells + 1, self.cells), np.int64)


Answer = tuple[bool, dict[str, Any]]
"""Whether the draft has one solution, and what was tried."""


def _check(task: Task) -> Answer:
    if not task.fill():
        return False, {"filled": False}
    draft = task.draft
    set_clues(draft)
    other_solution = np.zeros(len(draft.digits), np.int64)
    answer, nodes = find_other(draft, NODES, task.stop, task.depths, other_solution)
    differ = int((other_solution != draft.digits)[: task.cells].sum()) if answer == AMBIGUOUS else 0
    text = {UNIQUE: "one", AMBIGUOUS: "several", UNDECIDED: "undecided"}[answer]
    return answer == UNIQUE, {"solutions": text, "cells that differ": differ, "nodes": int(nodes)}


def _in_steps(task: Task) -> Answer:
    log = steps.log_of()
    attempt = steps.make_in_steps(task.draft, task.layout.rules, RESTARTS, task.rng, task.stop, log)
    ended = {steps.CLUES: 3, steps.BLACK: 4, steps.PAIRS: 5}
    return attempt > 0, {
        "attempts": int(attempt) or RESTARTS,
        "failed at step": {step: int(log.failed[step - 2]) for step in (2, 3, 4, 5) if log.failed[step - 2]},
        "ended at step": ended[int(log.ended[0])] if attempt else None,
        "made black": int(log.blackened[0]),
    }


def _repair(task: Task) -> Answer:
    if not task.fill():
        return False, {"filled": False}
    lower, upper = task.condition.difficulty or (0, 2**20)
    passes = math.ceil(2 * lower), math.floor(2 * upper)
    moves, bits = repair(task.draft, task.fixed, task.moves, HEAT, passes, task.rng, task.stop, NO_TRACE)
    return moves >= 0, {"moves": int(moves) if moves >= 0 else task.moves, "bits left": float(bits)}


def _part(task: Task, examined: int) -> Answer:
    if not task.fill():
        return False, {"filled": False}
    changes, answer = part_solutions(task.draft, task.fixed, CHANGES, examined, NODES, task.depths, task.rng, task.stop)
    return changes >= 0, {"changes": int(changes) if changes >= 0 else CHANGES, "undecided": answer == UNDECIDED}


def _construct(task: Task) -> Answer:
    log = construct.log_of()
    is_solved = construct.construct(task.draft, TAKEN_BACK, task.depths, task.rng, task.stop, log)
    names = ("chosen", "refused without solution", "refused for a rectangle", "taken back", "changed together")
    return bool(is_solved), dict(zip(names, log.counts.tolist(), strict=True))


GENERATORS: Mapping[str, Callable[[Task], Answer]] = {
    "check": _check,
    "steps": _in_steps,
    "repair": _repair,
    "constructor": _construct,
    "parting": lambda task: _part(task, EXAMINED),
    "parting-at-random": lambda task: _part(task, 0),
}


@dataclass(frozen=True)
class Plan:
    """How puzzles are generated; see `generate_puzzle`."""

    layout: LayoutSpec
    condition: Condition
    seed: int
    methods: tuple[str, ...] = ()
    push: float = 0.0
    digits: Sequence[Sequence[int | None]] | None = None
    tries: int = 900

    def generate_in(self, draft: Draft, index: int, stop: np.ndarray) -> Generated | None:
        """Generate a puzzle in working memory; None if none was found."""
        methods, digits = self.methods, self.digits
        if not methods:
            has_other_level = self.condition.level not in (None, "G")
            methods = FOR_OTHERS if has_other_level else IN_TURN if digits is None else ("repair",)
        rng, fixed = rng_from_seed(self.seed, index), np.zeros(self.layout.height * self.layout.width, np.int64)

        def attempt(number: int, stop: np.ndarray) -> Generated | None:
            if digits is None:
                draw_into(draft, self.layout, rng)
            else:
                draft.white[:] = [[digit is not None for digit in row] for row in digits]
                lay_out(draft)
                flat = [digit for row in digits for digit in row if digit is not None]
                fixed[: len(flat)] = flat
            turn, place = divmod(number, len(methods))
            # With a required difficulty, short repairs of many layouts succeed sooner than a long one.
            moves = MOVES if self.condition.difficulty is None else min(MOVES_OF_A_TURN * (1 + turn // 2), MOVES)
            task = Task(draft, self.layout, fixed, self.push, self.condition, moves, rng, stop)
            is_unique, log = GENERATORS[methods[place]](task)
            if not is_unique:
                return None
            rating = rate_packed(draft.puzzle, stop)
            if not self.condition.is_satisfied_by(rating):
                return None
            return Generated(*puzzle_of(draft), rating, methods[place], {"tries": number + 1} | log)

        return first_until(stop, self.tries, attempt)


def generate_puzzle(
    layout: LayoutSpec,
    condition: Condition,
    seed: int,
    index: int,
    methods: Sequence[str] = (),
    push: float = 0.0,
    digits: Sequence[Sequence[int | None]] | None = None,
    tries: int = 900,
) -> Generated | None:
    """Generate a puzzle that meets a condition; None if no try, each with its own layout, does, which proves nothing.

    Seed and index determine the puzzle. The methods take turns; by default, they suit the request. Push is how much the
    digits of high and low entries differ. Given digits replace the layout: 0 for a white cell with any digit, None for
    a black cell.
    """
    plan = Plan(layout, condition, seed, tuple(methods), push, digits, tries)
    return run_alone(lambda stop: plan.generate_in(draft_for(layout.height, layout.width), index, stop))


KIND_OF_LEVEL = {level: kind for kind, level in LEVEL_OF_KIND.items()}


@dataclass(frozen=True, kw_only=True)
class KakuroGeneration(Generation[Kakuro]):
    """Kakuros to be generated; see `generate_puzzle`."""

    request: Request

    puzzle: ClassVar[type[Kakuro]] = Kakuro
    columns: ClassVar[Sequence[Column]] = made_of("kakuro")

    @property
    def plan(self) -> Plan:
        """How each puzzle is generated."""
        request = self.request
        condition, methods = Condition(request.level, request.difficulty), (request.method,) if request.method else ()
        return Plan(
            request.layout_spec, condition, request.seed, methods, request.push, request.layout, request.max_tries
        )

    def heading(self, row: Mapping[str, Any]) -> str:
        """Return where a puzzle comes from and how difficult it is; see `Generation`."""
        passes, method, kind = row["passes"], row["method"], KIND_OF_LEVEL[row["level"]]
        how_hard = f"grade {row['grade']}" if passes is None else f"difficulty {passes:g}"
        return f"{row['size']}, seed {self.seed}, index {row['index']}: {kind}, {how_hard}, {method}"

    def room(self) -> Draft:
        """Return working memory; see `Generation`."""
        return draft_for(self.plan.layout.height, self.plan.layout.width)

    def make_one(self, room: Draft, index: int, stop: np.ndarray) -> GeneratedPuzzle | None:
        """Generate the puzzle of an index; see `Generation`."""
        generated = self.plan.generate_in(room, index, stop)
        if generated is None:
            return None
        rating = self.api.rating_from(generated.puzzle, generated.rating)  # type: ignore[attr-defined]
        columns = columns_of(rating) | {"solutions": 1, "complete": True}
        origin = {"method": generated.method, "tries": generated.log["tries"]}
        return GeneratedPuzzle(index, generated.puzzle, generated.solution, columns | origin)
