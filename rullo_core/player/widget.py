"""The player as a widget of JupyterLab, and as what a notebook stores of it: a table, and all that the site needs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from rullo_core.errors import BadInput
from rullo_core.escaping import as_html, as_script
from rullo_core.player import alone
from rullo_core.player.kinds import kind_of
from rullo_core.player.play import Play, Playable

FOLDER = Path(__file__).parent

OWN_TEXT = "your text"
"""The name that errors use for the text that was read."""


class Player(anywidget.AnyWidget):
    r"""A board to play on.

    It shows a puzzle of any kind, several of one, the text of one, or, given the functions of a kind, the puzzles of
    its shelf or a given text. `board` has the text of the puzzle ``of`` which it is, and ``cells``: for each its value
    and what is pencilled in, as bits; it is empty as long as nothing has been done. `play` is a
    `rullo_core.player.play.Play`.

    >>> player = Player("5 7\n4 1 4\n8 5 3")
    >>> player.play["title"], player.play["solutions"]
    ('Rullo 2x2, difficulty 1', [[1, 0, 0, 0]])
    """

    _esm = alone.widget()
    _css = FOLDER / "player.css"
    rules = traitlets.Unicode().tag(sync=True)
    options: Any = traitlets.List().tag(sync=True)
    shelf: Any = traitlets.List().tag(sync=True)
    play = traitlets.Dict().tag(sync=True)
    board: Any = traitlets.Dict().tag(sync=True)
    typed = traitlets.Unicode().tag(sync=True)
    live = traitlets.Bool(True).tag(sync=True)

    def __init__(self, puzzle: object, text: str | None = None) -> None:
        if isinstance(puzzle, Playable):
            kind, texts = puzzle, puzzle.shelf if text is None else [text]
        elif isinstance(puzzle, list) and puzzle and text is None:
            kind, texts = kind_of(puzzle[0], OWN_TEXT), list(map(str, puzzle))
        elif text is None:
            kind, texts = kind_of(puzzle, OWN_TEXT), [str(puzzle)]
        else:
            raise BadInput("a text beside a puzzle: give one of them, or a kind and a text")
        self.kind, self.number = kind, 0
        self.is_shelf = isinstance(puzzle, Playable) and text is None
        self.plays = [kind.read_play(puzzle_text, OWN_TEXT) for puzzle_text in texts]
        shelf = [_plain(play) for play in self.plays]
        super().__init__(rules=kind.rules, options=kind.options_for_scripts(), shelf=shelf, play=shelf[0])
        self.on_msg(self._on_request)

    def _on_request(self, _: Any, content: dict[str, Any], buffers: Any) -> None:
        """Send another puzzle to the script, or why there is none."""
        request = content["ask"]
        try:
            if request == "make":
                self.number += 1
                play = self.kind.new_play(content["chosen"], self.number)
            else:
                play = self.kind.read_play(content["text"], OWN_TEXT)
        except BadInput as error:
            answer: dict[str, Any] = {"to": request, "error": str(error)}
            if error.line is not None:
                answer = {
                    "to": request,
                    "error": f"Line {error.line}, column {error.column}: {error.reason}",
                    "line": error.line,
                    "column": error.column,
                }
            self.send(answer)
            return
        except Exception as error:  # the script waits for an answer, whatever it is
            self.send({"to": request, "error": f"This went wrong here, not in what you asked for: {error!r}"})
            raise
        if request == "read":
            self.typed = ""
        self.play = _plain(play)
        self.send({"to": request, "error": "", "text": play.text})

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the representations: a widget; a table with all that a script without Python needs; and text."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        first = self.plays[0]
        shelf = alone.shelf(self.kind.name, self.plays) if self.is_shelf else self.shelf
        return {**data, "text/plain": first.text, "text/html": board_html(first, self.rules, shelf)}, metadata


def _plain(play: Play) -> dict[str, Any]:
    """Return a play as the script gets it, with lists for tuples."""
    plain: dict[str, Any] = json.loads(json.dumps(play.as_json()))
    return plain


def board_html(play: Play, rules: str, shelf: list[dict[str, Any]]) -> str:
    """Return a board as a table in HTML, with what the script plays where there is no Python."""
    script = as_script({"rules": rules, "shelf": shelf}, separators=(",", ":"), sort_keys=True)
    return (
        f'<div class="rullo-player">\n{table(play)}\n<p>{as_html(rules)}</p>\n'
        f'<script type="application/json">{script}</script>\n</div>'
    )


CELL = "width:2.2em;height:2.2em;text-align:center;border:1px solid #8a8f98"
BLACK = "width:2.2em;height:2.2em;text-align:center;background-color:#30343b;color:#ffffff"


def table(play: Play) -> str:
    """Return the board as a table, for where it is shown without the script."""
    sums = {cells[0]: total for cells, total in play.cages}
    clues = {(r, c): (down_clue, across_clue) for r, c, down_clue, across_clue in play.clues}
    number = {place: i for i, place in enumerate(play.cells)}
    rows = []
    if play.numbers:
        rows.append(["<td></td>", *(f'<th scope="col">{unit.total}</th>' for unit in play.units[play.rows :])])
    for r in range(play.rows):
        row = [f'<th scope="row">{play.units[r].total}</th>'] if play.numbers else []
        for c in range(play.columns):
            cell = number.get((r, c))
            if cell is None:
                down_clue, across_clue = clues.get((r, c), ("", ""))
                parts = as_html(f"{down_clue}\\{across_clue}") if down_clue or across_clue else ""
                row.append(f'<td style="{BLACK}">{parts}</td>' if not play.numbers else f'<td style="{CELL}"></td>')
                continue
            mask = play.start[cell]
            parts = str(play.numbers[cell]) if play.numbers else ""
            if not play.numbers and mask & (mask - 1) == 0:
                parts = as_html(play.symbols[mask.bit_length() - 1])
            parts += "".join(f" {as_html(sign)}" for first, _, sign in play.signs if first == cell)
            if cell in sums:
                parts += f"<sup>{sums[cell]}</sup>"
            row.append(f'<td style="{CELL}">{parts}</td>')
        rows.append(row)
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<table aria-label="{as_html(play.title)}"><tbody>\n{body}\n</tbody></table>'
