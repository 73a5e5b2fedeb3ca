"""How much constraints imply, each by itself, and after one assumption: the same measure for all kinds of puzzles.

`reach` is what `rullo_core.constraints.network.consistent_domains` defines: each constraint by itself, until nothing
changes. `try_values` removes each value that, once assumed, leads `reach` to a contradiction, or does so within some
parallel rounds. The definitions are in `rullo_core.constraints.consistency`; domains are int64.
"""

from typing import NamedTuple

import numpy as np

from rullo_core.compiled import inlined, kernel
from rullo_core.compiled.arrays import copy
from rullo_core.compiled.bits import NONE, ONE
from rullo_core.constraints.kernels import different, matching, reachable, sets

CONTRADICTION, REACHED, STOPPED = map(np.int64, (0, 1, 2))
"""What comes of a consistency: there is no solution, nothing more follows, or ``stop`` was set."""


class Table(NamedTuple):
    """A network as kernels read it, and their working memory.

    Rule 0 is `rullo_core.constraints.network.DIFFERENT`, a total of -1 there means any. Numbers has those of each sum
    in a row. The constraints of each cell are `at[at_first[cell] : at_first[cell + 1]]`.
    """

    first: np.ndarray
    cells: np.ndarray
    rule: np.ndarray
    total: np.ndarray
    numbers: np.ndarray
    at_first: np.ndarray
    at: np.ndarray
    queue: np.ndarray  # int64[constraints]: those that are still to be filtered, in a circle
    is_queued: np.ndarray  # bool[constraints]
    filtered: np.ndarray  # int64[longest]: the domains that the last filter has left
    trial: np.ndarray  # int64[3, cells]: domains after an assumption, and before and after a round
    changed: np.ndarray  # bool[cells]: in the last round
    digits: np.int64  # the number of digits
    matching: matching.Matching
    different: different.Room
    sets: sets.Sets
    lines: reachable.Room


@inlined
def filter_digits(table, constraint, begin, count, domains):
    """Filter the domains of different digits to `table.filtered`; False if there is no tuple."""
    cells, filtered, total = table.cells, table.filtered, table.total[constraint]
    if count > table.digits:  # there is no room for as many
        return False
    if total < 0:
        room = table.matching
        for j in range(count):
            room.domains[j] = domains[cells[begin + j]]
        holds = matching.filter_different(count, room)
        for j in range(count):
            filtered[j] = room.domains[j]
        return holds
    if total == 0:
        return count == 0
    if table.digits <= different.DIGITS:
        narrow = table.different
        for j in range(count):
            narrow.domains[j] = domains[cells[begin + j]]
        holds = different.filter_candidates(count, total, narrow)
        for j in range(count):
            filtered[j] = narrow.domains[j]
        return holds
    wide = table.sets
    for j in range(count):
        wide.domains[j] = domains[cells[begin + j]]
    holds, _ = sets.filter_by_sets(count, total, wide)
    for j in range(count):
        filtered[j] = wide.domains[j]
    return holds


@inlined
def filter_numbers(table, constraint, begin, count, domains):
    """Filter the domains of the cells of a sum to `table.filtered`; False if there is no tuple."""
    cells, filtered, numbers = table.cells, table.filtered, table.numbers
    target = table.total[constraint]
    unknown = NONE
    for j in range(count):
        domain = domains[cells[begin + j]]
        filtered[j] = domain
        if domain == 0:
            return False
        if domain == 2:
            target -= numbers[constraint, j]
        elif domain == 3:
            unknown |= ONE << np.uint64(j)
    holds, always, never = reachable.solve_line(numbers, constraint, unknown, target, table.lines)
    if holds:
        for j in range(count):
            bit = ONE << np.uint64(j)
            if always & bit != NONE:
                filtered[j] = 2
            elif never & bit != NONE:
                filtered[j] = 1
    return holds


@kernel
def filter_constraint(table, constraint, domains):
    """Filter the domains of the cells of a constraint, completely, to `table.filtered`; False if there is no tuple."""
    begin = table.first[constraint]
    count = table.first[constraint + 1] - begin
    if table.rule[constraint] == 0:
        return filter_digits(table, constraint, begin, count, domains)
    return filter_numbers(table, constraint, begin, count, domains)


@kernel
def reach(table, domains, cell):
    """Filter domains by every constraint by itself until nothing changes; False if a constraint has no tuple.

    At first, those of one cell are applied, if nothing else has changed since they were; all of them for cell -1.
    """
    queue, is_queued, number = table.queue, table.is_queued, len(table.rule)
    if number == 0:
        return True
    waiting = 0
    if cell < 0:
        for constraint in range(number):
            queue[constraint], is_queued[constraint] = constraint, True
        waiting = number
    else:
        for k in range(table.at_first[cell], table.at_first[cell + 1]):
            queue[waiting], is_queued[table.at[k]] = table.at[k], True
            waiting += 1
    head, holds = 0, True
    while waiting:
        constraint = queue[head]
        is_queued[constraint] = False
        head = head + 1 if head + 1 < number else 0
        waiting -= 1
        if not holds:
            continue  # those that wait are only taken out of the queue
        holds = filter_constraint(table, constraint, domains)
        if not holds:
            continue
        begin = table.first[constraint]
        for j in range(table.first[constraint + 1] - begin):
            member = table.cells[begin + j]
            if table.filtered[j] != domains[member]:
                domains[member] = table.filtered[j]
                for k in range(table.at_first[member], table.at_first[member + 1]):
                    other = table.at[k]
                    if other != constraint and not is_queued[other]:
                        is_queued[other] = True
                        place = head + waiting
                        queue[place if place < number else place - number] = other
                        waiting += 1
    return holds


@kernel
def count_open(domains):
    """Return the number of cells with several values."""
    number = 0
    for cell in range(len(domains)):
        number += domains[cell] & (domains[cell] - 1) != 0
    return number


@kernel
def rounds_to_refute(table, domains, cell, bit, most):
    """Return after how many parallel rounds a constraint has no tuple if a cell has a value; 0 if not after `most`.

    In a round, each constraint of which a cell has changed is filtered from the domains before the round. A cell
    without a value is no contradiction yet: its constraints have no tuple in the round after.
    """
    trial, changed, is_queued = table.trial, table.changed, table.is_queued
    before, after = trial[1], trial[2]
    copy(domains, before)
    before[cell] = bit
    for member in range(len(domains)):
        changed[member] = member == cell
    for made in range(most):
        copy(before, after)
        for member in range(len(domains)):
            if changed[member]:
                for k in range(table.at_first[member], table.at_first[member + 1]):
                    is_queued[table.at[k]] = True
        holds = True
        for constraint in range(len(table.rule)):
            if is_queued[constraint]:
                is_queued[constraint] = False
                if holds and filter_constraint(table, constraint, before):
                    begin = table.first[constraint]
                    for j in range(table.first[constraint + 1] - begin):
                        after[table.cells[begin + j]] &= table.filtered[j]
                else:
                    holds = False
        if not holds:
            return made + 1
        is_last = True
        for member in range(len(domains)):
            changed[member] = after[member] != before[member]
            is_last &= not changed[member]
        if is_last:
            return 0
        copy(after, before)
    return 0


@inlined
def is_refuted(table, domains, cell, bit, rounds):
    """Return whether a value of a cell leads to a contradiction; within some rounds, or in any number for 0."""
    if rounds:
        return rounds_to_refute(table, domains, cell, bit, rounds) > 0
    assumed = table.trial[0]
    copy(domains, assumed)
    assumed[cell] = bit
    return not reach(table, assumed, cell)


@kernel
def try_values(table, domains, rounds, stop):
    """Remove values that lead to a contradiction until none does; return `CONTRADICTION`, `REACHED` or `STOPPED`.

    Domains are what `reach` has left. For 0 rounds, a contradiction is what `reach` finds after the assumption.
    """
    cells = len(domains)
    cell, unchanged = 0, 0
    while unchanged < cells:
        unchanged += 1
        candidates = domains[cell]
        if candidates & (candidates - 1):
            while candidates:
                if stop[0]:
                    return STOPPED
                bit = candidates & -candidates
                candidates ^= bit
                if is_refuted(table, domains, cell, bit, rounds):
                    domains[cell] &= ~bit
                    if not reach(table, domains, cell):
                        return CONTRADICTION
                    if count_open(domains) == 0:
                        return REACHED
                    candidates &= domains[cell]
                    unchanged = 0
        cell = cell + 1 if cell + 1 < cells else 0
    return REACHED
