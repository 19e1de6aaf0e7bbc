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


def clauses_page(about: Subject, found: list[ClauseEntry]) -> Page:
    made = Page()
    for each in found:
        made.block(each.clause.id, each.clause.statement, fields(about, each))
    if about.clause:
        for reading in dict.fromkeys(reading for each in found for reading in each.readings):
            made.block(
                f"reading {reading.id}",
                reading.question,
                (("taken", reading.default), ("why", reading.reason), ("option", reading.option)),
            )
    else:
        made.text(summary(found), "bold")
    return made


def fields(about: Subject, entry: ClauseEntry) -> Iterator[tuple[str, str]]:
    yield "carried by", f"{entry.clause.carrier} ({entry.clause.area})"
    yield "values", "\n".join(dict.fromkeys(about.in_words(each) for each in entry.values))
    yield "readings", ", ".join(each.id for each in entry.readings)
    if not entry.proofs:
        yield "proof", "none yet"
    for kind, tests in entry.proofs.items():
        more = [f"and {len(tests) - NAMED_MOST} more"] if len(tests) > NAMED_MOST else []
        yield f"{kind} by", "\n".join([*tests[:NAMED_MOST], *more])


def by_proof(found: list[ClauseEntry]) -> dict[str, int]:
    kinds = Counter(each.proof or NONE for each in found)
    return {kind: kinds[kind] for kind in (*library.PROOF_KINDS, NONE)}


def counts(found: list[ClauseEntry]) -> dict[str, object]:
    return {
        "clauses": len(found),
        "carriers": dict(Counter(each.clause.carrier for each in found).most_common()),
        "with_values": sum(bool(each.values) for each in found),
        "proof": by_proof(found),
    }


def summary(found: list[ClauseEntry]) -> str:
    carriers = Counter(each.clause.carrier for each in found).most_common()
    with_values = sum(bool(each.values) for each in found)
    proved = ", ".join(f"{number:,} {kind}" for kind, number in by_proof(found).items() if kind != NONE)
    by_carrier = f" ({', '.join(f'{number} {carrier}' for carrier, number in carriers)})" if found else ""
    return (
        f"{plural(len(found), 'clause')}{by_carrier}; "
        f"{with_values} with values; {proved}, {by_proof(found)[NONE]:,} without proof"
    )


def clause_json(about: Subject, entry: ClauseEntry) -> dict[str, object]:
    clause = entry.clause
    return {
        "id": clause.id,
        "rulebook": entry.rulebook,
        "area": clause.area,
        "carrier": clause.carrier,
        "statement": clause.statement,
        "values": {each.path: each.text for each in entry.values},
        "readings": [each.id for each in entry.readings],
        "proof": entry.proof,
        "proofs": entry.proofs,
    }
