"""What a layout must show is on the rendered page: inscriptions, signs, areas and odds."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.proof import checked
from tests.web.inside import inside, settle
from vingt.live.table.commands import BuyIn, DeclineCut, TakeSeat
from vingt.report.rules.felt import felt_of
from vingt.report.rules.layout import shown_at
from vingt.rulebook import library

PROGRESSIVES = {
    "wagers.bonus-spin": {"paytable": "A", "stake": 1, "prize": 5000, "wheel": {"usd-10-symbol": 9}},
    "wagers.21-plus-3.meters.main": {"initial": 2000, "reset": 2000, "rate": "1/10"},
    "wagers.blazing-7s.meters": {
        name: {"initial": least, "reset": least, "rate": "1/10"}
        for name, least in (("mega", 10000), ("major", 5000), ("minor", 2500))
    },
    "wagers.bad-beat.meters.main": {"initial": 5000, "reset": 5000, "rate": "1/10"},
    "bad_beat_magic_card_rate": "1/10",
    "bad_beat_lucky_player_rate": "1/10",
}
OWN = 2  # the box the player sits at
ON_A_SIGN = {"odds_shown_on": "sign", "payout_limit": 50000}


def names(book: str) -> list[str]:
    return [f"{book}/{name}" for name in library.samples(book)]


TABLES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    **{
        f"{book}/{name}": (f"{book}/{name}", {})
        for book in library.RULEBOOKS
        for name in library.samples(book)
    },
    "md-blackjack with progressives": ("md-blackjack", PROGRESSIVES),
    **{f"{book} on a sign": (book, ON_A_SIGN) for book in library.RULEBOOKS if book.startswith("md-")},
}


@dataclass
class Layout(HTMLParser):
    """What is printed on the page of a table."""

    areas: set[str] = field(default_factory=set)  # "3 lucky-ladies", or "insurance"
    inscriptions: list[str] = field(default_factory=list)
    house: str = ""
    pays_on: str | None = None
    pays: dict[str, dict[str, str]] = field(default_factory=dict)
    text: str = ""
    inside: list[tuple[str, str]] = field(default_factory=list)
    what: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        name = named.get("id", "")
        if "area" in named.get("class", "").split() and name.startswith("spot-"):
            self.areas.add(name.removeprefix("spot-").replace("-", " ", 1))
        if "data-area" in named and tag == "g":
            self.areas.add(named["data-area"])
        if named.get("class") == "pays":
            self.pays_on = named["data-on"]
        self.inside.append((tag, named.get("class", "")))
        if tag in ("li", "p", "h3", "dt", "dd"):
            self.text = ""

    def handle_data(self, data: str) -> None:
        if self.inside and self.inside[-1][0] != "i":
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside[-1][0] != tag:
            self.inside.pop()
        within = {classes for _, classes in self.inside}
        if "cite" in within:
            within.discard("plaque")
        text = " ".join(self.text.split())
        if tag == "li" and "inscriptions" in within:
            self.inscriptions.append(text)
        elif tag == "p" and self.inside[-1][1] == "house":
            self.house = text
        elif "plaque" in within and tag == "h3":
            self.what, self.pays[text] = text, {}
        elif "plaque" in within and tag == "dt":
            self.pays[self.what][text] = ""
        elif "plaque" in within and tag == "dd":
            self.pays[self.what][list(self.pays[self.what])[-1]] = text
        if self.inside:
            self.inside.pop()


@pytest.fixture(scope="module")
def layouts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Layout]:
    async def read() -> dict[str, Layout]:
        found = {}
        async with inside(tmp_path_factory.mktemp("house")) as here:
            for name, (rules, chosen) in TABLES.items():
                table = await here.house.open_table(library.submission(rules).with_choices(chosen), "house")
                async with here.browser() as player:
                    ada = await player.come("Ada")
                    await table.submit(ada, BuyIn(500_00), "buy")
                    await table.submit(ada, TakeSeat(OWN), "sit")
                    await settle(table)  # the cards are shuffled
                    while table.state.shoe.cut_offered is not None:  # of a double shoe, one for each side
                        await table.submit(ada, DeclineCut(), f"cut {table.version}")
                        await settle(table)
                    found[name] = Layout()
                    found[name].feed((await player.get(f"/tables/{table.id}")).text)
        return found

    return asyncio.run(read())


def by_sample(**clauses: str) -> pytest.MarkDecorator:
    """One case for each sample of each rulebook named, marked with the clause of its book."""
    return pytest.mark.parametrize(
        "table",
        [
            pytest.param(f"{book}/{name}", marks=checked(*clauses[book.replace("-", "_")].split(" | ")))
            for book in library.RULEBOOKS
            if book.replace("-", "_") in clauses
            for name in library.samples(book)
        ],
    )


@by_sample(
    md_pontoon_21="MD-P21 2.B(2)",
    mbs_pontoon="MBS-P 2.2.1",
    md_blackjack="MD-BJ 2.B(2)",
    md_players_edge_21="MD-PE21 2.B(2)",
    ma_pontoon_21="MA-P21 5(c)#1",
)
def test_every_box_has_an_area_for_the_main_wager(layouts: dict[str, Layout], table: str) -> None:
    rules = library.table_rules(table)
    seats = rules.boxes.seats * rules.variant.boxes_each
    assert {each for each in layouts[table].areas if each.endswith(" main")} == {
        f"{box} main" for box in range(1, seats + 1)
    }


AREAS = {
    "md-pontoon-21": {"match-super-bonus": "MD-P21 2.B(4)(a)", "bonus-spin": "MD-P21 2.B(4)(b)"},
    "mbs-pontoon": {"pair": "MBS-P 2.2.3"},
    "ma-pontoon-21": {"match-super-bonus": "MA-P21 6(c)#1"},
    "md-players-edge-21": {
        "match-up": "MD-PE21 2.B(4)(a)",
        "match-down": "MD-PE21 2.B(4)(b)",
        "monster-match": "MD-PE21 2.B(4)(c)",
    },
    "md-blackjack": {
        wager: f"MD-BJ 2.B(4)({letter})"
        for wager, letter in zip(
            (
                *("lucky-ladies", "match-the-dealer", "in-between", "royal-match-21", "bet-the-set-21"),
                *("kings-bounty", "three-card-poker", "hit-and-run", "house-money", "lucky-lucky"),
                *("super-4", "upcard-luck-21", "buster-blackjack", "buster-free-bonus", "bonus-spin"),
                *("blazing-7s", "lucky-aces", "21-plus-3", "trilux", "top-3"),
            ),
            "abcdefghijklmnopqrst",
            strict=True,
        )
    },
}


@pytest.mark.parametrize(
    ("book", "wager"),
    [
        pytest.param(book, wager, marks=checked(cited), id=f"{book}:{wager}")
        for book, areas in AREAS.items()
        for wager, cited in areas.items()
    ],
)
def test_where_a_side_wager_is_offered_a_player_has_an_area_for_it(
    layouts: dict[str, Layout], book: str, wager: str
) -> None:
    offering = 0
    for name, (rules, chosen) in TABLES.items():
        if rules.split("/")[0] != book:
            continue
        table = library.table_rules(rules, chosen)
        offered = table.wager(wager) is not None
        assert (f"{OWN} {wager}" in layouts[name].areas) is offered, name
        offering += offered
    assert offering


@by_sample(mbs_pontoon="MBS-P 2.2.2", ma_pontoon_21="MA-P21 11(b)#1")
def test_insurance_has_an_area(layouts: dict[str, Layout], table: str) -> None:
    assert "insurance" in layouts[table].areas


@by_sample(md_pontoon_21="MD-P21 2.B(1)", md_blackjack="MD-BJ 2.B(1)", md_players_edge_21="MD-PE21 2.B(1)")
def test_the_operator_is_named(layouts: dict[str, Layout], table: str) -> None:
    assert layouts[table].house == "Maison Vingt"


@pytest.mark.parametrize(
    ("table", "words"),
    [
        pytest.param(table, words, marks=checked(cited), id=f"{table}: {words}")
        for table, words, cited in (
            ("md-pontoon-21/default", "Blackjack pays 3 to 2", "MD-P21 2.B(3)(a)"),
            ("md-pontoon-21/default", "Insurance pays 2 to 1", "MD-P21 2.B(3)(b)"),
            ("md-pontoon-21/default", "Doubled hands cannot earn the additional payouts", "MD-P21 2.B(5)"),
            ("md-pontoon-21 on a sign", "Payout limit per hand $50,000", "MD-P21 2.B(6)(b)"),
            ("md-blackjack/default", "Blackjack pays 3 to 2", "MD-BJ 2.B(3)(a)"),
            ("md-blackjack/double-deck-progressives", "Blackjack pays 6 to 5", "MD-BJ 2.B(3)(b)"),
            ("md-blackjack/default", "Insurance pays 2 to 1", "MD-BJ 2.B(3)(b)#2"),
            ("md-blackjack/default", "Payout limit per hand as posted", "MD-BJ 2.B(6)(b)"),
            ("md-blackjack on a sign", "Payout limit per hand $50,000", "MD-BJ 2.B(7)"),
            ("md-players-edge-21/default", "Blackjack pays 3 to 2", "MD-PE21 2.B(3)(a)"),
            (
                "md-players-edge-21/default",
                "Insurance pays 2 to 1 for unsuited Blackjacks and pays 5 to 1 for suited Blackjacks",
                "MD-PE21 2.B(3)(b)",
            ),
            ("md-players-edge-21/default", "Payout limit per hand as posted", "MD-PE21 2.B(5)(b)"),
            ("md-players-edge-21 on a sign", "Payout limit per hand $50,000", "MD-PE21 2.B(6)"),
            ("ma-pontoon-21/default", "Match Super Bonus: at most $100", "MA-P21 6(b)(2)"),
            ("ma-pontoon-21/default", "Hole card, looked at with a card reader", "MA-P21 7(i)#6"),
        )
    ],
)
def test_the_words_are_printed(layouts: dict[str, Layout], table: str, words: str) -> None:
    assert words in layouts[table].inscriptions


def printed_odds(layout: Layout, rules: str, chosen: Mapping[str, Any]) -> None:
    table = library.table_rules(rules, chosen)
    main = layout.pays[table.main_wager]
    assert (main["a win"], main[table.natural.name]) == ("1 to 1", str(table.pays.natural))
    for wager in table.wagers:
        assert list(layout.pays[wager.name].values()) == [str(line.pays) for line in wager.paytable.lines]


@by_sample(
    md_pontoon_21="MD-P21 2.B(6)(a)", md_blackjack="MD-BJ 2.B(6)(a)", md_players_edge_21="MD-PE21 2.B(5)(a)"
)
def test_the_felt_states_what_every_offered_wager_pays(layouts: dict[str, Layout], table: str) -> None:
    assert layouts[table].pays_on == "felt"
    printed_odds(layouts[table], table, {})


@pytest.mark.parametrize(
    "book",
    [
        pytest.param("md-pontoon-21", marks=checked("MD-P21 2.B(6)(b)")),
        pytest.param("md-blackjack", marks=checked("MD-BJ 2.B(7)")),
        pytest.param("md-players-edge-21", marks=checked("MD-PE21 2.B(6)")),
    ],
)
def test_odds_that_are_not_on_the_felt_are_on_a_sign(layouts: dict[str, Layout], book: str) -> None:
    layout = layouts[f"{book} on a sign"]
    assert layout.pays_on == "sign"
    printed_odds(layout, book, ON_A_SIGN)


@checked("MD-BJ 2.B(5)", "MD-BJ 2.B(5)(a)", "MD-BJ 2.B(5)(b)")
def test_a_switch_table_is_designated_and_has_two_areas_and_one_for_super_match() -> None:
    wagers = {"super-match": {"stake_min": 1, "stake_max": 25}}
    rules = library.table_rules("md-blackjack", {"variant": "switch", "wagers": wagers})
    said = {(where, words) for where, words, _ in shown_at(rules)}
    assert ("felt", "Blackjack Switch: a dealer 22 returns your wagers") in said
    assert ("area", "Blackjack Wager, two for each of 7 players") in said
    assert ("area", "Super Match") in said
    plain = {words for _, words, _ in shown_at(library.table_rules("md-blackjack"))}
    assert not [words for words in plain if "Switch" in words or "two for" in words or "Super Match" in words]
    sold = {"variant": "switch", "switch_natural_pays": "1:1", "accept_readings": ["J-56"]}
    assert felt_of(library.table_rules("md-blackjack", sold)).arcs[1].text == "Blackjack pays 1 to 1"
