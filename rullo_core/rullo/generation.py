"""Random puzzles, each determined by its seed and index."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from rullo_core.columns import Column, made_of
from rullo_core.interpreted import at_once
from rullo_core.limits import Limits, limits
from rullo_core.parameters import format_range
from rullo_core.passes.levels import SEARCH
from rullo_core.puzzles.generation import Batch, GeneratedPuzzle, Generation, columns_of
from rullo_core.rullo import rand
from rullo_core.rullo.puzzle import Rullo, Solution, flat
from rullo_core.rullo.request import (
    FAIR,
    PHILOX,
    RAND,
    RAND_COINS,
    RAND_NUMBERS,
    Condition,
    Request,
    check_generator,
)
from rullo_core.rullo.solver import GUESS_LIMIT, game, is_simple, rate

SMALL_BATCH = 64
"""Up to this number, indices are tried faster without a kernel, which may have to be compiled."""

MOST_DRAWN = 64
"""Most cells of puzzles that a kernel draws."""

LARGEST_DRAWN = 2**40
"""Largest absolute value of their numbers."""

RATED_NODES = 100_000
"""Values that a search for a second solution of a puzzle tries, if no kernel draws it."""

SAMPLED = 600
"""The number of cells, of all puzzles together, that are tried at random before hill climbing."""

NO_CONDITION = Condition()
"""Any puzzle satisfies it."""


def stream_name(seed: int, generator: str = PHILOX) -> str:
    """Describe a stream of random puzzles, for example "seed 1 of rand"."""
    return f"seed {seed}" if generator == PHILOX else f"seed {seed} of {generator}"


def coin_of(included: float) -> int:
    """Convert a share of included cells to a multiple of 2**-32."""
    return round(included * 2**32)


def draw_puzzle(
    height: int,
    width: int,
    values: tuple[int, ...],
    seed: int,
    index: int,
    included: float = FAIR,
    generator: str = PHILOX,
) -> tuple[Rullo, Solution]:
    """Draw a random puzzle: a uniform number and a coin for every cell (thesis, section 5.2.1); and its solution.

    A 0 in the range makes holes, which are always excluded. `RAND` gives the puzzle of `rullo_core.rullo.rand.draw`,
    which the thesis's program would have drawn; `RAND_NUMBERS` and `RAND_COINS` take only the numbers or only the coins
    from it.

    `PHILOX` uses the words of Philox4x64-10 with the key (seed, index) in order. The first words give one bit per cell,
    lowest bit first, in reading order. If the coin is not fair, they give half a word per cell, the high half first;
    the cell is included if the half word is less than the share times 2**32. Each further word gives several numbers:
    the high word of word times range size is one, and the low word gives the next. At most 40 bits of a word are used,
    so that the bias stays below 2**-24.
    """
    check_generator(generator, seed, included)
    cells, base = height * width, len(values)
    drawn_with_philox = _draw_with_philox(seed, index, base, cells, coin_of(included))
    drawn_with_rand = drawn_with_philox if generator == PHILOX else rand.draw(seed, index, base, cells)
    digits = (drawn_with_rand if generator in (RAND, RAND_NUMBERS) else drawn_with_philox)[0]
    coins = (drawn_with_rand if generator in (RAND, RAND_COINS) else drawn_with_philox)[1]
    numbers = [values[digit] for digit in digits]
    choices = [coins[i] and numbers[i] != 0 for i in range(cells)]
    solution = tuple(tuple(choices[r * width : (r + 1) * width]) for r in range(height))
    return Rullo.from_solution([numbers[r * width : (r + 1) * width] for r in range(height)], solution), solution


def _draw_with_philox(seed: int, index: int, base: int, cells: int, coin: int) -> tuple[list[int], list[bool]]:
    """Draw for each cell the index of its number in the range, and whether it is included."""
    bits = max(1, (base - 1).bit_length())
    per_word = 40 // bits
    is_fair = coin == coin_of(FAIR)
    coin_words = -(-cells // 64) if is_fair else -(-cells // 2)
    words = (
        np.random.Philox(key=np.array([seed, index], np.uint64)).random_raw(coin_words - (-cells // per_word)).tolist()
    )
    digits = []
    for word in words[coin_words:]:
        for _ in range(per_word):
            digit, word = divmod(word * base, 2**64)
            digits.append(digit)
    if is_fair:
        coins = [bool(words[i // 64] >> i % 64 & 1) for i in range(cells)]
    else:
        coins = [half < coin for word in words[:coin_words] for half in divmod(word, 2**32)]
    return digits[:cells], coins[:cells]


@dataclass(frozen=True, kw_only=True)
class RulloGeneration(Generation[Rullo]):
    """Random Rullos, or Rullos that satisfy a request; or, if `climbed`, Rullos that hill climbing finds."""

    request: Request
    climbed: bool = False

    puzzle: ClassVar[type[Rullo]] = Rullo
    columns: ClassVar[Sequence[Column]] = made_of("rullo")
    smallest_shard: ClassVar[int] = 8192
    tried_alone: ClassVar[int] = SMALL_BATCH

    @property
    def cells(self) -> int:
        """Number of cells of a puzzle."""
        height, width = self.request.size
        return height * width

    @property
    def advice(self) -> str:
        """Advice for a request for which too few puzzles were found."""
        can_climb = replace(self.request, climb=True).can_climb and not self.climbed
        return "ask for less, allow more, or find puzzles by hill climbing (climb)" if can_climb else super().advice

    @property
    def is_sparse(self) -> bool:
        """Whether only some indices give a puzzle: those whose puzzles satisfy a request."""
        return self.request.condition != NO_CONDITION and not self.climbed

    def heading(self, row: Mapping[str, Any]) -> str:
        """Return where a puzzle comes from, and how difficult it is; see `Generation`."""
        title = f"{row['size']} over {format_range(self.request.values)}"
        title += "" if self.request.included == FAIR else f", {self.request.included:g} included"
        title += f", {stream_name(self.seed, self.request.generator)}, index {row['index']}"
        title += ", climbed to: not a random one of its kind" if self.climbed else ""
        return f"{title}: simple, difficulty {row['passes']:g}" if row["simple"] else f"{title}: not simple"

    def make(self, first: int, end: int, stop: np.ndarray) -> Batch:
        """Generate puzzles, most of them by one kernel; see `Generation`."""
        if end - first > SMALL_BATCH and self.is_drawn:
            return self.draw(first, end, stop)
        return super().make(first, end, stop)

    @property
    def is_drawn(self) -> bool:
        """Whether a kernel can draw the puzzles."""
        fits = self.cells <= MOST_DRAWN and max(map(abs, self.request.values)) <= LARGEST_DRAWN
        return fits and self.request.generator == PHILOX and not self.climbed

    def draw(self, first: int, end: int, stop: np.ndarray) -> Batch:
        """Do what `make` does, by a kernel that has to be compiled."""
        # Imported here: single puzzles are solved and rated without the compiler.
        from rullo_core.rullo.kernels.counting import accepted as kernel
        from rullo_core.rullo.kernels.counting import drawing
        from rullo_core.rullo.kernels.counting.batch import room_for_lines
        from rullo_core.rullo.kernels.lines.counts import EXHAUSTIVE, SIMPLE, halves_bound

        request, cells, values = self.request, self.cells, np.array(self.request.values, np.int64)
        kind = kernel.UNRESTRICTED if request.simple is None else SIMPLE if request.simple else EXHAUSTIVE
        bounds = request.difficulty
        halves = (
            (kernel.UNRESTRICTED, kernel.UNRESTRICTED)
            if bounds is None
            else (math.ceil(2 * bounds[0]), math.floor(2 * bounds[1]))
        )
        criteria = (kind, request.unique, *(request.required or (0, cells)), *halves)
        spec = drawing.SampleSpec(
            *request.size,
            values,
            np.uint64(self.seed),
            np.uint64(coin_of(self.request.included)),
            drawing.ALL_OF_STREAM,
        )
        lines, wide_lanes = room_for_lines(*request.size, max(map(abs, self.request.values)))
        accepted = kernel.room_for(end - first, cells)
        number = kernel.draw_accepted(
            spec, np.uint64(first), np.uint64(end), kernel.Criteria(*map(np.int64, criteria)), np.int64(GUESS_LIMIT),
            np.int64(halves_bound(cells)), lines, wide_lanes, accepted, stop,
        )  # fmt: skip
        index, digits, solution_bits, passes, doubled, unique, unfixed = (part[:number] for part in accepted)
        numbers = values[digits].reshape(number, *request.size)
        bits = solution_bits[:, None] >> np.arange(cells, dtype=np.uint64) & np.uint64(1)
        solutions = bits.astype(np.int64).reshape(numbers.shape)
        terms = numbers * solutions
        simple = passes >= 0
        batch = Batch(
            solutions,
            {
                "index": index,
                "simple": simple,
                "level": np.where(simple, self.api.levels[0], SEARCH),
                "passes": np.where(doubled >= 0, doubled / 2, np.nan),
                "cells": np.count_nonzero(numbers, axis=(1, 2)),
                "open_cells": unfixed,
                "solutions": np.where(unique, 1, 2),
                "complete": [True if is_unique else None for is_unique in unique.tolist()],
                "required": bits.sum(axis=1).astype(np.int64),
                "passes_columns_first": [count if count >= 0 else None for count in passes.tolist()],
                "passes_rows_first": [
                    int(total - count) if count >= 0 else None
                    for count, total in zip(passes.tolist(), doubled.tolist(), strict=True)
                ],
                "climbed": np.zeros(number, bool),
            },
            arrays={"numbers": numbers, "row_targets": terms.sum(axis=2), "column_targets": terms.sum(axis=1)},
        )
        return batch if bounds is None else self._with_difficulty(batch)

    def _with_difficulty(self, batch: Batch) -> Batch:
        """Keep puzzles of the requested difficulty, which is not yet known for those with several solutions."""
        low, high = self.request.difficulty or (0, 0)
        difficulties, is_kept = np.array(batch.columns["passes"], float), np.ones(len(batch), bool)
        for i in np.flatnonzero(np.isnan(difficulties)).tolist():
            difficulty = rate(self.api.unpack_at(batch.arrays, i), max_solutions=1).difficulty
            difficulties[i] = np.nan if difficulty is None else difficulty
            is_kept[i] = difficulty is not None and low <= difficulty <= high
        columns = {name: np.asarray(values, object)[is_kept] for name, values in batch.columns.items()}
        arrays = {name: values[is_kept] for name, values in batch.arrays.items()}
        return Batch(batch.solutions[is_kept], columns | {"passes": difficulties[is_kept]}, arrays=arrays)

    def make_one(self, room: Any, index: int, stop: np.ndarray) -> GeneratedPuzzle | None:
        """Generate the puzzle of an index; see `Generation`."""
        request = self.request
        if self.climbed:
            from rullo_core.rullo.climb import climb_to

            climbed = climb_to(*request.size, request.values, request.condition, self.seed, index)
            if climbed is None:
                return None
            pair = climbed.puzzle, climbed.solution
        else:
            pair = draw_puzzle(*request.size, request.values, self.seed, index, request.included, request.generator)
            if not request.condition.is_satisfied_by(*pair):
                return None
        puzzle, solution = pair
        values = game(puzzle).values_in(solution)
        if not self.is_rated:
            return GeneratedPuzzle(index, puzzle, values, {})
        simple = is_simple(puzzle)
        search_limits = limits() if simple or self.is_drawn else Limits(nodes=RATED_NODES)
        rating = puzzle.rate(**vars(search_limits))
        columns = columns_of(rating) | {"climbed": self.climbed, "required": sum(flat(solution))}
        if not simple:
            columns |= {"simple": False, "level": SEARCH}
        if rating.solutions > 1 and self.request.difficulty is None:
            columns["passes"] = None
        unique = rating.solutions == 1 if rating.complete else False if rating.solutions > 1 else None
        columns |= {"solutions": {True: 1, False: 2, None: None}[unique], "complete": unique or None}
        return GeneratedPuzzle(index, puzzle, values, columns)


def generation_of(request: Request) -> RulloGeneration:
    """Return what generates the puzzles of a request: hill climbing if that may be, and no random one is accepted."""
    random = RulloGeneration(request=request)
    sampled = max(1, SAMPLED // random.cells)
    if not request.can_climb or request.max_tries < sampled:
        return random
    accepted = at_once(lambda: replace(random, is_rated=False).make(0, sampled, np.zeros(1, np.uint8)))
    return random if len(accepted) else replace(random, climbed=True)
