"""Arrays hold puzzles of every kind, and are solved and rated as the puzzles are."""

import copy
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.puzzles.lookup import api_of, apis
from rullo_core.rullo.operation import PRODUCT
from rullo_core.rullo.search import find_solutions
from rullo_core.rullo.solver import game
from tests.puzzles.protocol import (
    AMBIGUOUS,
    FIFTH,
    FOUR,
    INFEASIBLE,
    KINDS,
    SIXTH,
    SIZES,
    TEXTS,
    keeps_the_rules,
    module,
    puzzle,
)

pytestmark = pytest.mark.usefixtures("more_kinds")


LOST = {
    "rullo": {"column_targets": np.array([[5, 6]])},
    "kakuro": {"clues": np.full((1, 3, 3, 2), 50)},
    "killer": {"sums": np.full((1, 17), 50)},
    "sudoku": {"cells": np.full((1, 4, 4), 5)},
    FIFTH: {},
    SIXTH: {"signs": np.full((1, 3, 3), 5)},
}
"""What makes no puzzle of the arrays of one."""


@pytest.mark.parametrize("kind", KINDS)
def test_arrays_there_and_back(kind, tmp_path):
    puzzles = module(kind).generate(3, size=SIZES[kind], seed=4)
    arrays = module(kind).to_arrays(puzzles)
    shape = api_of(puzzles[0]).shape_of(puzzles[0])
    assert {name: (str(array.dtype), array.ndim) for name, array in arrays.items()} == api_of(puzzles[0]).arrays
    assert next(iter(arrays.values())).shape == (3, *shape)
    parsed = module(kind).from_arrays({name: array.astype(np.int32) for name, array in arrays.items()})
    assert [str(puzzle) for puzzle in parsed] == [str(puzzle) for puzzle in puzzles]
    np.savez(tmp_path / "some.npz", **arrays)
    assert module(kind).from_arrays(np.load(tmp_path / "some.npz")) == parsed
    third_puzzle = {name: array[2:] for name, array in arrays.items()}
    assert module(kind).from_arrays(third_puzzle) == parsed[2:]


@pytest.mark.parametrize("kind", KINDS)
def test_arrays_are_solved_and_rated_as_puzzles_are(kind):
    puzzles = [puzzle(kind), *(puzzle(kind, texts) for texts in (AMBIGUOUS, INFEASIBLE))]
    puzzles += module(kind).generate(70, size=SIZES[kind], seed=4) if kind in FOUR else []  # more than a thread takes
    for size in {api_of(example).size_of(example) for example in puzzles}:
        same_size = [puzzle for puzzle in puzzles if api_of(puzzle).size_of(puzzle) == size]
        arrays = module(kind).to_arrays(same_size)
        for limit in (1, 2, 1000):
            table, results = module(kind).solve(same_size, limit=limit), module(kind).solve_arrays(arrays, limit=limit)
            assert results["solutions"].tolist() == table["solutions"].tolist()
            assert results["complete"].tolist() == table["complete"].tolist()
            assert results["nodes"].dtype == np.int64
            for example, number, solution in zip(same_size, results["solutions"], results["solution"], strict=True):
                assert keeps_the_rules(kind, example, solution) if number else not solution.any()
        ratings = module(kind).rate(same_size).drop(columns=["text", "size", "name"])
        pd.testing.assert_frame_equal(module(kind).rate_arrays(arrays), ratings)


@pytest.mark.parametrize("kind", KINDS)
def test_arrays_that_hold_no_puzzles(kind):
    example = puzzle(kind)
    arrays = module(kind).to_arrays(example)
    first, *names = arrays
    doubled = {first: np.repeat(arrays[first], 2, axis=0)}
    for call, message in (
        (lambda: module(kind).to_arrays([]), "puzzles of 0 sizes"),
        (lambda: module(kind).to_arrays([example, module(kind).generate(size=5 + (kind != "rullo"))[0]]), "of 2 sizes"),
        (lambda: module(kind).from_arrays([example]), "arrays: .* is held by a dict with "),
        (lambda: module(kind).from_arrays(arrays | {"x": arrays[first]}), "arrays: .* is held by a dict with "),
        (lambda: module(kind).from_arrays({names[0]: arrays[names[0]]}), "arrays: .* is held by a dict with "),
        (lambda: module(kind).solve_arrays(arrays | doubled), f"arrays, {names[0]}: .* write whole numbers in "),
        (lambda: module(kind).rate_arrays(arrays | {first: arrays[first][0]}), f"arrays, {first}: .* in 3 dimensions"),
        (lambda: module(kind).solve_arrays(arrays | {first: arrays[first] / 2}), f"arrays, {first}: .* of float"),
        (lambda: module(kind).solve_arrays(arrays, limit=0), "limit 0: write a whole number from 1"),
        (lambda: module(kind).solve_arrays(arrays, threads=0), "threads 0: write a whole number from 1"),
        *((lambda: module(kind).solve_arrays(arrays | LOST[kind]), "^puzzle 0: ") for _ in LOST[kind]),
    ):
        with pytest.raises(BadInput, match=message):
            call()


@pytest.mark.parametrize("kind", ["killer", "sudoku"])
def test_boxes_are_as_usual_unless_arrays_have_others(kind):
    (tall,) = module(kind).generate(box="3x2", seed=3)
    arrays = module(kind).to_arrays(tall)
    solved = module(kind).solve_arrays(arrays)
    assert (solved["solutions"].tolist(), solved["complete"].tolist()) == ([1], [True])
    assert np.array_equal(solved["solution"][0], tall.solution)
    (usual,) = module(kind).from_arrays(
        {name: array for name, array in arrays.items() if name not in ("box", "diagonals")}
    )
    assert (usual.box, tall.box) == ((2, 3), (3, 2))
    for change, message in (
        ({"box": [[2, 2]]}, "puzzle 0: boxes 2x2: have 4 cells"),
        ({"box": [[6]]}, r"puzzle 0: box \[6\]: write its height and width"),
        ({next(iter(arrays)): np.zeros((1, 4, 9), int)}, "puzzle 0: size 4x9: grids of .* are square"),
    ):
        with pytest.raises(BadInput, match=message):
            module(kind).solve_arrays(arrays | change)


MIXED = {
    "rullo": [{"size": "5x4", "values": "0-3"}, {"size": "6x6", "values": "1-2"}, {"size": "11x12", "values": "-2-6"}],
    "kakuro": [{"size": "6x6"}, {"size": "5x7", "method": "parting", "black": 0.2}],
    "killer": [{"size": 4}, {"size": 6, "box": "3x2"}, {"size": 6, "diagonals": True}],
    "sudoku": [{"size": 4}, {"size": 6, "box": "3x2"}, {"size": 9}],
}
"""Puzzles to be generated."""


def spoilt(kind, arrays, draw):
    """Arrays of puzzles, some with other solutions: other target-sums, clues and cages left out, other digits."""
    for name, arrays_of_name in arrays.items():
        for part in arrays_of_name[draw.random(len(arrays_of_name)) < 0.5]:
            places = np.argwhere(part > 0) if part.ndim else []
            place = tuple(places[draw.integers(len(places))]) if len(places) else ()
            if kind == "rullo" and name != "numbers":
                part[:2] += (1, -1)
            elif (kind, name) in (("kakuro", "clues"), ("killer", "cages")):
                part[part == part[place] if kind == "killer" else place] = 0
            elif (kind, name) == ("sudoku", "cells"):
                part[place] = draw.integers(part.shape[0] + 1)
    return arrays


def mixed(kind):
    """Arrays of puzzles of several sizes, with no solution, one or several."""
    draw = np.random.default_rng(1)
    for texts in (TEXTS, AMBIGUOUS, INFEASIBLE):
        yield module(kind).to_arrays(puzzle(kind, texts))
    for request in MIXED[kind]:
        generated = module(kind).to_arrays(module(kind).generate(24, seed=4, **request))
        spoiled = spoilt(kind, copy.deepcopy(generated), draw)
        yield {name: np.concatenate([array, spoiled[name]]) for name, array in generated.items()}


@pytest.mark.parametrize("kind", FOUR)
def test_what_is_found_in_arrays_is_what_is_found_of_each_puzzle(kind):
    """Number, completeness, nodes and the first solution are those of the search for one puzzle by the kernels."""
    api, numbers = apis()[kind], set()
    for arrays in mixed(kind):
        puzzles = api.from_arrays(arrays)
        for limit in (1, 2, 9):
            results = api.solve_arrays(arrays, limit=limit, threads=2)
            if kind == "rullo":
                expected_results = [
                    replace(result, solutions=list(map(game(puzzle).values_in, result.solutions)))
                    for puzzle in puzzles
                    for result in [find_solutions(puzzle, limit + 1).up_to(limit)]
                ]
            else:
                expected_results = list(api.solve_many([*puzzles, *puzzles], limit, None))[: len(puzzles)]
            for name, convert in (("complete", bool), ("nodes", int)):
                assert results[name].tolist() == [convert(getattr(result, name)) for result in expected_results]
            assert results["solutions"].tolist() == [len(result.solutions) for result in expected_results]
            for result, solved_puzzle, solution in zip(expected_results, puzzles, results["solution"], strict=True):
                assert np.array_equal(
                    solution, api.to_array(solved_puzzle, result.solutions[0]) if result.solutions else 0 * solution
                )
        numbers |= {min(number, 2) for number in results["solutions"].tolist()}
        if kind != "rullo":
            ratings = api.rate(puzzles, only="all").drop(columns=["text", "size", "name"])
            pd.testing.assert_frame_equal(api.rate_arrays(arrays, only="all"), ratings)
    assert numbers == {0, 1, 2}


def message_of(work, arrays):
    """What is wrong with puzzles in arrays, empty if nothing is."""
    try:
        work(arrays)
    except BadInput as error:
        return str(error)
    return ""


@pytest.mark.parametrize("kind", FOUR)
def test_what_is_wrong_with_arrays_is_said_in_the_same_words(kind):
    """Whether objects are made of all puzzles or of none that is right."""
    draw, messages = np.random.default_rng(2), set()
    generated = module(kind).to_arrays(module(kind).generate(3, seed=4, size="4x4"))
    for _ in range(300):
        arrays = copy.deepcopy(generated)
        for name in draw.choice(list(arrays), draw.integers(1, 3)):
            array = arrays[name]
            array[tuple(draw.integers(array.shape))] = draw.choice([0, 1, 2, 3, 4, 5, 10, 17, 45, 100])
        expected = message_of(module(kind).from_arrays, arrays)
        assert message_of(module(kind).solve_arrays, arrays) == expected
        assert message_of(module(kind).rate_arrays, arrays) == expected
        messages.add(re.sub(r"\d+|cage .*?,", "", expected))
    assert "" in messages
    assert len(messages) >= {"rullo": 2, "kakuro": 7, "killer": 6, "sudoku": 3}[kind]


@pytest.mark.parametrize("kind", FOUR)
def test_no_objects_are_made_of_puzzles_in_arrays(kind, monkeypatch):
    """Beside one of each shape; but for ratings of Rullos, which have no kernel."""
    unpacked, api = [], apis()[kind]
    arrays = module(kind).to_arrays(module(kind).generate(70, size="4x4"))
    unpack = api.unpack
    monkeypatch.setattr(api, "unpack", lambda *parts: unpacked.append(parts) or unpack(*parts))
    api.solve_arrays(arrays)
    if kind != "rullo":
        api.rate_arrays(arrays)
    assert len(unpacked) <= 2


def test_arrays_of_rullos_that_are_too_large():
    """Numbers beyond those that the kernel can add up, and lines that are too long."""
    example = {"numbers": [[[1, 2]]], "row_targets": [[1]], "column_targets": [[1, 0]]}
    arrays = {name: np.array(part) for name, part in example.items()}
    assert rc.rullo.solve_arrays(arrays)["solutions"].tolist() == [1]
    for value, dtype in ((2**48 + 1, np.int64), (-(2**60), np.int64), (2**64 - 1, np.uint64)):
        large = arrays | {"numbers": np.array([[[value, 1]]], dtype)}
        with pytest.raises(BadInput, match=f"puzzle 0: a puzzle of sums, with numbers up to {abs(value)}: this search"):
            rc.rullo.solve_arrays(large)
        with pytest.raises(BadInput, match="puzzle 0: the row target-sums total 2 and"):
            rc.rullo.solve_arrays(large | {"row_targets": np.array([[2]])})
    long = {"numbers": np.ones((1, 1, 65), int), "row_targets": [[1]], "column_targets": np.eye(1, 65, dtype=int)}
    with pytest.raises(BadInput, match="puzzle 0: 1x65: this search supports at most 64 rows"):
        rc.rullo.solve_arrays(long)
    with pytest.raises(BadInput, match="puzzle 0: 1 rows need 1 target-sums, not 2"):
        rc.rullo.solve_arrays(arrays | {"row_targets": np.array([[1, 0]])})


@pytest.mark.parametrize("name", ["numbers", "row_targets", "column_targets"])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_first_rullo_that_is_too_large_is_named(name, sign):
    """The largest values that the kernel can add up are taken; the next one is not, in whichever array it is."""
    values = [sign * value for value in (2, 2**48, 2**48, 2**48 + 1)]
    halves = [[value // 2, value - value // 2] for value in values]
    arrays = {"numbers": np.array([[[1, 2]]] * 4), "row_targets": np.zeros((4, 1), int)}
    arrays["column_targets"] = np.zeros((4, 2), int)
    if name == "numbers":
        arrays["numbers"][:, 0, 0] = values
    else:
        arrays["row_targets"][:, 0], arrays["column_targets"][:] = values, halves
    if name == "column_targets":
        arrays = {
            "numbers": arrays["numbers"].reshape(4, 2, 1),
            "row_targets": arrays["column_targets"],
            "column_targets": arrays["row_targets"],
        }
    results = rc.rullo.solve_arrays({key: part[:3] for key, part in arrays.items()})
    assert results["complete"].all()
    assert results["solutions"].tolist() == ([1] * 3 if name == "numbers" else [0] * 3)
    with pytest.raises(BadInput, match=f"^puzzle 3: a puzzle of sums, with numbers up to {2**48 + 1}: this search"):
        rc.rullo.solve_arrays(arrays)


def test_arrays_of_one_kind_only():
    """Cages without a sum, white cells that are no entry, and products."""
    arrays = rc.killer.to_arrays(puzzle("killer"))
    with pytest.raises(BadInput, match="puzzle 0: row 1, column 4: there is no sum of cage 2"):
        rc.killer.from_arrays(arrays | {"sums": arrays["sums"][:, :2]})
    pairs = "killer 4x4 boxes 2x2\na a b b\nc c d d\ne e f f\ng g h h\n" + " ".join(f"{cage}=5" for cage in "abcdefgh")
    two = rc.killer.to_arrays([rc.killer.parse(pairs)] * 2)  # the first of each shape is read in any case
    for change in (-1, 1):
        new_sums = two["sums"] + change * np.eye(*two["sums"].shape, dtype=int)
        with pytest.raises(BadInput, match=rf"^puzzle 1: .*\b{40 + change}\b"):
            rc.killer.solve_arrays(two | {"sums": new_sums})
    (without_cages,) = rc.killer.from_arrays(arrays | {"cages": np.zeros((1, 4, 4), int)})
    assert not without_cages.cages
    star = rc.kakuro.parse("3 3\n- *, 6,\n,7 0 0\n,3 0 0")
    bare = rc.kakuro.parse("3 3\n- - 6,\n,7 0 0\n,3 0 0")
    clues = [rc.kakuro.to_arrays(kakuro)["clues"][0, 0, 1].tolist() for kakuro in (star, bare)]
    assert clues == [[-1, 0], [0, 0]]
    assert rc.kakuro.from_arrays(rc.kakuro.to_arrays([star, bare])) == [star, bare]
    with pytest.raises(BadInput, match=r"puzzle 0: clues: \(3, 3, 3\); write two for each cell"):
        rc.kakuro.from_arrays({"white": np.ones((1, 3, 3)) > 0, "clues": np.zeros((1, 3, 3, 3), int)})
    product = rc.rullo.Rullo.from_solution([[2, 3]], [[True, False]], PRODUCT)
    with pytest.raises(BadInput, match="arrays hold Rullos of sums; this one is of products"):
        rc.rullo.to_arrays(product)


def test_arrays_of_sudokus_with_different_boxes():
    puzzles = [sudoku for box in ("2x3", "3x2", "2x3") for sudoku in rc.sudoku.generate(2, size=6, box=box, seed=3)]
    results = rc.sudoku.solve_arrays(rc.sudoku.to_arrays(puzzles))
    assert [array.tolist() for array in results["solution"]] == [sudoku.solution.tolist() for sudoku in puzzles]
    assert results["solutions"].tolist() == [1] * 6
