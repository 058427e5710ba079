"""What the shipped games and some decks print, so that a change of the program that should change nothing is seen to."""
