"""What is particular to Calcudokus: cages with operations, compared with all assignments of digits."""

import random
from itertools import permutations, product

import numpy as np
import pytest

import rullo_core as rc
from rullo_core.errors import BadInput
from rullo_core.passes.solver import Contradiction
from rullo_core.puzzles.lookup import apis
from tests.puzzles.protocol import makes

pytestmark = pytest.mark.usefixtures("more_kinds")

ROWS = {side: list(permutations(range(1, side + 1))) for side in (2, 3, 4)}


def latin_squares(side, rows_above=()):
    """All of them, as flat tuples, by adding row after row."""
    if len(rows_above) == side:
        yield sum(rows_above, ())
        return
    for row in ROWS[side]:
        if all(
            digit != digit_above for row_above in rows_above for digit, digit_above in zip(row, row_above, strict=True)
        ):
            yield from latin_squares(side, (*rows_above, row))


LATIN = {side: list(latin_squares(side)) for side in ROWS}


def text_of(side, cages):
    """The text of labels, and of signs and targets, given for each cage its cells, sign and target."""
    label = {cell: "abcdefghijklmnop"[i] for i, (cells, _, _) in enumerate(cages) for cell in cells}
    rows = [" ".join(label[cell] for cell in range(r * side, (r + 1) * side)) for r in range(side)]
    targets = " ".join(f"{label[cells[0]]}={target}{sign.strip('=')}" for cells, sign, target in cages)
    return "\n".join([f"calcudoku {side}x{side}", *rows, targets])


def random_cages(rng, side):
    """Cages drawn at random; most targets are those of a random solution, and of one cage it may be another."""
    owner, solution = list(range(side**2)), rng.choice(LATIN[side])
    for _ in range(rng.randrange(side, 2 * side**2)):
        cell = rng.randrange(side**2)
        neighbour = rng.choice((cell + bool((cell + 1) % side), cell + side * (cell + side < side**2)))
        joined = [c for c in range(side**2) if owner[c] in (owner[cell], owner[neighbour])]
        if len(joined) <= 4:
            for member in joined:
                owner[member] = owner[cell]
    cages = []
    for first in sorted(set(owner)):
        cells = [cell for cell in range(side**2) if owner[cell] == first]
        sign = "=" if len(cells) == 1 else rng.choice("+-*/" if len(cells) == 2 else "+*")
        fits = [n for n in range(1, side**4 + 1) if makes(sign, n, [solution[cell] for cell in cells])]
        if not fits:  # no quotient
            sign, fits = "+", [sum(solution[cell] for cell in cells)]
        cages.append((cells, sign, fits[0]))
    if rng.random() < 0.3:
        i = rng.randrange(len(cages))
        cells, sign, target = cages[i]
        cages[i] = cells, sign, max(1, min(target + rng.choice((-1, 1)), side))
    return cages


@pytest.mark.parametrize("side", LATIN)
def test_solutions_are_those_of_all_latin_squares_and_candidates_of_every_level_have_them(side):
    rng, api, numbers = random.Random(side), apis()["calcudoku"], set()
    assert len(LATIN[side]) == {2: 2, 3: 12, 4: 576}[side]
    for _ in range(40):
        cages = random_cages(rng, side)
        puzzle = rc.calcudoku.parse(text_of(side, cages))
        expected = {
            square
            for square in LATIN[side]
            if all(makes(s, n, [square[cell] for cell in cells]) for cells, s, n in cages)
        }
        solutions = puzzle.solve(1000)
        assert solutions.complete
        assert {tuple(square.ravel().tolist()) for square in solutions} == expected
        numbers.add(min(len(expected), 2))
        required = [frozenset(digits) for digits in zip(*expected, strict=True)]
        domains = [frozenset(range(1, side + 1))] * side**2
        for level in api.levels:
            try:
                state = api.state_after(puzzle, level)
            except Contradiction:
                assert not expected
                break
            assert all(
                narrower <= domain <= wider for narrower, domain, wider in zip(required, state, domains, strict=False)
            )
            domains = state
    assert numbers == {0, 1, 2}


@pytest.mark.parametrize("sign", "+-*/")
def test_the_rule_of_a_cage_leaves_exactly_the_digits_of_its_rows(sign):
    """Of cages of two to four cells: side by side, above each other, and around a corner."""
    rng, consistent = random.Random(sign), 0
    from rullo_core.calcudoku.api import rule_of

    shapes = [[(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 0), (0, 1), (1, 1)], [(0, 0), (0, 1), (1, 0), (1, 1)]]
    for shape in shapes[: 4 if sign in "+*" else 2]:
        pairs = [(i, j) for j in range(len(shape)) for i in range(j) if {*enumerate(shape[i])} & {*enumerate(shape[j])}]
        line_mates = tuple(tuple(i for i, second in pairs if second == j) for j in range(len(shape)))
        for _ in range(60):
            target = rng.randrange(1, 4 if sign in "-/" else 25)
            domains = tuple(frozenset(rng.sample(range(1, 6), rng.randrange(1, 6))) for _ in shape)
            rows = [
                row for row in product(*domains) if makes(sign, target, row) and all(row[i] != row[j] for i, j in pairs)
            ]
            if rows:
                assert rule_of(sign, target, line_mates).filter(domains) == tuple(
                    map(frozenset, zip(*rows, strict=True))
                )
                consistent += 1
            else:
                with pytest.raises(Contradiction):
                    rule_of(sign, target, line_mates).filter(domains)
    assert consistent > 20


def test_digits_of_a_cage_differ_in_a_row_or_column_only():
    """Of 4 in two cells there are 1 and 3; of 4 around a corner 1, 2 and 1, with the 2 in the corner."""
    puzzle = rc.calcudoku.parse("calcudoku 3x3\na a b\na c b\nd d d\na=4+ b=4+ c=3 d=6+")
    game = apis()["calcudoku"].game(puzzle, "naked")
    state = game.make_pass("cages", game.start).state
    assert [sorted(state[cell]) for cell in (0, 1, 3)] == [[2], [1], [1]]
    assert [sorted(state[cell]) for cell in (2, 5)] == [[1, 3], [1, 3]]


@pytest.mark.parametrize("level", ["naked", "gac", None])
def test_generated_ones_have_one_solution_and_cages_that_the_rules_allow(level):
    signs = set()
    for puzzle in rc.calcudoku.generate(8, size=5, level=level, seed=6):
        assert puzzle.solve().unique
        assert level is None or puzzle.rate().own[f"passes_{level}"] is not None
        for cage in puzzle.cages:
            signs.add(cage.sign)
            assert len(cage.cells) in {"=": (1,), "-": (2,), "/": (2,)}.get(cage.sign, (2, 3, 4))
            assert makes(cage.sign, cage.target, [int(puzzle.solution.flat[cell]) for cell in cage.cells])
    assert signs == {*"=+-*/"}


def test_generated_cages_have_up_to_four_cells():
    puzzles = rc.calcudoku.generate(8, size=5, seed=6)
    assert {len(cage.cells) for puzzle in puzzles for cage in puzzle.cages} == {1, 2, 3, 4}


def test_candidates_are_drawn_below_the_targets_inside_their_cells():
    puzzle = rc.calcudoku.parse("calcudoku 3x3\na a b\nc d b\nc e e\na=3+ b=1- c=6* d=1 e=3/")
    api = apis()["calcudoku"]
    state = [frozenset({1, 3})] * 9  # above each other; the cell of a cage alone has its digit
    labels = api.panel_of(puzzle, state, "").labels
    targets, candidates = labels[-5:], labels[:-5]
    assert [label.text for label in targets] == [str(cage) for cage in puzzle.cages]
    assert len(candidates) == 8 * 2 + 1
    assert all(label.y % 1 < 0.3 for label in targets)
    assert all(0.4 < label.y % 1 < 0.9 for label in candidates)


def test_signs_are_read_as_they_are_shown():
    typed = rc.calcudoku.parse("calcudoku 3x3\na a b\nc d b\nc e e\na=3+ b=1- c=6* d=1 e=3/")
    assert rc.calcudoku.parse(str(typed).replace("-", "−").replace("*", "×").replace("/", "÷")) == typed
    assert [str(cage) for cage in typed.cages] == ["3+", "1−", "6×", "1", "3÷"]
    assert typed._repr_svg_().count("÷</text>") == 1
    assert typed.play()._repr_mimebundle_()[0]["text/html"].count("÷</sup>") == 1


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("calcudoku 3x2", (1, 1), "'calcudoku 3x2' begins no puzzle"),
        ("calcudoku 2x2\na a\nb b", (1, 1), "'calcudoku 2x2' begins no puzzle"),
        ("calcudoku 2x2\na a\nb\na=3+", (3, 1), "has 1 labels; write 2"),
        ("calcudoku 2x2\na a\nb b\na=3+ b=x", (4, 6), "'b=x' is no target"),
        ("calcudoku 2x2\na a\nb b\na=3+ c=3+", (4, 6), r"'c=3\+' is no target"),
        ("calcudoku 2x2\na a\nb b\na=3+", (4, 1), "cage b has no target"),
        ("calcudoku 2x2\na b\nb a\na=3+ b=3+", (4, 1), "the cage at row 1, column 1: is in parts"),
        ("calcudoku 2x2\na a\na b\na=1- b=1", (4, 1), "the cage at row 1, column 1: has 3 cells; = is for one"),
        ("calcudoku 2x2\na a\nb b\na=3 b=3+", (4, 1), "the cage at row 1, column 1: has 2 cells"),
        ("calcudoku 2x2\na a\nb c\na=3+ b=3 c=1", (4, 1), "the cage at row 2, column 1: its cells cannot make 3"),
        ("calcudoku 2x2\na a\nb b\na=3+ b=0*", (4, 1), "the cage at row 2, column 1: its cells cannot make 0"),
        ("# only a name", (1, 1), "holds no puzzle"),
    ],
)
def test_a_text_that_is_no_puzzle(text, place, message):
    with pytest.raises(BadInput, match=message) as failure:
        rc.calcudoku.parse(text)
    assert (failure.value.line, failure.value.column) == place


def test_cells_in_no_cage_or_in_two_are_refused():
    cage = rc.calcudoku.parse("calcudoku 2x2\na a\nb b\na=3+ b=3+").cages[0]
    for cages in ((cage,), (cage, cage)):
        with pytest.raises(BadInput, match="2x2: there is a cell in no cage, or in two"):
            rc.calcudoku.Calcudoku(2, cages)


def test_many_cages_have_labels_of_two_letters():
    (puzzle,) = rc.calcudoku.generate(size=9, level="naked")
    single_cells = rc.calcudoku.from_arrays(
        {"cages": np.arange(81).reshape(1, 9, 9), "signs": np.zeros((1, 9, 9), int), "targets": puzzle.solution[None]}
    )[0]
    assert str(single_cells).splitlines()[6].split()[7:] == ["aa", "ab"]
    assert rc.calcudoku.parse(str(single_cells)) == single_cells
