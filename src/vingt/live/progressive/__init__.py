"""Meters linked over tables, wheels and draws: what claims of rounds are paid, and what rounds contribute."""
