"""RULLO, a puzzle of sums: solve it, count it, measure how difficult it is."""

__version__ = "0.1.0"
