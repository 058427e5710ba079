"""The names that a game defines and uses, with all their places; renaming them."""
