"""All puzzles side by side, each asked how far propagation gets."""
