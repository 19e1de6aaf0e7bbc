"""Wagers that the player's first two cards match a card of the dealer's in rank."""

from __future__ import annotations

from vingt.core.cards import Card
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, WAIT, Options, Outcome, lines_of, tells_apart

SAME_SUIT, OTHER_SUIT = "match-same-suit", "match-different-suit"

# Both forms of paytable name the same five results: the cards that match, suited before unsuited.
RESULTS = {
    (SAME_SUIT, SAME_SUIT): "2-suited",
    (SAME_SUIT, OTHER_SUIT): "1-suited-1-unsuited",
    (SAME_SUIT,): "1-suited",
    (OTHER_SUIT, OTHER_SUIT): "2-unsuited",
    (OTHER_SUIT,): "1-unsuited",
    (): LOSE,
}
MATCHES = {outcome: matches for matches, outcome in RESULTS.items()}


@tells_apart(ranks="", suits="")
def match_up_card(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(2), MD-P21 7.F(1), MD-PE21 6.G(1), MA-P21 6(a)
    return matched(facts.player, facts.up)


@tells_apart(ranks="", suits="")
def match_hole_card(facts: Facts, options: Options) -> Outcome:
    # MD-PE21 6.G(2)
    return WAIT if facts.second is None else matched(facts.player, facts.second)


def matched(player: tuple[Card, ...], target: Card) -> Outcome:
    # J, Q and K match their own rank only: MD-PE21 7.F(1)(b), readings J-32 and I-85
    matching = [card for card in player if card.rank == target.rank]
    suited = sum(card.suit == target.suit for card in matching)
    return RESULTS[(SAME_SUIT,) * suited + (OTHER_SUIT,) * (len(matching) - suited)]


def paid(outcome: str, facts: Facts, options: Options) -> tuple[str, ...]:
    """Where a paytable prints odds for each matching card, every match is paid (reading I-86)."""
    return MATCHES[outcome] if SAME_SUIT in lines_of(options) else (outcome,)
