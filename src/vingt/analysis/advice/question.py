"""The hand that advice is asked about: its cards, and what was done with it before."""

from __future__ import annotations

from dataclasses import dataclass

from vingt.analysis.advice.hand import Advice, NotAHand, advise, total_words
from vingt.analysis.advice.split_hand import played_advice
from vingt.analysis.chart.rows import TIMES
from vingt.core.cards import Card
from vingt.core.rounds.result import counts_of
from vingt.core.rules.table_rules import TableRules
from vingt.core.typed_cards import typed_cards


@dataclass(frozen=True)
class AskedHand:
    hand: tuple[Card, ...]
    up: Card
    seen: tuple[Card, ...] = ()
    doubled: int = 0
    split_hands: int = 1
    mixed: bool = False  # suits were left out, and are taken as mixed

    @classmethod
    def read(
        cls, rules: TableRules, hand: str, up: str, seen: str = "", doubled: int = 0, split_hands: int = 1
    ) -> AskedHand:
        held, ups = typed_cards(hand, rules), typed_cards(up, rules)
        if len(ups.cards) != 1:
            raise NotAHand(f"the up card {up!r}: the dealer shows one card, like 7d")
        if doubled < 0 or split_hands < 1:
            raise NotAHand("a hand is doubled 0 times or more, and is one of 1 hand or more")
        gone = typed_cards(seen, rules).cards
        return cls(held.cards, ups.cards[0], gone, doubled, split_hands, held.mixed)

    @property
    def played(self) -> bool:
        return self.doubled > 0 or self.split_hands > 1

    def total(self, rules: TableRules) -> str:
        """The hand in words; an ace and a ten of a split are 21 and no natural."""
        if self.played and counts_of(rules).is_natural(self.hand):
            return "soft 21"
        return total_words(rules, self.hand)

    def history(self) -> str:
        told = [f"doubled {TIMES[min(self.doubled, len(TIMES)) - 1]}"] if self.doubled else []
        told += [f"one of {self.split_hands} hands of a split"] if self.split_hands > 1 else []
        return ", ".join(told)


def answered(rules: TableRules, asked: AskedHand, wager: int | None) -> list[Advice]:
    if asked.played:
        return played_advice(
            rules, asked.hand, asked.up, asked.seen, doubles=asked.doubled, hands=asked.split_hands
        )
    return advise(rules, asked.hand, asked.up, asked.seen, wager)
