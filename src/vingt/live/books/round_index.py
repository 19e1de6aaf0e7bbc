"""Where each finished round and each shoe stands in the log, and what rounds are searched by. It is a cache:
fed from the store, in any thread, from where it stopped; kept beside the log, so that a start need not read
a long log for it; made anew whenever it is missing or does not fit."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from threading import Lock, RLock
from time import sleep
from typing import TypeVar

from vingt.live.books.audit import Snapshot
from vingt.live.books.round import Played, RoundPage, Search
from vingt.live.books.round_file import RoundFile, WrongStream
from vingt.live.books.round_reader import TableReader
from vingt.live.log.chain import StoredEvent
from vingt.live.log.store import TABLE
from vingt.live.program_log import warn
from vingt.live.shoes.vault import Vault

T = TypeVar("T")
TURN = 100  # events read before other threads, the loop that deals among them, get their turn
SAVED_EVERY = 2_000  # events
FAULTS = 2  # of the file, after which the index is held in memory until the next start


class RoundIndex:
    """`catch_up` reads on; everything else answers from what was read. Without a path it is in memory."""

    def __init__(self, path: Path | None = None, vault: Vault | None = None) -> None:
        self._path, self._vault = path, vault
        self._faults = 0
        self._swapping = RLock()
        self._reading: defaultdict[str, Lock] = defaultdict(Lock)  # one thread at a time reads a table
        self._readers: dict[str, TableReader] = {}
        self._stopped = False
        self._file = self._opened()

    def _opened(self) -> RoundFile:
        while self._path is not None and self._faults < FAULTS:
            try:
                return RoundFile(self._path, self._vault)
            except (sqlite3.Error, OSError) as error:
                self._faults += 1
                warn("round index not usable", why=str(error))
                for suffix in ("", "-wal", "-shm"):
                    Path(f"{self._path}{suffix}").unlink(missing_ok=True)
        return RoundFile()

    def stop(self) -> None:
        """Whoever reads the log for it stops soon: what was read is kept, the rest is for the next time."""
        self._stopped = True

    def close(self) -> None:
        with self._swapping:
            self._file.close()

    # -- reading the log -------------------------------------------------------------------------------------

    def catch_up(self, log: Snapshot) -> None:
        """Read what was stored since the last time, of the tables that are in `log`."""
        for stream, version in log.streams.items():
            if stream.startswith(TABLE):
                with self._swapping:
                    reading = self._reading[stream]
                with reading:
                    while not self._stopped and not self._has_read(log, stream, version):
                        pass

    def _has_read(self, log: Snapshot, stream: str, version: int) -> bool:
        """False: the file had to be begun anew meanwhile, and so has the reading."""
        file = self._file
        try:
            reader = self._readers.get(stream) or self._taken_up(file, log, stream)
            if reader.version < version:
                for stored in log.read(stream, reader.version):
                    reader.follow(stored)
                    if stored.version % TURN == 0:
                        sleep(0.0002)
                        if self._stopped:
                            break
                    if stored.version % SAVED_EVERY == 0:
                        self._save(file, reader)
                self._save(file, reader)
        except sqlite3.Error as error:
            self._begin_anew(file, str(error))
        except WrongStream as error:  # a shoe that goes on
            self.forget(error)
        return self._readers.get(stream) is not None and self._file is file

    def _taken_up(self, file: RoundFile, log: Snapshot, stream: str) -> TableReader:
        """From where the file ends, if the log still holds the very event at which that is."""
        reader = file.reader(stream)
        if reader is None or not holds(log, reader):
            file.forget(stream)
            reader = TableReader(stream)
        with self._swapping:
            if self._file is file:
                self._readers[stream] = reader
        return reader

    def _save(self, file: RoundFile, reader: TableReader) -> None:
        with self._swapping:
            if self._file is file and self._readers.get(reader.stream) is reader:
                file.save(reader)

    # -- what is wrong with it -------------------------------------------------------------------------------

    def _begin_anew(self, file: RoundFile, why: str) -> None:
        if file.in_memory:
            raise RuntimeError(why)
        with self._swapping:
            if self._file is file:
                self._faults += 1
                warn("round index made anew", why=why)
                file.remove()
                self._readers = {}
                self._file = self._opened()

    def forget(self, wrong: WrongStream) -> None:
        """What is wrong is read again from the log."""
        with self._swapping:
            warn("round index made anew", why=str(wrong))
            self._readers.pop(wrong.stream, None)
            file = self._file
            try:
                file.forget(wrong.stream)
            except sqlite3.Error as error:
                self._begin_anew(file, str(error))

    def asked(self, log: Snapshot, question: Callable[[], T]) -> T:
        """The answer as of `log`, from an index that is right: one that is not is mended first."""
        while True:
            file = self._file
            self.catch_up(log)
            try:
                return question()
            except WrongStream as wrong:
                self.forget(wrong)
            except sqlite3.Error as error:
                self._begin_anew(file, str(error))

    def check(self) -> None:
        """Look at everything that was kept before this start; what is wrong is forgotten."""
        for reader in tuple(self._readers.values()):
            with self._reading[reader.stream]:
                file = self._file
                try:
                    if self._readers.get(reader.stream) is reader:
                        file.check(reader, lambda: sleep(0.0002))
                except WrongStream as wrong:
                    self.forget(wrong)
                except sqlite3.Error as error:
                    self._begin_anew(file, str(error))

    @property
    def read(self) -> int:
        """How many events have been read."""
        return sum(reader.version for reader in tuple(self._readers.values()))

    # -- asking; WrongStream where a row is not what was written: `asked` mends that -------------------------

    def find(self, search: Search, page: int = 1) -> RoundPage:
        return self._file.find(search, page)

    def played(self, table: str, number: int) -> Played | None:
        return self._file.played(f"{TABLE}{table}", number)

    def shoe(self, table: str, number: int) -> tuple[int, ...]:
        """The versions of the events that say everything about one shoe."""
        return self._file.shoe(f"{TABLE}{table}", number)


def holds(log: Snapshot, reader: TableReader) -> bool:
    """Whether the log has the event after which the reader stopped."""
    return any(stored.hash == reader.hash for stored in at_versions(log, reader.stream, [reader.version]))


def at_versions(log: Snapshot, stream: str, versions: Iterable[int]) -> Iterator[StoredEvent]:
    for version in versions:
        yield from islice(log.read(stream, version - 1), 1)
