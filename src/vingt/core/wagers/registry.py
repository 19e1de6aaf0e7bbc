"""Every evaluator, by the name the rulebooks' data call it. A new wager is one line here."""

from __future__ import annotations

from collections.abc import Callable

from vingt.core.wagers import (
    aces,
    bad_beat,
    dealer_hand,
    insurance,
    match,
    neighbours,
    pairs,
    poker,
    royal,
    sevens,
    super_4,
    triggers,
    twenty,
    upcard,
)
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import Evaluator, Options

# When a wager is settled is in the data ("settles"); an evaluator that is asked too early answers WAIT.
EVALUATORS: dict[str, Evaluator] = {
    "21-plus-3": poker.twenty_one_plus_3,
    "bad-beat": bad_beat.bad_beat,
    "bet-the-set": pairs.bet_the_set,
    "blazing-7s": sevens.blazing_7s,
    "bonus-spin": triggers.bonus_spin,
    "buster": dealer_hand.buster,
    "buster-free-bonus": dealer_hand.buster_free_bonus,
    "dealer-six-and-ten": triggers.dealer_six_and_ten,
    "hit-and-run": dealer_hand.hit_and_run,
    "house-money": neighbours.house_money,
    "in-between": neighbours.in_between,
    "insurance": insurance.insurance,
    "insurance-suited": insurance.insurance_suited,
    "kings-bounty": twenty.kings_bounty,
    "lucky-aces": aces.lucky_aces,
    "lucky-ladies": twenty.lucky_ladies,
    "lucky-lucky": sevens.lucky_lucky,
    "match-hole-card": match.match_hole_card,
    "match-up-card": match.match_up_card,
    "monster-match": pairs.monster_match,
    "pair": pairs.pair,
    "player-natural": triggers.player_natural,
    "random-winner": triggers.random_winner,
    "royal-match": royal.royal_match,
    "super-4": super_4.super_4,
    "super-match": pairs.super_match,
    "three-card-poker": poker.three_card_poker,
    "top-3": poker.top_3,
    "trilux": poker.trilux,
    "upcard-luck": upcard.upcard_luck,
}

# An outcome pays the line of its own name; these few pay several lines, or the same one more than once.
PAID: dict[str, Callable[[str, Facts, Options], tuple[str, ...]]] = {
    "bad-beat": bad_beat.paid,
    "match-hole-card": match.paid,
    "match-up-card": match.paid,
    "royal-match": royal.paid,
}
