"""The books: whatever is played, they balance, and what does not belong shows."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.exploring import examples
from tests.live.written import PURSE, Written, written
from tests.proof import clause
from tests.rounds.books import Ledger as Outsider
from vingt.core.cite import Cite
from vingt.core.rounds.evolve import evolve
from vingt.core.rounds.state import new_round
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log.kinds import ROUND_EVENTS
from vingt.live.log.people_events import ChipsBought, ChipsReturned, PurseFilled
from vingt.live.money.ledger import ISSUE, Ledger, chips_moved, inventory, play, purse, rack, table_postings
from vingt.live.shoes.orders import Orders
from vingt.rulebook import library


def followed(log: Written) -> Ledger:
    ledger = Ledger()
    for stored in (*log.streams["people"], *log.streams["table/t1"]):
        ledger.follow(stored)
    return ledger


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tape=st.binary(min_size=200, max_size=200))
def test_whatever_is_played_the_books_balance(rulebook: str, tape: bytes) -> None:
    """And agree to the cent with an outsider who writes down each event in another way."""
    log = written(library.sample(rulebook), tape)
    ledger = followed(log)
    assert ledger.faults == []
    assert ledger.total == 0
    assert not list(ledger.open_moves())
    assert ledger.balances[play("t1")] == 0
    assert ledger.groups()["purse"] == 0
    orders, outsider, state = Orders("t1"), Outsider(), new_round()
    for stored in log.streams["table/t1"]:
        orders.follow(stored)
    racks: dict[str, int] = {}
    for stored in log.streams["table/t1"]:
        event = codec.event_of(stored, orders.card_at)
        if moved := chips_moved(state, event):
            racks[moved[0]] = racks.get(moved[0], 0) + moved[1]
        if stored.kind in ROUND_EVENTS:
            state = evolve(state, event)
            outsider.enter(event)
    for person, chips in racks.items():
        assert ledger.balances[rack("t1", person)] == chips == PURSE + outsider.players[person]
    assert ledger.balances[inventory("t1")] == outsider.house
    assert ledger.balances[ISSUE] == -5 * PURSE


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 7.S")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 7.T")),
    ],
)
@settings(max_examples=examples(10), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tape=st.binary(min_size=200, max_size=200))
def test_what_is_lost_goes_to_the_inventory_and_what_is_won_comes_from_there_alone(
    rulebook: str, tape: bytes
) -> None:
    for stored in written(library.sample(rulebook), tape).streams["table/t1"]:
        if stored.kind == "wager_settled":
            settled = codec.event_of(stored)
            moved = dict(table_postings("t1", settled))
            assert moved[play("t1")] == -settled.stake
            assert moved[inventory("t1")] == -settled.net
            assert moved[rack("t1", settled.player)] == settled.returns
            assert len(moved) == 3


def books(*events: tuple[str, object]) -> Ledger:
    log, ledger = Written(), Ledger()
    for stream, event in events:
        log.add(stream, codec.new(event))  # type: ignore[arg-type]
        ledger.follow(log.streams[stream][-1])
    return ledger


def test_money_goes_from_purse_to_rack_and_back() -> None:
    ledger = books(
        ("people", PurseFilled("ann", 1000)),
        ("people", ChipsBought("ann", "t1", 600)),
        ("table/t1", t.BoughtIn("ann", 600)),
        ("people", ChipsReturned("ann", "t1", 200)),
        ("table/t1", t.CashedOut("ann", 200)),
    )
    assert (ledger.balances[purse("ann")], ledger.balances[rack("t1", "ann")]) == (600, 400)
    assert (ledger.total, ledger.faults, list(ledger.open_moves())) == (0, [], [])


def test_half_a_move_is_found() -> None:
    """The two halves lie in two streams; were one lost or added, the cage does not come out."""
    bought = ("people", ChipsBought("ann", "t1", 600))
    filled = ("people", PurseFilled("ann", 1000))
    assert list(books(filled, bought).open_moves()) == [("cage/t1", 600)]
    assert list(books(filled, ("table/t1", t.BoughtIn("ann", 600))).open_moves()) == [("cage/t1", -600)]


def test_an_overdrawn_purse_or_rack_is_a_fault_with_its_place() -> None:
    short = books(("people", PurseFilled("ann", 100)), ("people", ChipsBought("ann", "t1", 101)))
    assert [(fault.stream, fault.version) for fault in short.faults] == [("people", 2)]
    wagered = books(("table/t1", ROUND_EVENTS["wager_placed"]("ann", 1, "main", 5)))
    assert "rack/t1/ann falls to -5" in wagered.faults[0].what


def test_a_round_that_ends_with_money_on_the_layout_is_a_fault() -> None:
    kinds = ROUND_EVENTS
    ledger = books(
        ("table/t1", t.BoughtIn("ann", 100)),
        ("table/t1", kinds["wager_placed"]("ann", 1, "main", 60)),
        ("table/t1", kinds["wager_placed"]("ann", 1, "main", 40)),
        ("table/t1", kinds["round_ended"]()),
    )
    assert "40 cents lie on the layout" in ledger.faults[-1].what


def test_the_wagers_of_a_round_are_not_those_of_the_next() -> None:
    kinds = ROUND_EVENTS
    placed = ("table/t1", kinds["wager_placed"]("ann", 1, "main", 40))
    lost = ("table/t1", kinds["wager_settled"]("ann", 1, 0, "main", "lose", 40, 0, Cite()))
    begun = ("table/t1", t.RoundStarted(2))
    ledger = books(("table/t1", t.BoughtIn("ann", 100)), placed, lost, begun, placed)
    assert (ledger.balances[rack("t1", "ann")], ledger.balances[play("t1")]) == (20, 40)
