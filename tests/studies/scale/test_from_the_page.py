"""The committed measurements, again, by a program that has nothing but docs/scale.md.

It uses nothing of the packages but the place of the data: numbers are drawn by Python, constraints are lists of tuples.
"""

import math
import random
from collections import Counter
from functools import cache
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest

from rullo_core.paths import DATA

POINTS = pd.read_csv(DATA / "scale" / "thresholds.csv").set_index(["kind", "size", "reach", "knob"])


# -- information ------------------------------------------------------------------------------------------------------


def offered(surprises, weights, away, covariance):
    """What clues offer: -log2 P of each, its weights, and how far the cells are from their means."""
    weights = np.array(weights, float)
    joint, distance = weights @ covariance @ weights.T, weights @ away
    places = []
    for i in range(len(weights)):
        variance = joint[i, i]
        if places:
            common = joint[np.ix_(places, [i])][:, 0]
            variance -= common @ np.linalg.solve(joint[np.ix_(places, places)], common)
        if variance > 1e-9 * (weights[i] ** 2 @ np.diag(covariance)):
            places.append(i)
    joint, distance = joint[np.ix_(places, places)], distance[places]
    variances = np.diag(joint)
    bracket = np.log2(variances).sum() - np.linalg.slogdet(joint)[1] / math.log(2)
    bracket += math.log2(math.e) * ((distance**2 / variances).sum() - distance @ np.linalg.solve(joint, distance))
    return sum(surprises[i] for i in places) - bracket / 2


@cache
def sums_of_sets(cells, digits):
    """The share of each sum among all sets of different digits."""
    counts = Counter(map(sum, combinations(range(1, digits + 1), cells)))
    return {total: number / counts.total() for total, number in counts.items()}


def share_of_sum(numbers, total):
    """The share of all choices of numbers that add up to a total."""
    ways = Counter([0])
    for number in numbers:
        ways = ways + Counter({s + number: n for s, n in ways.items()})
    return ways[total] / 2 ** len(numbers)


# -- Rullo ------------------------------------------------------------------------------------------------------------


def draw_rullo(rng, height, width, largest, length=None):
    """Draw numbers, choices, and the cells of each sum."""
    numbers = [[rng.randint(1, largest) for _ in range(width)] for _ in range(height)]
    choices = [[rng.randint(0, 1) for _ in range(width)] for _ in range(height)]
    rows = [([(i, j) for j in range(width)], i) for i in range(height)]
    columns = [([(i, j) for i in range(height)], 2 * j + 1) for j in range(width)]
    if length is None:
        return numbers, choices, [line for line, _ in rows + columns]
    sums = [
        [line[(start % length + part + k) % len(line)] for k in range(length)]
        for line, start in rows + columns
        for part in range(0, len(line), length)
    ]
    return numbers, choices, sums


def target_of(numbers, choices, cells):
    return sum(numbers[i][j] * choices[i][j] for i, j in cells)


def offered_by_rullo(numbers, choices, sums):
    height, width = len(numbers), len(numbers[0])
    surprises, weights = [], []
    for cells in sums:
        of_line = [numbers[i][j] for i, j in cells]
        surprises.append(-math.log2(share_of_sum(of_line, target_of(numbers, choices, cells))))
        weights.append(np.zeros((height, width)))
        for (i, j), number in zip(cells, of_line, strict=True):
            weights[-1][i, j] = number
    away = np.array(choices).ravel() - 0.5
    size = height * width
    return offered(surprises, [w.ravel() for w in weights], away, np.eye(size) / 4) / size


def reach(numbers, choices, sums, domains):
    """Apply single constraints until nothing changes; False at a contradiction."""
    old_domains = None
    while old_domains != domains:
        old_domains = {**domains}
        for cells in sums:
            of_line, target = [numbers[i][j] for i, j in cells], target_of(numbers, choices, cells)
            rows = [
                row
                for row in product(*(domains[cell] for cell in cells))
                if sum(map(int.__mul__, of_line, row)) == target
            ]
            if not rows:
                return False
            domains.update(zip(cells, map(frozenset, zip(*rows, strict=True)), strict=True))
    return True


def count_solutions(numbers, choices, sums, domains, limit=2):
    if not reach(numbers, choices, sums, domains):
        return 0
    cell = next((cell for cell, domain in domains.items() if len(domain) > 1), None)
    if cell is None:
        return 1
    number = 0
    for value in sorted(domains[cell]):
        if number < limit:
            number += count_solutions(numbers, choices, sums, {**domains, cell: frozenset([value])}, limit - number)
    return number


@pytest.mark.parametrize(("size", "knob", "length"), [("8x9", 9, None), ("12x12", 5, 6)])
def test_rullos_offer_as_much(size, knob, length):
    rng, (height, width) = random.Random(1), map(int, size.split("x"))
    shares = [offered_by_rullo(*draw_rullo(rng, height, width, knob, length)) for _ in range(200)]
    assert_near(shares, POINTS.loc["rullo", size, length or 0, knob])


def assert_near(shares, row):
    """Whether the mean is the one of a point, with the standard errors of both."""
    error = np.std(shares) * (1 / len(shares) + 1 / row["puzzles"]) ** 0.5
    assert abs(np.mean(shares) - row["offered"]) < 4 * error


@pytest.mark.parametrize(("size", "knob", "length"), [("5x5", 4, None), ("6x6", 4, None), ("12x12", 2, 3)])
def test_as_many_rullos_are_unique_and_solved(size, knob, length):
    rng, (height, width), puzzles = random.Random(2), map(int, size.split("x")), 150
    unique = single = 0
    for _ in range(puzzles):
        rullo = draw_rullo(rng, height, width, knob, length)
        domains = {(i, j): frozenset([0, 1]) for i in range(height) for j in range(width)}
        assert reach(*rullo, domains)
        if all(len(domain) == 1 for domain in domains.values()):
            single += 1
            unique += 1
        else:
            unique += count_solutions(*rullo, domains) == 1
    row = POINTS.loc["rullo", size, length or 0, knob]
    for number, expected in ((unique, row["unique"]), (single, row["single"])):
        share = (number + expected) / (puzzles + row["puzzles"])
        error = (share * (1 - share) * (1 / puzzles + 1 / row["puzzles"])) ** 0.5
        assert abs(number / puzzles - expected / row["puzzles"]) < 4 * error


# -- Sudoku and Killer Sudoku -----------------------------------------------------------------------------------------

HEIGHT, WIDTH, SIDE = 2, 3, 6

NEED = math.log2(28_200_960)


def boxed(cell):
    """Row, column, band and stack of a cell."""
    row, column = divmod(cell, SIDE)
    return row, column, row // HEIGHT, column // WIDTH


def covariance():
    variance, matrix = (SIDE**2 - 1) / 12, np.zeros((SIDE**2, SIDE**2))
    for a, b in product(range(SIDE**2), repeat=2):
        equal_parts = [x == y for x, y in zip(boxed(a), boxed(b), strict=True)]
        if a == b:
            matrix[a, b] = variance
        elif equal_parts[0] or equal_parts[1] or (equal_parts[2] and equal_parts[3]):
            matrix[a, b] = -variance / (SIDE - 1)
        elif equal_parts[2]:
            matrix[a, b] = variance * WIDTH / ((SIDE - 1) * (SIDE - WIDTH))
        elif equal_parts[3]:
            matrix[a, b] = variance * HEIGHT / ((SIDE - 1) * (SIDE - HEIGHT))
    return matrix


def sees(a, b):
    equal_parts = [x == y for x, y in zip(boxed(a), boxed(b), strict=True)]
    return a != b and (equal_parts[0] or equal_parts[1] or (equal_parts[2] and equal_parts[3]))


PEERS = [[b for b in range(SIDE**2) if sees(a, b)] for a in range(SIDE**2)]


def draw_board(rng):
    """Fill a board, cells with the fewest candidates first; with singles that are the only candidates of a cell."""
    board = [0] * SIDE**2

    def fill():
        candidates = {
            cell: [d for d in range(1, SIDE + 1) if all(board[peer] != d for peer in PEERS[cell])]
            for cell in range(SIDE**2)
            if not board[cell]
        }
        if not candidates:
            return True
        fewest = min(map(len, candidates.values()))
        cell = rng.choice([cell for cell, digits in candidates.items() if len(digits) == fewest])
        for digit in rng.sample(candidates[cell], fewest):
            board[cell] = digit
            if fill():
                return True
        board[cell] = 0
        return False

    assert fill()
    return board


def draw_cages(rng, board, number):
    """Join cells until so many cages remain; None after 20,000 draws in vain."""
    of_cell, members, in_vain = [*range(SIDE**2)], {cell: [cell] for cell in range(SIDE**2)}, 0
    while len(members) > number:
        if in_vain == 20_000:
            return None
        cell, is_down = rng.randrange(SIDE**2), rng.random() < 0.5
        row, column = divmod(cell, SIDE)
        if (row if is_down else column) == SIDE - 1:
            continue
        first, second = of_cell[cell], of_cell[cell + (SIDE if is_down else 1)]
        if first == second or {board[c] for c in members[first]} & {board[c] for c in members[second]}:
            in_vain += 1
            continue
        for member in members[second]:
            of_cell[member] = first
        members[first] += members.pop(second)
    return [members[cell] for cell in sorted(members)]


@pytest.mark.parametrize("givens", [10, 16])
def test_sudokus_offer_as_much(givens):
    rng, matrix, shares = random.Random(3), covariance(), []
    for _ in range(150):
        board, cells = np.array(draw_board(rng)), rng.sample(range(SIDE**2), givens)
        clues = [math.log2(SIDE)] * givens, np.eye(SIDE**2)[cells]
        shares.append(offered(*clues, board - 3.5, matrix) / NEED)
    assert_near(shares, POINTS.loc["sudoku", "6x6", 0, givens])


@pytest.mark.parametrize("number", [12, 20])
def test_killers_offer_as_much(number):
    rng, matrix, shares = random.Random(4), covariance(), []
    while len(shares) < 150:
        board = np.array(draw_board(rng))
        cages = draw_cages(rng, board.tolist(), number)
        if cages:
            surprises = [-math.log2(sums_of_sets(len(cage), SIDE)[int(board[cage].sum())]) for cage in cages]
            weights = [np.isin(np.arange(SIDE**2), cage) for cage in cages]
            shares.append(offered(surprises, weights, board - 3.5, matrix) / NEED)
    assert_near(shares, POINTS.loc["killer", "6x6", 0, number])
