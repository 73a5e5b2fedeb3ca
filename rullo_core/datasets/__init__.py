"""Tallies, and the files that hold them, each with a manifest that says where it comes from."""
