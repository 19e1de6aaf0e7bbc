"""Fixtures of several modules of these tests; conftest.py is where pytest looks for them."""

from tests.cli.scripted_game import play

__all__ = ["play"]
