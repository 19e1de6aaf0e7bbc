"""A seed that changes every day and is printed when a test fails, so that each day tries other rounds."""

from __future__ import annotations

import os
import time


def daily_seed() -> int:
    """`VINGT_SEED` repeats the rounds of another day."""
    seed = int(os.environ.get("VINGT_SEED", time.strftime("%Y%m%d", time.gmtime())))
    print(f"seed {seed}: repeat with VINGT_SEED={seed}")
    return seed
