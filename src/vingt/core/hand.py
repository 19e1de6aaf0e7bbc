"""What a hand counts: the one place where cards become points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from vingt.core.cards import COURTS, RANKS, Card, Rank


@dataclass(frozen=True, slots=True)
class Total:
    points: int
    soft: bool

    def __str__(self) -> str:
        return f"soft {self.points}" if self.soft else str(self.points)


@dataclass(frozen=True)
class RankPoints:
    """The points of each rank. An ace counts `ace_high` unless that would take the hand past 21."""

    court: int = 10
    ace_high: int = 11
    ace_low: int = 1

    def points(self, rank: Rank) -> int:
        """The points of a rank, an ace at its low value."""
        return _points(self)[rank]

    def total(self, cards: Iterable[Card], low_aces: int = 0) -> Total:
        """The best total not over 21; the first `low_aces` aces always count low (MBS-P 3.17.2)."""
        points = _points(self)
        hard = aces = 0
        for card in cards:
            hard += points[card.rank]
            aces += card.rank == "A"
        lift = self.ace_high - self.ace_low
        if aces > low_aces and hard + lift <= 21:
            return _total(hard + lift, True)
        return _total(hard, False)

    def is_ten_value(self, rank: Rank) -> bool:
        return rank != "A" and self.points(rank) == 10

    def is_natural(self, cards: Iterable[Card]) -> bool:
        """Ace and ten-value card, two cards in all."""
        ranks = [card.rank for card in cards]
        if len(ranks) != 2 or "A" not in ranks:
            return False
        return any(self.is_ten_value(rank) for rank in ranks)


@cache  # there are few, and they are asked for in every step of every round
def _total(points: int, soft: bool) -> Total:
    return Total(points, soft)


@cache
def _points(counts: RankPoints) -> dict[Rank, int]:
    points: dict[Rank, int] = {}
    for rank in RANKS:
        if rank == "A":
            points[rank] = counts.ace_low
        elif rank in COURTS:
            points[rank] = counts.court
        else:
            points[rank] = int(rank)
    return points


STANDARD = RankPoints()
