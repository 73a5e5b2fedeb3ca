"""Pictures that the numbers of black cells in their lines determine (thesis, section 3)."""

from __future__ import annotations

from math import factorial


def poly_bernoulli(n: int, k: int) -> int:
    """Return the poly-Bernoulli number of n with index -k: the number of n x k pictures that their sums determine.

    Such pictures are called lonesum matrices (C. Brewbaker, A combinatorial interpretation of the poly-Bernoulli
    numbers and two Fermat analogues, Integers 8, 2008). They are the unique solutions of Rullos over a single number.

    Parameters
    ----------
    n, k : int
        Height and width, in cells.

    Returns
    -------
    int
        The number of pictures.

    Examples
    --------
    >>> import rullo_studies as rs
    >>> rs.rullo.poly_bernoulli(2, 2)
    14
    """

    def partitions(m: int, parts: int) -> int:
        """Ways to partition m things into so many parts: Stirling numbers of the second kind."""
        if m == 0 or parts == 0:
            return int(m == parts)
        return parts * partitions(m - 1, parts) + partitions(m - 1, parts - 1)

    return sum(factorial(m) ** 2 * partitions(n + 1, m + 1) * partitions(k + 1, m + 1) for m in range(min(n, k) + 1))
