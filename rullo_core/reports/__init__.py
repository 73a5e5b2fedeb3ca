"""Notebooks executed: one, those of a sweep, all of them as web pages."""
