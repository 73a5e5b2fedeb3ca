"""Results about Killer Sudokus as sentences of Markdown and tables for notebooks; nothing is computed here."""
