"""A submission beside the document it answers: what a report on rules is about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from vingt.core.rules.changed_tables import word_in_force
from vingt.core.rules.document import Document
from vingt.core.rules.leaf import Leaf
from vingt.core.rules.problem_words import place
from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.submission import Problem, Submission
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library


class ProposalRefused(Exception):
    """A submission that was named is not allowed."""

    def __init__(self, proposal: Proposal, problems: list[Problem]) -> None:
        super().__init__(f"{proposal.submission.source}: not allowed")
        self.proposal = proposal
        self.problems = problems


@dataclass(frozen=True)
class Proposal:
    """Whether the whole is allowed is judged when `rules` is asked for."""

    named: str
    submission: Submission
    document: Document
    set_keys: tuple[str, ...] = ()

    @property
    def is_a_rulebook(self) -> bool:
        """Whether just a rulebook was named, so that what it permits matters too."""
        return library.is_rulebook(self.named)

    @cached_property
    def rules(self) -> TableRules:
        try:
            return resolve(self.document, self.submission)
        except NotAllowed as refusal:
            raise ProposalRefused(self, refusal.problems) from refusal

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


def table_named(rules: str) -> Proposal:
    """The default table of a rulebook, a sample, or a submission's file, as it stands."""
    submission = library.submission(rules)
    return Proposal(rules, submission, library.document_of(submission))
