"""What draws datasets of Sudokus in place of the chart of all datasets; see `rullo_core.runs.registry.declarations`."""

FIGURES_OF = dict.fromkeys(("sudoku study", "sudoku population"), "rullo_studies.sudoku.figures:render")
