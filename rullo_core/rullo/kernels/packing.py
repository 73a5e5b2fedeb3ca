"""Find puzzles in arrays that break a rule or have values that are too large."""

from rullo_core.compiled import inner, kernel


@inner
def total_of(values):
    """Add up values; as below, a loop over indices is compiled into instructions that take several at once."""
    total = 0
    for i in range(len(values)):
        total += values[i]
    return total


@inner
def largest_of(values, limit):
    """Return the largest absolute value, of negative ones no more than `limit` + 1: the least has no opposite."""
    low, high = 0, 0
    for i in range(len(values)):
        low, high = min(low, values[i]), max(high, values[i])
    return max(high, -max(low, -limit - 1))


@kernel
def find_wrong(numbers, rows, columns, limit, is_wrong):
    """Fill in for each puzzle, given its numbers and the targets of rows and of columns, whether a value is larger than
    `limit`, or the targets add up to different totals; return the largest absolute value of a number.
    """
    largest = largest_of(numbers.ravel(), limit)
    targets = max(largest_of(rows.ravel(), limit), largest_of(columns.ravel(), limit))
    any_too_large = max(largest, targets) > limit
    for i in range(len(numbers)):
        too_large = any_too_large and (
            largest_of(numbers[i].ravel(), limit) > limit
            or largest_of(rows[i], limit) > limit
            or largest_of(columns[i], limit) > limit
        )
        is_wrong[i] = too_large or total_of(rows[i]) != total_of(columns[i])
    return largest
