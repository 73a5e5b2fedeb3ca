# What notebooks on Sudoku read.

$(STAMPS)/sudoku/01-filling.done: benchmarks/sudoku-fillers.csv
