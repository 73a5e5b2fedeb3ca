"""The project's own texts, and what all readers share."""

import re
from itertools import groupby
from math import isqrt

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class NotRead(Exception):
    """A text that does not follow the description of its format."""


def need(holds, reason=""):
    """Refuse the text unless something holds."""
    if not holds:
        raise NotRead(reason)


def digits(word, length=9):
    """A number of ASCII digits."""
    need(re.fullmatch(f"[0-9]{{1,{length}}}", word), word)
    return int(word)


def signed_number(word):
    """A number that may have a sign."""
    need(re.fullmatch("[-+]?[0-9]{1,4000}", word), word)
    return int(word)


def usual_box(side):
    high = next(high for high in range(isqrt(side), 0, -1) if side % high == 0)
    return high, side // high


def units(side, box):
    """Rows, columns and boxes."""
    height, width = box
    boxes = {}
    for r in range(side):
        for c in range(side):
            boxes.setdefault((r // height, c // width), []).append(r * side + c)
    rows = [[r * side + c for c in range(side)] for r in range(side)]
    return [*rows, *map(list, zip(*rows, strict=True)), *boxes.values()]


def shape(words, largest):
    """Side and box of words such as 6x6 boxes 2x3."""
    need(len(words) == 3 and words[1] == "boxes")
    sides, box = ([digits(number) for number in word.split("x")] for word in (words[0], words[2]))
    need(len(sides) == len(box) == 2 and sides[0] == sides[1] == box[0] * box[1] and 1 <= sides[0] <= largest)
    return sides[0], tuple(box)


# -- Rullo ------------------------------------------------------------------------------------------------------------


def rullo(text):
    """Blocks of lines, parted by blank ones: targets of columns; a line a row, with its target and its numbers."""
    return [puzzle for puzzle, _ in _rullos(text, False)]


def rullo_marked(text):
    """The same, where a number in brackets is included, one in parentheses is excluded."""
    return _rullos(text, True)


def _rullos(text, may_be_marked):
    puzzles, block = [], []
    for line in [*text.splitlines(), ""]:
        content, comment, _ = line.partition("#")
        words = _marked(content) if may_be_marked else [(word, None) for word in content.split()]
        if words:
            block.append([(signed_number(word), mark) for word, mark in words])
        elif not comment and block:
            puzzles.append(_rullo(block))
            block = []
    need(puzzles)
    return puzzles


def _marked(content):
    words = []
    while content := content.strip():
        closing = {"[": "]", "(": ")"}.get(content[0])
        if closing:
            inner, separator, content = content[1:].partition(closing)
            need(separator and not set(inner) & set("[]()"))
            words.append((inner.strip(), closing == "]"))
        else:
            word = re.match(r"[^\s\[(]+", content)[0]
            words.append((word, None))
            content = content[len(word) :]
    return words


def _rullo(block):
    (*targets,), *rows = block
    need(rows and all(len(row) == len(targets) + 1 for row in rows))
    need(all(mark is None for _, mark in [*targets, *(row[0] for row in rows)]))
    numbers = tuple(tuple(number for number, _ in row[1:]) for row in rows)
    marks = tuple(tuple(mark for _, mark in row[1:]) for row in rows)
    return (numbers, tuple(row[0][0] for row in rows), tuple(number for number, _ in targets)), marks


# -- Kakuro -----------------------------------------------------------------------------------------------------------


def kakuro(text):
    """The numbers of rows and columns, then a line for each row; blank lines and those with # between puzzles."""
    read = kakuro_written(text)
    need(all(not any(marks) for _, marks in read))
    return [puzzle for puzzle, _ in read]


def kakuro_written(text):
    """The same, where digits may stand in white cells."""
    lines = text.splitlines()
    puzzles = []
    while lines:
        line = lines.pop(0)
        if not line.strip() or line.strip().startswith("#"):
            continue
        words = line.split()
        need(len(words) == 2)
        rows, columns = (digits(word, 4) for word in words)
        need(rows and columns and len(lines) >= rows)
        grid = [line.split() for line in lines[:rows]]
        del lines[:rows]
        need(all(len(row) == columns for row in grid))
        puzzles.append(_kakuro(rows, columns, grid))
    need(puzzles)
    return puzzles


def _kakuro(rows, columns, grid):
    clues, white = {}, {}
    for r, row in enumerate(grid):
        for c, word in enumerate(row):
            if re.fullmatch("[0-9]", word):
                white[r, c] = int(word)
            elif word != "-":
                need(word.count(",") == 1)
                down_clue, across_clue = word.split(",")
                clues |= {("down", r, c): down_clue} if down_clue else {}
                clues |= {("across", r, c): across_clue} if across_clue else {}
    clues = {place: clue if clue == "*" else digits(clue) for place, clue in clues.items()}
    return made_kakuro(rows, columns, white, clues), tuple(white.values())


def made_kakuro(rows, columns, white, clues):
    """The puzzle of white cells and of clues by direction and black cell."""
    entries = set()
    clues = dict(clues)
    for way, dr, dc in (("across", 0, 1), ("down", 1, 0)):
        for r, c in white:
            if (r - dr, c - dc) in white:
                continue
            cells = []
            while (r + len(cells) * dr, c + len(cells) * dc) in white:
                cells.append((r + len(cells) * dr, c + len(cells) * dc))
            clue = clues.pop((way, r - dr, c - dc), None)
            if clue == "*" or (clue is None and len(cells) == 1):
                continue
            n = len(cells)
            need(n <= 9)
            need(clue is None or n * (n + 1) // 2 <= clue <= n * (19 - n) // 2)
            entries.add((way, tuple(cells), clue))
    need(not clues)
    need(set(white) == {cell for _, cells, _ in entries for cell in cells})
    return rows, columns, frozenset(white), frozenset(entries)


# -- Sudoku -----------------------------------------------------------------------------------------------------------


def sudoku(text):
    """A line for each puzzle, or a header and lines; see `rullo_core.sudoku.puzzle.parse_puzzles`."""
    lines = text.splitlines()
    puzzles = []
    has_name = False
    is_unnamed = []
    while lines:
        line = lines.pop(0)
        if not line.strip() or line.strip().startswith("#"):
            has_name = bool(re.fullmatch(r"#\s*.*\S", line.strip()))
            continue
        words = line.split()
        if words[0] == "sudoku":
            side, box = shape(words[1:4], 49)
            need(side >= 4)
            signs = "".join(words[4:]).replace("|", "")
            while len(signs) < side * side and lines and lines[0].strip():
                next_line = lines.pop(0)
                if not (set("".join(next_line.split())) <= set("-+") and "-" in next_line):
                    signs += "".join(next_line.split()).replace("|", "")
        else:
            signs = "".join(words).replace("|", "")
            side = isqrt(len(signs))
            need(4 <= side <= 49)
            box = usual_box(side)
        need(len(signs) == side * side)
        puzzles.append((box, _cells(signs, side, box)))
        is_unnamed.append(not has_name)
        has_name = False
    need(puzzles)
    side = len(puzzles)
    if 4 <= side <= 49 and all(is_unnamed) and all(len(cells) == side for _, cells in puzzles):
        whole_board = [digit for _, cells in puzzles for digit in cells]
        need(not any(whole_board) or not fits(whole_board, side, usual_box(side)), "rows of one board")
    return puzzles


def _cells(text, side, box):
    signs = set(text)
    symbols, blanks = "123456789"[:side], set(".0_*")
    if side > 9:
        symbols = ("123456789" + LETTERS if signs & set("123456789") else LETTERS)[:side]
        if "0" in signs and symbols[0] == "1" and symbols[-1] not in signs:
            need(signs & set("._*"), "0 can be a digit or nothing")
            symbols, blanks = "0" + symbols[:-1], set("._*")
        else:
            need(not ("0" in signs and signs & set("._*")), "two signs for nothing")
    if len(text) == 729 and signs - set(".0_*"):
        need(any(sign not in ".0_*" + "123456789"[i % 9] for i, sign in enumerate(text)), "candidates")
    need(signs <= set(symbols) | blanks)
    cells = tuple(0 if sign in blanks else symbols.index(sign) + 1 for sign in text)
    need(fits(cells, side, box))
    return cells


def fits(cells, side, box):
    """Whether no unit has a digit twice."""
    filled_units = [[cells[i] for i in unit if cells[i]] for unit in units(side, box)]
    return all(len(digits_of_unit) == len(set(digits_of_unit)) for digits_of_unit in filled_units)


# -- Killer Sudoku ----------------------------------------------------------------------------------------------------


def killer(text):
    """Groups of lines, parted by blank ones: a header, rows of labels, sums, and perhaps a solution or digits."""
    puzzles = []
    for is_blank, group in groupby(text.splitlines(), key=lambda line: not line.strip()):
        lines = [line.split() for line in group if not line.strip().startswith("#")]
        if not is_blank and lines:
            puzzles.append(_killer(lines))
    need(puzzles)
    return puzzles


def _killer(lines):
    head, *lines = lines
    need(head[0] == "killer")
    side, box = shape(head[1:4], 16)
    need(head[4:] in ([], ["diagonals"]))
    need(len(lines) >= side and all(len(row) == side for row in lines[:side]))
    labels = [label for row in lines[:side] for label in row]
    need(all(len(label) <= 20 and label.isprintable() for label in labels))
    sections = {"sums": []}
    section = "sums"
    for words in lines[side:]:
        if words in (["solution"], ["digits"]):
            (section,) = words
            need(section not in sections)
            sections[section] = []
        else:
            sections[section].append(words)
    sums = {}
    for word in (word for words in sections["sums"] for word in words):
        label, equals, number = word.rpartition("=")
        need(equals and label in labels and label != "." and label not in sums)
        sums[label] = digits(number)
    need(set(labels) - {"."} == set(sums))
    cages = [([i for i, name in enumerate(labels) if name == label], total) for label, total in sums.items()]
    puzzle = made_killer(side, box, head[4:] == ["diagonals"], cages)
    for name, rows in sections.items():
        if name == "sums":
            continue
        need(len(rows) == side and all(len(row) == side for row in rows))
        words = ["0" if word == "." and name == "digits" else word for row in rows for word in row]
        values = list(map(digits, words))
        need(all((name == "digits") <= digit + (name == "digits") <= side + (name == "digits") for digit in values))
        need(name == "digits" or _is_solution(values, puzzle))
    return puzzle


def _is_solution(values, puzzle):
    side, box, diagonals, cages = puzzle
    all_units = units(side, box)
    if diagonals:
        all_units += [list(range(0, side * side, side + 1)), list(range(side - 1, side * side - 1, side - 1))]
    return all({values[i] for i in unit} == set(range(1, side + 1)) for unit in all_units) and all(
        len({values[i] for i in cells}) == len(cells) and sum(values[i] for i in cells) == total
        for cells, total in cages
    )


def made_killer(side, box, diagonals, cages):
    """The puzzle of some cages: each is connected, none shares a cell, each sum can be that of different digits."""
    need(box[0] * box[1] == side and 1 <= side <= 16)
    covered = [cell for cells, _ in cages for cell in cells]
    need(len(covered) == len(set(covered)))
    for cells, total in cages:
        need(cells)
        joined = {cells[0]}
        while neighbours := {
            cell for cell in cells if cell not in joined and any(_touch(cell, member, side) for member in joined)
        }:
            joined |= neighbours
        need(len(joined) == len(cells))
        n = len(cells)
        need(n <= side and n * (n + 1) // 2 <= total <= n * (2 * side + 1 - n) // 2)
    return side, tuple(box), diagonals, frozenset((tuple(sorted(cells)), total) for cells, total in cages)


def _touch(first, second, side):
    return abs(first // side - second // side) + abs(first % side - second % side) == 1
