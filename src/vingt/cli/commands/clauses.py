"""`vingt clauses`: every clause, how it is carried and what proves it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from vingt.cli.terminal.errors import Unknown
from vingt.cli.terminal.given import Find, Json, Set, complete_rules
from vingt.cli.terminal.subject import subject
from vingt.core.cite import Clause, Reading
from vingt.report.rules.citations import Carried, by_clause
from vingt.report.rules.subjects import Subject, concerning, contains
from vingt.report.text.page import Page, print_json
from vingt.report.words.values import plural
from vingt.rulebook import library

Named = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[RULES | CLAUSE]",
        help="A rulebook id, sample or submission; or a clause, like MD-P21 7.P. Without it: all.",
        show_default=False,
        autocompletion=complete_rules,
    ),
]
Area = Annotated[str | None, typer.Option("--area", metavar="AREA", help="Only this area: split, payout, …")]
Carrier = Annotated[
    str | None,
    typer.Option("--carrier", metavar="CARRIER", help="Only this carrier: engine, table, submission, …"),
]
Kind = Annotated[
    str | None,
    typer.Option("--proof", metavar="KIND", help="Only clauses proved so: played, checked, stated or none."),
]
Unproved = Annotated[bool, typer.Option("--unproved", help="Only clauses that nothing plays or checks.")]
NONE, NAMED_MOST = "none", 4  # proofs named on a page; --json has them all


@dataclass(frozen=True)
class Entry:
    rulebook: str
    clause: Clause
    values: tuple[Carried, ...]
    readings: tuple[Reading, ...]
    proofs: library.Proofs

    @property
    def proof(self) -> library.ProofKind | None:
        """The strongest kind there is."""
        return next(iter(self.proofs), None)


def clauses(
    rules: Named = None,
    area: Area = None,
    carrier: Carrier = None,
    proof: Kind = None,
    unproved: Unproved = False,
    find: Find = None,
    choices: Set = None,
    json: Json = False,
) -> None:
    """Every clause: what it says, who sees to it, the values that rest on it, the tests that prove it.

    A clause is *played* if something executes and would fail without it, *checked* if submissions are
    accepted and refused or the felt is drawn as it says, *stated* if our data agree with our words for it.
    With RULES, open choices show what that table chose.

    Examples:
      vingt clauses md-pontoon-21 --area split
      vingt clauses MD-P21 7.P
      vingt clauses --unproved --carrier engine
      vingt clauses md-blackjack --proof stated
      vingt clauses --find "cover card" --json
    """
    about = subject(rules, choices)
    every = [clause for rulebook in library.RULEBOOKS for clause in library.clauses(rulebook)]
    known("area", area, (clause.area for clause in every))
    known("carrier", carrier, (clause.carrier for clause in every))
    known("proof", proof, (*library.PROOF_KINDS, NONE))
    found = [
        each
        for each in entries(about)
        if area in (None, each.clause.area)
        and carrier in (None, each.clause.carrier)
        and proof in (None, each.proof or NONE)
        and not (unproved and each.proof in ("played", "checked"))
        and contains(find, each.clause.id, each.clause.statement)
    ]
    if json:
        print_json({"clauses": [as_json(about, each) for each in found], "summary": counts(found)})
    else:
        page(about, found).print()


def known(what: str, name: str | None, words: Iterable[str]) -> None:
    listed = sorted(set(words))
    if name is not None and name not in listed:
        raise Unknown(what, name, listed)


def entries(about: Subject) -> Iterator[Entry]:
    for rulebook in about.rulebooks:
        inventory = library.inventory(rulebook)
        listed = inventory.under(about.clause) if about.clause else list(inventory.clauses.values())
        if not listed:
            raise Unknown("clause", about.clause, inventory.clauses)
        values = by_clause(rulebook)
        for clause in listed:
            yield Entry(
                rulebook,
                clause,
                tuple(values.get(clause.id, ())),
                concerning(clause),
                library.proofs().get(clause.id, {}),
            )


def page(about: Subject, found: list[Entry]) -> Page:
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
        made.text(in_words(found), "bold")
    return made


def fields(about: Subject, entry: Entry) -> Iterator[tuple[str, str]]:
    yield "carried by", f"{entry.clause.carrier} ({entry.clause.area})"
    yield "values", "\n".join(dict.fromkeys(about.in_words(each) for each in entry.values))
    yield "readings", ", ".join(each.id for each in entry.readings)
    if not entry.proofs:
        yield "proof", "none yet"
    for kind, tests in entry.proofs.items():
        more = [f"and {len(tests) - NAMED_MOST} more"] if len(tests) > NAMED_MOST else []
        yield f"{kind} by", "\n".join([*tests[:NAMED_MOST], *more])


def by_proof(found: list[Entry]) -> dict[str, int]:
    kinds = Counter(each.proof or NONE for each in found)
    return {kind: kinds[kind] for kind in (*library.PROOF_KINDS, NONE)}


def counts(found: list[Entry]) -> dict[str, object]:
    return {
        "clauses": len(found),
        "carriers": dict(Counter(each.clause.carrier for each in found).most_common()),
        "with_values": sum(bool(each.values) for each in found),
        "proof": by_proof(found),
    }


def in_words(found: list[Entry]) -> str:
    carriers = Counter(each.clause.carrier for each in found).most_common()
    with_values = sum(bool(each.values) for each in found)
    proved = ", ".join(f"{number:,} {kind}" for kind, number in by_proof(found).items() if kind != NONE)
    by_carrier = f" ({', '.join(f'{number} {carrier}' for carrier, number in carriers)})" if found else ""
    return (
        f"{plural(len(found), 'clause')}{by_carrier}; "
        f"{with_values} with values; {proved}, {by_proof(found)[NONE]:,} without proof"
    )


def as_json(about: Subject, entry: Entry) -> dict[str, object]:
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
