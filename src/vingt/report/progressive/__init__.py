"""Progressive wagers as people read them: meters, wheels, must-hit jackpots."""
