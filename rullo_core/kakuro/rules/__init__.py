"""Rules beyond one entry: rectangles, differences of regions, and blocks of entries."""
