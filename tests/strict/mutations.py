"""Changes of texts of every format: of signs, numbers, lines, and pieces of others; of JSON, and of what links hold."""

import json
import random
import re
from urllib.parse import unquote

from rullo_core.killer.lzstring import compress, decompress
from tests.strict.plain import NotRead

PIECES = (
    *(
        "",
        " ",
        "\n",
        "\n\n",
        "\t",
        "\r",
        "\x0b",
        "\x1c",
        "\x85",
        "\u2028",
        "\xa0",
        "\ufeff",
        "\0",
        "#",
        "# x\n",
        "%",
        "//",
    ),
    *(
        ",",
        ":",
        "=",
        "-",
        "+",
        "_",
        ".",
        "*",
        "/",
        "|",
        ";",
        "&",
        "?",
        "'",
        '"',
        "\\",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "[|",
    ),
    *(
        "/* 1 */",
        "/*",
        "*/",
        "% 1\n",
        "// 1\n",
        "0",
        "00",
        "1",
        "9",
        "10",
        "0x1",
        "1e1",
        "1.0",
        "-1",
        "z",
        "a",
        "x",
        "k",
        "J1",
    ),
    *(
        "O",
        "l",
        "²",
        "٣",
        "é",
        "\ud800",
        "\U0001f600",
        "9" * 10,
        "null",
        "true",
        "#top",
        "?setting-nogrid=1",
        "&x=y",
        "===",
    ),
)

VALUES = (
    None,
    True,
    False,
    0,
    1,
    9,
    10,
    -1,
    1.0,
    2.5,
    "",
    "0",
    "5",
    "05",
    "x",
    [],
    {},
    [1],
    ["R1C1"],
    {"a": 1},
    10**20,
)
KEYS = (
    "size",
    "grid",
    "killercage",
    "diagonal+",
    "diagonal-",
    "given",
    "value",
    "cells",
    "region",
    "cage",
    "title",
    "kind",
)


def mutated(text, seeds, draw):
    """The text after one to three changes; `seeds` are those of the same format."""
    for _ in range(draw.choice((1, 1, 1, 1, 2, 3))):
        text = draw.choice(CHANGES)(text, seeds, draw)[:20_000]
    return text


def _signs(text, _, draw):
    first = draw.randrange(len(text) + 1)
    last = min(len(text), first + draw.choice((0, 0, 1, 1, 1, 2, 5, 20)))
    return text[:first] + draw.choice(PIECES) + text[last:]


def _gently(text, _, draw):
    """A blank, a comment or a sign for nothing in another way; a digit for a digit: often it can still be read."""
    choice = draw.randrange(5)
    pattern, pieces = (
        ("[1-9]", "123456789"),
        (r"(?<=[\s,;|:={}\[\]])|(?=[\s,;|:={}\[\]])", (" ", "  ", "\t", "\n", "\r\n", "\xa0", "\x0b")),
        (r"(?m)^|$", ("# x", "# y\n", "\n# z\n", "// x\n", "% x\n", "/* x\n */", "\n", " ")),
        ("[.0_*]", ".0_*-"),
        ("[a-zA-Z]", "abcdefABCDEFxk_"),
    )[choice]
    matches = list(re.finditer(pattern, text))
    if not matches:
        return text
    match = draw.choice(matches)
    return text[: match.start()] + draw.choice(pieces) + text[match.end() :]


def _number(text, _, draw):
    matches = list(re.finditer("[0-9]+", text))
    if not matches:
        return text
    match = draw.choice(matches)
    number = int(match[0][:30])
    new = draw.choice(
        (number + 1, max(0, number - 1), f"0{match[0]}", 0, draw.randrange(50), f"{match[0]}.0", f"-{match[0]}", "O")
    )
    return f"{text[: match.start()]}{new}{text[match.end() :]}"


def _lines(text, seeds, draw):
    lines = text.split("\n")
    position, to = draw.randrange(len(lines)), draw.randrange(len(lines) + 1)
    choice = draw.randrange(4)
    if choice == 0:
        lines.insert(to, lines[position])
    elif choice == 1:
        lines.insert(to, lines.pop(position))
    elif choice == 2:
        del lines[position]
    else:
        lines.insert(to, draw.choice(draw.choice(seeds).split("\n")))
    return "\n".join(lines)


def _splice(text, seeds, draw):
    seed = draw.choice(seeds)
    choice = draw.randrange(3)
    if choice == 0:
        return f"{text}{draw.choice(('', chr(10), chr(10) * 2))}{seed}"
    position = draw.randrange(len(text) + 1)
    if choice == 1:
        return text[:position] + seed[draw.randrange(len(seed) + 1) :]
    first = draw.randrange(len(seed) + 1)
    return text[:position] + seed[first : first + draw.choice((1, 5, 30))] + text[position:]


def _swap(text, _, draw):
    if len(text) < 2:
        return text
    i, j = sorted(draw.sample(range(len(text)), 2))
    return text[:i] + text[j] + text[i + 1 : j] + text[i] + text[j + 1 :]


def _json(text, seeds, draw):
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        return _signs(text, seeds, draw)
    return json_with_repeats(_of_tree(tree, draw), draw)


def _of_tree(tree, draw):
    """The tree with one value changed, one key more, twice or gone."""
    places = []

    def walk(value):
        children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, child in children:
            places.append((value, key))
            walk(child)

    walk(tree)
    if not places:
        return tree
    holder, key = draw.choice(places)
    choice = draw.randrange(6)
    if choice == 0:
        holder[key] = draw.choice(VALUES)
    elif choice == 1:
        del holder[key]
    elif choice == 2 and isinstance(holder, dict):
        holder[draw.choice(KEYS)] = draw.choice(VALUES)
    elif choice == 3 and isinstance(holder, list):
        holder.insert(draw.randrange(len(holder) + 1), draw.choice((*VALUES, holder[key])))
    elif choice == 4 and isinstance(holder, list):
        holder[key] = holder[draw.randrange(len(holder))]
    elif isinstance(holder, dict):
        holder[Twice(key)] = draw.choice((holder[key], *VALUES))
    return tree


class Twice(str):
    """A key that is written a second time."""

    __slots__ = ()

    def __hash__(self):
        return id(self)

    def __eq__(self, other):
        return self is other


def json_with_repeats(tree, draw):
    """JSON, in which the keys of objects may be `Twice` there."""
    if isinstance(tree, dict):
        return (
            "{"
            + ", ".join(f"{json.dumps(str(key))}: {json_with_repeats(part, draw)}" for key, part in tree.items())
            + "}"
        )
    if isinstance(tree, list):
        return "[" + ",".join(json_with_repeats(part, draw) for part in tree) + "]"
    return json.dumps(tree)


def _link(text, seeds, draw):
    """What a link holds is changed, or what follows it."""
    match = re.search(r"(load=|fpuzzles(?=[^.]))([A-Za-z0-9+/=%]+)", text)
    try:
        content = decompress(unquote(match[2]).removeprefix("fpuzzles")) if match else None
    except ValueError:
        content = None
    if content is None:
        return _splice(text, seeds, draw)
    content = draw.choice((_json, _json, _signs, _number, _gently))(content, [content], draw)
    try:
        compressed = compress(content.encode("utf-16", "replace").decode("utf-16"))
    except (ValueError, KeyError, OverflowError):
        return text
    compressed = compressed if max(map(ord, content), default=0) < 2**16 else match[2]
    ending = draw.choice(("", "", "", "A", "AAAA", "=", "&a=b", "?setting-nogrid=1", "#top", " x"))
    return text[: match.start(2)] + compressed.replace("+", "%2B") + ending + text[match.end(2) :]


CHANGES = (_signs, _signs, *[_gently] * 4, _number, _number, _lines, _splice, _swap, _json, _json, _link, _link)


def mutations_of(seeds, number, times):
    """Changed texts of one format, always the same ones, and the texts themselves first."""
    draw = random.Random(number)
    yield from seeds
    for _ in range(times - len(seeds)):
        yield mutated(draw.choice(seeds), seeds, draw)


def verdict_of(strict, text):
    """What a strict reader says: puzzles, or None where it refuses."""
    try:
        return strict(text)
    except NotRead:
        return None
