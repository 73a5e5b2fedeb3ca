"""Printed sheets contain every puzzle and solution, with the same bytes for the same puzzles."""

import re

import pytest
from click.testing import CliRunner

from rullo_core.errors import BadInput
from rullo_core.rullo.api import API
from rullo_core.rullo.commands import generate
from rullo_core.rullo.generation import draw_puzzle
from rullo_core.rullo.solver import game

RANGE = tuple(range(1, 10))


def random_puzzles(number, size=4):
    examples = (draw_puzzle(size, size, RANGE, 1, index) for index in range(number))
    return [API.with_solution(puzzle, game(puzzle).values_in(solution)) for puzzle, solution in examples]


@pytest.mark.parametrize("suffix", [".pdf", ".svg"])
def test_sheet_has_the_same_bytes_for_the_same_puzzles(tmp_path, suffix):
    for name in ("one", "two"):
        API.write_sheet(random_puzzles(3), tmp_path / (name + suffix))
    API.write_sheet(random_puzzles(2), tmp_path / ("other" + suffix))
    first, second, different = ((tmp_path / (name + suffix)).read_bytes() for name in ("one", "two", "other"))
    assert first == second != different
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize(("number", "size", "pages"), [(1, 4, 2), (6, 2, 2), (7, 3, 3), (2, 11, 2), (2, 12, 4)])
def test_pdf_has_the_expected_number_of_pages(tmp_path, number, size, pages):
    API.write_sheet(random_puzzles(number, size), tmp_path / "sheet.pdf")
    text = (tmp_path / "sheet.pdf").read_bytes()
    assert len(re.findall(rb"/Type /Page\b", text)) == pages
    assert len(re.findall(rb"/MediaBox \[ ?0 0 595\.\d+ 841\.\d+ ?\]", text)) == pages


def test_svg_contains_every_puzzle_and_solution(tmp_path):
    API.write_sheet(random_puzzles(4), tmp_path / "sheet.svg")
    text = (tmp_path / "sheet.svg").read_text()
    assert [f"<!-- {label} {n} -->" in text for label in ("Puzzle", "Solution") for n in range(1, 6)] == (
        [True] * 4 + [False]
    ) * 2


def test_generate_writes_a_sheet(tmp_path):
    path = tmp_path / "sheet.pdf"
    arguments = ["--size", "4x4", "--values", "1-9", "--unique", "--count", "2", "--sheet", str(path)]
    text = CliRunner().invoke(generate, arguments)
    assert text.exit_code == 0, text.output
    assert path.read_bytes().startswith(b"%PDF")
    bad = CliRunner().invoke(generate, [*arguments[:-1], str(tmp_path / "sheet.png")])
    assert isinstance(bad.exception, BadInput)
    assert "a sheet is a .pdf or .svg file" in str(bad.exception)
    assert bad.stdout == ""
