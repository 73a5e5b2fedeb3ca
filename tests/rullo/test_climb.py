"""Hill climbing: puzzles satisfy the request, depend only on seed and index, and are reported correctly."""

import json

import pytest
from click.testing import CliRunner

from rullo_core.errors import BadInput
from rullo_core.rullo import climb
from rullo_core.rullo.climb import climb_to
from rullo_core.rullo.commands import generate
from rullo_core.rullo.puzzle import parse_puzzles
from rullo_core.rullo.request import Condition, why_not
from rullo_core.rullo.solver import rate

RANGE = tuple(range(1, 10))


@pytest.mark.parametrize(
    ("height", "width", "values", "difficulty"),
    [
        (5, 5, RANGE, (12, 13)),
        (6, 6, RANGE, (20, 20.5)),
        (4, 7, tuple(range(1, 16)), (11, 12)),
        (8, 8, RANGE, (38, 40)),
        (7, 7, RANGE, (2.5, 3)),
        (4, 4, (-5, -2, 1, 3, 10**6), (6, 7)),
        (9, 9, tuple(range(1, 20)), (12, 14)),
        (12, 10, RANGE, (40, 44)),
    ],
)
def test_puzzles_have_the_requested_difficulty_and_differ_by_index(height, width, values, difficulty):
    puzzles = set()
    for seed, index in ((1, 0), (1, 1), (2, 0)):
        requested = Condition(difficulty=difficulty)
        climbed = climb_to(height, width, values, requested, seed, index)
        assert climb_to(height, width, values, requested, seed, index) == climbed
        puzzle, solution = climbed.puzzle, climbed.solution
        rating = rate(puzzle)
        assert (rating.simple, rating.solutions) == (True, 1)
        assert difficulty[0] <= rating.difficulty <= difficulty[1]
        assert puzzle.is_solved_by(solution)
        assert {number for row in puzzle.numbers for number in row} <= set(values)
        puzzles.add(puzzle)
    assert len(puzzles) == 3


@pytest.mark.parametrize(
    ("size", "requested"),
    [
        ((5, 5), Condition(difficulty=(8, 9), simple=False)),
        ((7, 6), Condition(difficulty=(12, 13), simple=False, required=(16, 18))),
        ((6, 6), Condition(difficulty=(12, 13), required=(20, 20))),
        ((7, 7), Condition(difficulty=(20, 22), simple=True, required=(30, 33))),
    ],
    ids=["exhaustive", "exhaustive, required", "required", "simple, required"],
)
def test_puzzles_satisfy_all_conditions_of_a_request(size, requested):
    for index in range(3):
        climbed = climb_to(*size, RANGE, requested, 1, index)
        puzzle, solution = climbed.puzzle, climbed.solution
        rating = rate(puzzle)
        assert requested.difficulty[0] <= rating.difficulty <= requested.difficulty[1]
        assert rating.simple == (requested.simple is not False)
        assert requested.required is None or requested.required[0] <= sum(map(sum, solution)) <= requested.required[1]


@pytest.mark.parametrize(("side", "difficulty"), [(9, (4, 5)), (12, (10, 11))])
def test_climbing_reaches_low_difficulties_from_above(side, difficulty):
    """Random puzzles stall, and the first simple ones met are more difficult than requested."""
    for index in range(3):
        puzzle = climb_to(side, side, RANGE, Condition(difficulty=difficulty), 1, index, attempts=1).puzzle
        assert difficulty[0] <= rate(puzzle).difficulty <= difficulty[1]


def test_attempts_have_their_own_keys_and_steps_and_receive_the_request(monkeypatch):
    """Indices share no attempt; steps double after every fourth; difficulties are passed in halves, rounded."""
    calls = []

    def note(height, width, values, steps, seed, key, stop, bounds, guess_limit):
        calls.append((steps, key, bounds, guess_limit))

    monkeypatch.setattr(climb, "climb_once", note)
    for index in range(3):
        requested = Condition(difficulty=(3.3, 4.8), required=(5, 9), simple=None if index < 2 else False)
        assert climb_to(4, 4, RANGE, requested, 1, index, attempts=10) is None
    steps, keys, bounds, limits = zip(*calls, strict=True)
    assert list(steps) == 3 * [100_000 * factor for factor in (1, 1, 1, 1, 2, 2, 2, 2, 4, 4)]
    assert len(set(keys)) == 30
    assert set(bounds) == {(7, 9, 5, 9)}
    assert list(limits) == [0] * 20 + [climb.GUESSED] * 10


def test_impossible_requests_find_no_puzzle():
    assert climb_to(3, 3, RANGE, Condition(difficulty=(7, 8)), 1, 0, attempts=2) is None
    for height, width, values, message in (
        (17, 9, RANGE, "17x9 over 1-9: puzzles are climbed to up to 16x16"),
        (3, 3, (0, 1, 2), "3x3 over 0-2: puzzles with holes are not climbed to"),
        (2, 2, (1, 2**31), "puzzles are climbed to with numbers up to 2147483647"),
    ):
        assert why_not(height, width, values)
        with pytest.raises(BadInput, match=message):
            climb_to(height, width, values, Condition(difficulty=(3, 4)), 1, 0)


def test_generate_climbs_where_random_puzzles_are_too_easy():
    arguments = ["--size", "6x6", "--values", "1-9", "--difficulty", "18-20", "--climb"]
    text = CliRunner().invoke(generate, [*arguments, "--count", "2"])
    assert text.exit_code == 0, text.output
    assert text.stdout.count("climbed to: not a random one of its kind: simple, difficulty ") == 2
    puzzles = parse_puzzles(text.stdout)
    assert all(18 <= rate(puzzle).difficulty <= 20 for puzzle in puzzles)
    # Each can be generated on its own, and as JSON.
    for index, puzzle in enumerate(puzzles):
        outcome = CliRunner().invoke(generate, [*arguments, "--first", str(index), "--format", "jsonl"])
        row = json.loads(outcome.stdout)
        assert parse_puzzles(row["text"]) == [puzzle]
        assert puzzle.is_solved_by(tuple(tuple(map(bool, cells)) for cells in row["solution"]))
        assert row["climbed"] is True


def test_generate_uses_random_puzzles_where_some_satisfy_the_request():
    options = ["--size", "4x4", "--values", "1-9", "--difficulty", "3-4", "--count", "3"]
    text = CliRunner().invoke(generate, [*options, "--climb"])
    assert text.stdout == CliRunner().invoke(generate, options).stdout
    assert "climbed" not in text.stdout
    assert text.stdout.count(": simple, difficulty 3") + text.stdout.count(": simple, difficulty 4") == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--required", "17"], "required 17: there are 16 cells"),
        (["--required", "9-8"], "write the smaller one first"),
        (["--required", "x"], "write the least and the greatest, or one number, such as 10-15"),
        (
            ["--first", str(2**52), "--difficulty", "8", "--climb"],
            f"index {2**52}: puzzles are climbed to from 0 to {2**52 - 1}",
        ),
    ],
)
def test_unsupported_requests_are_refused(options, message):
    text = CliRunner().invoke(generate, ["--size", "4x4", "--values", "1-9", *options])
    assert text.exit_code != 0
    assert message in text.output + str(text.exception)


def test_requests_for_exhaustive_puzzles_and_included_cells():
    arguments = ["--size", "5x5", "--values", "1-3", "--no-simple", "--required", "10-12", "--count", "3"]
    text = CliRunner().invoke(generate, [*arguments, "--format", "jsonl"])
    rows = [json.loads(line) for line in text.stdout.splitlines()]
    assert len(rows) == 3
    for row in rows:
        assert 10 <= sum(map(sum, row["solution"])) <= 12
        assert not rate(*parse_puzzles(row["text"])).simple
