"""What is found about Killer Sudokus, in sentences of Markdown and tables to show; no computing."""
