"""What else is asked of Killer Sudokus, a file each; answers are frames."""
