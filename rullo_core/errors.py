"""The one exception for input that its giver can mend."""


class BadInput(ValueError):
    """Input that cannot be used. The message is one line: what is wrong, where, and how to mend it."""


MOST_QUOTED = 40
"""Characters of what was given that a message repeats."""


def shortened(given: object) -> str:
    """What was given, cut where it is long."""
    text = str(given)
    return text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…"


def one_line(given: object) -> str:
    """What was given, on one line, without what cannot be written."""
    return "".join(filter(str.isprintable, " ".join(str(given).split())))


def quoted(given: object) -> str:
    """What was given, in quotes, on one line and cut where it is long; of what is no text or number its type.

    Examples
    --------
    >>> quoted("9x"), quoted("1" * 5000)
    ("'9x'", "'1111111111111111111111111111111111111111…'")
    """
    text = str(given) if isinstance(given, str | int | float) else type(given).__name__
    told = repr(text[: MOST_QUOTED + 1])
    return told if len(told) <= MOST_QUOTED + 2 else f"{told[: MOST_QUOTED + 1]}…{told[-1]}"
