"""Three-card poker hands of the player's first two cards and the dealer's up card."""

from __future__ import annotations

from vingt.core.cards import Card
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, Options, Outcome, tells_apart
from vingt.core.wagers.runs import is_run


@tells_apart(suits="")
def three_card_poker(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(9), the ace as in reading J-36
    return poker_hand(three(facts), ace_high=options["ace"] == "high_and_low") or LOSE


@tells_apart(suits="")
def trilux(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(22)
    return poker_hand(three(facts)) or LOSE


@tells_apart(suits="")
def twenty_one_plus_3(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(20), ladder of 13.V as in reading J-53
    cards = three(facts)
    hand = poker_hand(cards)
    if hand != "three-of-a-kind":
        return hand or LOSE
    if not is_suited(cards):
        return "three-of-a-kind-offsuit"
    return "three-of-a-kind-aces-suited" if cards[0].rank == "A" else "three-of-a-kind-suited"


@tells_apart(suits="")
def top_3(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(21), the ace as in reading J-36
    cards = three(facts)
    hand = poker_hand(cards, ace_high=options["ace"] == "high_and_low")
    if hand == "three-of-a-kind":
        return "three-of-a-kind-suited" if is_suited(cards) else "three-of-a-kind"
    return "straight-flush" if hand == "straight-flush" else LOSE


def three(facts: Facts) -> tuple[Card, ...]:
    return (*facts.player, facts.up)


def poker_hand(cards: tuple[Card, ...], *, ace_high: bool = True) -> str | None:
    """The best of MD-BJ 1.B(7), (17), (18) and (22) that three cards make."""
    if len({card.rank for card in cards}) == 1:
        return "three-of-a-kind"
    run, suited = is_run(cards, ace_high=ace_high), is_suited(cards)
    if run and suited:
        return "straight-flush"
    if run:
        return "straight"
    return "flush" if suited else None


def is_suited(cards: tuple[Card, ...]) -> bool:
    return len({card.suit for card in cards}) == 1
