"""`vingt clauses`: every clause, how it is carried and what proves it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from vingt.cli.terminal.arguments import (
    FindOption,
    JsonOption,
    SetOption,
    argument,
    complete_rules,
    flag,
    option,
)
from vingt.cli.terminal.subject import subject
from vingt.report.rules.clauses import NONE, clause_json, clauses_page, counts, entries
from vingt.report.rules.subjects import contains
from vingt.report.text.page import print_json
from vingt.report.words.unknown import Unknown
from vingt.rulebook import library


def clauses(
    rules: Annotated[
        list[str] | None,
        argument(
            "[RULES | CLAUSE]",
            "A rulebook id, sample or submission; or a clause, like MD-P21 7.P. Without it: all.",
            complete_rules,
        ),
    ] = None,
    area: Annotated[str | None, option("AREA", "Only this area: split, payout, …")] = None,
    carrier: Annotated[
        str | None, option("CARRIER", "Only this carrier: engine, table, submission, …")
    ] = None,
    proof: Annotated[
        str | None, option("KIND", "Only clauses proved so: played, checked, stated or none.")
    ] = None,
    unproved: Annotated[bool, flag("--unproved", "Only clauses that nothing plays or checks.")] = False,
    find: FindOption = None,
    choices: SetOption = None,
    json: JsonOption = False,
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
    clauses = [
        entry
        for entry in entries(about)
        if area in (None, entry.clause.area)
        and carrier in (None, entry.clause.carrier)
        and proof in (None, entry.proof or NONE)
        and not (unproved and entry.proof in ("played", "checked"))
        and contains(find, entry.clause.id, entry.clause.statement)
    ]
    if json:
        print_json({"clauses": [clause_json(about, entry) for entry in clauses], "summary": counts(clauses)})
    else:
        clauses_page(about, clauses).print()


def known(what: str, name: str | None, words: Iterable[str]) -> None:
    listed = sorted(set(words))
    if name is not None and name not in listed:
        raise Unknown(what, name, listed)
