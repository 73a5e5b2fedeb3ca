"""Speed, measured side by side."""

import time
from collections.abc import Callable, Sequence
from typing import Any


def milliseconds_of_calls(work: Callable[[int], object], number: int) -> list[float]:
    """Milliseconds of each of some calls; the first one is made before, as it compiles."""
    work(0)
    times = []
    for i in range(number):
        begin = time.process_time()
        work(i)
        times.append(1e3 * (time.process_time() - begin))
    return times


def ask_for_another(model: Any, solver: Any, cells: Sequence[Any]) -> None:
    """Have a model of CP-SAT differ in some cell from the solution that was found."""
    differences = [model.new_bool_var("") for _ in cells]
    for cell, digit, differs in zip(cells, map(solver.value, cells), differences, strict=True):
        model.add(cell != digit).only_enforce_if(differs)
    model.add_bool_or(differences)
