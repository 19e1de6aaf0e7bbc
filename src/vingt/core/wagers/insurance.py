"""Insurance: that an ace up is half of a natural."""

from __future__ import annotations

from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, WAIT, Options, Outcome, lines_of, tells_apart


@tells_apart(ranks="A | 10 J Q K", suits="", up="A")
def insurance(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 8.B, MD-P21 8.A, MA-P21 11(a), MBS-P 3.12
    natural = facts.dealer_natural
    if natural is None:
        return WAIT
    (dealer_natural,) = lines_of(options)
    return dealer_natural if natural else LOSE


@tells_apart(ranks="A | 10 J Q K", suits="", up="A")
def insurance_suited(facts: Facts, options: Options) -> Outcome:
    # MD-PE21 8.A, 12.A(3) and 12.A(4)
    natural = facts.dealer_natural
    if natural is None:
        return WAIT
    if not natural:
        return LOSE
    assert facts.second is not None
    suited = facts.second.suit == facts.up.suit
    return "dealer-blackjack-suited" if suited else "dealer-blackjack-unsuited"
