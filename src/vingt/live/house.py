"""The house: every table of one folder, rebuilt from its log when opened."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command is carried out and kept: durable when the answer comes."""

    version: int  # the table's version after it


# Signatures that web builds on, filled in as the store arrives:
#
# class House:
#     people: People
#     @classmethod
#     async def open(cls, folder: Path, *, shoes: ShoeSource | None = None, clocks: Clocks = Clocks()) -> House
#     async def close(self) -> None
#     def tables(self) -> list[LiveTable]
#     def table(self, id: str) -> LiveTable                      # KeyError where there is none
#     async def open_table(self, submission: Submission, by: str, *, name: str, private: bool = False) -> LiveTable
#
# class LiveTable:
#     id: str; name: str; private: bool; rules: TableRules; version: int
#     async def submit(self, person: str, command: PersonCommand, key: str) -> Accepted | Refusal
#     def view(self, person: str | None) -> TableView
#     async def changed(self, after: int) -> int                 # waits for a version beyond `after`
#     def round_seen(self) -> RoundState                         # the core state without unseen cards
#     def cards_seen(self) -> tuple[Card, ...]                   # every card shown since the shuffle
