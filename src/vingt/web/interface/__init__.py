"""The JSON interface of programs, and its description."""
