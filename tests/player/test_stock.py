"""Puzzles in stock: what is asked for, each of them once, and given where the scripts would take too long."""

import pytest

from rullo_core.player import stock
from rullo_core.player.kinds import kinds
from rullo_core.player.play import stock_in
from tests.player import scripts

STOCKED = [(name, choice) for name, kind in kinds().items() for choice in kind.stock]


@pytest.mark.parametrize(("name", "choice"), STOCKED)
def test_a_puzzle_in_stock_is_as_asked(name, choice):
    """Of the choices that a page offers; every tenth puzzle is solved."""
    kind = kinds()[name]
    *first_choices, difficulty = choice.split(", ")
    assert all(
        choice_value in option["choices"]
        for choice_value, option in zip(choice.split(", "), kind.options_for_scripts(False), strict=True)
    )
    request = kind.requests[difficulty]
    texts = kind.stock[choice]
    assert len(set(texts)) == len(texts) >= 50
    for text in texts[::10]:
        play = kind.read_play(text, "")
        assert (len(play.solutions), play.complete, play.text) == (1, True, text)
        size, rating = play.title.removeprefix(f"{kind.title} ").split(", ", 1)
        assert size == first_choices[0]
        if request.difficulty is None:
            assert rating == difficulty
        else:
            assert request.difficulty[0] <= float(rating.removeprefix("difficulty ")) <= request.difficulty[1]


def test_some_choices_are_in_stock():
    assert ("kakuro", "9x9, crossings of entries") in STOCKED


@pytest.mark.parametrize(("name", "choice"), STOCKED[:1])
def test_a_page_gives_what_is_in_stock(name, choice):
    """Which one, random numbers say: the same for the same ones."""
    choices = dict(zip((option.name for option in kinds()[name].options), choice.split(", "), strict=True))
    script = "Promise.all([1, 1, 2, 3].map((seed) => make_js.make(...given, () => {}, make_js.seeded(`${seed}`))))"
    texts = scripts.run(
        f"{script}.then((plays) => console.log(JSON.stringify(plays.map(({{ text }}) => text))));", name, choices
    )
    assert texts[0] == texts[1]
    assert len(set(texts)) > 1
    assert set(texts) <= set(kinds()[name].stock[choice])


def test_a_stock_is_read_as_it_was_written(tmp_path):
    stocked = {"9x9, hard": ("1 2\n3 4", "5"), "4x4, easy": ("6",)}
    stock.write(stocked, tmp_path / "stock.txt")
    assert stock_in(tmp_path / "stock.txt") == stocked
    assert stock_in(tmp_path / "elsewhere" / "stock.txt") == {}
