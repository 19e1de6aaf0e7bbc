"""Side wagers for a person to read: exact figures, examples that are what they are said to be."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.web.inside import inside
from vingt.analysis.exact.side.cases import as_offered, is_drawn
from vingt.analysis.exact.side.examples import asked, examples
from vingt.analysis.exact.side.value import value
from vingt.core.cards import DECK, Card
from vingt.core.wagers.dealer_hand import FREE_BONUS_STAKE
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, TRIGGER
from vingt.core.wagers.registry import EVALUATORS
from vingt.rulebook import library
from vingt.web.computation.figures import FigureWorkers, Wait
from vingt.web.entrance.games import Game, games
from vingt.web.lessons.wager_sheet import ABOUT, facts_of, wagers_made


def test_every_kind_of_wager_has_its_sentence() -> None:
    assert set(ABOUT) == set(EVALUATORS)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_figures_are_those_of_the_command(game: Game) -> None:
    """As `vingt wagers` values them from the submission itself."""
    document, raw = library.load(game.rules.rulebook), library.submission(game.name).raw
    found = wagers_made(game.rules)
    for offer in game.rules.wagers:
        if is_drawn(document.wagers[offer.id]):
            assert "no card" in found[offer.id]["why"]
            continue
        valued = value(as_offered(document, game.rules, offer, raw))
        edge = None if valued.house_edge is None else float(valued.house_edge)
        assert found[offer.id]["edge"] == edge
        assert found[offer.id]["hits"] == float(valued.hit_frequency)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_line_has_an_example_that_makes_it(game: Game) -> None:
    document = library.load(game.rules.rulebook)
    for offer in game.rules.wagers:
        if is_drawn(document.wagers[offer.id]):
            continue
        case = as_offered(document, game.rules, offer, library.submission(game.name).raw)
        found = examples(case)
        for line in value(case).lines:
            if line.line != LOSE and line.probability and TRIGGER not in found:
                assert line.line in found, (offer.id, line.line)
        for outcome, example in found.items():
            # Whatever lies where the example leaves the cards open, the outcome is the same.
            for other in DECK[:: len(DECK) // 6]:
                if other.rank in case.ranks:
                    assert asked(case, filled(example.player, example.dealer, other, case.counts)) == outcome


def filled(player: tuple[Card, ...], dealer: tuple[Card | None, ...], other: Card, counts: object) -> Facts:
    shown = tuple(card or other for card in dealer) or (other,)
    return Facts(
        player or (other, Card("9", "clubs")),
        shown[0],
        shown[1] if len(shown) > 1 else None,
        shown if len(shown) > 2 or not player else None,
        counts=counts,  # type: ignore[arg-type]
        companion_stake=FREE_BONUS_STAKE,
    )


def test_a_sheet_waits_then_shows_the_edge(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("md-blackjack/double-deck-progressives")
            first = await browser.get(f"/tables/{table.id}/wagers/bet-the-set-21")
            assert "being computed" in first.text
            assert first.headers["refresh"] == "2"
            while here.app.state.desk.figures.jobs:
                await asyncio.sleep(0.02)
            page = await browser.get(f"/tables/{table.id}/wagers/bet-the-set-21")
            assert "refresh" not in page.headers
            assert "10.68%" in page.text
            assert "Suited pair" in page.text
            assert 'aria-label="any card"' not in page.text
            of_a_meter = await browser.get(f"/tables/{table.id}/wagers/super-4")
            assert of_a_meter.status_code == 200
            assert "needs a meter" not in of_a_meter.text  # it stands here
            drawn = (await browser.get(f"/tables/{table.id}/wagers/must-hit?drawer")).text
            assert "not computed: no card decides it" in drawn
            assert (await browser.get(f"/tables/{table.id}/wagers/nothing")).status_code == 404

    asyncio.run(look())


def test_stakes_are_told_as_this_table_takes_them(tmp_path: Path) -> None:
    async def look() -> None:
        figures = FigureWorkers(tmp_path)
        for game, wager, said in (
            ("ma-pontoon-21/default", "match-super-bonus", "never more than your main wager"),
            ("ma-pontoon-21/default", "insurance", "at most half of your main wager"),
            ("md-blackjack/default", "buster-free-bonus", "comes with Buster Blackjack"),
            ("md-blackjack/double-deck-progressives", "super-4", "$1, no other amount"),
        ):
            facts = facts_of(figures, library.table_rules(game), wager)
            assert facts is not None
            assert said in facts.limits
            assert isinstance(facts.wait, Wait)
        assert facts_of(figures, library.table_rules("mbs-pontoon"), "lucky-ladies") is None
        await figures.close()

    asyncio.run(look())
