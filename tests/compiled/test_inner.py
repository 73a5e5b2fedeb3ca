"""Functions without a Python wrapper may be called by kernels only; a call from Python would crash the interpreter."""

import ast
from importlib import import_module
from types import ModuleType

from rullo_core.paths import ROOT


def is_inner(thing):
    return getattr(thing, "targetoptions", {}).get("no_cpython_wrapper", False)


def imported(path):
    """Yield the functions and modules that a file imports from folders of kernels, each with its local name."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and ".kernels" in node.module:
            module = import_module(node.module)
            for alias in node.names:
                if not hasattr(module, alias.name):
                    import_module(f"{node.module}.{alias.name}")
                yield alias.asname or alias.name, getattr(module, alias.name)


def called(path):
    """Yield each imported function that a file calls, with its name."""
    names = dict(imported(path))
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name):
            yield node.func.id, names.get(node.func.id)
        elif isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            module = names.get(node.func.value.id)
            if isinstance(module, ModuleType):
                yield node.func.attr, getattr(module, node.func.attr)


def test_functions_without_python_wrapper_are_called_by_kernels_only():
    files = [
        path
        for folder in ("rullo_core", "rullo_studies", "tests", "benchmarks")
        for path in ROOT.glob(f"{folder}/**/*.py")
        if "kernels" not in path.parts and "compiled" not in path.parts
    ]
    calls = [(path, *call) for path in files for call in called(path)]
    assert [(path.name, name) for path, name, thing in calls if is_inner(thing)] == []
    assert sum(hasattr(thing, "targetoptions") for _, _, thing in calls) > 50
