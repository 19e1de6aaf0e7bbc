"""Every clause: how it is carried and what proves it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from vingt.core.cite import Clause, Reading
from vingt.report.rules.citations import CitedValue, by_clause
from vingt.report.rules.subjects import Subject, concerning
from vingt.report.text.page import Page
from vingt.report.words.grammar import plural
from vingt.rulebook import library

NONE, NAMED_MOST = "none", 4  # proofs named on a page; --json has them all


@dataclass(frozen=True)
class ClauseEntry:
    rulebook: str
    clause: Clause
    values: tuple[CitedValue, ...]
    readings: tuple[Reading, ...]
    proofs: library.Proofs

    @property
    def proof(self) -> library.ProofKind | None:
        """The strongest kind there is."""
        return next(iter(self.proofs), None)


def entries(about: Subject) -> Iterator[ClauseEntry]:
    for rulebook in about.rulebooks:
        inventory = library.inventory(rulebook)
        listed = inventory.under(about.clause) if about.clause else list(inventory.clauses.values())
        values = by_clause(rulebook)
        for clause in listed:
            yield ClauseEntry(
                rulebook,
                clause,
                tuple(values.get(clause.id, ())),
                concerning(clause),
                library.proofs().get(clause.id, {}),
            )


def clauses_page(about: Subject, clauses: list[ClauseEntry]) -> Page:
    page = Page()
    for entry in clauses:
        page.block(entry.clause.id, entry.clause.statement, fields(about, entry))
    if about.clause:
        for reading in dict.fromkeys(reading for entry in clauses for reading in entry.readings):
            page.block(
                f"reading {reading.id}",
                reading.question,
                (("taken", reading.default), ("why", reading.reason), ("option", reading.option)),
            )
    else:
        page.text(summary(clauses), "bold")
    return page


def fields(about: Subject, entry: ClauseEntry) -> Iterator[tuple[str, str]]:
    yield "carried by", f"{entry.clause.carrier} ({entry.clause.area})"
    yield "values", "\n".join(dict.fromkeys(about.in_words(value) for value in entry.values))
    yield "readings", ", ".join(reading.id for reading in entry.readings)
    if not entry.proofs:
        yield "proof", "none yet"
    for kind, tests in entry.proofs.items():
        more = [f"and {len(tests) - NAMED_MOST} more"] if len(tests) > NAMED_MOST else []
        yield f"{kind} by", "\n".join([*tests[:NAMED_MOST], *more])


def by_proof(clauses: list[ClauseEntry]) -> dict[str, int]:
    kinds = Counter(entry.proof or NONE for entry in clauses)
    return {kind: kinds[kind] for kind in (*library.PROOF_KINDS, NONE)}


def counts(clauses: list[ClauseEntry]) -> dict[str, object]:
    return {
        "clauses": len(clauses),
        "carriers": dict(Counter(entry.clause.carrier for entry in clauses).most_common()),
        "with_values": sum(bool(entry.values) for entry in clauses),
        "proof": by_proof(clauses),
    }


def summary(clauses: list[ClauseEntry]) -> str:
    carriers = Counter(entry.clause.carrier for entry in clauses).most_common()
    with_values = sum(bool(entry.values) for entry in clauses)
    proved = ", ".join(f"{number:,} {kind}" for kind, number in by_proof(clauses).items() if kind != NONE)
    by_carrier = f" ({', '.join(f'{number} {carrier}' for carrier, number in carriers)})" if clauses else ""
    return (
        f"{plural(len(clauses), 'clause')}{by_carrier}; "
        f"{with_values} with values; {proved}, {by_proof(clauses)[NONE]:,} without proof"
    )


def clause_json(about: Subject, entry: ClauseEntry) -> dict[str, object]:
    clause = entry.clause
    return {
        "id": clause.id,
        "rulebook": entry.rulebook,
        "area": clause.area,
        "carrier": clause.carrier,
        "statement": clause.statement,
        "values": {value.path: value.text for value in entry.values},
        "readings": [reading.id for reading in entry.readings],
        "proof": entry.proof,
        "proofs": entry.proofs,
    }
