"""Parameters are declared once: functions, commands, experiments, sweeps and the site have them under one name."""

import inspect
from dataclasses import dataclass

import click
import numpy as np
import pytest

import rullo_core as rc
from rullo_core.__main__ import command
from rullo_core.declaration import (
    OptionalCount,
    OptionalFlag,
    OptionalShare,
    OptionalWord,
    Seconds,
    Share,
    Stream,
    Truth,
    Word,
    parameters,
)
from rullo_core.errors import BadInput, NotFound
from rullo_core.player.kinds import kinds
from rullo_core.puzzles.lookup import apis
from rullo_core.ranges import Bounds, RealBounds, Side, Size, Values
from rullo_core.runs.registry import declarations, puzzles

KINDS = puzzles()
REQUESTS = {kind: type(apis()[kind]).generate.request for kind in KINDS}

OF_COMMANDS = {"form", "out", "threads", "address", "cluster_timeout", "sheet"}
"""What only a command has: where the puzzles go, and on what they are made."""

OLD = {
    "range", "ranges", "puzzles", "number", "criterion", "criteria", "singles", "single", "sizes", "tries", "index",
    "kind", "digits", "exhaustive",
}  # fmt: skip
"""Names that parameters had."""


def command_of(*names):
    member = command()
    for name in names:
        member = member.commands[name]
    return member


def options_of(of_command):
    return {option.name: option for option in of_command.params if isinstance(option, click.Option)}


@pytest.mark.parametrize("kind", KINDS)
def test_functions_and_commands_have_the_parameters_that_are_declared(kind):
    by_name, generate = parameters(REQUESTS[kind]), getattr(rc, kind).generate
    assert list(inspect.signature(generate).parameters) == list(by_name)
    documented = inspect.getdoc(generate).split("Parameters\n")[1].split("\n\nReturns")[0].splitlines()
    assert [line.split(" : ")[0] for line in documented if " : " in line and line[0] != " "] == list(by_name)
    options = options_of(command_of(*([] if kind == "rullo" else [kind]), "generate"))
    assert options.keys() - OF_COMMANDS == by_name.keys()
    for name, parameter in by_name.items():
        assert parameter.option_help == options[name].help
        assert parameter.help in " ".join(inspect.getdoc(generate).split())
        assert name not in OLD
        if not parameter.is_optional:
            usual = parameter.take(parameter.default)
            assert parameter.take(parameter.write(usual)) == parameter.take(usual) == usual


@pytest.mark.parametrize("name", declarations())
def test_experiments_have_the_parameters_of_generators(name):
    """One that both have reads the same texts, but for the words that only one of them knows."""
    kind = name.split()[0] if " " in name else "rullo"
    of_generator = parameters(REQUESTS[kind])
    for key in declarations()[name].keys:
        assert key.name not in OLD
        shared = of_generator.get(key.name)
        if shared is None:
            continue
        assert type(key.parameter) is type(shared)
        words = {*getattr(shared, "words", ())} & {*getattr(key.parameter, "words", ())}
        example = min(words, default=shared.example)
        assert key.parameter.take(example) == shared.take(example)


def test_the_site_asks_for_parameters_of_generators():
    for name, kind in kinds().items():
        of_generator = parameters(REQUESTS[name])
        for option in kind.options:
            if option.name == "difficulty":  # one of several requests, each with words of its own
                continue
            for choice in option.choices:
                assert of_generator[option.name].write(of_generator[option.name].take(choice)) in (
                    choice,
                    choice.split("x")[0],
                )


@dataclass(frozen=True)
class EachType(Stream):
    """A parameter of each type."""

    maximum: OptionalCount = OptionalCount(None, "Number", "3", "there is none")
    share: Share = Share(0.5, "Share", "0.25", maximum=1)
    any_share: OptionalShare = OptionalShare(None, "Share", "0.25", "any", maximum=1, open_above=True)
    truth: Truth = Truth("Whether it is so")
    optional_flag: OptionalFlag = OptionalFlag("Whether it has to be so", "both are accepted")
    word: Word = Word(("red", "green"), "red", "Colour", "green")
    any_word: OptionalWord = OptionalWord(("red", "green"), None, "Colour", "green", "any is accepted")
    bounds: Bounds = Bounds(None, "Range", "2-5", "any")
    real_bounds: RealBounds = RealBounds(None, "Range", "2-5.5", "any")
    size: Size = Size("3x4", "Size", "5x7")
    side: Side = Side("Side", "6", "9", 4, 16)
    values: Values = Values("1-9", "Numbers", "2,3,5")
    seconds: Seconds = Seconds(1.5, "Seconds", "60", open_below=True)


READ = (
    ("count", "1e3", 1000), ("count", 1e3, 1000), ("count", np.int64(5), 5),
    ("seed", "18446744073709551615", 2**64 - 1),
    ("maximum", None, None), ("maximum", "1_000", 1000),
    ("share", "1", 1.0), ("share", 0, 0.0), ("any_share", "0.999", 0.999),
    ("truth", "True", True), ("truth", np.True_, True), ("optional_flag", False, False), ("optional_flag", None, None),
    ("word", "green", "green"), ("any_word", None, None),
    ("bounds", "2-5", (2, 5)), ("bounds", 3, (3, 3)), ("bounds", (2.0, 5), (2, 5)),
    ("bounds", [2, np.int64(5)], (2, 5)),
    ("bounds", "1e2", (100, 100)), ("bounds", 10**12, (10**12, 10**12)),
    ("real_bounds", "2-5.5", (2.0, 5.5)), ("real_bounds", 4, (4.0, 4.0)),
    ("size", 9, (9, 9)), ("size", "9", (9, 9)), ("size", "2x5", (2, 5)), ("size", (2, 5), (2, 5)),
    ("size", "1x3", (1, 3)),
    ("side", "6x6", 6), ("side", (4, 4), 4), ("side", 16, 16), ("side", None, None),
    ("values", "1-3,7", (1, 2, 3, 7)), ("values", 4, (4,)), ("values", [3, 1], (1, 3)),
    ("seconds", None, None), ("seconds", "0.5", 0.5),
)  # fmt: skip

BAD_VALUES = (
    ("count", 0), ("count", "x"), ("count", 1.5), ("count", True), ("count", None), ("count", 10**12 + 1),
    ("seed", -1), ("seed", 2**64), ("first", 2**63), ("maximum", "1:30"),
    ("share", 1.01), ("share", "-0.1"), ("share", None), ("any_share", 1), ("share", float("nan")),
    ("truth", 1), ("truth", "yes"), ("optional_flag", "yes"), ("word", "blue"), ("word", None), ("any_word", 3),
    ("bounds", "5-2"), ("bounds", "2-"), ("bounds", (1, 2, 3)), ("bounds", -1), ("bounds", 2.5), ("bounds", True),
    ("real_bounds", "x"), ("real_bounds", float("nan")), ("size", 0), ("size", "2x"), ("size", (1.5, 2)),
    ("size", None), ("size", False), ("size", -2), ("size", (0, 3)), ("bounds", 10**12 + 1),
    ("side", 3), ("side", "4x5"), ("side", 17), ("side", "x"), ("values", ""), ("values", "3-1"), ("values", None),
    ("seconds", 10**400), ("seconds", "1e400"),
    ("seconds", 0), ("seconds", "x"), ("seconds", float("nan")), ("seconds", True),
)  # fmt: skip


@pytest.mark.parametrize(("name", "raw", "value"), READ)
def test_what_is_given_is_read(name, raw, value):
    read = getattr(EachType(**{name: raw}), name)
    assert (read, type(read)) == (value, type(value))
    assert getattr(EachType(**{name: read}), name) == read


def test_a_parameter_of_several_classes_has_one_name():
    shared = OptionalCount(None, "Number", "3")
    renamed = shared.with_name("number")
    type("First", (), {"count": shared})
    type("Second", (), {"count": shared})
    assert (shared.name, renamed.name) == ("count", "number")
    # Python says so in an error of its own until 3.11.
    with pytest.raises((TypeError, RuntimeError)) as error:
        type("Third", (), {"number": shared})
    assert "Third.number is the parameter count of another class" in str(error.value.__cause__ or error.value)


@pytest.mark.parametrize("name", ["count", "seed", "maximum", "share", "any_share", "bounds", "real_bounds", "seconds"])
@pytest.mark.parametrize("number", [0, 1, 3.0, 4, 1e3, 2.5, 0.25, -1, 1e300, np.float64(3), np.float32(2.5)])
def test_a_number_and_its_text_are_the_same(name, number):
    def outcome(raw):
        try:
            return getattr(EachType(**{name: raw}), name)
        except BadInput:
            return "refused"

    assert outcome(number) == outcome(repr(float(number)))


@pytest.mark.parametrize(("name", "raw"), BAD_VALUES)
def test_what_cannot_be_is_refused_by_name(name, raw):
    with pytest.raises(BadInput) as error:
        EachType(**{name: raw})
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200
    assert str(error.value).startswith(f"{name} ")
    assert any(word in str(error.value) for word in ("write", "take", "such as"))


STRANGE = (
    10**5000,
    -(10**5000),
    ["x"] * 100_000,
    b"12",
    {"a": 1},
    np.array(["red", "green"]),
    np.zeros((2, 2)),
    object(),
)
"""What belongs to no parameter."""


@pytest.mark.parametrize("name", [parameter for parameter in parameters(EachType) if parameter != "seconds"])
@pytest.mark.parametrize("index", range(len(STRANGE)))
def test_what_belongs_to_no_parameter_is_refused_in_a_short_line(name, index):
    test_what_cannot_be_is_refused_by_name(name, STRANGE[index])


def test_unset_parameters_have_their_defaults():
    defaults = EachType()
    assert (defaults.count, defaults.seed, defaults.first, defaults.size, defaults.values) == (
        1,
        1,
        0,
        (3, 4),
        tuple(range(1, 10)),
    )
    assert (defaults.maximum, defaults.optional_flag, defaults.bounds, defaults.side, defaults.truth) == (
        None,
        None,
        None,
        None,
        False,
    )


BESIDE_GENERATING = {
    "sudoku fill": (rc.sudoku.fill, {"form"}),
    "sudoku dig": (rc.sudoku.dig, {"form", "grids"}),
    "kakuro layout": (rc.kakuro.layout, set()),
    "kakuro reduce": (rc.kakuro.reduce, {"form", "puzzles"}),
    "kakuro repair": (rc.kakuro.repair, {"puzzles"}),
    "rullo hardest": (rc.rullo.hardest, set()),
    "kakuro hardest": (rc.kakuro.hardest, set()),
    "killer hardest": (rc.killer.hardest, set()),
    "sudoku hardest": (rc.sudoku.hardest, set()),
}


@pytest.mark.parametrize("name", BESIDE_GENERATING)
def test_what_the_shell_does_beside_generating_python_does_with_the_same_parameters(name):
    function, difference = BESIDE_GENERATING[name]
    options = options_of(command_of(*name.split()))
    assert options.keys() ^ set(inspect.signature(function).parameters) == difference


def test_grids_are_filled_and_dug_in_python_as_in_the_shell(rullo):
    grids = rc.sudoku.fill(2, 6, seed=3, first=1, fill_method="swaps")
    output = rullo(
        "sudoku", "fill", "--count", "2", "--size", "6", "--seed", "3", "--first", "1", "--fill-method", "swaps"
    )
    assert output == (0, "".join(f"{grid}\n" for grid in grids), "")
    dug = rc.sudoku.dig(grids, count=2, seed=5, level="naked", symmetry="half-turn")
    words = ("--count", "2", "--seed", "5", "--level", "naked", "--symmetry", "half-turn")
    assert [rullo("sudoku", "dig", str(grid), *words)[1] for grid in grids] == [
        f"{dug[0]}\n{dug[1]}\n", f"{dug[2]}\n{dug[3]}\n"
    ]  # fmt: skip
    for puzzle, grid in zip(dug, (grids[0], grids[0], grids[1], grids[1]), strict=True):
        assert np.array_equal(puzzle.solution, np.reshape(grid.cells, (6, 6)))
    completed = rc.sudoku.fill(given="12" + "." * 14)[0]
    assert completed.cells[:2] == (1, 2)
    with pytest.raises(NotFound, match=r"index 0 of seed 1: limit reached: 2 placements; raise fill_limit, to "):
        rc.sudoku.fill(fill_method="rows", fill_limit=2)
    with pytest.raises(BadInput, match=r"sudoku\.dig: no argument 'levl'; did you mean 'level'"):
        rc.sudoku.dig(grids, levl="naked")
    with pytest.raises(BadInput, match=r"sudoku\.dig: missing a required argument: 'grids'; it takes grids, count, "):
        rc.sudoku.dig()


def test_layouts_are_drawn_and_clues_removed_in_python_as_in_the_shell(rullo):
    (layout,) = rc.kakuro.layout(size="5x6", seed=2, first=3, symmetry="none")
    output = rullo("kakuro", "layout", "--size", "5x6", "--seed", "2", "--first", "3", "--symmetry", "none")[1]
    assert output.endswith(f"\n{layout}\n")
    (puzzle,) = rc.kakuro.generate(layout=layout, seed=4)
    assert puzzle.cells == layout.cells
    for complete in (False, True):
        (reduced,) = rc.kakuro.reduce(puzzle, seed=1, complete=complete)
        output = rullo("kakuro", "reduce", str(puzzle), "--seed", "1", *["--complete"] * complete)[1]
        assert output.endswith(f"\n{reduced}\n")
        assert reduced.solve().unique
    square = "3 3\n- 4, 4,\n,4 0 0\n,4 0 0"
    (repaired,) = rc.kakuro.repair(square, seed=7)
    assert repaired.rate().level == "G"
    assert rullo("kakuro", "repair", square, "--seed", "7")[1].rstrip().endswith(str(repaired))
    assert rc.kakuro.repair(repaired) == [repaired]
    for text, reason in (
        ("3 3\n- 4, 4,\n,9 0 0\n,4 0 0", "no solution can exist"),
        (square.replace("4, 4,", "4, -"), "lacks a clue"),
    ):
        with pytest.raises(BadInput, match=reason):
            rc.kakuro.repair(text)
