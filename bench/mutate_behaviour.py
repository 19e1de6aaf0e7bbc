"""Change each cited value of the rulebooks once and run what is played and checked on them.

A change is noticed when the loader refuses it, when a worked round, a worked deal or a test of a shoe comes
out otherwise (played), or when a submission or a felt does (checked). What survives is written to
tests/proof/survivors.json with the clauses it rests on; these are not counted as played unless survivors.toml
says why the change cannot matter.
"""

import json
import os
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator

from bench.mutate_rules import write
from tests.proof.behaviour import SURVIVED, Noticed, excuse, noticed
from tests.proof.mutations import Mutation, mutations
from vingt.rulebook import library

HEADING = "## Breaking the rules while they run"
TOLD = "`make bench ONLY=mutate_behaviour` changes every cited value once and plays what is played on it."


def changes() -> Iterator[tuple[str, Mutation, Noticed]]:
    for rulebook in library.RULEBOOKS:
        listed = list(mutations(tomllib.loads(library.rulebook_text(rulebook))))
        found = noticed(rulebook, listed, os.cpu_count() or 1)
        for at, (mutation, each) in enumerate(zip(listed, found, strict=True), 1):
            if sys.stderr.isatty():
                print(f"\r{rulebook}: {at} of {len(listed)}", end="", file=sys.stderr)
            yield rulebook, mutation, each


def main() -> int:
    started = time.perf_counter()
    counts: Counter[str] = Counter()
    survived: list[dict[str, object]] = []
    for rulebook, mutation, each in changes():
        why = "" if each.how else excuse(rulebook, mutation) or "unexplained"
        counts[each.how or why] += 1
        if why:
            cites = library.inventory(rulebook).cite(mutation.cite).clauses
            survived.append(
                {"rulebook": rulebook, "change": mutation.change, "why": why, "clauses": list(cites)}
            )
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in survived)
    SURVIVED.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    summary = f"{counts.total()} changes: " + ", ".join(f"{n} {how}" for how, n in counts.most_common())
    print(summary)
    alive = [f"{each['rulebook']}: {each['change']}" for each in survived if each["why"] == "unexplained"]
    for line in alive:
        print(f"  unexplained: {line}")
    write(HEADING, TOLD, summary, alive, time.perf_counter() - started)
    return 1 if alive else 0


if __name__ == "__main__":
    raise SystemExit(main())
