"""Pictures and tables of which a reader chooses one, in JupyterLab and on the site alike."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from numbers import Real
from typing import Any

from rullo_core.arguments import checked
from rullo_core.errors import BadInput
from rullo_core.escaping import as_html, as_line

SHOW = (
    "this.closest('div').querySelectorAll('figure')"
    ".forEach((one, i) => one.style.display = i == this.value ? '' : 'none')"
)
"""The script of a slider or selector: it shows only the picture of its value."""


class Choice:
    """Pictures or tables, each with its value; a notebook shows one of them, and a control to choose another.

    All of them are in the page, so that no Python is needed to choose. Without scripts, the one that is shown at first
    stays.

    Attributes
    ----------
    frames : dict of str to str
        For each value, as text, what is shown of it, as HTML.
    """

    def __init__(self, frames: dict[str, str], label: str, is_slider: bool, start: int) -> None:
        self.frames, self.label, self.is_slider, self.start = frames, label, is_slider, start

    def __repr__(self) -> str:
        return as_line(f"<{self.label}: {', '.join(self.frames)}>")

    def _repr_html_(self) -> str:
        return "\n".join(['<div class="rullo-choice">', f"<p>{self._control()}</p>", *self._figures(), "</div>"])

    def _control(self) -> str:
        """Return the slider or selector, which reads and sets the number of the item shown."""
        if self.is_slider:
            last = len(self.frames) - 1
            control = f'<input type="range" min="0" max="{last}" value="{self.start}" oninput="{SHOW}">'
        else:
            options = (
                f'<option value="{i}"{" selected" * (i == self.start)}>{as_html(value)}</option>'
                for i, value in enumerate(self.frames)
            )
            control = f'<select onchange="{SHOW}">{"".join(options)}</select>'
        return f"<label>{as_html(self.label)} {control}</label>"

    def _figures(self) -> Iterator[str]:
        for i, (value, frame) in enumerate(self.frames.items()):
            hidden = "" if i == self.start else ' style="display:none"'
            yield f"<figure{hidden}><figcaption>{as_html(f'{self.label} {value}')}</figcaption>{frame}</figure>"


@checked
def choose(draw: Callable[[Any], Any], values: Iterable[Any], label: str = "value", start: int = 0) -> Choice:
    """Show what a function draws of one of several values, with a slider or selector for the others.

    Everything is drawn at once and kept in the output of the cell: a reader of the site chooses, too.

    Parameters
    ----------
    draw : callable
        Takes a value; returns matplotlib axes, one or several of a figure, or a figure, or whatever is shown as HTML,
        such as a pandas.DataFrame.
    values : iterable
        The values; a slider chooses among numbers, and a selector among others.
    label : str
        What a value is, such as ``"pass"``.
    start : int
        Which of the values is shown at first, counted from 0; from the end if negative.

    Returns
    -------
    Choice
        A notebook shows it where it stands at the end of a cell; its ``frames`` are what is drawn, as HTML, by value.

    Raises
    ------
    BadInput
        If there are no values, or no such one to start with.

    Examples
    --------
    >>> import rullo_core as rc
    >>> sudoku = rc.sudoku.parse(".4...32....3....")
    >>> rc.choose(lambda level: sudoku.plot(level=level), ["naked", "hidden", "gac"], label="level")
    <level: naked, hidden, gac>
    """
    choices = list(values)
    if not -len(choices) <= start < len(choices):
        raise BadInput(f"start {start}: there are {len(choices)} values" if choices else "no values: give one at least")
    frames = {str(value): _html_of(draw(value), f"{label} {value}") for value in choices}
    return Choice(frames, label, all(isinstance(value, Real) for value in choices), start % len(choices))


def _html_of(content: Any, name: str) -> str:
    """Return content as HTML: a figure as a picture, after which it is closed; other content as a notebook shows it."""
    first = content if hasattr(content, "_repr_html_") or not hasattr(content, "__getitem__") else content[0]
    figure: Any = first if hasattr(first, "savefig") else getattr(first, "figure", None)
    if not hasattr(figure, "savefig"):
        return str(content._repr_html_())
    # Imported here: tables are shown without matplotlib.
    import matplotlib.pyplot as plt

    picture = BytesIO()
    figure.savefig(picture, format="png", dpi=figure.dpi, bbox_inches="tight", metadata={"Software": None})
    plt.close(figure)
    return f'<img alt="{as_html(name)}" src="data:image/png;base64,{b64encode(picture.getvalue()).decode()}">'
