"""Names that numba does not document: in one file, listed there, and all in the version that is installed."""

import ast
import sys

import pytest
from numba.core.caching import IndexDataCacheFile

from rullo_core.compiled import internals, storage
from rullo_core.paths import PACKAGE

INTERNALS = "compiled/internals.py"

DOCUMENTED = {"numba", "numba.types", "numba.core.cgutils", "numba.core.event", "numba.extending", "llvmlite.ir"}
"""The modules of numba, and of llvmlite, that their manuals explain."""

OF_STRUCTS = {"_getvalue"}
"""What numba's manual uses of the structs of its `cgutils`."""


def test_every_name_is_in_the_version_that_is_installed():
    assert internals.absent_names() == []


@pytest.mark.parametrize(
    ("thing", "attribute", "name"),
    [
        (IndexDataCacheFile, "_dump", "numba.core.caching.IndexDataCacheFile._dump"),
        (sys.modules["numba.core.compiler_machinery"], "register_pass", "numba.core.compiler_machinery.register_pass"),
    ],
)
def test_a_name_that_is_gone_is_told(monkeypatch, thing, attribute, name):
    monkeypatch.delattr(thing, attribute)
    assert internals.absent_names() == [name]


def test_an_attribute_that_objects_no_longer_have_is_told(monkeypatch):
    monkeypatch.setitem(internals.NAMES, "numba.core.dispatcher.Dispatcher", "compile _compiler _compilers")
    assert internals.absent_names() == ["numba.core.dispatcher.Dispatcher._compilers"]


def test_versions_tried_are_those_in_which_the_names_were_seen():
    assert {tuple(version.split(".")[:2]) for version in internals.CHECKED_VERSIONS} == {
        tuple(version.split(".")) for version in storage.TESTED_VERSIONS
    }


def test_every_name_that_is_used_is_listed():
    tree = ast.parse((PACKAGE / INTERNALS).read_text())
    documented = {attribute for attributes in internals.NAMES.values() for attribute in attributes.split()}
    imported = {
        f"{node.module}.{alias.name}" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
        for alias in node.names if node.module.startswith("numba.core.")
    }  # fmt: skip
    assert imported <= internals.NAMES.keys()
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.bases]
    definitions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    methods = {node.name for class_node in classes for node in class_node.body if isinstance(node, ast.FunctionDef)}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    private = {name for name in attributes if name[0] == "_" and not name.endswith("__")}
    assert private - definitions - OF_STRUCTS <= documented
    assert methods - {"__init__", "has_code"} <= documented
    assert min(len(imported), len(private), len(methods)) > 10


def test_functions_of_other_threads_wait_while_parts_are_made():
    """numba compiles nothing without this lock; what it compiled meanwhile would be a part, too, and not callable."""
    with internals._making(internals._Part):
        assert internals.global_compiler_lock.is_locked()
    assert not internals.global_compiler_lock.is_locked()


def test_other_files_use_what_numba_documents():
    uses = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names = [(alias.name, "") for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [(node.module, alias.name) for alias in node.names]
            else:
                continue
            for module, name in names:
                if module.split(".")[0] in ("numba", "llvmlite") and module not in DOCUMENTED - {"numba"}:
                    uses.setdefault(f"{module}.{name}".rstrip("."), set()).add(path.relative_to(PACKAGE).as_posix())
    assert {name: paths for name, paths in uses.items() if name not in DOCUMENTED and paths != {INTERNALS}} == {}
    assert uses["numba.core.codegen.JITCodeLibrary"] == {INTERNALS}
