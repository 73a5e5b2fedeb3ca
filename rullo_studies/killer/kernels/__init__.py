"""Kernels of studies of Killer Sudokus: those of the Killer study, and M. Gordon's strategies."""
