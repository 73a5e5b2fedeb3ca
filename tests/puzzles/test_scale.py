"""The puzzles of the four kinds as networks, on which their consistency is measured alike."""

from itertools import combinations

import numpy as np
import pytest

import rullo_core as rc
from rullo_core.__main__ import command
from rullo_core.columns import SCALE_TYPES
from rullo_core.constraints.consistency import Consistency, is_solved
from rullo_core.constraints.network import consistent_domains, values_of
from rullo_core.errors import BadInput
from rullo_core.killer.puzzle import Killer
from rullo_core.limits import Limits, limited
from rullo_core.passes.solver import Contradiction
from rullo_core.puzzles.lookup import api_of
from rullo_core.puzzles.scale import measure
from rullo_core.rullo.operation import PRODUCT
from rullo_core.rullo.puzzle import Rullo
from tests.puzzles import protocol


def some_puzzles(kind, number):
    if kind == "rullo":
        return [
            *rc.rullo.generate(number, size="8x9", values="1-9", unique=True, seed=3),
            *rc.rullo.generate(number, size="4x7", values="-5-5", seed=3),
        ]
    if kind == "kakuro":
        return [*rc.kakuro.generate(number, size="6x6", method="parting-at-random", seed=3)]
    if kind == "killer":
        return [*rc.killer.generate(number, size=6, seed=3), *rc.killer.generate(number // 5, seed=3)]
    return [*rc.sudoku.generate(number, seed=3), *rc.sudoku.generate(number, size=6, seed=3)]


def domains_of(puzzle, state):
    """Return the domains of a state as bits, given the values of the kind of puzzle."""
    least = 0 if isinstance(puzzle, Rullo) else 1
    return [sum(1 << int(value) - least for value in domain) for domain in state]


@pytest.mark.parametrize("kind", ["rullo", "kakuro", "killer", "sudoku"])
def test_every_constraint_by_itself_leaves_what_the_base_level_leaves(kind):
    outcomes = []
    for puzzle in some_puzzles(kind, 40):
        api = api_of(puzzle)
        network = api.network(puzzle)
        try:
            expected = domains_of(puzzle, api.state_after(puzzle, api.base_level))
        except Contradiction:
            expected = None
        found = Consistency(network).g1()
        assert (None if found is None else found.tolist()) == expected
        outcomes.append(is_solved(found))
    assert {True, False} == {*outcomes}


@pytest.mark.parametrize("kind", ["rullo", "kakuro"])
def test_lines_and_entries_share_no_two_cells(kind):
    """So pairs imply nothing beyond each of them."""
    for puzzle in some_puzzles(kind, 10):
        network = api_of(puzzle).network(puzzle)
        scopes = [{*network.scope(i)} for i in range(network.constraints)]
        assert all(len(first & second) < 2 for first, second in combinations(scopes, 2))
        consistency = Consistency(network)
        assert consistency.g2().tolist() == consistency.g1().tolist()
        assert consistency.s(rounds=1).tolist() == consistency.g1().tolist()


@pytest.mark.parametrize("kind", ["rullo", "kakuro"])
def test_the_shortest_whips_of_lines_and_entries_go_around_a_loop_of_four(kind):
    lengths = set()
    for puzzle in some_puzzles(kind, 12):
        consistency = Consistency(api_of(puzzle).network(puzzle))
        domains = consistency.g1()
        for cell, domain in enumerate(domains.tolist()):
            for value in values_of(domain) if domain.bit_count() > 1 else ():
                lengths.add(consistency.whip_length(cell, value, domains, longest=4))
    assert lengths == {None, 4}


def test_killers_need_whips_of_two():
    """Each rating is what the whips of its length solve, and no shorter ones."""
    ratings = []
    for puzzle in rc.killer.generate(25, size=6, seed=4):
        consistency = Consistency(api_of(puzzle).network(puzzle))
        ratings.append(consistency.w())
        if ratings[-1]:
            assert is_solved(consistency.by_whips(longest=ratings[-1])[0])
            assert not is_solved(consistency.by_whips(longest=ratings[-1] - 1)[0])
    assert {0, 2} <= {*ratings} <= {0, 2, 3, 4, 5, None}


@pytest.mark.parametrize("kind", ["rullo", "kakuro", "killer", "sudoku"])
def test_the_solution_of_a_puzzle_is_left(kind):
    solved = []
    for puzzle in some_puzzles(kind, 10):
        api = api_of(puzzle)
        consistency = Consistency(api.network(puzzle))
        least = 0 if kind == "rullo" else 1
        results = [consistency.g1(), consistency.g2(), *(consistency.s(rounds=r) for r in (2, 3)), consistency.s()]
        results.append(consistency.by_whips(longest=3)[0])
        for solution in puzzle.solve(limit=3):
            values = [int(solution[place]) - least for place in api.places_of(puzzle)]
            for domains in results:
                assert all(int(domain) >> value & 1 for domain, value in zip(domains, values, strict=True))
        solved.append(is_solved(results[4]))
        for stronger in results[1:]:
            assert (stronger & ~results[0] == 0).all()
        assert (results[3] & ~results[2] == 0).all()
        assert (results[4] & ~results[3] == 0).all()
        assert (results[4] & ~results[5] == 0).all()
    assert any(solved)


def test_givens_of_a_sudoku_and_clues_of_a_kakuro_are_in_the_network():
    sudoku = rc.sudoku.parse(".4...32....3....")
    network = api_of(sudoku).network(sudoku)
    assert network.domains.tolist()[:3] == [0b1111, 0b1000, 0b1111]
    assert network.total.tolist() == [-1] * 12
    kakuro = rc.kakuro.generate(1, size="4x4", seed=1)[0]
    network = api_of(kakuro).network(kakuro)
    assert network.total.tolist() == [entry.clue for entry in kakuro.entries]
    assert {*network.domains.tolist()} == {2**9 - 1}


def test_diagonals_of_a_killer_are_constraints():
    plain, diagonal = (Killer(4, (2, 2), (), diagonals) for diagonals in (False, True))
    assert api_of(plain).network(plain).constraints + 2 == api_of(diagonal).network(diagonal).constraints == 14


def test_cells_without_a_number_are_in_no_network_and_may_leave_a_line_empty():
    rullo = rc.rullo.parse("5 0\n4 5 0\n1 0 0")
    network = api_of(rullo).network(rullo)
    assert len(network.domains) == 1
    assert Consistency(network).g1() is consistent_domains(network) is None


def test_rullos_of_other_operations_are_refused():
    rullo = Rullo.from_solution([[2, 3], [4, 5]], [[True, False], [True, True]], PRODUCT)
    with pytest.raises(BadInput, match="are compared with other kinds"):
        api_of(rullo).network(rullo)


# -- columns of ratings -----------------------------------------------------------------------------------------------


def measures_of(puzzle):
    consistency = Consistency(api_of(puzzle).network(puzzle))
    solved = [is_solved(domains) for domains in (consistency.g1(), consistency.g2(), consistency.s())]
    return dict(zip(SCALE_TYPES, (*solved, consistency.depth(), consistency.w()), strict=True))


@pytest.mark.parametrize("kind", ["rullo", "kakuro", "killer", "sudoku"])
def test_columns_are_the_measures_of_the_network(kind, monkeypatch):
    puzzles = some_puzzles(kind, 6)[:8] if kind != "killer" else rc.killer.generate(6, size=6, seed=3)
    api = api_of(puzzles[0])
    monkeypatch.setattr(type(api), "rate_many", lambda *_: pytest.fail("rates what nobody asks for"))
    table = api.rate(puzzles, only=[*SCALE_TYPES])
    assert [*table] == ["puzzle", "size", "name", *SCALE_TYPES]
    assert table["size"].tolist() == [api.size_of(puzzle) for puzzle in puzzles]
    rows = table[[*SCALE_TYPES]].astype(object).where(table[[*SCALE_TYPES]].notna(), None).to_dict("records")
    assert rows == [measures_of(puzzle) for puzzle in puzzles]
    assert table["g1"].dtype == "boolean"
    monkeypatch.undo()
    pair = api.rate(puzzles, only=["simple", "s"])
    assert [*pair] == ["puzzle", "simple", "size", "name", "s"]
    assert pair["s"].tolist() == table["s"].tolist()
    assert pair["simple"].tolist() == table["g1"].tolist()
    assert not {*SCALE_TYPES} & {*api.rate(puzzles)}


def test_columns_of_puzzles_in_arrays_and_of_several_kinds():
    sudokus, rullos = rc.sudoku.generate(3, size=6, seed=3), rc.rullo.generate(3, size="5x5", seed=3)
    for puzzles in (sudokus, rullos):
        api = api_of(puzzles[0])
        expected = api.rate(puzzles, only=["g1", "depth"]).drop(columns=["size", "name"])
        assert api.rate_arrays(api.to_arrays(puzzles), only=["g1", "depth"]).equals(expected)
    table = rc.rate([*sudokus, *rullos], only=["g1", "g2", "s", "w"])
    assert [*table] == ["puzzle", "size", "name", "g1", "g2", "s", "w"]
    assert table["g1"].tolist() == [is_solved(Consistency(api_of(p).network(p)).g1()) for p in (*sudokus, *rullos)]


def test_limits_leave_columns_missing_and_are_named():
    large = rc.sudoku.parse("." * 25**2)
    table = rc.sudoku.rate([large], only=["g1", "s", "depth", "bound"], seconds=0.2, nodes=1)
    assert table["g1"].tolist() == [False]
    assert table[["s", "depth"]].isna().all(axis=None)
    stop = np.zeros(1, np.uint8)
    with limited(Limits(states=2**15)):
        assert measure(api_of(large), large, ["g2", "g1"], stop) == ({"g2": None, "g1": False}, "states")
    stop[0] = 1
    assert measure(api_of(large), large, ["g1", "s"], stop) == ({"g1": False, "s": None}, "seconds")
    killer = rc.killer.generate(1, seed=7)[0]
    assert rc.killer.rate([killer], only=["w", "bound"])[["w", "bound"]].isna().values.tolist() == [[True, False]]


def test_more_states_allow_more_chains():
    puzzle = rc.sudoku.generate(4, seed=7)[3]
    for states, expected in ((2**11, (None, "states")), (2**22, (4, None))):
        rating = rc.sudoku.rate([puzzle], only=["w", "bound"], states=states).astype(object)
        assert tuple(rating.where(rating.notna(), None).loc[0, ["w", "bound"]]) == expected


def test_a_rullo_of_another_operation_has_no_values():
    rullo = Rullo.from_solution([[2, 3], [4, 5]], [[True, False], [True, True]], PRODUCT)
    table = rc.rullo.rate([rullo], only=["g1", "w", "bound"])
    assert table[["g1", "w", "bound"]].isna().all(axis=None)


@pytest.mark.usefixtures("more_kinds")
def test_a_kind_with_other_constraints_has_no_such_columns():
    for kind in protocol.MORE_KINDS:
        puzzle = protocol.puzzle(kind)
        with pytest.raises(BadInput, match="has the columns"):
            protocol.module(kind).rate([puzzle], only=["g1"])
        with pytest.raises(BadInput, match="has other constraints"):
            api_of(puzzle).network(puzzle)


def test_the_command_has_them(tmp_path, capsys):
    puzzles = rc.kakuro.generate(2, size="5x5", seed=3)
    place = tmp_path / "puzzles.txt"
    rc.kakuro.write(puzzles, place)
    for form, expected in (
        ("jsonl", '{"puzzle": "kakuro", "size": "5x5", "name": "", "g1": true, "g2": true, "s": true}'),
        ("csv", "kakuro,5x5,,True,True,True"),
        ("text", "5x5   True  True  True"),
    ):
        command().main(["kakuro", "rate", "--only", "g1,g2,s", "--format", form, str(place)], standalone_mode=False)
        assert expected.lower() in capsys.readouterr().out.lower()
    command().main(["kakuro", "rate", "--help"], standalone_mode=False)
    assert "g1, g2, s, depth, w mean the same for every kind" in " ".join(capsys.readouterr().out.split())
