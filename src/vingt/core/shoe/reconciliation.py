"""What was seen of a physical shoe against the decks it should be: card by card, while it is dealt and when
it is counted at its end (MD-BJ 7.E(1), MA-P21 7(j)(2): to ensure that no cards are missing)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from vingt.core.cards import RANKS, SUITS, Card, Cards
from vingt.core.cite import Cite
from vingt.core.rules.table_rules import TableRules

WhyImpossible = Literal["removed_rank", "one_too_many"]


@dataclass(frozen=True, slots=True)
class ImpossibleCard:
    """A card that these decks cannot hold: the shoe is not what it should be, or the scan is wrong."""

    card: Card
    why: WhyImpossible
    held: int  # how many of it the decks hold
    cite: Cite

    def __str__(self) -> str:
        if self.why == "removed_rank":
            return f"{self.card} cannot be: these decks hold no {self.card.rank}"
        return f"{self.card} cannot be: all {self.held} of it have been seen already"


def impossible(rules: TableRules, seen: Mapping[Card, int], card: Card) -> ImpossibleCard | None:
    """Whether this card, after what was `seen` of the shoe, can be none of its decks."""
    if card.rank in rules.cards.removed_ranks:
        cite = rules.cite("cards.removed_ranks", "irregularity.stray_card")
        return ImpossibleCard(card, "removed_rank", 0, cite)
    if seen.get(card, 0) >= rules.cards.decks:
        return ImpossibleCard(card, "one_too_many", rules.cards.decks, rules.cite("cards.decks"))
    return None


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """`missing` were not seen, `extra` oftener than the decks hold them; `unscanned` cards were counted by
    their backs alone, and may be any of the missing ones."""

    expected: int
    seen: int
    unscanned: int
    missing: Cards
    extra: Cards
    cite: Cite

    @property
    def balance(self) -> int:
        """How many cards more than the decks have, or (below zero) fewer."""
        return self.seen + self.unscanned - self.expected

    @property
    def complete(self) -> bool:
        """Whether nothing says that a card is missing or too many."""
        return not self.extra and self.balance == 0

    @property
    def named(self) -> bool:
        """Whether every missing card is known by name."""
        return self.unscanned == 0

    def words(self) -> tuple[str, ...]:
        counted = f"{self.seen + self.unscanned} of {self.expected} cards"
        if self.complete:
            return (f"{counted}: complete",)
        told = [counted]
        if self.extra:
            told.append(f"too many: {listed(self.extra)}")
        if self.missing and self.named:
            told.append(f"missing: {listed(self.missing)}")
        elif (short := len(self.missing) - self.unscanned) > 0:
            those = "is" if short == 1 else "are"
            told.append(f"{short} {those} missing, among {len(self.missing)} that were not scanned")
        return tuple(told)


def reconcile(
    rules: TableRules, seen: Iterable[Card], unscanned: int = 0, batches: int = 1
) -> Reconciliation:
    """The whole shoe: what was dealt, burned and set aside, and what was left in it. Of a shuffler's two
    `batches`: as many decks again."""
    expected, scanned = Counter(rules.cards.shoe * batches), Counter(seen)
    return Reconciliation(
        expected.total(),
        scanned.total(),
        unscanned,
        in_order(expected - scanned),
        in_order(scanned - expected),
        rules.cite("cards.decks", "cards.removed_ranks", "shoe.cover_card_ends"),
    )


def in_order(counts: Counter[Card]) -> Cards:
    """By suit and rank, as a new deck lies."""
    return tuple(sorted(counts.elements(), key=lambda card: (SUITS.index(card.suit), RANKS.index(card.rank))))


def listed(cards: Cards) -> str:
    """The king of spades once, the 5 of hearts twice: "Ks, 2 × 5h"."""
    counts = Counter(cards)
    return ", ".join(f"{count} × {card}" if count > 1 else str(card) for card, count in counts.items())
