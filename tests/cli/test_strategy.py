"""`vingt strategy`: the chart in every format."""

import csv
import struct
import zlib
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.command import vingt
from tests.proof import clause
from vingt.analysis.chart.chart import UPS, Chart, parse_cell, parse_chart
from vingt.analysis.chart.file import read_strategy
from vingt.analysis.exact.chart_sheet import legend
from vingt.report.drawing.png import BROAD, GLYPHS
from vingt.report.strategy.drawing import COLOURS
from vingt.rulebook import library

RULES = "md-pontoon-21"


@pytest.fixture(scope="module")
def text() -> str:
    return vingt("strategy", RULES).out


def test_the_text_explains_itself_and_loads_back(text: str) -> None:
    assert "stand, but hit with four or more cards" in text
    assert "of the suit that pays best" in text
    chart = parse_chart(text)
    assert str(chart.cell("hard", 11, 9)) == "D3"
    assert str(chart.cell("pair", 6, 6)) == "P**"  # suited sevens against a seven: the super bonus


def test_no_star_where_the_wager_is_too_small_for_the_super_bonus() -> None:
    chart = parse_chart(vingt("strategy", RULES, "--set", "table_minimum=1", "--wager-amount", "2").out)
    assert str(chart.cell("pair", 6, 6)) == "P"


def test_csv_and_json_say_the_same_as_the_text(text: str) -> None:
    found = vingt("strategy", RULES, "--format", "json").json
    rows = list(csv.DictReader(vingt("strategy", RULES, "--format", "csv").out.splitlines()))
    assert found["chart"]["hard"]["16"]["2"] == "S5"
    assert next(r for r in rows if (r["section"], r["hand"]) == ("hard", "16"))["2"] == "S5"
    assert sum(len(each) for each in found["chart"].values()) == len(rows)
    assert 0 <= found["costs"] < 1e-4
    assert str(found["rules_identity"]) in text


def test_html_stands_by_itself() -> None:
    page = vingt("strategy", RULES, "--format", "html").out
    assert page.startswith("<!doctype html>")
    for outside in ("http:", "https:", "<script", "<link", "url("):
        assert outside not in page
    assert '<td class="double">D5</td>' in page
    assert "S4" in page
    assert "&#x27;" in page or "’" in page or "'" in page


def test_svg_is_a_picture_of_every_cell(tmp_path: Path) -> None:
    path = tmp_path / "chart.svg"
    assert vingt("strategy", RULES, "--output", str(path)).code == 0
    root = ElementTree.parse(path).getroot()
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Hard totals", "Pairs", "S4*", "P**", "18–20"} <= set(texts)


def test_png_is_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "chart.png"
    assert vingt("strategy", RULES, "--output", str(path)).code == 0
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert (depth, kind) == (8, 2)
    start = data.index(b"IDAT") + 4
    length = struct.unpack(">I", data[start - 8 : start - 4])[0]
    pixels = zlib.decompress(data[start : start + length])
    assert len(pixels) == high * (wide * 3 + 1)
    for fill, _ in COLOURS.values():
        assert bytes.fromhex(fill[1:]) * 10 in pixels


def test_every_sign_has_a_glyph(text: str) -> None:
    shown = set(vingt("strategy", RULES, "--format", "svg").out)
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,;:%()*+-–/'$=?!") <= set(
        GLYPHS
    )
    assert all(len(bytes.fromhex(each)) in (7, 8, 9) for each in GLYPHS.values())
    assert all(row < 32 for each in GLYPHS.values() for row in bytes.fromhex(each))
    assert BROAD == 6
    assert "�" not in shown


def test_colours_differ_in_grey_too() -> None:
    def lightness(colour: str) -> float:
        red, green, blue = bytes.fromhex(colour[1:])
        return (0.299 * red + 0.587 * green + 0.114 * blue) / 255

    fills = sorted(lightness(fill) for fill, _ in COLOURS.values())
    assert all(after - before > 0.1 for before, after in pairwise(fills))
    assert all(abs(lightness(fill) - lightness(ink)) > 0.4 for fill, ink in COLOURS.values())


def test_where_only_two_cards_are_doubled_players_write_ds() -> None:
    page = vingt("strategy", "md-blackjack", "--format", "html").out
    assert '<td class="double">Ds</td>' in page
    assert "double, but stand with three or more cards" in page


def test_an_unknown_format_is_refused() -> None:
    done = vingt("strategy", RULES, "--format", "pgn")
    assert done.code == 2
    assert "did you mean png?" in done.err


def test_pdf_is_one_page_with_every_cell(tmp_path: Path) -> None:
    path = tmp_path / "chart.pdf"
    done = vingt("strategy", RULES, "--output", str(path), "--json")
    assert (done.code, done.json["rulebook"]) == (0, RULES)  # JSON stands beside the file
    data = path.read_bytes()
    assert data.startswith(b"%PDF-1.4\n")
    assert data.endswith(b"%%EOF\n")
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[start:].startswith(b"xref\n0 8\n")
    for number, line in enumerate(data[start:].splitlines()[3:10], start=1):
        assert data[int(line[:10]) :].startswith(b"%d 0 obj" % number)
    for text in (b"(Hard totals)", b"(S4*)", b"(P**)", "(18–20)".encode("cp1252")):
        assert text in data


def test_a_file_that_is_no_chart_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "chart.docx"
    done = vingt("strategy", RULES, "--output", str(path))
    assert (done.code, path.exists()) == (2, False)
    assert "not written as .docx" in done.err


def test_json_is_printed_instead_of_the_text() -> None:
    assert vingt("strategy", RULES, "--json").json == vingt("strategy", RULES, "--format", "json").json
    assert vingt("strategy", RULES, "--json", "--format", "csv").code == 2


def test_a_cell_with_two_exceptions_has_a_legend() -> None:
    chart = Chart({"hard": {16: {up: parse_cell("S67S") for up in UPS}}})
    for two_cards in (False, True):
        told = dict(legend(chart, two_cards))
        assert told["S67S"] == "stand, but hit with six or more cards, but stand with seven or more cards"


@clause("MD-BJ 12.A(4)(a)")
def test_a_switch_table_has_points_for_switching_and_a_chart_that_loads_back(tmp_path: Path) -> None:
    chart = tmp_path / "switch.txt"
    done = vingt("strategy", "md-blackjack", "--set", "variant=switch", "--output", str(chart), "--json")
    sheet, text = done.json, chart.read_text("utf-8")
    assert 0.0005 < sheet["costs"] < 0.0007
    assert sheet["house_edge"] == pytest.approx(-0.010574, abs=1e-6)  # naturals at 3 to 2 give the game away
    points = sheet["switching"]
    assert (points["TT"]["6"], points["hard 16"]["T"]) == (6, -6)
    assert (points["AT dealt"]["2"], points["AT switched"]["2"]) == (12, 7)
    assert "# Switch where the points of the two new hands together are more" in text
    rules = library.table_rules("md-blackjack", {"variant": "switch"})
    assert set(read_strategy(text, rules).cells) == set(sheet["chart"])
