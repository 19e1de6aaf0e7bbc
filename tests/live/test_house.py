"""A house that is closed or killed goes on where it was; nobody does what is not theirs to do."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.live.quiet_house import Arranged, HandClock, Table, clocks, table_of
from tests.proof import clause
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.resolve import NotAllowed
from vingt.live.books.audit import Snapshot, verify
from vingt.live.house.house import Accepted, House
from vingt.live.house.tables import NoSuchTable
from vingt.live.log import playability
from vingt.live.log.playability import NotPlayable
from vingt.live.money.ledger import Ledger
from vingt.live.program_log import JsonLines, logger
from vingt.live.table import seating
from vingt.live.table.commands import BuyIn, CashOut, Cut, Ready, TakeSeat, read_command
from vingt.live.views.view import as_json
from vingt.rulebook import library

PLAIN = "5s 6d 9h 9c"  # box 1: 14 against a six
TWO_BOXES = "5s 8c 6d 9h 9d 9c"


async def opened(folder: Path, clock: HandClock, first: str = PLAIN) -> House:
    return await House.open(folder, shoes=Arranged(first), clocks=clocks(clock))


async def at_play(house: House, clock: HandClock, rules: str = "md-pontoon-21") -> tuple[Table, str]:
    """Ann with a hand to decide about."""
    live = await house.open_table(library.submission(rules), "house")
    table = Table(house, live, clock)
    ann = await table.come("ann", 1)
    await table.run_out()
    await table.say(ann, "place_wager", box=1, amount=1000)
    await table.must(ann, Ready())
    assert live.view(ann).phase == "play"
    return table, ann


def test_a_house_opened_again_goes_on_in_the_middle_of_the_hand(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandClock()
        house = await opened(tmp_path, clock)
        table, ann = await at_play(house, clock)
        first = await table.live.submit(ann, c.Hit(ann, 1, 0), "the same key")
        await table.rest()
        before, seen = table.live.state, as_json(table.live.view(ann))
        await house.close()

        house = await opened(tmp_path, clock)
        live = house.table(table.live.id)
        assert live.state == before
        assert as_json(live.view(ann)) == seen
        again = await live.submit(ann, c.Hit(ann, 1, 0), "the same key")
        assert again == first
        assert live.state == before, "a key that was used does nothing"
        table = Table(house, live, clock)
        if not live.state.round.over:
            await table.must(ann, c.Stand(ann, 1, 0))
        assert live.state.last_rounds[0].number == 1
        ledger = Ledger()
        for stream in house.store.streams():
            for stored in house.store.read(stream):
                ledger.follow(stored)
        assert (ledger.total, ledger.faults) == (0, [])
        await house.close()

    asyncio.run(play())


def test_a_refusal_is_the_answer_to_its_key_too(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandClock()
        house = await opened(tmp_path, clock)
        table, ann = await at_play(house, clock)
        too_late = c.PlaceWager(ann, 1, 2000)
        answer = await table.give(ann, too_late, key="k")
        assert isinstance(answer, Refusal)
        await table.must(ann, c.Stand(ann, 1, 0))
        assert await table.give(ann, too_late, key="k") == answer
        assert isinstance(await table.give(ann, too_late, key="another"), Accepted)
        await house.close()

    asyncio.run(play())


def test_nobody_acts_for_another_or_for_the_dealer() -> None:
    async def play() -> None:
        table = await table_of(library.table_rules("md-pontoon-21"), Arranged(TWO_BOXES))
        ann, bob = await table.come("ann", 1), await table.come("bob", 2)
        await table.run_out()
        state = table.live.state
        for_ann = [c.PlaceWager(ann, 1, 500), c.WithdrawWager(ann, 1), c.Stand(ann, 1, 0)]
        on_anns_box = [c.PlaceWager(bob, 1, 500), TakeSeat(1)]
        duties = [c.CloseBetting(), c.VoidRound("mine"), c.CheckHoleCard(), c.ReportShoeEmpty(())]
        for command in (*for_ann, *on_anns_box, *duties, Cut(20)):
            answer = await table.give(bob, command)  # type: ignore[arg-type]
            assert isinstance(answer, Refusal), command
        assert table.live.state == state
        for person, box in ((ann, 1), (bob, 2)):
            await table.say(person, "place_wager", box=box, amount=500)
            await table.must(person, Ready())
        assert isinstance(await table.give(bob, c.Stand(bob, 1, 0)), Refusal), "ann decides for box 1"
        assert isinstance(await table.give(ann, c.Stand(ann, 1, 0)), Accepted)
        await table.live.stop()

    asyncio.run(play())


@clause("MD-P21 6.D")
def test_no_wager_after_the_lock() -> None:
    async def play() -> None:
        table = await table_of(library.table_rules("md-pontoon-21"), Arranged(PLAIN))
        ann = await table.come("ann", 1, 2)
        await table.run_out()
        await table.say(ann, "place_wager", box=1, amount=500)
        await table.must(ann, Ready())
        for fields in ({"box": 1, "amount": 1000}, {"box": 2, "amount": 500}):
            assert isinstance(await table.say(ann, "place_wager", **fields), Refusal)
        assert isinstance(await table.say(ann, "withdraw_wager", box=1), Refusal)
        assert isinstance(await table.say(ann, "leave_table"), Refusal)
        await table.live.stop()

    asyncio.run(play())


def test_chips_are_spent_once_however_many_ask_at_the_same_time(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandClock()
        house = await opened(tmp_path, clock)
        live = await house.open_table(library.submission("ma-pontoon-21"), "house")
        table = Table(house, live, clock)
        ann = await table.come("ann", 1, 2, 3, chips=500)
        other = await house.open_table(library.submission("md-blackjack"), "house")
        await Table(house, other, clock).must(ann, BuyIn(house.people.purse(ann) - 1000))
        await table.run_out()
        wagers = [c.PlaceWager(ann, box, 1000) for box in (1, 2, 3)]
        answers = await asyncio.gather(*(live.submit(ann, each, f"w{each.box}") for each in wagers))
        assert sum(isinstance(each, Accepted) for each in answers) == 1
        refused = [each.why for each in answers if isinstance(each, Refusal)]
        assert all("you have $0 in chips and $5 in your purse, $5 too little" in each for each in refused)
        assert (live.state.rack(ann), live.state.in_play(ann)) == (0, 1000)
        purse = house.people.purse(ann)
        assert purse == 500, "a wager buys the chips it lacks, and no more"
        answers = await asyncio.gather(
            *(each.submit(ann, BuyIn(purse), f"b {each.id}") for each in (live, other))
        )
        assert sum(isinstance(each, Accepted) for each in answers) == 1
        assert house.people.purse(ann) == 0
        answers = await asyncio.gather(*(live.submit(ann, CashOut(1), "one key") for _ in range(4)))
        assert len(set(map(str, answers))) == 1
        await house.close()

    asyncio.run(play())


def test_who_stops_waiting_does_not_undo_what_was_asked(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandClock()
        house = await opened(tmp_path, clock)
        table, ann = await at_play(house, clock)
        asking = asyncio.ensure_future(table.live.submit(ann, c.Stand(ann, 1, 0), "k"))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await table.live.changed(table.live.revision)
        await table.rest()
        assert isinstance(await table.live.submit(ann, c.Stand(ann, 1, 0), "k"), Accepted)
        assert table.live.state.last_rounds
        await house.close()

    asyncio.run(play())


@clause("MD-P21 6.C(1)", "MD-P21 6.C(2)")
@pytest.mark.parametrize("entry", ["open", "barred_after_missed_round"])
def test_who_missed_a_round_waits_for_the_shuffle_where_the_submission_says_so(entry: str) -> None:
    async def play() -> None:
        rules = library.table_rules("md-pontoon-21", {"mid_shoe_entry": entry})
        table = await table_of(rules, Arranged(seed=3))
        ann, bob = await table.come("ann", 1), await table.come("bob", 3)
        await table.run_out()
        shoe = table.live.state.shoe.number

        async def round_with(*people: tuple[str, int]) -> None:
            number = table.live.state.round_number
            for person, box in people:
                assert isinstance(await table.say(person, "place_wager", box=box, amount=500), Accepted)
            while table.live.state.round_number == number or not table.live.state.round_open:
                table.live.view(bob)  # who looks on keeps the box
                await table.run_out()

        await round_with((ann, 1))
        late = await table.say(bob, "place_wager", box=3, amount=500)
        assert isinstance(late, Accepted if entry == "open" else Refusal)
        if isinstance(late, Refusal):
            assert late.cite == rules.cite("wagering.mid_shoe_entry")
            assert table.live.view(bob).you.barred  # type: ignore[union-attr]
            while table.live.state.shoe.number == shoe:
                await round_with((ann, 1))
            await round_with((ann, 1), (bob, 3))
        await table.live.stop()

    asyncio.run(play())


@clause("MD-P21 6.C(1)")
@pytest.mark.parametrize("readmitted", [False, True])
def test_a_log_in_which_somebody_is_dealt_in_who_was_barred_is_unsound(
    readmitted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that lets everybody in, under rules that do not."""

    async def play() -> list[str]:
        rules = library.table_rules("md-pontoon-21", {"mid_shoe_entry": "barred_after_missed_round"})
        table = await table_of(rules, Arranged(seed=3))
        ann, bob = await table.come("ann", 1), await table.come("bob", 3)
        await table.run_out()
        assert isinstance(await table.say(ann, "place_wager", box=1, amount=500), Accepted)
        while table.live.state.round_number == 1 or not table.live.state.round_open:
            table.live.view(bob)
            await table.run_out()
        if readmitted:
            assert isinstance(await table.live.readmit(bob, "floor"), Accepted)
        else:
            monkeypatch.setattr(seating, "barred_until_shuffle", lambda *_: None)
        assert isinstance(await table.say(bob, "place_wager", box=3, amount=500), Accepted)
        await table.live.stop()
        store = table.house.store
        return [problem.what for problem in verify(Snapshot(store, store.streams())).problems]

    problems = asyncio.run(play())
    assert len(problems) == (0 if readmitted else 1)
    assert all("who has missed a round since the shuffle" in each and "6.C(1)" in each for each in problems)


def test_logs_and_metrics_hold_no_card(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> str:
        clock = HandClock()
        house = await opened(tmp_path, clock)
        table, ann = await at_play(house, clock)
        await table.must(ann, c.Stand(ann, 1, 0))
        metrics = house.metrics.text().decode()
        assert 'vingt_commands_total{answer="accepted",command="stand"} 1.0' in metrics
        assert "vingt_rounds_total 1.0" in metrics
        await house.close()
        return metrics

    with caplog.at_level(logging.INFO, logger=logger.name):
        text = asyncio.run(play())
    lines = [JsonLines().format(record) for record in caplog.records]
    assert any(json.loads(line).get("command") == "stand" for line in lines)
    text += "\n".join(lines)
    # An id or a hash may hold "9c" by chance: a card is a word of its own.
    words = set(re.findall(r"\w+", text))
    assert "stand" in words
    assert not words & {"5s", "6d", "9h", "9c", "sealed", "nonce", "hearts"}


def test_what_is_no_command_is_refused_and_says_why() -> None:
    for fields in (
        {},
        {"command": "deal"},
        {"command": ["hit"]},
        {"command": "hit"},
        {"command": "hit", "box": "x"},
        {"command": "hit", "box": True},
        {"command": "buy_in", "amount": -5},
        {"command": "buy_in", "amount": 10**30},
        {"command": "buy_in", "amount": "²"},
        {"command": "place_wager", "box": 1, "amount": 5, "wager": 7},
        {"command": "share_box", "box": 1, "shared": "perhaps"},
    ):
        assert isinstance(read_command("ann", fields), Refusal), fields
    assert read_command("ann", {"command": "hit", "box": "2", "player": "bob"}) == c.Hit("ann", 2, 0)


def test_a_table_that_cannot_be_played_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playability, "GAMES", frozenset({"standard"}))

    async def play() -> None:
        house = await opened(tmp_path, HandClock())
        for choices in ({"variant": "switch"}, {"cut_from_end": "somewhere"}):
            rulebook = "md-blackjack" if "variant" in choices else "mbs-pontoon"
            submission = library.submission(rulebook).with_choices(choices)
            with pytest.raises(NotPlayable, match=next(iter(choices))):
                await house.open_table(submission, "house")
        with pytest.raises(NotAllowed):
            await house.open_table(library.submission("md-blackjack").with_choices({"decks": 99}), "house")
        assert not house.tables()
        assert set(house.store.streams()) == {"house"}
        with pytest.raises(NoSuchTable):
            house.table("nowhere")
        await house.close()

    asyncio.run(play())


@clause("MD-BJ 14.F(1)", "MD-BJ 14.F(2)")
def test_a_shoe_that_runs_empty_in_a_round_goes_on_with_the_discards_shuffled() -> None:
    """One deck without a cover card: sooner or later a round needs more cards than the shoe holds."""

    async def play() -> None:
        rules = library.table_rules("md-blackjack")
        cards = replace(rules.cards, decks=1)
        rules = replace(rules, cards=cards, shoe=replace(rules.shoe, cover_card_from_back=None))
        table = await table_of(rules, Arranged(seed=5))
        ann = await table.come("ann", 1, 2, 3)
        await table.run_out()
        while "shoe_refilled" not in table.kinds():
            for box in (1, 2, 3):
                await table.say(ann, "place_wager", box=box, amount=500)
            number = table.live.state.round_number
            while table.live.state.round_number == number:
                await table.run_out()
        kinds = table.kinds()
        at = kinds.index("shoe_refilled")
        refilled = ["shoe_ended", "shoe_opened", "shoe_shuffled", "cut_offered", "clock_ran_out", "cut_made"]
        refilled += ["shoe_loaded", "commanded"]
        assert kinds[at - len(refilled) : at] == refilled
        over = kinds.index("round_ended", at)
        assert "shoe_revealed" not in kinds[:over], "a hole card may lie face down until the round is over"
        assert kinds.count("shoe_revealed") == 2
        await table.live.stop()

    asyncio.run(play())
