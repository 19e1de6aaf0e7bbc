"""A submission as somebody hands it in: allowed and playable here, or everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from vingt.core.rules.document import Document
from vingt.core.rules.problem_words import details, place
from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.submission import Problem, Submission, Unreadable, parse_submission
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.filing import refuse_unplayable
from vingt.live.log.playability import NotPlayable, NotPlayed, not_played
from vingt.rulebook import library

SOURCE = "submission"  # what a text that came from no file is called


@dataclass(frozen=True, slots=True)
class ProblemShown:
    """A problem as `vingt check` words it, with the line that it is about."""

    place: str
    problem: Problem
    line: str  # as it was handed in; "" where it is about none
    details: tuple[tuple[str, str], ...]  # what was given and permitted, clauses, readings, hint


@dataclass(frozen=True, slots=True)
class JudgedSubmission:
    """`rules` are there when a table can be opened."""

    text: str
    submission: Submission | None = None
    document: Document | None = None
    rules: TableRules | None = None
    unreadable: str = ""  # why it cannot be judged at all
    unplayable: str = ""  # allowed, but dealt by no table here
    problems: tuple[Problem, ...] = field(default=())

    @property
    def why_not(self) -> str:
        """In one sentence; "" where nothing is in the way."""
        count = len(self.problems)
        counted = f"not allowed: {count} problem{'' if count == 1 else 's'}" if count else ""
        return self.unreadable or self.unplayable or counted

    @property
    def not_played(self) -> tuple[NotPlayed, ...]:
        """Side wagers that are allowed and that this house cannot take yet."""
        return not_played(self.rules) if self.rules is not None else ()

    def shown(self) -> Iterator[ProblemShown]:
        lines = self.text.splitlines()
        inventory = self.document.inventory if self.document is not None else None
        for problem in self.problems:
            line = lines[problem.line - 1] if problem.line is not None and problem.line <= len(lines) else ""
            told = tuple((label, words) for label, words in details(problem, inventory) if words)
            yield ProblemShown(place(problem), problem, line.strip(), told)


def judge(text: str, source: str = SOURCE) -> JudgedSubmission:
    try:
        submission = parse_submission(text.encode("utf-8", "replace"), source)
        document = library.document_of(submission)
    except (Unreadable, RecursionError) as error:
        words = "nested too deeply to be read" if isinstance(error, RecursionError) else str(error)
        return JudgedSubmission(text, unreadable=words)
    try:
        rules = resolve(document, submission)
    except NotAllowed as refusal:
        return JudgedSubmission(text, submission, document, problems=tuple(refusal.problems))
    try:
        refuse_unplayable(rules)
    except NotPlayable as error:
        return JudgedSubmission(text, submission, document, unplayable=str(error))
    return JudgedSubmission(text, submission, document, rules)
