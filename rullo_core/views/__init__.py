"""Data in; a table, a chart or a picture of boards out."""
