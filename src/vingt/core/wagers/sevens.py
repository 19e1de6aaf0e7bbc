"""Wagers on sevens among the player's first two cards and the up card."""

from __future__ import annotations

from vingt.core.cards import RED
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, Options, Outcome, tells_apart


@tells_apart(ranks="7", suits="diamonds | hearts")
def blazing_7s(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(18), suited before one colour: reading J-52
    suits = [card.suit for card in (*facts.player, facts.up) if card.rank == "7"]
    if len(suits) < 3:
        return (LOSE, "one-7", "two-7s")[len(suits)]
    if len(set(suits)) == 1:
        in_diamonds = suits[0] == "diamonds"
        return "three-suited-7s-of-diamonds" if in_diamonds else "three-suited-7s-of-hearts-spades-or-clubs"
    one_colour = RED.issuperset(suits) or RED.isdisjoint(suits)
    return "three-7s-of-the-same-color" if one_colour else "three-7s"


@tells_apart(ranks="A | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 J Q K", suits="")
def lucky_lucky(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(12), three cards with the ace 1 or 11: reading J-38
    cards = (*facts.player, facts.up)
    ranks = sorted(card.rank for card in cards)
    suited = "suited" if len({card.suit for card in cards}) == 1 else "unsuited"
    if ranks == ["7", "7", "7"]:
        return f"{suited}-7-7-7"
    if ranks == ["6", "7", "8"]:
        return f"{suited}-6-7-8"
    points = facts.counts.total(cards).points
    if points == 21:
        return f"{suited}-21"
    return f"any-{points}" if points in (19, 20) else LOSE
