"""Deductions from a line of a Rullo, and boards of lines: passes, guesses, difficulty."""
