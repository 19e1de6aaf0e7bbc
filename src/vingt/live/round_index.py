"""Where each finished round and each shoe stands in the log, and what rounds are searched by. It is a cache:
fed from the store, in any thread, from where it stopped; made anew whenever it is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from threading import Lock
from time import sleep
from typing import NamedTuple

from vingt.core.cards import DECK
from vingt.core.rounds import event as e
from vingt.live import events as t
from vingt.live.audit import Snapshot
from vingt.live.chain import StoredEvent
from vingt.live.codec import NotAnEvent, event_of
from vingt.live.kinds import UnknownKind
from vingt.live.ledger import Ledger
from vingt.live.store import TABLE
from vingt.live.table import Held, TableState
from vingt.live.table import evolve as evolve_table

PAGE = 50  # rounds on one page
TURN = 100  # events read before other threads, the loop that deals among them, get their turn
BIT: dict[str, int] = {str(card): 1 << at for at, card in enumerate(DECK)}
SHOE_KINDS = frozenset((t.ShoeOpened.kind, t.ShoeShuffled.kind, t.CutMade.kind, t.ShoeRevealed.kind))
SEAT_KINDS = frozenset((t.SeatTaken.kind, t.SeatLeft.kind, t.BoxShared.kind))


class Share(NamedTuple):
    """What one person wagered and was paid in a round; `net` counts what a void round undid, too."""

    person: str
    wagered: int
    paid: int
    net: int


@dataclass(frozen=True, slots=True)
class Played:
    """A finished round: its first and last event, and what it is searched by."""

    table: str
    number: int
    first: int
    last: int
    started: int  # UTC milliseconds
    ended: int
    shares: tuple[Share, ...]
    cards: int  # a bit of BIT for each card that was shown
    largest: int  # the greatest single wager, payment or net of a person
    dealt_from: tuple[int, ...]  # its shoes: one, or two where the first ran short
    racks: tuple[tuple[str, int], ...]  # chips of each person when it began
    held: tuple[Held, ...]  # boxes when it began

    def share_of(self, person: str) -> Share | None:
        return next((each for each in self.shares if each.person == person), None)

    @property
    def total(self) -> Share:
        """All players together."""
        wagered, paid = sum(each.wagered for each in self.shares), sum(each.paid for each in self.shares)
        return Share("", wagered, paid, sum(each.net for each in self.shares))


@dataclass(frozen=True, slots=True)
class Search:
    """What a round must be to be found; what is None does not matter."""

    people: frozenset[str] | None = None
    since: int | None = None  # the round ended at or after
    until: int | None = None  # and before
    amount: int | None = None  # a wager, payment or net of at least so much
    card: str | None = None
    number: int | None = None
    table: str | None = None

    def fits(self, played: Played) -> bool:
        return (
            (self.table is None or played.table == self.table)
            and (self.number is None or played.number == self.number)
            and (self.since is None or played.ended >= self.since)
            and (self.until is None or played.ended < self.until)
            and (self.amount is None or played.largest >= self.amount)
            and (self.card is None or bool(played.cards & BIT[self.card]))
            and (self.people is None or any(share.person in self.people for share in played.shares))
        )


@dataclass(frozen=True, slots=True)
class Found:
    """One page of what was found, newest first."""

    rows: tuple[Played, ...]
    total: int
    page: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // PAGE))

    @property
    def first(self) -> int:
        return (self.page - 1) * PAGE + 1 if self.rows else 0

    @property
    def last(self) -> int:
        return (self.page - 1) * PAGE + len(self.rows)


class RoundIndex:
    """`catch_up` reads on; everything else answers at once from what has been read."""

    def __init__(self) -> None:
        self._tables: dict[str, TableReader] = {}
        self._newest_first: tuple[Played, ...] = ()
        self._sorting = Lock()

    def catch_up(self, log: Snapshot) -> None:
        """Read what was stored since the last time, of the tables that are in `log`."""
        for stream, version in log.streams.items():
            if stream.startswith(TABLE):
                reader = self._tables.setdefault(stream, TableReader(stream.removeprefix(TABLE)))
                with reader.reading:  # another thread may be reading the same table
                    if reader.version < version:
                        for stored in log.read(stream, reader.version):
                            reader.follow(stored)
                            if stored.version % TURN == 0:
                                sleep(0.0002)

    @property
    def read(self) -> int:
        """How many events have been read."""
        return sum(reader.version for reader in tuple(self._tables.values()))

    # -- asking ----------------------------------------------------------------------------------------------

    def find(self, search: Search, page: int = 1) -> Found:
        total = 0
        rows: list[Played] = []
        for played in self._candidates(search):
            if search.fits(played):
                if (page - 1) * PAGE <= total < page * PAGE:
                    rows.append(played)
                total += 1
        return Found(tuple(rows), total, page)

    def _candidates(self, search: Search) -> Iterable[Played]:
        if search.table is None:
            return self._newest()
        reader = self._tables.get(f"{TABLE}{search.table}")
        return reversed(tuple(reader.rounds)) if reader is not None else ()

    def _newest(self) -> tuple[Played, ...]:
        with self._sorting:
            readers = tuple(self._tables.values())
            if len(self._newest_first) != sum(len(reader.rounds) for reader in readers):
                every = [played for reader in readers for played in tuple(reader.rounds)]
                every.sort(key=lambda each: (each.ended, each.table, each.number), reverse=True)
                self._newest_first = tuple(every)
            return self._newest_first

    def played(self, table: str, number: int) -> Played | None:
        reader = self._tables.get(f"{TABLE}{table}")
        return reader.numbered.get(number) if reader is not None else None

    def shoe(self, table: str, number: int) -> tuple[int, ...]:
        """The versions of the events that say everything about one shoe."""
        reader = self._tables.get(f"{TABLE}{table}")
        return tuple(reader.shoes.get(number, ())) if reader is not None else ()


def at_versions(log: Snapshot, stream: str, versions: Iterable[int]) -> Iterator[StoredEvent]:
    for version in versions:
        yield from islice(log.read(stream, version - 1), 1)


@dataclass(slots=True)
class Shares:
    """A person's money in the round being read."""

    wagered: int = 0
    paid: int = 0
    undone: int = 0


@dataclass(slots=True)
class TableReader:
    """Follows one table's stream. The books are the ledger's own; no rule is known here."""

    table: str
    reading: Lock = field(default_factory=Lock)
    version: int = 0
    rounds: list[Played] = field(default_factory=list)
    numbered: dict[int, Played] = field(default_factory=dict)
    shoes: dict[int, list[int]] = field(default_factory=dict)
    _books: Ledger = field(default_factory=Ledger)
    _seats: TableState = field(default_factory=TableState)
    _shoe: int = 0
    _begun: Played | None = None
    _money: dict[str, Shares] = field(default_factory=dict)
    _cards: int = 0
    _largest: int = 0

    def follow(self, stored: StoredEvent) -> None:
        """An event that cannot be read is passed over here: `verify` says what is wrong with it."""
        with suppress(NotAnEvent, UnknownKind, LookupError, TypeError):
            self._take_in(stored)
        self.version = stored.version

    def _take_in(self, stored: StoredEvent) -> None:
        self._books.follow(stored)
        kind, data = stored.kind, stored.data
        if kind == e.CardDealt.kind or kind == e.HoleRevealed.kind:
            if isinstance(data["card"], str):
                self._cards |= BIT.get(data["card"], 0)
        elif kind == e.WagerSettled.kind:
            money = self._money.setdefault(data["player"], Shares())
            money.wagered += data["stake"]
            money.paid += data["returns"]
            self._largest = max(self._largest, data["stake"], data["returns"])
        elif kind == e.WagerUnwound.kind:
            self._money.setdefault(data["player"], Shares()).undone += data["amount"]
        elif kind == t.RoundStarted.kind:
            self._begin(stored)
        elif kind == e.RoundEnded.kind:
            self._finish(stored)
        elif kind in SHOE_KINDS:
            self.shoes.setdefault(data["shoe"], []).append(stored.version)
            if kind == t.ShoeOpened.kind:
                self._shoe = data["shoe"]
                if self._begun is not None:
                    self._begun = replace(self._begun, dealt_from=(*self._begun.dealt_from, self._shoe))
        elif kind in SEAT_KINDS:
            self._seats = evolve_table(self._seats, event_of(stored))

    def _begin(self, stored: StoredEvent) -> None:
        racks = tuple(
            (account.rpartition("/")[2], amount)
            for account, amount in self._books.balances.items()
            if amount and account.startswith("rack/")
        )
        where = (self.table, stored.data["round"], stored.version, 0, stored.at, 0)
        self._begun = Played(*where, (), 0, 0, (self._shoe,), racks, self._seats.held)
        self._money, self._cards, self._largest = {}, 0, 0

    def _finish(self, stored: StoredEvent) -> None:
        if self._begun is None:
            return
        shares = tuple(
            Share(person, each.wagered, each.paid, each.paid - each.wagered + each.undone)
            for person, each in self._money.items()
        )
        played = replace(
            self._begun,
            last=stored.version,
            ended=stored.at,
            shares=shares,
            cards=self._cards,
            largest=max(self._largest, *(abs(each.net) for each in shares), 0),
        )
        self.rounds.append(played)
        self.numbered[played.number] = played
        self._begun = None
