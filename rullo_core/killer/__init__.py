"""Killer Sudoku: every digit once in each row, column and box, and cages of cells that are different and have a sum."""
