"""The handbook as built: everything that can be cited has its address, the reference is complete.

That every link leads somewhere and nothing is fetched from elsewhere the build itself sees to: it publishes
no other site (test_pages.py).
"""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from handbook.addresses import anchor, headings, leading_pages, typed
from handbook.inspection import target
from vingt.cli.main import COMMANDS
from vingt.core.cite import headings_of
from vingt.report.template import emphasised
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
            shown = (after if found else text_of(there)).partition("</div>")[0]
            assert plain(emphasised(said[address])) in plain(shown), address
        else:
            assert found or not leading, address


def test_every_clause_is_reached_by_the_address_that_the_guide_says_to_type(site: Path) -> None:
    """As a browser asks for it: what follows a # never reaches the house."""
    guide = (ROOT / "docs" / "guide" / "auditor.md").read_text("utf-8")
    assert "Where the id holds a `#`, the address has `~`: `rules/ma-pontoon-21/2(a)~1`" in " ".join(
        guide.split()
    )
    reached = {}
    for rulebook in library.RULEBOOKS:
        for clause in library.clauses(rulebook):
            named = clause.id.partition(" ")[2]
            asked = site / urlsplit(f"rules/{rulebook}/{typed(named)}").path / "index.html"
            leading = re.search(r'content="0; url=([^"]+)"', text_of(asked))
            there = (target(site, asked, leading[1]), leading[1]) if leading else (asked, "")
            assert f'id="{escape(anchor(named))}"' in text_of(there[0] or asked) or not leading, clause.id
            reached[clause.id] = (there[0], unquote(there[1]).partition("#")[2] or named)
    assert len(reached) == len(set(reached.values())) == 1445


def plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


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
    row = re.search(r'<tr id="split.hands_max">\s*<td><code>hands_max</code></td>.*?</tr>', values, re.DOTALL)
    assert row is not None
    assert "split_hands_max: 2 to 8" in row[0]
    assert 'href="../../../rules/md-pontoon-21/11/#11.D"' in row[0]
    assert 'href="../../../readings/I/#I-60"' in row[0]


def test_side_wagers_are_valued_and_may_be_downloaded(site: Path) -> None:
    page = (site / "rules" / "mbs-pontoon" / "wagers" / "index.html").read_text("utf-8")
    assert "2.872%" in page
    assert (site / "rules" / "mbs-pontoon" / "wagers.csv").read_text("utf-8").startswith("rulebook,wager,")


def test_each_wager_has_an_address_in_a_list_of_contents_and_its_clauses_are_linked(site: Path) -> None:
    page = (site / "rules" / "mbs-pontoon" / "wagers" / "index.html").read_text("utf-8")
    headings = re.findall(r'<h2 id="([\w-]+)"', page)
    assert {"overview", "readings-used", "insurance-only", "pair-only"} <= {*headings}
    assert [each for each in headings if f'<a href="#{each}">' not in page] == []
    assert re.search(r'<td><a href="../../../rules/mbs-pontoon/\w+/#[^"]+">', page)


def test_a_clause_names_its_tests_and_links_its_values_and_a_reading_shows_no_markup(site: Path) -> None:
    page = (site / "rules" / "md-pontoon-21" / "5" / "index.html").read_text("utf-8")
    block = page.partition('id="5.G"')[2].partition("</div>")[0]
    assert re.search(r"<summary>played by \d+ tests?</summary>\s*<code>tests/[\w/]+\.py::", block)
    assert '<a href="../values/#shoe.cover_card_ends">' in block
    words = unescape(re.sub(r"<[^>]+>", "", (site / "readings" / "I" / "index.html").read_text("utf-8")))
    assert "round *up*" not in words
    assert "round up to the next bettable unit" in words
    assert not re.search(r"(?<!\w)\*[a-z ]+\*(?!\w)", words)


def test_pages_say_which_game_they_are_about_and_lead_back_to_the_house(site: Path) -> None:
    page = (site / "rules" / "md-blackjack" / "7" / "index.html").read_text("utf-8")
    assert "<title>Maryland Blackjack, MD-BJ 7: deal, shuffle" in page
    assert '<a href="/" class="md-source"' in page
    assert "MD-BJ 7: deal, shuffle" in page.partition("<article")[0]  # in the navigation
    assert ">More<" not in page.partition("<article")[0]


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
