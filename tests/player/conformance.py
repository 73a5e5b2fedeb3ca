"""Puzzles on which the scripts of the board and Python have to agree, and what Python says of them.

`python -m tests.player.conformance` writes them anew, or those of the puzzles that are named.
"""

import gzip
import hashlib
import json
import random
import sys
from itertools import islice
from pathlib import Path

from rullo_core.errors import BadInput
from rullo_core.killer.generation import generate_puzzle as make_killer
from rullo_core.killer.levels import SHAVE
from rullo_core.killer.puzzle import Cage, Killer
from rullo_core.killer.request import Request
from rullo_core.passes.levels import SEARCH
from rullo_core.player.kinds import kinds
from rullo_core.puzzles.boxes import neighbours, side_of, units_of
from rullo_core.sudoku.batch import rate_many
from rullo_core.sudoku.generation import generate_puzzle as make_sudoku
from rullo_core.sudoku.levels import LEVELS
from rullo_core.sudoku.puzzle import Sudoku
from rullo_core.sudoku.request import DigSpec, FillSpec

FILE = Path(__file__).with_name("conformance.jsonl.gz")

NO_SOLUTION = {"title": None}
"""What is said of a puzzle without solution."""


def rullos(rng):
    """Up to 6x6, with holes and negative numbers; some with two target-sums that are one more."""
    for _ in range(1500):
        height, width = rng.randint(1, 6), rng.randint(1, 6)
        values = rng.choice([range(1, 5), range(1, 10), range(2, 5), range(-3, 4), range(0, 10), range(1, 20)])
        grid = [[rng.choice(values) for _ in range(width)] for _ in range(height)]
        included = [[rng.random() < 0.5 for _ in range(width)] for _ in range(height)]
        sums = [
            [n * is_included for n, is_included in zip(*pair, strict=True)] for pair in zip(grid, included, strict=True)
        ]
        columns = [sum(column) for column in zip(*sums, strict=True)]
        rows = [[sum(row), *numbers] for row, numbers in zip(sums, grid, strict=True)]
        if rng.random() < 0.05:
            columns[0] += 1
            rows[-1][0] += 1
        yield "\n".join(" ".join(map(str, line)) for line in [columns, *rows])


def kakuros(rng):
    """Random digits in random white cells, up to 4x4; some sums are not told, some are one more."""
    for _ in range(850):
        rows, columns = rng.randint(2, 4), rng.randint(2, 4)
        black = rng.choice([0.15, 0.25, 0.4])
        white = {(r, c) for r in range(rows) for c in range(columns) if rng.random() >= black}
        digits = {}
        for cell in sorted(white):
            adjacent_digits = {digits.get(member) for step in ((0, -1), (-1, 0)) for member in _run(cell, step, white)}
            free = [digit for digit in range(1, 10) if digit not in adjacent_digits]
            digits[cell] = rng.choice(free)
        output = {}
        for direction, step in ((1, (0, 1)), (0, (1, 0))):
            for r, c in white:
                if (r - step[0], c - step[1]) not in white:
                    run = [(r, c), *_run((r, c), step, white)]
                    total = sum(digits[member] for member in run)
                    if rng.random() < 0.01:
                        total += 1
                    crossed = any((r + i, c + j) in white for i, j in (step[::-1], (-step[1], -step[0])))
                    if len(run) == 1 and crossed and rng.random() < 0.8:
                        continue
                    hint = "*" if crossed and rng.random() < 0.02 else str(total)
                    output.setdefault((r - step[0], c - step[1]), ["", ""])[direction] = hint
        lines = [f"{rows + 1} {columns + 1}"]
        for r in range(-1, rows):
            words = ["0" if (r, c) in white else ",".join(output.get((r, c), ["-"])) for c in range(-1, columns)]
            lines.append(" ".join(words))
        yield "\n".join(lines)


def _run(cell, step, white):
    """The white cells that follow a cell."""
    cells = []
    while (cell := (cell[0] + step[0], cell[1] + step[1])) in white:
        cells.append(cell)
    return cells


def random_board(rng, height, width):
    """A board of digits, found by trying."""
    side = height * width
    peers = {cell: set() for cell in range(side * side)}
    for _, cells in units_of((height, width)):
        for cell in cells:
            peers[cell] |= set(cells) - {cell}
    digits = [0] * (side * side)

    def go():
        candidates = {
            cell: set(range(1, side + 1)) - {digits[peer] for peer in peers[cell]}
            for cell, digit in enumerate(digits)
            if not digit
        }
        if not candidates:
            return True
        cell = min(candidates, key=lambda cell: (len(candidates[cell]), rng.random()))
        for digit in rng.sample(sorted(candidates[cell]), len(candidates[cell])):
            digits[cell] = digit
            if go():
                return True
        digits[cell] = 0
        return False

    go()
    return digits


def sudokus(rng):
    """Some digits of boards; in a few of these one is exchanged for another that fits."""
    for _ in range(590):
        box = rng.choice([2, 2, 3])
        digits = random_board(rng, box, box)
        count = rng.randint(3, 8) if box == 2 else rng.randint(25, 36)
        given_cells = set(rng.sample(range(box**4), count))
        cells = [digit if cell in given_cells else 0 for cell, digit in enumerate(digits)]
        if rng.random() < 0.15:
            i = min(given_cells)
            used_digits = {cells[peer] for _, unit in units_of((box, box)) if i in unit for peer in unit}
            cells[i] = min({*range(1, box**2 + 1)} - used_digits, default=cells[i])
        yield str(Sudoku((box, box), tuple(cells)))


def sudokus_with_boxes(rng):
    """Some digits of boards whose boxes are not square, and some of Latin squares."""
    for _ in range(200):
        box = rng.choice([(2, 3), (2, 3), (3, 2), (2, 4), (1, 5)])
        side = side_of(box)
        digits, count = random_board(rng, *box), rng.randint(side + side // 2, 3 * side)
        given_cells = set(rng.sample(range(side**2), count))
        yield str(Sudoku(box, tuple(digit if cell in given_cells else 0 for cell, digit in enumerate(digits))))


def killers(rng):
    """Random cages on a board; some cells in none, some boards with diagonals, a few sums one more."""
    for _ in range(850):
        height, width = rng.choice([(2, 2), (2, 2), (2, 2), (2, 3), (1, 4), (1, 5)])
        side = height * width
        digits = random_board(rng, height, width)
        free, cages = set(range(side * side)), []
        largest = rng.choice([2, 3, 4])
        while free:
            cage = [min(free)]
            for _ in range(rng.randint(1, largest) - 1):
                adjacent = {neighbour for cell in cage for neighbour in neighbours(cell, side)} & free - set(cage)
                fit = sorted(
                    neighbour for neighbour in adjacent if digits[neighbour] not in {digits[cell] for cell in cage}
                )
                if not fit:
                    break
                cage.append(rng.choice(fit))
            free -= set(cage)
            cages.append(tuple(sorted(cage)))
        kept_cages = [cage for cage in cages if rng.random() > 0.05]
        sums = [sum(digits[cell] for cell in cage) for cage in kept_cages]
        if kept_cages and rng.random() < 0.05:
            sums[0] += 1
        puzzle_cages = [
            Cage(f"c{i}", cage, total) for i, (cage, total) in enumerate(zip(kept_cages, sums, strict=True))
        ]
        diagonals = side == 4 and rng.random() < 0.1
        yield str(Killer(side, (height, width), tuple(puzzle_cages), diagonals))


def levels_of_sudoku():
    """Givens are removed as long as a level solves the puzzle; it is the first level that does."""
    for level in LEVELS:
        empty = Sudoku((3, 3), (0,) * 81)
        generated = [make_sudoku(FillSpec(), DigSpec(level), empty, seed=2, index=i).puzzle for i in range(3000)]
        rated_puzzles = zip(generated, rate_many(generated, threads=1), strict=True)
        yield from islice((str(puzzle) for puzzle, rating in rated_puzzles if rating.level == level), 15)


def hard_killers():
    """That only windows solve, or no level."""
    for i in range(15):
        yield str(make_killer(Request(size=6, level="OW"), 2, i).puzzle)
    generated = (make_killer(Request(size=6, cages=(10, 12), cage_sizes=(2, 5)), 2, i) for i in range(3000))
    yield from islice((str(result.puzzle) for result in generated if result and result.level in (SHAVE, SEARCH)), 15)


HARD = {"sudoku": levels_of_sudoku, "killer": hard_killers}

RANDOM = {"rullo": rullos, "kakuro": kakuros, "sudoku": sudokus, "killer": killers}

COUNTS = {
    "rullo": {"3x3": 4, "5x5": 10, "7x7": 6},
    "kakuro": {"4x4": 40, "6x6": 20, "8x8": 4},
    "sudoku": {"4x4": 20, "6x6": 10, "9x9": 25},
    "killer": {"4x4": 30, "6x6": 20, "9x9": 3},
}
"""How many puzzles of each size are made for each request."""


def puzzles(names):
    """Kind and text of each: those of shelves, those that are made as asked for, and random ones."""
    for name in names:
        kind = kinds()[name]
        yield from ((name, text) for text in kind.shelf)
        for size, number in COUNTS[name].items():
            for request in kind.requests:
                for i in range(number):
                    text = kind.make({"size": size, "values": "1-9", "difficulty": request}, i)
                    yield from [] if text is None else [(name, text)]
        yield from ((name, text) for text in HARD.get(name, tuple)())
        yield from ((name, text) for text in RANDOM[name](random.Random(f"conformance {name}")))
        if name == "sudoku":
            yield from ((name, text) for text in sudokus_with_boxes(random.Random("conformance boxes")))


def output_for(kind, text):
    """What Python says of a puzzle; None if it cannot be read, or is too large."""
    try:
        play = kinds()[kind].read_play(text, "")
    except BadInput as error:
        return NO_SOLUTION if "no solution" in str(error) else None
    return summary(json.loads(json.dumps(play.as_json())))


def summary(play):
    """The verdict and the solutions; if there is one, the passes, the first step in full and a hash of all.

    A step has what a hint says of it. What Python says in hints of its own is another text, for other readers.
    """
    is_unique = len(play["solutions"]) == 1
    output = {
        "title": play["title"],
        "solutions": len(play["solutions"]),
        "complete": play["complete"],
    }
    if play["complete"]:
        output["found"] = checksum(sorted(play["solutions"]))
    if not is_unique:
        return output
    trace = [[step["number"], step["group"], step["said"], list(step["unit"]), step["left"]] for step in play["trace"]]
    return output | {
        "passes": max((step[0] for step in trace), default=0),
        "first": trace[0] if trace else None,
        "way": checksum(trace),
    }


def checksum(lists):
    """The same as in the scripts, of what JSON writes."""
    plain = json.dumps(lists, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def write(names=tuple(COUNTS)):
    """Write the file: a line for each puzzle, with its kind, its text and what is said of it; of some kinds anew."""
    lines = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in other_lines(names)]
    for kind, text in puzzles(names):
        output = output_for(kind, text)
        if output is not None:
            lines.append(json.dumps([kind, text, output], ensure_ascii=False, separators=(",", ":")))
    FILE.write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))


def other_lines(names):
    """Lines of kinds that are not written anew."""
    return [line for line in recorded() if line[0] not in names] if set(names) < set(COUNTS) else []


def recorded():
    """Its lines."""
    return [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).decode().splitlines()]


if __name__ == "__main__":
    write(sys.argv[1:] or tuple(COUNTS))
