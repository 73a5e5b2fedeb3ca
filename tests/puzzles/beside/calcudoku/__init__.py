"""Calcudoku: digits in a square grid, each once in every row and column, and cages whose digits make a target."""

from rullo_core.lazy import attach_kind

__all__, __getattr__, __dir__ = attach_kind(__name__, "Calcudoku")
