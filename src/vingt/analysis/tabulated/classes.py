"""Finished hands that the rules do not tell apart are one class; what a class gets is asked of the engine
once, and read from here by the exact analysis and by the simulation."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from vingt.analysis.tabulated.dealer import NATURAL, Ending, dealer_endings
from vingt.analysis.tabulated.finals import Final, settle
from vingt.analysis.tabulated.played_round import HandPath
from vingt.analysis.tabulated.rights import surrenders
from vingt.core.cards import RANKS, Card, Rank
from vingt.core.rounds.result import bonus_line, is_natural, is_super_bonus, total_of
from vingt.core.rounds.state import Hand
from vingt.core.rules.table_rules import TableRules


class UpKind(NamedTuple):
    """What about the up card decides what a hand gets."""

    checked: bool  # the dealer has looked for a natural
    possible: bool  # the dealer may have one
    listed: bool  # the rulebook settles naturals and surrenders against it in their own way

    @property
    def late(self) -> bool:
        """Whether a natural may turn up after the players have acted."""
        return self.possible and not self.checked


class Special(NamedTuple):
    """What about a standing hand decides its payment."""

    two_cards: bool
    points: int
    natural: bool
    line: str
    super_bonus: bool  # against the right up card


NOTHING_SPECIAL = Special(False, 0, False, "", False)
SWITCHED_21 = "switched 21"  # how an ace and a ten end that a switch brought together


class ClassKey(NamedTuple):
    """Everything that decides what a finished hand gets."""

    points: int
    two_cards: bool
    split: bool
    doubles: int
    natural: bool
    line: str
    super_bonus: bool
    ending: str  # "stood", "over", "rescued", "surrendered", "even money", SWITCHED_21
    up: UpKind


def up_kind(rules: TableRules, up: Rank) -> UpKind:
    possible = NATURAL in dealer_endings(rules, Card(up, "clubs"))
    return UpKind(rules.dealer.looks_under(up), possible, up in rules.dealer.checked_up_cards)


def up_kinds(rules: TableRules) -> dict[UpKind, tuple[Rank, ...]]:
    """The up cards of each kind in this shoe."""
    ranks_of: dict[UpKind, tuple[Rank, ...]] = {}
    for rank in RANKS:
        if rank not in rules.cards.removed_ranks:
            kind = up_kind(rules, rank)
            ranks_of[kind] = (*ranks_of.get(kind, ()), rank)
    return ranks_of


def look_at(rules: TableRules, hand: Hand) -> Special:
    line = bonus_line(rules, hand)
    up = Card(rules.super_bonus.dealer_up_card, "spades") if rules.super_bonus else None
    return Special(
        len(hand.cards) == 2,
        total_of(rules, hand).points,
        is_natural(rules, hand),
        line.outcome if line is not None else "",
        is_super_bonus(rules, hand, up),
    )


def class_key(
    special: Special, ending: str, up: UpKind, *, split: bool, doubles: int, super_up: bool
) -> ClassKey:
    return ClassKey(
        special.points,
        special.two_cards,
        split,
        doubles,
        special.natural,
        special.line,
        special.super_bonus and super_up,
        ending,
        up,
    )


@dataclass
class Settlements:
    """What each class of finished hands gets at one table for one stake, asked when it is first wanted."""

    rules: TableRules
    stake: int
    ups: dict[UpKind, tuple[Rank, ...]]
    known: dict[ClassKey, Final] = field(default_factory=dict)

    def final(self, key: ClassKey, path: HandPath) -> Final:
        """`path` is one way to end so, if the class was not asked for before."""
        if key not in self.known:
            self.known[key] = settle(self.rules, self.stake, path, self.dealers(key, path))
        return self.known[key]

    def dealers(self, key: ClassKey, path: HandPath) -> dict[Ending, tuple[Card, ...]]:
        """A dealer's hand for each ending that some up card of this kind can reach."""
        hand_of_ending: dict[Ending, tuple[Card, ...]] = {}
        for rank in self.ups[key.up]:
            up = Card(rank, "clubs")
            hand = Hand(path.cards, from_split=key.split, doubles=key.doubles)
            if is_super_bonus(self.rules, hand, up) != key.super_bonus or not self.may_end(key.ending, rank):
                continue
            for ending, cards in dealer_endings(self.rules, up).items():
                hand_of_ending.setdefault(ending, cards)
        return hand_of_ending

    def may_end(self, ending: str, up: Rank) -> bool:
        if ending == "even money":
            return up in self.exchanging
        return ending != "surrendered" or surrenders(self.rules, up)

    @property
    def exchanging(self) -> tuple[Rank, ...]:
        """The up cards against which a natural may be exchanged for even money."""
        offered = self.rules.insurance.even_money and self.rules.pays.even_money is not None
        return self.rules.insurance.up_cards if offered else ()


@lru_cache(maxsize=64)
def settlements(rules: TableRules, stake: int) -> Settlements:
    return Settlements(rules, stake, up_kinds(rules))
