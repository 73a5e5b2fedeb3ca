"""Constraints that several puzzles share: all values different, all different with a sum, signed sums.

The modules here work on sets of values and are meant to be read; `kernels` repeats them on bits, for speed.
"""
