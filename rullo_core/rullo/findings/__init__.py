"""Sentences of Markdown about the results of experiments and studies, with all numbers computed from the data."""
