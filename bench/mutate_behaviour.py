"""Change each cited value of the rulebooks once and run what is played and checked on them.

A change is noticed when the loader refuses it, when a worked round, a worked deal or a test of a shoe comes
out otherwise (played), or when a submission or a felt does (checked). What survives is written to
tests/proof/survivors.json with the clauses it rests on; these are not counted as played unless survivors.toml
says why the change cannot matter.

VINGT_SINCE=COMMIT asks only about values that the rulebooks did not have then, and lets the other survivors
stand; VINGT_KEPT=FILE keeps what was found, so that a run broken off goes on.
"""

import json
import os
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache

from bench._kept import Kept, Row
from bench.mutate_rules import ROOT, write
from tests.proof.behaviour import SURVIVED, excuse, noticed
from tests.proof.mutations import Mutation, mutations
from vingt.rulebook import library

HEADING = "## Breaking the rules while they run"
TOLD = "`make bench ONLY=mutate_behaviour` changes every cited value once and plays what is played on it."


def asked(rulebook: str) -> list[Mutation]:
    """The changes to make: all of them, or those that could not be made at an earlier commit."""
    since = os.environ.get("VINGT_SINCE")
    known = {(each.change, str(each.cite)) for each in made_at(since, rulebook)} if since else set()
    return [each for each in every(rulebook) if (each.change, str(each.cite)) not in known]


def made_at(commit: str, rulebook: str) -> Iterator[Mutation]:
    """The changes of a rulebook as it stood at a commit, in its last edition then."""
    folder = f"src/vingt/rulebook/{rulebook}/"
    names = git("ls-tree", "-r", "--name-only", commit, folder).split()
    editions = [each for each in names if each.removeprefix(folder).count("/") == 1]
    texts = [each for each in editions if each.endswith("/rulebook.toml")]
    if texts:
        newest = max(texts, key=lambda each: int(each.split("/")[-2]))
        yield from mutations(tomllib.loads(git("show", f"{commit}:{newest}")))


def git(*words: str) -> str:
    command = ["git", "-c", "safe.directory=*", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"VINGT_SINCE: {done.stderr.strip()}")
    return done.stdout


def changes() -> Iterator[tuple[str, Mutation, Row]]:
    kept = Kept()
    for rulebook in library.RULEBOOKS:
        wanted = asked(rulebook)
        to_make = [each for each in wanted if named(rulebook, each) not in kept]
        found = noticed(rulebook, to_make, os.cpu_count() or 1)
        for at, (mutation, each) in enumerate(zip(to_make, found, strict=True), 1):
            if sys.stderr.isatty():
                print(f"\r{rulebook}: {at} of {len(to_make)}", end="", file=sys.stderr)
            kept.keep(named(rulebook, mutation), {"how": each.how, "by": each.by})
        for mutation in wanted:
            yield rulebook, mutation, kept.rows[named(rulebook, mutation)]


def named(rulebook: str, mutation: Mutation) -> str:
    return f"{rulebook}: {mutation.change}"


def still_standing(asked_now: set[tuple[str, str]]) -> Iterator[dict[str, object]]:
    """Survivors of values that were not asked about and are still in the rulebooks."""
    for each in json.loads(SURVIVED.read_text("utf-8")):
        there = {mutation.change for mutation in every(each["rulebook"])}
        if each["change"] in there and (each["rulebook"], each["change"]) not in asked_now:
            yield each


@cache
def every(rulebook: str) -> tuple[Mutation, ...]:
    return tuple(mutations(tomllib.loads(library.rulebook_text(rulebook))))


def in_order(survived: list[dict[str, object]]) -> list[dict[str, object]]:
    """As the values stand in the rulebooks."""
    listed = [(book, mutation.change) for book in library.RULEBOOKS for mutation in every(book)]
    place = {named: at for at, named in enumerate(listed)}
    return sorted(survived, key=lambda each: place[str(each["rulebook"]), str(each["change"])])


def main() -> int:
    started = time.perf_counter()
    counts: Counter[str] = Counter()
    survived: list[dict[str, object]] = []
    asked_now: set[tuple[str, str]] = set()
    for rulebook, mutation, each in changes():
        asked_now.add((rulebook, mutation.change))
        why = "" if each["how"] else excuse(rulebook, mutation) or "unexplained"
        counts[each["how"] or why] += 1
        if why:
            cites = library.inventory(rulebook).cite(mutation.cite).clauses
            survived.append(
                {"rulebook": rulebook, "change": mutation.change, "why": why, "clauses": list(cites)}
            )
    alive = [f"{each['rulebook']}: {each['change']}" for each in survived if each["why"] == "unexplained"]
    survived = in_order([*still_standing(asked_now), *survived])
    lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in survived)
    SURVIVED.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    summary = f"{counts.total()} changes: " + ", ".join(f"{n} {how}" for how, n in counts.most_common())
    print(summary)
    for line in alive:
        print(f"  unexplained: {line}")
    if not os.environ.get("VINGT_SINCE"):
        write(HEADING, TOLD, summary, alive, time.perf_counter() - started)
    return 1 if alive else 0


if __name__ == "__main__":
    raise SystemExit(main())
