"""Change each cited value of the rulebooks once and see whether a test notices.

A clause counts as proved only when breaking it breaks a test. Here every value, choice, bound, default, line,
deck limit, stake, meter and cap of the five documents is changed once. Each change is judged in this process:
the loader refuses it, no cited statement says it, no witness is known for it, or a sample breaks.
"""

import platform
import re
import subprocess
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from tests.proof.claims import claims, unproved
from tests.proof.mutations import Mutation, mutations
from tests.proof.samples import faults
from vingt.core.cite import Inventory
from vingt.core.rules.document import parse_document
from vingt.core.rules.leaf import DocumentError
from vingt.rulebook import library

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
HEADING = "## Breaking the rules"
TOLD = "`make bench ONLY=mutate_rules` changes every cited value of the five rulebooks once."


def noticed_by(mutation: Mutation, raw: dict[str, object], inventory: Inventory) -> str:
    """Who finds the change out, or an empty text."""
    try:
        document = parse_document(mutation.apply(raw), inventory)
    except DocumentError:
        return "loader"
    wrong = [claim for _, claim in claims(document) if unproved(claim, inventory)]
    if wrong:
        return "no witness" if all(claim.patterns is None for claim in wrong) else "no statement"
    return "samples" if faults(document) else ""


def changes() -> Iterator[tuple[str, Mutation, str]]:
    """Rulebook, change and who noticed it."""
    for rulebook in library.RULEBOOKS:
        raw = tomllib.loads(library.rulebook_text(rulebook))
        inventory = library.inventory(rulebook)
        for mutation in mutations(raw):
            yield rulebook, mutation, noticed_by(mutation, raw, inventory)


def main() -> int:
    started = time.perf_counter()
    counts: Counter[str] = Counter()
    alive: list[str] = []
    for rulebook, mutation, who in changes():
        counts[who or "nobody"] += 1
        if not who:
            alive.append(f"{rulebook}: {mutation.change} ({library.inventory(rulebook).cite(mutation.cite)})")
    summary = (
        f"{counts.total()} changes: {counts['loader']} refused by the loader, "
        f"{counts['no statement']} said by no cited statement, {counts['no witness']} without a witness, "
        f"{counts['samples']} broke a sample, {counts['nobody']} noticed by nobody"
    )
    print(summary)
    for line in alive:
        print(f"  stayed green: {line}")
    write(HEADING, TOLD, summary, alive, time.perf_counter() - started)
    return 1 if alive else 0


def write(heading: str, told: str, summary: str, alive: list[str], seconds: float) -> None:
    """Put the result under its own heading of docs/benchmarks.md and leave the rest of the page alone."""
    head = ["git", "-c", "safe.directory=*", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(head, cwd=ROOT, capture_output=True, text=True).stdout.strip() or "no checkout"
    section = "\n".join(
        [
            heading,
            "",
            told,
            "",
            f"- {summary}",
            f"- {seconds:.0f} s, Python {platform.python_version()}, {platform.machine()}, one process",
            f"- {datetime.now(UTC):%Y-%m-%d}, commit {commit}",
            *(f"- stayed green: {line}" for line in alive),
            "",
        ]
    )
    page = PAGE.read_text("utf-8") if PAGE.exists() else "# Benchmarks\n\n"
    parts = re.split(r"(?m)^(?=## )", page)
    places = [at for at, part in enumerate(parts) if part.startswith(heading + "\n")]
    for at in places[:1]:
        parts[at] = section
    text = "\n".join(part.rstrip("\n") + "\n" for part in (parts if places else [*parts, section]))
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
