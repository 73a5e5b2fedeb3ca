"""Kernels of Sudoku, on the places that each digit can have in each row, as bits."""
