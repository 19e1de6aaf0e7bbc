"""A card reader that was misused, that fails and is repaired: what each rulebook orders."""

from __future__ import annotations

import pytest

from tests.live.slow_deal import SlowDeal, offered, played
from tests.proof import clause
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.live.house.table_writer import Accepted
from vingt.live.table.mishaps import (
    ReaderFailed,
    ReaderMisused,
    ReaderRepaired,
)


@pytest.mark.parametrize(
    ("rules", "id"),
    [
        pytest.param("md-pontoon-21", "MD-P21 13.P(1)", marks=clause("MD-P21 13.P(1)")),
        pytest.param("md-players-edge-21", "MD-PE21 13.P(1)", marks=clause("MD-PE21 13.P(1)")),
        pytest.param("md-blackjack", "MD-BJ 14.K(1)", marks=clause("MD-BJ 14.K(1)")),
        pytest.param("ma-pontoon-21", "MA-P21 15(l)(1)", marks=clause("MA-P21 15(l)(1)")),
    ],
)
def test_a_hole_card_that_could_be_seen_ends_the_round(rules: str, id: str) -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(6)
        await at.report(ReaderMisused(seen=True))
        assert id in at.clauses()
        assert (at.state.rack(at.ann), at.state.rack(at.bob)) == (100_000, 100_000)
        assert at.state.last_rounds[0].void

    played(rules, "Ks 9h 6s 8c 6d 7h 3d 4c 5s", act)


@pytest.mark.parametrize(
    ("rules", "id"),
    [
        pytest.param("md-pontoon-21", "MD-P21 13.P(2)", marks=clause("MD-P21 13.P(2)")),
        pytest.param("md-players-edge-21", "MD-PE21 13.P(2)", marks=clause("MD-PE21 13.P(2)")),
        pytest.param("md-blackjack", "MD-BJ 14.K(2)", marks=clause("MD-BJ 14.K(2)")),
        pytest.param("ma-pontoon-21", "MA-P21 15(l)(2)", marks=clause("MA-P21 15(l)(2)")),
    ],
)
def test_a_reader_that_showed_nothing_changes_nothing_and_the_floor_is_told(rules: str, id: str) -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(6)
        before = at.state.round
        assert isinstance(await at.table.live.report(ReaderMisused(seen=False), "dee", "dealer"), Accepted)
        assert at.clauses() == {id}
        assert at.state.round == before
        assert not at.state.irregularities[0].seen
        assert isinstance(await at.table.live.note_irregularity(1, "floor"), Accepted)
        assert at.state.irregularities[0].seen
        assert isinstance(await at.table.live.note_irregularity(1, "floor"), Refusal)

    played(rules, "Ks 9h 6s 8c 6d 7h 3d 4c 5s", act)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.Q")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.Q")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 14.L")),
    ],
)
@pytest.mark.parametrize("midround", ["hold", "void"])
def test_a_reader_that_fails_stops_dealing_until_it_works(rules: str, midround: str) -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(6)
        await at.report(ReaderFailed())
        assert "reader_failed" not in offered(at)
        number, out = at.state.round_number, at.state.shoe.out
        for _ in range(5):
            await at.table.wait(60_000)
        assert (at.state.round_number, at.state.shoe.out) == (number, out), "nothing is dealt"
        assert at.state.round_open is (midround == "hold")
        again = await at.table.give(at.ann, c.PlaceWager(at.ann, 1, 1000))
        assert isinstance(again, Refusal)
        assert "reader_repaired" not in offered(at, "dealer")
        await at.report(ReaderRepaired())
        await at.play_out()
        await at.table.wait(60_000)
        assert at.state.round_number == number + 1

    played(rules, "Ks 9h 6s 8c 6d 7h 3d 4c 5s", act, reader_failure_midround=midround)


def test_a_reader_may_fail_and_be_repaired_between_rounds() -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(6)
        await at.play_out()
        assert not at.state.round_open
        await at.report(ReaderFailed())
        assert at.table.live.view(None).waiting_for == "the card reader, which is out of order"
        assert isinstance(await at.table.give(at.ann, c.PlaceWager(at.ann, 1, 1000)), Refusal)
        await at.table.wait(60_000)
        assert at.state.round_number == 1
        await at.report(ReaderRepaired())
        await at.table.wait(60_000)
        assert at.state.round_number == 2
        await at.report(ReaderFailed())  # before a wager lies
        assert isinstance(await at.table.give(at.ann, c.PlaceWager(at.ann, 1, 1000)), Refusal)
        await at.report(ReaderRepaired())
        await at.table.must(at.ann, c.PlaceWager(at.ann, 1, 1000))

    played("md-pontoon-21", "Ks 9h 6s 8c 9d 7h 6d 4c 5s", act)


@clause("MA-P21 15(m)")
def test_in_massachusetts_the_round_goes_on_without_the_reader() -> None:
    async def act(at: SlowDeal) -> None:
        await at.cards(2)
        await at.report(ReaderFailed())
        await at.cards(4)
        assert at.state.round.stage == "play", "no check under the king"
        await at.play_out()
        assert not at.state.last_rounds[0].void
        await at.wager()
        await at.cards(5)
        assert at.state.round.stage == "play"
        assert len(at.state.round.dealer) == 1, "dealt as where no reader is used"
        await at.play_out()
        await at.report(ReaderRepaired())
        await at.wager()
        await at.cards(6)
        assert len(at.state.round.dealer) == 2, "with a hole card again"

    played("ma-pontoon-21", "9s 9h Kh Ks 8c 7d 5h 5d 6c 6s 6h Kd 3s 4s 5s 2d 9c 9d", act)
