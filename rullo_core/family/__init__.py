"""Comparison of all kinds of puzzle: how far propagation gets in each."""
