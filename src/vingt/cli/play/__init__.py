"""A table in the terminal, against the engine."""
