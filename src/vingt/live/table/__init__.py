"""A live table as a value: what is asked of it, what is done about it, and what is due."""
