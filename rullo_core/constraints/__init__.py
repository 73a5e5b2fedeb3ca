"""Rules that units of several puzzles share: all values different, and all different with a sum.

To be read here, on sets of values; for speed in `kernels`, on bits.
"""
