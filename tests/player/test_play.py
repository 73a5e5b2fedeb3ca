"""What a player is given: the way of passes as steps, and texts that are read or not."""

import json
import re
from types import SimpleNamespace

import pytest

from rullo_core.errors import BadInput
from rullo_core.kakuro.api import API as KAKURO
from rullo_core.kakuro.puzzle import Kakuro
from rullo_core.kakuro.solver import game as kakuro_game
from rullo_core.killer.api import API as KILLER
from rullo_core.killer.batch import find_solutions
from rullo_core.killer.levels import LEVELS as KILLER_LEVELS
from rullo_core.killer.levels import SOLVERS
from rullo_core.killer.puzzle import Killer
from rullo_core.killer.solver import GROUP
from rullo_core.player.kinds import kinds
from rullo_core.player.play import Playable
from rullo_core.player.widget import Player, board_html
from rullo_core.puzzles.lookup import api_of
from rullo_core.rullo.api import API as RULLO
from rullo_core.rullo.solver import ORDERS
from rullo_core.sudoku.api import API as SUDOKU
from rullo_core.sudoku.levels import LEVELS as SUDOKU_LEVELS
from rullo_core.sudoku.solver import UNITS
from tests.player import scripts

KINDS = (RULLO, KAKURO, SUDOKU, KILLER)
SHELF = [pytest.param(kind, text, id=text.splitlines()[0]) for kind in KINDS for text in kind.shelf]
REQUESTED = re.compile(r"# (?:.*, )?(.*)")


@pytest.mark.parametrize(("kind", "text"), SHELF)
def test_the_way_leads_to_the_solution(kind, text):
    """Each step takes values away, none before a guess that a solution has, and the last one leaves one of each."""
    play = kind.read_play(text, "the shelf")
    (solution,), state = play.solutions, list(play.start)
    assert play.complete
    for step in play.trace:
        for cell, mask in step.candidates.items():
            assert state[cell] & ~mask, step.text
            assert mask >> solution[cell] & 1, step.text
            state[cell] &= mask
        assert set(step.candidates) <= set(step.unit)
    assert state == [1 << place for place in solution]
    numbers = [step.number for step in play.trace if step.number]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, max(numbers) + 1))
    for unit in play.units:
        places = [solution[cell] for cell in unit.cells]
        if unit.distinct:
            assert len(set(places)) == len(places)
        if unit.total is not None:
            values = [p + 1 for p in places]
            if play.numbers:
                values = [play.numbers[cell] for cell in unit.cells if solution[cell] == 0]
            assert sum(values) == unit.total


@pytest.mark.parametrize(("kind", "text"), SHELF)
def test_the_shelf_is_as_it_says(kind, text):
    requested = REQUESTED.fullmatch(text.splitlines()[0])[1]
    play = kind.read_play(text, "the shelf")
    size = text.splitlines()[0].removeprefix("# ").split(",")[0]
    assert f" {size}, " in play.title
    output = play.title.split(", ", 1)[1]
    if output.startswith("difficulty "):
        low, high = kind.requests[requested].difficulty
        assert low <= float(output.removeprefix("difficulty ")) <= high
    else:
        assert output == requested


def test_levels_are_those_that_puzzles_are_rated_by():
    """The scripts are told of them by what solvers go by."""
    by_name = {kind.name: {level.name: level for level in kind.played_levels} for kind in KINDS}
    assert list(kinds().values()) == sorted(KINDS, key=lambda kind: kind.name)
    assert {name: level.groups[UNITS] for name, level in by_name["sudoku"].items()} == {
        name: level.strategies for name, level in SUDOKU_LEVELS.items()
    }
    assert {name: level.groups[GROUP] for name, level in by_name["killer"].items()} == {
        level: KILLER_LEVELS[level].strategies for level in SOLVERS
    }
    assert by_name["rullo"]["lines"].orders == ORDERS
    for text in KAKURO.shelf:
        game = kakuro_game(Kakuro.parse(text))
        assert by_name["kakuro"]["G"].orders == game.orders
        assert set(by_name["kakuro"]["G"].groups) == set(game.groups)


def test_several_solutions():
    play = RULLO.read_play("1 1\n1 1 1\n1 1 1", "mine")
    assert sorted(play.solutions) == [(0, 1, 1, 0), (1, 0, 0, 1)]
    assert play.complete
    assert [step.number for step in play.trace[:1]] == [0]
    assert play.title == "Rullo 2x2, beyond these strategies"
    assert not SUDOKU.read_play("." * 81, "mine").complete


@pytest.mark.parametrize(
    ("kind", "text", "place"),
    [
        (RULLO, "5 7\n4 1 4\n8 5 x", (3, 5)),
        (RULLO, "5 7\n4 1 4\n8 5", (3, 3)),
        (KAKURO, "3 3\n- 4, 6,\n,7 0 ?\n,3 0 0", (3, 6)),
        (KAKURO, "# one\n3 3\n- 4, 6,\n,7 0 0\n,3 0", (5, 1)),
        (KAKURO, "3 3\n- 4, 6,\n,77 0 0\n,3 0 0", (3, 1)),
        (KAKURO, "2 3\n- 4, 6,\n,7 - -", (2, 3)),
        (KAKURO, "3 3\n- 4, 6,\n,7 0 0", (1, 1)),
        (KAKURO, "2 2\n- -\n-  0", (3, 4)),
        (KAKURO, "hello", (1, 1)),
        (RULLO, "", (1, 1)),
        (RULLO, "1 1\n  1 1\n", (2, 5)),
        (RULLO, "1 1", (1, 1)),
        (RULLO, "5 8\n4 1 4\n8 5 3", (1, 1)),
        (SUDOKU, "  12341", (1, 3)),
        (SUDOKU, "12.. .... .... ..x.", (1, 18)),
        (SUDOKU, "# one\n1... 1... .... ....", (2, 6)),
        (KILLER, "killer 4x4 boxes 2x2\na a b b\na a b b\nc c d d\nc c d d\na=10 b=10 c=10 dd=10", (6, 16)),
        (KILLER, "killer 4x4 boxes 2x2\na a b b\na a b b\nc c d\nc c d d\na=10 b=10 c=10 d=10", (4, 1)),
        (KILLER, "killer 4x4 boxes 2x2\na a b b\na a b b\nc c d d\nc c d d\na=10 b=10 d=10", (4, 1)),
        (KILLER, "killer 4x4", (1, 1)),
        (KILLER, " killer 4x4 boxes 2x3\na a a a", (1, 19)),
        (KILLER, "killer 4x4 boxes 2x2\na a b\n", (1, 1)),
        (KILLER, "killer 2x2 boxes 1x2\na a\nb b\na=3 b=4", (4, 5)),
        (KILLER, "killer 2x2 boxes 1x2\na a\nb b\na=3 c=3", (4, 5)),
        (KILLER, "killer 2x2 boxes 1x2\na a\n b b\na=3", (3, 2)),
        (KILLER, "killer 2x2 boxes 1x2\na b\nb a\na=3 b=3", (3, 3)),
        (KILLER, "killer 2x2 boxes 1x2\na a\nb b\na=3 b=3\nsolution\n1 2\n2 x", (7, 1)),
        (KILLER, "killer 2x2 boxes 1x2\na a\nb b\na=3 b=3\nsolution\n1 2", (5, 1)),
    ],
)
def test_where_a_text_cannot_be_read(kind, text, place):
    with pytest.raises(BadInput) as error:
        kind.read_play(text, "your text")
    assert (error.value.line, error.value.column) == place
    assert str(error.value).startswith("your text")
    assert "your text" not in error.value.reason
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (RULLO, "3 3\n3 1 2\n3 2 2"),
        (KAKURO, "3 3\n- 9, 11,\n,16 0 0\n,4 0 0"),
        (SUDOKU, "12.. ..3. .... ...3"),
        (KILLER, "killer 4x4 boxes 2x2\na a b b\na a b b\nc c d d\ne e f f\na=10 b=10 c=3 d=7 e=3 f=7"),
    ],
)
def test_a_puzzle_without_solution_is_refused(kind, text):
    with pytest.raises(BadInput, match=r"^mine: .*no solution.*(?:[mM]end|[cC]hange)"):
        kind.read_play(text, "mine")


def answer_to(player, **content):
    """What the player answers the script."""
    answers = []
    player.send = answers.append
    player._on_request(player, content, [])
    return answers[0]


def test_a_text_is_played_or_refused():
    player = Player(RULLO)
    old_play = player.play
    output = answer_to(player, ask="read", text="5 7\n4 1 4\n8 5 x")
    assert (output["line"], output["column"]) == (3, 5)
    assert output["error"].startswith("Line 3, column 5: 'x' is not a whole number")
    assert player.play == old_play
    player.board = {"of": old_play["text"], "cells": [[1, 0]] * 16}
    player.typed = "kept"
    assert answer_to(player, ask="read", text="5 7\n4 1 4\n8 5 3") == {
        "to": "read",
        "error": "",
        "text": "  5 7\n4 1 4\n8 5 3",
    }
    assert player.play["solutions"] == [[1, 0, 0, 0]]
    assert player.board["of"] != player.play["text"]  # so the script begins anew
    assert player.typed == ""


@pytest.mark.parametrize(("kind", "text"), SHELF[::3])
def test_a_puzzle_or_its_text_is_played_without_its_kind(kind, text):
    """As with it; a puzzle plays as its own text does."""
    expected = Player(kind, text)
    assert Player(text).play == expected.play
    player = Player(kind.puzzle.parse(text))
    assert player.play == Player(kind, expected.play["text"]).play
    assert (player.rules, player.kind) == (kind.rules, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_plays_the_puzzles_that_come_with_it(kind):
    """From Python: by default."""
    functions = api_of(kind.puzzle.parse(kind.shelf[0]))
    assert functions.play().shelf == Player(kind).shelf
    assert len(functions.play([kind.puzzle.parse(kind.shelf[0])]).shelf) == 1


def test_what_no_kind_reads_is_refused():
    with pytest.raises(BadInput, match=r"^your text:3:5: 'x' is not a whole number"):
        Player("5 7\n4 1 4\n8 5 x")
    with pytest.raises(BadInput, match=r"^your text, line 1: no solution: cage a.* no 1 different digits"):
        Player("killer 1x1 boxes 1x1\na\na=2")
    with pytest.raises(
        BadInput, match=r"^your text, line 1: cannot be read as Kakuro, Killer Sudoku, Rullo or Sudoku; to"
    ):
        Player("hello")
    with pytest.raises(BadInput, match=r"^int: is no puzzle; give one, its text, or the functions of a kind"):
        Player(5)
    with pytest.raises(BadInput, match=r"^a text beside a puzzle: give one of them"):
        Player("5 7\n4 1 4\n8 5 3", "5 7\n4 1 4\n8 5 3")


def test_all_of_what_could_not_be_read_is_marked():
    """What the message quotes; a single character where it quotes nothing that stands there."""
    texts = ["5 7\n4 1 4\n8 5 9x", "1234 3412 2143 432x", "# mine\n5 7\n4 1 4 4\n8 5 3"]
    spans = scripts.run(
        """console.log(JSON.stringify(given[0].map(([kind, text]) => {
          try { read_js.read(kind, text); } catch ({ message, line, column }) {
            return player_js.spanOf(text, { error: message, line, column });
          }
        })));""",
        list(zip(("rullo", "sudoku", "rullo"), texts, strict=True)),
    )
    marked = [text[begin:end] for text, (begin, end) in zip(texts, spans, strict=True)]
    assert marked == ["9x", "x", "4"]
    long = f"5 7\n4 1 4\n8 5 {'x' * 50}"
    output = answer_to(Player(RULLO), ask="read", text=long)
    ((begin, end),) = scripts.run("console.log(JSON.stringify([player_js.spanOf(...given)]));", long, output)
    assert set(long[begin:end]) == {"x"}
    assert end - begin > 30


def test_a_new_puzzle_is_as_chosen():
    player = Player(RULLO, "5 7\n4 1 4\n8 5 3")
    choices = {"size": "4x4", "values": "2-4", "difficulty": "up to 2.5 passes"}
    assert answer_to(player, ask="make", chosen=choices)["error"] == ""
    first = player.play
    assert (first["rows"], set(first["numbers"])) == (4, {2, 3, 4})
    answer_to(player, ask="make", chosen=choices)
    assert player.play != first
    output = answer_to(player, ask="make", chosen=choices | {"size": "400x400"})
    assert output["error"].startswith("size '400x400': choose one of 3x3, 4x4")
    refusal = answer_to(
        player, ask="make", chosen={"size": "3x3", "values": "2-4", "difficulty": "beyond these strategies"}
    )
    assert "none was found; choose something else" in refusal["error"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "choices"),
    [
        (RULLO, {"size": "4x4", "values": "1-9", "difficulty": "5 to 7.5 passes"}),  # climbed to
        (KAKURO, {"size": "4x4", "difficulty": "easy"}),
        (SUDOKU, {"size": "9x9", "difficulty": "lines and boxes"}),
        (SUDOKU, {"size": "9x9", "difficulty": "beyond these strategies"}),
        (KILLER, {"size": "6x6", "difficulty": "the rule of 45"}),
    ],
    ids=lambda value: value.name if isinstance(value, Playable) else ", ".join(value.values()),
)
def test_makers(kind, choices):
    play = kind.new_play(choices, 1)
    assert f" {choices['size']}, " in play.title
    assert len(play.solutions) == 1
    if kind in (SUDOKU, KILLER):
        assert play.title.endswith(choices["difficulty"])
    if kind is KILLER:
        (solution,) = find_solutions(Killer.parse(play.text), 2).solutions
        assert [place + 1 for place in play.solutions[0]] == list(solution)


@pytest.mark.slow
def test_a_kakuro_of_6x6_that_needs_a_guess_is_found():
    """With two more black cells none of ten numbers gives one."""
    assert (
        KAKURO.new_play({"size": "6x6", "difficulty": "beyond these strategies"}, 2).title
        == "Kakuro 6x6, beyond these strategies"
    )


def test_what_a_notebook_keeps():
    """A table, and all that the script needs: but no number of a widget, which is chance."""
    player = Player(KILLER, KILLER.shelf[0])
    data, _ = player._repr_mimebundle_()
    html = data["text/html"]
    assert html == board_html(player.plays[0], KILLER.rules, player.shelf)
    script = html.split('<script type="application/json">')[1].split("</script>")[0]
    assert "<" not in script
    assert json.loads(script)["shelf"][0] == player.play
    assert html.count("<sup>") == len(player.play["cages"])
    assert data["text/plain"] == player.plays[0].text


@pytest.mark.parametrize(
    ("kind", "choices"),
    [
        (SUDOKU, {"size": "4x4", "difficulty": "hidden singles"}),
        (RULLO, {"size": "3x3", "values": "1-9", "difficulty": "5 to 7.5 passes"}),
    ],
    ids=["sudoku", "rullo"],
)
def test_what_no_puzzle_meets_is_refused(kind, choices):
    with pytest.raises(BadInput, match=f"{', '.join(choices.values())}: there is no such puzzle"):
        kind.new_play(choices, 1)
    assert kind.new_play({**choices, "size": "6x6"}, 1)


@pytest.mark.parametrize("name", kinds())
def test_a_notebook_keeps_of_a_shelf_what_is_not_made_anew(name):
    """All of the first puzzle, which is on the board; the scripts make of the others' texts what Python does."""
    player = Player(kinds()[name])
    data, _ = player._repr_mimebundle_()
    script = data["text/html"].split('<script type="application/json">')[1].split("</script>")[0]
    first, *later = json.loads(script)["shelf"]
    assert first == player.shelf[0]
    assert later == [{key: record[key] for key in ("kind", "title", "text")} for record in player.shelf[1:]]


def test_what_is_too_large_or_takes_too_long(monkeypatch):
    with pytest.raises(BadInput, match="mine: is 25x25; boards up to 16x16 are played here"):
        SUDOKU.read_play("." * 625, "mine")
    text = "\n".join(["killer 12x12 boxes 3x4", *[" ".join("." * 12)] * 12])
    with pytest.raises(BadInput, match="mine: is 12x12; boards up to 9x9 are played here"):
        KILLER.read_play(text, "mine")
    hints = "- 30, 30, 30, 30, 30, 30,"
    rows = [",30 0 0 0 0 0 0"] * 6
    monkeypatch.setattr("rullo_core.player.trace.SECONDS", 1e-6)
    late = "mine: is not worked out in 1e-06 seconds; take one of which passes find more"
    for kind, text in ((KAKURO, "\n".join(["7 7", hints, *rows])), (SUDOKU, "." * 81), (RULLO, RULLO.shelf[0])):
        with pytest.raises(BadInput, match=late):
            kind.read_play(text, "mine")


def test_an_answer_comes_whatever_happens(monkeypatch):
    player = Player(RULLO, "5 7\n4 1 4\n8 5 3")
    answers = []
    player.send = answers.append
    player.kind = SimpleNamespace(read_play=lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        player._on_request(player, {"ask": "read", "text": "x"}, [])
    assert answers[0]["error"].startswith("This went wrong here, not in what you asked for: ZeroDivisionError")


def test_a_cage_that_no_digits_fill_is_refused():
    with pytest.raises(BadInput, match=r"^mine.*: no 1 different digits from 1 to 1 add up to 2"):
        KILLER.read_play("killer 1x1 boxes 1x1\na\na=2", "mine")
