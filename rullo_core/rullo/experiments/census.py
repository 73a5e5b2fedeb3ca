"""Census: every puzzle of a size and range, that is, every solution on every grid (thesis, section 6.1).

Of grids that behave alike, one is solved and counted for all (`rullo_core.rullo.experiments.classes`). If lines are too
long or grids too many for that, every grid is solved; small censuses can be counted either way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
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
)
from rullo_core.rullo.experiments.counted import CountExperiment
from rullo_core.rullo.experiments.counting import (
    SomeClasses,
    Stretch,
    count_classes,
    count_orbits,
    count_stretch,
    symmetries,
)
from rullo_core.rullo.hard_puzzles import RatedPuzzle
from rullo_core.rullo.kernels.lines.counts import Counts, empty_counts
from rullo_core.rullo.puzzle import Rullo, Solution, flat
from rullo_core.runs.experiment import estimate_from_parts
from rullo_core.runs.shards import MOST_SHARDS, default_threads, run_on_threads, shard_size

SHARD = 2**17
"""Solutions in a shard of a small census, each standing for its inverse as well: at best a hundredth of a second."""

MOST_PUZZLES = MOST_SHARDS * 2**62
"""The greatest number of puzzles that can be counted: kernels count the puzzles of a shard with 64 bits."""

SHARD_OF_CLASSES = 2**20
"""Solutions in a shard of classes, which has at least one class: at best a tenth of a second."""

GRIDS_TO_SORT = 2**27
"""Most grids that are sorted into classes for an estimate of the time: about a second."""

CLASSES_TO_TIME = 2**10
"""The greatest number of classes that are counted in part to estimate the time."""

SOLUTIONS_TO_TIME = 2**9
"""Solutions that are counted at a time for an estimate, a block of `blocks` at least. Some take a thousand times as
long as others, so many small parts give a better estimate than a few large ones."""

GRIDS_AT_ONCE = 64
"""Number of grids whose solutions are compared in one task."""

PARTS = 64
"""Smallest number of shards of a census, for the threads and the progress bar."""


@dataclass(frozen=True)
class Census(CountExperiment):
    """Every solution on every grid; see `CountExperiment`. Grids that behave alike are counted together by default."""

    uses_classes: bool = field(default=True, kw_only=True)

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

    def classes(self, threads: int | None = None, row_step: int = 1) -> Classes | None:
        """Return a grid of each class, or of one in `row_step` first rows for an estimate; None if too many."""
        if not self.is_by_classes:
            return None
        at_once = min(threads or default_threads(), default_threads())
        return classes_of(self.height, self.width, self.values, at_once, row_step)

    @property
    def row_step(self) -> int:
        """An estimate uses one of this many first rows, so as to sort at most `GRIDS_TO_SORT` grids."""
        short, long = sorted((self.height, self.width))
        return -(-reduced_grids(short, long, len(self.values)) // GRIDS_TO_SORT)

    @property
    def is_by_classes(self) -> bool:
        """Whether grids that behave alike can be counted together."""
        return self.uses_classes and are_counted(self.height, self.width, self.values)

    def shards(self, threads: int | None = None) -> Iterator[Stretch | SomeClasses]:
        """Yield shards: groups of classes, or stretches of solutions, in order."""
        classes = self.classes(threads)
        if classes is None:
            yield from self.stretches()
            return
        largest = max(1, min(SHARD_OF_CLASSES >> (self.cells - 1), len(classes) // PARTS))
        size = max(largest, -(-len(classes) // MOST_SHARDS))
        for first in range(0, len(classes), size):
            part = classes.part(first, first + size)
            yield SomeClasses(first, min(first + size, len(classes)), part.checksum, part)

    def check_countable(self) -> None:
        """Refuse a census of more puzzles than can be counted."""
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
        """Estimate the time from random parts of grids, which are drawn as often as it rates solutions of theirs."""
        classes, factor = self.classes_to_sort(threads)
        if classes is None:
            self.check_countable()
            self.count_in(Stretch(0, 0, 0, 1, 1), np.zeros(1, np.uint8))  # compiles
            return estimate_from_parts(self.count_in, self.random_stretches(), self.puzzles, threads, longest)
        size = self.height, self.width, self.values
        random = np.random.Generator(np.random.Philox(key=0))
        sample = classes.representatives
        if len(classes) > CLASSES_TO_TIME:
            sample = sample.take(random.integers(len(classes), size=CLASSES_TO_TIME))
        is_numbered = np.array(self.values)[sample.digits] != 0
        solutions = 2 ** is_numbered.sum(axis=1)  # inverses among them
        grid_symmetries = [symmetries(self.height, self.width, digits) for digits in sample.digits]
        orbits = np.array(list(map(count_orbits, grid_symmetries, is_numbered)))
        at_once = max(1, SOLUTIONS_TO_TIME >> (self.cells - 1))

        def parts() -> Iterator[tuple[Classes, int]]:
            while True:
                places = random.choice(len(sample), at_once, p=orbits / orbits.sum())
                stretches = max(1, int(solutions[places[0]]) // 2 // SOLUTIONS_TO_TIME)
                yield sample.take(places), int(random.integers(stretches)) * SOLUTIONS_TO_TIME

        def count(part: tuple[Classes, int], stop: np.ndarray) -> int:
            classes, first = part
            counts = empty_counts(self.cells, 0)
            count_classes(*size, classes, counts, stop, range(first, first + SOLUTIONS_TO_TIME))
            return int(counts.completed[0])

        of_each, stopped = list(map(len, grid_symmetries)), np.ones(1, np.uint8)
        for place in map(of_each.index, (min(of_each), max(of_each))):  # compiles what counts each
            count_classes(*size, sample.part(place, place + 1), empty_counts(self.cells, 0), stopped, range(1))
        puzzles = orbits * (sample.weights + sample.transposed)
        return estimate_from_parts(count, parts(), factor * len(classes) * puzzles.mean(), threads, longest)

    def random_stretches(self) -> Iterator[Stretch]:
        """Yield stretches of solutions for an estimate of the time if every grid is solved."""
        half = 2 ** (self.cells - 1)
        block_size = min(half, SOLUTIONS_TO_TIME)
        blocks, units = half // block_size, SOLUTIONS_TO_TIME // block_size
        total, random = len(self.values) ** self.cells * blocks, Random(0)
        while True:
            grid, block = divmod(random.randrange(max(1, total - units)), blocks)
            yield Stretch(grid, block, min(units, total), block_size, blocks)

    def classes_to_sort(self, threads: int) -> tuple[Classes | None, int]:
        """Return classes of part of the first rows, for an estimate, and how many times as many there may be."""
        if not self.is_by_classes:
            return None, 1
        classes = self.classes(threads, self.row_step)
        return classes, 1 if self.row_step == 1 else 2  # part of the rows meets most classes, but not all

    def estimate_classes(self, threads: int) -> int:
        """Estimate the number of grids to be solved, from part of the first rows."""
        classes, factor = self.classes_to_sort(threads)
        return int(len(self.values) ** self.cells) if classes is None else factor * len(classes)

    def all_hardest(self, puzzles: Iterable[RatedPuzzle]) -> list[RatedPuzzle]:
        """Return the hardest puzzles up to the order of lines, at most `KEEP` of each kind; inverses are different."""
        place = {value: digit for digit, value in enumerate(self.values)}
        by_sort: dict[tuple[str, bool], dict[Rullo, dict[Solution, RatedPuzzle]]] = {}
        for rating in puzzles:
            digits = np.array([place[number] for number in flat(rating.puzzle.numbers)])
            of_sort = by_sort.setdefault((rating.kind, len(set(digits.tolist())) == len(place)), {})
            if len(of_sort) > hard_puzzles.KEEP:
                continue
            like = grids_like(self.height, self.width, self.values, digits) if self.is_by_classes else iter((digits,))
            for grid in like:
                numbers = np.array(self.values)[grid].reshape(self.height, self.width).tolist()
                puzzle, solution = Rullo.from_solution(numbers, rating.solution).canonical_with(rating.solution)
                of_sort.setdefault(puzzle, {})[solution] = RatedPuzzle(rating.kind, rating.difficulty, puzzle, solution)
                if len(of_sort) > hard_puzzles.KEEP:
                    break
        hardest = []
        for of_sort in by_sort.values():
            ordered = [
                of_puzzle[solution] for _, of_puzzle in sorted(of_sort.items()) for solution in sorted(of_puzzle)
            ]
            hardest += ordered[: hard_puzzles.KEEP]
        return hardest

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
            unique_count = 0
            for i in range(*part):
                if stop[0]:
                    break
                if classes is None:
                    digits, weight = np.array(np.unravel_index(i, (base,) * self.cells)), 1
                else:
                    digits, weight = classes.digits[i], int(classes.weights[i] + classes.transposed[i])
                unique_count += weight * unique.count_on_grid(values[digits].reshape(shape))
            return unique_count

        parts = ((first, min(first + GRIDS_AT_ONCE, number)) for first in range(0, number, GRIDS_AT_ONCE))
        return [sum(run_on_threads(parts, work, threads))]

    def estimate_seconds_for_unique(self, threads: int) -> float:
        """Estimate the time that `count_unique` takes on a number of threads."""
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
