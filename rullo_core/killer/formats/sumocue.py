"""Killer Sudokus of SumoCue: a number or an entry for each cell."""

from __future__ import annotations

import re

from rullo_core.errors import BadInput, quoted
from rullo_core.killer.formats.common import puzzle_of
from rullo_core.killer.puzzle import Killer
from rullo_core.parameters import whole_number
from rullo_core.puzzles.boxes import place


def read_sumocue(content: str, location: str) -> Killer:
    """Read ``3x3::k:`` and 81 numbers, or ``SumoCueV1`` and 81 entries."""
    if content.startswith("SumoCueV1"):
        begin = len("SumoCueV1") + content.startswith("SumoCueV1D")
        _check_pieces(content, begin, r"[=+][0-9]{1,9}(?:J[0-9])?", location, "an entry such as =12 or +0")
        entries = re.findall(r"([=+])([0-9]{1,9})(J[0-9])?", content[begin:])
        if len(entries) != 81 or any(jigsaw for _, _, jigsaw in entries):
            raise BadInput(f"{location}: has {len(entries)} entries, or jigsaw regions; write 81 such as =12 or +0")
        owner = [cell if sign == "=" else int(number) for cell, (sign, number, _) in enumerate(entries)]
        sums = {cell: int(number) for cell, (sign, number, _) in enumerate(entries) if sign == "="}
        stray = next((cell for cell in range(81) if owner[cell] not in sums), None)
        if stray is not None:
            raise BadInput(f"{location}: {place(stray, 9)}: is in a cage without a first cell; correct its number")
        empty = next((cell for cell, total in sums.items() if not total), None)
        if empty is not None:
            raise BadInput(f"{location}: {place(empty, 9)}: the cage there has the sum 0; write its sum")
        return puzzle_of(9, (3, 3), _grouped(owner, sums), content.startswith("SumoCueV1D"), location)
    begin = content.index(":k:") + 3
    _check_pieces(content, begin, r"[0-9]{1,9}(?::|$)", location, "a number and a colon")
    numbers = [whole_number(word, 0, 2**16 - 1) for word in content[begin:].removesuffix(":").split(":")]
    parts = [divmod(number, 256) for number in numbers if number is not None]
    if not len(numbers) == len(parts) == 81:
        raise BadInput(f"{location}: has {len(numbers)} numbers; write 81 below 65536")
    readings = []
    for first in (0, 1):
        owner, totals = [pair[1 - first] for pair in parts], [pair[first] for pair in parts]
        sums = {}
        for cage, total in zip(owner, totals, strict=True):
            sums[cage] = max(total, sums.get(cage, 0))
        fits = all(total in (0, sums[cage]) for cage, total in zip(owner, totals, strict=True))
        if fits and all(sums.values()) and sum(sums.values()) == 405 and _grouped(owner, sums) not in readings:
            readings.append(_grouped(owner, sums))
    if len(readings) > 1:
        raise BadInput(
            f"{location}: either byte can be the sum, and the puzzle another; write SumoCueV1, or another format"
        )
    if not readings:
        reason = (
            "its sums do not add up to 405, whichever byte is the sum; correct a number, or put each cell in a cage"
        )
        raise BadInput(f"{location}: {reason}")
    return puzzle_of(9, (3, 3), readings[0], content.startswith("3x3:d"), location)


def _check_pieces(content: str, begin: int, pattern: str, location: str, expected: str) -> None:
    """Check that a text is made of pieces, from a place on."""
    match = re.compile(f"(?:{pattern})*").match(content, begin)
    assert match is not None
    if (end := match.end()) < len(content):
        reason = f"{quoted(content[end:])}, from character {end + 1} on, does not begin with {expected}; correct it"
        raise BadInput(reason, location, 1, end + 1)


def _grouped(owner: list[int], sums: dict[int, int]) -> list[tuple[list[int], int]]:
    cages: dict[int, list[int]] = {}
    for cell, cage in enumerate(owner):
        cages.setdefault(cage, []).append(cell)
    return [(cells, sums[cage]) for cage, cells in cages.items()]


def write_sumocue(puzzle: Killer) -> str:
    """Write a covered puzzle of 9x9 in the format of `read_sumocue`: by cell, the sum and first cell of its cage."""
    if (puzzle.side, puzzle.box) != (9, (3, 3)) or not puzzle.is_covered:
        raise BadInput("SumoCue strings are of 9x9 with boxes of 3x3 and every cell in a cage; use another format")
    numbers = [0] * 81
    for cage in puzzle.cages:
        for cell in cage.cells:
            numbers[cell] = 256 * cage.total + cage.cells[0]
    return f"3x3:{'d' * puzzle.diagonals}:k:" + "".join(f"{number}:" for number in numbers)
