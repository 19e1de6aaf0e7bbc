"""How property tests choose their examples: the same each time, so that nobody's commit fails by chance, or
fresh and many more with VINGT_EXPLORE=1, as `make bench ONLY=explore` asks."""

import os

from hypothesis import settings

EXPLORING = os.environ.get("VINGT_EXPLORE", "") not in ("", "0")
TIMES = 10  # as many examples when exploring

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("exploring", deadline=None, print_blob=True)


def load() -> None:
    """Before a test module is imported: a test's own settings keep what the profile says at that moment."""
    settings.load_profile("exploring" if EXPLORING else "repeatable")


def examples(number: int) -> int:
    """How many examples a test tries."""
    return number * TIMES if EXPLORING else number
