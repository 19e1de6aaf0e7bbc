"""The page that `vingt simulate --html` writes."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.cli.toy_simulation import FEW, simulate
from tests.simulation import toy
from vingt.analysis.simulation.report import Day, Exact, Manner, report
from vingt.analysis.simulation.run import Goal, Run
from vingt.report.simulation.html import html_page
from vingt.report.words.figures import rounded

pytestmark = pytest.mark.usefixtures("toy_devices")


class Outline(HTMLParser):
    """Headings, drawings, every address an element would load, and tags left open."""

    VOID = frozenset({"meta", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.headings: list[str] = []
        self.drawings: list[str] = []
        self.loads: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.loads += [str(given[name]) for name in ("src", "href", "data", "action") if name in given]
        if tag in ("script", "link", "iframe", "img"):
            self.loads.append(tag)
        if tag == "svg":
            self.drawings.append(str(given["aria-label"]))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


@pytest.mark.parametrize("shoe", ["fresh", "cut"])
def test_the_html_page_stands_by_itself(tmp_path: Path, shoe: str) -> None:
    simulate(*FEW, "--shoe", shoe, "--html", "page.html")
    text = (tmp_path / "page.html").read_text()
    seen = Outline()
    seen.feed(text)
    assert seen.open == []
    assert seen.loads == []
    assert "//" not in text.replace("<!doctype html>", "")
    assert not re.search(r"\b(nan|inf)\b", text)
    drawn = ["Convergence", "A day's hold", "Net results", "Bankrolls", "Drawdown", "Side wagers"]
    assert set(drawn) <= set(seen.drawings)
    assert ("Difference from the exact value" in seen.drawings) is (shoe == "fresh")
    assert seen.headings[:3] == ["Convergence", "A day's hold", "Net results"]
    assert "exact 0.3423%" in text
    ids = re.findall(r'id="([^"]+)"', text)
    assert len(ids) == len(set(ids))


def test_a_name_is_no_markup_and_a_missing_exact_value_is_told() -> None:
    plan = toy.plan()
    run = Run(plan, 2000, toy.play(plan, "toy", 0, 2000))
    manner = Manner("cpu", "<b>.txt", seconds=1.0, rounds=2000)
    text = html_page(report(run, Goal(2000), True, manner, (), Exact(None, "a <i> rule"), Day(70, 8, 20)))
    assert "the chart in &lt;b&gt;.txt" in text
    assert "a &lt;i&gt; rule" in text
    assert not re.search("<b>.txt|<i> rule", text)


def test_numbers_are_short() -> None:
    found = [rounded(number) for number in (7, 999.4, 999.9, 33_940_000, 999_999_999, 2e10)]
    assert found == ["7", "999", "1 k", "33.9 M", "1 G", "20 G"]


def test_what_is_printed_is_json_alone() -> None:
    json.loads(simulate(*FEW, "--json", "--html", "page.html").out)
