"""Loading a rulebook is quick enough for every command to begin with it."""

import subprocess
import sys

LOAD = """
import time
from vingt.rulebook import library
started = time.process_time()
library.load("md-blackjack")
print(time.process_time() - started)
"""


def test_the_largest_rulebook_loads_in_a_fraction_of_a_second() -> None:
    """Best of five fresh interpreters; it takes about 30 ms, the bound leaves room for a busy machine."""
    took = [
        float(subprocess.run([sys.executable, "-c", LOAD], capture_output=True, check=True).stdout)
        for _ in range(5)
    ]
    assert min(took) < 0.150
