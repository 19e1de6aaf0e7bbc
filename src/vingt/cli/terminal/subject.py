"""What `vingt clauses` and `vingt readings` name on the command line."""

from __future__ import annotations

from vingt.cli.terminal.arguments import given
from vingt.core.rules.submission import Unreadable
from vingt.report.rules.subjects import Subject
from vingt.report.words.unknown import Unknown
from vingt.rulebook import library


def subject(named: list[str] | None, choices: list[str] | None) -> Subject:
    """ "MD-P21 7.P", or "md-pontoon-21 7.P", in one word or two; "MD-P21" alone is the whole rulebook."""
    name = " ".join(named or ())
    if not name and not choices:
        return Subject(library.RULEBOOKS)
    first, _, rest = name.partition(" ")
    prefixes = {library.inventory(rulebook).prefix: rulebook for rulebook in library.RULEBOOKS}
    for prefix, rulebook in prefixes.items():
        if first == prefix or (rest and first == rulebook):
            return Subject((rulebook,), known_clause(rulebook, f"{prefix} {rest}") if rest else "")
    try:
        table = given(name, choices)
    except Unreadable as error:
        if not isinstance(error.__cause__, FileNotFoundError) or name.endswith(".toml"):
            raise
        same = [f"{of} {name}" for of in prefixes if library.inventory(prefixes[of]).under(f"{of} {name}")]
        raise Unknown("rulebook, file or clause (as MD-BJ 13.A)", name, same or library.RULEBOOKS) from None
    _ = table.rules  # a table that is not allowed has no clauses to show
    return Subject((table.submission.rulebook,), table=table)


def known_clause(rulebook: str, name: str) -> str:
    inventory = library.inventory(rulebook)
    if not inventory.under(name):
        raise Unknown("clause", name, inventory.clauses)
    return name
