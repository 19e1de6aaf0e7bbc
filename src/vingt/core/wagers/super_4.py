"""Super 4: a four-card hand made with the dealer's blackjack."""

from __future__ import annotations

from collections import Counter

from vingt.core.cards import RED, Suit
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, WAIT, Options, Outcome, lines_of, tells_apart

ACE_TO_JACK = {"A", "K", "Q", "J"}


@tells_apart(ranks="A | 10 | J Q K")
def super_4(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(13), hands as in reading J-45
    natural = facts.dealer_natural
    if natural is None:
        return WAIT
    if not natural:
        return "dealer-ace-up-no-blackjack" if facts.up.rank == "A" else LOSE
    assert facts.second is not None
    four = (*facts.player, facts.up, facts.second)
    suits = {card.suit for card in four}
    ranks = Counter(card.rank for card in four)
    alike = sorted(ranks.values())
    if ranks.keys() == ACE_TO_JACK and len(suits) == 1:
        return royal_flush(suits.pop(), options)
    if alike[-1] == 3:
        return "three-of-a-kind"
    if ranks.keys() == ACE_TO_JACK:
        return "straight"
    if len(suits) == 1:
        return "flush"
    if alike == [2, 2]:
        return "two-pair"
    if suits <= RED:
        return "four-red-cards"
    if suits.isdisjoint(RED):
        return "four-black-cards"
    return "pair" if alike[-1] == 2 else "any-hand"


def royal_flush(suit: Suit, options: Options) -> Outcome:
    """Tables A to C name the diamonds, table D a suit that the operator chooses (MD-BJ 13.H)."""
    if "royal-flush-in-the-chosen-suit" in lines_of(options):
        chosen = suit == options["suit"]
        return "royal-flush-in-the-chosen-suit" if chosen else "royal-flush-in-any-other-suit"
    return "royal-flush-of-diamonds" if suit == "diamonds" else "royal-flush-of-hearts-spades-or-clubs"
