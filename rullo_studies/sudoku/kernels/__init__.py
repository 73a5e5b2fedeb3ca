"""Kernels of studies of Sudokus."""
