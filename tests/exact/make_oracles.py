"""Play the small shoes of tests/exact/oracles out in the round engine and write down their values.

    python -m tests.exact.make_oracles [NAME ...] [--again]

fills in what is missing in every file, or in those named; --again finds every value anew."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.exact.named_play import named_play, solution_of
from tests.exact.oracle import FOLDER, WITHOUT_SPLITS, Oracle, read, write


def fill(oracle: Oracle) -> None:
    play = None if oracle.asked == WITHOUT_SPLITS else named_play(solution_of(oracle))
    oracle.found_by_engine(play)


def fill_file(path: Path, *, again: bool) -> None:
    head, oracles = read(path)
    for oracle in oracles:
        if again or oracle.value is None:
            began = time.perf_counter()
            fill(oracle)
            took = time.perf_counter() - began
            print(f"{oracle} = {oracle.value} ({oracle.commands} commands, {took:.1f} s)", flush=True)
            write(path, head, oracles)


if __name__ == "__main__":
    names = [each for each in sys.argv[1:] if each != "--again"]
    for path in sorted(FOLDER.glob("*.txt")):
        if not names or path.stem in names:
            fill_file(path, again="--again" in sys.argv)
