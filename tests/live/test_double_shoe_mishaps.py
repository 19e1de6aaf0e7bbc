"""What goes wrong with two sides: a card from the wrong one, one face up or unseen, a side that runs short,
and a card that its side cannot hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.live.two_stacks import OTHER, RULES, TwoStacks, counts, of_decks, stored
from tests.proof import clause
from vingt.core.rounds.refusal import Refusal
from vingt.core.shoe import double_shoe
from vingt.core.shoe.event import ShoeSide
from vingt.live.books.audit import Snapshot
from vingt.live.books.export import lines
from vingt.live.log import check_vingt_log, codec
from vingt.live.log.floor_events import DealingResumed
from vingt.live.table import mishaps as m
from vingt.live.table.scanning import Scanner
from vingt.report.docket.paper_table import DEALER, FLOOR, PaperTable
from vingt.rulebook import library


@clause("MD-BJ 14.I")
@pytest.mark.parametrize("cards_first", [1, 4])
def test_a_round_of_real_cards_from_the_wrong_side_stands_and_both_sides_still_count(
    cards_first: int,
) -> None:
    """The dealer reaches for the wrong side, and somebody sees it by the backs, sooner or later."""
    dealt = TwoStacks(of_decks(2), "scanned", 4)
    table = dealt.table
    for _ in range(2):
        dealt.round()
    dealt.mistaken = True
    table.wager_all()
    dealt.go_on(lambda: table.state.in_play_now and table.due is not None and table.due.id == "deal")
    if table.state.shoe.held is not None:
        dealt.go_on(lambda: table.state.shoe.held is None)
    before, other = table.state.shoe, table.state.shoe.other
    assert other is not None
    dealt.go_on(lambda: table.state.shoe.out == before.out + cards_first)
    assert table.report(m.WrongSide(), DEALER) is None
    (told, *_) = table.state.irregularities
    assert (told.what, told.remedies[0].cite.clauses) == ("wrong_side", ("MD-BJ 14.I",))  # type: ignore[union-attr]
    assert table.state.shoe.side == other.side
    assert table.state.shoe.out == other.out + cards_first
    again = table.report(m.WrongSide(), DEALER)
    assert again is not None
    assert "known already" in again.why
    dealt.mistaken = False
    dealt.go_on(lambda: table.state.betting)
    assert table.state.last_rounds[0].payments
    assert not table.state.last_rounds[0].void
    while len(counts(table)) < 3:
        dealt.round()
    assert set(map(str, counts(table))) == {"([], [])"}
    assert table.verified().problems == []


@clause("MD-BJ 14.I")
def test_a_sealed_order_deals_its_own_cards_so_the_wrong_side_is_known_before_the_first() -> None:
    dealt = TwoStacks(RULES, "guided", 5)
    table = dealt.table
    refused = table.report(m.WrongSide(), DEALER)
    assert refused is not None
    table.wager_all()
    dealt.go_on("draw_determinant")
    assert table.report(m.WrongSide(), DEALER) is not None, "no side is named yet"
    dealt.go_on("deal")
    while table.state.shoe.held is not None:
        assert "deal it first" in str(table.report(m.WrongSide(), DEALER))
        table.sign(table.due)  # type: ignore[arg-type]
    named = table.state.shoe.side
    assert table.report(m.WrongSide(), DEALER) is None
    assert table.state.shoe.side != named
    dealt.go_on(lambda: table.state.betting)
    dealt.table.wager_all()
    dealt.go_on(lambda: len(table.state.round.dealer) == 2)
    assert table.verified().problems == []
    single = PaperTable(library.table_rules("md-blackjack"), "guided")
    single.open_with(["ann"])
    single.wager_all()
    single.must(single.step("close_betting"))
    assert "no double shoe" in str(single.report(m.WrongSide(), DEALER))


@clause("MD-BJ 14.A", "MD-BJ 14.B")
@pytest.mark.parametrize("mode", ["guided", "scanned"])
def test_a_card_found_face_up_is_no_determinant_card_and_an_unseen_one_stays_in_its_side(mode: str) -> None:
    dealt = TwoStacks(of_decks(2), mode, 6)
    table = dealt.table
    dealt.round()
    for _ in range(3):
        table.wager_all()
        dealt.go_on("draw_determinant")
        at_hand = double_shoe.drawing(dealt.rules, table.state.shoe)
        side = at_hand.side
        assert side is not None
        for how, accepted in (("unexposed", False), ("exposed", False), ("face_up", True)):
            refused = report(dealt, m.CardDrawn(how), side)  # type: ignore[arg-type]
            assert (refused is None) == accepted, refused
        assert table.state.shoe.turned_to(side).out == at_hand.out + 1
        dealt.go_on("deal")
        drawn = stored(table, "determinant_drawn")[-1].data
        assert (drawn["drawn_from"], drawn["at"]) == (side, at_hand.out + 1)
        if table.state.shoe.held is not None:
            assert "deal it first" in str(report(dealt, m.CardDrawn("unexposed"), dealt.side))
        dealt.go_on(lambda: table.state.betting)
    # One that no round used waits in its side, and is the determinant card when that side is drawn from.
    waiting = None
    while waiting is None:
        table.wager_all()
        dealt.go_on(lambda: table.state.round.stage == "play" or table.state.round.over)
        side, open_ = dealt.side, not table.state.round.over
        assert (report(dealt, m.CardDrawn("unexposed"), side) is None) == open_
        dealt.go_on(lambda: table.state.betting)
        waiting = table.state.shoe.turned_to(side).held
    assert table.state.carried is None
    for _ in range(2):
        dealt.round()
    drawn_next = [(each.data["shoe"], each.data["at"]) for each in stored(table, "determinant_drawn")[-2:]]
    deals = [
        each.data["command"] for each in stored(table, "commanded") if each.data["command"]["do"] == "deal"
    ]
    assert tuple(waiting) in drawn_next or waiting._asdict() in [each["card"] for each in deals]
    assert table.verified().problems == []


def report(dealt: TwoStacks, mishap: m.CardDrawn, side: ShoeSide) -> Refusal | None:
    """As the table's actor has it: a real card that was drawn by mistake is entered with the report."""
    table = dealt.table
    if table.state.dealing.mode != "scanned":
        return table.report(mishap)
    card = dealt.stacks[side][-1]
    mishap = replace(mishap, card=card)
    entered = Scanner(dealt.rules, table.orders).drawn(table.state, mishap, FLOOR)
    remedy = m.report(dealt.rules, table.state, mishap, lambda _: card, FLOOR)
    if isinstance(remedy, Refusal) or isinstance(entered, Refusal):
        return remedy if isinstance(remedy, Refusal) else None
    dealt.draw(side)
    return table._carried([*entered, *remedy])


def run_short() -> PaperTable:
    """Seven boxes and one deck a side: sooner or later a round needs more cards than its side holds."""
    for seed in range(40):
        dealt = TwoStacks(of_decks(1), "guided", seed, boxes=7)
        for _ in range(8):
            dealt.round()
        if any(each.data["from_discards"] for each in stored(dealt.table, "shoe_opened")):
            return dealt.table
    raise AssertionError("no side ran short")


@clause("MD-BJ 14.F(1)", "MD-BJ 14.F(2)")
def test_a_side_that_runs_short_is_filled_with_its_own_discards_and_its_segregated_cards() -> None:
    table = run_short()
    short = next(each for each in stored(table, "shoe_opened") if each.data["from_discards"])
    ended = next(each for each in stored(table, "shoe_ended") if each.data["why"] == "ran_short")
    before = [each for each in table.log if each.version < short.version]
    number = ended.data["shoe"]
    side = next(
        each.data["side"] for each in before if each.kind == "shoe_opened" and each.data["shoe"] == number
    )
    assert short.data["side"] == side
    revealed = {each.data["shoe"]: each.data["order"] for each in stored(table, "shoe_revealed")}
    assert not Counter(revealed[short.data["shoe"]]) - Counter(revealed[number]), "of its own side"
    refilled = next(each for each in stored(table, "shoe_refilled") if each.version > short.version)
    assert len(refilled.data["burned"]) == 1
    other = next(
        each.data["shoe"]
        for each in reversed(before)
        if each.kind == "shoe_opened" and each.data["side"] != side
    )
    between = range(ended.version, refilled.version)
    assert all(each.data.get("shoe") != other for each in table.log if each.version in between)
    log = Snapshot(table, {table.stream: len(table.log)})
    assert check_vingt_log.check(iter(list(lines(log, [table.stream]))))[0] == []
    assert table.verified().problems == []


def test_a_card_that_its_side_cannot_hold_stops_the_table_and_may_be_the_other_sides() -> None:
    """The third of one card in two decks stops the table, and it came from the other side."""
    dealt = TwoStacks(of_decks(2), "scanned", 9)
    table = dealt.table
    while True:
        table.wager_all()
        dealt.go_on(lambda: table.state.in_play_now and table.due is not None and table.due.id == "deal")
        dealt.go_on(lambda: table.state.shoe.held is None)
        seen = Counter(dealt.seen[dealt.side])
        full = next((card for card, times in seen.items() if times == 2), None)
        if full is not None and full in dealt.stacks[OTHER[dealt.side]]:
            break
        dealt.go_on(lambda: table.state.betting)
    other = OTHER[dealt.side]
    table.must(table.step("deal", str(full)))
    assert table.state.shoe.refused is not None
    assert table.state.stopped_by == DEALER
    assert table.report(m.WrongSide()) is None
    table.must(table._carried([codec.new(DealingResumed(FLOOR), actor=FLOOR)]))
    assert table.state.shoe.side == other
    dealt.stacks[other].remove(full)
    dealt.seen[other].append(full)
    table.must(table.step("deal", str(full)))
    assert not table.state.stopped_by
    dealt.go_on(lambda: table.state.betting)
    assert table.verified().problems == []
