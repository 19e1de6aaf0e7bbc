"""Cards as people type them: 7s 7h, T6, 7 7, 10♠6♥, As,Kd."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from vingt.core.cards import RANKS, SUITS, SYMBOLS, Card, NotACard, Rank, Suit
from vingt.core.rules.table_rules import TableRules

SIGNS: dict[str, Suit] = {
    **{suit[0]: suit for suit in SUITS},
    **{symbol: suit for suit, symbol in SYMBOLS.items()},
    **dict(zip("♧♢♡♤", SUITS, strict=True)),
}
RANK_OF: dict[str, Rank] = {rank: rank for rank in RANKS}
CARD = re.compile(rf"(10|[2-9TJQKA])([{''.join(SIGNS)}]?)\ufe0f?", re.IGNORECASE)


@dataclass(frozen=True)
class TypedCards:
    """`mixed` where a suit was left out: then suits are dealt evenly, so that a hand is of no one suit."""

    cards: tuple[Card, ...]
    mixed: bool


def typed_cards(text: str, rules: TableRules) -> TypedCards:
    """The cards of a text, with or without spaces, commas and suits. `T` is a ten or, in a shoe without
    tens, a court card: charts call all of them T."""
    typed: list[tuple[Rank, Suit | None]] = []
    for word in re.split(r"[\s,]+", text.strip()):
        at = 0
        while at < len(word):
            match = CARD.match(word, at)
            if match is None:
                raise NotACard(f"{word!r} is not a card: write rank and suit, like 7s, 10h, T6, 7 7 or K♣")
            typed.append((rank_of(match[1], rules), SIGNS[match[2].lower()] if match[2] else None))
            at = match.end()
    used = Counter(suit for _, suit in typed if suit is not None)
    cards: list[Card] = []
    for rank, suit in typed:
        cards.append(Card(rank, suit or rarest(rank, cards, used)))
        if suit is None:
            used[cards[-1].suit] += 1
    return TypedCards(tuple(cards), any(suit is None for _, suit in typed))


def rarest(rank: Rank, cards: list[Card], used: Counter[Suit]) -> Suit:
    return min(SUITS, key=lambda suit: (Card(rank, suit) in cards, used[suit]))


def rank_of(typed: str, rules: TableRules) -> Rank:
    if typed.upper() == "T":
        return "J" if "10" in rules.cards.removed_ranks else "10"
    return RANK_OF[typed.upper()]
