"""Upcard Luck 21: a low up card, and a count of the player's that likes it."""

from __future__ import annotations

from vingt.core.cards import cards
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, Options, Outcome, tells_apart

LOW_UP_CARDS = {"2", "3", "4", "5", "6", "7"}
BLACK_JACK = set(cards("As Js"))


@tells_apart(ranks="A | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | J | 10 Q K", suits="spades")
def upcard_luck(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(14), up card and first two cards: reading J-39
    if facts.up.rank not in LOW_UP_CARDS:
        return LOSE
    if set(facts.player) == BLACK_JACK:
        return "ace-spades-and-jack-spades"
    points = facts.counts.total(facts.player).points
    if points == 21:
        return "player-blackjack"
    if points in (9, 10, 11):
        return "player-9-10-or-11"
    return "player-18-19-or-20" if points in (18, 19, 20) else LOSE
