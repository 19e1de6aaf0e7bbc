"""Wagers on aces among the first two cards of player and dealer."""

from __future__ import annotations

from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, WAIT, Options, Outcome, tells_apart


@tells_apart(ranks="A", suits="diamonds")
def lucky_aces(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(19), suits as in reading J-40
    if facts.second is None:
        return WAIT
    suits = [card.suit for card in (*facts.player, facts.up, facts.second) if card.rank == "A"]
    suited = len(set(suits)) == 1
    match len(suits):
        case 4:
            return "four-aces"
        case 3:
            return "three-aces-suited" if suited else "three-aces"
        case 2:
            return "two-aces-suited" if suited else "two-aces"
        case 1:
            return "one-ace-of-diamonds" if suits[0] == "diamonds" else "one-ace"
        case _:
            return LOSE
