"""What a finished round is found by, and what a search asks for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple

from vingt.core.cards import DECK
from vingt.live.log.chain import canonical
from vingt.live.table.state import HeldBox

PAGE = 50  # rounds on one page
BIT: dict[str, int] = {str(card): 1 << at for at, card in enumerate(DECK)}


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
    held: tuple[HeldBox, ...]  # boxes when it began

    def share_of(self, person: str) -> Share | None:
        return next((share for share in self.shares if share.person == person), None)

    def as_text(self) -> str:
        return canonical([getattr(self, name) for name in self.__slots__])

    @classmethod
    def from_text(cls, text: str) -> Played:
        table, number, first, last, started, ended, *others = json.loads(text)
        shares, cards, largest, dealt_from, racks, held = others
        return cls(
            table,
            number,
            first,
            last,
            started,
            ended,
            tuple(Share(*share) for share in shares),
            cards,
            largest,
            tuple(dealt_from),
            tuple((person, chips) for person, chips in racks),
            tuple(HeldBox(*box) for box in held),
        )

    @property
    def total(self) -> Share:
        """All players together."""
        wagered, paid = sum(share.wagered for share in self.shares), sum(share.paid for share in self.shares)
        return Share("", wagered, paid, sum(share.net for share in self.shares))


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
class RoundPage:
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
