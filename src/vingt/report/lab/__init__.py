"""A table of the lab in words and pictures, for its page and for what is downloaded of it."""
