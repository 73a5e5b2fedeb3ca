"""Kakuro for speed: domains as bits, entries as lists of cells, many puzzles in one call."""
