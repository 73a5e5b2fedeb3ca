"""Rullo, a puzzle of sums: from its text to its figures and commands."""
