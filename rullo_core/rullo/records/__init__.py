"""The most difficult puzzles known: constructed, searched for, and kept."""
