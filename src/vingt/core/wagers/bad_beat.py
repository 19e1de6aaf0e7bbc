"""Bad Beat: a 20 of the player's, best of all when it is beaten."""

from __future__ import annotations

from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, WAIT, Options, Outcome, tells_apart

NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six"}


@tells_apart(plays_hand=True)
def bad_beat(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(8), 13.B(1) and (2), reading J-42; the drawn bonuses of 13.B(3) and (4) are no matter of cards
    if facts.surrendered:
        return LOSE
    twenties = hands_of_twenty(facts, options)
    if twenties is None:
        return WAIT
    if twenties == 0:
        return LOSE
    if facts.dealer_natural:
        return "player-20-dealer-blackjack"
    if facts.dealer is None:
        return WAIT
    if facts.counts.total(facts.dealer).points != 21:
        return "player-20"
    return f"player-20-dealer-21-with-{NUMBERS.get(len(facts.dealer), 'seven-or-more')}-cards"


def hands_of_twenty(facts: Facts, options: Options) -> int | None:
    """How many of the hands looked at count 20; None while the player still plays them."""
    hands = (facts.player,) if options["hand"] == "initial" else facts.finished
    if hands is None:
        return None
    return sum(facts.counts.total(hand).points == 20 for hand in hands)


def paid(outcome: str, facts: Facts, options: Options) -> tuple[str, ...]:
    """One payment, or one for each hand of 20 where the operator chose so (reading J-42)."""
    if options["split_hands"] == "each_hand":
        return (outcome,) * (hands_of_twenty(facts, options) or 1)
    return (outcome,)
