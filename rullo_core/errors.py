"""The one exception for input that its giver can mend."""


class BadInput(ValueError):
    """Input that cannot be used. The message is one line: what is wrong, where, and how to mend it."""
