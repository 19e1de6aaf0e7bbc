"""The shoe by the book: who cuts, how deep, where the cover card goes, what is burned, when it ends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.proof import clause
from vingt.core.cards import DECK, Card, cards
from vingt.core.rounds.event import CardDealt, ShoeRefilled
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import Box, Hand, HandStake, RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.cut_order import Company
from vingt.core.shoe.event import (
    DEALER_CUTS,
    CardsBurned,
    CoverCardOut,
    CoverCardPlaced,
    CutDeclined,
    CutMade,
    CutOffered,
    Place,
    ShoeEnded,
    ShoeLoaded,
    ShoeShuffled,
)
from vingt.core.shoe.procedure import (
    WrongCards,
    change_dealer,
    cover_card,
    cut_limits,
    decline_cut,
    discard_rack,
    end,
    end_after_round,
    end_when_idle,
    make_cut,
    next_events,
    open_shoe,
)
from vingt.core.shoe.state import ShoeState, evolve_shoe
from vingt.live.log import codec
from vingt.live.log.chain import START, StoredEvent
from vingt.live.log.codec import CardHidden
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.shuffle import Binding, commitment, cut_at
from vingt.live.shoes.vault import Vault
from vingt.rulebook import library

THREE = Company(((1, "ann"), (3, "bob"), (5, "cy")), ("bob", "ann", "cy"))


class Arranged:
    """The cards in the order in which they were given, cut in the middle of what is allowed."""

    nonces = 0

    def order(self, cards: Sequence[Card]) -> Sequence[Card]:
        return cards

    def nonce(self) -> bytes:
        self.nonces += 1
        return bytes([self.nonces])

    def cut(self, least: int, most: int) -> int:
        return (least + most) // 2


class Table:
    """A table that has nothing but a shoe."""

    def __init__(self, rules: TableRules | str, company: Company = THREE, **choices: object) -> None:
        self.rules = library.table_rules(rules, choices) if isinstance(rules, str) else rules
        self.company = company
        self.shoe = ShoeState()
        self.orders = Orders("t", Vault(bytes(32)))
        self.orders.rules = self.rules.identity
        self.public = Orders("t")
        self.source = Arranged()
        self.log: list[object] = []

    def happen(self, *events: object) -> None:
        for event in events:
            drawn = [self.shoe.next_place or Place(0, 0)]
            new = codec.new(event, drawn)  # type: ignore[arg-type]
            stored = StoredEvent("table/t", 1, new.kind, 1, 0, "", "", new.data, START, "")
            for orders in (self.orders, self.public):
                orders.follow(stored)
            self.shoe = evolve_shoe(self.shoe, codec.event_of(stored, self.orders.card_at))
            self.log.append(event)

    def open(self, discards: Sequence[Card] | None = None) -> None:
        self.happen(*self.orders.shuffle(self.rules, self.shoe, self.source, discards))
        self.go_on()

    def go_on(self) -> None:
        while events := next_events(self.rules, self.shoe, self.company, self.source.cut):
            self.happen(*events)

    def answer(self, answer: CutMade | CutDeclined | Refusal) -> None:
        assert not isinstance(answer, Refusal), answer
        self.happen(answer)
        self.go_on()

    def decline(self, person: str) -> None:
        self.answer(decline_cut(self.rules, self.shoe, person))

    def cut(self, person: str, place: int) -> None:
        self.answer(make_cut(self.rules, self.shoe, person, place))

    @property
    def asked(self) -> str | None:
        offered = self.shoe.cut_offered
        return offered.person if offered and self.shoe.stage == "offered" else None

    def deal(self, box: int = 1) -> Card:
        if out := cover_card(self.rules, self.shoe, box):
            self.happen(out)
        place = self.shoe.next_place
        assert place is not None
        card = self.orders.card_at(place)
        self.happen(CardDealt(1, 0, card, face_up=False))
        return card

    def play_to_cover_card(self, box: int) -> None:
        """The cover card comes out in front of this box."""
        while not self.shoe.cover_card_out:
            self.deal(box)
        ended = end_after_round(self.rules, self.shoe)
        assert ended is not None
        self.happen(ended)

    def last(self, kind: type) -> object:
        return next(event for event in reversed(self.log) if isinstance(event, kind))


def seal_of(table: Table) -> str:
    return next(str(getattr(event, "sealed", "")) for event in table.log if hasattr(event, "sealed"))


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


# -- when it ends ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 5.A", "MD-P21 5.G", "MD-P21 7.C", "MD-P21 7.D")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 5.A", "MD-BJ 5.G", "MD-BJ 7.E")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 5.A", "MD-PE21 5.G", "MD-PE21 7.D")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 4(a)#1", "MA-P21 4(g)", "MA-P21 7(j)(3)")),
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
    idle = end_when_idle(table.rules, table.shoe)
    assert isinstance(idle, ShoeEnded)
    table.happen(idle)
    table.company = Company(((2, "eve"), (7, "flo")), ("eve", "flo"))
    table.open()
    assert (table.shoe.number, table.asked) == (2, "eve")


def test_an_idle_continuous_shuffler_is_left_alone_where_the_rulebook_says_so() -> None:
    for rulebook, left in (("md-pontoon-21", True), ("md-blackjack", False), ("md-players-edge-21", True)):
        table = Table(rulebook, shuffler="continuous")
        table.open()
        assert (end_when_idle(table.rules, table.shoe) is None) is left  # reading J-14
    nothing = Table("mbs-pontoon")
    nothing.open()
    assert end_when_idle(nothing.rules, nothing.shoe) is None


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


def test_a_cut_limit_that_says_nothing_is_named() -> None:
    with pytest.raises(ValueError, match='write "10 cards" or "1 deck"'):
        cut_limits(library.table_rules("mbs-pontoon", {"cut_from_end": "half"}), 300)
    assert cut_limits(library.table_rules("mbs-pontoon", {"cut_from_end": "2 decks"}), 300) == (96, 204)
