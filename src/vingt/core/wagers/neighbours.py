"""Wagers on the order of ranks: the player's two cards in sequence, or the up card between them."""

from __future__ import annotations

from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, Options, Outcome, tells_apart
from vingt.core.wagers.runs import ACE_HIGH, PLACE, is_run

SPREADS = {1: "one-card-spread", 2: "two-card-spread", 3: "three-card-spread"}


@tells_apart(suits="")
def in_between(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(3), 1.B(23), the ace and the spread as in reading J-33
    place = ACE_HIGH if options["ace"] == "high" else PLACE
    low, high = sorted(place[card.rank] for card in facts.player)
    up = place[facts.up.rank]
    if low == up == high:
        return "triple-match"
    if not low < up < high:
        return LOSE
    return SPREADS.get(high - low - 1, "all-others")


@tells_apart(suits="")
def house_money(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(11), the ace as in reading J-37
    first, second = facts.player
    suited = first.suit == second.suit
    if suited and {first.rank, second.rank} == {"A", "K"}:
        return "ace-king-suited"
    run = is_run(facts.player, ace_low=options["ace_two_is_straight"] is True)
    if run and suited:
        return "two-card-straight-flush"
    if first.rank == second.rank:
        return "pair"
    return "two-card-straight" if run else LOSE
