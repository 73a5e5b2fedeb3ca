"""What draws datasets of Kakuros in place of the chart of all datasets; see `rullo_core.runs.registry.declarations`."""

FIGURES_OF = {"kakuro study": "rullo_studies.kakuro.figures:render"}
