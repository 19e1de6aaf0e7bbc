"""The sheets that are signed before a table opens and by each dealer, and what they bind people to."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.guided_table import (
    GuidedTable,
    guided_table,
    round_begun,
)
from tests.proof import checked, clause
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.table.commands import HandOverTable, PerformStep, TakeTable
from vingt.live.table.dealer_step import DealerStep
from vingt.web.floor.deal_pages import sheet_of

APPROVED, BOXES, READER, RACK = (
    *("the layout is approved by the regulator", "drop box and tip box", "card reader", "discard rack"),
)
NEARER, NEAREST = "draw with the hand nearer the shoe", "two nearest positions with the drawing hand"
SIDEWAYS = "paid natural stays sideways for side wagers"
# What stands on the sheet that two people sign, and on the one that each dealer reads: clause -> words.
SHEETS = {
    "md-pontoon-21": {
        "MD-P21 2.B": APPROVED,
        "MD-P21 2.C": BOXES,
        "MD-P21 2.D": BOXES,
        "MD-P21 2.E": READER,
        "MD-P21 2.G(1)": RACK,
        "MD-P21 2.G(2)": RACK,
    },
    "ma-pontoon-21": {
        "MA-P21 2(a)#3": "cutting card",
        "MA-P21 7(a)": "shoe at dealers left",
        "MA-P21 7(i)#3": "card reader if elected",
    },
    "md-blackjack": {
        "MD-BJ 2.B": APPROVED,
        "MD-BJ 2.D": BOXES,
        "MD-BJ 2.E": BOXES,
        "MD-BJ 2.F": READER,
        "MD-BJ 2.H": RACK,
        "MD-BJ 2.H(1)": RACK,
        "MD-BJ 2.H(2)": RACK,
        "MD-BJ 2.I": RACK,
    },
    "md-blackjack/switch": {
        "MD-BJ 2.B(5)": "Blackjack Switch: a dealer 22 returns your wagers",
        "MD-BJ 2.B(5)(a)": "Blackjack Wager, two for each of 7 players",
        "MD-BJ 2.B(5)(b)": "Super Match",
    },
    "md-players-edge-21": {
        "MD-PE21 2.B": APPROVED,
        "MD-PE21 2.D": BOXES,
        "MD-PE21 2.E": BOXES,
        "MD-PE21 2.F": READER,
        "MD-PE21 2.H": RACK,
        "MD-PE21 2.H(1)": RACK,
        "MD-PE21 2.H(2)": RACK,
    },
}
CONDUCT = {
    "md-pontoon-21": {
        "MD-P21 7.B(1)": NEARER,
        "MD-P21 7.B(2)": NEAREST,
        "MD-P21 9.C(2)": "surrendered wager on top of the cards",
        "MD-P21 7.U": "touch no cards",
    },
    "ma-pontoon-21": {
        "MA-P21 7(b)#1": "draw left handed place right handed",
        "MA-P21 13(c)": "deciding wager nearest the dealer",
        "MA-P21 7(k)": "touch no cards",
        "MA-P21 7(l)": "count your own points",
    },
    "md-blackjack": {"MD-BJ 7.B(1)": NEARER, "MD-BJ 7.B(2)": NEAREST},
    "md-players-edge-21": {
        "MD-PE21 7.B(1)": NEARER,
        "MD-PE21 7.B(2)": NEAREST,
        "MD-PE21 7.H(1)(a)(i)": SIDEWAYS,
        "MD-PE21 7.H(1)(b)(ii)": SIDEWAYS,
        "MD-PE21 10.D": "double card sideways",
        "MD-PE21 7.U#2": "touch no cards",
    },
}


def says(table: GuidedTable, step: DealerStep, wanted: dict[str, str]) -> None:
    """The step cites these clauses, and what is signed with it has the words of each."""
    assert set(wanted) <= set(step.cite.clauses)
    lines = [(words, cite) for _, words, cite in sheet_of(table.live, step)]
    for by, words in wanted.items():
        assert words in [said for said, cite in lines if by in cite.clauses], (by, words)


@pytest.mark.parametrize(
    "rulebook", [pytest.param(each, marks=checked(*listed)) for each, listed in SHEETS.items()]
)
def test_a_table_opens_after_two_people_signed_what_it_must_show_and_have(rulebook: str) -> None:
    async def play() -> None:
        table = await guided_table(rulebook)
        await table.must(table.dee, TakeTable())
        await table.go_on("setup_sheet")
        sheet = table.due
        assert sheet is not None
        says(table, sheet, SHEETS[rulebook])
        for signer in (table.dee, table.fay):
            assert isinstance(await table.do(table.dee, "receive_decks"), Refusal), "nothing before it"
            assert table.due is not None
            assert table.due.id == "setup_sheet"
            await table.must_do(signer, "setup_sheet")
        signed = [each for each in table.live.state.dealing.standing if each.step == "setup_sheet"]
        assert [(each.by, each.role) for each in signed] == [
            (table.dee, "dealer"),
            (table.fay, "floorperson"),
        ]

    asyncio.run(play())


@pytest.mark.parametrize(
    "rulebook", [pytest.param(each, marks=checked(*listed)) for each, listed in CONDUCT.items()]
)
def test_each_dealer_acknowledges_how_cards_are_handled(rulebook: str) -> None:
    async def play() -> None:
        table = await guided_table(rulebook)
        for dealer in (table.dee, table.fay):
            await table.must(dealer, TakeTable())
            due = table.due
            assert due is not None
            assert due.id == "dealers_conduct"
            says(table, due, CONDUCT[rulebook])
            assert isinstance(await table.do(dealer, "setup_sheet"), Refusal)
            await table.must_do(dealer, "dealers_conduct")

    asyncio.run(play())


@clause("MA-P21 5(h)", "MA-P21 5(i)", "MA-P21 7(k)", "MD-P21 7.U", "MD-PE21 7.U#2")
@pytest.mark.parametrize("rulebook", ["ma-pontoon-21", "md-pontoon-21", "md-players-edge-21"])
def test_players_touch_neither_cards_nor_wagers_in_play(rulebook: str) -> None:
    async def play() -> None:
        table = await guided_table(rulebook)
        await table.must(table.dee, TakeTable())
        assert table.due is not None
        told = [words for who, words, _ in sheet_of(table.live, table.due) if who == "players"]
        assert "touch no cards" in told, "each dealer has read it"
        assert ("touch no wagers" in told) is rulebook.startswith("ma")
        await table.must(table.dee, HandOverTable())
        ann = await round_begun(table)
        await table.must_do(table.dee, "close_betting")
        await table.must_do(table.dee, "deal")
        wagers = table.live.state.round.boxes[0].bettors
        for touched in (c.WithdrawWager(ann, 1), c.PlaceWager(ann, 1, 2_000)):
            assert isinstance(await table.give(ann, touched), Refusal)
        version = table.live.version
        for step in ("deal", "burn", "end_shoe", "take_and_pay#box 1", "pick_up_cards"):
            assert isinstance(await table.give(ann, PerformStep(step)), Refusal)
        assert table.live.version == version
        assert table.live.state.round.boxes[0].bettors == wagers

    asyncio.run(play())
