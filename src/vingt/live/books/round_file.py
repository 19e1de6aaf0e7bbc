"""The file beside the log in which the index of rounds and shoes is kept. Only a cache: every row is marked
with the house's key; where reading stopped is sealed, bound to the program and to the event it stopped at. A
row that is not what was written is noticed when it is read; `check` looks at all of them."""

from __future__ import annotations

import hmac
import json
import os
import pickle
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import RLock
from typing import Any

from vingt.live.books.round import BIT, PAGE, Played, RoundPage, Search
from vingt.live.books.round_reader import TableReader
from vingt.live.log.authenticity import program
from vingt.live.log.chain import canonical
from vingt.live.log.store import TABLE
from vingt.live.shoes.vault import Vault, VaultError

ROUNDS = "house.rounds"
TABLES = """
create table if not exists rounds (
    stream text, number integer, ended integer, largest integer, cards integer, played text, mark text,
    primary key (stream, number)) without rowid;
create index if not exists newest on rounds (ended, stream, number);
create table if not exists shares (
    person text, stream text, number integer, primary key (person, stream, number)) without rowid;
create index if not exists shares_of on shares (stream);
create table if not exists shoes (
    stream text, number integer, versions text, mark text, primary key (stream, number)) without rowid;
create table if not exists tails (stream text primary key, sealed blob) without rowid;
"""
FINDABLE = "stream, number, ended, largest, cards, played"


class WrongStream(Exception):
    """What the file says of a stream is not what was written into it."""

    def __init__(self, stream: str, what: str) -> None:
        super().__init__(f"{stream}: {what}")
        self.stream = stream


class RoundFile:
    """Without a path it is held in memory, and nobody is distrusted."""

    def __init__(self, path: Path | None = None, vault: Vault | None = None) -> None:
        self._path, self._vault = path, vault
        self._using = RLock()
        if path is not None:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        self._rows = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
        try:
            self._rows.execute("pragma journal_mode = wal")
            self._rows.execute("pragma synchronous = normal")  # a power cut may cost the newest rows
            self._rows.executescript(TABLES)
        except BaseException:
            self._rows.close()
            raise

    @property
    def in_memory(self) -> bool:
        return self._path is None

    def close(self) -> None:
        with self._using:
            self._rows.close()

    def remove(self) -> None:
        self.close()
        for suffix in ("", "-wal", "-shm") if self._path is not None else ():
            Path(f"{self._path}{suffix}").unlink(missing_ok=True)

    def _mark(self, *row: object) -> str:
        return self._vault.mark(canonical(["round index", *row]).encode()) if self._vault is not None else ""

    def _trusted(self, mark: str, *row: object) -> bool:
        return hmac.compare_digest(mark, self._mark(*row))

    # -- writing ---------------------------------------------------------------------------------------------

    def save(self, reader: TableReader) -> None:
        """Everything that a reader found, and where it stands: all of it or nothing."""
        with self._using:
            self._rows.execute("begin immediate")
            try:
                self._add_rounds(reader.stream, reader.rounds_over)
                self._add_shoes(reader.stream, reader.shoes)
                if self._vault is not None:
                    content = pickle.dumps(reader.kept(), pickle.HIGHEST_PROTOCOL)
                    sealed = self._vault.seal_bytes(content, about(reader.stream))
                    self._rows.execute("replace into tails values (?, ?)", (reader.stream, sealed))
                self._rows.execute("commit")
            except BaseException:
                if self._rows.in_transaction:
                    self._rows.execute("rollback")
                raise
        reader.rounds_over, reader.shoes = [], []

    def _add_rounds(self, stream: str, rounds: Iterable[Played]) -> None:
        for round_ in rounds:
            row = findable(stream, round_)
            self._rows.execute("replace into rounds values (?, ?, ?, ?, ?, ?, ?)", (*row, self._mark(*row)))
            people = [(share.person, stream, round_.number) for share in round_.shares]
            self._rows.executemany("replace into shares values (?, ?, ?)", people)

    def _add_shoes(self, stream: str, shoes: Iterable[tuple[int, int]]) -> None:
        more: defaultdict[int, list[int]] = defaultdict(list)
        for shoe, version in shoes:
            more[shoe].append(version)
        for shoe, versions in more.items():
            row = (stream, shoe, canonical([*self.shoe(stream, shoe), *versions]))
            self._rows.execute("replace into shoes values (?, ?, ?, ?)", (*row, self._mark(*row)))

    def forget(self, stream: str) -> None:
        with self._using:
            self._rows.execute("begin immediate")
            for table in ("rounds", "shares", "shoes", "tails"):
                self._rows.execute(f"delete from {table} where stream = ?", (stream,))
            self._rows.execute("commit")

    # -- reading ---------------------------------------------------------------------------------------------

    def _all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._using:
            return self._rows.execute(query, values).fetchall()

    def reader(self, stream: str) -> TableReader | None:
        """Where reading stopped; None where that is unknown, or was another program's."""
        rows = self._all("select sealed from tails where stream = ?", stream)
        if not rows or self._vault is None:
            return None
        try:
            # Unpickled only after its seal was checked: nobody without the key can have written it.
            kept = pickle.loads(self._vault.unseal_bytes(rows[0][0], about(stream)))
        except (VaultError, TypeError):
            return None
        return TableReader.reading_on(stream, kept)

    def played(self, stream: str, number: int) -> Played | None:
        rows = self._all(
            f"select {FINDABLE}, mark from rounds where stream = ? and number = ?", stream, number
        )
        return self._read(rows[0]) if rows else None

    def _read(self, row: tuple[Any, ...]) -> Played:
        stream, number, *_, played, mark = row
        if not self._trusted(mark, *row[:-1]):
            raise WrongStream(stream, f"round {number} is not what was written")
        return Played.from_text(played)

    def shoe(self, stream: str, number: int) -> tuple[int, ...]:
        rows = self._all("select versions, mark from shoes where stream = ? and number = ?", stream, number)
        if not rows:
            return ()
        versions, mark = rows[0]
        if not self._trusted(mark, stream, number, versions):
            raise WrongStream(stream, f"shoe {number} is not what was written")
        return tuple(json.loads(versions))

    def find(self, search: Search, page: int) -> RoundPage:
        where, values = conditions(search)
        with self._using:
            ((total,),) = self._all(f"select count(*) from rounds where {where}", *values)
            rows = self._all(
                f"select {FINDABLE}, mark from rounds where {where} "
                f"order by ended desc, stream desc, number desc limit {PAGE} offset ?",
                *(*values, (page - 1) * PAGE),
            )
        return RoundPage(tuple(self._read(row) for row in rows), total, page)

    def check(self, reader: TableReader, pause: Callable[[], None] = lambda: None) -> None:
        """Every row of a stream, and that none is missing or too many; WrongStream says what is not so."""
        stream, rounds, shares, number = reader.stream, 0, 0, -1
        query = (
            f"select {FINDABLE}, mark from rounds where stream = ? and number > ? order by number limit 100"
        )
        while rows := self._all(query, stream, number):
            for row in rows:
                rounds, shares, number = rounds + 1, shares + len(self._read(row).shares), row[1]
            pause()
        ((listed,),) = self._all("select count(*) from shares where stream = ?", stream)
        if (rounds, shares) != (reader.rounds, listed):
            raise WrongStream(stream, f"{reader.rounds} rounds were written, and {rounds} are there")
        shoes = self._all("select number from shoes where stream = ?", stream)
        if sum(len(self.shoe(stream, shoe)) for (shoe,) in shoes) != reader.about_shoes:
            raise WrongStream(stream, "a shoe is missing")


def findable(stream: str, played: Played) -> tuple[str, int, int, int, int, str]:
    return stream, played.number, played.ended, played.largest, played.cards, played.as_text()


def conditions(search: Search) -> tuple[str, list[object]]:
    """What `Search.fits` says, in SQL."""
    of_people = "select stream, number from shares where person in (select value from json_each(?))"
    clauses: list[tuple[str, object]] = [
        ("stream = ?", None if search.table is None else f"{TABLE}{search.table}"),
        ("number = ?", search.number),
        ("ended >= ?", search.since),
        ("ended < ?", search.until),
        ("largest >= ?", search.amount),
        ("cards & ? != 0", None if search.card is None else BIT[search.card]),
        (
            f"(stream, number) in ({of_people})",
            None if search.people is None else canonical(sorted(search.people)),
        ),
    ]
    in_use = [(clause, value) for clause, value in clauses if value is not None]
    return " and ".join(clause for clause, _ in in_use) or "true", [value for _, value in in_use]


def about(stream: str) -> str:
    return f"rounds of {stream} by {program()}"
