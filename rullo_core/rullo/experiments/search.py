"""Searches: the solutions of random puzzles of any size, and how many values are tried for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pandas as pd
import pyarrow as pa

from rullo_core.constraints.kernels.reachable import MOST_CELLS
from rullo_core.datasets.tally import Tally
from rullo_core.errors import BadInput
from rullo_core.rullo.experiments.counted import Sized
from rullo_core.rullo.generation import draw_puzzle, stream_name
from rullo_core.rullo.hard_puzzles import RatedPuzzle, as_table
from rullo_core.rullo.kernels.searching.search import count_passes, search_by_attempts
from rullo_core.rullo.puzzle import Rullo, Solution
from rullo_core.rullo.request import FAIR
from rullo_core.rullo.search import rooms_for
from rullo_core.runs.collection import PuzzleStream, StreamResult, select_hardest
from rullo_core.runs.experiment import Findings

KINDS = ("unique", "ambiguous", "undecided")
"""Kinds of puzzles: with one solution, with several, and those whose search was given up."""

COLUMNS = ("outcome", "solutions", "nodes", "open_cells", "passes_columns_first", "passes_rows_first")
"""The columns of each puzzle: its outcome by number, the solutions found, nodes, the cells that lines leave unknown,
and the number of passes in which lines fix all cells, -1 where they do not."""


@dataclass(frozen=True)
class Search(PuzzleStream, Sized):
    """Searches for solutions of independent random puzzles: at most `max_solutions` of each, with a limit on nodes."""

    number: int
    seed: int
    included: float = FAIR  # the probability that a cell is included
    max_solutions: int = 2
    nodes: int = 100_000

    name: ClassVar[str] = "search"
    shard: ClassVar[int] = 16
    most_cells: ClassVar[int] = MOST_CELLS**2

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_stream()
        if max(self.height, self.width) > MOST_CELLS:
            raise BadInput(f"size {self.size}: lines have {MOST_CELLS} cells at most; take a smaller size")
        if not 0 <= self.included <= 1:
            raise BadInput(f"included {self.included:g}: take a probability, from 0 to 1")
        if not 2 <= self.max_solutions <= 10**6:
            raise BadInput(f"max_solutions {self.max_solutions}: take from 2 to 1,000,000")
        if not 1 <= self.nodes < 2**31:
            raise BadInput(f"max_nodes {self.nodes}: take from 1 to {2**31 - 1}")

    @property
    def title(self) -> str:
        """Description of the searches in words."""
        coin = "" if self.included == FAIR else f", {self.included:g} included"
        return f"search of {self.size} over {self.range}{coin}, {stream_name(self.seed)}"

    @property
    def parameters(self) -> dict[str, Any]:
        """All parameters that the result depends on, as they are stored in a dataset's manifest."""
        stream = {"count": self.number, "seed": self.seed, "included": self.included}
        return super().parameters | stream | {"max_solutions": self.max_solutions, "max_nodes": self.nodes}

    def count(self, shard: tuple[int, int], stop: np.ndarray) -> StreamResult:
        """Search for solutions of the puzzles of a shard, given by its first index and its end."""
        room = rooms_for(self.height, self.width, max(map(abs, self.values)))
        solutions, attempt = np.empty((2, self.max_solutions, self.height), np.uint64)
        rows: list[list[int]] = []
        for index in range(*shard):
            puzzle, _ = self.draw(index)
            arrays = [
                np.array(array, np.int64) for array in (puzzle.numbers, puzzle.row_targets, puzzle.column_targets)
            ]
            nodes = np.zeros(1, np.int64)
            search_by_attempts(*arrays, *room, solutions, attempt, 0, nodes, stop)  # Lines alone try no value.
            unfixed = int(np.bitwise_count(room[1].unknown[0, : self.height]).sum())
            number, complete = search_by_attempts(*arrays, *room, solutions, attempt, self.nodes, nodes, stop)
            if stop[0]:
                break
            kind = "ambiguous" if number > 1 else "unique" if complete else "undecided"
            passes = [-1 if unfixed else int(count_passes(*arrays, *room, side)) for side in (1, 0)]
            rows.append([KINDS.index(kind), number, int(nodes[0]), unfixed, *passes])
        values = np.array(rows, np.int32).reshape(-1, len(COLUMNS))
        collected = StreamResult({name: [values[:, i]] for i, name in enumerate(COLUMNS)})
        indices = np.arange(shard[0], shard[0] + len(values))[:, None]
        for number in range(len(KINDS)):
            collected.hardest[number] = select_hardest(
                np.where(collected["outcome"] == number, collected["nodes"], -1), indices
            )
        return collected

    def draw(self, index: int) -> tuple[Rullo, Solution]:
        """Draw the puzzle of an index, and the solution that it was made from."""
        return draw_puzzle(self.height, self.width, self.values, self.seed, index, self.included)

    def finish(self, total: StreamResult) -> Findings:
        """Turn the results of all shards into tables.

        The tally has no ``passes`` but ``nodes_digits``, the number of binary digits of the number of nodes: 0 for
        none, 1 for one, 2 for two and three, and so on. The hardest puzzles are those with the most nodes of each kind.
        """
        kinds = np.array(KINDS, object)[total["outcome"]]
        digits = [int(nodes).bit_length() for nodes in total["nodes"].tolist()]
        tally = pd.DataFrame({"outcome": kinds, "passes": np.nan, "nodes_digits": digits, "puzzles": 1})
        by_puzzle = {"outcome": pa.array(kinds.tolist(), pa.string())} | {
            name: pa.array(total[name], mask=total[name] < 0) for name in COLUMNS[1:]
        }
        entries = [(kind, *entry) for kind in range(len(KINDS)) for entry in total.hardest.get(kind, [])]
        hardest = as_table(RatedPuzzle(KINDS[kind], np.nan, *self.draw(int(index[0]))) for kind, _, index in entries)
        nodes = pa.array([nodes for _, nodes, _ in entries], pa.int64())
        hardest = hardest.set_column(1, "passes", pa.nulls(len(entries), pa.float64()))
        return Findings(Tally.from_frame(tally), hardest.append_column("nodes", nodes), by_puzzle=pa.table(by_puzzle))
