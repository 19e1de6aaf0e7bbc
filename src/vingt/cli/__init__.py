"""The vingt command."""
