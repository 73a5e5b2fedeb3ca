"""M. Gordon's report: its strategies, the puzzles that it draws, its dialogue, and what it printed."""
