"""The source files that a result depends on: its modules, the modules that they import, and so on.

It needs only the standard library: `make` asks before there is an environment. As a program,
``python -m rullo_core.sources FILE=MODULE[,MODULE]...`` writes a rule of make for each file.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from rullo_core.lazy import packages


def modules() -> dict[str, Path]:
    """Return the file of each module of the package, and of those beside it, by the module's name."""
    paths: dict[str, Path] = {}
    for package, folder in [(package, folder) for package, folders in packages().items() for folder in folders]:
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            name = ".".join([package, *(parts[:-1] if parts[-1] == "__init__" else parts)])
            paths.setdefault(name, path)
    return paths


def imports(path: Path, paths: dict[str, Path]) -> Iterator[str]:
    """Yield the names of the modules that a file imports, or imports names from, other than for types alone."""
    for node in _imports_in(path.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            if node.level:
                raise ImportError(f"{path}, line {node.lineno}: write absolute imports")
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from sorted(inner & set(paths))
            if node.module and not inner <= set(paths):
                yield node.module


@cache
def _imports_in(text: str) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Return the imports of a source, which is parsed once, however many results depend on it."""
    return tuple(node for node in _statements([ast.parse(text)]) if isinstance(node, ast.Import | ast.ImportFrom))


def _statements(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield nodes and the statements in them, except below ``if TYPE_CHECKING``; skip expressions, for speed."""
    for node in nodes:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node = ast.Module(node.orelse, [])
        yield node
        for field in ("body", "handlers", "orelse", "finalbody", "cases"):
            yield from _statements(getattr(node, field, ()))


def closure(*names: str) -> set[str]:
    """Return modules of ours and all that they import, directly or not, with the packages that these are in."""
    paths = modules()
    closed: set[str] = set()
    queue = set(names)
    while queue:
        name = queue.pop()
        if name not in paths:
            continue
        closed.add(name)
        queue |= {name.rpartition(".")[0], *imports(paths[name], paths)} - closed
    return closed


@cache
def source_hash(*names: str) -> str:
    """Return a checksum of the files of modules and of all that they import, on which their results depend."""
    digest = hashlib.sha256()
    paths = modules()
    for name in sorted(closure(*names)):
        digest.update(name.encode() + b"\0" + paths[name].read_bytes())
    return digest.hexdigest()[:16]


def main() -> None:
    """Write a rule for each FILE=MODULE[,MODULE]...: the file is made again when one of the sources is newer."""
    paths = modules()
    for argument in sys.argv[1:]:
        file, _, names = argument.rpartition("=")
        unknown = [name for name in names.split(",") if name not in paths]
        if unknown:
            sys.exit(f"{argument}: there is no module {unknown[0]}")
        files = sorted(os.path.relpath(paths[name]) for name in closure(*names.split(",")))
        print(f"{file}: {' '.join(files)}")


if __name__ == "__main__":
    main()
