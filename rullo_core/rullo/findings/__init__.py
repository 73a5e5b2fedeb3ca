"""What experiments and studies found, in sentences of Markdown with their numbers taken from the data."""
