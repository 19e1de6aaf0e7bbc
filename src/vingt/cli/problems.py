"""How problems of a submission are shown: place, message, what was given and permitted, clause, hint."""

from __future__ import annotations

from collections.abc import Iterator

from vingt.cli.given import Given
from vingt.cli.page import Page
from vingt.core.cite import Cite, Inventory
from vingt.core.rules.submission import Problem


def problem_page(given: Given, problems: list[Problem]) -> Page:
    page = Page()
    number = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    page.text(f"not allowed: {number} under {given.document.title} ({given.document.id})", "bold red")
    for problem in problems:
        page.block(
            f"{given.place(problem)}: {problem.key}",
            problem.message,
            details(problem, given.document.inventory),
        )
    return page


def details(problem: Problem, inventory: Inventory) -> Iterator[tuple[str, str]]:
    # "expected 6 or 8, not 7" has said both already.
    if problem.message != f"expected {problem.permitted}, not {problem.given}":
        yield "given", problem.given
        yield "permitted", problem.permitted
    yield from reasons(problem.cite, inventory)
    yield "hint", problem.hint


def reasons(cite: Cite, inventory: Inventory) -> Iterator[tuple[str, str]]:
    for clause in cite.clauses:
        yield "clause", statement(clause, inventory)
    if cite.clauses:
        yield "reading", ", ".join(cite.readings)
        return
    for reading in (inventory.readings[each] for each in cite.readings):
        yield "reading", f"{reading.id}: {reading.question} Taken: {reading.default}"


def statement(clause: str, inventory: Inventory) -> str:
    """The clause with what it says; a heading is named alone."""
    listed = inventory.clauses.get(clause)
    return f"{clause}: {listed.statement}" if listed else clause
