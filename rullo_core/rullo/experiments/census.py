"""Census: every puzzle of a size and range, that is, every solution on every grid (thesis, section 6.1).

Of grids that behave alike, one is solved and counted for all (`rullo_core.rullo.experiments.classes`). If lines are too
long or grids too many for that, every grid is solved by itself; small censuses can be counted either way.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from rullo_core.errors import BadInput
from rullo_core.rullo import hard_puzzles
from rullo_core.rullo.experiments import unique
from rullo_core.rullo.experiments.classes import (
    Classes,
    are_counted,
    classes_of,
    grids_like,
    reduced_grids,
    rows_in_order,
    some_rows,
)
from rullo_core.rullo.experiments.counted import Counted
from rullo_core.rullo.experiments.counting import (
    SomeClasses,
    Stretch,
    compile_for,
    count_classes,
    count_stretch,
    has_blocks,
    seconds_from_parts,
    seconds_from_solutions,
)
from rullo_core.rullo.hard_puzzles import RatedPuzzle
from rullo_core.rullo.kernels.lines.counts import Counts, empty_counts
from rullo_core.rullo.puzzle import Rullo, Solution, flat
from rullo_core.runs.experiment import seconds_for, stopping_after
from rullo_core.runs.shards import MOST_SHARDS, default_threads, run_on_threads, shard_size

SHARD = 2**17
"""Solutions in a shard of a small census, each standing for its inverse as well: at best a hundredth of a second."""

MOST_PUZZLES = MOST_SHARDS * 2**62
"""Most puzzles that are counted one by one: kernels count those of a shard with 64 bits."""

SHARD_OF_CLASSES = 2**20
"""Solutions in a shard of classes, which has at least one class: at best a tenth of a second."""

GRIDS_TO_LOOK_AT = 2**27
"""Number of grids to sort into classes for an estimate of the time: about a second."""

FEWEST_CLASSES = 40
"""Smallest number of classes to count for an estimate of the time, because some take many times as long as others."""

LEAST_SECONDS = 0.5
"""Shortest time, in seconds, to count classes for an estimate, unless it takes less to count all."""

LONGER = 15
"""Factor by which an estimate may take longer if single classes take long: the census then takes hours."""

MOST_CELLS_WITH_HOLES = 16
"""Most cells of grids with holes for estimates from whole classes; beyond, few grids with few holes take most time."""

GRIDS_AT_ONCE = 64
"""Number of grids whose solutions are compared in one task."""

PARTS = 64
"""Smallest number of shards of a census, for the threads and the progress bar."""


@dataclass(frozen=True)
class Census(Counted):
    """Every solution on every grid, those that behave alike together unless each is wanted by itself; see `Counted`."""

    together: bool = field(default=True, kw_only=True)

    name: ClassVar[str] = "census"
    most_cells: ClassVar[int] = 64

    @property
    def puzzles(self) -> int:
        """Number of puzzles: a hole cannot be included, any other number is included or excluded."""
        choices = sum(2 if value else 1 for value in self.values)
        return int(choices**self.cells)

    @property
    def title(self) -> str:
        """Description of the census in words."""
        return f"census of {self.size} over {self.range}"

    def classes(self, threads: int | None = None, every: int = 1) -> Classes | None:
        """Return one grid of each class, or of one in `every` first rows for an estimate; None if they are too many."""
        if not self.is_by_classes:
            return None
        at_once = min(threads or default_threads(), default_threads())
        return classes_of(self.height, self.width, self.values, at_once, every)

    @property
    def every(self) -> int:
        """Number of first rows of which an estimate uses one, so as to sort at most `GRIDS_TO_LOOK_AT` grids."""
        short, long = sorted((self.height, self.width))
        return -(-reduced_grids(short, long, len(self.values)) // GRIDS_TO_LOOK_AT)

    @property
    def is_by_classes(self) -> bool:
        """Whether grids that behave alike can be counted together."""
        return self.together and are_counted(self.height, self.width, self.values)

    def shards(self, threads: int | None = None) -> Iterator[Stretch | SomeClasses]:
        """Yield shards: groups of classes, or stretches of solutions, in order."""
        classes = self.classes(threads)
        if classes is None:
            yield from self.stretches()
            return
        most = max(1, min(SHARD_OF_CLASSES >> (self.cells - 1), len(classes) // PARTS))
        size = max(most, -(-len(classes) // MOST_SHARDS))
        for first in range(0, len(classes), size):
            some = classes.part(first, first + size)
            yield SomeClasses(first, min(first + size, len(classes)), some.checksum, some)

    def check_countable(self) -> None:
        """Refuse a census whose puzzles are too many to be counted one by one."""
        if self.puzzles > MOST_PUZZLES:
            raise BadInput(
                f"{self.title}: {self.puzzles:,} puzzles, and at most {MOST_PUZZLES:,} are counted one by one; take "
                "a smaller size or range, or rullo sample"
            )

    def stretches(self) -> Iterator[Stretch]:
        """Yield stretches of solutions, grid after grid: at least `PARTS` unless the census is tiny."""
        self.check_countable()
        half = 2 ** (self.cells - 1)
        total = half * len(self.values) ** self.cells
        shard = max(1, min(shard_size(total, SHARD), total // PARTS))
        block_size = min(half, 2 ** (shard.bit_length() - 1))
        blocks = half // block_size
        units = len(self.values) ** self.cells * blocks
        step = max(1, shard // block_size)
        for unit in range(0, units, step):
            grid, block = divmod(unit, blocks)
            yield Stretch(grid, block, min(step, units - unit), block_size, blocks)

    def estimate_seconds(self, threads: int, longest: float = 2.0) -> float:
        """Estimate the time from a spread selection of classes, or from some puzzles; see `Experiment`."""
        if not self.is_by_classes:
            self.check_countable()
            return self.estimate_plainly(threads, longest)
        every = self.every
        rows = len(rows_in_order(max(self.height, self.width), len(self.values))[1])
        met = 0
        for repeated in (every * 4, every):  # the first call compiles
            begin = time.perf_counter()
            classes = self.classes(threads, repeated)
            to_find = (time.perf_counter() - begin) * rows / len(some_rows(rows, repeated))
            if classes is None:
                self.check_countable()
                return self.estimate_plainly(threads, longest)
            # Part of the rows misses some classes; the growth for four times as many rows shows how many.
            unmet, met = len(classes) / met if met and every > 1 else 1.0, len(classes)
        assert classes is not None
        one_of_each = classes.one_of_each
        compile_for(self.height, self.width, self.values, one_of_each)
        size = self.height, self.width, self.values
        longest *= LONGER
        if len(classes) == 1 or (0 in self.values and self.cells > MOST_CELLS_WITH_HOLES):
            seconds = seconds_from_solutions(*size, one_of_each, longest)
            return to_find + unmet * seconds / min(threads, len(classes))
        if has_blocks(*size) and 2 ** (self.cells - 1) >= SHARD_OF_CLASSES:
            return to_find + unmet * seconds_from_parts(*size, one_of_each, threads, longest)
        counts = empty_counts(self.cells, 0)
        begin = time.perf_counter()
        with stopping_after(longest) as stop:
            for doubled in itertools.count():  # counting classes one at a time has too much overhead
                number = FEWEST_CLASSES << doubled
                places = [evenly(i, len(classes)) for i in range(number, 2 * number)]
                count_classes(*size, one_of_each.at(np.array(places)), counts, stop)
                seconds = time.perf_counter() - begin
                if stop[0] or seconds > LEAST_SECONDS or number >= len(classes):
                    break
        ways = one_of_each.weights + one_of_each.transposed
        of_each = (ways * 2.0 ** np.count_nonzero(np.array(self.values)[classes.digits], axis=1)).sum()
        return float(to_find + unmet * seconds / max(1, int(counts.done[0])) * of_each / threads)

    def estimate_classes(self, threads: int) -> int:
        """Estimate the number of grids to be solved, from part of the first rows."""
        classes = self.classes(threads, self.every)
        if classes is None:
            return int(len(self.values) ** self.cells)
        return len(classes) * (1 if self.every == 1 else 2)  # part of the rows meets most classes, but not all

    def estimate_plainly(self, threads: int, longest: float) -> float:
        """Estimate the time if every grid is solved by itself."""
        compiling = Stretch(0, 0, 0, 1, 1)
        self.count_into(empty_counts(self.cells, 0), compiling, np.zeros(1, np.uint8))
        half = 2 ** (self.cells - 1)
        solutions = 64
        seconds_a_puzzle: list[float] = []
        begin = time.perf_counter()
        with stopping_after(longest) as stop:
            for i in itertools.count(1):
                block_size = min(half, solutions)
                blocks = half // block_size
                grid, block = divmod(evenly(i, len(self.values) ** self.cells * blocks), blocks)
                counts = empty_counts(self.cells, 0)
                before = time.perf_counter()
                self.count_into(counts, Stretch(grid, block, solutions // block_size, block_size, blocks), stop)
                after = time.perf_counter()
                # There may have been time for one puzzle only, and not to its end.
                seconds_a_puzzle.append((after - before) / max(1, int(counts.done[0])))
                if after - before < 0.002 and solutions < SHARD and not stop[0]:
                    solutions *= 2  # otherwise the overhead of the call would distort the estimate
                    seconds_a_puzzle.clear()
                    continue
                estimate = seconds_for(self.puzzles, sum(seconds_a_puzzle) / len(seconds_a_puzzle), threads)
                if stop[0] or (len(seconds_a_puzzle) >= 20 and after - begin > estimate / 100):
                    break
        return estimate

    def all_hardest(self, met: Iterable[RatedPuzzle]) -> list[RatedPuzzle]:
        """Return the hardest puzzles up to the order of lines, inverses apart, `KEEP` of each kind at most."""
        place = {value: digit for digit, value in enumerate(self.values)}
        kept: dict[tuple[str, bool], dict[Rullo, dict[Solution, RatedPuzzle]]] = {}
        for rated in met:
            digits = np.array([place[number] for number in flat(rated.puzzle.numbers)])
            of_sort = kept.setdefault((rated.kind, len(set(digits.tolist())) == len(place)), {})
            if len(of_sort) > hard_puzzles.KEEP:
                continue
            like = grids_like(self.height, self.width, self.values, digits) if self.is_by_classes else iter((digits,))
            for grid in like:
                numbers = np.array(self.values)[grid].reshape(self.height, self.width).tolist()
                puzzle, solution = Rullo.from_solution(numbers, rated.solution).canonical_with(rated.solution)
                of_sort.setdefault(puzzle, {})[solution] = RatedPuzzle(rated.kind, rated.difficulty, puzzle, solution)
                if len(of_sort) > hard_puzzles.KEEP:
                    break
        found = []
        for of_sort in kept.values():
            every = [of_puzzle[solution] for _, of_puzzle in sorted(of_sort.items()) for solution in sorted(of_puzzle)]
            found += every[: hard_puzzles.KEEP]
        return found

    def count_unique(self, threads: int | None = None) -> list[int] | None:
        """Count the puzzles with one solution; None for too many cells, or too many grids that are not in classes."""
        threads = threads or default_threads()
        if self.cells > unique.MOST_CELLS:
            return None
        classes = self.classes(threads)
        number = len(self.values) ** self.cells if classes is None else len(classes)
        if classes is None and number > unique.MOST_GRIDS:
            return None
        base, shape, values = len(self.values), (self.height, self.width), np.array(self.values, np.int64)

        def work(part: tuple[int, int], stop: np.ndarray) -> int:
            alone = 0
            for i in range(*part):
                if stop[0]:
                    break
                if classes is None:
                    digits, weight = np.array(np.unravel_index(i, (base,) * self.cells)), 1
                else:
                    digits, weight = classes.digits[i], int(classes.weights[i] + classes.transposed[i])
                alone += weight * unique.count_on_grid(values[digits].reshape(shape))
            return alone

        parts = ((first, min(first + GRIDS_AT_ONCE, number)) for first in range(0, number, GRIDS_AT_ONCE))
        return [sum(run_on_threads(parts, work, threads))]

    def estimate_seconds_for_unique(self, threads: int) -> float:
        """Estimate the time that `count_unique` takes on so many threads."""
        if self.cells > unique.MOST_CELLS:
            return 0.0
        number = self.estimate_classes(threads)
        if number == len(self.values) ** self.cells > unique.MOST_GRIDS:
            return 0.0
        return unique.seconds_on_grid(self.height, self.width, self.values) * number / threads

    def count_into(self, counts: Counts, shard: Stretch | SomeClasses, stop: np.ndarray) -> None:
        """Add the puzzles of a shard to counts."""
        if isinstance(shard, SomeClasses):
            count_classes(self.height, self.width, self.values, shard.classes, counts, stop)
        else:
            count_stretch(self.height, self.width, self.values, shard, counts, stop)


def evenly(i: int, places: int) -> int:
    """Return the i-th of evenly spread positions: multiples of the golden ratio, modulo 1, are even at any number."""
    return i * 0x9E3779B97F4A7C15 % 2**64 * places >> 64
