"""The packet: made twice alike, verified, every change of it named."""

import re
from fractions import Fraction
from itertools import pairwise
from math import exp, lgamma, log
from pathlib import Path
from random import Random

import pytest

from tests.cli.command import vingt
from tests.proof import clause
from vingt.analysis.exact.side.value import SideWagerValue
from vingt.analysis.par.correlation import exact_correlation, simulated_correlations
from vingt.analysis.par.figures import ParFigures, band_of_curve, return_band
from vingt.analysis.par.sheet import plan_for
from vingt.analysis.winning.scripted_round import NotARound, replayed
from vingt.core.rules.usual_wager import usual_wager
from vingt.core.wagers.outcome import LOSE
from vingt.report.packet.inputs import inputs_for
from vingt.report.packet.law import history_sheet
from vingt.report.packet.odds import side_values
from vingt.report.packet.packet import BEGIN, Packet, make, packet_in
from vingt.report.packet.pdf import json_in, packet_pdf
from vingt.report.packet.verification import PacketDifference, differences, in_pdf
from vingt.report.proposal import Proposal
from vingt.rulebook import library

DAY = "2026-11-16"
CHOICES = {
    "wagers.lucky-ladies": {"paytable": "A", "stake_min": 1, "stake_max": 25},
    "wagers.upcard-luck-21": {"stake_min": 1, "stake_max": 25},
}


def table() -> Proposal:
    """Few wagers, no bonus: quick to solve."""
    submission = library.submission("md-blackjack/as-dealt").with_choices(CHOICES)
    return Proposal("as-dealt", submission, library.document_of(submission))


@pytest.fixture(scope="module")
def packet() -> Packet:
    return make(inputs_for(table(), DAY, rounds=20_000))


@pytest.fixture(scope="module")
def page(packet: Packet) -> str:
    return packet.html()


@pytest.fixture(scope="module")
def ladies() -> SideWagerValue:
    return next(each for each in side_values(table())[0] if each.case.wager.id == "lucky-ladies")


def named(page: str, changed: str, computed: Packet) -> list[PacketDifference]:
    assert changed != page
    return differences(packet_in(changed, "packet.html"), changed, computed)


def in_data(page: str, old: str, new: str) -> str:
    before, mark, data = page.partition(BEGIN)
    assert old in data
    return before + mark + data.replace(old, new, 1)


def test_what_is_in_the_file_makes_the_same_bytes_again(packet: Packet, page: str) -> None:
    again = make(packet_in(page, "packet.html").inputs)
    assert again.html() == page
    assert packet_pdf(again) == packet_pdf(packet)
    assert differences(packet_in(page, "packet.html"), page, again) == []


def test_every_line_that_can_come_has_a_round_that_wins_it(packet: Packet, ladies: SideWagerValue) -> None:
    rounds = {(each["wager"], each["line"]): each["steps"] for each in packet.data["figures"]["rounds"]}
    for line in ladies.lines:
        assert (("lucky-ladies", line.line) in rounds) is (line.line != LOSE)
    assert {("main", "natural"), ("insurance", "dealer-blackjack")} <= rounds.keys()
    for (wager, line), steps in rounds.items():
        assert (wager, line) in replayed(table().rules, steps).won()


def test_a_digit_changed_on_the_page_is_named_with_its_sheet(packet: Packet, page: str) -> None:
    edge = "24.9400%" if "24.9400%" in page.partition(BEGIN)[0] else first_percent(page)
    changed = page.replace(edge, edge[:-2] + str((int(edge[-2]) + 1) % 10) + "%", 1)
    (found,) = named(page, changed, packet)
    assert found.computed == edge
    assert found.given != edge
    assert "house advantage" in found.where


def first_percent(page: str) -> str:
    found = re.search(r"<td[^>]*>(\d+\.\d{4}%)</td>", page)
    assert found is not None
    return found[1]


def test_a_digit_changed_in_the_data_is_named_with_its_path(packet: Packet, page: str) -> None:
    edge = packet.data["figures"]["main"]["house_edge"]
    found = named(page, in_data(page, f'"house_edge":{edge}', f'"house_edge":{edge + 0.001}'), packet)
    assert found[0] == PacketDifference("figures.main.house_edge", str(edge + 0.001), str(edge))
    assert any(each.where == "digests" for each in found)


def test_a_changed_date_is_named_on_the_page_and_in_the_data(packet: Packet, page: str) -> None:
    (found,) = named(
        page, page.replace(f"<time>{DAY}</time><span>", "<time>2026-11-17</time><span>", 1), packet
    )
    assert (found.given, found.computed) == ("2026-11-17", DAY)
    data = named(page, in_data(page, f'"date":"{DAY}"', '"date":"2026-11-17"'), packet)
    assert PacketDifference("inputs.date", "2026-11-17", DAY) in data


def test_a_changed_shoe_is_named_and_played(packet: Packet, page: str) -> None:
    steps = next(each["steps"] for each in packet.data["figures"]["rounds"] if each["line"] == "natural")
    ace = next(step for step in steps if step.startswith("deal A"))
    whole = ",".join(f'"{step}"' for step in steps)
    found = named(page, in_data(page, whole, whole.replace(ace, "deal 5c")), packet)
    assert any("main, natural" in each.where and each.given == "deal 5c" for each in found)
    assert any("does not win this line" in each.where or "does not play it" in each.where for each in found)


def test_a_round_that_is_none_is_refused() -> None:
    for steps in (["deal As"], ["wager ann 1 main 2500", "close", "deal Zz"], ["jump"], ["hit 1.1"]):
        with pytest.raises(NotARound):
            replayed(table().rules, steps)


def test_a_digit_changed_in_the_pdf_is_named_with_its_page(packet: Packet) -> None:
    true = packet_pdf(packet)
    assert packet_in(json_in(true), "packet.pdf").data == packet.data
    edge = f"{100 * packet.data['figures']['main']['house_edge']:.4f}%".encode()
    assert list(in_pdf(true, true)) == []
    (found,) = in_pdf(true.replace(edge, b"9" + edge[1:], 1), true)
    assert found.computed == edge.decode()
    assert found.given == f"9{edge[1:].decode()}"
    assert found.where.startswith("page ")


def test_a_digit_changed_anywhere_is_named(packet: Packet, page: str) -> None:
    """In texts, data, style and drawings of both files, at places by lot."""
    lot, true = Random(20261118), packet_pdf(packet)
    places = [at.start() for at in re.finditer(rb"\d", page.encode())]
    drawing = page.encode().index(b"base64,") + 60
    for at in [drawing, *lot.sample(places, 20)]:
        changed = with_another_digit(page.encode(), at, lot).decode()
        found = named(page, changed, packet)
        assert found, changed[at - 40 : at + 40]
        assert all(each.given != each.computed for each in found)
    for at in lot.sample([at.start() for at in re.finditer(rb"\d", true)], 20):
        changed_file = with_another_digit(true, at, lot)
        found = list(in_pdf(changed_file, true))
        assert found, changed_file[at - 40 : at + 40]
        assert all(each.given != each.computed for each in found)


def with_another_digit(file: bytes, at: int, lot: Random) -> bytes:
    other = lot.choice([digit for digit in b"0123456789" if digit != file[at]])
    return file[:at] + bytes([other]) + file[at + 1 :]


def test_the_date_stands_on_every_page_of_the_pdf(packet: Packet) -> None:
    pages = packet_pdf(packet).split(b"/Type /Page /Parent")[1:]
    assert len(pages) >= len(packet.sheets)
    assert all(each.count(DAY.encode()) >= 2 for each in pages)


def test_the_history_names_the_packet_before_and_what_changed(packet: Packet) -> None:
    inputs = inputs_for(table(), "2026-12-01", history=(packet.as_earlier(),))
    other = inputs.submission.with_choices({"decks": 8})
    sheet = history_sheet(
        inputs_for(Proposal("x", other, inputs.proposal.document), DAY, history=inputs.history), table()
    )
    rows = next(part.rows for part in sheet.parts if part.title == "Version history")
    assert rows[0][:4] == (DAY, packet.title, packet.identity[:16], packet.digest[:16])
    assert "decks: 6 to 8" in rows[1][4]


# -- PAR ---------------------------------------------------------------------------------------------------


def test_exact_and_simulated_correlation_agree(packet: Packet) -> None:
    rules = table().rules
    (luck,) = (each for each in side_values(table())[0] if each.case.wager.id == "upcard-luck-21")
    plan = plan_for(rules)
    exact = exact_correlation(luck, rules, usual_wager(rules))
    assert plan is not None
    assert exact is not None
    simulated = simulated_correlations(plan)["upcard-luck-21"]
    assert simulated.error is not None
    assert abs(exact.value - simulated.value) < 4 * simulated.error
    assert exact.value > 0.2  # what beats the up card does well


def test_bands_close_in_on_the_return_and_are_skew_for_few_wagers(ladies: SideWagerValue) -> None:
    figures = ParFigures(ladies)
    assert ladies.ev is not None
    assert ladies.variance is not None
    back = float(1 + ladies.ev)
    widths = [each.most - each.least for each in figures.bands]
    assert all(each.least < back < each.most for each in figures.bands)
    assert all(one / other == pytest.approx(10**0.5, rel=0.1) for one, other in pairwise(widths[1:]))
    many = figures.bands[-1]
    assert many.most - back == pytest.approx(1.96 * (float(ladies.variance) / 1e7) ** 0.5, rel=0.01)
    few = figures.bands[0]
    assert few.most - back != pytest.approx(back - few.least, rel=0.01)


@pytest.mark.parametrize("many", [10**4, 10**5, 10**6])
@pytest.mark.parametrize(("pays", "chance"), [(2, Fraction(96, 311)), (9, Fraction(471, 5000))])
def test_a_band_is_the_binomial_law_where_one_line_pays(pays: int, chance: Fraction, many: int) -> None:
    """Amounts that lie far apart ring through a curve of too few points: two bands were wrong by it."""
    ways = ((Fraction(pays), chance), (Fraction(-1), 1 - chance))
    band, curve = return_band(ways, many), band_of_curve(ways, many)
    below, hits, ends = 0.0, -1, []
    for share in (0.025, 0.975):
        while below < share:
            hits += 1
            ways_to = lgamma(many + 1) - lgamma(hits + 1) - lgamma(many - hits + 1)
            below += exp(ways_to + hits * log(chance) + (many - hits) * log(1 - chance))
        ends.append(hits * (pays + 1) / many)
    assert (band.least, band.most) == pytest.approx(ends, abs=1e-9)
    assert (curve.least, curve.most) == pytest.approx(ends, abs=1.5 * (pays + 1) / many)


def test_the_largest_prize_is_what_every_box_may_win(ladies: SideWagerValue) -> None:
    figures, rules = ParFigures(ladies), table().rules
    exposure, largest = figures.exposure(rules), figures.largest
    assert exposure is not None
    assert largest is not None
    assert largest.net is not None
    assert exposure.stake == 2500
    assert exposure.one == largest.net * 2500 == max(line.net or 0 for line in ladies.lines) * 2500
    assert exposure.table == exposure.one * rules.box_count


@clause("MD-BJ 8.A")
def test_insurance_exposes_the_house_to_half_of_the_largest_wager() -> None:
    rules = table().rules
    insurance = next(each for each in side_values(table())[0] if each.case.wager.id == "insurance")
    exposure = ParFigures(insurance).exposure(rules)
    assert exposure is not None
    assert exposure.stake == rules.wagering.maximum // 2
    assert exposure.one == 2 * exposure.stake


# -- the command -------------------------------------------------------------------------------------------


def test_verify_says_what_differs_and_ends_with_1(
    packet: Packet, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vingt.cli.commands.packet.make", lambda inputs, done: packet)
    true, false = tmp_path / "true.html", tmp_path / "false.html"
    true.write_text(page, "utf-8")
    edge = packet.data["figures"]["main"]["house_edge"]
    false.write_text(in_data(page, f'"house_edge":{edge}', f'"house_edge":{edge + 0.001}'), "utf-8")
    assert vingt("packet", "--verify", str(true)).code == 0
    told = vingt("packet", "--verify", str(false))
    assert told.code == 1
    assert f"figures.main.house_edge: {edge + 0.001} in the packet, computed {edge}" in told.out
    assert vingt("packet", "--verify", str(false), "--json").json["same"] is False
    for old, new, said in (
        (f'"date":"{DAY}"', '"date":"2026-13-16"', "2026-13-16"),
        ('"decks":6', '"decks":96', "decks"),
        ('"rounds":20000', '"rounds":2', "rounds 2"),
    ):
        false.write_text(in_data(page, old, new), "utf-8")
        told = vingt("packet", "--verify", str(false))
        assert (told.code, told.err) == (1, ""), old
        assert "what it was made from was changed" in told.out
        assert said in told.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "name a table"),
        (("md-blackjack", "--date", "16.11.2026"), "write the day as"),
        (("md-blackjack", "--rounds", "5"), "from 1000"),
        (("md-blackjack", "--verify", "x.html"), "stands alone"),
        (("--verify", "no-such-file.html"), "no such file"),
        (("md-blackjack", "--after", "no-such-file.html"), "no such file"),
    ],
)
def test_what_cannot_be_is_said(args: tuple[str, ...], said: str) -> None:
    done = vingt("packet", *args)
    assert done.code == 2
    assert said in done.err


def test_a_file_without_a_packet_is_no_packet(tmp_path: Path) -> None:
    other = tmp_path / "page.html"
    other.write_text("<html></html>", "utf-8")
    done = vingt("packet", "--verify", str(other))
    assert (done.code, "holds no packet" in done.err) == (2, True)
