"""What is used of Jupyter's classes: in one file, listed, and all in the version that is installed."""

import ast
import json
import os

import nbformat
import pytest
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

from rullo_core.paths import PACKAGE, ROOT
from rullo_core.reports import kernels
from rullo_core.reports.notebook import execute

NAMES = {
    AsyncKernelManager: ("kernel_id", "kernel_spec", "provisioner", "start_kernel"),
    LocalProvisioner: ("connection_info", "cwd", "launch_kernel", "pgid", "pid", "process"),
}
"""Attributes of Jupyter's classes that are used, as seen in version 8.10 of jupyter_client."""


def absent_names():
    return [f"{kind.__name__}.{name}" for kind, names in NAMES.items() for name in names if not hasattr(kind, name)]


def test_every_name_is_in_the_version_that_is_installed():
    assert absent_names() == []


def test_a_name_that_is_gone_is_told(monkeypatch):
    monkeypatch.delattr(LocalProvisioner, "pgid")
    assert absent_names() == ["LocalProvisioner.pgid"]


def test_classes_of_jupyter_are_extended_in_one_file():
    users = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "jupyter_client":
                users.add(path.relative_to(PACKAGE).as_posix())
    assert users == {"reports/kernels.py"}
    tree = ast.parse((PACKAGE / "reports/kernels.py").read_text())
    methods = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    private = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.startswith("_")}
    assert private == {"_exit", "_process"}  # of os, and of a class here
    assert {name for name in methods if name.startswith("_")} == {"__init__", "_be_kernel", "_end_with_parent"}


@pytest.mark.parametrize("manager", [kernels.OwnKernelManager, kernels.ForkedKernelManager])
def test_a_kernel_has_an_environment_of_its_own(tmp_path, monkeypatch, manager):
    if manager is kernels.ForkedKernelManager and kernels.forking_manager() is None:
        pytest.skip("processes cannot be forked here")
    monkeypatch.delenv("RULLO_PROGRESS")
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    source = (
        "import json, os\nfrom rullo_core.paths import DATA\n"
        "print(json.dumps([os.environ['PYTHONPATH'], os.environ['RULLO_PROGRESS'], str(DATA)]))"
    )
    notebook = tmp_path / "notebook.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)]), notebook)
    for data in (tmp_path / "first", tmp_path / "second"):  # the process that forks has the first environment
        monkeypatch.setenv("RULLO_DATA", str(data))
        environment = dict(os.environ)
        execute(notebook, tmp_path / "out.ipynb", manager=manager)
        (output,) = nbformat.read(tmp_path / "out.ipynb", 4).cells[0].outputs
        assert json.loads(output.text) == [os.pathsep.join([str(ROOT), "elsewhere"]), "no", str(data)]
        assert dict(os.environ) == environment
