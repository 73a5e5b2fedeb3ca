"""Studies of Killer Sudokus as charts."""
