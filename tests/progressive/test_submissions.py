"""What a submission may say of meters, wheels and triggers, and what it may not."""

import pytest

from tests.progressive.tables import XTREME_16, table
from tests.progressive.test_live import LINKED, SUPER_4
from vingt.core.rules.resolve import NotAllowed

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
