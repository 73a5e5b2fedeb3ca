"""How far the consistency of constraints gets: one scale for the networks of all kinds of puzzles.

*G1*: a value goes if some constraint, by itself, has no tuple with it. *G2*: the same for every two constraints that
share two cells or more, together. *S*: a value goes if G1 comes to a contradiction once it is assumed (singleton
consistency: R. Debruyne and C. Bessiere, 1997). Each is repeated until nothing changes, together with those before it;
what is left does not depend on the order, as fewer values never allow more tuples.

*W*: a value goes if a chain of constraints, a *whip*, leads from it to a contradiction. The whips of a length are a
definition, made for this project after D. Berthier's; see `rullo_core.constraints.kernels.whips`.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np

from rullo_core.constraints.kernels import consistency as kernel
from rullo_core.constraints.kernels import different, matching, pairs, reachable, sets, whips
from rullo_core.constraints.network import ANY, DIFFERENT, SUM, Network
from rullo_core.errors import BadInput
from rullo_core.limits import Undecided, answering, limits

MOST_VALUES = 62
"""The most values of a cell, and the most cells of a constraint of different digits without a sum."""

LONGEST_WHIP = 5
"""The longest whips that are searched for by default."""

STATES_OF_A_CHAIN, MOST_CHAINS = 2**9, 2**20
"""Partial results that a chain counts for in the search for a whip, so that 8,192 chains are kept by default, and the
most that are kept at all.
"""

GREATEST_NUMBER = 2**31
"""The numbers of sums are smaller, so that int64 holds what they add up to."""


class Consistency:
    """The consistencies of a network, worked out by kernels whose working memory it keeps.

    The methods take other domains of the same cells, and return the values that are left, a uint64 array as
    `Network.domains` is, or None at a contradiction. Undecided is raised when `stop`, a uint8 array of shape (1,), is
    set, and where the sets of digits or the sums of a constraint are more than the partial results that limits allow.
    """

    def __init__(self, network: Network, stop: np.ndarray | None = None) -> None:
        self.network, self.stop = network, np.zeros(1, np.uint8) if stop is None else stop
        sizes, is_sum = np.diff(network.first), network.rule == SUM
        numbers = network.weights[np.repeat(is_sum, sizes)]
        if np.abs(numbers).max(initial=0) >= GREATEST_NUMBER or sizes[is_sum].max(initial=0) > reachable.MOST_CELLS:
            raise BadInput(f"lines of up to {reachable.MOST_CELLS} numbers below 2**31 are compared, no larger ones")
        if int(network.domains.max(initial=0)).bit_length() > MOST_VALUES or sizes.max(initial=0) > MOST_VALUES + 2:
            raise BadInput(f"cells of up to {MOST_VALUES} values are compared, with no more in a constraint")
        members = [list(range(*network.first[i : i + 2])) for i in np.flatnonzero(is_sum)]
        largest_sum = max((int(np.abs(network.weights[places]).sum()) // 2 for places in members), default=0)
        if largest_sum > reachable.MOST_SUMS and 2 ** (-(-max(map(len, members)) // 2)) > reachable.MOST_LISTED:
            raise Undecided("states")
        if self._needs_sets:
            self._check_states()

    @property
    def digits(self) -> int:
        """The greatest number of values, counted from 1."""
        return int(self.network.domains.max(initial=1)).bit_length()

    @property
    def _needs_sets(self) -> bool:
        """Whether digits have sums, and are more than the faster kernel can have."""
        has_sums = ((self.network.rule == DIFFERENT) & (self.network.total != ANY)).any()
        return self.digits > different.DIGITS and bool(has_sums)

    def _check_states(self) -> None:
        if 2**self.digits > limits().states:
            raise Undecided("states")

    @cached_property
    def table(self) -> kernel.Table:
        """The network as kernels read it."""
        network = self.network
        number, cells, sizes = network.constraints, len(network.domains), np.diff(network.first)
        longest, is_sum = int(sizes.max(initial=1)), network.rule == SUM
        owners = np.repeat(np.arange(number), sizes)
        order = np.argsort(network.cells, kind="stable")
        numbers = np.zeros((number, longest), np.int64)
        numbers[owners, np.arange(len(owners)) - network.first[owners]] = network.weights
        largest = int(np.abs(numbers[is_sum]).max(initial=0))
        return kernel.Table(
            first=network.first,
            cells=network.cells,
            rule=network.rule,
            total=network.total,
            numbers=numbers,
            at_first=np.searchsorted(network.cells[order], np.arange(cells + 1)).astype(np.int64),
            at=owners[order].astype(np.int64),
            queue=np.zeros(number, np.int64),
            is_queued=np.zeros(number, np.bool_),
            filtered=np.zeros(longest, np.int64),
            trial=np.zeros((3, cells), np.int64),
            changed=np.zeros(cells, np.bool_),
            digits=np.int64(self.digits),
            matching=matching.matching_for(longest),
            different=different.make_room(),
            sets=sets.sets_of(self.digits if self._needs_sets else 1),
            lines=reachable.room_for(int(sizes[is_sum].max(initial=1)), largest),
        )

    @cached_property
    def pairs(self) -> pairs.Pairs:
        """The pairs of constraints that share two cells or more."""
        network = self.network
        scopes = [network.scope(i) for i in range(network.constraints)]
        common = np.zeros((len(scopes), len(network.domains)), np.int64)
        common[np.repeat(np.arange(len(scopes)), np.diff(network.first)), network.cells] = 1
        first, second = np.nonzero(np.triu(common @ common.T, 1) >= 2)
        if (network.rule[first] == SUM).any() or (network.rule[second] == SUM).any():
            raise BadInput("pairs of constraints are of different digits; here a sum shares two cells with another")
        parts: list[list[int]] = []
        for i, j in zip(first.tolist(), second.tolist(), strict=True):
            parts += [
                [cell for cell in scopes[i] if cell in scopes[j]],
                [cell for cell in scopes[i] if cell not in scopes[j]],
                [cell for cell in scopes[j] if cell not in scopes[i]],
            ]
        if parts:
            self._check_states()
        digits = self.digits if parts else 1
        allowed, words = allowed_sets(digits), max(1, 2**digits // 64)
        last = len(allowed) - 1
        totals = np.stack((network.total[first], network.total[second]), axis=1)
        longest = max(map(len, parts), default=0)
        return pairs.Pairs(
            first=np.cumsum([0, *map(len, parts)], dtype=np.int64),
            cells=np.array([cell for part in parts for cell in part], np.int64),
            accepts=np.where(totals == ANY, last, np.minimum(totals, last - 1)),
            allowed=allowed,
            common=np.zeros((longest + 1, words), np.uint64),
            rests=np.zeros((2, longest + 1, words), np.uint64),
            family=np.zeros((3, words), np.uint64),
            kept=np.zeros(3 * longest, np.int64),
        )

    def g1(self, domains: np.ndarray | None = None) -> np.ndarray | None:
        """Return what every constraint by itself leaves."""
        reached = self._start(domains)
        return None if reached is None else reached.astype(np.uint64)

    def g2(self, domains: np.ndarray | None = None) -> np.ndarray | None:
        """Return what every constraint, and every two that share two cells or more, leave."""
        reached = self._start(domains)
        if reached is None or not len(self.pairs.accepts):
            return None if reached is None else reached.astype(np.uint64)
        return self._result(pairs.reach_in_pairs(self.table, self.pairs, reached, self.stop), reached)

    def s(self, domains: np.ndarray | None = None, rounds: int | None = None) -> np.ndarray | None:
        """Return what is left if values go that lead to a contradiction once they are assumed.

        The contradiction is what G1 comes to; or, with a number of rounds from 1, a constraint without a tuple within
        so many parallel rounds: in each, the constraints of the cells that have changed are applied to the domains
        before it. A cell without a value makes its constraints have no tuple in the next round, so that with 1 round
        nothing goes beyond G1.
        """
        reached = self._start(domains)
        if reached is None:
            return None
        return self._result(kernel.try_values(self.table, reached, np.int64(rounds or 0), self.stop), reached)

    def depth(self) -> int | None:
        """Return the least number of rounds with which `s` fixes every cell, 0 if G1 does; None if S does not."""
        domains = self.g1()
        if domains is None or is_solved(domains):
            return None if domains is None else 0
        if not is_solved(self.s(domains)):
            return None
        rounds = 1
        while not is_solved(domains):
            rounds += 1
            domains = self.s(domains, rounds)
        return rounds

    def by_whips(
        self, domains: np.ndarray | None = None, longest: int = LONGEST_WHIP, chains: int | None = None
    ) -> tuple[np.ndarray | None, int]:
        """Return what is left if values go that whips up to a length remove, and the longest of these, 0 without any.

        At a time, all values go that have whips of the least length of any; then follows G1. Undecided is raised if
        the search for a whip meets more chains than given, or than limits allow.
        """
        reached = self._start(domains)
        if reached is None:
            return None, 0
        room = whips.chains_for(len(reached), chains or most_chains())
        outcome, length = whips.remove_by_whips(self.table, room, reached, np.int64(longest), self.stop)
        if outcome == whips.CAPPED:
            raise Undecided("states")
        return self._result(outcome, reached), int(length)

    def whip_length(
        self, cell: int, value: int, domains: np.ndarray, longest: int = LONGEST_WHIP, chains: int | None = None
    ) -> int | None:
        """Return the length of a shortest whip from a value of a cell, None if none is so short; see `by_whips`."""
        held, room = domains.astype(np.int64), whips.chains_for(len(domains), chains or most_chains())
        length = whips.shortest_whip(self.table, room, held, cell, np.int64(1 << value), np.int64(longest))
        if length == whips.TOO_MANY:
            raise Undecided("states")
        return int(length) or None

    def w(self, longest: int = LONGEST_WHIP, chains: int | None = None) -> int | None:
        """Return the length of the longest whip with which `by_whips` fixes every cell; None if it does not."""
        left, length = self.by_whips(None, longest, chains)
        return length if is_solved(left) else None

    def _start(self, domains: np.ndarray | None) -> np.ndarray | None:
        reached = (self.network.domains if domains is None else domains).astype(np.int64)
        return reached if kernel.reach(self.table, reached, np.int64(-1)) else None

    def _result(self, outcome: int, domains: np.ndarray) -> np.ndarray | None:
        if outcome == kernel.STOPPED:
            with answering():  # which has a time, if only that of the whole work
                raise Undecided("seconds")
        return None if outcome == kernel.CONTRADICTION else domains.astype(np.uint64)


def most_chains() -> int:
    """Return how many chains limits allow in the search for a whip."""
    return min(max(1, limits().states // STATES_OF_A_CHAIN), MOST_CHAINS)


def is_solved(domains: np.ndarray | None) -> bool:
    """Return whether every cell has one value."""
    return domains is not None and bool((np.bitwise_count(domains) == 1).all())


@lru_cache(maxsize=8)
def allowed_sets(digits: int) -> np.ndarray:
    """Return, for each sum, the family of the sets of digits with it; then none, for greater sums, and all sets.

    A family is an array of uint64 words; see `rullo_core.constraints.kernels.pairs`.
    """
    numbers = np.arange(max(64, 2**digits), dtype=np.int64)
    total = (numbers[:, None] >> np.arange(digits) & 1) @ np.arange(1, digits + 1)
    largest = digits * (digits + 1) // 2
    family = np.zeros((largest + 3, len(numbers) // 64), np.uint64)
    for bit in range(64):
        np.bitwise_or.at(family, (total[bit::64], np.arange(len(numbers) // 64)), np.uint64(1 << bit))
    family[0], family[-1] = 0, ~np.uint64(0)
    return family
