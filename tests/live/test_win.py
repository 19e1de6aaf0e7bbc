"""The daily win report, from a log that is reckoned by hand and from one that was played."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path

import pytest

from tests.live import golden
from tests.live.quiet_house import START_OF_TIME, HandClock, MemoryStore
from vingt.analysis.exact.hold import WagerLaw
from vingt.core.cite import Cite
from vingt.core.rounds import event as e
from vingt.core.rules.rules_json import to_json
from vingt.core.rules.table_rules import TableRules
from vingt.live.books.audit import Snapshot
from vingt.live.books.win import GamingDay, NoDay, TableWin, day_of, gaming_day, table_win
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log.kinds import StreamEvent
from vingt.live.log.progressive_events import BonusPaid
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import DATABASE, TABLE
from vingt.live.money.ledger import Ledger, inventory
from vingt.report.log.win import win_csv, win_page, win_report
from vingt.rulebook import library

HOUR = 3_600_000
DAY = day_of(START_OF_TIME)  # which begins 22 hours and some before
SIDE = "match-super-bonus"


def placed(player: str, amount: int, wager: str = "main", box: int = 1) -> StreamEvent:
    return e.WagerPlaced(player, box, wager, amount)


def settled(
    player: str, stake: int, returns: int, wager: str = "main", outcome: str = "any", box: int = 1
) -> StreamEvent:
    return e.WagerSettled(player, box, 0, wager, outcome, stake, returns, Cite())


def a_round(number: int, laid: Sequence[StreamEvent], came: Sequence[StreamEvent]) -> list[StreamEvent]:
    return [t.RoundStarted(number), *laid, e.BettingClosed(()), *came, e.RoundEnded()]


def opened() -> StreamEvent:
    rules = library.table_rules("md-pontoon-21")
    return t.TableOpened("Test", rules.rulebook, {}, rules.identity, to_json(rules), False, "house")


def written(*batches: tuple[int, Sequence[StreamEvent]]) -> TableWin:
    """A log with these events, each batch so many hours after the one before; its win on the first day."""

    async def write() -> MemoryStore:
        clock = HandClock()
        store = MemoryStore(clock)
        for hours, events in batches:
            clock.pass_(hours * HOUR)
            version = store.streams().get(f"{TABLE}t1", 0)
            await store.append({f"{TABLE}t1": (version, [codec.new(event) for event in events])})
        return store

    return table_win("t1", asyncio.run(write()).read(f"{TABLE}t1"), DAY)


def test_a_small_log_is_reckoned_as_by_hand() -> None:
    """Round 1: Ada lays 10 and 5 beside it and doubles: 20 lost, the side wager pays 60. Bob lays 15 and wins
    it; he laid 10 first. Round 2: Ada's natural pays 15 on 10, and she insures for 5, which is lost. Round 3
    is void, what was settled undone. Round 4 ends on the next day."""
    day = written(
        (0, [opened(), t.BoughtIn("ada", 10_000), t.BoughtIn("bob", 5_000)]),
        (
            0,
            a_round(
                1,
                [
                    placed("ada", 1000),
                    placed("ada", 500, SIDE),
                    placed("bob", 1000, box=2),
                    placed("bob", 1500, box=2),
                    placed("cid", 900, box=3),
                    e.WagerWithdrawn("cid", 3, "main", 900),
                ],
                [
                    settled("ada", 500, 6500, SIDE),
                    e.HandDoubled("ada", 1, 0, 1000),
                    settled("ada", 2000, 0),
                    settled("bob", 1500, 3000, box=2),
                ],
            ),
        ),
        (
            0,
            a_round(
                2,
                [placed("ada", 1000)],
                [
                    e.InsurancePlaced("ada", 1, 500),
                    settled("ada", 500, 0, "insurance"),
                    settled("ada", 1000, 2500),
                ],
            ),
        ),
        (
            0,
            a_round(
                3,
                [placed("ada", 4000), placed("ada", 700, SIDE)],
                [
                    settled("ada", 700, 0, SIDE),
                    e.RoundVoided("why", Cite()),
                    settled("ada", 4000, 4000, outcome="void"),
                    e.WagerUnwound("ada", 1, SIDE, 700, Cite()),
                ],
            ),
        ),
        (24, [t.BoughtIn("ada", 7_000), *a_round(4, [placed("ada", 1000)], [settled("ada", 1000, 0)])]),
    )
    assert (day.rounds, day.void, day.drop) == (2, 1, 15_000)
    main, side, insurance = day.wagers["main"], day.wagers[SIDE], day.wagers["insurance"]
    assert (main.handle, main.win, main.laid) == (2000 + 1500 + 1000, 2000 - 1500 - 1500, {2500: 1, 1000: 1})
    assert (side.handle, side.win, side.laid) == (500, -6000, {500: 1})
    assert (insurance.handle, insurance.win, insurance.laid) == (500, 500, {500: 1})
    assert (day.handle, day.win) == (5_500, -6_500)

    report = win_report(DAY, [day], law_by_hand)
    (table,) = report.tables
    rows = {row.wager: row for row in table.rows}
    assert list(rows) == ["main", "insurance", SIDE]
    assert rows["main"].interval is not None
    assert rows["main"].interval.mean == pytest.approx(350)
    assert (rows["main"].interval.least, rows["main"].interval.most) == (-3500, 3500)
    assert not rows["main"].outside
    assert rows[SIDE].outside, "it should not have paid twelve to one"
    assert rows["insurance"].remark == "nobody knows"
    assert table.theoretical is None
    assert table.hold == pytest.approx(-6_500 / 15_000)
    lines = list(csv.DictReader(io.StringIO(win_csv(report))))
    assert [(line["wager"], line["win"], line["outside"]) for line in lines] == [
        ("all", "-65.00", "yes"),
        ("main", "-10.00", "no"),
        ("insurance", "5.00", "no"),
        (SIDE, "-60.00", "yes"),
        ("all", "-65.00", "no"),
    ]
    assert (lines[0]["least_95"], lines[-1]["table"], lines[-1]["drop"]) == ("", "all", "150.00")
    assert (lines[0]["drop"], lines[1]["least_95"], lines[1]["hold"]) == ("150.00", "-35.00", "-0.222222")
    text = "\n".join("".join(words for words, _ in line) for line in win_page(report).lines())
    assert "2 rounds and 1 void round; drop $150, handle $55, win -$65" in text
    assert "OUTSIDE" in text


def test_a_table_and_the_house_have_an_interval_of_all_their_wagers() -> None:
    """A hundred rounds of two wagers that may hang together wholly, at two tables that do not."""
    laid, lost = [placed("ada", 1000), placed("ada", 500, SIDE)], settled("ada", 500, 0, SIDE)
    days = [
        replace(
            written(
                (0, [opened()]),
                *((0, a_round(at, laid, [lost, settled("ada", 1000, 0)])) for at in range(100)),
            ),
            table=name,
        )
        for name in ("t1", "t2")
    ]
    report = win_report(DAY, days, law_by_hand)
    one = sqrt(0.99 * 100)  # of a unit won or lost: 1 less the square of the mean
    deviation = 1000 * one + 500 * one
    for table in report.tables:
        assert table.interval is not None
        assert table.interval.mean == pytest.approx(100 * 150)
        assert table.interval.most == pytest.approx(100 * 150 + 1.96 * deviation, rel=1e-4)
        assert table.outside, "a hundred rounds lost in a row"
    house = report.house
    assert house.interval is not None
    assert house.interval.least == pytest.approx(200 * 150 - 1.96 * deviation * sqrt(2), rel=1e-4)
    assert (house.win, house.outside) == (300_000, True)
    text = "\n".join("".join(words for words, _ in line) for line in win_page(report).lines())
    assert "All 2 tables" in text
    assert "200 rounds; drop $0, handle $3,000, win $3,000; theoretical $300" in text
    last = list(csv.DictReader(io.StringIO(win_csv(report))))[-1]
    assert (last["table"], last["win"], last["theoretical_win"], last["outside"]) == (
        *("all", "3000.00", "300.00", "yes"),
    )


def law_by_hand(_: TableRules, wager: str) -> WagerLaw:
    if wager == "insurance":
        return WagerLaw(why="nobody knows")
    return WagerLaw(0.1, ((1.0, 0.45), (-1.0, 0.55)))


def test_a_dead_hand_is_no_round_of_its_wager_and_a_wager_that_stands_in_a_void_round_is_won() -> None:
    day = written(
        (0, [opened()]),
        (
            0,
            a_round(
                1,
                [placed("ada", 1000), placed("bob", 2000, box=2)],
                [settled("ada", 1000, 1000, outcome="dead-hand"), settled("bob", 2000, 0, box=2)],
            ),
        ),
        (0, a_round(2, [placed("ada", 300)], [settled("ada", 300, 0), e.RoundVoided("why", Cite())])),
    )
    main = day.wagers["main"]
    assert (main.laid, main.handle, main.win) == ({2000: 1}, 2300, 2300)


def test_a_prize_that_no_card_won_is_lost_by_its_wager_on_the_day_it_is_paid() -> None:
    paid = BonusPaid("ada", 1, SIDE, "must-hit", 5_000, Cite())
    day = written(
        (0, [opened(), *a_round(1, [placed("ada", 1000)], [settled("ada", 1000, 0)]), paid]), (24, [paid])
    )
    assert (day.wagers[SIDE].win, day.win) == (-5_000, -4_000)


def test_what_was_played_is_won_as_the_ledger_has_it(tmp_path: Path) -> None:
    golden.house_folder("v2", tmp_path)
    store = SqliteStore(tmp_path / DATABASE, read_only=True)
    log = Snapshot(store, store.streams())
    tables = [stream for stream in log.streams if stream.startswith(TABLE)]
    assert tables
    for stream in tables:
        name, ledger, last = stream.removeprefix(TABLE), Ledger(), 0
        for stored in log.read(stream):
            ledger.follow(stored)
            last = stored.at
        days = [table_win(name, log.read(stream), day_of(last).moved(back)) for back in range(-2, 1)]
        assert sum(day.win for day in days) == ledger.balances[inventory(name)]
    asyncio.run(store.close())


def test_a_gaming_day_begins_when_the_house_says() -> None:
    night = gaming_day("2026-11-16", "11:00")
    assert night.after - night.first == 24 * HOUR
    assert day_of(night.first, "11:00") == day_of(night.after - 1, "11:00") == night
    assert day_of(night.first - 1, "11:00") == night.moved(-1)
    assert night.holds(night.first)
    assert not night.holds(night.after)
    assert gaming_day("2026-11-16") == GamingDay(night.day)
    for day, begins in (
        ("2026-02-30", "00:00"),
        ("today", "00:00"),
        ("2026-11-16", "24:00"),
        ("20261116", "00:00"),
    ):
        with pytest.raises(NoDay):
            gaming_day(day, begins)
