"""Kakuro: digits in white cells, all different in each entry, which adds up to its hint.

Solved by graded reasoning after H. Simonis, Kakuro as a constraint problem.
"""
