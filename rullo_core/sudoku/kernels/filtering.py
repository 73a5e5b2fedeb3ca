"""Filter a unit: completely, or by subsets of its cells."""

from rullo_core.compiled import inlined, inner, kernel
from rullo_core.constraints.kernels.different import DIGITS, keep_apart
from rullo_core.sudoku.kernels.board import lowest


@kernel
def filter_all(room, side):
    """Filter a unit completely; False if it has no filling.

    Of more than nine digits by a matching of cells and digits: a digit may be in another cell if the cells can pass
    digits on in a circle.
    """
    if side <= DIGITS:
        return keep_apart(side, room.nine)
    domains, match, owner, edges = room.domains, room.match, room.owner, room.edges
    queue, parent = room.queue, room.parent
    for i in range(side):
        match[i] = owner[i] = -1
    for first in range(side):
        # From a cell without a digit along digits that others have, to one that is free.
        visited = 0
        queue[0] = first
        head, size = 0, 1
        end = -1
        while head < size and end < 0:
            cell = queue[head]
            head += 1
            candidates = domains[cell] & ~visited
            while candidates:
                digit = lowest(candidates)
                candidates &= candidates - 1
                visited |= 1 << digit
                parent[digit] = cell
                if owner[digit] < 0:
                    end = digit
                    break
                queue[size] = owner[digit]
                size += 1
        if end < 0:
            return False
        while end >= 0:
            cell = parent[end]
            previous_digit = match[cell]
            owner[end] = cell
            match[cell] = end
            end = previous_digit
    for i in range(side):
        edges[i] = 0
        candidates = domains[i]
        while candidates:
            edges[i] |= 1 << owner[lowest(candidates)]
            candidates &= candidates - 1
    for middle in range(side):
        for i in range(side):
            if edges[i] >> middle & 1:
                edges[i] |= edges[middle]
    for i in range(side):
        candidates = domains[i]
        while candidates:
            digit = lowest(candidates)
            candidates &= candidates - 1
            if owner[digit] != i and not edges[owner[digit]] >> i & 1:
                domains[i] ^= 1 << digit
    return True


@inlined
def has_most(word, number):
    """Whether a word has at most so many bits."""
    for _ in range(number):
        word &= word - 1
    return word == 0


@inner
def filter_subsets(room, side, largest):
    """Filter a unit by naked and hidden subsets of two, or of two and three; False after a contradiction."""
    domains, places, new_domains, indices = room.domains, room.match, room.owner, room.indices
    for i in range(side):
        places[i] = 0
        new_domains[i] = domains[i]
    for i in range(side):
        for digit in range(side):
            places[digit] |= (domains[i] >> digit & 1) << i
    for hidden in range(2):
        words = places if hidden else domains
        number = 0
        for i in range(side):
            if has_most(words[i], 3) and not has_most(words[i], 1):
                indices[number] = i
                number += 1
        for a in range(number):
            i = indices[a]
            for b in range(a + 1, number):
                j = indices[b]
                two = words[i] | words[j]
                if not has_most(two, 3):
                    continue
                if has_most(two, 2):
                    take_subset(new_domains, two, 1 << i | 1 << j, hidden, side)
                for c in range(b + 1, number if largest == 3 else 0):
                    k = indices[c]
                    three = two | words[k]
                    if not has_most(three, 3):
                        continue
                    if has_most(three, 2):
                        return False
                    take_subset(new_domains, three, 1 << i | 1 << j | 1 << k, hidden, side)
    for i in range(side):
        domains[i] = new_domains[i]
    return True


@inlined
def take_subset(domains, union, members, hidden, side):
    """Eliminate by a subset: its digits from other cells, or with hidden other digits from its cells."""
    for i in range(side):
        if hidden:
            if union >> i & 1:
                domains[i] &= members
        elif not members >> i & 1:
            domains[i] &= ~union
