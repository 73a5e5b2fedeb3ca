"""Sudoku as a game of units, defined only by its cells, units and rule."""

from pathlib import Path

from rullo_core.passes.units import Automaton, Unit, Units

DIGITS = frozenset(range(1, 10))


def unless_used(digits, place, digit):
    return None if digits >> digit & 1 else digits | 1 << digit


ALL_DIFFERENT = Automaton(0, unless_used, lambda digits: True)


def sudoku(text):
    """Return the game of a 9x9 Sudoku given as 81 characters: digits, and a dot or a 0 for an empty cell."""
    start = tuple(frozenset({int(sign)}) if sign in "123456789" else DIGITS for sign in text)
    cells = {f"row {i + 1}": range(9 * i, 9 * i + 9) for i in range(9)}
    cells |= {f"column {i + 1}": range(i, 81, 9) for i in range(9)}
    cells |= {
        f"box {i + 1}": [27 * (i // 3) + 3 * (i % 3) + 9 * r + c for r in range(3) for c in range(3)] for i in range(9)
    }
    units = [Unit(name, tuple(members), ALL_DIFFERENT) for name, members in cells.items()]
    return Units(start, {"units": units})


_LINES = Path(__file__).with_name("sudokus.txt").read_text().splitlines()[1:]
EASY, HARDEST = _LINES[:50], _LINES[50:]
