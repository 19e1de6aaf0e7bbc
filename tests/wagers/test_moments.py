"""A wager is decided at the earliest moment at which its cards decide it."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.proof import clause
from tests.wagers.worked import offer, see
from vingt.core.cards import cards
from vingt.core.wagers.judge import judge

BJ = "md-blackjack"


def outcome(
    wager: str,
    player: str,
    shown: str,
    paytable: str | None = None,
    words: Mapping[str, Any] | None = None,
    **more: Any,
) -> str | None:
    verdict = judge(offer(BJ, wager, paytable, **words or {}), see(player, shown, **more))
    return None if verdict is None else verdict.outcome


def test_lucky_ladies_waits_only_with_the_queen_of_hearts_pair_against_an_ace_or_ten() -> None:
    assert outcome("lucky-ladies", "Qh Qh", "As") is None
    assert outcome("lucky-ladies", "Qh Qh", "Ks") is None
    assert outcome("lucky-ladies", "Qh Qh", "7s") == "queen-of-hearts-pair"
    assert outcome("lucky-ladies", "Qs Qs", "As") == "matched-20"
    assert outcome("lucky-ladies", "Qs 2s", "As") == "lose"


def test_the_reader_decides_without_showing_the_hole_card() -> None:
    assert outcome("lucky-ladies", "Qh Qh", "As", no_natural=True) == "queen-of-hearts-pair"
    assert outcome("super-4", "9s 7d", "As", "A", no_natural=True) == "dealer-ace-up-no-blackjack"
    assert outcome("super-4", "9s 7d", "Ks", "A", no_natural=True) == "lose"
    assert outcome("insurance", "9s 7d", "As", no_natural=True) == "lose"


def test_royal_match_waits_only_where_a_crown_is_possible() -> None:
    assert outcome("royal-match-21", "Kh Qh", "Ks", "C") is None
    assert outcome("royal-match-21", "Kh Qh", "As", "C") == "royal-match"
    assert outcome("royal-match-21", "Kh Jh", "Ks", "C") == "suited-match"
    assert outcome("royal-match-21", "Kh Qd", "Ks", "C") == "lose"


def test_super_4_loses_at_once_only_where_no_blackjack_is_possible() -> None:
    assert outcome("super-4", "9s 7d", "5s", "A") == "lose"
    assert outcome("super-4", "9s 7d", "As", "A") is None
    assert outcome("super-4", "9s 7d", "10s", "A") is None


def test_insurance_lucky_aces_and_match_down_wait_for_the_second_card() -> None:
    assert outcome("insurance", "9s 7d", "As") is None
    assert outcome("lucky-aces", "Ks Qd", "Js", "A") is None
    down = offer("md-players-edge-21", "match-down", "A")
    assert judge(down, see("8s 8d", "8c")) is None
    assert judge(offer("md-players-edge-21", "monster-match", "A"), see("8s 8d", "8c")) is None


@clause("MD-BJ 6.G(15)")
def test_buster_waits_for_the_complete_hand_but_not_after_a_blackjack() -> None:
    assert outcome("buster-blackjack", "9s 7d", "Ks", "A") is None
    assert outcome("buster-blackjack", "9s 7d", "Ks 6d", "A") is None
    assert outcome("buster-blackjack", "9s 7d", "Ks Ad", "A") == "lose"
    assert outcome("buster-blackjack", "9s 7d", "Ks 6d", "A", dealer=cards("Ks 6d 9h")) == "bust-3-cards"


@clause("MD-BJ 6.G(10)")
def test_hit_and_run_waits_for_the_complete_hand_but_not_after_a_blackjack() -> None:
    assert outcome("hit-and-run", "9s 7d", "2s 3d") is None
    assert outcome("hit-and-run", "9s 7d", "Ks Ad") == "dealer-blackjack"


@clause("MD-BJ 6.G(16)")
def test_the_free_bonus_is_lost_at_once_without_a_blackjack_or_enough_on_buster() -> None:
    assert outcome("buster-free-bonus", "9s 7d", "2s", "A", companion_stake=500) == "lose"
    assert outcome("buster-free-bonus", "As Kd", "2s", "A", companion_stake=499) == "lose"
    assert outcome("buster-free-bonus", "As Kd", "2s", "A", companion_stake=500) is None
    exactly = {"buster_free_bonus_wager": "exactly_5"}
    assert outcome("buster-free-bonus", "As Kd", "2s", "A", words=exactly, companion_stake=501) == "lose"
    assert outcome("buster-free-bonus", "As Kd", "2s", "A", words=exactly, companion_stake=500) is None


@clause("MD-BJ 6.G(8)")
def test_bad_beat_waits_for_the_hands_it_compares() -> None:
    lost, twenty = (cards("Ks 9d"),), (cards("5s 7d 8h"),)
    assert outcome("bad-beat", "5s 7d", "9s") is None
    assert outcome("bad-beat", "5s 7d", "9s", finished=twenty) is None
    assert outcome("bad-beat", "Ks 9d", "9s", finished=lost) == "lose"
    assert outcome("bad-beat", "Ks Qd", "9s", finished=(cards("Ks Qd"),), surrendered=True) == "lose"
    assert outcome("bad-beat", "5s 7d", "9s", words={"bad_beat_hand": "initial"}) == "lose"
    assert (
        outcome("bad-beat", "Ks Qd", "As Kc", words={"bad_beat_hand": "initial"})
        == "player-20-dealer-blackjack"
    )


def test_bonus_spin_xtreme_may_end_early_when_six_and_ten_are_impossible() -> None:
    def ended(early: bool, dealer: str) -> str | None:
        wager = offer("ma-pontoon-21", "bonus-spin-xtreme-16", bsx_early_end_when_impossible=early)
        verdict = judge(wager, see("9s 7d", dealer))
        return None if verdict is None else verdict.outcome

    assert ended(True, "5s") == "lose"
    assert ended(True, "6s") is None
    assert ended(True, "Ks") is None
    assert ended(False, "5s") is None
    assert ended(False, "5s Kd") == "lose"
    # Maryland's has no such option and waits for the second card.
    assert judge(offer("md-pontoon-21", "bonus-spin-xtreme"), see("9s 7d", "5s")) is None


@pytest.mark.parametrize("player", ["As Kd", "As 2d", "Ks Qd"])
def test_the_ace_trigger_of_bonus_spin_needs_no_blackjack(player: str) -> None:
    triggered = outcome("bonus-spin", player, "5s", "A", words={"bonus_spin_trigger": "ace"})
    assert triggered == ("trigger" if "A" in player else "lose")


def test_must_hit_is_never_decided_by_cards() -> None:
    assert outcome("must-hit", "As Ks", "Ad Kd", dealer=cards("Ad Kd")) is None
