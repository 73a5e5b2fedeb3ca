"""`python -m rullo_core` is the `rullo` command."""

from rullo_core.cli import main

main()
