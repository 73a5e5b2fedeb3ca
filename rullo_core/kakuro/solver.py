"""How far levels of reasoning get with a Kakuro: the readable solver that the kernels are tested against.

After H. Simonis, Kakuro as a constraint problem, sections 3 to 9.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from rullo_core import passes
from rullo_core.constraints.distinct import DIGITS, Bounds, Forward, Hall, Living, Union, different
from rullo_core.errors import BadInput
from rullo_core.kakuro.levels import GRADES, LEVEL_OF_KIND, LEVELS, STRONGER_RULES, STUCK, Kind
from rullo_core.kakuro.puzzle import ACROSS, DOWN, Entry, Kakuro, Solution
from rullo_core.kakuro.rules import differences, rectangles, sixes
from rullo_core.limits import limits
from rullo_core.passes import levels
from rullo_core.passes.levels import Propagation
from rullo_core.passes.solver import Contradiction
from rullo_core.passes.units import Domain, Rule, State, Unit, Units, with_digits

ALL_DIGITS: Domain = frozenset(DIGITS)
SETUP = "R+B+FC"
ORDERS = ((ACROSS, DOWN), (DOWN, ACROSS))
"""In which entries across and entries down may take turns; difficulty is the mean of both."""


# -- levels -----------------------------------------------------------------------------------------------------------


def rules_of(entry: Entry, name: str) -> list[Rule]:
    """Return the rules for an entry that one rule of a level but Q, Q6 and D means; B means none without a sum."""
    total = entry.clue
    if name.startswith("P"):
        names = ("G",) if len(entry) <= int(name[1:]) else ("R", "B", "FC")
        return [rule for part in names for rule in rules_of(entry, part)]
    if name == "B":
        return [] if total is None else [Bounds(total)]
    rules: dict[str, Rule] = {
        "FC": Forward(),
        "H": Hall(),
        "R": Union(total),
        "C": Living(total),
        "G": different(total),
    }
    return [rules[name]]


RULES = ("B", "FC", "H", "R", "C", "G", *GRADES[1:], "Q", "Q6", "D")


def units_of(puzzle: Kakuro, level: str) -> list[Unit]:
    """Return the units of a level: for each rule and entry, and for each rectangle, circle of six, and difference."""
    names = level.split("+")
    for name in names:
        if name not in RULES:
            raise BadInput(f"level {level!r}: there is no rule {name}; join some of {', '.join(RULES)} by +")
    units = [
        Unit(puzzle.entry_text(entry), entry.cells, rule)
        for name in names
        if name not in ("Q", "Q6", "D")
        for entry in sorted(puzzle.entries, key=len)
        for rule in rules_of(entry, name)
    ]
    units += rectangles(puzzle) if "Q" in names else ()
    units += sixes(puzzle) if "Q6" in names else ()
    units += differences(puzzle) if "D" in names else ()
    return units


def start_of(puzzle: Kakuro, digits: Solution | None = None) -> State:
    """Return the state with all digits in every cell, but for digits that are written, 0 for none."""
    start = (ALL_DIGITS,) * len(puzzle.cells)
    return start if digits is None else with_digits(start, digits)


def reach(puzzle: Kakuro, level: str) -> Propagation:
    """Propagate with the rules of a level until it is stuck."""
    return levels.reach(start_of(puzzle), units_of(puzzle, level))


def reacher(puzzle: Kakuro, level: str) -> levels.Reach:
    """Return `reach` as a function of a state, with the level's units made once."""
    units = units_of(puzzle, level)
    return lambda state: levels.reach(state, units).state


def shave(puzzle: Kakuro, level: str = "G") -> State:
    """Eliminate candidates that lead a level to a contradiction until there are none (*S*)."""
    return levels.shave(start_of(puzzle), reacher(puzzle, level))


def solutions(puzzle: Kakuro, level: str = "G", digits: Solution | None = None) -> Iterator[Solution]:
    """Yield every solution with the written digits: propagate, then try each digit of the first cell with the fewest
    (*X*).

    G is used last, so that a weak level is right too.
    """
    weak, strong = reacher(puzzle, level), reacher(puzzle, "G")

    def filter_candidates(state: State) -> State:
        state = weak(state)
        return strong(state) if levels.is_fixed(state) else state

    for state in levels.solutions(start_of(puzzle, digits), levels.NodeCounter(filter_candidates, limits().nodes)):
        yield tuple(digit for (digit,) in state)


# -- passes -----------------------------------------------------------------------------------------------------------


def game(puzzle: Kakuro, level: str = "G") -> Units:
    """Return the puzzle for passes over entries across and down (*G*) in both orders, with a level's rules beyond."""
    groups: dict[str, list[Unit]] = {
        direction: [
            Unit(puzzle.entry_text(entry), entry.cells, different(entry.clue))
            for entry in puzzle.entries
            if entry.direction == direction
        ]
        for direction in (ACROSS, DOWN)
    }
    stronger = {name: list(STRONGER_RULES[name](puzzle)) for name in LEVELS[level]}
    return Units(start_of(puzzle), groups, ORDERS, stronger)


# -- rating -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rating:
    """Rating of a puzzle; fields are named as columns of the public rating.

    Kinds are solved by G, unique and solved by G+Q, unique only. The grade is the first of `GRADES` that solves it, or
    stuck. Passes of both orders are until solved or the last that deduced anything, difficulty is their mean if simple,
    and open_cells counts cells after G; all these are None if G shows that there is no solution.
    """

    kind: Kind
    grade: str | None
    passes_across_first: int | None
    passes_down_first: int | None
    difficulty: float | None
    open_cells: int | None
    solutions: int
    complete: bool
    nodes: int
    cells: int
    entries: int

    @property
    def level(self) -> str | None:
        """The first level that solves the puzzle, or search; None unless it is unique."""
        return LEVEL_OF_KIND.get(self.kind)

    @property
    def simple(self) -> bool:
        """Whether G solves the puzzle."""
        return self.kind == "simple"

    @property
    def passes(self) -> float | None:
        """The mean of the passes of both orders, if it does."""
        return self.difficulty


def rate(puzzle: Kakuro, max_solutions: int = 2) -> Rating:
    """Rate a puzzle; the search ends after `max_solutions` + 1 solutions."""
    # Nothing is tried before G is applied for the first time.
    propagate, nodes = reacher(puzzle, "G"), -1
    counts = len(puzzle.cells), len(puzzle.entries)

    def count(state: State) -> State:
        nonlocal nodes
        nodes += 1
        return propagate(state)

    examples = list(islice(levels.solutions(start_of(puzzle), count), max_solutions + 1))
    complete, number = len(examples) <= max_solutions, min(len(examples), max_solutions)
    try:
        unfixed = sum(len(domain) > 1 for domain in propagate(start_of(puzzle)))
    except Contradiction:
        return Rating("infeasible", None, None, None, None, None, 0, True, nodes, *counts)
    played = game(puzzle)
    across_first, down_first = (passes.run(played, order) for order in played.orders)
    lengths = [len(run.passes) if run.is_solved else run.last_that_changed for run in (across_first, down_first)]
    kind: Kind = "ambiguous" if len(examples) > 1 else "exhaustive" if examples else "infeasible"
    if unfixed == 0:
        kind = "simple"
    if kind == "exhaustive" and levels.is_fixed(reach(puzzle, "G+Q").state):
        kind = "rectangular"
    return Rating(
        kind,
        grade(puzzle),
        lengths[0],
        lengths[1],
        sum(lengths) / 2 if unfixed == 0 else None,
        unfixed,
        number,
        complete,
        nodes,
        *counts,
    )


def grade(puzzle: Kakuro) -> str:
    """Return the first of `GRADES`, by the longest entry filtered completely, that solves a puzzle, or stuck."""
    for name in GRADES:
        if levels.is_fixed(reach(puzzle, SETUP if name == "setup" else name).state):
            return name
    return STUCK
