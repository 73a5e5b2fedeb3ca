"""Errors of wrong names: those of the public functions, of commands, sweeps, runs and notebooks, by one function."""

import inspect
import pickle

import pytest

import rullo_core as rc
from rullo_core.arguments import checked, meant, no_such, no_such_word
from rullo_core.errors import BadInput, WrongArgument
from rullo_core.parameters import read_given
from rullo_core.puzzles.base import Puzzle
from tests.public_names import KINDS

SUDOKU = rc.sudoku.parse(".4...32....3....")

FUNCTIONS = {
    **{
        f"rullo_core.{name}": getattr(rc, name)
        for name in rc.__all__
        if inspect.isfunction(getattr(rc, name)) and name != "written_for"
    },
    **{
        f"{kind}.{name}": getattr(getattr(rc, kind), name)
        for kind in KINDS
        for name in getattr(rc, kind).__all__
        if not inspect.isclass(getattr(getattr(rc, kind), name))
    },
    **{
        f"Sudoku.{name}": getattr(SUDOKU, name)
        for name, member in vars(Puzzle).items()
        if not name.startswith("_") and not isinstance(member, property)
    },
}
"""The public functions, but for those of studies and of uncertainty, by their public names."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_public_function_names_a_wrong_argument_and_itself(name):
    function = FUNCTIONS[name]
    signature = inspect.signature(function)
    names = [
        argument for argument, parameter in signature.parameters.items() if parameter.kind is not parameter.VAR_KEYWORD
    ]
    required = {
        argument: "census" if argument == "experiment" else "sudoku"
        for argument in names
        if argument in ("experiment", "kind")
    }
    with pytest.raises(WrongArgument if name != "rullo_core.run" else BadInput) as error:
        function(**required, nosuch=3)
    place = {"rullo_core.generate": "sudoku.generate", "rullo_core.run": "census"}.get(name, name)
    place = place.replace("generate_frame", "generate")
    assert str(error.value).startswith(f"{place}: no {'parameter' if place == 'census' else 'argument'} 'nosuch'; it ")
    assert "Api" not in str(error.value)
    assert "\n" not in str(error.value)
    if signature.parameters and len(names) == len(signature.parameters):
        assert str(error.value).endswith(", ".join(names))
    if not any(parameter.kind is parameter.VAR_POSITIONAL for parameter in signature.parameters.values()):
        with pytest.raises(
            TypeError, match=rf"^{name.replace('generate_frame', 'generate(_frame)?')}: too many positional"
        ):
            function(*range(30))
    assert callable(pickle.loads(pickle.dumps(function)))


def test_an_error_from_inside_stays_what_it_is():
    @checked
    def broken():
        return len(3)

    with pytest.raises(TypeError, match="object of type 'int' has no len") as error:
        broken()
    assert not isinstance(error.value, WrongArgument)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: rc.rullo.generate(5, range="1-4"), "rullo.generate: no argument 'range'; did you mean 'values'?"),
        (lambda: rc.generate("rullo", range="1-4"), "rullo.generate: no argument 'range'; did you mean 'values'?"),
        (lambda: rc.rullo.generate_frame(range="1-4"), "rullo.generate: no argument 'range'; did you mean 'values'?"),
        (lambda: rc.rullo.generate(puzzles=3), "rullo.generate: no argument 'puzzles'; did you mean 'count'?"),
        (lambda: rc.rullo.generate(number=3), "rullo.generate: no argument 'number'; did you mean 'count'?"),
        (lambda: rc.sudoku.generate(criterion="naked"), "sudoku.generate: no argument 'criterion'; did you mean "),
        (lambda: rc.killer.generate(sizes="2-3"), "killer.generate: no argument 'sizes'; did you mean 'size' or "),
        (lambda: rc.run("census", size="3x3", range="1-4"), "census: no parameter 'range'; did you mean 'values'?"),
        (lambda: rc.run("sample", size="3x3", puzzles=4), "sample: no parameter 'puzzles'; did you mean 'count'?"),
        (lambda: rc.run("cenus"), "no experiment 'cenus'; did you mean 'census'?"),
        (lambda: rc.sweep({"experiment": "census", "size": "2x2", "range": "1-3"}),
         "the sweep: no key 'range'; did you mean 'values'? A census sweep knows"),
        (lambda: rc.sweep({"experiment": "census", "size": "2x2", "ranges": "1-3"}),
         "the sweep: no key 'ranges'; did you mean 'values'? A census sweep knows"),
        (lambda: rc.sweep({"experiment": "sudoku study", "size": 4, "count": 3, "criteria": "naked"}),
         "the sweep: no key 'criteria'; did you mean 'level'? A sudoku study sweep knows"),
        (lambda: read_given({"range": "1-3"}, {"values": "1-9"}), "no parameter 'range'; did you mean 'values'?"),
        (lambda: SUDOKU.steps("hard"), "level 'hard': Sudoku has naked, hidden, "),
        (lambda: rc.sudoku.generate(level="hard"), "level 'hard': take one of naked, hidden, "),
        (lambda: rc.killer.generate(level="easy"), "level 'easy': take one of CH, "),
        (lambda: SUDOKU.steps("hiden"), "level 'hiden': did you mean 'hidden'? Sudoku has naked, "),
        (lambda: rc.sudoku.rate(SUDOKU, only="clue"), "no column 'clue'; did you mean 'clues'?"),
    ],
)  # fmt: skip
def test_the_name_that_is_meant_is_named_in_python(call, says):
    with pytest.raises(BadInput) as error:
        call()
    assert str(error.value).startswith(says)
    if "'hard'" in says or "'easy'" in says:
        assert str(error.value).endswith("the later its level is, and the more passes it takes")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("generate --range 1-4", "no option '--range'; did you mean '--values'? (see rullo generate --help)"),
        ("generate --valeus 1-4", "no option '--valeus'; did you mean '--values'?"),
        ("sample --range 1-4", "no option '--range'; did you mean '--values'?"),
        ("kakuro generate --digits x", "no option '--digits'; did you mean '--layout'?"),
        ("kakuro generate --single", "no option '--single'; did you mean '--single-cell-entries'?"),
        ("kakuro generate --kind simple", "no option '--kind'; did you mean '--level'"),
        ("generate --exhaustive", "no option '--exhaustive'; did you mean '--no-simple' or '--simple'?"),
        ("generate --index 3", "no option '--index'; did you mean '--first'?"),
        ("generate --tries 3", "no option '--tries'; did you mean '--max-tries'?"),
        ("killer generate --singles 3", "no option '--singles'; did you mean '--single-cell-cages'?"),
        ("sudoku fill --method swaps", "no option '--method'; did you mean '--fill-method'?"),
        ("sudoku fill --set x", "no option '--set'; did you mean '--given'"),
        ("sudoku fill --limit 3", "no option '--limit'; did you mean '--fill-limit'?"),
        ("sudoku study --criterion naked", "no option '--criterion'; did you mean '--level'?"),
        ("sudoku study --puzzles 3", "no option '--puzzles'; did you mean '--count'?"),
        ("sudoku generate --difficulty 3", "no option '--difficulty'; did you mean '--level' or '--passes'?"),
        ("sudoku generate --level hard", "Invalid value for '--level': 'hard': take one of naked, "),
        (
            "sudoku solve --level hiden x",
            "Invalid value for '--level': 'hiden': did you mean 'hidden'? Take one of naked",
        ),
        ("gnerate", "no command 'gnerate'; did you mean 'generate'? (see rullo --help)"),
        ("generate --nosuch", "no option '--nosuch' (see rullo generate --help)"),
    ],
)
def test_the_name_that_is_meant_is_named_in_commands(rullo, line, says):
    status, output, err = rullo(*line.split())
    assert (status, output, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"rullo: {says}")


def test_what_is_like_nothing_has_no_suggestion():
    assert meant("nosuch", ["size", "range"]) == []
    assert meant("range", ["range_", "values"]) == ["range_", "values"]
    assert no_such("key", "x", ["ab"], has="there are") == "no key 'x'; there are ab"
    assert no_such_word("level", "simplest", ["lines"]) == "level 'simplest': take one of lines"
