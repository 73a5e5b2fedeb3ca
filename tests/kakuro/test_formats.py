import json

import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.kakuro.formats import read_collection
from rullo_core.kakuro.puzzle import Kakuro

SQUARE = Kakuro.parse("3 3\n- 4, 6,\n,7 0 0\n,3 0 0")
DZN = "w = 3;\nh = 3;\nn_h = 2;\nh_clue = [| 2, 1, 2, 7|\n 3, 1, 2, 3 |];\nv_clue = [| 1, 2, 2, 4| 1, 3, 2, 6 |];\n"
GECODE = """\
// Easy, Author: nobody
const int k0[] = {
  // Dimension w x h
  3,3,
  1,0,2,4, 2,0,2,6, -1,
  0,1,2,7, 0,2,2,3, -1
};
const int k1[] = { 3, 2, 1, 0, 1, 4, 2, 0, 1, 3, -1, 0, 1, 2, 7, -1 };
"""


def test_formats():
    output = json.dumps({"data": {"b": {"problem": str(SQUARE), "solution": ""}, "a": {"problem": str(SQUARE)}}})
    assert [(puzzle.name, puzzle) for puzzle in read_collection(output)] == [("b", SQUARE), ("a", SQUARE)]
    assert read_collection(DZN) == [SQUARE]
    first, second = read_collection(GECODE)
    assert (first.name, first) == ("k0", SQUARE)
    assert (second.name, str(second)) == ("k1", "2 3\n- 4, 3,\n,7 0 0")
    comments = GECODE.replace("3,3,", "3, /* 4,\n5 */ 3, // 6,").replace("k0[] = {", "k0[] = {/*}*/")
    assert read_collection(comments) == [first, second]
    assert read_collection(f"{DZN} % w = 7;\n% h_clue = [||];") == [SQUARE]
    assert read_collection(f"# mine\n{SQUARE}")[0].name == "mine"
    assert read_collection(str(SQUARE), form="text") == [SQUARE]


@pytest.mark.parametrize(
    ("text", "form", "says"),
    [
        ('{"data": 3}', None, 'is not JSON with "data"'),
        ('{"data": {"a": {}}}', None, 'is not JSON with "data"'),
        ('{"data": {"a": {"problem": "2 2\\n- -\\n- x"}}}', None, "file, a, line 1, row 2, column 2: 'x' is no cell"),
        (DZN.replace("h = 3", "h = 2"), None, "outside of the 2 rows and 3 columns"),
        ("w = 2;\nh = 2;\nh_clue = [||];\nv_clue = [|0, 2, 2, 4|];", None, "outside of the 2 rows and 2 columns"),
        ("w = 2;\nh = 2;\nh_clue = [|2, 0, 2, 4|];\nv_clue = [||];", None, "outside of the 2 rows and 2 columns"),
        (DZN.replace("w = 3;", ""), None, "has not w, h, h_clue and v_clue"),
        (DZN.replace("3, 1, 2, 3", "3, 1, 1, 3"), None, "row 3, column 1: across are not 1 cells"),
        (GECODE.replace("-1\n}", "-1, 5\n}"), None, "k0: is not width, height, and two lists"),
        ("// nothing", "gecode", "holds no array in braces"),
        ("nothing", "gecode", "file, line 1, column 1: 'nothing' cannot be there"),
        (GECODE.replace("0,2,4", "0,/* of\ntwo lines */2,4+1"), None, "file, line 6, column 16: '[+]' cannot be there"),
        (GECODE.replace("3,3,", "3,W,"), None, "file, line 4, column 5: 'W' cannot be there"),
        (GECODE.replace("1,0,2,4,", "1,O,2,4,"), None, "file, line 5, column 5: 'O' cannot be there"),
        (GECODE.replace("1,0,2,4,", "1,0,2,4, 1,0,2,4,"), None, "row 1, column 2: has two clues down; remove one"),
        (DZN.replace("2, 1, 2, 7", "2 foo 1, 2, 7"), None, "file, line 4, column 15: 'foo' cannot be there"),
        (DZN.replace("w = 3", "w = 3_"), None, "file, line 1, column 6: '_' cannot be there"),
        (DZN + "w = 4;", None, "file, line 7, column 1: w is there twice; remove one"),
        (DZN.replace("n_h = 2", "n_h = 3"), None, "n_h is not the number of clues in h_clue"),
        (f'{{"data": {{"a": {{"problem": "{SQUARE}"}}, "a": 1}}}}'.replace("\n", "\\n"), None, "has the key 'a' twice"),
        ('{"data": {"a": {"problem": 1}}} x', "json", "file, line 1, column 33: is after the JSON"),
        (json.dumps({"data": {"a": {"problem": str(SQUARE)}, "b": {"problem": 1}}}), None, 'is not JSON with "data"'),
        (json.dumps({"data": {"a": {"problem": str(SQUARE)}, "b": str(SQUARE)}}), None, 'is not JSON with "data"'),
    ],
)
def test_bad_input(text, form, says):
    with pytest.raises(BadInput, match=says):
        read_collection(text, "file", form)


@pytest.mark.parametrize("read", [rc.kakuro.parse, rc.parse])
@pytest.mark.parametrize("name", ["KillerSudoku", "Sudoku", "NumberCross"])
def test_a_collection_of_another_kind_is_refused_by_its_name(read, name):
    """Not for a cell that is none of Kakuro's."""
    text = json.dumps({"count": 1, "name": name, "data": {"a": {"problem": "2 2\n3 -\n- -\n1 1\n2 2"}}}, indent=1)
    with pytest.raises(BadInput, match=f"^puzzle: puzzlekit's {name} is not read"):
        read(text)
    kakuro = json.dumps({"name": "Kakuro", "data": {"a": {"problem": str(SQUARE)}}})
    assert str(read(kakuro)) == str(SQUARE)


@pytest.mark.parametrize(
    "text",
    [
        '{"data": {"a": {"problem": "2 2\\n- -\\n- x"}}}',
        DZN.replace("3, 1, 2, 3", "3, 1, 1, 3"),
        GECODE.replace("1,0,2,4,", "1,0,2,4, 1,0,2,4,"),
    ],
)
def test_what_is_wrong_in_puzzles_of_a_format_is_sure(text):
    """So that this is what is said, and not what other kinds of puzzle say of the same text."""
    with pytest.raises(BadInput) as caught:
        read_collection(text)
    assert caught.value.is_sure
