"""The commands as sphinx-click documents them: once, those for Rullos without ``rullo`` before them."""

from rullo_core.__main__ import command

root = command()
root.commands.pop(root.name)
