"""A table played by typing: what is asked, in words, and the command or the wager that an answer means."""
