"""A double shoe at live tables: two orders sealed and committed to apart, a determinant card before every
round, each side shuffled by itself, what may go wrong, and a log in which nobody can say otherwise."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.live.bots import Bots
from tests.live.quiet_house import Arranged, HandClock, MemoryStore, Table, clocks, live_table, table_of
from tests.proof import checked, clause
from vingt.core.cards import Card
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import double_shoe
from vingt.core.shoe.event import ShoeSide
from vingt.live.books.audit import Snapshot, verify
from vingt.live.books.export import lines
from vingt.live.books.round_reader import TableReader
from vingt.live.house.house import House
from vingt.live.log import check_vingt_log, codec
from vingt.live.log.chain import StoredEvent
from vingt.live.log.events import DealingResumed
from vingt.live.log.store import NewEvent
from vingt.live.shoes.vault import Vault
from vingt.live.table import commands as ask
from vingt.live.table import mishaps as m
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.scanning import Scanner
from vingt.live.table.seeds import give_seed
from vingt.report.docket.paper_table import DEALER, FLOOR, PaperTable
from vingt.report.rounds import replay
from vingt.rulebook import library

RULES = library.table_rules("md-blackjack/double-shoe")
vaults: list[Vault] = []  # of the house that wrote the log below
OTHER: dict[str, ShoeSide] = {"left": "right", "right": "left"}


def of_decks(decks: int, **choices: object) -> TableRules:
    rules = library.table_rules("md-blackjack/double-shoe", choices)
    return replace(rules, cards=replace(rules.cards, decks=decks))


def stored(table: PaperTable, kind: str) -> list[StoredEvent]:
    return [each for each in table.log if each.kind == kind]


# -- dealt by the house --------------------------------------------------------------------------------------


@cache
def written() -> tuple[tuple[StoredEvent, ...], tuple[StoredEvent, ...], str]:
    """One deck a side, so that sides end. The log of the table and of people, a part of it by a house that
    was opened from nothing but the log; and a round of it as told."""

    async def play(folder: Path) -> None:
        clock = HandClock()
        house = await House.open(folder, shoes=Arranged(seed=5), clocks=clocks(clock))
        live = await live_table(house, of_decks(1))
        live.start()
        table = Table(house, live, clock)
        people = [
            await table.come(name, box)
            for box, name in enumerate(("ann", "bob", "cal", "dan", "eve", "fay"), 1)
        ]
        await Bots(table, people, 5).play(3)
        before = live.state
        await house.close()
        (folder / "house.cache").unlink(missing_ok=True)
        house = await House.open(folder, shoes=Arranged(seed=6), clocks=clocks(clock))
        assert house.table("t1").state == before
        table = Table(house, house.table("t1"), clock)
        await Bots(table, people, 7).play(8)
        await table.live.close("house")
        for _ in range(20):
            await table.wait(60_000)
        log = Snapshot(house.store, house.store.streams())
        told = json.dumps(replay.tell(log, "t1", 8).as_json())
        kept.append((tuple(log.read("table/t1")), tuple(log.read("people")), told))
        vaults.append(house._vault)
        await house.close()

    kept: list[tuple[tuple[StoredEvent, ...], tuple[StoredEvent, ...], str]] = []
    with TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder)))
    return kept[0]


def forged(change: Callable[[list[NewEvent]], None]) -> tuple[list[str], list[str]]:
    """What `verify` and the one-file verifier find where every hash was computed anew."""
    table, people, _ = written()
    news = [NewEvent(each.kind, json.loads(json.dumps(each.data)), each.key, each.actor) for each in table]
    change(news)
    store = MemoryStore(HandClock())
    store.chained("people", [NewEvent(each.kind, each.data, each.key, each.actor) for each in people])
    store.chained("table/t1", news)
    log = Snapshot(store, store.streams())
    found = [problem.what for problem in verify(log, vaults[0]).problems]
    return found, check_vingt_log.check(iter(list(lines(log, ["table/t1"]))))[0]


def unchanged(news: list[NewEvent]) -> None:
    pass


@clause("MD-BJ 7.C(1)", "MD-BJ 7.C(1)(a)", "MD-BJ 7.C(2)", "MD-BJ 7.C(3)", "MD-BJ 3.C(2)", "MD-BJ 7.E(2)")
def test_rounds_come_from_two_sealed_orders_and_both_verifiers_find_the_log_sound() -> None:
    events, _, told = written()
    assert forged(unchanged) == ([], [])
    drawn = [each.data for each in events if each.kind == "determinant_drawn"]
    assert len(drawn) == sum(each.kind == "betting_closed" for each in events) >= 8
    assert {each["drawn_from"] == each["side"] for each in drawn} == {True, False}
    ends = Counter(each.data["why"] for each in events if each.kind == "shoe_ended")
    assert ends["cover_card"] > 1
    sides: dict[str, int] = {}
    reader = TableReader("table/t1")  # by which pages find a round and its shoes
    for each in events:
        reader.follow(each)
    revealed: set[int] = set()
    side, held = "", None
    for each in events:
        match each.kind:
            case "shoe_opened":
                assert not {"cards_burned"} & {kind.kind for kind in events if kind.data.get("why") == "load"}
                sides[each.data["side"]] = each.data["shoe"]
            case "determinant_drawn":
                side, number = each.data["side"], each.data["shoe"]
                assert number == sides[each.data["drawn_from"]]
                assert side == ("left" if each.data["card"][-1] in "hd" else "right")
                held = {"shoe": number, "at": each.data["at"]} if number == sides[side] else None
            case "commanded" if each.data["command"]["do"] == "deal":
                assert each.data["command"]["card"] == (held or each.data["command"]["card"])
                assert each.data["command"]["card"]["shoe"] == sides[side]
                held = None
            case "shoe_revealed":
                revealed.add(each.data["shoe"])
            case _:
                pass
    assert revealed == set(range(1, max(sides.values()) + 1))
    assert "the determinant card, from the" in told
    found = reader.rounds_over
    assert {len(each.dealt_from) for each in found} == {1, 2}
    assert all(each.dealt_from[0] != each.dealt_from[-1] for each in found if len(each.dealt_from) > 1)


def change(kind: str, **data: object) -> Callable[[list[NewEvent]], None]:
    def changed(news: list[NewEvent]) -> None:
        next(each for each in news if each.kind == kind).data.update(data)

    return changed


def drop(kind: str) -> Callable[[list[NewEvent]], None]:
    return lambda news: news.remove(next(each for each in news if each.kind == kind))


def other_side_named(news: list[NewEvent]) -> None:
    drawn = next(each for each in news if each.kind == "determinant_drawn")
    drawn.data["side"] = OTHER[drawn.data["side"]]


@pytest.mark.parametrize(
    ("forgery", "said", "small"),
    [
        (drop("determinant_drawn"), "no determinant card was drawn", "no determinant card was drawn"),
        (other_side_named, "does not name the", "does not name the"),
        (change("determinant_drawn", at=9), "was not to be the determinant card", "was not to be the"),
        (change("determinant_drawn", drawn_from="right"), "was not to be", "was not to come from the right"),
        (change("determinant_drawn", card="2h"), "did not lie at card", "did not lie at place"),
        (change("shoe_opened", side="right"), "the left one was due", ""),
        (change("shoe_ended", dealt=3), "cards came out, not 3", "cards came out, not 3"),
        (drop("cover_card_out"), "the cover card was passed over", ""),
    ],
    ids=("no card", "other side", "other place", "other source", "other card", "sides", "count", "cover"),
)
def test_a_forger_of_sides_is_found_out(
    forgery: Callable[[list[NewEvent]], None], said: str, small: str
) -> None:
    found, by_the_small_one = forged(forgery)
    assert any(said in each for each in found), found[:3]
    assert not small or any(small in each for each in by_the_small_one), by_the_small_one[:3]


def test_a_view_shows_both_sides_and_a_seed_is_mixed_into_both() -> None:
    async def play() -> None:
        table = await table_of(RULES, Arranged(seed=1))
        ann = await table.come("ann", 1)
        while table.live.state.shoe.stage == "offered":
            await table.run_out()
        seeds = give_seed(table.live.state, ann, "my words")
        assert not isinstance(seeds, Refusal)
        assert [each.shoe for each in seeds] == [2, 1]
        await table.must(ann, ask.GiveSeed("my words"))
        assert isinstance(await table.give(ann, ask.GiveSeed("again")), Refusal)
        while not table.live.state.in_play_now:  # a blackjack ends a round at once
            await table.say(ann, "place_wager", box=1, amount=1000)
            await table.must(ann, ask.Ready())
            await table.rest()
        seen = table.live.view(None).shoe
        assert seen is not None
        assert seen.other is not None
        assert seen.determinant is not None
        assert {(seen.side, seen.backs), (seen.other.side, seen.other.backs)} == {
            ("left", "red"),
            ("right", "blue"),
        }
        assert seen.side == seen.determinant.side
        assert len({seen.commitment, seen.other.commitment}) == 2
        report = verify(Snapshot(table.house.store, table.house.store.streams()), Vault(bytes(32)))
        assert report.sound, report.problems
        await table.live.stop()

    asyncio.run(play())


# -- dealt by a person ---------------------------------------------------------------------------------------


class TwoStacks:
    """A table that Dee deals, with real cards or not. Real ones lie in two stacks, drawn from by hand."""

    def __init__(self, rules: TableRules, mode: Any, seed: int, boxes: int = 2) -> None:
        self.rules, self.table, self.random = rules, PaperTable(rules, mode), random.Random(seed)
        self.stacks: dict[ShoeSide, list[Card]] = {}
        self.seen: dict[ShoeSide, list[Card]] = {}
        self.hole: tuple[ShoeSide, Card] | None = None
        self.mistaken = False  # the dealer reaches for the wrong side in this round
        self.steps: list[DealerStep] = []
        self.table.must(self.table.deal(DEALER, ask.TakeTable()))
        for box in range(1, boxes + 1):
            self.table.must(self.table.say(f"p{box}", ask.TakeSeat(box)))
        self.go_on(lambda: self.table.state.betting)

    @property
    def side(self) -> ShoeSide:
        """Where the dealer's hand goes."""
        shoe = self.table.state.shoe
        assert shoe.side is not None
        astray = self.mistaken and shoe.determinant is not None and shoe.side == shoe.determinant.side
        return OTHER[shoe.side] if astray else shoe.side

    def draw(self, side: ShoeSide) -> str:
        self.seen[side].append(self.stacks[side].pop())
        return str(self.seen[side][-1])

    def enter(self, step: DealerStep) -> str:
        match step.asks:
            case "count":
                counted = self.table.state.shoe.side_to_count
                assert counted is not None
                assert counted.side is not None
                return " ".join(
                    map(str, (Counter(self.rules.cards.shoe) - Counter(self.seen[counted.side])).elements())
                )
            case "reader":
                assert self.hole is not None
                ranks = {self.table.state.round.dealer[0].rank, self.hole[1].rank}
                return "yes" if "A" in ranks and ranks & {"10", "J", "Q", "K"} else "no"
            case "hole_card":  # nobody reads it
                self.hole = (self.side, self.stacks[self.side].pop())
                return ""
            case _ if step.id == "turn_hole_card":
                assert self.hole is not None
                self.seen[self.hole[0]].append(self.hole[1])
                return str(self.hole[1])
            case _ if step.id == "draw_determinant":
                drawing = double_shoe.drawing(self.rules, self.table.state.shoe).side
                assert drawing is not None
                return self.draw(drawing)
            case _:
                return self.draw(self.side)

    def go_on(self, until: Callable[[], bool] | str) -> None:
        table = self.table
        while True:
            table._decline_cuts()
            if callable(until) and until():
                return
            if table.state.round_open and table.answer():
                continue
            step = table.due
            if step is None:
                assert table.state.shoe.stage == "offered", (table.state.stopped_by, table.state.shoe.refused)
                continue
            if step.id == until:
                return
            self.steps.append(step)
            if step.id == "random_shuffle":
                side = table.state.shoe.side or "left"
                self.stacks[side], self.seen[side] = list(self.rules.cards.shoe), []
                self.random.shuffle(self.stacks[side])
            if step.asks:
                table.must(table.step(step.id, self.enter(step)))
            else:
                table.sign(step)

    def round(self) -> None:
        self.table.wager_all()
        number = self.table.state.round_number
        self.go_on(lambda: self.table.state.betting and self.table.state.round_number > number)
        self.mistaken = False

    def words(self, step: str) -> list[str]:
        return [each.words for each in self.steps if each.id == step]


@checked("MD-BJ 2.I")
@clause("MD-BJ 3.C(1)", "MD-BJ 4.F", "MD-BJ 4.G", "MD-BJ 7.C", "MD-BJ 3.C(2)")
def test_the_sides_are_received_spread_washed_and_loaded_apart_and_nothing_is_burned() -> None:
    dealt = TwoStacks(RULES, "guided", 1)
    table = dealt.table
    opening = [each for each in dealt.steps if each.id.endswith(" side")]
    left, right = (
        [each.id for each in opening if each.id.endswith(side)] for side in ("left side", "right side")
    )
    assert [each.id for each in opening] == left + right
    assert [each.partition("#")[0] for each in left] == [
        "receive_decks",
        "sides_of_equal_decks_and_two_colours",
        "inspect_decks",
        "spread_face_up",
        "fan_by_deck_suit_and_rank",
        "first_player_looks",
        "turn_down_wash_and_stack",
    ]
    cites = {each.id: each.cite.clauses for each in dealt.steps}
    for side in ("left side", "right side"):
        assert "MD-BJ 3.C(1)" in cites[f"sides_of_equal_decks_and_two_colours#{side}"]
        assert {"MD-BJ 4.F", "MD-BJ 4.G"} <= {*cites[f"spread_face_up#{side}"]}
        assert {"MD-BJ 4.F", "MD-BJ 4.G"} <= {*cites[f"turn_down_wash_and_stack#{side}"]}
    assert dealt.words("load_shoe") == [f"Put the stack into the {side} side of the shoe" for side in OTHER]
    assert "MD-BJ 2.I" in cites["setup_sheet"]
    assert len(dealt.words("place_cover_card")) == 2
    table.must(table.deal(FLOOR, ask.TakeTable()))  # relieved: who comes burns nothing either
    dealer = table.state.dealing.dealer
    table.must(table.step("dealers_conduct", person=dealer))
    assert not stored(table, "cards_burned")
    assert not {"burn", "waive_relief_burn"} & {each.id for each in dealt.steps}
    assert table.verified().problems == []


@clause("MD-BJ 7.C(1)", "MD-BJ 7.C(2)", "MD-BJ 7.C(3)", "MD-BJ 7.D", "MD-BJ 7.E(2)")
def test_a_dealer_draws_the_determinant_card_in_turn_and_ends_the_side_whose_cover_card_came() -> None:
    dealt = TwoStacks(of_decks(2), "guided", 2, boxes=4)
    while not stored(dealt.table, "shoe_ended"):
        dealt.round()
    drawn = dealt.words("draw_determinant")
    assert drawn[:3] == [
        f"Draw the determinant card from the {side} side" for side in ("left", "right", "left")
    ]
    (ended,) = stored(dealt.table, "shoe_ended")
    number, apart = ended.data["shoe"], {each.data["shoe"] for each in stored(dealt.table, "shoe_opened")}
    segregated = [
        each
        for each in stored(dealt.table, "determinant_drawn")
        if each.data["shoe"] == number and each.data["side"] != each.data["drawn_from"]
    ]
    words = dealt.words("end_shoe")[0]
    assert ("segregated area" in words) == bool(segregated)
    assert ("left" if number == 1 else "right") in words
    assert apart == {1, 2, 3}
    given = [words for words in dealt.words("deal") if words.startswith("Give the determinant card")]
    matches = [
        each
        for each in stored(dealt.table, "determinant_drawn")
        if each.data["side"] == each.data["drawn_from"]
    ]
    assert given == ["Give the determinant card to box 1"] * len(matches)
    assert dealt.table.verified().problems == []


def counts(table: PaperTable) -> list[tuple[list[str], list[str]]]:
    return [(each.data["missing"], each.data["extra"]) for each in stored(table, "shoe_counted")]


@clause("MD-BJ 7.E(2)")
def test_real_cards_of_both_sides_are_entered_and_each_side_is_counted_whole() -> None:
    dealt = TwoStacks(of_decks(1), "scanned", 3)
    while len(counts(dealt.table)) < 4:
        dealt.round()
    assert set(map(str, counts(dealt.table))) == {"([], [])"}
    assert dealt.table.verified().problems == []


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


def test_a_floorperson_reshuffles_both_sides_and_an_idle_table_spreads_both() -> None:
    dealt = TwoStacks(of_decks(2), "guided", 8)
    table = dealt.table
    dealt.round()
    dealt.table.wager_all()
    dealt.go_on("start_round")
    table.must(table.step("order_reshuffle", person=FLOOR))
    assert [each.data["why"] for each in stored(table, "shoe_ended")] == ["ordered", "ordered"]
    dealt.go_on(lambda: table.state.betting)
    for seat in table.state.held:
        table.must(table.say(seat.person, ask.LeaveSeat(seat.box)))
    step = table.due
    assert step is not None
    assert step.id == "spread_cards"
    table.sign(step)
    assert [each.data["why"] for each in stored(table, "shoe_ended")] == ["ordered"] * 2 + ["idle"] * 2
    table.must(table.say("p1", ask.TakeSeat(1)))
    dealt.go_on(lambda: table.state.betting)
    looked = [each.id for each in dealt.steps if each.id.startswith("first_player_looks")][-2:]
    assert sorted(looked) == ["first_player_looks#left side", "first_player_looks#right side"]
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
