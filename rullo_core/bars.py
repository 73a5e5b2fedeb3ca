"""Bars that show on a terminal how far work is; elsewhere, lines say so now and then: see `rullo_core.progress`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from tqdm import tqdm

from rullo_core.progress import how_many, report


class Bar(tqdm):  # type: ignore[misc]
    """A bar of tqdm that counts even if it is not shown, and whose clock is updated while nothing is counted."""

    def __init__(self, *arguments: Any, unit: str = " items", **keywords: Any) -> None:
        self.unit_text, self.start_time = unit, time.monotonic()
        super().__init__(*arguments, unit=unit, **{"delay": 1, "disable": None} | keywords)
        self._report()

    def _report(self) -> None:
        report(how_many(self.n, self.total, self.unit_text), None if self.disable else self._go_on)

    def _go_on(self) -> None:
        if time.monotonic() > self.start_time + self.delay:
            self.refresh()

    def update(self, n: float | None = 1) -> bool | None:
        """Add `n` to the count."""
        if self.disable:
            self.n += n or 0
        is_displayed: bool | None = super().update(n)
        self._report()
        return is_displayed

    def __iter__(self) -> Iterator[Any]:
        """Count the items of the iterable when they are done."""
        for item in super().__iter__():
            self._report()
            yield item
            if self.disable:
                self.n += 1

    def close(self) -> None:
        """Show it no more."""
        if not self.disable:
            report(how_many(self.n, self.total, self.unit_text))
        super().close()
