"""What only kernels may call: from Python, nothing would take its arguments apart, and Python itself would end."""

import ast
from importlib import import_module
from types import ModuleType

from rullo_core.paths import ROOT


def is_inner(thing):
    return getattr(thing, "targetoptions", {}).get("no_cpython_wrapper", False)


def named(path):
    """What a file takes from folders of kernels: by the name it has there, a function or a module."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and ".kernels" in node.module:
            module = import_module(node.module)
            for alias in node.names:
                if not hasattr(module, alias.name):
                    import_module(f"{node.module}.{alias.name}")
                yield alias.asname or alias.name, getattr(module, alias.name)


def called(path):
    """What of it is called."""
    there = dict(named(path))
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name):
            yield node.func.id, there.get(node.func.id)
        elif isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            module = there.get(node.func.value.id)
            if isinstance(module, ModuleType):
                yield node.func.attr, getattr(module, node.func.attr)


def test_what_only_kernels_may_call_is_called_by_no_other_file():
    files = [
        path
        for folder in ("rullo_core", "tests", "benchmarks")
        for path in ROOT.glob(f"{folder}/**/*.py")
        if "kernels" not in path.parts and "compiled" not in path.parts
    ]
    calls = [(path, *call) for path in files for call in called(path)]
    assert [(path.name, name) for path, name, thing in calls if is_inner(thing)] == []
    assert sum(hasattr(thing, "targetoptions") for _, _, thing in calls) > 50
