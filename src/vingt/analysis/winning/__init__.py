"""For every line that a table pays, a shoe and a round that win it."""
