"""A round in words: while it is played, and from its log."""
