"""Royal Match 21 and the Crown Treasure that both hands can make together."""

from __future__ import annotations

from vingt.core.cards import Card
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, WAIT, Options, Outcome, tells_apart

ROYAL = {"K", "Q"}


@tells_apart(ranks="K | Q", suits="")
def royal_match(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(4), 1.B(4), 1.B(15), 1.B(19), both cards together: reading J-34
    first, second = facts.player
    if first.suit != second.suit:
        return LOSE
    if not is_royal(first, second):
        return "suited-match"
    if facts.up.rank not in ROYAL:
        return "royal-match"
    if facts.second is None:
        return WAIT
    return "crown-treasure" if is_royal(facts.up, facts.second) else "royal-match"


def is_royal(first: Card, second: Card) -> bool:
    return first.suit == second.suit and {first.rank, second.rank} == ROYAL


def paid(outcome: str, facts: Facts, options: Options) -> tuple[str, ...]:
    """The Crown Treasure comes on top of the Royal Match (MD-BJ 1.B(4), reading J-34)."""
    if outcome == "crown-treasure" and options["crown_treasure"] == "added":
        return ("royal-match", "crown-treasure")
    return (outcome,)
