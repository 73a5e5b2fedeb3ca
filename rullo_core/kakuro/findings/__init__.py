"""What is found about Kakuros, in sentences of Markdown; no computing."""
