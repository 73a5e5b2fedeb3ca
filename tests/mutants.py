"""Break the code in one place at a time, and see whether a test fails: ``python -m tests.mutants [FAULTS [SEED]]``.

A fault replaces one token, such as ``<`` by ``<=``. Faults are drawn from modules, kernels and scripts in equal shares,
and each is tried in a copy of the project, by the quick tests nearest to it. A fault that no test notices shows a test
that is missing, unless the code means the same: such faults are listed with a reason in ``equivalent.csv``. The table
of all faults is build/mutants.csv. Tools that we know do not try compiled kernels and scripts of a page alike.
"""

import ast
import csv
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

from pygments.lexers import JavascriptLexer, PythonLexer
from pygments.token import Comment, Literal, Token

from rullo_core.paths import PACKAGE, ROOT
from tests.player.scripts import NODE

PAIRS = ["< <=", "> >=", "== !=", "=== !==", "+ -", "<< >>", "and or", "&& ||", "min max", "any all"]
PAIRS += ["True False", "true false", "break continue"]
SWAPS = {first: second for pair in PAIRS for first, second in (pair.split(), pair.split()[::-1])}
"""What a token is replaced by; a whole number becomes the next one."""

EQUIVALENT = Path(__file__).with_name("equivalent.csv")
TABLE = ROOT / "build" / "mutants.csv"
COLUMNS = "file", "line", "before", "after", "outcome", "test"
MOST_FILES, SECONDS = 12, 300
"""How many files of tests try a fault, and for how long; a fault that makes the code endless is noticed, too."""


def faults(path):
    """Yield each fault of a file: its place in the text, the token, what replaces it."""
    text = path.read_text(encoding="utf-8")
    lexer = PythonLexer() if path.suffix == ".py" else JavascriptLexer()
    for place, kind, token in lexer.get_tokens_unprocessed(text):
        if kind in Comment or kind in Token.Literal.String or text[place - 1 : place + 2].strip(" ") in ("->", "=>"):
            continue
        after = str(int(token) + 1) if kind in Literal.Number and token.isdecimal() else SWAPS.get(token)
        if after:
            yield place, token, after


def broken(path, place, before, after):
    """Return the text with the fault; None if it is no program any more."""
    text = path.read_text(encoding="utf-8")
    changed = text[:place] + after + text[place + len(before) :]
    if path.suffix == ".js":
        check = [NODE, "--input-type=module", "--check", "-"]
        return None if subprocess.run(check, input=changed, text=True, capture_output=True).returncode else changed
    with suppress(SyntaxError):
        return ast.parse(changed) and changed


def drawn(number, seed):
    """Return so many faults, in equal shares of modules, kernels and scripts, no two of one line."""
    rng = random.Random(seed)
    shares = [], [], []
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.js")]):
        share = 2 if path.suffix == ".js" else not {"kernels", "compiled"}.isdisjoint(path.parts)
        shares[share].extend((path.relative_to(ROOT), *fault) for fault in faults(path))
    for i, share in enumerate(shares):
        rng.shuffle(share)
        lines = set()
        while share and len(lines) < (number + i) // 3:
            name, place, *fault = share.pop()
            line = (ROOT / name).read_text(encoding="utf-8").count("\n", 0, place) + 1
            if (name, line) not in lines and broken(ROOT / name, place, *fault):
                lines.add((name, line))
                yield name, line, place, *fault


def nearest_tests(name, place):
    """Return the files of tests that are nearest to a place: those that name its function or module, of its folder."""
    text = (ROOT / name).read_text(encoding="utf-8")
    functions = re.findall(r"^ *(?:export )?(?:async )?(?:def|class|function\*?) (\w+)", text[:place], re.MULTILINE)
    words = re.compile(rf"\b(?:{'|'.join({name.stem, *functions[-1:]})})\b")
    folder = "player" if name.suffix == ".js" else name.parts[1]
    near = []
    for path in (ROOT / "tests").rglob("test_*.py"):
        named = len(words.findall(path.read_text(encoding="utf-8")))
        is_beside = folder in path.parts
        if (named or is_beside) and "beside" not in path.parts and "notebooks" not in path.name:
            near.append((-3 * is_beside - 2 * (name.stem in path.stem) - min(named, 4), path.stat().st_size, path))
    return [str(path.relative_to(ROOT)) for *_, path in sorted(near)[:MOST_FILES]]


def tried(copy, name, place, before, after):
    """Return the outcome of a fault in a copy of the project, and the test that noticed it."""
    path, original = copy / name, (ROOT / name).read_text(encoding="utf-8")
    path.write_text(broken(ROOT / name, place, before, after), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not slow"]
    environment = os.environ | {"PYTHONPATH": str(copy), "NUMBA_CACHE_DIR": str(copy / "kernels"), "CI": ""}
    try:
        done = subprocess.run([*command, *nearest_tests(name, place)], cwd=copy, env=environment, timeout=SECONDS,
                              capture_output=True, text=True)  # fmt: skip
    except subprocess.TimeoutExpired:
        return "out of time", ""
    finally:
        path.write_text(original, encoding="utf-8")
    noticed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return ("survives", "") if done.returncode in (0, 5) else ("noticed", noticed[1] if noticed else "")


def main(number=300, seed=1):
    """Try faults, two at a time; write the table, and exit with 1 if one in twenty or more survives."""
    copies = SimpleQueue()
    for i in range(2):
        copy = ROOT / "build" / "mutants" / str(i)
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "build", "__pycache__"), dirs_exist_ok=True)
        copies.put(copy)
    with EQUIVALENT.open(encoding="utf-8", newline="") as file:
        known = {(row["file"], row["code"], row["before"], row["after"]) for row in csv.DictReader(file)}

    def outcome(fault):
        name, line, place, *change = fault
        code = (ROOT / name).read_text(encoding="utf-8").splitlines()[line - 1].strip()
        if (name.as_posix(), code, *change) in known:
            return name, line, *change, "equivalent", ""
        copy = copies.get()
        result = tried(copy, name, place, *change)
        copies.put(copy)
        return name, line, *change, *result

    counts = Counter()
    with TABLE.open("w", encoding="utf-8", newline="") as file, ThreadPoolExecutor(2) as pool:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in pool.map(outcome, drawn(number, seed)):
            counts[row[4]] += 1
            writer.writerow(row)
            file.flush()
            print(*row, sep="  ", flush=True)
    share = counts["survives"] / max(1, counts.total() - counts["equivalent"])
    print(f"{counts.total()} faults: {dict(counts)}; {share:.1%} of those not equivalent survive; see {TABLE}")
    sys.exit(share >= 0.05)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
