"""Sudokus with random givens: how far complete unit filtering gets on boards, and on a tree of units.

On a tree, what a unit says about a cell is a *message*: the candidates that the unit leaves, if each of its other cells
is given, or has the candidates that both of its other units leave. Digits are exchangeable, so that the law of messages
is that of their sizes, and a message of a size is the digit of the solution with a random set of the other digits.
"""

from rullo_core.compiled import inlined, kernel
from rullo_core.compiled.rng import integer_below, uniform
from rullo_core.sudoku.kernels.filtering import filter_all
from rullo_core.sudoku.kernels.levels import count_passes


@inlined
def count_bits(word):
    """Return the number of bits of an int64."""
    number = 0
    while word:
        word &= word - 1
        number += 1
    return number


@kernel
def count_fixed(board, box, puzzles, rules, room, order, fixed, stop):
    """Fill in how many cells of each puzzle, an array of cells, are given or fixed by some rules."""
    for i in range(len(puzzles)):
        if stop[0] != 0:
            return
        count_passes(board, box, puzzles[i], rules, room, order)
        fixed[i] = len(order)
        for row in range(len(board.unfixed)):
            fixed[i] -= count_bits(board.unfixed[row])


@inlined
def random_message(law, digit, rest, rng):
    """Draw candidates of a cell with a digit; law is the cumulative law of their number, rest the other digits."""
    place, size = uniform(rng), 0
    while size < len(rest) and place >= law[size]:
        size += 1
    candidates = 1 << digit
    for i in range(size):
        j = i + integer_below(rng, len(rest) - i)
        rest[i], rest[j] = rest[j], rest[i]
        candidates |= 1 << rest[i]
    return candidates


@kernel
def send_messages(law, share, units, room, rest, rng, counts, stop):
    """Filter random units of a tree; count their messages about cell 0 by the number of other candidates.

    The digit of cell i is i, and rest[i] are the other digits. Each other cell is given with probability `share`, or
    two messages from elsewhere meet.
    """
    side = len(counts)
    for _ in range(units):
        if stop[0] != 0:
            return
        room.domains[0] = (1 << side) - 1
        for i in range(1, side):
            room.domains[i] = 1 << i
            if uniform(rng) >= share:
                digits = rest[i]
                room.domains[i] = random_message(law, i, digits, rng) & random_message(law, i, digits, rng)
        filter_all(room, side)
        counts[count_bits(room.domains[0]) - 1] += 1
