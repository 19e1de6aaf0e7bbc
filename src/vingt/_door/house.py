"""A house's log, read as rounds."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from vingt._door.arguments import path, text
from vingt._door.errors import public_errors
from vingt._door.made import Made
from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.rounds.event import RoundEnded
from vingt.core.rules.submission import Unreadable
from vingt.live.books.audit import Snapshot
from vingt.live.books.shoe_proof import SHOE_KINDS
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import event_of
from vingt.live.log.events import RoundStarted, TableOpened
from vingt.live.log.filing import rules_of
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import TABLE
from vingt.report.log.opened import known_table, log_errors, opened_store, tables_in
from vingt.report.rounds.replay import names_in, told_from


@dataclass(frozen=True)
class LoggedLine:
    """One thing that happened in a round. `amount`, in cents, is what a settlement returned, else what was
    put up; `at` is UTC in milliseconds."""

    __module__ = "vingt"

    at: int
    kind: str
    text: str
    person: str
    amount: int | None
    card: str
    cite: Cite

    def __str__(self) -> str:
        return f"{self.text} [{self.cite}]" if self.cite else self.text


@dataclass(frozen=True)
class LoggedRound:
    """A round as the log has it. `net` is what each player won or lost, in cents, by the id of the person, as
    in `LoggedLine.person`: two guests may have one name. `names` says what each of them is called."""

    __module__ = "vingt"

    table: str
    number: int
    title: str
    rules_identity: str
    finished: bool
    lines: tuple[LoggedLine, ...] = field(repr=False)
    net: Mapping[str, int]
    names: Mapping[str, str]

    def __str__(self) -> str:
        shared = Counter(self.names.values())
        told = ((person, self.names[person], dollars(amount)) for person, amount in self.net.items())
        net = ", ".join(
            f"{name} ({person}) {won}" if shared[name] > 1 else f"{name} {won}" for person, name, won in told
        )
        return f"{self.table}, round {self.number}: {net or 'no wager settled'}"


def house(folder: str | os.PathLike[str]) -> House:
    """The house that keeps its log in a folder; one that is served from there meanwhile is not disturbed."""
    opened = House.__new__(House)
    opened._folder = Path(
        path("folder", folder, "write the folder of a house, as vingt serve --data names it")
    )
    with public_errors():
        opened._store = opened_store(opened._folder)
        with log_errors():
            opened._log = Snapshot(opened._store, opened._store.streams())
    return opened


class House(Made):
    """Made by `vingt.house`, and closed by `with` or `close`: the log as it was at that moment."""

    __module__ = "vingt"

    _made_by = "vingt.house, as in vingt.house(folder)"
    _folder: Path
    _store: SqliteStore
    _log: Snapshot

    @property
    def tables(self) -> tuple[str, ...]:
        self._refuse_closed()
        return tuple(tables_in(self._log))

    def rounds(self, table: str) -> Iterator[LoggedRound]:
        """The rounds of a table in their order. A card that lay face down is named once its shoe was
        revealed."""
        self._refuse_closed()
        with public_errors():
            return self._read(known_table(self._log, text("table", table, "write the name of a table")))

    def _read(self, table: str) -> Iterator[LoggedRound]:
        self._refuse_closed()
        with log_errors():
            for logged in self._logged(table):
                yield logged
                self._refuse_closed()

    def _logged(self, table: str) -> Iterator[LoggedRound]:
        stream = f"{TABLE}{table}"
        shoes = [stored for stored in self._log.read(stream) if stored.kind in SHOE_KINDS]
        names = names_in(self._log)
        opened: TableOpened = event_of(next(self._log.read(stream)))
        rules = rules_of(opened)
        for number, events in rounds_in(self._log.read(stream)):
            told = told_from(table, opened, rules, number, events, shoes, names)
            yield LoggedRound(
                table=table,
                number=number,
                title=rules.title,
                rules_identity=rules.identity,
                finished=told.finished,
                lines=tuple(
                    LoggedLine(line.at, line.kind, line.text, line.person, line.amount, line.card, line.cite)
                    for line in told.lines
                ),
                net=told.net,
                names={person: names.get(person, person) for person in told.net},
            )

    def _refuse_closed(self) -> None:
        if self._store.closed:
            raise Unreadable(f"{self._folder}: this house was closed; vingt.house(…) opens it again")

    def close(self) -> None:
        self._store.close_files()

    def __enter__(self) -> House:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<vingt.House in {self._folder}>"


def rounds_in(stream: Iterator[StoredEvent]) -> Iterator[tuple[int, list[StoredEvent]]]:
    """Each round's events, from its start to its end; the last may not be over."""
    number, events, ended = 0, list[StoredEvent](), 0
    for stored in stream:
        if stored.kind == RoundStarted.kind:
            if events:
                yield number, events[: ended or None]
            number, events, ended = stored.data["round"], [], 0
        elif not number:
            continue
        events.append(stored)
        if stored.kind == RoundEnded.kind:  # once more, where a card that ended it was corrected
            ended = len(events)
    if events:
        yield number, events[: ended or None]
