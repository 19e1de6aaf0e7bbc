"""What a submission may say of meters, wheels and triggers, and what it may not."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.progressive.tables import LINKED, SUPER_4, XTREME_16, meters_of, table
from tests.proof import checked
from vingt.core.cards import SUITS, card, cards
from vingt.core.rules.resolve import NotAllowed
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.judge import judge

LAW = '\n[wagers.must-hit.trigger]\n"250-500" = 1\n"500-1000" = 3\n'


def problem(rulebook: str, text: str) -> str:
    with pytest.raises(NotAllowed) as refused:
        table(rulebook, text)
    return str(refused.value)


def test_a_trigger_has_bands_from_reset_to_maximum() -> None:
    wager = table("md-blackjack", SUPER_4 + LAW)[2].wager("must-hit")
    assert wager is not None
    assert wager.trigger_law == ((25_000, 50_000, 1), (50_000, 100_000, 3))
    assert "without a gap" in problem("md-blackjack", SUPER_4 + LAW.replace("500-1000", "600-1000"))
    assert "not a band" in problem("md-blackjack", SUPER_4 + LAW.replace("= 3", "= -3"))
    assert "not a band" in problem("md-blackjack", SUPER_4 + LAW.replace("250-500", "low"))
    no_meter = SUPER_4 + LAW.replace("must-hit", "super-4")
    assert "no must-hit meter" in problem("md-blackjack", no_meter)


def test_a_must_hit_meter_starts_below_its_maximum() -> None:
    assert "never hit" in problem("md-blackjack", SUPER_4.replace("initial = 250", "initial = 1000"))


def test_a_linked_meter_has_a_name() -> None:
    wager = table("md-blackjack", LINKED)[2].wager("hit-and-run")
    assert wager is not None
    assert wager.meters[0].linked == "pool"
    assert "no name for a meter" in problem("md-blackjack", LINKED.replace('"pool"', '"A pool!"'))


@checked("MD-BJ 13.G(1)")
def test_a_reserve_is_a_second_rate_that_leaves_the_first_its_part() -> None:
    wager = table("md-blackjack", LINKED)[2].wager("hit-and-run")
    assert wager is not None
    assert (wager.meters[0].rate, wager.meters[0].reserve) == (Fraction(1, 7), Fraction(1, 11))
    for reserve, fits in (('"6/7"', True), ('"7/8"', False), ("-0.1", False), ('"much"', False)):
        text = LINKED.replace('reserve = "1/11"', f"reserve = {reserve}")
        if fits:
            assert table("md-blackjack", text)[2].identity != table("md-blackjack", LINKED)[2].identity
        else:
            assert "not a rate of progression" in problem("md-blackjack", text)


def test_linking_a_meter_leaves_the_rules_the_same() -> None:
    alone = table("md-blackjack", LINKED.replace('linked = "pool"\n', ""))[2]
    assert alone.identity == table("md-blackjack", LINKED)[2].identity


def test_wheels_of_section_16_are_amounts_with_weights() -> None:
    assert "no prize" in problem("ma-pontoon-21", XTREME_16.replace('"$50" = 1', '"car" = 1'))
    assert "not a weight" in problem("ma-pontoon-21", XTREME_16.replace('"$50" = 1', '"$50" = 1.5'))
    idle = XTREME_16.replace('"$50" = 1', '"$50" = 0').replace('"$25" = 3', '"$25" = 0')
    assert "never stops" in problem("ma-pontoon-21", idle)
    inner = SUPER_4 + '[wagers.super-4.community_wheel]\n"$5" = 1\n'
    assert "no wheel of its own" in problem("md-blackjack", inner)


def test_the_must_hit_meter_of_section_16_may_be_left_out() -> None:
    without, _, _ = XTREME_16.partition('[wagers.bonus-spin-xtreme-16.meters."must hit"]')
    wager = table("ma-pontoon-21", without)[2].wager("bonus-spin-xtreme-16")
    assert wager is not None
    assert wager.meters == ()


@checked("MA-P21 16(a)#3")
@pytest.mark.parametrize("stake", ["4", "5.01", "10"])
def test_xtreme_16_takes_five_dollars_and_nothing_else(stake: str) -> None:
    text = f"{XTREME_16}\n[wagers.bonus-spin-xtreme-16]\nstake = "
    wager = table("ma-pontoon-21", XTREME_16)[2].wager("bonus-spin-xtreme-16")
    assert wager is not None
    assert wager.stake.exact == (500,)
    assert "16(a)#3" in problem("ma-pontoon-21", text + stake)


WHEEL_A = """
[wagers.bonus-spin]
paytable = "{0}"
stake = {1}
prize = 10000
[wagers.bonus-spin.wheel]
jackpot-symbol = 1
usd-50-symbol = 9
"""


@checked("MD-BJ 6.G(17)")
def test_an_ace_triggers_bonus_spin_only_where_its_prizes_are_small() -> None:
    for stake in ("1", "5"):
        rules = table("md-blackjack", WHEEL_A.format("A", stake))[2]
        offer = rules.wager("bonus-spin")
        assert offer is not None
        assert offer.option("trigger") == "blackjack"
    assert "bonus-spin" in problem("md-blackjack", WHEEL_A.format("A", 2))
    ace = 'bonus_spin_trigger = "ace"\n'
    offer = table("md-blackjack", ace + WHEEL_A.format("A", 5))[2].wager("bonus-spin")
    assert offer is not None
    hands = {"Ah 5c": ("trigger", "lose"), "Ah Kc": ("trigger", "trigger"), "9h Kc": ("lose", "lose")}
    for hand, (by_ace, by_natural) in hands.items():
        facts = Facts(cards(hand), card("2s"))
        for trigger, outcome in (("ace", by_ace), ("blackjack", by_natural)):
            judged = judge(replace(offer, options=(("trigger", trigger),)), facts)
            assert judged is not None
            assert judged.outcome == outcome, (hand, trigger)
    assert "J-49" in problem("md-blackjack", ace + WHEEL_A.format("D", 5))
    assert '"blackjack" or "ace"' in problem(
        "md-blackjack", 'bonus_spin_trigger = "king"\n' + WHEEL_A.format("A", 5)
    )


SUPER_4_D = '[wagers.super-4]\npaytable = "D"\n' + "".join(
    f"[wagers.super-4.meters.{name}]\ninitial = {reset}\nreset = {reset}\nrate = 0.02\n"
    for name, reset in (("star", 50_000), ("spade", 5_000), ("heart", 500), ("diamond", 300))
)


@checked("MD-BJ 13.H(4)(a)")
@pytest.mark.parametrize("suit", SUITS)
def test_the_star_meter_is_for_the_suit_that_the_submission_chose(suit: str) -> None:
    offer = table("md-blackjack", f'super_4_suit = "{suit}"\n{SUPER_4_D}')[2].wager("super-4")
    assert offer is not None
    for other in SUITS:
        player, dealer = cards(f"Q{other[0]} J{other[0]}"), cards(f"A{other[0]} K{other[0]}")
        judged = judge(offer, Facts(player, dealer[0], dealer[1]))
        assert judged is not None
        assert [line.pays.meter for line in judged.lines] == ["star" if other == suit else "spade"]
    assert "super_4_suit" in problem("md-blackjack", f'super_4_suit = "stars"\n{SUPER_4_D}')


@checked("MD-BJ 1.B(11)", "MD-BJ 1.B(12)")
@pytest.mark.parametrize("option", ["magic_card", "lucky_player"])
def test_drawn_bonuses_need_a_rate_from_nothing_to_always(option: str) -> None:
    other = {"magic_card": "lucky_player", "lucky_player": "magic_card"}[option]
    bad_beat = meters_of(
        "bad-beat", "only", 5000, more=f"bad_beat_{other}_rate = 0\nbad_beat_{option}_rate = "
    )
    for rate in ("0", "0.5", "1"):
        offer = table("md-blackjack", bad_beat.replace("_rate = \n", f"_rate = {rate}\n"))[2].wager(
            "bad-beat"
        )
        assert offer is not None
        assert offer.option(f"{option}_rate") == Fraction(rate)
    for rate in ("1.01", "-0.1"):
        assert f"bad_beat_{option}_rate" in problem(
            "md-blackjack", bad_beat.replace("_rate = \n", f"_rate = {rate}\n")
        )
    without = bad_beat.replace(f"bad_beat_{option}_rate = \n", "")
    assert f"bad_beat_{option}_rate" in problem("md-blackjack", without)


@checked("MA-P21 16(j)(1)", "MA-P21 16(o)#1")
@pytest.mark.parametrize(
    ("rulebook", "text", "key", "values"),
    [
        ("ma-pontoon-21", XTREME_16, "bsx_community_with_hot_spot", ("true", "false")),
        ("ma-pontoon-21", XTREME_16, "wheel_prize_returns_stake", ("true", "false")),
    ],
)
def test_a_choice_of_the_wheel_is_one_of_its_words(
    rulebook: str, text: str, key: str, values: tuple[str, ...]
) -> None:
    taken = {table(rulebook, f"{key} = {value}\n{text}")[2].identity for value in values}
    assert len(taken) == len(values), "each of them plays otherwise"
    assert key in problem(rulebook, f'{key} = "perhaps"\n{text}')


@checked("MD-P21 12.D(7)", "MD-BJ 13.Q(4)#3")
def test_winners_share_a_meter_only_where_the_reading_is_accepted() -> None:
    shared = 'meter_winners = "equal_share"\n'
    assert "J-7" in problem("md-blackjack", shared + SUPER_4)
    accepted = table("md-blackjack", 'accept_readings = ["J-7"]\n' + shared + SUPER_4)[2]
    assert accepted.settlement.meter_winners == "equal_share"
    assert table("md-blackjack", SUPER_4)[2].settlement.meter_winners == "sequential"
