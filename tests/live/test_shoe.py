"""The shoe by the book: which cards open it, when it ends, when it runs short, and what nobody may know."""

from __future__ import annotations

import pytest

from tests.live.shoe_table import Table, seal_of
from tests.proof import clause
from vingt.core.cards import DECK, cards
from vingt.core.rounds.event import ShoeRefilled
from vingt.core.rounds.state import Box, Hand, HandStake, RoundState
from vingt.core.shoe.cut_order import Company
from vingt.core.shoe.event import (
    CoverCardOut,
    CoverCardPlaced,
    CutMade,
    CutOffered,
    Place,
    ShoeEnded,
    ShoeShuffled,
)
from vingt.core.shoe.procedure import (
    WrongCards,
    cover_card,
    discard_rack,
    end,
    end_after_round,
    end_when_idle,
    open_shoe,
)
from vingt.core.shoe.state import ShoeState
from vingt.live.log.codec import CardHidden
from vingt.live.shoes.shuffle import Binding, commitment, cut_at
from vingt.rulebook import library

# -- the cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 3.A", "MD-P21 3.B")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 2(a)#1", "MA-P21 2(a)#2", "MA-P21 7(j)(2)")),
        pytest.param("mbs-pontoon", marks=clause("MBS-P 2.1")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 7.E(1)")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 3.B")),
    ],
)
def test_no_shoe_is_opened_with_a_card_missing_strange_or_too_many(rulebook: str) -> None:
    rules = library.table_rules(rulebook)
    right = rules.cards.shoe
    opened = open_shoe(rules, ShoeState(), right)
    assert (opened.shoe, opened.cards, opened.decks) == (1, len(right), rules.cards.decks)
    assert opened.cite == rules.cite("cards.decks", "cards.removed_ranks")
    assert opened.steps == rules.opening.steps
    swapped = (right[1], *right[1:])
    strange = (cards("10s")[0], *right[1:])
    for wrong in (right[1:], (*right, right[0]), swapped, right * 2, ()):
        with pytest.raises(WrongCards):
            open_shoe(rules, ShoeState(), wrong)
    if rules.cards.removed_ranks:
        with pytest.raises(WrongCards):
            open_shoe(rules, ShoeState(), strange)


def test_a_shuffle_that_loses_a_card_is_never_dealt() -> None:
    table = Table("md-pontoon-21")
    table.source.order = lambda cards: cards[1:]  # type: ignore[method-assign]
    with pytest.raises(WrongCards):
        table.open()
    assert table.log == []


# -- when it ends ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 5.A", "MD-P21 5.G", "MD-P21 7.C", "MD-P21 7.D")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 5.A", "MD-BJ 5.G", "MD-BJ 7.D", "MD-BJ 7.E")),
        pytest.param(
            "md-players-edge-21", marks=clause("MD-PE21 5.A", "MD-PE21 5.G", "MD-PE21 7.C", "MD-PE21 7.D")
        ),
        pytest.param(
            "ma-pontoon-21", marks=clause("MA-P21 4(a)#1", "MA-P21 4(g)", "MA-P21 7(j)(3)", "MA-P21 7(j)")
        ),
        "mbs-pontoon",
    ],
)
def test_the_round_in_which_the_cover_card_comes_out_is_finished_then_the_cards_are_shuffled(
    rulebook: str,
) -> None:
    table = Table(rulebook, Company())
    table.open()
    after = table.shoe.cover_card_after
    assert after is not None
    while table.shoe.out < after:
        assert cover_card(table.rules, table.shoe, 2) is None
        assert end_after_round(table.rules, table.shoe) is None
        table.deal()
    out = cover_card(table.rules, table.shoe, 2)
    assert out == CoverCardOut(1, 2, table.rules.cite("shoe.cover_card_ends"))
    for _ in range(12):  # the round goes on with the cards behind it
        table.deal(2)
    ended = end_after_round(table.rules, table.shoe)
    assert isinstance(ended, ShoeEnded)
    assert (ended.why, ended.dealt) == ("cover_card", after + 12)
    table.happen(ended)
    assert not table.shoe.loaded
    table.open()
    assert (table.shoe.number, table.shoe.loaded) == (2, True)


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 5.K", "MD-P21 5.J")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 5.K")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 5.K")),
        "mbs-pontoon",
    ],
)
def test_a_continuous_shuffler_needs_no_cut_and_no_cover_card_and_shuffles_each_round(rulebook: str) -> None:
    table = Table(rulebook, shuffler="continuous")
    burns = []
    for number in (1, 2, 3):
        table.open()
        assert (table.shoe.number, table.shoe.loaded, table.shoe.cover_card_after) == (number, True, None)
        burns.append(table.shoe.burned)
        table.deal()
        ended = end_after_round(table.rules, table.shoe)
        assert ended is not None
        table.happen(ended)
    commitments = {event.commitment for event in table.log if isinstance(event, ShoeShuffled)}
    assert len(commitments) == 3
    assert not [event for event in table.log if isinstance(event, CutOffered | CutMade | CoverCardPlaced)]
    assert burns == [1, 0, 0]  # reading I-129: only at the first load


@clause("MA-P21 4(b)(1)")
def test_in_massachusetts_machine_shuffled_cards_go_uncut_and_still_get_a_cover_card() -> None:
    table = Table("ma-pontoon-21", shuffler="batch")
    table.open()
    assert table.shoe.cutter is None
    assert table.shoe.cover_card_after == table.shoe.cards * 3 // 4
    cut = Table("ma-pontoon-21", shuffler="batch", machine_shuffled_cards_are_cut=True)
    cut.open()
    assert cut.asked == "bob"


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 5.B")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 5.B")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 5.B")),
    ],
)
def test_in_maryland_machine_shuffled_cards_are_cut(rulebook: str) -> None:
    table = Table(rulebook, shuffler="batch")
    table.open()
    assert table.asked == "bob"


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 5.I(1)")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 5.I(1)")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 5.I(1)")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 4(i)")),
    ],
)
def test_an_idle_table_shuffles_and_offers_the_cut_to_who_comes_first(rulebook: str) -> None:
    table = Table(rulebook)
    table.open()
    table.cut("bob", 100)
    table.deal()
    (idle,) = end_when_idle(table.rules, table.shoe)
    assert isinstance(idle, ShoeEnded)
    table.happen(idle)
    table.company = Company(((2, "eve"), (7, "flo")), ("eve", "flo"))
    table.open()
    assert (table.shoe.number, table.asked) == (2, "eve")


def test_an_idle_continuous_shuffler_is_left_alone_where_the_rulebook_says_so() -> None:
    for rulebook, left in (("md-pontoon-21", True), ("md-blackjack", False), ("md-players-edge-21", True)):
        table = Table(rulebook, shuffler="continuous")
        table.open()
        assert (end_when_idle(table.rules, table.shoe) == ()) is left  # reading J-14
    nothing = Table("mbs-pontoon")
    nothing.open()
    assert end_when_idle(nothing.rules, nothing.shoe) == ()


# -- a shoe that runs short ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.K", "MD-P21 13.L")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 15(g)")),
    ],
)
def test_a_shoe_that_runs_short_goes_on_with_the_discards_and_all_is_shuffled_after(rulebook: str) -> None:
    table = Table(rulebook)
    table.open()
    table.cut("bob", 100)
    while table.shoe.next_place:
        table.deal(3)
    order = table.orders.dealing_order(1)
    layout = RoundState(
        dealer=order[-3:-1],
        boxes=(Box(3, hands=(Hand(order[-6:-3], (HandStake("bob", 500),)),)),),
    )
    rack = discard_rack(order, layout)
    assert len(rack) == len(order) - 5
    table.happen(end(table.rules, table.shoe, "ran_short"))
    assert table.shoe.unrevealed == (1,)
    table.open(rack)
    assert table.asked == {"md-pontoon-21": "bob", "ma-pontoon-21": "cy"}[rulebook]
    table.cut(table.asked or "", 60)
    assert (table.shoe.loaded, table.shoe.out, table.shoe.cover_card_after) == (True, 0, None)
    burned = table.orders.card_at(Place(2, 0))
    table.happen(ShoeRefilled((burned,), table.rules.cite("irregularity.shoe_runs_short")))
    assert (table.shoe.out, table.shoe.burned) == (1, 1)
    assert table.deal() == table.orders.dealing_order(2)[1]
    ended = end_after_round(table.rules, table.shoe)
    assert isinstance(ended, ShoeEnded)
    assert ended.why == "ran_short"
    table.happen(ended)
    assert list(table.shoe.unrevealed) == [1, 2]
    table.open()
    assert (table.shoe.number, table.shoe.cards) == (3, len(table.rules.cards.shoe))


def test_collected_hands_are_in_the_rack_and_lying_ones_are_not() -> None:
    out = cards("2c 2c 3c 4c 5c 6c 7c")
    gone = Hand(cards("2c 3c"), (HandStake("ann", 500, open=False),), "busted")
    lying = Hand(cards("2c 4c"), (HandStake("bob", 500),))
    layout = RoundState(dealer=cards("5c"), boxes=(Box(1, hands=(gone,)), Box(2, hands=(lying,))))
    assert discard_rack(out, layout) == cards("2c 3c 6c 7c")


# -- secrecy and proof ---------------------------------------------------------------------------------------


def test_nobody_without_the_key_knows_a_card_before_the_reveal_and_everybody_after() -> None:
    table = Table("md-blackjack")
    table.open()
    table.cut("bob", 33)
    with pytest.raises(CardHidden):
        table.public.card_at(Place(1, 0))
    table.play_to_cover_card(1)
    table.happen(table.orders.reveal(1))
    assert table.shoe.unrevealed == ()
    order = table.public.committed(1)
    bound_to = Binding(table.orders.table, 1, table.rules.identity)
    assert commitment(order.nonce, order.cards, bound_to) == table.shoe.commitment
    assert table.public.dealing_order(1) == cut_at(order.cards, 33)
    with pytest.raises(IndexError):
        table.public.card_at(Place(1, len(order.cards)))


def test_neither_sealed_order_nor_anything_printed_shows_a_card() -> None:
    table = Table("md-blackjack", Company())
    table.open()
    assert "Ac 2c 3c" not in seal_of(table)
    assert all(str(card) not in repr(table.orders) for card in DECK)
