"""Clause marks are collected by tests/proof/plugin.py; conftest.py is where pytest looks for hooks."""

import gc

from tests import exploring
from tests.proof.plugin import (
    pytest_addoption,
    pytest_collection_modifyitems,
    pytest_runtest_setup,
    pytest_runtestloop,
)

__all__ = ["pytest_addoption", "pytest_collection_modifyitems", "pytest_runtest_setup", "pytest_runtestloop"]

exploring.load()
# Rules, logs and lookups are many objects that stay: to look through them often is a twentieth of the suite.
gc.set_threshold(200_000, 20, 100)


def pytest_sessionfinish() -> None:
    """What is left is looked through once: pytest, which looks for errors in what is collected, does so five
    times at the end of each process."""
    gc.collect()
    gc.freeze()
