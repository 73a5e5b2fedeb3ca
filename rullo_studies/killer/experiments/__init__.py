"""The Killer study, as declared to `rullo_core.runs.registry`."""

from __future__ import annotations

from rullo_core.declaration import Count, Word, parameters
from rullo_core.killer.levels import SOLVERS
from rullo_core.killer.request import SIDE, SPREADS, SYMMETRIES, Request
from rullo_core.runs.registry import COUNT, SEED, Declaration, Key

PACKAGE = "rullo_studies.killer"

METHODS = ("report", "grown", "repaired", "unique")
"""Methods of the study: drawn as in M. Gordon's report until one has one solution; grown without a digit twice,
unique or ambiguous; grown and repaired until unique; and as `rullo_core.killer.request.Request` says, on boards of any
size."""

USUAL, ANY_LEVEL = "usual", "any"
"""Values of parameters: what is usual on a board of the size; any level."""

OF = parameters(Request)
"""The parameters of generated puzzles, by name."""

METHOD = Word(
    METHODS,
    METHODS[0],
    "Generate the puzzles with this method; with unique, they are those of rullo killer generate, on boards of any "
    "size",
    "grown",
).with_name("method")

UNGROWABLE = Count(
    10, "Number of cages that stay single cells with the method report, from 0", "10", minimum=0
).with_name("ungrowable")

ONLY_UNIQUE = "; only of the method unique"

KEYS = (
    Key(METHOD, ("method",), "[report, grown]", METHODS[0]),
    Key(OF["size"], ("side",), "[6, 9]", SIDE, help_suffix="; above 9 with the method unique"),
    Key(OF["box"], ("box",), "[2x4, 4x2]", USUAL, USUAL, "; as square as possible if usual"),
    Key(OF["diagonals"], ("diagonals",), "[true, false]", False),
    Key(OF["cages"], ("cages",), "[28-34, 35-46]", USUAL, USUAL, "; a third of the puzzles are of each class; if "
        "usual, 35-46 on 9x9, or 28-34 with the method unique, and the same share of the cells on other boards, of "
        "those larger than 9x9 about half"),
    Key(OF["cage_sizes"], ("cage_sizes",), "[2-4, 2-9]", USUAL, USUAL, "; up to 9 if usual, and any number with the "
        "method report"),
    Key(OF["single_cell_cages"], ("single_cell_cages",), "[0, 0-9]", USUAL, USUAL, f"; 0 if usual{ONLY_UNIQUE}"),
    Key(OF["spread"], ("spread",), f"[{SPREADS[0]}, {SPREADS[1]}]", SPREADS[0]),
    Key(OF["symmetry"], ("symmetry",), f"[{SYMMETRIES[0]}, {SYMMETRIES[1]}]", SYMMETRIES[0]),
    Key(OF["level"], ("level",), f"[{ANY_LEVEL}, {SOLVERS[0]}]", ANY_LEVEL, ANY_LEVEL, ONLY_UNIQUE),
    Key(UNGROWABLE, ("ungrowable",), "[0, 10]", USUAL, USUAL, "; if usual, 10 on 9x9, and the same share on other "
        "boards"),
    COUNT,
    SEED,
)  # fmt: skip

DECLARATIONS = (
    Declaration(
        "killer study",
        f"{PACKAGE}.experiments.study:Study",
        KEYS,
        """Generate puzzles, and rate them at every level.

        They are also rated without each strategy, and as M. Gordon's report does.

        Easy, medium and hard puzzles, by the number of cages, make up a third each, however many have to be drawn. But
        with the method unique, puzzle i of a seed is the one that `rullo killer generate --seed S --first i` writes
        with the same options, and where none is found, that is counted, too. What is known of each puzzle goes to a
        file beside the dataset, the hardest of each level to another. The same options give the same counts, whatever
        the number of threads or machines. A run that was stopped goes on when the same command is given.
        """,
        "--count 1e4",
        "Killer Sudokus generated and rated",
        "puzzles",
        f"{PACKAGE}.figures:render",
        "killer/02-the-report.ipynb",
    ),
)
