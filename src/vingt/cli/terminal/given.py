"""What RULES and --set name on the command line: the submission, its document and the rules in force."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import typer

from vingt._door.choice import barred_words, chosen
from vingt.core.rules.changed_tables import word_in_force
from vingt.core.rules.document import Document
from vingt.core.rules.leaf import Leaf
from vingt.core.rules.problem_words import place
from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.submission import Problem, Submission, Unreadable, parse_choice
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library


def complete_rules(incomplete: str) -> list[str]:
    names = [
        *library.RULEBOOKS,
        *(f"{each}{library.AT}{edition}" for each in library.RULEBOOKS for edition in library.editions(each)),
        *(f"{each}/{name}" for each in library.RULEBOOKS for name in library.samples(each)),
    ]
    return [name for name in names if name.startswith(incomplete)]


RULES_HELP = (
    "A rulebook id, an older edition like md-pontoon-21@1, a sample like md-pontoon-21/default, "
    "or a path to a submission."
)

Rules = Annotated[
    str, typer.Argument(metavar="RULES", help=RULES_HELP, show_default=False, autocompletion=complete_rules)
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change one choice (repeatable): --set decks=8."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON: full ids, money in whole cents.")]
Find = Annotated[
    str | None, typer.Option("--find", metavar="TEXT", help="Only those that contain this text.")
]


class Refused(Exception):
    """A submission named on the command line is not allowed."""

    def __init__(self, given: Given, problems: list[Problem]) -> None:
        super().__init__(f"{given.submission.source}: not allowed")
        self.given = given
        self.problems = problems


@dataclass(frozen=True)
class Given:
    named: str
    submission: Submission
    document: Document
    set_keys: tuple[str, ...]

    @property
    def is_a_rulebook(self) -> bool:
        """Whether RULES was just a rulebook id, so that what it permits matters too."""
        return library.is_rulebook(self.named)

    @cached_property
    def rules(self) -> TableRules:
        try:
            return resolve(self.document, self.submission)
        except NotAllowed as refusal:
            raise Refused(self, refusal.problems) from refusal

    def word(self, leaf: Leaf) -> Any:
        """The word in force for a leaf: the submission's, else the rulebook's value or default."""
        return word_in_force(self.submission, leaf)

    def says(self, key: str | None) -> bool:
        return key is not None and key in self.submission.raw

    def place(self, problem: Problem) -> str:
        """Where a problem stands, as editors read it: file:line."""
        if any(f"{problem.key}.".startswith(f"{key}.") for key in self.set_keys):
            return "--set"
        return place(problem, self.submission.source)


def given(rules: str, choices: list[str] | None = None, *, to_the_letter: bool = False) -> Given:
    """Read RULES and apply every --set; whether the whole is allowed is judged when `.rules` is asked for.

    Side wagers of a shipped table that cannot be offered after --set are left out, and stderr says so; not
    where the submission is judged `to_the_letter`."""
    try:
        named = dict(parse_choice(each) for each in choices or ())
    except RecursionError as error:
        raise Unreadable("--set: nested too deeply to be read") from error
    made = chosen(rules, named, to_the_letter=to_the_letter, said="--set")
    for each in made.barred:
        print(f"vingt: {barred_words(each)}", file=sys.stderr)
    return Given(rules, made.submission, made.document, tuple(named))
