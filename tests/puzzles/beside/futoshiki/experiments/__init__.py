"""What is counted of Futoshikis."""

from pathlib import Path

from rullo_core.parameters import parse_count, parse_seed
from rullo_core.runs.registry import Declaration, Key

HERE = "rullo_core.futoshiki.experiments.study"
NOTEBOOK = str(Path(__file__).parents[1] / "notebooks" / "01-study.ipynb")

DECLARATIONS = (
    Declaration(
        "futoshiki study",
        f"{HERE}:Study",
        (
            Key("size", ("side",), int, "Rows of the grid.", "SIDE", "sizes", "[4, 5]", 4),
            Key("puzzles", ("number",), parse_count, "Number of puzzles.", "COUNT", "puzzles", "1e2"),
            Key("seed", ("seed",), parse_seed, "Random seed.", "SEED", "seeds", "[1, 2]", 1),
        ),
        "Generate Futoshikis, and rate them.",
        "--size 4 --puzzles 1e2",
        "generated Futoshikis",
        "puzzles",
        f"{HERE}:render",
        NOTEBOOK,
    ),
)
