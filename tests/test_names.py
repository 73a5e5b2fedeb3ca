"""Names say what a thing is: pronouns, determiners, adverbs and bare participles are no names.

Of all names that networkx 3.6 binds, 0.3 % are on this list; of stumpy 1.14, 0.05 %.
"""

import ast
import json
import re
from collections import defaultdict

import pytest

from rullo_core.paths import ROOT

WORDS = """
one ones some other others another any every each both either neither all many most more less fewer few least
several such same own it they them this that these those which what who whom whose why how where when there here
now then again once twice often only ours theirs mine nothing everything something anything none
wrong good wide whole enough alike together alone apart
across inside before after at beside beyond between down up off back near far along within without above below
found left given shown known made chosen wanted done written asked rated kept met drawn said taken seen changed
counted declared filled tried named used filtered reached packed begun gone told needed refused compared listed
measured turned
"""

NO_NAMES = frozenset(WORDS.split())

PERCENT = 0.5
"""Share of names in each part that may be on the list: ``other`` of a comparison, ``left`` beside ``right``."""

PARTS = (
    "rullo_core/**/*.py",
    "rullo_studies/**/*.py",
    "tests/**/*.py",
    "benchmarks/**/*.py",
    "docs/**/*.py",
    "notebooks/**/*.ipynb",
)
"""The Python of the project, in each part of which the share is tested separately."""


def is_no_name(name):
    return not name.startswith("__") and name.strip("_").lower() in NO_NAMES


def bound_in(tree):
    """Yield each name that Python code binds, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name, node.lineno
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node.lineno
            case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
                yield name, node.lineno


DECLARATION = re.compile(r"\b(?:const|let|var|function|class)\s+([A-Za-z_$][\w$]*)")
PATTERN = re.compile(r"\b(?:const|let|var)\s+[\[{]([^;]*?)[\]}]\s*(?:=|of\b)")
PARAMETERS = re.compile(r"\bfunction\b\s*[\w$]*\s*\(([^()]*)\)|\(([^()]*)\)\s*=>|([A-Za-z_$][\w$]*)\s*=>")
NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def declared_in(script):
    """Yield each name that JavaScript declares, with its line: variables, functions and parameters."""
    code = NO_CODE.sub(lambda match: "\n" * match[0].count("\n"), script)
    for pattern in (DECLARATION, PATTERN, PARAMETERS):
        for match in pattern.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            for part in filter(None, match.groups()):
                for piece in re.split(r"[,\[\]{}]", part):
                    name = re.match(r"[A-Za-z_$][\w$]*$", piece.split("=")[0].rpartition(":")[2].strip(" .\n"))
                    if name:
                        yield name[0], line


def names_of(path):
    """Yield the names of a Python file, a notebook or a script, with what tells where each is."""
    text = path.read_text(encoding="utf-8")
    place = path.relative_to(ROOT)
    if path.suffix == ".ipynb":
        for index, cell in enumerate(json.loads(text)["cells"]):
            if cell["cell_type"] == "code":
                for name, line in bound_in(ast.parse("".join(cell["source"]))):
                    yield name, f"{place}, cell {index}, line {line}"
    else:
        for name, line in bound_in(ast.parse(text)) if path.suffix == ".py" else declared_in(text):
            yield name, f"{place}:{line}"


def bindings(*patterns):
    """Return all names of files, as pairs of a name and a place."""
    return [pair for pattern in patterns for path in sorted(ROOT.glob(pattern)) for pair in names_of(path)]


def assert_nouns(pairs):
    assert len(pairs) > 20
    places = defaultdict(list)
    for name, place in pairs:
        if is_no_name(name):
            places[name].append(place)
    share = 100 * sum(map(len, places.values())) / len(pairs)
    commonest = sorted(places.items(), key=lambda item: -len(item[1]))[:20]
    assert share < PERCENT, f"{share:.2f} % of {len(pairs)} names say nothing: {commonest}"


@pytest.mark.parametrize("part", PARTS)
def test_names_in_python_say_what_a_thing_is(part):
    assert_nouns(bindings(part))


def test_names_in_scripts_say_what_a_thing_is():
    assert_nouns(bindings("rullo_*/**/*.js", "tests/**/*.js", "docs/**/*.js"))


def test_all_ways_to_bind_a_name_are_seen():
    code = """
def some(one, *others, at=1, **given):
    left = found, (own, *more) = other.kept = one
    for each in left: ...
    with one as many: ...
    try: ...
    except E as wrong: ...
    import a as b
    match one:
        case [1, *_] as most: ...
    return [few for few in one], lambda any: (now := any)
class Same: ...
"""
    names = {name for name, _ in bound_in(ast.parse(code))}
    assert names == {
        *("some", "one", "others", "at", "given", "left", "found", "own", "more", "kept", "each", "many", "wrong", "b"),
        *("most", "few", "any", "now", "Same"),
    }
    script = """
// const nothing = 1;
const one = 1;
const { some, a: other = 2, ...more } = one;
function left(given, [at, own], { kept }) { for (const [each, all] of y) { let many; } }
const f = (most, few = 3) => few.map(any => any + 1);
"""
    names = {name for name, _ in declared_in(script)}
    assert names == {
        *("one", "left", "given", "at", "own", "kept", "each", "all", "many", "f", "most", "few", "any"),
        *("some", "other", "more"),
    }
