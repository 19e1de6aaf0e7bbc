"""Wagers that the player's first two cards count 20."""

from __future__ import annotations

from vingt.core.cards import Card, card
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, WAIT, Options, Outcome, tells_apart

QUEEN_OF_HEARTS, KING_OF_SPADES = card("Qh"), card("Ks")


@tells_apart(ranks="A | 9 | Q | 10 J K", suits="hearts")
def lucky_ladies(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(1), 1.B(1), (13), (21)
    if facts.counts.total(facts.player).points != 20:
        return LOSE
    if all(card == QUEEN_OF_HEARTS for card in facts.player):
        return with_dealer_natural("queen-of-hearts-pair", facts)
    if identical(facts.player):
        return "matched-20"
    return "suited-20" if one_suit(facts.player) else "any-20"


@tells_apart(ranks="A | 9 | K | 10 J Q", suits="spades")
def kings_bounty(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(6), ladder as in reading J-31
    if facts.counts.total(facts.player).points != 20:
        return LOSE
    kings = all(card.rank == "K" for card in facts.player)
    if all(card == KING_OF_SPADES for card in facts.player):
        return with_dealer_natural("king-of-spades-pair", facts)
    if identical(facts.player):
        return "suited-kings-pair" if kings else "suited-queens-jacks-or-10s-pair"
    if one_suit(facts.player):
        return "suited-20"
    return "pair-of-kings" if kings else "any-20"


def with_dealer_natural(pair: str, facts: Facts) -> Outcome:
    natural = facts.dealer_natural
    if natural is None:
        return WAIT
    return f"{pair}-and-dealer-blackjack" if natural else pair


def identical(cards: tuple[Card, ...]) -> bool:
    return len(set(cards)) == 1


def one_suit(cards: tuple[Card, ...]) -> bool:
    return len({card.suit for card in cards}) == 1
