"""Speed, measured side by side."""

import time
from collections.abc import Callable


def taken(work: Callable[[int], object], number: int) -> list[float]:
    """Milliseconds of each of some calls; the first one is made before, as it compiles."""
    work(0)
    found = []
    for i in range(number):
        begin = time.process_time()
        work(i)
        found.append(1e3 * (time.process_time() - begin))
    return found
