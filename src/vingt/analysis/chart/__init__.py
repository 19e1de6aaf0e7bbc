"""A strategy as a chart: its cells, its file, and how a hand is found in it."""
