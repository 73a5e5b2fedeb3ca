"""The same rules for speed, on bits."""
