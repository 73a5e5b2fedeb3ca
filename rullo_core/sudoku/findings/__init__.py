"""What is found about Sudokus, in sentences of Markdown and tables to show; no computing."""
