"""Execute notebooks: a single one, one for each point of a sweep, or all of them as web pages."""
