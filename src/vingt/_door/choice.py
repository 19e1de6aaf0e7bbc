"""RULES and choices as everybody names them: the submission they make, and what judges it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vingt.core.rules.changed_tables import title_in_force, without_barred_wagers
from vingt.core.rules.document import Document
from vingt.core.rules.submission import Problem, Submission, Unreadable, refuse_absurd
from vingt.rulebook import library


@dataclass(frozen=True)
class ChosenTable:
    """`barred` are side wagers of a shipped table that could not stay once something was changed."""

    submission: Submission
    document: Document
    barred: tuple[Problem, ...] = ()


def chosen(
    rules: str, choices: Mapping[str, Any], *, to_the_letter: bool = False, said: str = "choice"
) -> ChosenTable:
    """Read RULES and change some choices of it; whether the whole is allowed is judged by `resolve`.

    Side wagers of a shipped table that a change bars are left out, and named; not where the submission is to
    be judged `to_the_letter`. `said` is how the choices were given, for what is wrong with them."""
    try:
        submission = library.submission(rules)
    except RecursionError as error:
        raise Unreadable(f"{rules}: nested too deeply to be read") from error
    if "rulebook" in choices:
        raise Unreadable(f"{said} rulebook=…: name the rulebook itself instead, or a submission of it")
    refuse_absurd(Submission(said, submission.rulebook, choices), dict(choices))
    document = library.document_of(submission)
    changed, barred = submission.with_choices(choices), list[Problem]()
    if choices and not to_the_letter and is_shipped(rules):
        changed, barred = without_barred_wagers(document, changed, tuple(choices))
    if choices and "title" not in choices and changed.raw != submission.raw:
        changed = changed.with_choices({"title": title_in_force(document, changed)})
    return ChosenTable(changed, document, tuple(barred))


def is_shipped(name: str) -> bool:
    """Whether RULES names a rulebook or one of its samples, not a file of the user's own."""
    rulebook, _, sample = name.partition("/")
    return library.is_rulebook(rulebook) and (not sample or sample in library.samples(rulebook))


def barred_words(problem: Problem) -> str:
    """lucky-ladies is left out at this table: its paytable …"""
    name = problem.key.split(".")[1]
    why = f"its paytable {problem.message}" if problem.key.endswith(".paytable") else f"it {problem.message}"
    return f"{name} is left out at this table: {why} ({problem.cite})"
