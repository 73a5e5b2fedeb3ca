"""Counting puzzles by the million: censuses, grids, samples, classes of grids."""
