"""What is done fast for Killer Sudoku; `rullo_core.killer.solver` says the same to be read."""
