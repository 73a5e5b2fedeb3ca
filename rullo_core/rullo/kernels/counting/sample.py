"""Draw independent random puzzles, and rate them."""

import numpy as np

from rullo_core.compiled import kernel
from rullo_core.compiled.bits import count_ones
from rullo_core.rullo.kernels.counting.batch import ROWS, SIZE, draw_batch, set_lines, solve_rows_first, square_board
from rullo_core.rullo.kernels.counting.drawing import words_needed
from rullo_core.rullo.kernels.lines.board import rate, rate_stalled
from rullo_core.rullo.kernels.lines.counts import SIMPLE, SKIPPED, holds_every_number, keep


@kernel
def count(spec, first, last, stream, guess_limit, lines, wide_lanes, batch, counts, stop):
    """Draw and rate the puzzles from one index to before another.

    If a stream is given, puzzles are drawn from it as far as `spec` says. A puzzle that lines leave with more unknown
    cells than `guess_limit` is counted as skipped. `lines` and `wide_lanes` are those of `room_for_lines`.
    """
    rows = lines.rows
    words = np.empty(words_needed(len(spec.values), batch.digits.shape[1], spec.coin), np.uint64)
    flags = np.empty(len(spec.values), np.bool_)
    bound = counts.puzzles.shape[2] - 1
    for begin in range(first, last, SIZE):
        size = min(SIZE, last - begin)
        draw_batch(spec, begin, size, stream, lines, wide_lanes, batch, words)
        solve_rows_first(lines, size, batch)
        for i in range(size):
            digits, solution = batch.digits[i], batch.solutions[i]
            passes = batch.columns_first.passes[i]
            if batch.columns_first.solved[i]:
                kind, halves = SIMPLE, passes + batch.rows_first.passes[i]
            else:
                if batch.in_lanes[i]:
                    included, known_cells = batch.included[ROWS, i], ~batch.columns_first.unknown[1, i]
                    kind, halves = rate_stalled(
                        *square_board(lines, i), included, passes, known_cells, guess_limit, bound, stop
                    )
                else:
                    set_lines(lines, spec.values, digits)
                    kind, halves = rate(rows, rows, lines.columns, solution, batch.holes[i], guess_limit, bound, stop)
                if stop[0] != 0:
                    return
            counts.puzzles[count_ones(solution), kind, halves] += 1
            counts.completed[0] += 1
            if kind != SKIPPED and halves >= min(counts.hardest[kind, 0], counts.hardest[kind, 1]):
                every_number = holds_every_number(digits, flags)
                if halves >= counts.hardest[kind, every_number]:
                    keep(counts, kind, every_number, halves, digits, solution)
