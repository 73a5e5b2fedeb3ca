"""Studies of Rullos, one question in each module; they return data frames and puzzles."""
