"""What follows from the distribution: variance, meters, wheels, and tables as offered."""

from dataclasses import replace
from fractions import Fraction

import pytest

from vingt.analysis.exact.side.cases import NotOffered, as_offered, as_printed
from vingt.analysis.exact.side.remarks import remarks, rests_on
from vingt.analysis.exact.side.value import SideWagerValue, value
from vingt.rulebook import library


def printed(
    rulebook: str, wager: str, paytable: str | None = None, decks: int = 6, **words: object
) -> SideWagerValue:
    return value(as_printed(library.load(rulebook), wager, paytable, decks, words=words))


def at_table(rules: str, wager: str) -> SideWagerValue:
    chosen = library.submission(rules)
    table = library.table_rules(rules)
    offer = table.wager(wager)
    assert offer is not None
    return value(as_offered(library.document_of(chosen), table, offer, chosen.raw))


def line(found: SideWagerValue, name: str) -> Fraction:
    return next(each.probability for each in found.lines if each.line == name)


def test_insurance_by_hand() -> None:
    """After an ace, 96 of 311 cards count ten: 2 x 96/311 - 215/311, and squares of 2 and -1."""
    found = printed("md-blackjack", "insurance")
    won, lost = Fraction(96, 311), Fraction(215, 311)
    assert found.ev == 2 * won - lost
    assert found.house_edge == lost - 2 * won
    assert found.hit_frequency == won
    assert found.variance == 4 * won + lost - (2 * won - lost) ** 2


@pytest.mark.parametrize(
    ("wager", "paytable", "deals"),
    [
        ("insurance", None, 311),
        ("bet-the-set-21", "C", 48516),
        ("lucky-lucky", "A", 15039960),
        ("lucky-ladies", "A", 4647347640),
    ],
)
def test_combinations_are_whole_numbers_of_usual_deals(wager: str, paytable: str | None, deals: int) -> None:
    found = printed("md-blackjack", wager, paytable)
    assert found.deals == deals
    assert all((deals * each.probability).denominator == 1 for each in found.lines)


# -- meters ------------------------------------------------------------------------------------------------


def test_a_wager_is_fair_at_its_break_even_meter() -> None:
    found = printed("md-blackjack", "hit-and-run")
    fair = found.break_even("main")
    assert fair is not None
    assert found.ev is not None
    assert found.ev + found.meters[0].adds(fair) == 0
    assert fair == -found.ev * 100 / line(found, "dealer-8-or-more-cards")


def test_a_share_of_a_meter_counts_as_a_share() -> None:
    found = printed("md-blackjack", "super-4", "A")
    (meter,) = found.meters
    diamonds, others = (
        line(found, f"royal-flush-of-{each}") for each in ("diamonds", "hearts-spades-or-clubs")
    )
    assert meter.share == diamonds + others / 10
    assert meter.whole == diamonds
    assert meter.reset == 1_000_000
    assert found.ev is not None
    assert found.ev_at({"main": 0}) == found.ev
    assert found.ev_at({"main": 5_000_000}) == found.ev + meter.share * 50_000 / 5
    rate = Fraction(1, 4)
    assert found.long_run_ev({"main": rate}) == found.ev + rate + diamonds * 10_000 / 5


def test_each_of_several_meters_has_its_break_even_with_the_others_at_reset() -> None:
    found = printed("md-blackjack", "super-4", "D")
    assert [meter.name for meter in found.meters] == ["star", "spade", "heart", "diamond"]
    amounts = {meter.name: meter.reset for meter in found.meters}
    fair = found.break_even("heart")
    assert fair is not None
    at_reset = found.ev_at({**amounts, "heart": 0})
    assert at_reset is not None
    assert at_reset + fair * line(found, "three-of-a-kind") / 500 == 0


def test_a_meter_that_cannot_be_won_has_no_break_even() -> None:
    found = printed("md-blackjack", "21-plus-3", "A", 2)
    assert found.break_even("main") is None


def test_meters_follow_the_seeds_chosen() -> None:
    seeded = printed("md-blackjack", "blazing-7s", "A")
    bare = printed("md-blackjack", "blazing-7s", "A", blazing_7s_seeds="none")
    assert [meter.reset for meter in seeded.meters] == [1_000_000, 500_000, 250_000]
    assert [meter.reset for meter in bare.meters] == [0, 0, 250_000]


# -- wheels ------------------------------------------------------------------------------------------------


def test_a_wheel_without_weights_gives_its_trigger_only() -> None:
    found = printed("md-pontoon-21", "bonus-spin", "C")
    assert found.covers == "trigger only"
    assert found.ev is found.house_edge is found.variance is None
    assert found.hit_frequency == Fraction(12, 287)


def test_the_submissions_weights_make_a_value() -> None:
    found = at_table("md-pontoon-21/eight-decks-wheels", "bonus-spin")
    trigger = Fraction(2 * 32 * 96, 384 * 383)
    weights = {5000: 1, 750: 2, 600: 2, 250: 6, 115: 12, 75: 40, 70: 40, 60: 80, 50: 200, 40: 400}
    prizes = sum(prize * weight for prize, weight in weights.items())
    spins = sum(weights.values()) + 1  # and the jackpot symbol, which pays the meter
    assert found.covers == "fixed part"
    assert found.hit_frequency == trigger
    assert found.ev == trigger * Fraction(prizes, spins * 5) - 1
    assert found.meters[0].share == trigger / spins


def test_a_spin_for_the_whole_table_is_one_seats_prize() -> None:
    found = at_table("md-pontoon-21/eight-decks-wheels", "bonus-spin-xtreme")
    trigger = Fraction(2 * 32 * 96, 384 * 383)
    weights = {1000: 3, 600: 6, 500: 10, 400: 20, 350: 30, 300: 60, 250: 100, 200: 200}
    mean = Fraction(sum(prize * weight for prize, weight in weights.items()), sum(weights.values()) + 2)
    assert found.ev == trigger * mean / 6 / 5 - 1  # six seats
    assert found.covers == "fixed part"
    vendor = at_table("ma-pontoon-21/no-hole-card", "bonus-spin-xtreme-16")
    assert {each.line: each.pays for each in vendor.lines}["$1000"] == "$1000"


def test_the_spinner_gets_the_first_amount_of_a_symbol_with_two() -> None:
    case = as_printed(library.load("md-blackjack"), "bonus-spin", "A")
    community = case.wager.community[0].table
    wheel = (("usd-250-and-usd-100-symbol", 1), ("jackpot-symbol", 1))
    found = value(replace(case, wheel=wheel, community=community, prize=500_000))
    spun = found.lines[0]
    assert (spun.pays, spun.net) == ("$250", Fraction(249))
    assert found.lines[1].net == 4999  # the prize is worth what the submission says
    assert found.covers == "whole wager"


# -- as offered --------------------------------------------------------------------------------------------


def test_better_odds_of_a_submission_count() -> None:
    offered = at_table("ma-pontoon-21/no-hole-card", "match-super-bonus")
    floor = printed("ma-pontoon-21", "match-super-bonus", decks=8)
    assert offered.ev is not None
    assert floor.ev is not None
    assert offered.ev - floor.ev == line(floor, "2-suited")


def test_crown_treasure_is_one_line_with_what_comes_besides() -> None:
    found = printed("md-blackjack", "royal-match-21", "C")
    crown = next(each for each in found.lines if each.line == "crown-treasure")
    assert (crown.pays, crown.besides, crown.net) == ("1000 for 1", "30 to 1", Fraction(1030))
    alone = printed("md-blackjack", "royal-match-21", "C", crown_treasure="highest_only")
    crown = next(each for each in alone.lines if each.line == "crown-treasure")
    assert (crown.pays, crown.besides, crown.net) == ("1000 for 1", "", Fraction(999))


def test_each_card_adds_its_odds() -> None:
    found = printed("md-blackjack", "match-the-dealer")
    assert [each.pays for each in found.lines[:4]] == [
        "11 to 1 + 11 to 1",
        "11 to 1 + 4 to 1",
        "11 to 1",
        "4 to 1 + 4 to 1",
    ]
    assert [each.net for each in found.lines] == [22, 15, 11, 8, 4, -1]


def test_what_must_be_said_is_said() -> None:
    assert "given that the dealer's up card is an ace" in remarks(printed("mbs-pontoon", "insurance"))
    assert "the player's strategy: best play of the main wager at this table" in remarks(
        printed("md-blackjack", "bad-beat")
    )
    barred = remarks(printed("md-players-edge-21", "match-up", "C", 8))
    assert barred[0].startswith("barred by reading J-84")
    assert {"J-24", "J-31", "J-5"} <= set(
        rests_on(printed("md-blackjack", "lucky-ladies", "A").case).readings
    )


@pytest.mark.parametrize(
    ("rulebook", "wager", "paytable", "decks", "said"),
    [
        ("md-pontoon-21", "lucky-ladies", None, 6, "has no wager 'lucky-ladies'"),
        ("md-blackjack", "royal-match-21", "A", 2, r"is for 1 deck, not for 2 \(MD-BJ 13.A\(7\)\(a\)\)"),
        ("md-blackjack", "royal-match-21", "X", 2, "no paytable 'X': it has A, B, C, D, E"),
        ("md-blackjack", "match-the-dealer", None, 4, "no paytable for 4 decks: 6 decks or 8 decks"),
        ("md-blackjack", "bet-the-set-21", None, 3, "no paytable for 3 decks"),
        ("md-blackjack", "lucky-ladies", "A", 0, r"1 to 8.*vingt's own.*\(MD-BJ 3.A\)"),
        ("md-blackjack", "lucky-ladies", "A", 9, r"1 to 8"),
        ("md-pontoon-21", "match-super-bonus", None, 7, r"6 or 8 \(MD-P21 3.A\)"),
    ],
)
def test_what_the_rulebook_does_not_have_is_refused(
    rulebook: str, wager: str, paytable: str | None, decks: int, said: str
) -> None:
    with pytest.raises(NotOffered, match=said):
        as_printed(library.load(rulebook), wager, paytable, decks)
