"""Parts of commands (options, answers, the run of an experiment), and the commands that all puzzles share."""
