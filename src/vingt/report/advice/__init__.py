"""Advice on hands."""
