"""What RULES and --set name on the command line: the submission, its document and the rules in force."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import typer

from vingt.core.rules.document import Document
from vingt.core.rules.leaf import MISSING, Leaf
from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.submission import Problem, Submission, Unreadable, parse_choice, refuse_absurd
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library


def complete_rules(incomplete: str) -> list[str]:
    names = [
        *library.RULEBOOKS,
        *(f"{each}/{name}" for each in library.RULEBOOKS for name in library.samples(each)),
    ]
    return [name for name in names if name.startswith(incomplete)]


RULES_HELP = "A rulebook id, a sample like md-pontoon-21/default, or a path to a submission."

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
        return self.named in library.RULEBOOKS

    @cached_property
    def rules(self) -> TableRules:
        try:
            return resolve(self.document, self.submission)
        except NotAllowed as refusal:
            raise Refused(self, refusal.problems) from refusal

    def word(self, leaf: Leaf) -> Any:
        """The word in force for a leaf: the submission's, else the rulebook's value or default."""
        if leaf.key is not None and leaf.key in self.submission.raw:
            return self.submission.raw[leaf.key]
        return leaf.value if leaf.value is not MISSING else leaf.default

    def says(self, key: str | None) -> bool:
        return key is not None and key in self.submission.raw

    def place(self, problem: Problem) -> str:
        """Where a problem stands, as editors read it: file:line."""
        if any(f"{problem.key}.".startswith(f"{key}.") for key in self.set_keys):
            return "--set"
        if problem.line is not None:
            return f"{self.submission.source}:{problem.line}"
        return self.submission.source


def given(rules: str, choices: list[str] | None = None) -> Given:
    """Read RULES and apply every --set; whether the whole is allowed is judged when `.rules` is asked for."""
    try:
        submission = library.submission(rules)
        chosen = dict(parse_choice(each) for each in choices or ())
    except RecursionError as error:
        raise Unreadable(f"{rules}: nested too deeply to be read") from error
    if "rulebook" in chosen:
        raise Unreadable("--set rulebook=…: name the rulebook itself instead, or a submission of it")
    refuse_absurd(Submission("--set", submission.rulebook, chosen), chosen)
    return Given(rules, submission.with_choices(chosen), library.document_of(submission), tuple(chosen))
