"""What `vingt clauses` and `vingt readings` name on the command line."""

from __future__ import annotations

from vingt.cli.terminal.arguments import given
from vingt.report.rules.subjects import Subject
from vingt.report.words.unknown import Unknown
from vingt.rulebook import library


def subject(named: list[str] | None, choices: list[str] | None) -> Subject:
    """ "MD-P21 7.P" may come as one word or two; "MD-P21" alone is the whole rulebook."""
    name = " ".join(named or ())
    if not name and not choices:
        return Subject(library.RULEBOOKS)
    prefix, _, rest = name.partition(" ")
    for rulebook in library.RULEBOOKS:
        if library.inventory(rulebook).prefix == prefix:
            return Subject((rulebook,), known_clause(rulebook, name) if rest else "")
    table = given(name, choices)
    _ = table.rules  # a table that is not allowed has no clauses to show
    return Subject((table.submission.rulebook,), table=table)


def known_clause(rulebook: str, name: str) -> str:
    inventory = library.inventory(rulebook)
    if not inventory.under(name):
        raise Unknown("clause", name, inventory.clauses)
    return name
