"""Sudoku: every digit once in each row, column and box. Boards filled, puzzles dug out of them, how hard they are."""
