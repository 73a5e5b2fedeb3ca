"""Break the code in one place at a time, and see whether a test fails: ``python -m tests.mutants [FAULTS [SEED]]``.

A fault replaces one token in a copy of the project. If no test near it fails, one is missing, unless ``equivalent.csv``
has a reason. The table is build/mutants.csv. The tools that we know try neither compiled kernels nor scripts of pages.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

import pandas as pd
from pygments.lexers import JavascriptLexer, PythonLexer
from pygments.token import Comment, Number, String

from rullo_core.paths import ROOT

PAIRS = "< <=, > >=, == !=, === !==, + -, << >>, and or, && ||, min max, any all, True False, true false"
SWAPS = {first: second for pair in PAIRS.split(", ") for first, second in (pair.split(), pair.split()[::-1])}
"""What a token is replaced by; a whole number becomes the next one."""

EQUIVALENT, TABLE = Path(__file__).with_name("equivalent.csv"), ROOT / "build" / "mutants.csv"
COLUMNS, MOST_FILES, SECONDS = ["file", "line", "before", "after", "outcome", "test"], 24, 1200
"""Of the table; how many files of tests try a fault, and for how many seconds; a test that never ends notices it."""


@cache
def source(name):
    """Return the text of a file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def line_at(text, place):
    """Return the line of a text around a place."""
    return text[text.rfind("\n", 0, place) + 1 :].split("\n", 1)[0].strip()


def faults(name):
    """Yield each fault of a file: its place in the text, the token, what replaces it."""
    lexer, text = PythonLexer() if name.suffix == ".py" else JavascriptLexer(), source(name)
    for place, kind, token in lexer.get_tokens_unprocessed(text):
        original = token + "=" * (token in ("<", ">") and text[place + 1] == "=")
        replacement = str(int(token) + 1) if kind in Number and token.isdecimal() else SWAPS.get(original)
        is_arrow = text[place - 1 : place + 2].strip(" ") in ("->", "=>")
        if replacement and not is_arrow and kind not in Comment and kind not in String:
            yield place, original, replacement


def broken(name, place, original, replacement):
    """Return the text of a file with a fault."""
    return source(name)[:place] + replacement + source(name)[place + len(original) :]


def draw_faults(number, seed):
    """Return so many faults: a module's, a kernel's and a script's in turn; most stay the same when code changes."""
    shares = ([], [], [])
    for name in sorted(path.relative_to(ROOT) for end in ("py", "js") for path in ROOT.glob(f"rullo_*/**/*.{end}")):
        share = 2 if name.suffix == ".js" else not {"kernels", "compiled"}.isdisjoint(name.parts)
        for place, original, replacement in faults(name):
            key = f"{seed} {name.as_posix()} {line_at(source(name), place)} {original}"
            shares[share].append((sha256(key.encode()).digest(), name, place, original, replacement))
    return islice((fault for in_turn in zip(*map(sorted, shares), strict=False) for _, *fault in in_turn), number)


def nearest_tests(name, place):
    """Return files of tests beside a place or that name its function or module, and examples of it and its users."""
    functions = re.findall(r"^ *(?:export )?(?:async )?(?:def|class|function\*?) (\w+)", source(name)[:place], re.M)
    words = re.compile(rf"\b(?:{'|'.join({name.stem, *functions[-1:]})})\b")
    files = []
    for path in (ROOT / "tests").rglob("test_*.py"):
        mentions = len(words.findall(source(path)))
        is_beside = ("player" if name.suffix == ".js" else name.parts[1]) in path.relative_to(ROOT).parts
        if (mentions or is_beside) and "beside" not in path.parts and "notebooks" not in path.name:
            files.append((-5 * is_beside - 2 * (name.stem in path.stem) - min(mentions, 4), path.stat().st_size, path))
    using = re.compile(rf"^ *from {'.'.join(name.parent.parts)}(\.{name.stem} import| import .*\b{name.stem}\b)", re.M)
    users = [path for path in sorted(ROOT.glob("rullo_*/**/*.py")) if path == ROOT / name or using.search(source(path))]
    files = sorted(files)[:MOST_FILES] + [(path,) for path in users if "\n    >>> " in source(path)][:MOST_FILES]
    files += [(ROOT / "tests" / ("compiled/test_interpreted.py" if "kernels" in name.parts else "test_refusals.py"),)]
    return [str(path.relative_to(ROOT)) for *_, path in files]


def run(copy, cache, *arguments):
    """Run tests in a copy of the project up to the first that fails: how they end, and which it is."""
    settings = {"PYTHONPATH": str(copy), "NUMBA_CACHE_DIR": str(copy / cache), "CI": ""}
    options = "-xv --doctest-modules -p no:xdist -o faulthandler_exit_on_timeout=true -o faulthandler_timeout=200"
    command = ["timeout", str(SECONDS), sys.executable, "-m", "pytest", *options.split(), *arguments]
    process = subprocess.run(command, cwd=copy, env=os.environ | settings, capture_output=True, text=True)
    if process.returncode in (0, 5, 124):
        return "out of time" if process.returncode == 124 else "survives", ""
    return "noticed", (re.findall(r"^((?:tests|rullo_core)/\S+?::[\w.]+)", process.stdout, re.M) or [""])[-1]


@cache
def is_sound(copy, test):
    """Whether a test passes in a copy without a fault."""
    return not test or run(copy, "sound", test)[0] == "survives"


def outcome_of(copy, name, *fault):
    """Return the outcome of a fault in a copy of the project, and the test that noticed it, of slow ones at last."""
    unsound, files = [], nearest_tests(name, fault[0])
    for speed in ("not slow", "slow"):
        outcome, test = "", ""
        while not outcome or not is_sound(copy, test):
            unsound += [f"--deselect={test}"] if test else []
            (copy / name).write_text(broken(name, *fault), encoding="utf-8")
            outcome, test = run(copy, "broken", "-m", speed, *unsound, *files)
            (copy / name).write_text(source(name), encoding="utf-8")
        if test:
            return outcome + " slowly" * (speed == "slow"), test
    return outcome, test


def main(number=300, seed=1):
    """Try faults, two at a time; write the table, and exit with 1 if one in twenty or more survives."""
    copies, left_out = SimpleQueue(), shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", "build")
    for copy in (TABLE.with_name("mutants") / "1", TABLE.with_name("mutants") / "2"):
        copies.put(shutil.copytree(ROOT, copy, ignore=left_out, dirs_exist_ok=True))
    equivalent = set(pd.read_csv(EQUIVALENT, dtype=str).iloc[:, :3].itertuples(index=False, name=None))

    def outcome(fault):
        name, place, *change = fault
        line = source(name).count("\n", 0, place) + 1
        if (name.as_posix(), *(line_at(text, place) for text in (source(name), broken(*fault)))) in equivalent:
            return name, line, *change, "equivalent", ""
        copy = copies.get()
        result = outcome_of(copy, *fault)
        copies.put(copy)
        return name, line, *change, *result

    table = pd.DataFrame(columns=COLUMNS)
    with ThreadPoolExecutor(2) as pool:
        for row in pool.map(outcome, draw_faults(number, seed)):
            print(*row, sep="  ", flush=True)
            table.loc[len(table)] = row
            table.to_csv(TABLE, index=False, lineterminator="\n")
    share = table.loc[table["outcome"] != "equivalent", "outcome"].isin(["survives", "out of time"]).mean()
    print(f"{table.value_counts('outcome').to_dict()}; {share:.1%} of those not equivalent survive; see {TABLE}")
    sys.exit(share >= 0.05)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
