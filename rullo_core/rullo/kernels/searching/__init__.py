"""Searching for solutions, and climbing to difficult puzzles."""
