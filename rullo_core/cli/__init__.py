"""What commands are made of: options, answers, an experiment run; and the commands that serve all puzzles."""
