"""The tables of a house: found, opened and closed."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace

from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.rules_json import to_json
from vingt.core.rules.submission import Submission
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.cache import Cached
from vingt.live.house.table_actor import LiveTable
from vingt.live.house.table_record import Surroundings
from vingt.live.house.table_writer import Accepted
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log.authenticity import program
from vingt.live.log.chain import canonical
from vingt.live.log.events import TableOpened
from vingt.live.log.filing import filed, playable_rules, rules_of
from vingt.live.log.playability import NotPlayable
from vingt.live.log.store import TABLE
from vingt.live.program_log import log
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.vault import Vault
from vingt.rulebook import library


class NoSuchTable(LookupError):
    """The house has no table of this id."""


class HouseTables:
    def __init__(self, vault: Vault, around: Surroundings, cached: Cached) -> None:
        self.store, self.people = around.store, around.people
        self.metrics, self.meters = around.metrics, around.meters
        self._vault, self._around, self._cached = vault, around, cached
        self._tables: dict[str, LiveTable] = {}
        self._rules: dict[str, TableRules] = {}  # equal rules are one object: compared at no cost
        self._day_begins: int | None = None  # as this opening of the house was told
        self._opening = asyncio.Lock()

    def tables(self) -> list[LiveTable]:
        return list(self._tables.values())

    def table(self, id: str) -> LiveTable:
        try:
            return self._tables[id]
        except KeyError:
            raise NoSuchTable(f"there is no table {id!r}") from None

    async def open_table(
        self,
        submission: Submission,
        by: str,
        *,
        name: str = "",
        private: bool = False,
        dealing: t.DealingMode = "automatic",
    ) -> LiveTable:
        """A new table; NotAllowed, Unreadable or NotPlayable say why its submission cannot be played."""
        rules = playable_rules(submission)
        opened = TableOpened(
            name or rules.title,
            rules.rulebook,
            filed(submission),
            rules.identity,
            to_json(rules),
            private,
            by,
            program(),
            library.digest_of(rules.address),
            dealing,
        )
        async with self._opening:
            others = [table.rules for table in self.tables() if not table.closed]
            if why := self.meters.unlinkable(rules, others, private=private):
                raise NotPlayable(why)
            id = self._new_id(rules.rulebook, private)
            new = {f"{TABLE}{id}": (0, [codec.new(opened, actor=by)])}
            async with self.meters.lock:
                self.meters.follow(await self.store.append({**new, **self.meters.opening(id, rules, by)}))
            table = self._made(id, opened)
            table.start()
        await table.set_gaming_day(self.day_begins, by)
        log("table opened", table=id, rulebook=rules.rulebook)
        return table

    @property
    def day_begins(self) -> int:
        """As it was told, or as the tables have it that people deal."""
        told = [table.state.dealing.day_begins for table in self.tables() if not table.closed]
        return max(told, default=0) if self._day_begins is None else self._day_begins

    async def set_gaming_day(self, begins: int, by: str) -> None:
        """At every table that a person deals, and at those to come; minutes after midnight, UTC."""
        self._day_begins = begins
        for table in self.tables():
            await table.set_gaming_day(begins, by)

    async def close_table(self, id: str, person: str) -> Accepted | Refusal:
        """Who opened a table may close it, and so may a floorperson; NoSuchTable where there is none."""
        table, by = self.table(id), self.people.get(person)
        if by is None or (table.opened.by != person and not by.may("floorperson")):
            return Refusal("who opened a table closes it, or a floorperson")
        if table.closed:
            return Refusal("the table is closed already")
        await table.close(person)
        self._count_tables()
        log("table closed", table=id, person=person)
        return Accepted(table.version)

    def _count_tables(self) -> None:
        self.metrics.tables.set(sum(not table.closed for table in self._tables.values()))

    def _new_id(self, rulebook: str, private: bool) -> str:
        """Who does not know the address of a private table cannot guess it."""
        if private:
            return f"{rulebook}-{secrets.token_hex(8)}"
        number = 1
        while f"{rulebook}-{number}" in self._tables:
            number += 1
        return f"{rulebook}-{number}"

    def _made(self, id: str, opened: TableOpened) -> LiveTable:
        stored = canonical(opened.rules)
        if stored not in self._rules:
            self._rules[stored] = rules_of(opened)
        rules = self._rules[stored]
        opened = replace(opened, rules={})  # held once, not at every table
        table = LiveTable(id, opened, rules, Orders(id, self._vault), self._around)
        table.rebuild(self._cached.streams.get(table.stream))
        self._tables[id] = table
        self._count_tables()
        return table

    def _rebuild(self) -> None:
        for stream in sorted(self.store.streams()):
            if stream.startswith(TABLE):
                opened = codec.event_of(next(self.store.read(stream)))
                self._made(stream.removeprefix(TABLE), opened)
        self._cached = Cached()
