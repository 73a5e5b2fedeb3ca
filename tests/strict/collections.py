"""Kakuros as other programs write them."""

import json
import re

from tests.strict.plain import NotRead, kakuro, made_kakuro, need


def without_repeats(pairs):
    """An object of JSON, none of whose keys is there twice."""
    need(len(pairs) == len(dict(pairs)))
    return dict(pairs)


def loaded(text):
    """The value of a JSON text."""

    def refuse(constant):
        raise NotRead(constant)

    try:
        return json.loads(text, object_pairs_hook=without_repeats, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise NotRead(str(error)) from None


def puzzlekit(text):
    """``{"data": {name: {"problem": text}}}``; what else there is, is not the puzzle."""
    value = loaded(text.strip())
    need(isinstance(value, dict) and isinstance(value.get("data"), dict) and value["data"])
    puzzles = []
    for entry in value["data"].values():
        need(isinstance(entry, dict) and isinstance(entry.get("problem"), str))
        puzzles += kakuro(entry["problem"])
    return puzzles


def uncommented(text, line_comment):
    """The text with a blank for each comment: of a line, and /* of several */."""
    out, position = "", 0
    while position < len(text):
        if text.startswith(line_comment, position):
            while position < len(text) and text[position] not in "\r\n":
                position += 1
        elif text.startswith("/*", position):
            end = text.find("*/", position + 2)
            need(end >= 0)
            position = end + 2
            out += " "
        else:
            out += text[position]
            position += 1
    return out


NUMBER = r"\s*-?[0-9]{1,9}\s*"
NUMBERS = rf"(?:{NUMBER}(?:,{NUMBER})*(?:,\s*)?|\s*)"


def gecode(text):
    """Arrays: width, height; x, y, cells, sum of clues down, -1; of clues across, -1."""
    text = uncommented(text, "//")
    name = r"[A-Za-z_][A-Za-z_0-9]*"
    array = rf"\s*(?:(?:static\s+)?(?:const\s+)?int\s+{name}\s*\[\s*\]\s*=\s*)?\{{({NUMBERS})\}}\s*;?\s*"
    puzzles = []
    while text.strip():
        match = re.match(array, text)
        need(match)
        text = text[match.end() :]
        numbers = [int(word.strip()) for word in match[1].split(",") if word.strip()]
        need(len(numbers) > 1)
        width, height, *rest = numbers
        need(rest.count(-1) == 2 and rest[-1] == -1)
        first = rest.index(-1)
        down_clues, across_clues = rest[:first], rest[first + 1 : -1]
        need(len(down_clues) % 4 == len(across_clues) % 4 == 0)
        clues = [("down", down_clues[i : i + 4]) for i in range(0, len(down_clues), 4)]
        clues += [("across", across_clues[i : i + 4]) for i in range(0, len(across_clues), 4)]
        puzzles.append(of_clues(height, width, [(way, y, x, cells, total) for way, (x, y, cells, total) in clues]))
    need(puzzles)
    return puzzles


def dzn(text):
    """``w``, ``h``, and ``h_clue`` and ``v_clue`` with row, column, cells, sum, from 1; perhaps ``n_h`` and ``n_v``."""
    values = {}
    items = uncommented(text, "%").split(";")
    if not items[-1].strip():
        items.pop()
    for item in items:
        name, equals, value = item.partition("=")
        name, value = name.strip(), value.strip()
        need(equals and name not in values and name in ("w", "h", "n_h", "n_v", "h_clue", "v_clue"))
        if not name.endswith("clue"):
            need(re.fullmatch(NUMBER, value))
            values[name] = int(value)
            continue
        need(re.fullmatch(rf"\[\|{NUMBERS}(?:\|{NUMBERS})*\|\]", value))
        rows = [[int(word.strip()) for word in row.split(",") if word.strip()] for row in value[2:-2].split("|")]
        values[name] = [] if rows == [[]] else rows
    need({"w", "h", "h_clue", "v_clue"} <= set(values))
    need(all(len(row) == 4 for name in ("h_clue", "v_clue") for row in values[name]))
    need(all(values.get(f"n_{way}", len(values[f"{way}_clue"])) == len(values[f"{way}_clue"]) for way in "hv"))
    clues = [("across", r - 1, c - 1, n, total) for r, c, n, total in values["h_clue"]]
    clues += [("down", r - 1, c - 1, n, total) for r, c, n, total in values["v_clue"]]
    return [of_clues(values["h"], values["w"], clues)]


def of_clues(rows, columns, clues):
    """The puzzle of clues, each with the number of cells that follow it."""
    need(1 <= rows <= 256 and 1 <= columns <= 256)
    white, by_place = set(), {}
    for way, r, c, cells, total in clues:
        need(1 <= cells <= 9 and (way, r, c) not in by_place and total >= 0)
        by_place[way, r, c] = total
        white |= {(r, c + i) if way == "across" else (r + i, c) for i in range(1, cells + 1)}
    places = {(r, c) for _, r, c in by_place}
    need(all(0 <= r < rows and 0 <= c < columns for r, c in white | places) and not white & places)
    puzzle = made_kakuro(rows, columns, dict.fromkeys(sorted(white), 0), by_place)
    lengths = {(way, cells[0]): len(cells) for way, cells, _ in puzzle[3]}
    for way, r, c, cells, _ in clues:
        need(lengths.get((way, (r, c + 1) if way == "across" else (r + 1, c))) == cells)
    return puzzle


def kakuro_any(text):
    """A collection in any of these formats, or puzzle text."""
    for read in (kakuro, puzzlekit, gecode, dzn):
        try:
            return read(text)
        except NotRead:
            continue
    raise NotRead("in no format")
