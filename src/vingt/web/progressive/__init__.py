"""Meters and wheels on pages: signs, the dealer's terminal, the history of every meter."""
