"""A puzzle and an experiment that nothing else has been told of: they are declared, and so they are everywhere."""

import re
import shlex
import sys
import textwrap
from pathlib import Path

import nbformat
import papermill
import pytest
import yaml

import rullo_core
from rullo_core import paths, sources
from rullo_core.cli.compiling import trials_of
from rullo_core.cli.experiment import command_of
from rullo_core.datasets.store import load
from rullo_core.errors import BadInput
from rullo_core.reports import sweep as notebooks
from rullo_core.runs.registry import declaration, declarations, load_object, modules_of, puzzles
from rullo_core.runs.sweep import count_points, read_sweep

FILES = {
    "commands.py": '''
        """Toys, which are tossed."""

        COMMANDS = ()
        ''',
    "experiments/__init__.py": """
        from rullo_core.declaration import Count
        from rullo_core.runs.registry import SEED, Declaration, Key

        DECLARATIONS = (
            Declaration(
                name="toy tosses",
                experiment="rullo_core.toy.experiments.tosses:Tosses",
                keys=(
                    Key(Count(1, "Number of tosses", "10").with_name("tosses"), ("number",), "[10]"),
                    SEED,
                ),
                help="Toss toys, and count how they fall.",
                example="--tosses 10",
                words="some tosses",
                sampling_unit="puzzles",
                figures="rullo_core.toy.figures:render",
                puzzle_text="rullo_core.toy.figures:text_of",
                notebook_of_point="NOTEBOOK",
            ),
        )
        """,
    "experiments/tosses.py": """
        import json
        from dataclasses import dataclass

        import numpy as np
        import pandas as pd
        import pyarrow as pa

        from rullo_core.datasets.tally import Tally
        from rullo_core.runs.experiment import Experiment, Findings


        @dataclass
        class Fallen:
            counts: np.ndarray

            @property
            def puzzles(self):
                return int(self.counts.sum())

            def add(self, other):
                self.counts += other.counts

            def to_bytes(self):
                return json.dumps(self.counts.tolist()).encode()


        @dataclass(frozen=True)
        class Tosses(Experiment):
            number: int
            seed: int
            name = "toy tosses"

            puzzles = property(lambda self: self.number)
            title = property(lambda self: f"{self.number} tosses, seed {self.seed}")
            parameters = property(lambda self: {"tosses": self.number, "seed": self.seed})
            stem = property(lambda self: f"toy-tosses-{self.number}-seed-{self.seed}")

            def estimate_seconds(self, threads, longest=2.0):
                return 0.0

            def shards(self, threads=None):
                return [(first, min(first + 4, self.number)) for first in range(0, self.number, 4)]

            def empty_result(self):
                return Fallen(np.zeros((2, 3), np.int64))

            def read_result(self, data):
                return Fallen(np.array(json.loads(data)))

            def count(self, shard, stop):
                result = self.empty_result()
                for i in range(*shard):
                    result.counts[i % 2, i % 3] += 1
                return result

            def finish(self, total):
                rows = [{"outcome": "simple", "passes": 4.0, "toss": 6}]
                falls = [
                    {"side": side, "outcome": ("simple", "on its edge")[kind], "passes": side / 2, "puzzles": number}
                    for (kind, side), number in np.ndenumerate(total.counts)
                ]
                return Findings(Tally.from_frame(pd.DataFrame(falls)), pa.Table.from_pylist(rows))

            def count_unique(self, threads=None):
                return [7]
        """,
    "figures.py": """
        from rullo_core.views.charts import difficulty_distribution, save


        def render(dataset, folder):
            return save(difficulty_distribution(dataset.tally), folder / dataset.path.stem)


        def text_of(row):
            return f"toss {row['toss']}"
        """,
}


def notebook(path, *names):
    cell = nbformat.v4.new_code_cell("\n".join(f"{name} = None" for name in names), metadata={"tags": ["parameters"]})
    book = nbformat.v4.new_notebook(cells=[cell, nbformat.v4.new_code_cell(f"print({names[0]})")])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, path)
    return str(path)


OTHER_PACKAGE = {
    "__init__.py": "",
    "toy/__init__.py": "",
    "toy/commands.py": """
        import click
        from rullo_core.terminal import say

        COMMANDS = (click.Command("throw", callback=lambda: say("thrown")),)
        TRIALS = ("throw",)
        """,
    "toy/experiments.py": """
        FIGURES = "rullo_toys.toy.figures:draw"
        FIGURES_OF = {"toy tosses": "rullo_toys.toy.figures:draw_of"}
        """,
    "toy/figures.py": """
        def draw(folder):
            (folder / "none").touch()
            return [folder / "none"]

        def draw_of(dataset, folder):
            path = folder / dataset.manifest["experiment"]
            path.touch()
            return [path]
        """,
}
"""The files of a package beside that of the library."""


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A folder beside those of the package's puzzles, as if it stood among them."""
    point = notebook(tmp_path / "point.ipynb", "dataset")
    summary = notebook(tmp_path / "summary.ipynb", "sweep", "compute")
    for name, text in FILES.items():
        place = tmp_path / "package" / "toy" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(textwrap.dedent(text).replace("NOTEBOOK", point))
    (tmp_path / "package" / "toy" / "__init__.py").touch()
    monkeypatch.setattr(rullo_core, "__path__", [*rullo_core.__path__, str(tmp_path / "package")])
    monkeypatch.setattr(paths, "DATA", tmp_path / "data")
    monkeypatch.setattr(notebooks, "SUMMARY", Path(summary))  # the real one runs in a process without the toy
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith(("rullo_core.toy", "rullo_toys"))]:
        del sys.modules[name]


def test_a_toy_is_in_the_command_line_in_the_store_and_in_a_figure(toy, rullo):
    assert {"rullo", "toy"} <= set(puzzles())
    assert "toy" in rullo("--help")[1]
    assert "Toss toys, and count how they fall." in rullo("toy", "--help")[1]
    status, output, _ = rullo("toy", "tosses", "--tosses", "10", "--out", "data.parquet")
    assert status == 0
    assert re.match(r"data\.parquet: 10 tosses, seed 1, 10 puzzles: 5 simple \(50\.00%\), 5 on its edge", output)
    dataset = load("data.parquet")
    assert (dataset.manifest["experiment"], dataset.manifest["parameters"]) == ("toy tosses", {"tosses": 10, "seed": 1})
    assert dataset.manifest["shards"] == {"all": 3, "taken up from before": 0}
    assert dataset.tally.total == 10
    assert list(dataset.tally.frame) == ["side", "outcome", "passes", "puzzles"]
    assert dataset.tally.count_by("side").to_dict("list") == {"simple": [2, 1, 2], "on its edge": [2, 2, 1]}
    assert dataset.hardest_table.to_pylist() == [{"outcome": "simple", "passes": 4.0, "toss": 6}]
    status, output, _ = rullo("show", "data.parquet")
    assert status == 0
    assert re.search(r"\| +Side \| +Simple \| +On its edge \|", output)
    assert output.endswith("A hardest simple puzzle, difficulty 4:\n\ntoss 6\n")
    (toy / "figures").mkdir()
    status, output, _ = rullo("figures", "data.parquet", "figures")
    assert status == 0
    assert (toy / "figures" / "data.svg").read_text().startswith("<?xml")
    assert declaration("toy tosses").command(dataset.manifest["parameters"]) == "rullo toy tosses --tosses 10 --seed 1"


def test_a_package_beside_has_commands_and_figures_of_a_puzzle(toy, rullo, monkeypatch):
    """Found by its name and its place, and not listed anywhere."""
    for place, text in OTHER_PACKAGE.items():
        (toy / "rullo_toys" / place).parent.mkdir(parents=True, exist_ok=True)
        (toy / "rullo_toys" / place).write_text(textwrap.dedent(text))
    monkeypatch.syspath_prepend(toy)
    assert [module.__name__ for module in modules_of("toy", "experiments")] == [
        "rullo_core.toy.experiments",
        "rullo_toys.toy.experiments",
    ]
    assert rullo("toy", "throw")[:2] == (0, "thrown\n")
    assert trials_of("toy") == ("throw",)
    assert sources.modules()["rullo_toys.toy.figures"] == toy / "rullo_toys" / "toy" / "figures.py"
    assert rullo("toy", "tosses", "--tosses", "10", "--out", "data.parquet")[0] == 0
    assert rullo("figures", "data.parquet", "figures")[0] == 0
    assert {path.name for path in (toy / "figures").iterdir()} >= {"none", "toy tosses"}


def test_a_toy_is_in_a_sweep(toy, rullo):
    (toy / "toys.yaml").write_text("title: Toys\nexperiment: toy tosses\ntosses: [5, 9]\nseed: [1, 2]\n")
    points = list(count_points(read_sweep(toy / "toys.yaml")))
    assert [point.experiment.parameters for point in points] == [
        {"tosses": tosses, "seed": seed} for tosses in (5, 9) for seed in (1, 2)
    ]
    assert [point.dataset.tally.total for point in points] == [5, 5, 9, 9]
    assert [point.dataset.manifest["unique"] for point in points] == [[7]] * 4
    status, output, _ = rullo("sweep", "toys.yaml", "--out", "made", "--notebooks")
    assert status == 0
    assert "4 points, 4 reused, 0 failures" in output
    assert len(list((toy / "made").glob("*.ipynb"))) == 5
    (toy / "toys.yaml").write_text("experiment: toy tosses\ntosses: [5]\nvalues: 1-9\n")
    with pytest.raises(BadInput, match=r"line 3: no key 'values'; a toy tosses sweep knows .*, tosses, seed"):
        read_sweep(toy / "toys.yaml")


def test_a_toy_is_refused_with_a_line(toy, rullo):
    status, _, output = rullo("toy", "tosses", "--tosses", "none", "--out", "data.parquet")
    assert status == 2
    assert output.count("\n") == 1
    assert "--tosses" in output


def test_what_is_left_out_has_its_default():
    sample = declarations()["sample"].make({"size": (3, 3), "values": (1, 2), "count": 5})
    assert (sample.seed, sample.guess_limit, sample.included, sample.generator) == (1, 20, 0.5, "philox")


def test_no_two_experiments_have_one_name():
    modules = [module for puzzle in puzzles() for module in modules_of(puzzle, "experiments")]
    names = [declaration.name for module in modules for declaration in getattr(module, "DECLARATIONS", ())]
    assert len(names) == len(set(names))


def test_a_dataset_of_what_is_not_declared_is_refused_by_name(toy, rullo, monkeypatch):
    assert rullo("toy", "tosses", "--tosses", "10", "--out", "data.parquet")[0] == 0
    monkeypatch.setattr(rullo_core, "__path__", rullo_core.__path__[:1])
    for command in (["show", "data.parquet"], ["figures", "data.parquet", "."]):
        status, _, output = rullo(*command)
        assert (status, output.count("\n")) == (2, 1)
        assert output.startswith("rullo: data.parquet: no experiment 'toy tosses'; there are census")


def test_without_its_folder_there_is_no_toy(tmp_path):
    assert "toy tosses" not in declarations()
    with pytest.raises(BadInput, match="no experiment 'toy tosses'; there are census, grids, sample"):
        declaration("toy tosses")


COMMANDS = {
    "census": ["--size 2x5 --values 1-3,7", "--size 1x1 --values -3--1,2"],
    "grids": [
        "--size 2x3 --values 2-4 --grids 7 --seed 5",
        "--size 2x3 --values 0 --grids 7 --generator rand",
    ],
    "sample": [
        "--size 3x2 --values 1-9 --count 1e3 --seed 18446744073709551615 --guess-limit 4 --included 0.3",
        "--size 3x2 --values 1,3,5 --count 70 --generator rand",
    ],
    "search": [
        "--size 3x2 --values 1-9 --count 3 --seed 7 --included 0.3 --max-solutions 9 --max-nodes 1e3",
        "--size 20x20 --values 1,3,5 --count 70",
    ],
    "phases": [
        "--size 3x2 --values 1-9 --count 3 --seed 7 --included 0.3 --max-nodes 1e3",
        "--size 12x12 --values 1,3,5 --count 70",
    ],
    "kakuro census": ["--size 2x5", "--size 4x3"],
    "kakuro polyominoes": ["--cells 6 --crossed all", "--cells 9"],
    "killer census": ["--box 1x4 --cage-sizes 2", "--box 2x2 --cage-sizes 2-4"],
    "kakuro study": [
        "--size 5x6 --black 0.3 --symmetry none --longest 5 --method repair --max-tries 7 --count 3 --seed 2",
        "--size 6x6 --method fill --count 1_000",
    ],
    "killer study": [
        "--method grown --cages 20-29 --count 3 --seed 2",
        "--method report --cages 36-44 --ungrowable 0 --count 1_000",
        "--method unique --size 8 --box 1x8 --diagonals true --cages 22-27 --cage-sizes 2-4 --single-cell-cages 0-3 "
        "--spread boxes --symmetry half-turn --level O1 --count 3",
    ],
    "sudoku study": [
        "--size 16 --count 5 --seed 3 --level hidden --order boxes --symmetry mirror",
        "--size 4 --count 5 --level one-solution --order digits --symmetry quarter-turn",
    ],
    "sudoku population": ["--size 4 --count 2048 --seed 9 --level naked"],
}
"""Of each experiment, in which each of its options is given that has a default, and differs from it."""


@pytest.mark.parametrize("name", sorted(declarations()))
def test_what_is_declared_is_there(name):
    """Classes and functions are named, not imported, until they are needed."""
    experiment = declarations()[name]
    *prefix, command = name.split()
    folder = prefix[0] if prefix else "rullo"
    assert experiment.experiment.startswith((f"rullo_core.{folder}.", f"rullo_studies.{folder}."))
    assert command not in [
        subcommand.name for module in modules_of(folder, "commands") for subcommand in module.COMMANDS
    ]
    assert callable(load_object(experiment.figures))
    assert callable(load_object(experiment.puzzle_text))
    assert "dataset" in papermill.inspect_notebook(paths.NOTEBOOKS / experiment.notebook_of_point)
    assert {"sweep", "compute"} <= set(papermill.inspect_notebook(notebooks.SUMMARY))


def read_command(experiment, options):
    """What an experiment's command makes of options."""
    with command_of(experiment).make_context(experiment.name, shlex.split(options)) as context:
        return {key.name: context.params[key.name] for key in experiment.keys}


@pytest.mark.parametrize("name", sorted(declarations()))
def test_every_option_is_read_back_from_the_parameters(name):
    registered = declarations()[name]
    differ = set()
    for options in COMMANDS[name]:
        values = read_command(registered, options)
        experiment = registered.make(values)
        assert experiment.name == name
        start, _, arguments = registered.command(experiment.parameters).partition(" --")
        assert start == f"rullo {name}"
        assert registered.make(read_command(registered, f"--{arguments}")) == experiment
        differ |= {key.name for key in registered.keys if values[key.name] != key.default}
    assert differ == {key.name for key in registered.keys}


@pytest.mark.parametrize("name", sorted(declarations()))
def test_every_example_can_be_read(name):
    for key in declarations()[name].keys:
        example = yaml.safe_load(key.values)
        values = example if isinstance(example, list) else [example]
        assert len({key.take(str(value)) for value in values}) == len(values)
