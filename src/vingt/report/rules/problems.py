"""How problems of a submission are shown on the terminal."""

from __future__ import annotations

from vingt.core.rules.problem_words import details, place
from vingt.core.rules.submission import Problem
from vingt.report.proposal import Proposal
from vingt.report.text.page import Page
from vingt.report.words.grammar import plural


def problem_page(given: Proposal | None, problems: list[Problem]) -> Page:
    """All problems; knowing what was given, also their places and what the clauses say."""
    page = Page()
    under = f" under {given.document.title} ({given.document.id})" if given else ""
    page.text(f"not allowed: {plural(len(problems), 'problem')}{under}", "bold red")
    for problem in problems:
        where = given.place(problem) if given else place(problem)
        inventory = given.document.inventory if given else None
        page.block(f"{where}: {problem.key}", problem.message, details(problem, inventory))
    return page
