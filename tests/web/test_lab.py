"""The lab: a table is its address, judged as `vingt check` does; its figures are those of the commands."""

from __future__ import annotations

import asyncio
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from tests.proof import checked
from tests.web.inside import Browser, inside
from vingt.core.rules.resolve import resolve
from vingt.core.rules.submission import parse_submission
from vingt.rulebook import library
from vingt.web.lab import pages
from vingt.web.lab.address import LabAddress, NotAnAddress, lab_table, samples
from vingt.web.lab.errands import planned
from vingt.web.lab.pages import QUERY_MAX
from vingt.web.lab.steps import remedies

SIX_TO_FIVE = "rules=md-blackjack&blackjack_pays=6%3A5&wagers.lucky-ladies.paytable=B"


@pytest.mark.parametrize("name", samples())
def test_a_sample_is_its_own_shortest_address(name: str) -> None:
    table = lab_table(f"rules={name}")
    assert table.is_sample
    assert table.problems == ()
    assert table.proposal is not None
    assert table.proposal.rules.identity == library.table_rules(name).identity


def test_choices_are_in_the_address_and_only_those_that_differ() -> None:
    long = f"{SIX_TO_FIVE}&decks=6&soft17=H17&wagers.trilux.paytable=on&day.boxes=5&title=&against="
    assert lab_table(long).address.query == SIX_TO_FIVE
    table = lab_table(long)
    rules = resolve(table.document, parse_submission(table.text.encode(), "downloaded"))
    assert str(rules.pays.natural) == "6 to 5"
    offered = rules.wager("lucky-ladies")
    assert offered is not None
    assert offered.paytable.id == "B"


def test_every_side_wager_comes_with_a_start_and_goes_without_a_trace() -> None:
    document = library.load("md-blackjack")
    for wager in document.wagers:
        table = lab_table(f"rules=md-blackjack&wagers.{wager}.paytable=off")
        assert wager == "insurance" or wager not in table.raw["wagers"]
        assert lab_table(table.address.query).address == table.address
    begun = lab_table("rules=md-blackjack&wagers.super-4.paytable=D")
    assert begun.problems == ()
    other = lab_table(f"{begun.address.query}&was.super-4=A&wagers.super-4.stake=1")
    assert other.address == begun.address  # the fields of another paytable are let go


def test_a_forbidden_choice_names_its_clause() -> None:
    (problem,) = lab_table("rules=md-pontoon-21&decks=7").problems
    assert problem.key == "decks"
    assert "MD-P21 3.A" in problem.cite.clauses
    departs = lab_table("rules=md-blackjack&surrender=false")
    assert departs.problems[0].key == "surrender"
    assert lab_table("rules=md-blackjack&surrender=false&accept_readings=J-27").problems == ()
    none = lab_table("rules=md-blackjack/as-dealt&accept_readings=")  # every box of the form left empty
    assert none.address.query.endswith("&accept_readings=")
    assert none.problems


@checked("MD-BJ 12.B(1)", "MD-BJ 12.B(2)")
def test_a_forbidden_choice_can_be_left_by_a_link_that_is_offered_with_it() -> None:
    table = lab_table("rules=md-blackjack&variant=hand_dealt")
    while table.problems:  # one after the other
        key = table.problems[0].key
        words, address = next(remedies(table, key))
        table = lab_table(address)
        assert key not in [problem.key for problem in table.problems], words
    assert table.raw["shuffler"] == "batch"
    assert table.raw["decks"] <= 2


class Sent(HTMLParser):
    """What a form sends that nobody has touched."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self.select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "select":
            self.select = str(named["name"])
        elif tag == "option" and "selected" in named:
            self.fields.append((self.select, str(named["value"])))
        elif tag == "input" and (named.get("type") != "checkbox" or "checked" in named):
            self.fields.append((str(named["name"]), named.get("value") or ""))


@pytest.mark.parametrize("name", samples())
def test_the_form_sent_as_it_stands_is_the_table_it_was_drawn_for(name: str) -> None:
    query = urlencode([("rules", name), *Sent(planned(f"rules={name}")["form"].html).fields])
    assert lab_table(query).address == LabAddress(name)
    assert len(query) < QUERY_MAX


def test_a_table_sent_with_all_its_fields_is_the_table_of_its_address() -> None:
    """Else its figures, and its packet, would be made a second time under other names."""
    short = planned(SIX_TO_FIVE)
    long = urlencode([("rules", "md-blackjack"), *Sent(short["form"].html).fields])
    assert planned(f"{long}&decks=6") == short


@pytest.mark.parametrize(
    "query",
    [
        "rules=%2Fetc%2Fpasswd",
        "rules=my-table.toml",
        "rules=md-blackjack/none",
        "wagers=3",
        "rulebook=mbs-pontoon",
        "x=" + "9" * 999,
        "a=1&" * 700,
    ],
)
def test_what_is_no_table_of_the_lab_is_refused(query: str) -> None:
    with pytest.raises(NotAnAddress):
        lab_table(query)


def test_absurd_numbers_are_problems_and_no_errors() -> None:
    for absurd in (
        "decks=" + "9" * 300,
        "decks=1e99999",
        "decks=nan",
        "decks={a={b=1}}",
        "chips=[[1]]",
    ):
        assert lab_table(f"rules=md-blackjack&{absurd}").problems


def test_a_page_that_is_not_drawn_at_once_says_so_and_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            monkeypatch.setattr(pages, "OPENING", 0.0)
            waits = await browser.get(f"/lab?{SIX_TO_FIVE}")
            assert '<meta http-equiv="refresh"' in waits.text
            assert "<progress" in waits.text
            await figures(browser, SIX_TO_FIVE, "cloth")  # drawn by now
            assert 'id="part-cloth"' in (await browser.get(f"/lab?{SIX_TO_FIVE}")).text

    asyncio.run(look())


async def figures(browser: Browser, query: str, *parts: str) -> dict[str, Any]:
    """Look until these parts are there."""
    for _ in range(2400):
        told: dict[str, Any] = (await browser.client.get(f"/lab/figures?{query}")).json()
        if all(part in told["parts"] and told["parts"][part]["html"] for part in parts):
            return told
        await asyncio.sleep(0.05)
    raise AssertionError(parts)


def test_figures_are_those_of_the_command_line_and_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vingt.analysis.exact.edge import edge
    from vingt.report.words.figures import percent

    monkeypatch.setattr(pages, "OPENING", 60.0)  # however slow the machine

    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            page = await browser.get(f"/lab?{SIX_TO_FIVE}&decks=6")
            assert page.status_code == 303
            assert page.headers["location"] == f"/lab?{SIX_TO_FIVE}"
            told = await figures(browser, SIX_TO_FIVE, "edge", "cloth")
            text = (await browser.get(f"/lab/my-table.toml?{SIX_TO_FIVE}")).text
            submission = parse_submission(text.encode(), "my-table.toml")
            rules = resolve(library.document_of(submission), submission)
            exact = percent(edge(rules, with_law=False).house_edge)
            assert f'data-figure="house_edge">{exact}<' in told["parts"]["edge"]["html"]
            assert "Blackjack pays 6 to 5" in told["parts"]["cloth"]["html"]
            had = ",".join(
                (f"table={quote(SIX_TO_FIVE, safe='')}", f"cloth={told['parts']['cloth']['version']}")
            )
            again = (await browser.get(f"/lab/figures?{SIX_TO_FIVE}&{urlencode({'seen': had})}")).json()
            assert "form" in told
            assert not {"form", "verdict"} & set(again)  # what stands there already is not drawn again
            assert "cloth" not in again["parts"]
            computed = set(tmp_path.glob("lab/value-*.json"))
            assert computed
        async with inside(tmp_path) as here, here.browser() as browser:
            page = await browser.get(f"/lab?{SIX_TO_FIVE}")
            assert exact in page.text  # at once, from what was kept
            assert set(tmp_path.glob("lab/value-*.json")) >= computed

    asyncio.run(look())
