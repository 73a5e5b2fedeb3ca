"""The printed results of the thesis and how it drew its puzzles, compared with what is computed here."""
