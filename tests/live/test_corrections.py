"""A real card that was entered as another than it is: corrected by the floor until somebody decides on it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.live.test_scanned import kinds, scanned_table
from vingt.core.cards import card, cards
from vingt.core.rounds import command as c
from vingt.live.books.audit import Snapshot
from vingt.live.books.round_reader import TableReader
from vingt.live.books.wagers_seen import rounds_seen
from vingt.live.books.win import gaming_day, table_win
from vingt.live.log.chain import START, StoredEvent, rehashed
from vingt.live.log.check_vingt_log import Shoes
from vingt.live.money.ledger import Ledger
from vingt.live.table import mishaps as m
from vingt.live.table.evolve import follow
from vingt.live.table.mishap_menu import menu
from vingt.live.table.state import TableState
from vingt.report.docket.paper_table import DEALER, FLOOR, PaperTable
from vingt.report.rounds.replay import tell

WHY = "the reader took it for another"


def dealt(*entries: str, boxes: int = 1, book: str = "md-blackjack", **choices: object) -> PaperTable:
    table = scanned_table(book, boxes, **choices)
    table.wager_all()
    table.must(table.step("close_betting"))
    go(table, *entries)
    return table


def go(table: PaperTable, *entries: str) -> None:
    for entered in entries:
        step = table.due
        assert step is not None
        table.must(table.step(step.id, entered))


def place_of(table: PaperTable, entered: str) -> int:
    """Where a card was entered last."""
    scans = [each for each in table.log if each.kind == "card_scanned" and each.data["card"] == entered]
    return int(scans[-1].data["at"])


def correct(table: PaperTable, entered: str, right: str) -> None:
    table.must(table.report(m.CardMisread(place_of(table, entered), card(right), WHY)))


def sound(table: PaperTable) -> None:
    """Books, replay from the log, the small checker and `verify` all follow it."""
    assert table.verified().problems == []
    state = TableState()
    for stored in table.log:
        state = follow(state, stored, table.orders.card_at)
    assert state == table.state
    books = Ledger()
    for stored in table.log:
        books.follow(stored)
    assert books.faults == []
    shoes = Shoes(table.stream, [json.loads(json.dumps(as_line(each))) for each in table.log])
    assert list(shoes.wrong()) == []


def as_line(stored: StoredEvent) -> dict[str, object]:
    return {"kind": stored.kind, "data": stored.data, "version": stored.version}


def test_the_right_card_takes_the_place_of_the_wrong_one() -> None:
    table = dealt("9S", "6S", "Kh")
    correct(table, "Kh", "Kd")
    (box,) = table.state.round.boxes
    assert box.hands[0].cards == cards("9s Kd")
    assert table.state.shown == cards("9s 6s Kd")
    assert "card_scanned" in kinds(table)
    assert [each.data["card"] for each in table.log if each.kind == "card_scanned"][-2:] == ["Kh", "Kd"]
    (said,) = [each for each in table.log if each.kind == "scan_corrected"]
    assert (said.actor, said.data["by"], said.data["why"]) == (FLOOR, FLOOR, WHY)
    assert said.data["cite"]["readings"] == ["J-100"]
    assert table.orders.scans.entered(1)[place_of(table, "Kd")] == card("Kd"), "the count of the shoe too"
    sound(table)


def test_cards_that_came_after_it_are_entered_once_more_one_that_nobody_saw_among_them() -> None:
    table = dealt("9S", "5c", "6S", "8h", "4d", "", boxes=2)
    correct(table, "9s", "9c")
    assert [box.hands[0].cards for box in table.state.round.boxes] == [cards("9c 8h"), cards("5c 4d")]
    assert table.state.round.hole_unseen
    sound(table)


def test_what_was_settled_on_it_is_settled_anew() -> None:
    table = dealt("9S", "6S", "8h", "")
    table.must(table.say("p1", c.Hit("p1", 1, 0)))
    go(table, "Kh")
    rack = table.state.rack("p1")
    assert [each.outcome for each in table.state.payments] == ["over-21"]
    correct(table, "Kh", "3h")
    (hand,) = table.state.round.boxes[0].hands
    assert hand.cards == cards("9s 8h 3h")
    assert hand.stakes[0].open
    assert not table.state.payments
    assert table.state.takings.win == 0
    assert table.state.dealing.unpaid == ()
    assert table.state.rack("p1") == rack, "it was lost, and nothing had come back"
    sound(table)


def test_a_card_that_ended_the_round_is_corrected_until_hands_take_and_pay() -> None:
    table = dealt("9S", "6S", "Kh", "")
    table.answer()
    go(table, "Kc", "5d")
    assert [each.payments[0].outcome for each in table.state.last_rounds] == ["lower-total"]
    correct(table, "5d", "8d")
    (record,) = table.state.last_rounds
    assert record.dealer == cards("6s Kc 8d")
    assert record.payments[0].returns == 2 * record.payments[0].stake
    assert not table.state.round_open
    assert len(table.state.round_ends) == 1
    sound(table)
    reader = TableReader(table.stream)
    for stored in table.log:
        reader.follow(stored)
    assert reader.rounds == 1
    assert [share.net for share in reader.rounds_over[-1].shares] == [record.payments[0].stake]
    (seen,) = rounds_seen(table.log)
    assert seen.nets == {"p1": record.payments[0].stake}
    day = table_win("paper", table.log, gaming_day("2023-11-15"))
    assert (day.rounds, day.win, day.handle) == (1, -record.payments[0].stake, record.payments[0].stake)
    told = tell(Snapshot(table, {table.stream: len(table.log)}), "paper", 1)
    assert told.net == {"p1": record.payments[0].stake}
    step = table.due
    assert step is not None
    assert step.id.startswith("take_and_pay")
    table.must(table.step(step.id))
    refused = table.report(m.CardMisread(place_of(table, "8d"), card("7d"), WHY))
    assert refused is not None
    assert "stands" in refused.why


def test_a_hole_card_that_was_turned_is_corrected() -> None:
    table = dealt("9S", "6S", "Kh", "")
    table.answer()
    go(table, "Kc")
    correct(table, "Kc", "9c")
    assert table.state.round.dealer == cards("6s 9c")
    sound(table)


def test_a_sealed_card_is_sealed_again_and_both_seals_are_opened() -> None:
    table = dealt("9S", "6S", "Kh", "Qc")
    at = table.state.shoe.out - 1
    table.must(table.report(m.CardMisread(at, card("Qd"), WHY)))
    assert table.state.round.dealer == cards("6s Qd")
    in_log = [str(each.data) for each in table.log if each.kind not in ("table_opened", "card_sealed")]
    assert not any("Qc" in said or "Qd" in said for said in in_log)
    opened = table.orders.scans.open_all(1)
    assert [str(each.card) for each in opened.cards] == ["Qc", "Qd"]
    sound(table)


def test_what_was_decided_on_stands_and_only_a_floorperson_corrects() -> None:
    table = dealt("9S", "6S", "8h", "")
    at, log = place_of(table, "8h"), len(table.log)
    wrong = m.CardMisread(at, card("8c"), WHY)
    for refused, word in (
        (table.report(wrong, DEALER), "floorperson"),
        (table.report(replace(wrong, why="  ")), "how it came about"),
        (table.report(replace(wrong, card=card("8h"))), "was entered"),
        (table.report(replace(wrong, at=at - 20)), "stands"),
    ):
        assert refused is not None
        assert word in refused.why
    table.must(table.say("p1", c.Hit("p1", 1, 0)))
    refused = table.report(wrong)
    assert refused is not None
    assert "J-100" in str(refused.cite)
    assert [each.kind for each in table.log[log:]] == ["commanded", "card_requested"]


def test_a_card_that_cannot_be_corrects_none() -> None:
    table = dealt("9S", "6S", "8h", book="md-pontoon-21")
    refused = table.report(m.CardMisread(place_of(table, "8h"), card("10h"), WHY))
    assert refused is not None
    assert "cannot be" in refused.why
    assert kinds(table)[-1] != "scan_corrected"


def test_while_the_dealing_is_stopped_for_it_the_floor_finds_the_slip() -> None:
    """The sixth king of spades of six decks comes, for one was none."""
    table = dealt("Ks", "Ks", "Ks", boxes=3, book="md-blackjack/double-deck-progressives")
    assert table.state.stopped_by == DEALER
    choices = menu(table.rules, table.state, table.orders.card_at, FLOOR, "floorperson")
    (choice,) = [each for each in choices if each.what == "misread_card"]
    assert [words for _, words in choice.places] == ["box 2: entered as Ks", "box 1: entered as Ks"]
    table.must(table.report(m.CardMisread(choice.places[0][0], card("Kc"), "a key slipped")))
    assert [box.hands[0].cards for box in table.state.round.boxes[:2]] == [cards("Ks"), cards("Kc")]
    sound(table)


TAMPERED: dict[str, dict[str, dict[str, object] | None]] = {  # what is changed of a kind; None: left out
    "the dealer does it": {"scan_corrected": {"by": DEALER}},
    "nothing is reopened": {"wager_reopened": None},
    "another card than the last": {"scan_corrected": {"places": [0]}},
    "without a reason": {"scan_corrected": {"why": ""}},
}


@pytest.mark.parametrize("how", TAMPERED)
def test_a_correction_made_by_hand_is_found(how: str) -> None:
    table = dealt("9S", "6S", "8h", "")
    table.must(table.say("p1", c.Hit("p1", 1, 0)))
    go(table, "Kh")
    correct(table, "Kh", "3h")
    log, previous = list[StoredEvent](), START
    for stored in table.log:
        changed = TAMPERED[how].get(stored.kind, {})
        if changed is None:
            continue
        link = replace(stored, data={**stored.data, **changed}, version=len(log) + 1, previous=previous)
        log.append(replace(link, hash=rehashed(link)))
        previous = log[-1].hash
    table.log = log
    assert table.verified().problems
