"""What a verdict pays: the stake once, meters and wheels as claims, caps shared."""

from fractions import Fraction

import pytest

from tests.proof import clause
from tests.wagers.worked import offer, see
from vingt.core.cards import cards
from vingt.core.cite import Cite
from vingt.core.pays import pay
from vingt.core.rules.offered_wager import PaytableLine
from vingt.core.wagers.judge import WagerVerdict, judge, payout, shared_cap

BJ = "md-blackjack"


def won(*pays: str) -> WagerVerdict:
    return WagerVerdict("line", tuple(PaytableLine("line", pay(each, "main"), Cite()) for each in pays))


@pytest.mark.parametrize(
    ("pays", "stake", "net"),
    [
        (("2 to 1",), 500, 1000),
        (("2.5 to 1",), 500, 1250),
        (("3 to 2",), 1, Fraction(3, 2)),
        (("2 for 1",), 500, 500),
        (("$25",), 500, 2000),
        (("100% of meter",), 500, -500),
        (("wheel spin",), 500, -500),
        (("12 to 1", "3 to 1"), 500, 7500),
        (("10 to 1", "1000 for 1"), 100, 101000),
        (("25 for 1", "25 for 1"), 100, 4900),
        ((), 500, -500),
    ],
)
def test_to_returns_the_stake_once_and_for_does_not(
    pays: tuple[str, ...], stake: int, net: int | Fraction
) -> None:
    assert payout(won(*pays), stake).net == net


def test_a_meter_a_prize_and_a_wheel_are_claims() -> None:
    verdict = won("100% of meter", "wheel spin", "100% of the fixed prize or merchandise")
    paid = payout(verdict, 500)
    assert [claim.kind for claim in paid.claims] == ["meter", "wheel", "prize"]
    assert payout(won("2 to 1"), 500).claims == ()


def test_the_crown_treasure_can_be_paid_alone() -> None:
    facts = see("Kh Qh", "Ks Qs")
    added = judge(offer(BJ, "royal-match-21", "C"), facts)
    alone = judge(offer(BJ, "royal-match-21", "C", crown_treasure="highest_only"), facts)
    assert added is not None
    assert alone is not None
    assert added.outcome == alone.outcome == "crown-treasure"
    assert payout(added, 100).net == 103000
    assert payout(alone, 100).net == 99900


@pytest.mark.parametrize(("treatment", "times"), [("best_hand", 1), ("each_hand", 2)])
def test_bad_beat_pays_the_best_hand_or_each(treatment: str, times: int) -> None:
    hands = (cards("8s Qd 2c"), cards("8d 4c 8h"), cards("8h 9d"))
    facts = see("8s 8d", "As Kd", dealer=cards("As Kd"), finished=hands)
    verdict = judge(offer(BJ, "bad-beat", bad_beat_split=treatment), facts)
    assert verdict is not None
    assert payout(verdict, 100).net == 100 * (10 * times - 1)


def test_a_stake_of_nothing_loses_nothing() -> None:
    verdict = judge(offer(BJ, "buster-free-bonus", "A"), see("9s 7d", "5d"))
    assert verdict is not None
    assert payout(verdict, 0).net == 0


@clause("MD-BJ 13.K")
def test_winners_share_the_cap_in_proportion_to_their_wagers() -> None:
    # $25 and $100 at 1,000 to 1 would be $25,000 and $100,000; the cap is $100,000.
    shares = shared_cap(10_000_000, [2_500, 10_000], [Fraction(2_500_000), Fraction(10_000_000)])
    assert shares == (Fraction(2_000_000), Fraction(8_000_000))
    assert sum(shares) == 10_000_000


def test_nobody_gets_more_than_the_line_pays() -> None:
    wins = (Fraction(100_000), Fraction(200_000))
    assert shared_cap(10_000_000, [100, 200], wins) == wins
    assert shared_cap(300_000, [100, 200], wins) == wins


def test_without_a_cap_nothing_is_shared() -> None:
    wins = (Fraction(1), Fraction(2))
    assert shared_cap(None, [100, 200], wins) == wins
