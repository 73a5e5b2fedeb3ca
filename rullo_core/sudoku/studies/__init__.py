"""What else is asked of Sudokus, a file each; answers are frames."""
