"""The shipped games, as they come out."""
