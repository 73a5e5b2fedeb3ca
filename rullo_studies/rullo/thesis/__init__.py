"""What the thesis printed and how it drew its puzzles, beside what is computed here."""
