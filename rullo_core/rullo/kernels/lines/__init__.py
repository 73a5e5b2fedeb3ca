"""What a line of a Rullo lets one deduce, and boards of lines: passes, guesses, difficulty."""
