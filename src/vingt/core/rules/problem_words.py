"""Problems of a submission in words: place, message, what was given and permitted, clause, hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from vingt.core.cite import Cite, Inventory

if TYPE_CHECKING:  # a problem says itself in these words
    from vingt.core.rules.submission import Problem

INDENT = "    "


def problem_text(problem: Problem, source: str = "", inventory: Inventory | None = None) -> str:
    """One problem on a few lines; knowing the inventory, with what its clauses say."""
    lines = [f"{label}: {text}" for label, text in details(problem, inventory) if text]
    return f"\n{INDENT}".join((f"{place(problem, source)}: {problem.key}: {problem.message}", *lines))


def problems_text(problems: Sequence[Problem], source: str = "", inventory: Inventory | None = None) -> str:
    count = f"{len(problems)} problem{'' if len(problems) == 1 else 's'}"
    return "\n".join(
        (f"not allowed: {count}", *(problem_text(problem, source, inventory) for problem in problems))
    )


def place(problem: Problem, source: str = "") -> str:
    """As editors read it: file:line."""
    if problem.line is None:
        return source or "submission"
    return f"{source}:{problem.line}" if source else f"line {problem.line}"


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
