"""Counting and game protection as text, JSON, CSV and HTML."""
