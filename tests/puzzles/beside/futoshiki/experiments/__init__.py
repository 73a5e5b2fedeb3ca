"""What is counted of Futoshikis."""

from pathlib import Path

from rullo_core.declaration import parameters
from rullo_core.futoshiki.request import Request
from rullo_core.runs.registry import COUNT, SEED, Declaration, Key

MODULE = "rullo_core.futoshiki.experiments.study"
NOTEBOOK = str(Path(__file__).parents[1] / "notebooks" / "01-study.ipynb")

DECLARATIONS = (
    Declaration(
        "futoshiki study",
        f"{MODULE}:Study",
        (
            Key(parameters(Request)["size"], ("side",), "[4, 5]", 4),
            COUNT,
            SEED,
        ),
        "Generate Futoshikis, and rate them.",
        "--size 4 --count 1e2",
        "generated Futoshikis",
        "puzzles",
        f"{MODULE}:render",
        NOTEBOOK,
    ),
)
