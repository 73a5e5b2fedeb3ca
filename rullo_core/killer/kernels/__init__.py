"""Compiled kernels for Killer Sudoku; `rullo_core.killer.solver` is the same reasoning in readable Python."""
