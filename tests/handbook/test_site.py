"""The handbook as built: everything that can be cited has its address, the reference is complete.

That every link leads somewhere and nothing is fetched from elsewhere the build itself sees to: it publishes
no other site (test_pages.py).
"""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape
from pathlib import Path

from handbook.addresses import anchor, headings, leading_pages
from handbook.inspection import target
from vingt.cli.main import COMMANDS
from vingt.core.cite import headings_of
from vingt.rulebook import library

ROOT = Path(__file__).parents[2]


def test_every_clause_heading_and_reading_has_an_address_that_shows_it(site: Path) -> None:
    """The address may be a page that leads on; at its place stands what the clause says."""
    said = {
        f"rules/{rulebook}/{clause.id.partition(' ')[2]}": clause.statement
        for rulebook in library.RULEBOOKS
        for clause in library.clauses(rulebook)
    } | {f"readings/{reading.id}": reading.question for reading in library.readings()}
    every = [f"rules/{rulebook}/{named}" for rulebook in library.RULEBOOKS for named in headings(rulebook)]
    for address in {*every, *said}:
        own = site / address / "index.html"
        leading = re.search(r'content="0; url=([^"]+)"', text_of(own))
        there = target(site, own, leading[1]) if leading else own
        assert there is not None, address
        place = f'id="{escape(anchor(own.parent.name))}"'
        _, found, after = text_of(there).partition(place)
        if address in said:
            assert said[address] in unescape(after if found else text_of(there)).partition("</div>")[0], (
                address
            )
        else:
            assert found or not leading, address


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


def test_addresses_cover_all_that_a_value_or_a_reading_cites() -> None:
    known = {f"rules/{rulebook}/{named}" for rulebook in library.RULEBOOKS for named in headings(rulebook)}
    for rulebook in library.RULEBOOKS:
        for clause in library.clauses(rulebook):
            for named in (clause.id, *headings_of(clause.id)):
                assert f"rules/{rulebook}/{named.partition(' ')[2]}" in known
    folders = [folder for folder, _ in leading_pages()]
    assert len(folders) == len(set(folders))
    assert "rules/md-blackjack/7.C(3)" in folders
    assert "rules/ma-pontoon-21/2(a)#1" in folders


def test_the_reference_holds_every_command_call_and_value(site: Path) -> None:
    commands = (site / "reference" / "commands" / "index.html").read_text("utf-8")
    assert [each for each in COMMANDS if f"Usage: vingt {each.name}" not in commands] == []
    assert "/api/tables/{table}/commands" in (site / "reference" / "interface" / "index.html").read_text(
        "utf-8"
    )
    values = (site / "rules" / "md-pontoon-21" / "values" / "index.html").read_text("utf-8")
    row = re.search(r"<tr><td><code>hands_max</code></td>.*?</tr>", values, re.DOTALL)
    assert row is not None
    assert "split_hands_max: 2 to 8" in row[0]
    assert 'href="../../../rules/md-pontoon-21/11/#11.D"' in row[0]
    assert 'href="../../../readings/I/#I-60"' in row[0]


def test_side_wagers_are_valued_and_may_be_downloaded(site: Path) -> None:
    page = (site / "rules" / "mbs-pontoon" / "wagers" / "index.html").read_text("utf-8")
    assert "2.872%" in page
    assert (site / "rules" / "mbs-pontoon" / "wagers.csv").read_text("utf-8").startswith("rulebook,wager,")


def test_every_page_of_docs_has_its_place_in_the_navigation(site: Path) -> None:
    home = (site / "index.html").read_text("utf-8")
    for path in (ROOT / "docs").rglob("*.md"):
        name = path.relative_to(ROOT / "docs").with_suffix("").as_posix()
        assert name == "index" or f'href="./{name}/"' in home, name


def test_styles_bring_nothing_that_the_policy_of_the_house_bars(site: Path) -> None:
    for path in site.rglob("*.css"):
        text = path.read_text("utf-8")
        assert "data:image" not in text, path
        assert "@import" not in text, path
