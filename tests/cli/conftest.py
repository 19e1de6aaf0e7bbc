"""Fixtures of several modules of these tests; conftest.py is where pytest looks for them."""

from tests.cli.scripted_game import play
from tests.cli.toy_simulation import toy_devices

__all__ = ["play", "toy_devices"]
