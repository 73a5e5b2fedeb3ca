"""What else is asked of Kakuros, a file each; answers are frames and puzzles."""
