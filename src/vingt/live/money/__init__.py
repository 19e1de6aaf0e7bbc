"""Whose money is where, and how chips are bought and given back."""
