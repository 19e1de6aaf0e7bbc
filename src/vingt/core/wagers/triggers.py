"""Wagers that cards only trigger: a wheel is spun for the prize, or a winner is drawn."""

from __future__ import annotations

from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, TRIGGER, WAIT, Options, Outcome, tells_apart


@tells_apart(ranks="A | 10 J Q K", suits="")
def player_natural(facts: Facts, options: Options) -> Outcome:
    # MD-P21 6.G(2), first two cards only: reading I-106
    return TRIGGER if facts.counts.is_natural(facts.player) else LOSE


@tells_apart(ranks="A | 10 J Q K", suits="")
def bonus_spin(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(17), which of its limbs as in reading J-49
    if options["trigger"] == "ace":
        return TRIGGER if any(card.rank == "A" for card in facts.player) else LOSE
    return player_natural(facts, options)


@tells_apart(ranks="6 | 10 J Q K", suits="")
def dealer_six_and_ten(facts: Facts, options: Options) -> Outcome:
    # MD-P21 6.G(3), MA-P21 16(b), either order: reading I-107
    if facts.second is None:
        possible = facts.up.rank == "6" or facts.counts.is_ten_value(facts.up.rank)
        return WAIT if possible or not options.get("early_end_when_impossible", False) else LOSE
    ranks = {facts.up.rank, facts.second.rank}
    ten_value = any(facts.counts.is_ten_value(rank) for rank in ranks)
    return TRIGGER if "6" in ranks and ten_value else LOSE


@tells_apart(ranks="", suits="")
def random_winner(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 13.T: no card decides it, reading J-46
    return WAIT
