"""Execute notebooks: whole, or not at all."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import nbformat
import papermill
import yaml
from papermill.exceptions import PapermillExecutionError

from rullo_core.errors import BadInput, quoted
from rullo_core.files import written_whole
from rullo_core.parameters import no_yaml, read_given, with_parameter_name
from rullo_core.progress import how_many, report
from rullo_core.reports.compact import compact_outputs
from rullo_core.reports.kernels import OwnKernelManager
from rullo_core.views.prose import NUMBERS, WRITTEN_FOR

WIDGET = "application/vnd.jupyter.widget-view+json"

STYLED_TABLE = re.compile(r'<table id="(T_[0-9a-f]+)"')
"""The name of a table that pandas has styled."""

QUOTATION = re.compile(r"^>.*(?:\n>.*)*", re.MULTILINE)
"""A quotation in Markdown: in a cell tagged ``committed``, what holds for the notebook's own parameters alone."""

GREY = '<div style="color: #808080">'

START_UP = 300
"""Seconds that a kernel may take to start; a busy machine needs many."""


class _Loader(yaml.SafeLoader):  # type: ignore[misc]
    """YAML whose numbers stay texts, for `read_number`: in YAML 1.1 0100 is 64, and 1:30 is 90.

    Only true and false are that, a day is a text, and no key may stand twice in a mapping.
    """

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Return a mapping, none of whose keys is there twice."""
        keys: set[str] = set()
        for key, _ in node.value:
            if str(key.value) in keys:
                problem = f"the key {key.value} is there twice, of which one is to go"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            keys.add(str(key.value))
        mapping: dict[Any, Any] = super().construct_mapping(node, deep)
        return mapping


_Loader.yaml_implicit_resolvers = {}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(?i:true|false)\Z"), list("tTfF"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(?i:~|null)?\Z"), ["~", "n", "N", ""])
for _number in ("int", "float"):
    _Loader.add_constructor(f"tag:yaml.org,2002:{_number}", _Loader.construct_yaml_str)


def read_parameters(path: Path | None) -> dict[str, Any]:
    """Read notebook parameters from a YAML file; none for None."""
    if path is None:
        return {}
    try:
        values = yaml.load(path.read_text(encoding="utf-8"), _Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # ValueError: of a day that there is not
        raise no_yaml(path, error) from None
    if not isinstance(values, dict):
        raise BadInput(f"{path}: holds no names and values; write lines of name: value")
    return values


def parse_value(name: str, text: str) -> Any:
    r"""Read a parameter's value from text, as YAML does: a list, true, false, nothing, or else the text itself.

    A number stays a text until `read_given` knows what the parameter is. Of a text that is not in quotes nothing is
    removed, neither a comment nor the ends of its lines.

    Examples
    --------
    >>> parse_value("values", "[2, 3]"), parse_value("puzzle", "5 7\n4 1 4\n8 5 3"), parse_value("size", "'5'")
    (['2', '3'], '5 7\n4 1 4\n8 5 3', '5')
    """
    try:
        value = yaml.load(text, _Loader)
    except (yaml.YAMLError, ValueError, RecursionError):
        if "\n" in text:
            return text
        raise BadInput(
            f"-p {name} {quoted(text)}: is not YAML; write a number, a text, or a list such as '[2, 3]'"
        ) from None
    is_quoted = text.lstrip().startswith(("'", '"', "|", ">"))
    return text if isinstance(value, str) and not is_quoted else value


def own_parameters(cells: Iterable[Any]) -> dict[str, Any]:
    """Return a notebook's parameters from its cell tagged ``parameters``, with None for values that are no literals."""
    sources = [cell.source for cell in cells if "parameters" in cell.metadata.get("tags", [])]
    values: dict[str, Any] = {}
    for statement in ast.parse("\n".join(sources)).body:
        names = [
            node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        ]
        values |= dict.fromkeys(names)
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value:
            with suppress(ValueError):
                values |= dict.fromkeys(names, ast.literal_eval(statement.value))
    return values


class NotebookFailed(Exception):
    """A cell of a notebook that raised an error: which one, and which error."""


def execute(
    notebook: Path,
    out: Path,
    parameters: Mapping[str, Any] | None = None,
    source: str = "",
    manager: type[OwnKernelManager] | None = None,
) -> None:
    """Execute a notebook in its folder, with values for parameters, into a file that has the same bytes each time and
    is there whole or not at all; ``source``, all that the result depends on, is written into it for `is_made_from`, and
    so are the numbers that its cells save.
    The kernel is a new process, unless another manager of kernels is given.
    """
    if not out.parent.is_dir():
        raise BadInput(f"{out}: there is no folder {out.parent}; make it first, or choose another place")
    try:
        cells = nbformat.read(notebook, as_version=4).cells
    except (nbformat.reader.NotJSONError, nbformat.ValidationError, ValueError, AttributeError, KeyError):
        raise BadInput(f"{notebook}: is no notebook; name an .ipynb file") from None
    values = read_given(parameters or {}, own_parameters(cells))

    def report_cell(cell: object, cell_index: int) -> None:
        report(how_many(cell_index, len(cells), " cells"))

    try:
        with written_whole(out) as temporary, _closing_event_loop():
            papermill.execute_notebook(
                notebook,
                temporary,
                values,
                kernel_name="python3",
                # Not papermill's own cwd: that changes the folder of the whole process, other notebooks too.
                resources={"metadata": {"path": str(notebook.parent.resolve())}},
                progress_bar=False,
                on_cell_start=report_cell,
                start_timeout=START_UP,
                log_output=False,
                extra_arguments=["--log-level=CRITICAL"],  # else it warns that it listens on TCP, as kernels do
                kernel_manager_class=manager or OwnKernelManager,
            )
            _leave_out_the_moment(temporary, source)
    except RuntimeError as error:
        if "Kernel didn't respond" not in str(error):
            raise
        raise BadInput(f"{notebook}: no kernel started in {START_UP} seconds; try again when less is running") from None
    except PapermillExecutionError as error:
        if error.ename == "BadInput":
            raise BadInput(f"{notebook}: {with_parameter_name(error.evalue, values)}") from None
        raise NotebookFailed(f"{notebook}: cell {error.exec_count} failed, {error.ename}: {error.evalue}") from None


@contextmanager
def _closing_event_loop() -> Iterator[None]:
    """Close the event loop that papermill makes for a thread and leaves open; that of the main thread serves again."""
    try:
        yield
    finally:
        if current_thread() is not main_thread():
            with suppress(RuntimeError):  # it has not created one yet
                asyncio.get_event_loop().close()


def is_made_from(path: Path, source: str) -> bool:
    """Return whether a notebook was executed from exactly this source; see `execute`."""
    try:
        return bool(nbformat.read(path, as_version=4).metadata.get("rullo", {}).get("source") == source)
    except (OSError, ValueError, AttributeError, KeyError, nbformat.ValidationError):
        return False


def _grey(cells: Iterable[Any]) -> None:
    """Put what a run with other parameters says of the text below the title, and grey what does not hold for them."""
    first, *_ = cells = list(cells)
    remarks = [
        output for cell in cells for output in cell.get("outputs", []) if WRITTEN_FOR in output.get("metadata", {})
    ]
    if not remarks:
        return
    for cell in cells:
        if "outputs" in cell:
            cell.outputs = [output for output in cell.outputs if output not in remarks]
        elif "committed" in cell.metadata.get("tags", []):
            cell.source = QUOTATION.sub(lambda quotation: f"{GREY}\n\n{quotation[0]}\n\n</div>", cell.source)
    title, _, rest = first.source.partition("\n")
    first.source = f"{title}\n\n{remarks[0].metadata[WRITTEN_FOR]}\n{rest}"


def _take_numbers(cells: Iterable[Any]) -> dict[str, str]:
    """Take the numbers that cells have saved out of their outputs, and return them by their names."""
    numbers: dict[str, str] = {}
    for cell in cells:
        for output in cell.get("outputs", []):
            numbers |= output.get("metadata", {}).get(NUMBERS, {})
        if "outputs" in cell:
            cell.outputs = [output for output in cell.outputs if NUMBERS not in output.get("metadata", {})]
    return numbers


def _leave_out_the_moment(path: Path, source: str) -> None:
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata.pop("papermill", None)
    metadata = {"source": source, NUMBERS: _take_numbers(notebook.cells)}
    notebook.metadata["rullo"] = {name: value for name, value in metadata.items() if value}
    if not notebook.metadata["rullo"]:
        del notebook.metadata["rullo"]
    _grey(notebook.cells)
    notebook.metadata.get("language_info", {}).pop("version", None)
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        for number, output in enumerate(cell.get("outputs", [])):
            data = output.get("data", {})
            data.pop(WIDGET, None)  # other outputs stay: the number of a widget is random
            if styled := STYLED_TABLE.search(data.get("text/html", "")):
                # pandas names a styled table at random, and as text shows where it is in memory.
                data["text/html"] = data["text/html"].replace(styled[1], f"T_{cell.id}-{number}")
                del data["text/plain"]
        for key in ("papermill", "execution"):
            cell.metadata.pop(key, None)
        if "injected-parameters" in cell.metadata.get("tags", []):
            cell.id = "injected-parameters"  # otherwise it would differ each time
    compact_outputs(notebook.cells)
    path.write_bytes(f"{nbformat.writes(notebook)}\n".encode())
