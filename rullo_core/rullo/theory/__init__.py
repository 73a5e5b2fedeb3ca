"""Bounds, proofs and related puzzles."""
