"""Exact values: every deal counted, nothing sampled, rational numbers throughout."""
