"""A hole card that nobody knows before it is turned: the same money as with one that was known all along."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.exploring import examples
from tests.rounds.permitted import tables
from tests.rounds.script import Script
from tests.rounds.stream import Stream, taken_from_shoe
from vingt.core.cards import Card, card
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.decide import advance
from vingt.core.rounds.procedure import CardDue, TurnDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.core.rounds.view import view
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

READER_BOOKS = ("md-blackjack", "md-pontoon-21", "md-players-edge-21")
Played = list[tuple[c.Command, RoundState]]  # each with the state that it was given in
MONEY = (e.WagerSettled, e.WagerUnwound, e.InsurancePlaced, e.HandDoubled, e.HandSplit)


def played(rules: TableRules, tape: bytes) -> tuple[Played, list[e.Event]]:
    """A round as chance and the tape have it, every card known."""
    stream, state = Stream(rules, tape), new_round()
    commands: Played = []
    events: list[e.Event] = []
    for _ in range(900):
        if state.over:
            break
        command = stream.next(state)
        advanced = advance(rules, state, command)
        if isinstance(advanced, Refusal):
            continue
        commands.append((command, state))
        for taken in taken_from_shoe(command, state):
            stream.shoe.take(taken)
        state, more = advanced
        events += more
    return commands, events


def unseen(rules: TableRules, commands: Played) -> list[e.Event]:
    """The same round, the hole card lying there unknown; the reader says what it would have said."""
    state, hole, events = new_round(), None, list[e.Event]()

    def give(command: c.Command) -> None:
        nonlocal state
        advanced = advance(rules, state, command)
        assert not isinstance(advanced, Refusal), f"{command}: {advanced}"
        state = advanced[0]
        events.extend(advanced[1])

    for command, known in commands:
        due = next_step(rules, known)
        if (
            isinstance(command, c.Deal)
            and due == CardDue(0, 0, False)
            and known.dealer
            and known.held_card is None
        ):
            hole = command.card
            give(c.DealUnseen())
        elif isinstance(command, c.CheckHoleCard) and state.hole_unseen:
            assert hole is not None
            give(c.ReadHoleCard(natural=is_natural(rules, known)))
        else:
            give(command)
        if isinstance(next_step(rules, state), TurnDue):
            assert hole is not None
            give(c.TurnHoleCard(hole))
    return events


def is_natural(rules: TableRules, known: RoundState) -> bool:
    checked = advance(rules, known, c.CheckHoleCard())
    assert not isinstance(checked, Refusal)
    return any(isinstance(event, e.HoleChecked) and event.natural for event in checked[1])


@pytest.mark.parametrize("rulebook", [*READER_BOOKS, "ma-pontoon-21"])
@settings(
    max_examples=examples(30),
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
        HealthCheck.filter_too_much,
    ],
)
@given(data=st.data(), tape=st.binary(min_size=300, max_size=300))
def test_the_money_is_the_same_to_the_cent(rulebook: str, data: st.DataObject, tape: bytes) -> None:
    rules = data.draw(tables(rulebook)).rules
    commands, with_known = played(rules, tape)
    without = unseen(rules, commands)
    assume(any(isinstance(event, e.UnseenCardDealt) for event in without))
    money = [event for event in with_known if isinstance(event, MONEY)]
    assert [event for event in without if isinstance(event, MONEY)] == money


def dealt(book: str, first: str) -> Script:
    """One box, its wager and the first three cards; the hole card lies there unseen."""
    script = Script(library.table_rules(book))
    script.wager("ann 1 10")
    if script.rules.wagering.locks_at == "no_more_bets":
        script.step("close")
    script.step(f"deal {first}")
    script.step("unseen")
    return script


@pytest.mark.parametrize("book", READER_BOOKS)
def test_nobody_sees_it_and_only_the_reader_says_what_it_is(book: str) -> None:
    script = dealt(book, "9s Ks 8h")
    assert script.due() == "reader"
    assert script.state.dealer == (card("Ks"),)
    assert view(script.state, "auditor").dealer == (card("Ks"),)
    assert isinstance(advance(script.rules, script.state, c.CheckHoleCard()), Refusal)
    assert isinstance(advance(script.rules, script.state, c.TurnHoleCard(card("9c"))), Refusal)
    script.step("reads nothing")
    script.step("ann stand")
    assert script.due() == "turn"
    assert isinstance(advance(script.rules, script.state, c.Deal(card("9c"))), Refusal)
    script.step("turn 9c")
    assert script.state.over
    assert [each.outcome for each in script.settlements()] == ["lower-total"]


@pytest.mark.parametrize("book", READER_BOOKS)
def test_a_natural_that_the_reader_did_not_show_is_settled_as_one_that_appears_late(book: str) -> None:
    script = dealt(book, "5s Ks 6h")
    for step in ("reads nothing", "ann double", "deal 9d"):
        script.step(step)
    if script.due() == "ann":
        script.step("ann stand")
    script.step("turn As")
    (settled,) = script.settlements()
    assert settled.outcome == "dealer-natural-original-only"
    assert (settled.stake, settled.net) == (2000, -1000)


@pytest.mark.parametrize("book", READER_BOOKS)
def test_a_natural_that_is_none_when_turned_stops_the_round_for_the_floor(book: str) -> None:
    script = dealt(book, "5s Ks 6h")
    script.step("reads natural")
    assert script.due() == "turn"
    refused = advance(script.rules, script.state, c.TurnHoleCard(card("9c")))
    assert isinstance(refused, Refusal)
    assert refused.cite == script.rules.cite("irregularity.reader_failure")
    script.step("reader-failed")
    assert script.due() in ("repair", "over")
    if script.due() == "repair":
        script.step("reader-repaired")
        assert script.due() == "reader"  # it is asked again: what it said before is nothing to go by


def test_a_reader_that_contradicts_a_scanned_card_is_refused() -> None:
    script = Script(library.table_rules("md-blackjack"))
    script.wager("ann 1 10")
    script.step("deal 5s Ks 6h As")
    refused = advance(script.rules, script.state, c.ReadHoleCard(natural=False))
    assert isinstance(refused, Refusal)
    assert "contradicts" in refused.why
    script.step("reads natural")
    assert script.state.over


@pytest.mark.parametrize("state_of", ["players card", "up card", "drawn card"])
def test_no_other_card_is_dealt_unseen(state_of: str) -> None:
    script = Script(library.table_rules("md-blackjack"))
    script.wager("ann 1 10")
    if state_of != "players card":
        script.step("deal 5s")
    if state_of == "drawn card":
        script.step("deal 9s 6h")
        script.step("deal 9c")
        script.step("ann hit")
    refused = advance(script.rules, script.state, c.DealUnseen())
    assert isinstance(refused, Refusal)
    assert refused.cite == script.rules.cite("dealer.second_card")


def test_a_removed_rank_is_not_turned() -> None:
    script = dealt("md-pontoon-21", "9s Ks 8h")
    script.step("reads nothing")
    script.step("ann stand")
    refused = advance(script.rules, script.state, c.TurnHoleCard(Card("10", "hearts")))
    assert isinstance(refused, Refusal)
    assert refused.cite == script.rules.cite("cards.removed_ranks")
