"""Cards that come out of the shoe by mistake at a live table: what the rulebook orders is done, every card is
counted, and both verifiers follow it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.live.quiet_house import Arranged, HandClock, Table, clocks
from tests.live.written import Written
from tests.proof import clause
from vingt.core.cards import Card, card, cards
from vingt.core.rounds.refusal import Refusal
from vingt.live.books.audit import Snapshot, verify
from vingt.live.books.export import lines as export_lines
from vingt.live.house.house import DATABASE, KEY, House
from vingt.live.house.table_writer import Accepted
from vingt.live.log import check_vingt_log
from vingt.live.log.chain import StoredEvent
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import NewEvent
from vingt.live.shoes.vault import open_vault
from vingt.live.table.clocks import Clocks
from vingt.live.table.commands import Ready
from vingt.live.table.mishaps import CardDrawn, ForeignCardFound, Mishap
from vingt.report.rounds.replay import tell
from vingt.rulebook import library


class Scene:
    """A house in a folder with ann at box 1, who has a hand to decide about."""

    def __init__(self, folder: Path, table: Table, ann: str) -> None:
        self.folder, self.table, self.ann = folder, table, ann

    @property
    def state(self) -> Any:
        return self.table.live.state

    @property
    def over(self) -> bool:
        """The round with ann's hand is over; the next one may be open for wagers already."""
        return not self.state.round_open or self.state.betting

    @property
    def waiting(self) -> Card | None:
        """The card that is to be the first of the next round."""
        found: Card | None = self.state.round.held_card if self.state.betting else self.state.carried
        return found

    async def report(self, *mishaps: Mishap) -> None:
        for mishap in mishaps:
            answer = await self.table.live.report(mishap, "floor")
            assert isinstance(answer, Accepted), answer
            await self.table.rest()

    async def wager(self) -> None:
        while not self.state.betting:
            await self.table.wait(1_000)
        await self.table.say(self.ann, "place_wager", box=1, amount=1000)
        await self.table.must(self.ann, Ready())

    def stored(self, kind: str) -> list[StoredEvent]:
        return [each for each in self.table.house.store.read(self.table.live.stream) if each.kind == kind]

    def out(self) -> list[int]:
        """How many cards each shoe that ended says have come out of it."""
        return [each.data["dealt"] for each in self.stored("shoe_ended")]

    async def reopen(self) -> None:
        """The house as it comes back from its log."""
        clock, live, folder = self.table.clock, self.table.live, self.folder
        await self.table.house.close()
        (folder / "house.cache").unlink(missing_ok=True)
        house = await House.open(folder, shoes=Arranged(seed=9), clocks=pausing(clock))
        self.table = Table(house, house.table(live.id), clock)
        await self.table.rest()

    async def end(self) -> None:
        while self.state.round_open and not self.state.betting:
            await self.table.run_out()
        await self.table.live.close("house")
        for _ in range(10):
            await self.table.wait(60_000)
        await self.table.house.close()


def pausing(clock: HandClock) -> Clocks:
    """What was dealt lies there for a while when the round is over."""
    return replace(clocks(clock), pause=1_000)


def played(
    folder: Path, rules: str, first: str, scene: Callable[[Scene], Awaitable[None]], **choices: object
) -> list[dict[str, Any]]:
    """The scene, then the table is closed: both verifiers find the log sound. Its lines as exported."""

    async def play() -> None:
        clock = HandClock()
        house = await House.open(folder, shoes=Arranged(first), clocks=pausing(clock))
        submission = library.submission(rules).with_choices(choices)
        table = Table(house, await house.open_table(submission, "house"), clock)
        ann = await table.come("ann", 1)
        await table.run_out()
        await table.say(ann, "place_wager", box=1, amount=1000)
        await table.must(ann, Ready())
        at_table = Scene(folder, table, ann)
        await scene(at_table)
        await at_table.end()

    asyncio.run(play())
    assert problems(folder) == []
    lines = exported(folder)
    assert check_vingt_log.check(map(json.dumps, lines))[0] == []
    return lines


def problems(folder: Path) -> list[str]:
    store = SqliteStore(folder / DATABASE, read_only=True)
    try:
        report = verify(Snapshot(store, store.streams()), open_vault(folder / KEY))
    finally:
        asyncio.run(store.close())
    return [problem.what for problem in report.problems]


def exported(folder: Path) -> list[dict[str, Any]]:
    store = SqliteStore(folder / DATABASE, read_only=True)
    try:
        return [json.loads(line) for line in export_lines(Snapshot(store, store.streams()), store.streams())]
    finally:
        asyncio.run(store.close())


def told(folder: Path, number: int) -> str:
    store = SqliteStore(folder / DATABASE, read_only=True)
    try:
        log = Snapshot(store, store.streams())
        table = next(stream for stream in log.streams if stream.startswith("table/")).removeprefix("table/")
        return "\n".join(line.text for line in tell(log, table, number).lines)
    finally:
        asyncio.run(store.close())


# -- an extra card nobody saw ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 13.E")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 14.B")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 13.E")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 15(c)")),
    ],
)
def test_an_unseen_extra_card_that_the_round_does_not_use_is_the_first_of_the_next(
    rules: str, tmp_path: Path
) -> None:
    async def scene(at: Scene) -> None:
        out = at.state.shoe.out
        await at.report(CardDrawn("unexposed"))
        assert (at.state.shoe.out, at.state.shoe.next_place.at) == (out + 1, out)
        assert isinstance(await at.table.live.report(CardDrawn("unexposed"), "floor"), Refusal)
        await at.table.say(at.ann, "stand", box=1)
        assert at.over
        assert at.waiting == card("6d")
        await at.reopen()
        assert at.waiting == card("6d")
        await at.wager()
        assert at.state.last_rounds[0].number == 1
        assert at.state.round.boxes[0].first_cards[0] == card("6d")
        assert at.waiting is None
        assert at.state.shoe.held is None

    lines = played(tmp_path, rules, "Ks 9h 9s 8c 6d 2h 3d 4c 5s", scene)
    dealt = [line["data"]["command"]["card"]["at"] for line in lines if is_deal(line)]
    assert dealt[:9] == [1, 2, 3, 4, 5, 6, 7, 8, 9], "the place of the extra card comes once, in its turn"
    assert "the first card of the next round" in told(tmp_path, 1)


def is_deal(line: dict[str, Any]) -> bool:
    return bool(line.get("kind") == "commanded" and line["data"]["command"]["do"] == "deal")


def test_an_unseen_extra_card_is_the_next_card_of_the_round_that_draws(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.report(CardDrawn("unexposed"))
        await at.table.say(at.ann, "hit", box=1)
        await at.table.rest()
        assert at.state.last_rounds or at.state.round.boxes[0].hands[0].cards == cards("Ks 2s 6d")

    lines = played(tmp_path, "md-blackjack", "Ks 9h 2s 8c 6d 3c", scene)
    assert [line["data"]["command"]["card"]["at"] for line in lines if is_deal(line)][:5] == [1, 2, 3, 4, 5]


# -- an extra card that was seen -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "fate"),
    [
        pytest.param("md-pontoon-21", "discard", marks=clause("MD-P21 13.G", "MD-P21 13.H")),
        pytest.param("md-players-edge-21", "discard", marks=clause("MD-PE21 13.G", "MD-PE21 13.H")),
        pytest.param("ma-pontoon-21", "burn", marks=clause("MA-P21 15(d)#2", "MA-P21 15(d)#3")),
    ],
)
def test_who_refuses_the_exposed_card_gets_no_more_and_it_leaves_the_shoe(
    rules: str, fate: str, tmp_path: Path
) -> None:
    async def scene(at: Scene) -> None:
        out = at.state.shoe.out
        await at.report(CardDrawn("exposed"))
        prompt = next(each for each in at.table.live.view(at.ann).prompts if each.kind == "decision")
        refuse = next(each for each in prompt.choices if each.command == "refuse_exposed_card")
        assert (refuse.label, refuse.allowed) == ("Refuse the 2d", True)
        await at.table.say(at.ann, "refuse_exposed_card", box=1)
        assert at.over
        assert at.state.shoe.out == out + 1, "counted once, and nothing was drawn after it"
        assert at.state.shown[-2:] == cards("2d 8c")
        aside = at.stored("card_set_aside")[-1].data
        assert (aside["card"], aside["fate"]) == ("2d", fate)

    played(tmp_path, rules, "Ks 9h 5s 8c 2d", scene)
    assert "refuses the exposed card" in told(tmp_path, 1)


def test_the_exposed_card_that_a_player_takes_is_counted_once(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        out = at.state.shoe.out
        await at.report(CardDrawn("exposed"))
        await at.table.say(at.ann, "hit", box=1)
        assert at.state.shoe.out == out + 1
        assert at.state.shown.count(card("6d")) == 1
        assert at.over, "21 against 17"

    played(tmp_path, "md-pontoon-21", "Ks 9h 5s 8c 6d", scene)


# -- face up, overdrawn, foreign -------------------------------------------------------------------------


def test_a_card_drawn_by_a_dealer_who_stands_is_counted(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.table.say(at.ann, "stand", box=1)
        out = at.state.shoe.out
        await at.report(CardDrawn("overdraw"))
        assert at.state.shoe.out == out + 1
        assert at.state.shown[-1] == card("4d")

    played(tmp_path, "md-pontoon-21", "Ks 9h 9s 8c 4d", scene)


@pytest.mark.parametrize(
    ("rules", "mishaps", "why", "inspected"),
    [
        pytest.param("md-pontoon-21", "face up", "void_round", False, marks=clause("MD-P21 13.B")),
        pytest.param("md-players-edge-21", "face up", "void_round", False, marks=clause("MD-PE21 13.B")),
        pytest.param("ma-pontoon-21", "face up", "void_round", False, marks=clause("MA-P21 15(a)#2")),
        pytest.param("ma-pontoon-21", "foreign", "void_round", False, marks=clause("MA-P21 15(b)#2")),
        pytest.param("md-pontoon-21", "foreign", "decks_retired", True, marks=clause("MD-P21 13.D")),
        pytest.param("md-players-edge-21", "foreign", "decks_retired", True, marks=clause("MD-PE21 13.D")),
    ],
)
def test_a_void_round_has_the_cards_shuffled_again_or_their_decks_replaced(
    rules: str, mishaps: str, why: str, inspected: bool, tmp_path: Path
) -> None:
    async def scene(at: Scene) -> None:
        out = at.state.shoe.out
        of_the_decks = mishaps == "face up"
        kind = CardDrawn("face_up") if of_the_decks else ForeignCardFound(card("10h"))
        await at.report(kind)
        assert not at.over, "one is set aside"
        assert (at.state.shoe.out - out, at.state.shoe.foreign) == ((1, 0) if of_the_decks else (0, 1))
        await at.reopen()
        await at.report(kind)
        assert at.over
        assert at.state.racks[at.ann] == 100_000
        await at.wager()
        ended, opened = at.stored("shoe_ended")[0].data, at.stored("shoe_opened")[1].data
        assert (ended["why"], ended["dealt"]) == (why, out + 2 * of_the_decks)
        assert ended["cite"] == at.stored("cards_withdrawn")[0].data["cite"]
        assert bool(opened["steps"]) is inspected, "new decks are inspected as at the opening"
        assert at.stored("round_started")[1].version > at.stored("shoe_loaded")[1].version

    played(tmp_path, rules, "Ks 9h 5s 8c 2d 3d 4d", scene)


def test_everybody_may_leave_and_the_retired_decks_stay_retired(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.report(ForeignCardFound(card("10h")), ForeignCardFound(card("10s")))
        await at.table.say(at.ann, "leave_table")
        await at.table.wait(60_000)
        assert at.stored("shoe_ended")[0].data["why"] == "decks_retired"

    played(tmp_path, "md-pontoon-21", "Ks 9h 5s 8c", scene)


def test_the_cover_card_comes_out_before_a_card_drawn_by_mistake(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        while at.state.shoe.out < at.state.shoe.cover_card_after:
            await at.report(CardDrawn("face_up"))
        assert not at.stored("cover_card_out")
        await at.report(CardDrawn("unexposed"))
        assert len(at.stored("cover_card_out")) == 1
        await at.table.say(at.ann, "stand", box=1)
        await at.wager()
        assert at.stored("shoe_ended")[0].data["why"] == "cover_card"
        assert at.waiting is None, "it was shuffled with the others"

    played(tmp_path, "md-blackjack", "Ks 9h 9s 8c", scene)


def test_nothing_is_drawn_by_mistake_from_no_shoe_or_outside_a_round(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        assert isinstance(await at.table.live.report(CardDrawn("overdraw"), "floor"), Refusal)
        assert isinstance(await at.table.live.report(ForeignCardFound(card("9h")), "floor"), Refusal)
        await at.table.say(at.ann, "stand", box=1)
        for mishap in (CardDrawn("unexposed"), CardDrawn("face_up"), ForeignCardFound(card("10h"))):
            assert isinstance(await at.table.live.report(mishap, "floor"), Refusal)

    played(tmp_path, "md-pontoon-21", "Ks 9h 9s 8c", scene)


# -- forgeries -------------------------------------------------------------------------------------------


def altered(lines: list[dict[str, Any]], kind: str, **data: object) -> list[str]:
    """What the small verifier finds wrong, besides the hashes, when an event says something else."""
    changed = json.loads(json.dumps(lines))
    next(line for line in changed if line.get("kind") == kind)["data"].update(data)
    return [each for each in check_vingt_log.check(map(json.dumps, changed))[0] if "its hash" not in each]


def test_the_small_verifier_sees_a_card_drawn_by_mistake_that_did_not_lie_there(tmp_path: Path) -> None:
    async def scene(at: Scene) -> None:
        await at.report(CardDrawn("face_up"), CardDrawn("unexposed"))
        await at.table.say(at.ann, "hit", box=1)

    lines = played(tmp_path, "md-blackjack", "Ks 9h 2s 8c 6d 3c", scene)
    assert "3d was shown and did not lie at place 6" in altered(lines, "card_set_aside", card="3d")[0]
    assert "was due" in altered(lines, "card_held", card={"shoe": 1, "at": 9})[0]
    assert "cards came out" in altered(lines, "card_set_aside", why="stray")[-1]


def test_verify_sees_a_seen_card_that_did_not_lie_there_and_a_shoe_played_on(tmp_path: Path) -> None:
    """The forger computes every hash anew."""

    async def scene(at: Scene) -> None:
        await at.report(CardDrawn("face_up"), CardDrawn("face_up"))
        await at.wager()

    lines = played(tmp_path, "md-players-edge-21", "Ks 9h 2s 8c 6d 3c", scene)
    assert [each for each in lines if each.get("kind") == "cards_withdrawn"]

    def another_card(kind: str, data: str) -> str:
        return data.replace('"6d"', '"7d"') if kind in ("commanded", "card_set_aside") else data

    def another_end(kind: str, data: str) -> str:
        return data.replace('"void_round"', '"ordered"') if kind == "shoe_ended" else data

    assert any("7d did not lie at card 6" in each for each in forged(tmp_path, another_card))
    assert any("was to end by void round" in each for each in forged(tmp_path, another_end))


def forged(folder: Path, change: Callable[[str, str], str]) -> list[str]:
    """What `verify` finds in the log with its data changed and every hash computed anew."""
    store, log = SqliteStore(folder / DATABASE, read_only=True), Written()
    try:
        for stream in store.streams():
            for each in store.read(stream):
                data = json.loads(change(each.kind, json.dumps(each.data)))
                log.add(stream, NewEvent(each.kind, data, each.key, each.actor))
    finally:
        asyncio.run(store.close())
    return [problem.what for problem in verify(log.snapshot, open_vault(folder / KEY)).problems]
