"""Follows the stream of one table, from anywhere on, and notes every finished round and every shoe."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from vingt.core.rounds import event as e
from vingt.live.books.round import BIT, Played, Share
from vingt.live.log import events as t
from vingt.live.log.chain import START, StoredEvent
from vingt.live.log.codec import NotAnEvent, event_of
from vingt.live.log.kinds import UnknownKind
from vingt.live.log.store import TABLE
from vingt.live.money.ledger import Ledger
from vingt.live.table.evolve import evolve as evolve_table
from vingt.live.table.state import TableState

SHOE_KINDS = frozenset(
    each.kind for each in (t.ShoeOpened, t.ShoeShuffled, t.SeedGiven, t.CutMade, t.ShoeRevealed)
)
SEAT_KINDS = frozenset((t.SeatTaken.kind, t.SeatLeft.kind, t.BoxShared.kind))


@dataclass(slots=True)
class Shares:
    """A person's money in the round being read."""

    wagered: int = 0
    paid: int = 0
    undone: int = 0


@dataclass(slots=True)
class TableReader:
    """The books are the ledger's own; no rule is known here. What was found waits to be taken."""

    stream: str
    version: int = 0
    hash: str = START
    rounds: int = 0  # how many were found from the start of the stream on
    about_shoes: int = 0  # how many events were
    rounds_over: list[Played] = field(default_factory=list)
    shoes: list[tuple[int, int]] = field(default_factory=list)  # shoe, version of an event about it
    _books: Ledger = field(default_factory=Ledger)
    _seats: TableState = field(default_factory=TableState)
    _shoe: int = 0
    _sides: dict[str, int] = field(default_factory=dict)  # of a double shoe: the number of each side's cards
    _begun: Played | None = None
    _money: dict[str, Shares] = field(default_factory=dict)
    _cards: int = 0
    _largest: int = 0
    _entered: dict[int, tuple[int, int]] = field(default_factory=dict)  # real cards: the two before each
    _over: Played | None = None  # as it began, once it has ended: a card that is corrected opens it again

    def kept(self) -> tuple[Any, ...]:
        """Everything that is needed to read on, once what was found is taken."""
        place = (self.version, self.hash, self.rounds, self.about_shoes)
        under_way = (self._shoe, self._sides, self._begun, self._money, self._cards, self._largest)
        return place, self._books, self._seats.held, (*under_way, self._entered, self._over)

    @classmethod
    def reading_on(cls, stream: str, kept: tuple[Any, ...]) -> TableReader:
        (version, hashed, rounds, about_shoes), books, held, under_way = kept
        seats = TableState(held=held)
        return cls(stream, version, hashed, rounds, about_shoes, [], [], books, seats, *under_way)

    def follow(self, stored: StoredEvent) -> None:
        """An event that cannot be read is passed over here: `verify` says what is wrong with it."""
        with suppress(NotAnEvent, UnknownKind, LookupError, TypeError):
            self._take_in(stored)
        self.version, self.hash = stored.version, stored.hash

    def _take_in(self, stored: StoredEvent) -> None:
        self._books.follow(stored)
        kind, data = stored.kind, stored.data
        if kind in (e.CardDealt.kind, e.HoleRevealed.kind, e.DoubleCardTurned.kind):
            if isinstance(data["card"], str):
                self._cards |= BIT.get(data["card"], 0)
        elif kind == e.HandTurned.kind:
            for card in data["cards"]:
                self._cards |= BIT.get(card, 0)
        elif kind == e.WagerSettled.kind:
            money = self._money.setdefault(data["player"], Shares())
            money.wagered += data["stake"]
            money.paid += data["returns"]
            self._largest = max(self._largest, data["stake"], data["returns"])
        elif kind == e.WagerUnwound.kind:
            self._money.setdefault(data["player"], Shares()).undone += data["amount"]
        elif kind in (t.CardScanned.kind, t.CardSealed.kind):
            self._entered[data["at"]] = self._cards, self._largest
        elif kind == t.ScanCorrected.kind:
            self._cards, self._largest = self._entered.get(data["places"][0], (self._cards, self._largest))
            self._reopen()
        elif kind == t.WagerReopened.kind:
            money = self._money[data["player"]]
            money.wagered -= data["stake"]
            money.paid -= data["returns"]
        elif kind == t.RoundStarted.kind:
            self._begin(stored)
        elif kind == e.RoundEnded.kind:
            self._finish(stored)
        elif kind in SHOE_KINDS:
            self.shoes.append((data["shoe"], stored.version))
            self.about_shoes += 1
            if kind == t.ShoeOpened.kind:
                self._shoe = data["shoe"]
                if data.get("side"):
                    self._sides[data["side"]] = data["shoe"]
                self._deal_from(self._shoe)
        elif kind in (t.DeterminantDrawn.kind, t.SideCorrected.kind):
            self._shoe = self._sides.get(data["side"], self._shoe)
            self._deal_from(data["shoe"], self._shoe)
        elif kind in SEAT_KINDS:
            self._seats = evolve_table(self._seats, event_of(stored))

    def _deal_from(self, *shoes: int) -> None:
        """A round has more than one where the first ran short, and where a card of one side of a double shoe
        says that it comes from the other."""
        if self._begun is not None:
            both = (*self._begun.dealt_from, *shoes)
            self._begun = replace(self._begun, dealt_from=tuple(dict.fromkeys(both)))

    def _begin(self, stored: StoredEvent) -> None:
        racks = tuple(
            (account.rpartition("/")[2], amount)
            for account, amount in self._books.balances.items()
            if amount and account.startswith("rack/")
        )
        where = (self.stream.removeprefix(TABLE), stored.data["round"], stored.version, 0, stored.at, 0)
        shoes = () if self._sides else (self._shoe,)  # which side it is dealt from is not decided yet
        self._begun = Played(*where, (), 0, 0, shoes, racks, self._seats.held)
        self._money, self._cards, self._largest = {}, 0, 0
        self._entered, self._over = {}, None

    def _finish(self, stored: StoredEvent) -> None:
        if self._begun is None:
            return
        shares = tuple(
            Share(person, money.wagered, money.paid, money.paid - money.wagered + money.undone)
            for person, money in self._money.items()
        )
        played = replace(
            self._begun,
            last=stored.version,
            ended=stored.at,
            shares=shares,
            cards=self._cards,
            largest=max(self._largest, *(abs(share.net) for share in shares), 0),
        )
        self.rounds_over.append(played)
        self.rounds += 1
        self._begun, self._over = None, self._begun

    def _reopen(self) -> None:
        """What was found of it is found again when it is over."""
        if self._over is not None:
            self._begun, self._over = self._over, None
            self.rounds -= 1
