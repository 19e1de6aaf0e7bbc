"""What progressive wagers return: break-even against arithmetic done here, the law of the hit, wheels."""

from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from tests.cli.command import vingt
from tests.progressive.tables import XTREME_16, table
from tests.proof import clause
from vingt.analysis.exact.side.cases import Case, as_offered, as_printed
from vingt.analysis.progressive.meter_law import MeterLaw, PartialAward
from vingt.analysis.progressive.must_hit import MustHit, TriggerBand, uniform
from vingt.analysis.progressive.value import PlayPace, progressive_value
from vingt.core.rules.resolve import resolve
from vingt.rulebook import library

BLACKJACK = library.load("md-blackjack")


def offered(sample: str, wager: str) -> Case:
    rulebook, _, name = sample.partition("/")
    document, submission = library.load(rulebook), library.sample(rulebook, name)
    rules = resolve(document, submission)
    offer = rules.wager(wager)
    assert offer is not None
    return as_offered(document, rules, offer, submission.raw)


def sample_text(rulebook: str, name: str) -> str:
    return (library.folder(rulebook) / f"submissions/{name}.toml").read_text("utf-8")


def test_blazing_7s_breaks_even_where_its_lines_say() -> None:
    # Six decks: 24 sevens among 312 cards, three cards of which the third is the up card.
    deals = comb(312, 3)
    two, one = comb(24, 2) * 288, 24 * comb(288, 2)
    suited = comb(6, 3)  # of one suit
    colour = 2 * (comb(12, 3) - 2 * suited)
    plain = comb(24, 3) - 4 * suited - colour
    back = Fraction(200 * plain + 25 * two + 2 * one, deals) * 500
    others = Fraction(3 * suited * 500_000 + colour * 250_000, deals)
    fair = (500 - back - others) / Fraction(suited, deals)
    value = progressive_value(as_printed(BLACKJACK, "blazing-7s", "A", 6))
    assert value.main is not None
    assert value.main.name == "mega"
    assert value.break_even("mega") == fair
    assert value.ev_at({"mega": fair}) == 0


# Dollars, counted by enumerating every deal in a script with none of this project's code: one wager at its
# price (J-8), the meter pays what it shows, 10% lines a tenth of it, the other meters at their minimum.
COUNTED = {
    ("md-blackjack", "super-4", "A"): {1: 1018433.3333, 2: 1027647.1154, 6: 1030788.9245, 8: 1031014.0174},
    ("md-blackjack", "super-4", "B"): {1: 822717.9487, 2: 804880.1282, 6: 787456.9088, 8: 784968.9203},
    ("md-blackjack", "super-4", "C"): {1: 854217.9487, 2: 833944.5513, 6: 814835.6481, 8: 812133.5687},
    ("md-blackjack", "super-4", "D"): {1: 1152683.3333, 2: 1150327.9167, 6: 1144449.3056, 8: 1143473.6393},
    ("md-blackjack", "blazing-7s", "A"): {6: 121394.0, 8: 94665.7143},
    ("md-blackjack", "21-plus-3", "A"): {6: 27016.9, 8: 22531.8571},
    ("md-players-edge-21", "monster-match", "A"): {5: 67546.5833, 6: 51865.2157, 8: 37670.0130},
    ("md-players-edge-21", "monster-match", "B"): {5: 85659.9167, 6: 67020.1961, 8: 49978.5844},
    ("md-players-edge-21", "monster-match", "C"): {5: 9649.5119, 6: 8015.5333, 8: 6374.9253},
    ("md-players-edge-21", "monster-match", "D"): {5: 12865.7024, 6: 10944.3333, 8: 8999.4527},
    ("md-players-edge-21", "monster-match", "E"): {5: 12237.1310, 6: 10357.6667, 8: 8457.9143},
}


@pytest.mark.parametrize(("rulebook", "wager", "paytable"), COUNTED)
def test_every_wager_breaks_even_where_an_enumeration_outside_says(
    rulebook: str, wager: str, paytable: str
) -> None:
    for decks, dollars in COUNTED[rulebook, wager, paytable].items():
        value = progressive_value(as_printed(library.load(rulebook), wager, paytable, decks))
        assert value.main is not None
        fair = value.break_even(value.main.name)
        assert fair is not None
        assert float(fair / 100) == pytest.approx(dollars, abs=1e-4)


def test_a_meter_of_super_4_d_counts_the_others_at_their_reset() -> None:
    value = progressive_value(as_printed(BLACKJACK, "super-4", "D", 6))
    fair = value.break_even("star")
    assert fair is not None
    at_reset = {meter.name: Fraction(meter.reset) for meter in value.side.meters}
    assert set(at_reset) == {"star", "spade", "heart", "diamond"}
    assert value.ev_at({**at_reset, "star": fair}) == 0
    assert value.ev_at({"star": fair}) == 0


def test_ten_percent_awards_count_for_the_break_even() -> None:
    value = progressive_value(as_printed(BLACKJACK, "super-4", "A", 6))
    chances = {line.line: line.probability for line in value.side.lines}
    diamonds = chances["royal-flush-of-diamonds"]
    assert value.side.meters[0].share == diamonds + chances["royal-flush-of-hearts-spades-or-clubs"] / 10
    assert chances["royal-flush-of-hearts-spades-or-clubs"] == 3 * diamonds


def test_hit_and_run_is_won_by_all_at_once() -> None:
    case = offered("md-blackjack/double-deck-progressives", "hit-and-run")
    alone, three = progressive_value(case), progressive_value(case, 3)
    meter = alone.side.meters[0]
    assert three.adds(meter, Fraction(400_000)) == meter.share * Fraction(400_000 + 2 * 100_000, 3) / 100
    one, many = alone.break_even("main"), three.break_even("main")
    assert one is not None
    assert many == 3 * one - 2 * 100_000
    law = three.law(meter)
    assert law is not None
    assert law.contribution == 3 * 20  # 20% of three wagers of $1
    assert three.wagers_an_hour(PlayPace(60, 3, 2)) == 120
    assert alone.wagers_an_hour(PlayPace(60, 3, 2)) == 120


def test_the_mean_at_the_hit_solves_its_equation_and_the_grid_agrees() -> None:
    law = MeterLaw(
        Fraction(1_000_000),
        Fraction(25),
        Fraction(1, 5000),
        (PartialAward(Fraction(1, 10), Fraction(3, 5000)),),
    )
    p, q, c = law.whole, law.partial[0].chance, law.contribution

    def mean_from(x: Fraction) -> Fraction:
        return MeterLaw(x, c, p, law.partial).mean_at_hit

    x = Fraction(700_000)
    assert mean_from(x) == p * (x + c) + q * mean_from((x + c) * Fraction(9, 10)) + (1 - p - q) * mean_from(
        x + c
    )
    values, chances = law.grid
    assert float(np.dot(values, chances)) == pytest.approx(float(law.mean_at_hit), rel=1e-3)


def test_without_partial_awards_the_law_is_geometric() -> None:
    law = MeterLaw(Fraction(100_000), Fraction(20), Fraction(1, 1000))
    assert law.mean_at_hit == 100_000 + 20 * 1000
    at = law.wagers_at(0.5)
    assert (999 / 1000) ** at <= 0.5 < (999 / 1000) ** (at - 1)
    assert law.quantile(0.5) == 100_000 + 20 * at


def test_a_must_hit_meter_is_worth_more_the_nearer_its_maximum() -> None:
    jackpot = MustHit(uniform(25_000, 100_000), Fraction(5), 100)
    assert jackpot.chance(Fraction(90_000)) == Fraction(5, 10_000)
    assert jackpot.adds(Fraction(90_000)) == Fraction(5, 10_000) * 90_005 / 100
    assert jackpot.mean_trigger == 62_500
    # Stepped through: 15,000 steps of 5 cents, at each the chance that the trigger lies above it
    assert jackpot.mean_wagers == sum(Fraction(15_000 - step, 15_000) for step in range(15_000))
    assert jackpot.mean_at_hit == 25_000 + 5 * jackpot.mean_wagers
    fair = jackpot.fair_at(Fraction(45, 100))
    assert fair is not None
    assert jackpot.adds(fair) >= Fraction(45, 100) > jackpot.adds(fair - 1)
    assert jackpot.fair_at(Fraction(2000)) is None


def test_a_weighted_law_moves_the_chance() -> None:
    even = MustHit(uniform(10_000, 20_000), Fraction(5), 100)
    late = MustHit((TriggerBand(10_000, 15_000, 1), TriggerBand(15_000, 20_000, 3)), Fraction(5), 100)
    assert late.chance(Fraction(10_000)) == even.chance(Fraction(10_000)) / 2
    assert late.chance(Fraction(16_000)) == even.chance(Fraction(16_000))
    assert late.mean_trigger == (12_500 + 3 * 17_500) / 4
    odd = MustHit(late.bands, Fraction(700), 100)  # the last of 15 steps would go over the maximum
    paid = [min(10_000 + 700 * step, 20_000) for step in range(1, 16)]
    chances = [
        (odd.above(Fraction(at)) - odd.above(Fraction(at + 700))) / 4 for at in range(10_000, 20_000, 700)
    ]
    assert sum(chances) == 1
    assert odd.mean_at_hit == sum(chance * amount for chance, amount in zip(chances, paid, strict=True))
    assert odd.mean_wagers == sum(chance * step for step, chance in enumerate(chances, 1))


def test_a_wheel_returns_what_its_weights_say() -> None:
    case = offered("md-pontoon-21/eight-decks-wheels", "bonus-spin")
    value = progressive_value(case)
    natural = Fraction(2 * 32 * 96, 384 * 383)  # eight decks without tens: 32 aces, 96 court cards
    amounts = {name: int(name.split("-")[1]) for name, _ in case.wheel if name.startswith("usd")}
    total = sum(weight for _, weight in case.wheel)
    prizes = sum(Fraction(weight * amounts.get(name, 0), total) for name, weight in case.wheel)
    assert value.fixed == natural * prizes / 5 - 1
    assert value.break_even("main") == -value.fixed * 500 / (natural * Fraction(1, total))


def xtreme_16(extra: str = "") -> Case:
    document, submission, rules = table("ma-pontoon-21", extra + XTREME_16)
    offer = rules.wager("bonus-spin-xtreme-16")
    assert offer is not None
    return as_offered(document, rules, offer, submission.raw)


def test_xtreme_16_draws_a_seat_then_the_outer_or_the_inner_wheel() -> None:
    case = xtreme_16()
    value = progressive_value(case)
    size = 48 * case.decks
    trigger = Fraction(2 * 4 * case.decks * 12 * case.decks, size * (size - 1))
    outer, inner = Fraction(1000 + 9 * 200, 10), Fraction(50 + 3 * 25, 4)
    mine = Fraction(1, case.seats)
    assert value.fixed == trigger * (mine * outer + (1 - mine) * inner) / 5 - 1
    assert progressive_value(case, 4).fixed == value.fixed


def test_without_community_beside_a_hot_spot_company_costs() -> None:
    case = xtreme_16("bsx_community_with_hot_spot = false\n")
    size = 48 * case.decks
    trigger = Fraction(2 * 4 * case.decks * 12 * case.decks, size * (size - 1))
    value = progressive_value(case, 3)
    mine, open_seats = Fraction(1, case.seats), Fraction(case.seats - 3, case.seats)
    assert value.fixed == trigger * (mine * 280 + open_seats * Fraction(125, 4)) / 5 - 1
    assert sum(line.probability for line in value.side.lines) == 1


PROGRESSIVES = [
    *(("md-blackjack", wager) for wager in ("hit-and-run", "super-4", "blazing-7s", "21-plus-3")),
    ("md-players-edge-21", "monster-match"),
    ("md-pontoon-21/eight-decks-wheels", "bonus-spin"),
    ("md-pontoon-21/eight-decks-wheels", "bonus-spin-xtreme"),
]


@pytest.mark.parametrize(("rules", "wager"), PROGRESSIVES)
def test_the_command_says_where_every_wager_is_fair(rules: str, wager: str) -> None:
    said = vingt("progressive", rules, "--wager", wager, "--json").json
    at_fair = vingt(
        "progressive", rules, "--wager", wager, "--meter", f"{said['break_even_meter']:.2f}", "--json"
    )
    assert at_fair.json["return"] == pytest.approx(1, abs=1e-6)
    assert said["return"] == said["return_at_reset"]


@clause("MA-P21 16(s)#1")
def test_a_must_hit_jackpot_beside_a_wheel_is_in_its_return(tmp_path: Path) -> None:
    chosen = sample_text("ma-pontoon-21", "default").split("[wagers")[0]
    (tmp_path / "xtreme.toml").write_text(chosen + XTREME_16)
    asked = ("progressive", str(tmp_path / "xtreme.toml"), "--wager", "bonus-spin-xtreme-16", "--json")
    said = vingt(*asked).json
    wheels = progressive_value(xtreme_16()).fixed
    assert wheels is not None
    jackpot = MustHit(uniform(10_000, 20_000), Fraction(25), 500)
    assert (
        said["return"]
        == said["return_at_reset"]
        == pytest.approx(float(1 + wheels + Fraction(10_025, 200_000)))
    )
    fair = jackpot.fair_at(-wheels)
    assert fair is not None
    assert said["break_even_meter"] == float(fair / 100)
    at_fair = vingt(*asked, "--meter", f"{said['break_even_meter']:.2f}").json
    assert at_fair["return"] == pytest.approx(1, abs=1e-3)


def test_a_missing_break_even_says_why(tmp_path: Path) -> None:
    said = vingt("progressive", "md-blackjack", "--wager", "bonus-spin", "--json").json
    sheets = [said, *said["other_paytables"]]
    assert all(
        each["break_even_meter"] is None and "weights" in each["break_even_missing"] for each in sheets
    )
    dear = sample_text("md-pontoon-21", "eight-decks-wheels").replace(
        "usd-5000-symbol = 1", "usd-5000-symbol = 90"
    )
    (tmp_path / "dear.toml").write_text(dear)
    said = vingt("progressive", str(tmp_path / "dear.toml"), "--wager", "bonus-spin", "--json").json
    assert said["break_even_meter"] is None
    assert "with nothing in the meter main" in said["break_even_missing"]
    one = vingt("progressive", "md-blackjack", "--wager", "blazing-7s", "--decks", "2", "--json").json
    assert "cannot be won" in one["break_even_missing"]


def test_must_hit_is_valued_with_the_wager_it_rides_on() -> None:
    said = vingt(
        "progressive",
        "md-blackjack/double-deck-progressives",
        "--wager",
        "must-hit",
        "--meter",
        "900",
        "--json",
    ).json
    assert said["rides_on"] == "super-4"
    assert said["adds"] == pytest.approx(0.0005 * 900.05)
    assert 890 < said["break_even_meter"] < 900


def test_a_break_even_grows_with_the_stake_and_is_the_same_in_stakes() -> None:
    one, five = (
        vingt("progressive", "md-blackjack", "--wager", "super-4", "--paytable", "A", *more, "--json").json
        for more in (("--stake", "1"), ())
    )
    assert (one["stake_cents"], five["stake_cents"]) == (100, 500)
    assert five["break_even_meter"] == pytest.approx(5 * one["break_even_meter"])
    assert five["break_even_stakes"] == one["break_even_stakes"] == pytest.approx(206157.7849, abs=1e-3)


def test_a_must_hit_meter_has_a_page_with_its_plot() -> None:
    page = vingt("progressive", *MUST_HIT, "--meter", "900", "--html").out
    assert page.count("<svg") == 1
    assert "break-even $89" in page
    assert "one of those who take part is drawn evenly" in page


MUST_HIT = ("md-blackjack/double-deck-progressives", "--wager", "must-hit")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("md-blackjack", "--wager", "lucky-ladies"), "neither meter nor wheel"),
        (("md-blackjack", "--wager", "super-4", "--meter", "much"), "is no amount"),
        (("md-blackjack", "--wager", "super-4", "--meter", "star=5", "--paytable", "A"), "star"),
        (("md-blackjack", "--wager", "super-4", "--rate", "2"), "no rate"),
        (("md-blackjack", "--wager", "super-4", "--paytable", "D", "--stake", "1"), "takes $5"),
        (("md-blackjack", "--wager", "super-4", "--paytable", "A", "--stake", "0"), "more than nothing"),
        (("md-blackjack/double-deck-progressives", "--wager", "super-4", "--stake", "5"), "takes $1"),
        (("md-blackjack", "--wager", "must-hit", "--rate", "0.05", "--meter", "1000"), "below $1,000"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_words(arguments: tuple[str, ...], says: str) -> None:
    result = vingt("progressive", *arguments)
    assert result.code != 0
    assert says in result.err
    assert "Traceback" not in result.err


def test_the_page_has_its_plots() -> None:
    page = vingt("progressive", "md-blackjack/double-deck-progressives", "--wager", "super-4", "--html").out
    assert page.count("<svg") == 2
    assert "break-even $205,529.42" in page
