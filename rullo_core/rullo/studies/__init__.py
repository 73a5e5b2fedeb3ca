"""What else is asked of Rullos, a question each; they give frames and puzzles."""
