"""How problems of a submission are shown: place, message, what was given and permitted, clause, hint."""

from __future__ import annotations

from collections.abc import Iterator

from vingt.cli.given import Given
from vingt.cli.page import Page
from vingt.cli.words import plural
from vingt.core.cite import Cite, Inventory
from vingt.core.rules.submission import Problem


def problem_page(given: Given | None, problems: list[Problem]) -> Page:
    """All problems; knowing what was given, also their places and what the clauses say."""
    page = Page()
    under = f" under {given.document.title} ({given.document.id})" if given else ""
    page.text(f"not allowed: {plural(len(problems), 'problem')}{under}", "bold red")
    for problem in problems:
        place = given.place(problem) if given else f"line {problem.line}" if problem.line else "submission"
        inventory = given.document.inventory if given else None
        page.block(f"{place}: {problem.key}", problem.message, details(problem, inventory))
    return page


def details(problem: Problem, inventory: Inventory | None) -> Iterator[tuple[str, str]]:
    # "expected 6 or 8, not 7" has said both already.
    if problem.message != f"expected {problem.permitted}, not {problem.given}":
        yield "given", problem.given
        yield "permitted", problem.permitted
    yield from reasons(problem.cite, inventory)
    yield "hint", problem.hint


def reasons(cite: Cite, inventory: Inventory | None) -> Iterator[tuple[str, str]]:
    for clause in cite.clauses:
        yield "clause", statement(clause, inventory)
    if cite.clauses or inventory is None:
        yield "reading", ", ".join(cite.readings)
        return
    for reading in (inventory.readings[each] for each in cite.readings):
        yield "reading", f"{reading.id}: {reading.question} Taken: {reading.default}"


def statement(clause: str, inventory: Inventory | None) -> str:
    """The clause with what it says; a heading is named alone."""
    listed = inventory.clauses.get(clause) if inventory else None
    return f"{clause}: {listed.statement}" if listed else clause
