"""The tables that an operator names when a house is opened: each is standing already, or opened now.

A table is played for ever by the rules it was opened with. So the same file again finds its table in the log
and opens nothing; a file that has changed opens a table of its own and closes the one it stood for before; a
table whose file is not named any more, or named to be dealt otherwise, stays until an administrator closes
it. No id is used twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from vingt.core.rules.submission import Submission
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.house import House, LiveTable
from vingt.live.log.events import DealingMode
from vingt.live.log.filing import playable_rules
from vingt.live.log.store import HOUSE


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a file, or of the table that stood for it before."""

    what: Literal["stands", "opened", "closed"]
    table: LiveTable
    source: str

    def __str__(self) -> str:
        table = f"{self.table.name} ({self.table.id})"
        match self.what:
            case "stands":
                return f"{self.source}: {table} goes on"
            case "opened":
                return f"{self.source}: {table} is open"
            case "closed":
                return f"{self.source} has changed: {table} closes, and plays no round by its new rules"


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A submission that the operator names, and who deals its table."""

    submission: Submission
    dealing: DealingMode = "automatic"


async def open_named(house: House, tables: Iterable[NamedTable]) -> list[Done]:
    """Named twice, a file is two tables. NotAllowed, Unreadable or NotPlayable before any is opened."""
    judged = [(table, playable_rules(table.submission)) for table in tables]
    done: list[Done] = []
    for named, rules in judged:
        submission = named.submission
        taken = {opening.table.id for opening in done}
        free = [table for table in standing(house) if table.id not in taken]
        same = next((table for table in free if is_of(table, named, rules)), None)
        if same is not None:
            done.append(Done("stands", same, submission.source))
            continue
        name = name_for(house, rules.title)
        table = await house.open_table(submission, HOUSE, name=name, dealing=named.dealing)
        done.append(Done("opened", table, submission.source))
    return [*done, *await close_former(house, judged, done)]


async def close_former(
    house: House, judged: Iterable[tuple[NamedTable, TableRules]], done: list[Done]
) -> list[Done]:
    """Tables that stood for what these files said before: nobody plays on by rules that were taken back."""
    closed: list[Done] = []
    kept = {opening.table.id for opening in done}
    sources = {named.submission.source for named, _ in judged}
    for table in standing(house):
        source = table.opened.submission.get("source")
        if table.id in kept or source not in sources or table.opened.by != HOUSE:
            continue
        if any(plays(table, named, rules) for named, rules in judged if named.submission.source == source):
            continue  # one more table of the same file than is named now, or dealt otherwise: it stays
        await table.close(HOUSE)
        closed.append(Done("closed", table, str(source)))
    return closed


def standing(house: House) -> list[LiveTable]:
    return [table for table in house.tables() if not table.private and not table.closed]


def is_of(table: LiveTable, named: NamedTable, rules: TableRules) -> bool:
    """Whether the table was opened with what this file says now, and is dealt as it is named."""
    return table.opened.dealing == named.dealing and plays(table, named, rules)


def plays(table: LiveTable, named: NamedTable, rules: TableRules) -> bool:
    """Whether the table plays what this file says now; the file may have moved, or the title."""
    filed, submission = table.opened.submission, named.submission
    named_alike = filed.get("source") == submission.source or filed.get("title") == submission.title
    return named_alike and table.rules.plays_like(rules)


def name_for(house: House, title: str) -> str:
    """The title, with a number where a table of that name is open."""
    names = {table.name for table in standing(house)}
    numbered = (f"{title} ({number})" for number in range(2, len(names) + 2))
    return title if title not in names else next(name for name in numbered if name not in names)


def file_and_dealing(named: str) -> tuple[str, DealingMode]:
    """my-table.toml:guided"""
    file, _, word = named.rpartition(":")
    mode = next((each for each in get_args(DealingMode) if each == word), None)
    return (file, mode) if file and mode is not None else (named, "automatic")
