"""Readers of every format, written from its description alone: plain, slow, and independent of the package.

Each takes a text and returns the puzzles in it as plain tuples; it raises `NotRead` for whatever is not described.
"""
