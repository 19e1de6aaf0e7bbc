"""What needs no built site: the chart's page, and that faults of a site are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from handbook.build import Broken, publish
from handbook.figure_pages import chart_page
from handbook.inspection import faults, seen_in
from vingt.analysis.chart.chart import UPS, Chart, parse_cell
from vingt.analysis.exact.chart_sheet import Sheet, cell_tables, legend
from vingt.rulebook import library


def test_the_page_of_a_chart_shows_its_cells_and_offers_files() -> None:
    """A chart of one row stands for one that takes seconds to compute."""
    chart = Chart({"hard": {12: {up: parse_cell("S4" if up < 7 else "H") for up in UPS}}})
    tables = tuple(cell_tables(chart, two_cards=False))
    rules = library.table_rules("mbs-pontoon")
    page = chart_page(
        "mbs-pontoon",
        Sheet(rules, chart, 2500, -0.01, 0.0, 0.0, tables, legend(chart, two_cards=False), ("A note.",)),
    )
    assert page.path == "rules/mbs-pontoon/strategy"
    assert "- A note." in page.text
    assert '<td class="stand">S4</td>' in page.text
    assert "stand, but hit with four or more cards" in page.text
    assert page.files["chart.pdf"].startswith(b"%PDF")
    assert {name for name in page.files if f"({name})" in page.text} == set(page.files)


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ('<a href="away/">x</a>', "links to away/, which is not there"),
        ('<a href="#away">x</a>', "links to #away, which has no such place"),
        ('<a href="../../etc/passwd">x</a>', "links to ../../etc/passwd, which is not there"),
        ('<img src="https://elsewhere.example/x.png">', "fetches https://elsewhere.example/x.png"),
        ('<link rel="stylesheet" href="//elsewhere.example/x.css">', "fetches //elsewhere.example/x.css"),
        ("<script>1</script>", "has a script inline"),
        ('<p style="color: red">x</p>', "has a style inline"),
        ('<p onclick="x()">x</p>', "has onclick inline"),
        ('<meta http-equiv="refresh" content="0; url=../b/">', "links to ../b/, which is not there"),
    ],
)
def test_a_fault_of_a_site_is_found(html: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(html, "utf-8")
    assert faults(tmp_path) == [f"index.html: {fault}"]


def test_only_a_site_without_fault_is_published(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for site, html in ((old, "old"), (new, '<a href="away/">x</a>')):
        site.mkdir()
        (site / "index.html").write_text(html, "utf-8")
    with pytest.raises(Broken, match=r"index.html: links to away/, which is not there"):
        publish(new, old)
    assert (old / "index.html").read_text("utf-8") == "old"
    (new / "index.html").write_text("new", "utf-8")
    seen_in.cache_clear()
    publish(new, old)
    assert (old / "index.html").read_text("utf-8") == "new"


def test_a_site_without_fault_has_none(tmp_path: Path) -> None:
    page = '<h1 id="a b">x</h1><a href="#a%20b">x</a><a href="sub/">y</a><script src="x.js"></script>'
    (tmp_path / "index.html").write_text(page, "utf-8")
    (tmp_path / "x.js").write_text("", "utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "index.html").write_text('<a href="..">up</a> <a href="https://a.example">out</a>')
    assert faults(tmp_path) == []
