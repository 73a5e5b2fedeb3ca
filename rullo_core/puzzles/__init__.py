"""The common part of all kinds of puzzle: functions, methods and their results."""
