"""Find which equal sums the lines of a grid can have together, by integer linear algebra.

That two parts of a line have equal sums is an equation, with coefficients of 1 and -1 for their cells. Equations are
rows of at most nine coefficients, and a set of them is kept reduced: each has a leading cell, in which no other has a
coefficient, and no common factor. The coefficients of such a row are minors of the equations divided by a common
factor. No minor exceeds 140, by Hadamard's inequality: there are nine columns at most, and rows of length sqrt(3) at
most. While an equation is reduced, it is multiplied by a coefficient for each leading cell that it meets, three at
most: nothing comes near 2**63. With more cells, `rullo_studies.rullo.kernels.behaviours` sees to it that none does.
"""

import numpy as np

from rullo_core.compiled import inner, kernel
from rullo_core.compiled.arrays import copy


@inner
def common_factor(row):
    """Return the greatest common divisor of a row of coefficients; 0 if all are 0."""
    factor = 0
    for number in row:
        a, b = factor, abs(number)
        while b:
            a, b = b, a % b
        factor = a
    return factor


@inner
def eliminate(cell, equation, row):
    """Add a multiple of an equation to a multiple of a row so that the row has no coefficient for a cell."""
    factor, coefficient = equation[cell], row[cell]
    for i in range(len(row)):
        row[i] = row[i] * factor - coefficient * equation[i]


@inner
def divide_by_factor(row):
    """Divide a row by the greatest common divisor of its coefficients."""
    factor = common_factor(row)
    if factor > 1:
        for i in range(len(row)):
            row[i] //= factor


@kernel
def rest_of(equation, reduced, leading, rank):
    """Reduce an equation by reduced ones with these leading cells; the result is 0 if it follows from them."""
    rest = equation.copy()
    for k in range(rank):
        if rest[leading[k]]:
            eliminate(leading[k], reduced[k], rest)
    divide_by_factor(rest)
    return rest


@kernel
def add_equation(equation, reduced, leading, rank):
    """Add an equation to reduced ones, in place, leading with the last possible cell; return the new rank."""
    rest = rest_of(equation, reduced, leading, rank)
    cell = len(rest) - 1
    while cell >= 0 and rest[cell] == 0:
        cell -= 1
    if cell < 0:
        return rank
    for k in range(rank):
        if reduced[k, cell]:
            eliminate(cell, rest, reduced[k])
            divide_by_factor(reduced[k])
    copy(rest, reduced[rank])
    leading[rank] = cell
    return rank + 1


@kernel
def find_flats(equations, holds, of_line, height, choices):
    """Choose a pattern for each line such that their equations imply no further equation of any line.

    `equations`, of shape (lines, n, cells), rows first and unused entries 0, are the equations that each line may
    satisfy; `holds` says which of them a pattern satisfies, and `of_line` has the index of the first pattern of each
    line and the index after its last pattern. Only choices with ascending patterns of rows are enumerated. Return their
    number; `choices` receives the first choices.
    """
    lines, most_equations, cells = equations.shape
    reduced = np.zeros((lines + 1, cells, cells), np.int64)
    leading = np.zeros((lines + 1, cells), np.int64)
    rank = np.zeros(lines + 1, np.int64)
    choice = np.empty(lines, np.int64)
    choice[0] = of_line[0, 0] - 1
    number = 0
    line = 0
    while line >= 0:
        choice[line] += 1
        if choice[line] == of_line[line, 1]:
            line -= 1
            continue
        copy(reduced[line], reduced[line + 1])
        copy(leading[line], leading[line + 1])
        rank[line + 1] = rank[line]
        for e in range(most_equations):
            if holds[choice[line], e]:
                rank[line + 1] = add_equation(equations[line, e], reduced[line + 1], leading[line + 1], rank[line + 1])
        if rank[line + 1] == cells or has_more(equations, holds, choice, line, reduced, leading, rank):
            continue
        if line + 1 == lines:
            if number < len(choices):
                copy(choice, choices[number])
            number += 1
            continue
        line += 1
        choice[line] = (choice[line - 1] if line < height else of_line[line, 0]) - 1
    return number


@inner
def has_more(equations, holds, choice, line, reduced, leading, rank):
    """Return whether the equations of the lines up to one imply an equation that their patterns do not have."""
    for earlier in range(line + 1):
        for e in range(equations.shape[1]):
            if holds[choice[earlier], e] or not equations[earlier, e].any():
                continue
            if not rest_of(equations[earlier, e], reduced[line + 1], leading[line + 1], rank[line + 1]).any():
                return True
    return False


@kernel
def smallest_numbers(reduced, leading, rank, forbidden, largest, numbers):
    """Find the first grid, in reading order, of numbers up to `largest` that satisfy equations but no forbidden one."""
    cells = len(numbers)
    equation_of = np.full(cells, -1)
    for k in range(rank):
        equation_of[leading[k]] = k
    # The last cell of each forbidden equation: the equation is checked there.
    last = np.zeros(len(forbidden), np.int64)
    for f in range(len(forbidden)):
        for cell in range(cells):
            if forbidden[f, cell]:
                last[f] = cell
    numbers[:] = 0
    cell = 0
    while cell >= 0:
        k = equation_of[cell]
        if k < 0:
            numbers[cell] += 1
        elif numbers[cell] == 0:  # it follows from the cells before it: the leading cell is the last of an equation
            total = 0
            for earlier in range(cell):
                total -= reduced[k, earlier] * numbers[earlier]
            numbers[cell] = total // reduced[k, cell] if total % reduced[k, cell] == 0 else largest + 1
        else:
            numbers[cell] = largest + 1  # only one number fits
        if not 1 <= numbers[cell] <= largest:
            numbers[cell] = 0
            cell -= 1
            continue
        fits = True
        for f in range(len(forbidden)):
            if last[f] == cell:
                total = 0
                for earlier in range(cell + 1):
                    total += forbidden[f, earlier] * numbers[earlier]
                if total == 0:
                    fits = False
                    break
        if not fits:
            continue
        if cell + 1 == cells:
            return True
        cell += 1
        numbers[cell] = 0
    return False
