"""Puzzles of every kind are played, in Python and in the script of the site."""

import json
from pathlib import Path

import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.player.kinds import kinds
from rullo_core.puzzles.lookup import api_of
from tests.player import scripts
from tests.puzzles.protocol import AMBIGUOUS, FIFTH, FOUR, KINDS, module, puzzle

pytestmark = pytest.mark.usefixtures("more_kinds")


@pytest.mark.parametrize("kind", KINDS)
def test_boards_to_play_on(kind):
    player = module(kind).play([puzzle(kind), puzzle(kind, AMBIGUOUS)])
    assert len(player.shelf) == 2
    assert rc.play(puzzle(kind)).play["text"] == str(puzzle(kind))


def masks(play, steps):
    """What is left of each cell of a play, as bits, after some steps."""
    candidates = list(play.start)
    for step in steps:
        for cell, mask in step.candidates.items():
            candidates[cell] &= mask
    return candidates


def breaks(play, unit, solution):
    """Whether a solution breaks the rule of a unit, as far as the play tells it."""
    places_of_unit = [solution[cell] for cell in unit.cells]
    digits = [place + 1 for place in places_of_unit]
    if play.numbers:
        return (
            sum(play.numbers[cell] for cell, place in zip(unit.cells, places_of_unit, strict=True) if place == 0)
            != unit.total
        )
    return (
        (unit.distinct and len(set(digits)) < len(digits))
        or (unit.total is not None and sum(digits) != unit.total)
        or (unit.increasing and digits != sorted(set(digits)))
    )


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_exported_to_play(kind):
    """A puzzle of the shelf: its board, its rules, the steps to a solution; and it is the widget's, and JSON."""
    api = kinds()[kind]
    assert (api.name, api.title, api.puzzle) == (
        kind,
        api_of(puzzle(kind)).title,
        type(puzzle(kind)),
    )
    for text in api.shelf[:2]:
        play, solved = api.read_play(text, "the shelf"), module(kind).parse(text)
        assert play.title.startswith(f"{api.title} {api_of(solved).size_of(solved)}")
        assert module(kind).parse(play.text) == solved
        assert module(kind).play(solved).play == json.loads(json.dumps(api.read_play(str(solved), "").as_json()))
        assert len(play.start) == len(play.cells) == len(set(play.cells)) == len(play.solutions[0])
        assert all(r < play.rows and c < play.columns for r, c in play.cells)
        assert {cell for unit in play.units for cell in unit.cells} == set(range(len(play.cells)))
        assert not any(breaks(play, unit, solution) for unit in play.units for solution in play.solutions)
        for shift in range(1, len(play.symbols)):
            wrong_solution = [
                (place + shift) % len(play.symbols) if i == 0 else place for i, place in enumerate(play.solutions[0])
            ]
            assert any(breaks(play, unit, wrong_solution) for unit in play.units)
        assert masks(play, play.trace) == [1 << place for place in play.solutions[0]]
        symbols = [[play.symbols[solution[cell]] for cell in range(len(play.cells))] for solution in play.solutions]
        values = {"included": 1, "excluded": 0}
        arrays = {tuple(int(array[r][c]) for r, c in play.cells) for array in solved.solve(100)}
        assert {
            tuple(values.get(symbol) if kind == "rullo" else int(symbol) for symbol in row) for row in symbols
        } == arrays


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_puzzle_is_played_as_chosen(kind):
    api = kinds()[kind]
    choices = {option.name: option.choices[0] for option in api.options}
    assert list(api.requests) == list(api.options[-1].choices)
    play = api.new_play(choices, 1)
    assert f" {choices['size']}, " in play.title
    assert (len(play.solutions), play.complete) == (1, True) or kind == "rullo"
    with pytest.raises(BadInput, match=r"size '0x0': choose one of 3x3|size '0x0': choose one of 4x4"):
        api.new_play(choices | {"size": "0x0"}, 1)


PLAYED = """
const { begin, isSolved, mistakesOn, nextStep, statusOf, withLeft } = board_js;
const play = given[0];
const put = (places) => begin(play).map((cell, i) => [1 << places[i], 0]);
const [solution] = play.solutions;
const wrongBoard = (i) => solution.map((place, j) => (i === j ? (place + 1) % play.symbols.length : place));
let board = begin(play), steps = 0;
for (let step; (step = nextStep(play, board)); steps++) board = withLeft(play, board, step.left);
console.log(JSON.stringify({
  solved: [put(solution), begin(play)].map((board) => isSolved(play, board)),
  changed: play.cells.some((_, i) => isSolved(play, put(wrongBoard(i)))),
  mistakes: [mistakesOn(play, put(solution)), ...play.cells.map((_, i) => mistakesOn(play, put(wrongBoard(i))))],
  broken: play.units.some((unit) => statusOf(play, put(solution), unit).broken),
  steps, end: isSolved(play, board),
}));
"""


@pytest.mark.parametrize("kind", KINDS)
def test_the_script_plays_what_is_exported(kind):
    """Without asking anybody: hint after hint to the end; what is wrong; when it is solved."""
    play = kinds()[kind].read_play(kinds()[kind].shelf[0], "")
    output = scripts.run(PLAYED, json.loads(json.dumps(play.as_json())))
    assert (output["solved"], output["changed"]) == ([True, False], False)
    assert output["mistakes"] == [[], *([i] for i in range(len(play.cells)))]
    assert (output["broken"], output["end"]) == (False, True)
    assert 0 < output["steps"] <= len(play.trace)


READING = """
(async () => {
  const failed = (error) => error.message;
  let text = "read";
  try { read_js.read(given[0], given[1]); } catch (error) { text = failed(error); }
  console.log(JSON.stringify([text, make_js.options(given[0]).length]));
})();
"""


@pytest.mark.parametrize("kind", KINDS)
def test_where_there_is_no_python_a_text_is_read_by_a_script_of_the_kind_or_refused(kind):
    text = kinds()[kind].shelf[0]
    output, options = scripts.run(READING, kind, text)
    script = Path(module(kind).__file__).with_name("playing.js")
    assert script.exists() == (kind in FOUR)
    if script.exists():
        assert (output, options) == ("read", len(kinds()[kind].options))
    else:
        title = kinds()[kind].title
        expected = f"the text of a {title} is read by Python; play it in JupyterLab, or choose a puzzle above"
        assert (output, options) == (expected, 0)


def test_signs_of_order_are_checked_by_the_script_and_shown():
    play = kinds()[FIFTH].read_play("futoshiki 2x2\n. < .\n- -\n. - .", "")
    script = f"{PLAYED.split('let board')[0]}"
    script += "const unit = play.units.at(-1);\n"
    script += "const isBroken = (a, b) => statusOf(play, put([a, b, 0, 0]), unit).broken;\n"
    script += "const half = [[1, 0], [0, 0], [0, 0], [0, 0]];\n"
    script += "const pairs = [isBroken(0, 1), isBroken(1, 0), isBroken(1, 1)];\n"
    script += "console.log(JSON.stringify([...pairs, statusOf(play, half, unit).broken]));"
    assert scripts.run(script, json.loads(json.dumps(play.as_json()))) == [False, True, True, False]
    assert play.signs == ((0, 1, "<"),)
    assert "&lt;</td>" in module(FIFTH).play(puzzle(FIFTH))._repr_mimebundle_()[0]["text/html"]
    assert puzzle(FIFTH)._repr_svg_().count("&lt;</text>") == 2
    assert "signs" not in kinds()["sudoku"].read_play(kinds()["sudoku"].shelf[0], "").as_json()
