"""What every kind of puzzle offers in the same way: its functions, its methods and their results."""
