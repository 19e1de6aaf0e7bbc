"""Meters, wheels and must-hit jackpots, exactly: what they return where they stand, and when they hit."""
