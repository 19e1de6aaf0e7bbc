"""The cut and what follows: who is asked, how deep, where the cover card goes, what is burned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.live.shoe_table import Table
from tests.proof import clause
from vingt.core.rounds.refusal import Refusal
from vingt.core.shoe.cut_order import Company
from vingt.core.shoe.event import (
    DEALER_CUTS,
    CardsBurned,
    CoverCardPlaced,
    CutMade,
    CutOffered,
    Place,
    ShoeLoaded,
)
from vingt.core.shoe.procedure import (
    burn_before_round,
    change_dealer,
    cut_limits,
    decline_cut,
    end,
    make_cut,
    next_events,
)
from vingt.rulebook import library

# -- who cuts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 5.B", "MD-P21 5.D(1)")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 5.B", "MD-BJ 5.D(1)")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 5.B", "MD-PE21 5.D(1)")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 4(b)(2)", "MA-P21 4(d)(1)")),
    ],
)
def test_at_the_start_the_first_to_arrive_is_offered_the_cut(rulebook: str) -> None:
    table = Table(rulebook)
    table.open()
    offered = table.last(CutOffered)
    assert isinstance(offered, CutOffered)
    assert (offered.person, offered.box) == ("bob", 3)
    assert set(table.rules.shoe.cut_order[0].cite.clauses) <= set(offered.cite.clauses)


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 5.D(2)", "MD-P21 5.D(3)")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 5.D(2)", "MD-BJ 5.D(3)")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 5.D(2)", "MD-PE21 5.D(3)")),
    ],
)
def test_then_the_cut_goes_where_the_cover_card_came_out(rulebook: str) -> None:
    table = Table(rulebook)
    for box, cutter in ((1, "ann"), (5, "cy"), (0, "cy"), (3, "bob"), (4, "cy")):
        table.open()
        table.cut(table.asked or "", 60 if len(table.rules.cards.shoe) > 120 else 20)
        table.play_to_cover_card(box)
        table.open()
        assert table.asked == cutter, f"cover card on box {box}"
        table.cut(cutter, 20)
        table.happen(end(table.rules, table.shoe, "ordered"))


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 5.D(5)")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 5.D(5)")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 5.D(5)")),
    ],
)
def test_after_an_ordered_reshuffle_it_goes_to_the_far_right(rulebook: str) -> None:
    table = Table(rulebook)
    table.open()
    table.cut("bob", 20)
    table.happen(end(table.rules, table.shoe, "ordered"))
    table.open()
    assert table.asked == "cy"


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 5.C", "MD-P21 5.D(4)", "MD-P21 5.D(6)")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 5.C", "MD-BJ 5.D(4)", "MD-BJ 5.D(6)")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 5.C", "MD-PE21 5.D(4)", "MD-PE21 5.D(6)")),
    ],
)
@pytest.mark.parametrize("why", ["cover_card", "ordered"])
def test_a_declined_cut_passes_counterclockwise_and_the_dealer_cuts_last(rulebook: str, why: str) -> None:
    table = Table(rulebook)
    table.open()
    table.cut("bob", 20)
    if why == "ordered":
        table.happen(end(table.rules, table.shoe, "ordered"))
    else:
        table.play_to_cover_card(0)
    table.open()
    for person in ("cy", "bob", "ann"):
        assert table.asked == person
        table.decline(person)
    made = table.last(CutMade)
    assert isinstance(made, CutMade)
    assert made.person == DEALER_CUTS
    assert set(table.rules.cite("shoe.cut_declined").clauses) <= set(made.cite.clauses)
    assert table.shoe.loaded


@clause("MA-P21 4(c)")
def test_in_massachusetts_the_dealer_cuts_when_the_offer_is_declined() -> None:
    table = Table("ma-pontoon-21")
    table.open()
    table.decline("bob")
    assert table.shoe.cutter == DEALER_CUTS
    assert table.shoe.loaded


@clause("MA-P21 4(d)(2)")
def test_in_massachusetts_the_offer_starts_at_the_far_right_and_moves_one_seat_each_shoe() -> None:
    table = Table("ma-pontoon-21")
    for cutter in ("bob", "cy", "bob", "ann", "cy", "bob"):
        table.open()
        assert table.asked == cutter
        table.cut(cutter, 100)
        table.play_to_cover_card(1)


def test_who_holds_several_boxes_is_asked_once_and_an_empty_table_is_cut_by_the_dealer() -> None:
    table = Table("md-pontoon-21", Company(((1, "ann"), (5, "ann"), (6, "bob")), ("ann", "bob")))
    table.open()
    table.decline("ann")
    assert table.asked == "bob"
    table.decline("bob")
    assert table.shoe.cutter == DEALER_CUTS
    empty = Table("md-pontoon-21", Company())
    empty.open()
    assert empty.shoe.loaded


def test_only_who_is_asked_may_cut_or_decline() -> None:
    table = Table("md-pontoon-21")
    table.open()
    assert isinstance(make_cut(table.rules, table.shoe, "ann", 50), Refusal)
    assert isinstance(decline_cut(table.rules, table.shoe, "ann"), Refusal)
    table.cut("bob", 50)
    assert isinstance(make_cut(table.rules, table.shoe, "bob", 50), Refusal)
    assert isinstance(decline_cut(table.rules, table.shoe, "bob"), Refusal)


# -- how deep, and what follows ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "from_end"),
    [
        pytest.param("md-pontoon-21", 10, marks=clause("MD-P21 5.E")),
        pytest.param("md-blackjack", 10, marks=clause("MD-BJ 5.E")),
        pytest.param("md-players-edge-21", 10, marks=clause("MD-PE21 5.E")),
        pytest.param("ma-pontoon-21", 48, marks=clause("MA-P21 4(e)#1")),
    ],
)
def test_a_cut_keeps_its_distance_from_both_ends(rulebook: str, from_end: int) -> None:
    rules = library.table_rules(rulebook)
    size = len(rules.cards.shoe)
    for place, allowed in (
        (from_end - 1, False),
        (from_end, True),
        (size - from_end, True),
        (size - from_end + 1, False),
        (0, False),
        (-1, False),
        (size, False),
    ):
        table = Table(rulebook)
        table.open()
        made = make_cut(rules, table.shoe, "bob", place)
        assert isinstance(made, CutMade) is allowed, place
        assert made.cite == rules.cite("shoe.cut_from_end")


@given(st.sampled_from(library.RULEBOOKS), st.integers(0, 400))
def test_the_dealer_can_always_cut(rulebook: str, size: int) -> None:
    least, most = cut_limits(library.table_rules(rulebook), size)
    assert 0 <= least <= most <= size


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 5.E(1)", "MD-P21 5.E(3)", "MD-P21 7.B")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 5.E(1)", "MD-BJ 5.E(3)", "MD-BJ 7.B")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 5.E(1)", "MD-PE21 5.E(3)", "MD-PE21 7.B")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 4(e)#2", "MA-P21 4(e)#5")),
    ],
)
def test_what_lay_above_the_cut_is_dealt_last_and_only_a_cut_stack_is_loaded(rulebook: str) -> None:
    table = Table(rulebook)
    table.open()
    assert not table.shoe.loaded
    assert next_events(table.rules, table.shoe, table.company, table.source.cut) == []
    table.cut("bob", 77)
    assert table.shoe.loaded
    kinds = [type(event) for event in table.log]
    assert kinds.index(CutMade) < kinds.index(CoverCardPlaced) < kinds.index(ShoeLoaded)
    order = table.orders.committed(1).cards
    dealt = [table.orders.card_at(Place(1, at)) for at in range(len(order))]
    assert tuple(dealt) == (*order[77:], *order[:77]) == table.orders.dealing_order(1)


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 5.E(2)")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 5.E(2)")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 5.E(2)")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 4(e)#4")),
        "mbs-pontoon",
    ],
)
@pytest.mark.parametrize("part", ["1/4", "2/5", "9/10"])
def test_at_least_the_ordered_part_lies_behind_the_cover_card(rulebook: str, part: str) -> None:
    table = Table(rulebook, Company(), cover_card_from_back=part)
    table.open()
    placed = table.last(CoverCardPlaced)
    assert isinstance(placed, CoverCardPlaced)
    behind = table.shoe.cards - placed.after
    numerator, denominator = map(int, part.split("/"))
    assert behind * denominator >= numerator * table.shoe.cards
    assert (behind - 1) * denominator < numerator * table.shoe.cards
    assert placed.cite == table.rules.cite("shoe.cover_card_from_back")


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 7.B(3)", "MD-P21 7.B(4)")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 7.B(3)", "MD-BJ 7.B(4)")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 7.B(3)", "MD-PE21 7.B(4)")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 7(c)#1", "MA-P21 7(c)#2")),
    ],
)
def test_the_first_card_of_a_shoe_is_burned_and_one_by_each_new_dealer(rulebook: str) -> None:
    table = Table(rulebook, Company())
    table.open()
    burned = table.last(CardsBurned)
    assert burned == CardsBurned(1, 0, 1, "load", table.rules.cite("shoe.burn_on_load", "shoe.burn_face"))
    order = table.orders.dealing_order(1)
    assert table.deal() == order[1]
    relieved = change_dealer(table.rules, table.shoe)
    assert isinstance(relieved, CardsBurned)
    table.happen(relieved)
    assert table.deal() == order[3]
    assert (table.shoe.out, table.shoe.burned, table.shoe.dealt) == (4, 2, 2)


@clause("MD-BJ 12.B(7)")
def test_dealt_from_the_hand_a_card_is_burned_before_each_round_and_none_otherwise() -> None:
    table = Table("md-blackjack/hand-dealt", Company())
    table.open()
    assert not any(isinstance(event, CardsBurned) for event in table.log)
    burned = burn_before_round(table.rules, table.shoe)
    assert isinstance(burned, CardsBurned)
    assert (burned.count, burned.why) == (1, "round")
    assert change_dealer(table.rules, table.shoe) is None


def test_a_cut_limit_that_says_nothing_is_named() -> None:
    with pytest.raises(ValueError, match='write "10 cards" or "1 deck"'):
        cut_limits(library.table_rules("mbs-pontoon", {"cut_from_end": "half"}), 300)
    assert cut_limits(library.table_rules("mbs-pontoon", {"cut_from_end": "2 decks"}), 300) == (96, 204)
