"""Progressive meters, must-hit triggers, wheels and the dealer's terminal: decide and evolve like a round."""
