"""The dealing school: exercises made of a table's rules, and answered by the engine."""
