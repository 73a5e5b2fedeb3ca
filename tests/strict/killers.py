"""Killer Sudokus as other programs write them."""

import json
import re
from urllib.parse import unquote

from tests.strict.collections import without_repeats
from tests.strict.plain import NotRead, digits, fits, killer, made_killer, need, usual_box


def killer_any(text):
    """Puzzles in any format, one format for the whole text, but lines of several kinds."""
    for read in (killer, typed, csv, f_puzzles, on_lines):
        try:
            return read(text)
        except NotRead:
            continue
    raise NotRead("in no format")


def content_lines(text):
    return [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]


def cell(word, side):
    """A cell such as r1c2."""
    match = re.fullmatch(r"[rR]([0-9]{1,2})[cC]([0-9]{1,2})", word)
    need(match)
    r, c = int(match[1]), int(match[2])
    need(1 <= r <= side and 1 <= c <= side)
    return (r - 1) * side + c - 1


def typed(text):
    """The number of cages, from 1 to 81; for each a line of cells such as 12 13, and one with its sum."""
    lines = content_lines(text)
    need(lines)
    puzzles = []
    while lines:
        number = digits(lines.pop(0))
        need(1 <= number <= 81 and len(lines) >= 2 * number)
        cages = []
        for _ in range(number):
            words = lines.pop(0).split()
            need(all(re.fullmatch("[1-9][1-9]", word) for word in words))
            cages.append(([(int(word[0]) - 1) * 9 + int(word[1]) - 1 for word in words], digits(lines.pop(0))))
        puzzles.append(made_killer(9, (3, 3), False, cages))
    return puzzles


# -- CSV --------------------------------------------------------------------------------------------------------------


def rows_of(text):
    """Rows of fields, of which one in quotes may hold anything, a quote twice; blank lines are none."""
    rows, row, position = [], [], 0
    while position < len(text):
        if text[position] == '"':
            field, closed = "", False
            position += 1
            while not closed:
                need(position < len(text))
                if text[position] != '"':
                    field += text[position]
                    position += 1
                elif text[position + 1 : position + 2] == '"':
                    field += '"'
                    position += 2
                else:
                    closed = True
                    position += 1
            need(position == len(text) or text[position] in ",\r\n")
        else:
            end = re.compile(r"[,\r\n]|\Z").search(text, position).start()
            field, position = text[position:end], end
        row.append(field)
        if position < len(text) and text[position] == ",":
            position += 1
            if position == len(text):
                row.append("")
        else:
            rows.append(row)
            row = []
            position += 2 if text.startswith("\r\n", position) else 1
    return [fields for fields in [*rows, row] if len(fields) > 1 or "".join(fields).strip()]


HEAD = ["puzzle", "size", "boxes", "diagonals", "cage", "sum", "cells"]


def csv(text):
    """A row for each cage, those of a puzzle one after the other; no label of a cage twice in a puzzle."""
    rows = rows_of(text.lstrip())
    need(rows and rows[0] == HEAD)
    puzzles = {}
    last = None
    for row in rows[1:]:
        need(len(row) == 7)
        need(row[0] not in puzzles or row[0] == last)
        last = row[0]
        puzzles.setdefault(last, []).append(row)
    need(puzzles)
    return [_of_rows(rows) for rows in puzzles.values()]


def _of_rows(rows):
    need(len({tuple(row[1:4]) for row in rows}) == 1)
    labels = [row[4] for row in rows if row[4]]
    need(len(labels) == len(set(labels)))
    _, size, boxes, diagonals, *_ = rows[0]
    side, box = digits(size), [digits(word) for word in boxes.split("x")]
    need(len(box) == 2 and diagonals in ("1", "yes", "true", "0", "no", "false", "") and side <= 16)
    cages = [([cell(word, side) for word in row[6].split()], digits(row[5])) for row in rows]
    return made_killer(side, box, diagonals in ("1", "yes", "true"), cages)


# -- f-puzzles --------------------------------------------------------------------------------------------------------

KEYS = {
    *(
        "size",
        "grid",
        "killercage",
        "diagonal+",
        "diagonal-",
        "title",
        "author",
        "ruleset",
        "solution",
        "successMessage",
    ),
    *("disabledlogic", "truecandidatesoptions", "text", "line", "circle", "rectangle", "cage"),
}
KEYS_OF_CELL = {"value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "c", "highlight"}
KEYS_OF_CAGE = {"cells", "value", "outlineC", "fontC"}


def boards_of(text):
    """JSON of one puzzle after the other: side, box, diagonals, digits by cell, and cages if it is to have some."""

    def refuse(constant):
        raise NotRead(constant)

    decoder = json.JSONDecoder(object_pairs_hook=without_repeats, parse_constant=refuse, parse_int=float)
    text = text.strip()
    boards = []
    while text:
        try:
            value, end = decoder.raw_decode(text)
        except (ValueError, RecursionError) as error:
            raise NotRead(str(error)) from None
        boards.append(_of_json(value))
        text = text[end:].strip()
    need(boards)
    return boards


def f_puzzles(text):
    """The same as Killer Sudokus."""
    return list(map(as_killer, boards_of(text)))


def number(value, smallest, largest):
    """A whole number, or its text; all numbers of JSON are floats here."""
    if isinstance(value, str):
        value = float(digits(value))
    need(isinstance(value, float) and value.is_integer() and smallest <= value <= largest)
    return int(value)


def list_of(value):
    value = value or []
    need(isinstance(value, list))
    return value


def flag(value):
    value = value or False
    need(isinstance(value, bool))
    return value


def with_keys(value, keys):
    """Refuse an object with other keys, unless these are empty."""
    need(isinstance(value, dict) and all(key in keys or not value for key, value in value.items()))
    return value


def _of_json(value):
    with_keys(value, KEYS)
    side = number(value.get("size"), 1, 16)
    box = usual_box(side)
    rows = list_of(value.get("grid")) or [[{}] * side] * side
    need(len(rows) == side and all(isinstance(row, list) and len(row) == side for row in rows))
    cells = [with_keys(entry, KEYS_OF_CELL) for row in rows for entry in row]
    need(not any(cage.get("value") for cage in [with_keys(cage, cage) for cage in list_of(value.get("cage"))]))
    names = {}
    for i, entry in enumerate(cells):
        usual = i // side // box[0] * box[0] + i % side // box[1]
        name = entry.get("region", float(usual))
        need(isinstance(name, str) or (isinstance(name, float) and name.is_integer()))
        names.setdefault(usual, set()).add(name)
    need(all(len(regions) == 1 for regions in names.values()))
    need(len(set().union(*names.values())) == len(names))
    diagonals = flag(value.get("diagonal+"))
    need(flag(value.get("diagonal-")) == diagonals)
    digits_given = {
        i: number(entry["value"], 1, side)
        for i, entry in enumerate(cells)
        if flag(entry.get("given")) and entry.get("value") not in (None, "")
    }
    cages = []
    for cage in list_of(value.get("killercage")):
        with_keys(cage, KEYS_OF_CAGE)
        words = cage.get("cells")
        need(isinstance(words, list) and all(isinstance(word, str) for word in words))
        total = None if cage.get("value") in (None, "") else number(cage["value"], 0, 10**9)
        need(words or total is None)
        cages += [([cell(word, side) for word in words], total)] if words else []
    return side, box, diagonals, digits_given, cages if "killercage" in value else None


def as_killer(board):
    """A board whose digits are cages of one cell."""
    side, box, diagonals, givens, cages = board
    need(diagonals or cages is not None)
    cages, sums = [cells for cells, _ in cages or []], [total for _, total in cages or []]
    for i, digit in givens.items():
        around = [k for k, cells in enumerate(cages) if i in cells]
        if not around:
            cages.append([i])
            sums.append(digit)
        for k in around:
            need(cages[k] == [i] and sums[k] in (None, digit))
            sums[k] = digit
    need(None not in sums)
    return made_killer(side, box, diagonals, list(zip(cages, sums, strict=True)))


def as_sudoku(board):
    """A board without cages and diagonals."""
    side, box, diagonals, givens, cages = board
    need(not diagonals and not cages and 4 <= side <= 9)
    cells = tuple(givens.get(i, 0) for i in range(side * side))
    need(fits(cells, side, box))
    return box, cells


# -- links, strings and game IDs, on lines ----------------------------------------------------------------------------


def on_lines(text):
    """A puzzle on each line."""
    lines = content_lines(text)
    need(lines)
    return [_on_line(line) for line in lines]


def _on_line(line):
    for read in (link, sumocue, sumocue_1, solo):
        try:
            return read(line)
        except NotRead:
            continue
    raise NotRead("in no format")


def link(line):
    """The same as a Killer Sudoku."""
    return as_killer(board_of_link(line))


def board_of_link(line):
    """A link to f-puzzles or SudokuPad: what is behind & or ? or # is not the puzzle."""
    parts = re.split(r"(?a:\b(?:load|puzzleid)=)|sudokupad\.app/(?!\?)", line)
    need(len(parts) == 2)
    address = re.fullmatch(r"(?a:(https?://)?([\w.-]*)(/[\w./-]*)?(\?.*)?)", parts[0])
    need(address)
    query = (address[4] or "?")[1:]
    need(not query or re.fullmatch(r"(?a:([\w.-]+(=[\w.%-]*)?&)+)", query))
    code = unquote(re.split("[&?#]", parts[1])[0])
    code = code[8:] if code.startswith("fpuzzles") else code
    content = unpacked(code.replace(" ", "+"))
    boards = boards_of(content)
    need(len(boards) == 1)
    return boards[0]


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def unpacked(text):
    """The text that LZ-string has packed in base 64."""
    bare = text.rstrip("=")
    need(len(text) - len(bare) <= 3 and all(letter in ALPHABET for letter in bare))
    bits = "".join(f"{ALPHABET.index(letter):06b}" for letter in bare)
    position = 0

    def take(count):
        nonlocal position
        piece = bits[position : position + count]
        need(len(piece) == count)
        position += count
        return int(piece[::-1], 2)

    size, room = 2, 2

    def count():
        nonlocal size, room
        room -= 1
        if not room:
            room = 2**size
            size += 1

    words, out, last = [None] * 3, [], ""
    while (code := take(size)) != 2:
        if code < 2:
            words.append(chr(take(8 * (code + 1))))
            code = len(words) - 1
            count()
        need(code < len(words) or (code == len(words) and last))
        word = words[code] if code < len(words) else last + last[0]
        out.append(word)
        need(sum(map(len, out)) <= 10**6)
        if last:
            words.append(last + word[0])
        count()
        last = word
    need(1 <= len(bits) - position <= 6 and "1" not in bits[position:])
    return "".join(out)


def sumocue(line):
    """3x3::k: and a number for each cell: of its two bytes one is the cage, one its sum, or 0."""
    match = re.fullmatch(r"3x3:(d?):k:((?:[0-9]{1,9}:){80}[0-9]{1,9}):?", line)
    need(match)
    numbers = [int(word) for word in match[2].split(":")]
    need(max(numbers) < 65536)
    readings = set()
    for sums in ([(n // 256, n % 256) for n in numbers], [(n % 256, n // 256) for n in numbers]):
        cages = {}
        for i, (total, name) in enumerate(sums):
            cages.setdefault(name, []).append((i, total))
        totals = {name: {total for _, total in members} - {0} for name, members in cages.items()}
        if (
            all(len(sums_of_cage) == 1 for sums_of_cage in totals.values())
            and sum(max(sums_of_cage) for sums_of_cage in totals.values()) == 405
        ):
            readings.add(
                frozenset((tuple(i for i, _ in members), max(totals[name])) for name, members in cages.items())
            )
    need(len(readings) == 1)
    return made_killer(9, (3, 3), match[1] == "d", [(list(cells), total) for cells, total in readings.pop()])


def sumocue_1(line):
    """SumoCueV1 and 81 entries: = and the sum of a cage at its first cell, + and the first cell elsewhere."""
    match = re.fullmatch(r"SumoCueV1(D?)((?:[=+][0-9]{1,9}){81})", line)
    need(match)
    cages, sums = {}, {}
    for i, (sign, word) in enumerate(re.findall("([=+])([0-9]+)", match[2])):
        cages.setdefault(i if sign == "=" else int(word), []).append(i)
        if sign == "=":
            sums[i] = int(word)
    need(set(cages) == set(sums) and all(sums.values()))
    return made_killer(9, (3, 3), match[1] == "D", [(cages[i], sums[i]) for i in sums])


def solo(line):
    """The same as a Killer Sudoku."""
    match = re.match("[0-9]+x[0-9]+([a-z0-9]*):", line)
    need(match and "k" in match[1])
    return as_killer(board_of_id(line))


def board_of_id(line):
    """A game ID: the box, flags in any order; givens, and if a flag is k, walls and sums."""
    match = re.fullmatch(r"([0-9]{1,2})x([0-9]{1,2})((?:x|k|r[24]|md?[248]|a|d[tbiaeu])*):([^:]+)", line)
    need(match)
    height, width = int(match[1]), int(match[2])
    side = height * width
    need(1 <= side <= 16)
    parts = match[4].split(",")
    need(len(parts) == (3 if "k" in match[3] else 1))
    givens = _runs(parts[0], side * side)
    need(all(digit <= side for digit in givens.values()))
    cages = None
    if "k" in match[3]:
        sums = _runs(parts[2], side * side)
        cages = []
        for cells in _regions(parts[1], side):
            totals = [sums[i] for i in cells if i in sums]
            need(len(totals) < 2)
            cages.append((list(cells), totals[0] if totals else None))
    return side, (height, width), "x" in match[3], givens, cages


def _regions(content, side):
    """Cells between walls: a letter is so many places without a wall and then one; z 25 without; _ a wall."""
    joined = {i: {i} for i in range(side * side)}
    neighbours = [(r * side + c, r * side + c + 1) for r in range(side) for c in range(side - 1)]
    neighbours += [(r * side + c, r * side + side + c) for c in range(side) for r in range(side - 1)]
    walls = ""
    for letter in content:
        need(letter == "_" or "a" <= letter <= "z")
        walls += "|" if letter == "_" else " " * 25 if letter == "z" else " " * (ord(letter) - 96) + "|"
    need(walls[-1:] == "|" and len(walls) == len(neighbours) + 1)
    for (first, second), wall in zip(neighbours, walls, strict=False):
        if wall == " ":
            region = joined[first] | joined[second]
            for i in region:
                joined[i] = region
    return {tuple(sorted(region)) for region in joined.values()}


def _runs(content, cells):
    """Numbers by cell: a letter is so many cells without, _ stands between two numbers."""
    numbers, position = {}, 0
    for word in re.findall("(?s:[0-9]+|.)", content):
        if word[0] in "0123456789":
            numbers[position] = digits(word)
            need(numbers[position] > 0)
            position += 1
        else:
            need(word == "_" or "a" <= word <= "z")
            position += 0 if word == "_" else ord(word) - 96
    need(position == cells)
    return numbers
