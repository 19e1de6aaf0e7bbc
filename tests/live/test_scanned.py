"""Real cards entered as they come: sealed where they lie face down, refused where they cannot be, counted."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from vingt.core.cards import Card, card, cards
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import counts_of
from vingt.core.rounds.view import view
from vingt.live.log.chain import START, StoredEvent, rehashed
from vingt.live.log.events import DealingMode
from vingt.live.shoes.orders import Orders
from vingt.live.table import commands as ask
from vingt.live.table import mishaps as m
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.evolve import follow
from vingt.live.table.state import TableState
from vingt.report.docket.paper_table import DEALER, PaperTable
from vingt.rulebook import library


def scanned_table(book: str = "md-blackjack", boxes: int = 1, **choices: object) -> PaperTable:
    table = PaperTable(library.table_rules(book, choices), "scanned")
    table.open_with([f"p{number}" for number in range(1, boxes + 1)])
    return table


def play(table: PaperTable, entries: Iterator[str] | list[str]) -> Refusal | None:
    """A round: what is asked for is entered in turn; players answer as clocks would."""
    entries = iter(entries)
    if not table.state.betting:
        table.go_on()
    table.wager_all()
    number = table.state.round_number
    while table.state.round_open and table.state.round_number == number and not table.state.stopped_by:
        if table.answer():
            continue
        step = table.due
        assert step is not None
        refused = table.step(step.id, next(entries) if step.asks else "")
        if refused is not None:
            return refused
    return None


def enter(table: PaperTable, *entries: str) -> None:
    """One due step after the other, with what it asks for."""
    for entered in entries:
        step = table.due
        assert step is not None
        table.must(table.step(step.id, entered if step.asks else ""))


def kinds(table: PaperTable) -> list[str]:
    return [stored.kind for stored in table.log]


def test_a_round_with_a_hole_card_that_nobody_read() -> None:
    table = scanned_table()
    assert play(table, ["9S", "KS", "8h", "", "no", "9c"]) is None
    assert table.state.last_rounds[0].dealer == cards("Ks 9c")
    assert [each.outcome for each in table.state.last_rounds[0].payments] == ["lower-total"]
    assert kinds(table).count("card_scanned") == 4, "the hole card too, when it was turned"
    assert table.verified().problems == []


def test_a_hole_card_that_a_device_read_is_sealed_until_the_shoe_is_over() -> None:
    table = scanned_table()
    assert play(table, iter(["9S", "6S", "8h", "Kc", "5d"])) is None
    (sealed,) = [stored for stored in table.log if stored.kind == "card_sealed"]
    dealt = [stored for stored in table.log if stored.kind == "card_dealt" and not stored.data["face_up"]]
    assert [each.data["card"] for each in dealt] == [{"shoe": 1, "at": sealed.data["at"]}]
    told = [stored for stored in table.log[: table.log.index(dealt[0]) + 1] if stored.kind != "table_opened"]
    # what is sealed is random letters, these among them now and then
    open_to_all = [{name: stored.data[name] for name in stored.data if name != "sealed"} for stored in told]
    assert "Kc" not in str(open_to_all)
    assert table.verified().problems == []


def test_no_view_shows_a_sealed_hole_card() -> None:
    table = scanned_table()
    table.wager_all()
    enter(table, "", "9S", "6S", "8h", "Kc")
    assert table.state.round.dealer == cards("6s Kc")
    assert view(table.state.round, "dealer").dealer == cards("6s")
    assert card("Kc") not in table.state.shown


def test_the_card_readers_answer_is_an_input() -> None:
    table = scanned_table()
    refused = play(table, ["9S", "AS", "8h", "", "perhaps"])
    assert refused is not None
    assert "say what the card reader shows" in refused.why
    table.must(table.step("check_hole_card", "yes"))
    table.must(table.step("turn_hole_card", "Kd"))
    assert table.state.last_rounds[0].dealer == cards("As Kd")
    assert table.verified().problems == []


def test_what_is_no_card_is_refused_and_nothing_is_stored() -> None:
    table = scanned_table()
    refused = play(table, ["11x"])
    assert refused is not None
    assert "is no card" in refused.why
    before = len(table.log)
    assert table.step("deal", "") is not None, "only the hole card may come unseen"
    assert table.step("deal", "9s 8s") is not None
    assert len(table.log) == before


def test_a_card_of_a_removed_rank_stops_the_table_for_the_floor() -> None:
    table = scanned_table("md-pontoon-21")
    assert play(table, ["9S", "10H"]) is None
    assert table.state.stopped_by == DEALER
    (told,) = table.state.irregularities
    assert (told.what, told.seen) == ("impossible_card", False), "the floor is called"
    assert table.state.shoe.refused is not None
    assert str(table.state.shoe.refused.card) == "10h"
    assert table.due is None
    assert table.step("deal", "9c") is not None, "nothing is dealt"
    assert table.report(m.ForeignCardFound(card("10h"))) is None
    assert kinds(table)[-1] == "card_set_aside"
    assert table.verified().problems == []


def test_a_card_once_too_often_stops_the_table_and_the_decks_leave_the_game() -> None:
    table = scanned_table("md-blackjack/double-deck-progressives", 1)
    decks = table.rules.cards.decks
    entries = ["Ks", "5s", "Ks", "", "9c", "Ks"][: decks + 3]
    assert play(table, [*entries, *["Ks"] * 4]) is None
    assert table.state.stopped_by == DEALER
    assert table.state.irregularities[0].what == "impossible_card"
    assert table.report(m.DecksWrong(), DEALER) is not None, "that needs a floorperson"
    assert table.report(m.DecksWrong()) is None
    assert table.state.last_rounds[0].void
    assert not table.state.round_open
    table.go_on()
    assert table.due is not None
    assert table.due.id == "count_shoe", "and the decks are counted"
    assert table.verified().problems == []


def test_cards_in_the_order_of_a_new_deck_stop_the_table() -> None:
    table = scanned_table(boxes=4)
    assert play(table, [f"{rank}c" for rank in ("2", "3", "4", "5", "6", "7", "8", "9")]) is None
    assert table.state.irregularities[0].what == "unshuffled_cards"
    assert table.state.shoe.out == 7, "the burned card and six more"
    assert table.report(m.CardsNotShuffled()) is None
    assert table.state.last_rounds[0].void
    assert table.verified().problems == []


def shuffled(table: PaperTable, without: str = "") -> list[Card]:
    """All cards of the table's decks but some, in an order that is no deck's."""
    rest = list((Counter(table.rules.cards.shoe) - Counter(cards(without))).elements())
    step = next(number for number in (151, 157, 163, 167, 173) if len(rest) % number)
    return [rest[at * step % len(rest)] for at in range(len(rest))]


def play_shoe(table: PaperTable, order: list[Card]) -> list[Card]:
    """Until the shoe has ended; what was not seen of it is left: burned cards, and the rest."""
    unseen = [order.pop(0)]  # burned as it was loaded
    while not table.state.shoe.uncounted:
        table.go_on()
        if table.state.shoe.uncounted:
            break
        table.wager_all()
        number = table.state.round_number
        while table.state.round_open and table.state.round_number == number:
            if table.answer():
                continue
            step = table.due
            assert step is not None
            entered = ""
            if step.asks == "reader":
                up = table.state.round.dealer[0]
                entered = "yes" if counts_of(table.rules).is_natural((up, unseen[-1])) else "no"
            elif step.asks == "hole_card":
                unseen.append(order.pop(0))
            elif step.id == "turn_hole_card":
                entered = str(unseen.pop())
            elif step.asks:
                entered = str(order.pop(0))
            table.must(table.step(step.id, entered))
    return [*unseen, *order]


@pytest.mark.clause("MD-BJ 7.E(1)", kind="played")
@pytest.mark.parametrize(
    "without",
    ["", "Js", "7h 7h 2c"],
)
def test_the_count_at_the_end_names_what_is_missing(without: str) -> None:
    table = scanned_table(boxes=3)
    rest = play_shoe(table, shuffled(table, without))
    table.go_on()
    assert table.due is not None
    assert table.due.id == "count_shoe"
    table.must(table.step("count_shoe", " ".join(map(str, rest))))
    counted = next(stored for stored in table.log if stored.kind == "shoe_counted")
    assert Counter(counted.data["missing"]) == Counter(map(str, cards(without)))
    table.go_on()
    if without:
        assert table.state.irregularities[0].what == "cards_missing"
        received = [stored.data["step"] for stored in table.log if stored.kind == "step_performed"]
        assert received.count("receive_decks") == 4, "twice by two people: other decks are received"
    assert table.state.betting, "the next shoe is dealt"
    assert table.verified().problems == []


def test_cards_counted_by_their_backs_are_counted_and_not_named() -> None:
    table = scanned_table(boxes=3)
    rest = play_shoe(table, shuffled(table, "Js"))
    table.must(table.step("count_shoe", f"x{len(rest)}"))
    told = table.state.shoe.faulty
    assert told is not None
    assert len(told.missing) == len(rest) + 1
    assert table.verified().problems == []


class Hands:
    """Deal a shoe of one deck, whose cards are real or the house's, to seven boxes."""

    def __init__(self, mode: DealingMode) -> None:
        rules = library.table_rules("md-blackjack", {"decks": 1, "wagers": {}})
        self.table, self.random = PaperTable(rules, mode), Random(1)
        self.table.open_with([f"p{number}" for number in range(1, 8)])
        self.order = self.random.sample(rules.cards.shoe, 52)
        self.hole: list[Card] = []
        self.order.pop()  # burned

    def entered(self, step: DealerStep) -> str:
        if step.id == "turn_hole_card":
            return str(self.hole.pop())
        if step.asks == "hole_card":
            self.hole.append(self.order.pop())
            return ""
        if step.asks == "reader":
            up = self.table.state.round.dealer[0]
            return "yes" if counts_of(self.table.rules).is_natural((up, self.hole[0])) else "no"
        return str(self.order.pop())

    def run_short(self) -> None:
        """Two rounds in which all stand; in the third they draw more cards than there are."""
        table = self.table
        while table.state.shoe.loaded:  # unless the cover card ended it before
            if table.state.betting and not table.state.bettors:
                table.wager_all()
            if table.state.round_number == 3 and table.hit_below(19):
                continue
            if table.answer() or (step := table.due) is None:
                continue
            if step.words.startswith("The shoe is empty"):
                return
            table.must(table.step(step.id, self.entered(step) if step.asks else ""))

    def complete(self) -> None:
        """The round that ran short, from the shuffled discards: all but what lies on the layout."""
        table = self.table
        for shuffling in ("random_shuffle", "single_stack"):
            assert not table.state.shoe.from_discards
            table.must(table.step(shuffling))
        lying = [each for _, _, hand in table.state.round.hands() if hand.live for each in hand.cards]
        lying += [*table.state.round.dealer, *self.hole]
        self.order = list((Counter(table.rules.cards.shoe) - Counter(lying)).elements())
        self.random.shuffle(self.order)
        while table.state.round_open:
            if not table.answer():
                step = table.due
                assert step is not None
                table.must(table.step(step.id, self.entered(step) if step.asks else ""))


def run_short_after_the_deal(mode: DealingMode) -> Hands:
    """The house's own shoe may run short while the hole card is still in it: then another one is tried."""
    while True:
        hands = Hands(mode)
        hands.run_short()
        if hands.table.state.round.hole_unseen:
            return hands


@pytest.mark.clause("MD-BJ 14.F(1)", "MD-BJ 14.F(2)", kind="played")
@pytest.mark.parametrize("mode", ["guided", "scanned"])
def test_a_shoe_that_runs_short_leaves_the_hole_card_where_it_lies(mode: DealingMode) -> None:
    hands = run_short_after_the_deal(mode)
    state = hands.table.state
    lay = state.shoe.unseen
    hands.complete()
    state = hands.table.state
    assert state.shoe.from_discards
    offers = [stored.data["box"] for stored in hands.table.log if stored.kind == "cut_offered"]
    assert sorted(offers[7:]) == [1, 2, 3, 4, 5, 6, 7], "the discards are offered to be cut as every stack is"
    turned = next(stored for stored in reversed(hands.table.log) if stored.kind == "hole_revealed")
    assert lay is not None
    assert str(hands.table.orders.card_at(lay)) == turned.data["card"]
    assert hands.table.verified().problems == []


# -- a log that was changed by hand ------------------------------------------------------------------------


def changed(table: PaperTable, at: int, **data: object) -> None:
    """The data of one event changed, and the chain made whole again, as who holds the database could."""
    log = list(table.log)
    log[at] = replace(log[at], data={**log[at].data, **data})
    rechain(table, log)


def rechain(table: PaperTable, log: list[StoredEvent]) -> None:
    previous = START
    for number, stored in enumerate(log):
        link = replace(stored, version=number + 1, previous=previous, hash="")
        log[number] = replace(link, hash=rehashed(link))
        previous = log[number].hash
    table.log = log


def whole_shoe() -> PaperTable:
    table = scanned_table(boxes=3)
    order = shuffled(table, "Js")
    rest = play_shoe(table, order)
    table.must(table.step("count_shoe", " ".join(map(str, rest))))
    return table


def place_of(table: PaperTable, kind: str) -> int:
    return next(at for at, stored in enumerate(table.log) if stored.kind == kind)


def test_a_changed_scan_is_found_at_its_place() -> None:
    table = whole_shoe()
    at = place_of(table, "card_scanned")
    changed(table, at, card="2d" if table.log[at].data["card"] != "2d" else "3d")
    problems = table.verified().problems
    assert any(problem.version in range(at + 1, at + 5) for problem in problems), problems


def test_a_scan_that_was_left_out_is_found() -> None:
    table = whole_shoe()
    at = place_of(table, "card_scanned")
    rechain(table, [*table.log[:at], *table.log[at + 1 :]])
    assert table.verified().problems[0].version <= at + 3


def test_a_count_that_hides_a_missing_card_is_found() -> None:
    table = whole_shoe()
    at = place_of(table, "shoe_counted")
    changed(table, at, missing=[])
    (problem,) = [each for each in table.verified().problems if each.version == at + 1]
    assert "missing: Js" in problem.what


def test_a_seal_that_opens_to_another_card_is_found() -> None:
    table = scanned_table()
    assert play(table, ["9S", "6S", "8h", "Kc", "5d"]) is None
    table.go_on("start_round")
    table.must(table.step("order_reshuffle", person="fay"))
    at = place_of(table, "seals_opened")
    opened = table.log[at].data["cards"][0]
    assert opened["card"] == "Kc"
    assert table.verified().problems == []
    changed(table, at, cards=[{**opened, "card": "Kd"}])
    table.vault = None  # type: ignore[assignment]  # anybody, without the key of the house
    assert any("is not the one that was sealed" in each.what for each in table.verified().problems)


def test_who_deals_needs_a_role_and_a_lawful_step() -> None:
    table = PaperTable(library.table_rules("md-blackjack"), "scanned")
    refused = table.deal("tom", ask.TakeTable())
    assert refused is not None
    assert "dealers and floorpersons deal" in refused.why


def test_a_house_that_was_killed_goes_on_where_it_was() -> None:
    """In the middle of a round, its hole card sealed; and from the log alone."""
    table = scanned_table()
    table.wager_all()
    enter(table, "", "9S", "AS", "8h", "Kc")
    table.answer()  # no insurance
    again = PaperTable(table.rules, "scanned")
    again.vault, again.orders = table.vault, Orders(table.id, table.vault)
    again.state, again.log = TableState(), []
    for stored in table.log:
        again.orders.follow(stored)
        again.state = follow(again.state, stored, again.orders.card_at)
        again.log.append(stored)
    assert again.state == table.state
    assert again.due == table.due
    assert again.due is not None
    assert again.due.asks == "reader"
    kept = Orders(table.id, table.vault)
    kept.keep(pickle.loads(pickle.dumps(again.orders.kept())))
    assert kept.scans.entered(1) == table.orders.scans.entered(1), "from the cache too"
