from collections import Counter
from functools import cache
from itertools import combinations, groupby, product

import numpy as np
import pytest

import rullo_studies as rs
from rullo_core.compiled.rng import rng_from_seed
from rullo_core.errors import BadInput
from rullo_core.paths import DATA
from rullo_studies.rullo.kernels import nonograms as kernel

TABLE = DATA / "predictions" / "elsewhere-nonograms.csv"


@cache
def clue_of(line):
    return tuple(len(list(cells)) for is_black, cells in groupby(line) if is_black)


def word_of(line):
    return np.uint64(sum(1 << i for i, is_black in enumerate(line) if is_black))


def clues_of(picture):
    rows = list(map(tuple, picture))
    return tuple(map(clue_of, [*rows, *zip(*rows, strict=True)]))


def clue_of_word(word):
    return clue_of(tuple(bool(word >> i & 1) for i in range(7)))


@pytest.mark.parametrize("cells", range(1, 7))
def test_a_line_is_solved_as_by_all_lines_with_its_clue(cells):
    """Whatever is known of it."""
    states, lines = kernel.room_for(cells).states, list(product((False, True), repeat=cells))
    for line in lines:
        possible = np.array([other for other in lines if clue_of(other) == clue_of(line)])
        for known in lines:
            agreeing = possible[(possible == line)[:, np.array(known)].all(axis=1)]
            fixed = (agreeing == line).all(axis=0)
            assert kernel.solve_line(word_of(line), word_of(known), cells, states) == word_of(fixed)


def test_long_lines():
    """Of 62 cells, whose states fill a word."""
    states = kernel.room_for(62).states
    for line in ((True, False) * 31, (False, True) * 31, (True,) * 62, (False,) * 62, (True,) * 61 + (False,)):
        fixed = kernel.solve_line(word_of(line), np.uint64(0), 62, states)
        is_tight = sum(clue_of(line)) + len(clue_of(line)) - 1 == 62 or not any(line)
        assert (fixed == word_of([True] * 62)) == is_tight


def known_by_definition(picture):
    """What lines say, each by all lines with its clue, until they say nothing more."""
    side = len(picture)
    lines = np.array(list(product((False, True), repeat=side)))
    known, before = np.zeros((side, side), bool), None
    while before is None or (known != before).any():
        before = known.copy()
        for cells, fixed in ((picture, known), (picture.T, known.T)):
            for line, of_line in zip(cells, fixed, strict=True):
                possible = [
                    m for m in lines if clue_of(tuple(m)) == clue_of(tuple(line)) and (m == line)[of_line].all()
                ]
                of_line |= (np.array(possible) == line).all(axis=0)
    return known


def test_pictures_are_solved_as_by_definition():
    rng = np.random.default_rng(1)
    for _ in range(60):
        picture = rng.random((5, 5)) < 0.45
        assert (rs.rullo.propagate_nonogram(picture) == known_by_definition(picture)).all()


def test_all_pictures_of_four_rows():
    """As many have clues of their own as in the On-Line Encyclopedia of Integer Sequences, A242876; simple ones do."""
    pictures = np.array(list(product((False, True), repeat=16))).reshape(-1, 4, 4)
    clues = [clues_of(picture) for picture in pictures.tolist()]
    times = Counter(clues)
    assert sum(number == 1 for number in times.values()) == 52_362
    simple = [rs.rullo.propagate_nonogram(picture).all() for picture in pictures]
    assert all(times[clue] == 1 for clue, is_simple in zip(clues, simple, strict=True) if is_simple)
    table = rs.rullo.measure_nonograms([4], [0.5], pictures=20_000).iloc[0]
    assert abs(np.mean(simple) - table["simple"]) < 4 * table["error"]


@pytest.mark.parametrize("cells", range(2, 9))
def test_the_expected_number_of_switches_is_that_of_all_lines(cells):
    """By the probability that a line keeps its clue if a black and a white cell at two places are exchanged."""
    total = 0.0
    for first, second in combinations(range(cells), 2):
        keeps = 0.0
        for rest in product((False, True), repeat=cells - 2):
            line = (*rest[:first], True, *rest[first : second - 1], False, *rest[second - 1 :])
            exchanged = (*rest[:first], False, *rest[first : second - 1], True, *rest[second - 1 :])
            if clue_of(line) == clue_of(exchanged):
                keeps += 0.4 ** sum(rest) * 0.6 ** (len(rest) - sum(rest))
        total += keeps**2
    assert rs.rullo.expect_nonogram_switches(cells, 0.4) == pytest.approx(2 * (0.4 * 0.6 * total) ** 2)


def switches_of(picture):
    """Rows and columns whose common cells can be exchanged without a change of any clue."""
    for rows in combinations(range(len(picture)), 2):
        for columns in combinations(range(len(picture)), 2):
            corner = picture[np.ix_(rows, columns)]
            if corner[0, 0] == corner[1, 1] != corner[0, 1] == corner[1, 0]:
                other = picture.copy()
                other[np.ix_(rows, columns)] = ~corner
                if clues_of(picture.tolist()) == clues_of(other.tolist()):
                    yield rows, columns


def test_the_expected_number_of_switches():
    rng = np.random.default_rng(2)
    counts = [len(list(switches_of(rng.random((5, 5)) < 0.4))) for _ in range(3000)]
    assert abs(np.mean(counts) - rs.rullo.expect_nonogram_switches(5, 0.4)) < 4 * np.std(counts) / 3000**0.5


@pytest.mark.parametrize("is_decoupled", [False, True])
def test_planted_switches_are_switches(is_decoupled):
    """Of pictures that are decoupled, by the orders of their rows."""
    room, rng = kernel.room_for(7), rng_from_seed(3, 0)
    for _ in range(100):
        rows, columns = kernel.draw(room, 0.5, is_decoupled, True, rng)
        assert (np.sort(room.place, axis=1) == np.arange(7)).all()
        assert (room.place[np.ix_(rows, columns)] == columns).all()
        other = room.picture.copy()
        other[np.ix_(rows, columns)] ^= True
        assert other[np.ix_(rows, columns)].tolist() in ([[True, False], [False, True]], [[False, True], [True, False]])
        for picture in (room.picture, other):
            in_places = np.array([row[np.argsort(place)] for row, place in zip(picture, room.place, strict=True)])
            assert list(map(clue_of, map(tuple, in_places.tolist()))) == list(map(clue_of_word, room.black[0].tolist()))
            assert list(map(clue_of, map(tuple, picture.T.tolist()))) == list(map(clue_of_word, room.black[1].tolist()))
        kernel.solve_lines(room)
        assert all(room.unknown[r] >> np.uint64(c) & np.uint64(1) for r in rows for c in columns)


def test_planted_switches_are_those_of_random_pictures():
    """As often at the same rows and columns, and in pictures with as many black cells."""
    rng, room, source = np.random.default_rng(4), kernel.room_for(4), rng_from_seed(5, 0)
    places, planted, black, black_planted = Counter(), Counter(), [], []
    for _ in range(6000):
        picture = rng.random((4, 4)) < 0.4
        for rows, columns in switches_of(picture):
            places[rows] += 1
            places[columns] += 1
            black.append(picture.sum())
    for _ in range(len(black)):
        for pair in kernel.draw(room, 0.4, False, True, source):
            planted[tuple(sorted(pair))] += 1
        black_planted.append(room.picture.sum())
    for pair in combinations(range(4), 2):
        assert abs(places[pair] - planted[pair]) < 5 * (places[pair] + planted[pair]) ** 0.5
    assert len(black) > 1000
    assert abs(np.mean(black) - np.mean(black_planted)) < 5 * np.std(black) * (2 / len(black)) ** 0.5


def test_the_table_is_measured_again():
    table = rs.rullo.load_nonograms(TABLE)
    for row in table[(table["side"] == 10) & table["black"].isin([0.5, 0.7])].to_dict("records"):
        remade = rs.rullo.measure_nonograms([row["side"]], [row["black"]], pictures=4000, seed=11).iloc[0]
        for column in ("simple", "small", "bulk"):
            assert abs(remade[column] - row[column]) < 4 * np.sqrt(max(row[column] * (1 - row[column]), 0.001) / 3000)
        assert remade["switches"] == pytest.approx(row["switches"], rel=1e-4)
        assert abs(remade["predicted"] - row["predicted"]) < 0.03


def test_a_row_of_the_table_is_repeated():
    table = rs.rullo.load_nonograms(TABLE)
    (row,) = table[(table["side"] == 5) & (table["black"] == 0.5)].to_numpy()
    assert rs.rullo.measure_nonograms([5], pictures=20_000).to_numpy()[0] == pytest.approx(row, rel=1e-5)


def test_nothing_is_predicted_where_no_picture_has_small_sets_only():
    """A hold-up cannot be measured there."""
    table = rs.rullo.measure_nonograms([30], [0.4], pictures=20)
    assert table[["bulk", "hold_up", "predicted"]].iloc[0].tolist() == [0, 0, 0]


def test_all_seeds_are_taken():
    assert len(rs.rullo.measure_nonograms([3], pictures=10, seed=2**64 - 1)) == 1


def test_predictions_are_near_what_is_counted_and_mostly_too_high():
    table = rs.rullo.load_nonograms(TABLE)
    difference = table["predicted"] - table["simple"]
    assert difference.between(-0.005, 0.075).all()
    assert difference[table["black"] >= 0.7].abs().max() < 0.01
    assert (table["bulk"] >= table["small"] - 0.005).all()


@pytest.mark.parametrize(("side", "black"), [(1, 0.5), (63, 0.5), (2.5, 0.5), (5, 0), (5, 1)])
def test_what_is_out_of_range_is_refused(side, black):
    with pytest.raises(BadInput):
        rs.rullo.expect_nonogram_switches(side, black)


@pytest.mark.parametrize("shape", [(), (3,), (3, 2), (3, 3, 3), (1, 1), (63, 63)])
def test_a_picture_is_a_square(shape):
    with pytest.raises(BadInput, match="as many rows as columns"):
        rs.rullo.propagate_nonogram(np.zeros(shape))


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "nonograms.csv"
    path.write_text("side\n1\n", encoding="utf-8")
    with pytest.raises(BadInput, match="its columns are not"):
        rs.rullo.load_nonograms(path)
