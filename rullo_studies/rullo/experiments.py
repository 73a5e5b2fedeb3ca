"""What draws datasets of Rullos in place of the chart of all datasets; see `rullo_core.runs.registry.declarations`."""

FIGURES_OF = {
    "census": "rullo_studies.rullo.figures:render_census",
    **dict.fromkeys(("grids", "sample"), "rullo_studies.rullo.figures:render_drawn"),
}

FIGURES = "rullo_studies.rullo.figures:render_published"
"""Function that draws the figures that need no dataset: given a folder, it returns the files."""
