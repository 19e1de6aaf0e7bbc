"""Wagers on the dealer's complete hand."""

from __future__ import annotations

from vingt.core.cards import Card
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, WAIT, Options, Outcome, tells_apart

FREE_BONUS_STAKE = 500  # cents on Buster Blackjack: MD-BJ 6.G(16)


@tells_apart(player_cards=0)
def buster(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(15), first two cards counted: reading J-47
    if facts.dealer_natural:
        return LOSE
    if facts.dealer is None:
        return WAIT
    return f"bust-{up_to_eight(facts.dealer)}" if is_bust(facts) else LOSE


@tells_apart(ranks="A | 10 J Q K", suits="")
def buster_free_bonus(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(16), reading J-48
    exactly = options["buster_wager"] == "exactly_5"
    enough = facts.companion_stake >= FREE_BONUS_STAKE
    if not enough or (exactly and facts.companion_stake != FREE_BONUS_STAKE):
        return LOSE
    if not facts.counts.is_natural(facts.player):
        return LOSE
    outcome = buster(facts, options)
    return outcome if outcome in (WAIT, "bust-7-cards", "bust-8-or-more-cards") else LOSE


@tells_apart(player_cards=0)
def hit_and_run(facts: Facts, options: Options) -> Outcome:
    # MD-BJ 6.G(10), busts as in reading J-44
    if facts.dealer_natural:
        return "dealer-blackjack"
    if facts.dealer is None:
        return WAIT
    if len(facts.dealer) < 5 or (is_bust(facts) and not options["busts_count"]):
        return LOSE
    return f"dealer-{up_to_eight(facts.dealer)}"


def is_bust(facts: Facts) -> bool:
    return facts.dealer is not None and facts.counts.total(facts.dealer).points > 21


def up_to_eight(hand: tuple[Card, ...]) -> str:
    return "8-or-more-cards" if len(hand) >= 8 else f"{len(hand)}-cards"
