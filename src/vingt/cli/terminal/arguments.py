"""What RULES and --set name on the command line: the submission, its document and the rules in force."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from vingt._door.choice import barred_words, chosen
from vingt.core.rules.submission import Unreadable, parse_choice
from vingt.report.proposal import Proposal
from vingt.rulebook import library


def complete_rules(incomplete: str) -> list[str]:
    names = [*library.RULEBOOKS]
    for rulebook in library.RULEBOOKS:
        names += (f"{rulebook}{library.AT}{edition}" for edition in library.editions(rulebook))
        names += (f"{rulebook}/{name}" for name in library.samples(rulebook))
    return [name for name in names if name.startswith(incomplete)]


def argument(
    metavar: str, help: str, complete: Callable[[str], list[str]] | None = None, *, show_default: bool = False
) -> Any:
    """What stands without a name."""
    return typer.Argument(metavar=metavar, help=help, show_default=show_default, autocompletion=complete)


def option(metavar: str, help: str, *names: str, **more: Any) -> Any:
    """A value behind a name: that of the parameter, unless others are given."""
    return typer.Option(*names, metavar=metavar, help=help, **more)


def output_option(help: str) -> Any:
    return option("FILE", help, "--output", "-o", "--out")


def flag(name: str, help: str) -> Any:
    """A name that stands alone."""
    return typer.Option(name, help=help)


RULES_HELP = (
    "A rulebook id, an older edition like md-pontoon-21@1, a sample like md-pontoon-21/default, "
    "or a path to a submission."
)

RulesArgument = Annotated[str, argument("RULES", RULES_HELP, complete_rules)]
SetOption = Annotated[
    list[str] | None, option("KEY=VALUE", "Change one choice (repeatable): --set decks=8.", "--set")
]
JsonOption = Annotated[bool, flag("--json", "Print JSON: full ids, money in whole cents.")]
FindOption = Annotated[str | None, option("TEXT", "Only those that contain this text.", "--find")]


def given(rules: str, choices: list[str] | None = None, *, to_the_letter: bool = False) -> Proposal:
    """Read RULES and apply every --set; whether the whole is allowed is judged when `.rules` is asked for.

    Side wagers of a shipped table that cannot be offered after --set are left out, and stderr says so; not
    where the submission is judged `to_the_letter`."""
    try:
        named = dict(parse_choice(choice) for choice in choices or ())
    except RecursionError as error:
        raise Unreadable("--set: nested too deeply to be read") from error
    table = chosen(rules, named, to_the_letter=to_the_letter, said="--set")
    for problem in table.barred:
        print(f"vingt: {barred_words(problem)}", file=sys.stderr)
    return Proposal(rules, table.submission, library.document_of(table.submission), tuple(named))
