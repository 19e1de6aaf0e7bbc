"""Cards as they are entered at a table with real cards: by letters, by the number pad, or by a reader.

    Ks 10h KS,10H *KS*   letters, apart or run together, as barcodes have them too
    7+ 0- 1/             number pad, two keys a card: 1 is the ace, 2 to 9, 0 the ten, then the suit
    +1 +2 +3             court cards have the suit first: jack, queen, king

On the number pad / is clubs, * diamonds, - hearts and + spades.
"""

from __future__ import annotations

import re

from vingt.core.cards import SUITS, SYMBOLS, Card, Cards, NotACard, Rank, Suit

LETTERS: dict[str, Suit] = {
    **{suit[0].upper(): suit for suit in SUITS},
    **{symbol: suit for suit, symbol in SYMBOLS.items()},
}
PAD_SUITS: dict[str, Suit] = dict(zip("/*-+", SUITS, strict=True))
PAD_RANKS: dict[str, Rank] = {"1": "A", "0": "10"}
NUMBERS: dict[str, Rank] = {"2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7", "8": "8", "9": "9"}
NAMED: dict[str, Rank] = {**NUMBERS, "A": "A", "T": "10", "10": "10", "J": "J", "Q": "Q", "K": "K"}
COURT: dict[str, Rank] = {"1": "J", "2": "Q", "3": "K"}
LETTERED = re.compile(rf"(10|[2-9ATJQK])([{''.join(LETTERS)}])\ufe0f?")
PAD = re.compile(r"([0-9])([/*\-+])|([/*\-+])([1-3])")
BARCODE = re.compile(r"\*([0-9A-Z♣♦♥♠]+)\*")
MOST = 500  # cards in one entry: more than any shoe


def scanned_cards(text: str) -> Cards:
    """All cards of an entry, in order; NotACard says what cannot be read."""
    cards: list[Card] = []
    for word in re.split(r"[\s,;|]+", text.strip().upper()):
        if coded := BARCODE.fullmatch(word):
            word = coded[1]
        at = 0
        while at < len(word):
            if match := LETTERED.match(word, at):
                cards.append(Card(NAMED[match[1]], LETTERS[match[2]]))
            elif match := PAD.match(word, at):
                cards.append(pad_card(*match.groups()))
            else:
                raise NotACard(f"{word[:20]!r} is no card: enter it like KS, 10H, 7+ or +3")
            at = match.end()
    if len(cards) > MOST:
        raise NotACard(f"{len(cards)} cards at once are more than any shoe holds")
    return tuple(cards)


def pad_card(digit: str | None, suit: str | None, court_suit: str | None, court: str | None) -> Card:
    if digit is not None and suit is not None:
        rank = PAD_RANKS.get(digit) or NUMBERS[digit]
        return Card(rank, PAD_SUITS[suit])
    assert court_suit is not None
    assert court is not None
    return Card(COURT[court], PAD_SUITS[court_suit])
