"""The house: every table of one folder, rebuilt from its log when opened."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.submission import Submission
from vingt.core.rules.table_rules import TableRules
from vingt.live import codec
from vingt.live.clocks import Clocks
from vingt.live.events import TableOpened
from vingt.live.filed import NotPlayable, filed, playable_rules, rules_of
from vingt.live.live_table import Accepted, LiveTable, Surroundings
from vingt.live.logs import log
from vingt.live.metrics import Metrics
from vingt.live.orders import Orders
from vingt.live.people import People
from vingt.live.shuffle import CryptographicShoes, ShoeSource
from vingt.live.sqlite_store import SqliteStore
from vingt.live.store import TABLE, EventStore
from vingt.live.vault import Vault, make_vault, open_vault

__all__ = ["Accepted", "House", "LiveTable", "NoSuchTable", "NotPlayable"]

DATABASE = "house.db"
KEY = "house.key"


class NoSuchTable(LookupError):
    """The house has no table of this id."""


class House:
    """One process, one loop. Make it with `await House.open(folder)`."""

    def __init__(
        self, folder: Path, store: EventStore, vault: Vault, source: ShoeSource, clocks: Clocks
    ) -> None:
        self.folder = folder
        self.store = store
        self.metrics = Metrics()
        self.people = People(store, clocks.time.now)
        self._vault = vault
        self._around = Surroundings(store, self.people, source, clocks, self.metrics)
        self._tables: dict[str, LiveTable] = {}
        self._rules: dict[str, TableRules] = {}  # equal rules are one object: compared at no cost
        self._opening = asyncio.Lock()

    @classmethod
    async def open(
        cls, folder: Path, *, shoes: ShoeSource | None = None, clocks: Clocks | None = None
    ) -> House:
        """Everything as the log left it, rounds under way included; `shoes` is for tests.

        Raises StoreUnusable (the folder is in use, or holds no house) or VaultError (its key is missing).
        """
        clocks = clocks or Clocks()
        store = SqliteStore(folder / DATABASE, clock=clocks.time.now)
        try:
            key = folder / KEY
            # A house that was killed before its first event may have a database and no key yet.
            new = not key.exists() and not store.streams()
            vault = make_vault(key) if new else open_vault(key)
            house = cls(folder, store, vault, shoes or CryptographicShoes(), clocks)
            await house._rebuild()
        except BaseException:
            await store.close()
            raise
        return house

    async def close(self) -> None:
        """The dealers stop where they are; nothing that was acknowledged is lost."""
        for table in self._tables.values():
            await table.stop()
        await self.store.close()
        log("house closed", tables=len(self._tables))

    # -- tables --------------------------------------------------------------------------------------------

    def tables(self) -> list[LiveTable]:
        return list(self._tables.values())

    def table(self, id: str) -> LiveTable:
        try:
            return self._tables[id]
        except KeyError:
            raise NoSuchTable(f"there is no table {id!r}") from None

    async def open_table(
        self, submission: Submission, by: str, *, name: str = "", private: bool = False
    ) -> LiveTable:
        """A new table; NotAllowed, Unreadable or NotPlayable say why its submission cannot be played."""
        rules = playable_rules(submission)
        opened = TableOpened(name or rules.title, rules.rulebook, filed(submission), rules.hash, private, by)
        async with self._opening:
            id = self._new_id(rules.rulebook, private)
            await self.store.append({f"{TABLE}{id}": (0, [codec.new(opened, actor=by)])})
            table = self._made(id, opened)
            table.start()
        log("table opened", table=id, rulebook=rules.rulebook)
        return table

    async def close_table(self, id: str, person: str) -> Accepted | Refusal:
        """Who opened a table may close it, and so may an administrator; NoSuchTable where there is none."""
        table, by = self.table(id), self.people.get(person)
        if by is None or (table.opened.by != person and not by.may("administrator")):
            return Refusal("who opened a table closes it, or an administrator")
        if table.closed:
            return Refusal("the table is closed already")
        await table.close(person)
        self._count_tables()
        log("table closed", table=id, person=person)
        return Accepted(table.version)

    def _count_tables(self) -> None:
        self.metrics.tables.set(sum(not each.closed for each in self._tables.values()))

    def _new_id(self, rulebook: str, private: bool) -> str:
        """Who does not know the address of a private table cannot guess it."""
        if private:
            return f"{rulebook}-{secrets.token_hex(8)}"
        number = 1
        while f"{rulebook}-{number}" in self._tables:
            number += 1
        return f"{rulebook}-{number}"

    def _made(self, id: str, opened: TableOpened) -> LiveTable:
        rules = rules_of(opened)
        rules = self._rules.setdefault(rules.hash, rules)
        table = LiveTable(id, opened, rules, Orders(id, self._vault), self._around)
        table.rebuild()
        self._tables[id] = table
        self._count_tables()
        return table

    async def _rebuild(self) -> None:
        for stream in sorted(self.store.streams()):
            if stream.startswith(TABLE):
                opened = codec.event_of(next(self.store.read(stream)))
                table = self._made(stream.removeprefix(TABLE), opened)
                if table.rules.hash != opened.rules_hash and not table.state.closed:
                    log("rules changed", table=table.id)
                    await table.close("house")  # nobody agreed to play by other rules than were filed
                table.start()
        log("house opened", tables=len(self._tables))
