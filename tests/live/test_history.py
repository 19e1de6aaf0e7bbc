"""A log cannot go back unnoticed: what is missing is named, and an accepted loss deals no card again."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from tests.live.played_house import (
    WAL,
    house_at,
    opened_and_closed,
    play_on,
    played,
    refused,
    restore_old_log,
    sound,
)
from tests.live.quiet_house import Arranged, HandClock, Table, clocks
from vingt.core.rounds import command as c
from vingt.live.books.heads import HEADS, HeadsFile
from vingt.live.house.house import DATABASE, KEY, Accepting, House
from vingt.live.house.inspection import HistoryWentBack
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import StoreUnusable
from vingt.live.shoes.vault import open_vault
from vingt.live.table.commands import Ready
from vingt.rulebook import library

ACCEPT = Accepting(lost_history=True, by="ada")


def test_a_restored_log_is_refused_with_what_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    old = asyncio.run(played(folder))
    versions = SqliteStore(folder / DATABASE, read_only=True)
    newest = versions.streams()
    asyncio.run(versions.close())
    restore_old_log(folder, old)
    said = refused(folder, HistoryWentBack, "older than what was acknowledged")
    assert "table/md-pontoon-21-1: versions" in said
    assert f"to {newest['table/md-pontoon-21-1']}\n" in said
    assert "--accept-lost-history" in said


def test_accepted_loss_deals_no_card_of_the_old_shoe_again(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    old = asyncio.run(played(folder))
    restore_old_log(folder, old)

    async def go_on() -> None:
        house = await house_at(folder, accept=ACCEPT)
        live = house.tables()[0]
        kinds = [stored.kind for stored in house.store.read(live.stream)]
        ended = [stored.data for stored in house.store.read(live.stream) if stored.kind == "shoe_ended"]
        assert ended[-1]["why"] == "history_lost"
        assert kinds[kinds.index("shoe_ended") :].count("shoe_revealed") == 1
        assert "round_voided" in kinds, "the hand in play goes back"
        assert not live.state.round_open
        lost = next(stored for stored in house.store.read("house") if stored.kind == "history_lost")
        assert lost.data["by"] == "ada"
        assert {each["stream"] for each in lost.data["missing"]} >= {live.stream}
        assert house.generation == 2
        clock = house._around.clocks.time
        assert isinstance(clock, HandClock)
        await play_on(house, clock)
        assert live.state.shoe.number == 2
        await house.close()
        again = await house_at(folder)  # the word is not needed a second time
        assert again.generation == 2
        await again.close()

    asyncio.run(go_on())
    sound(folder)


def test_wagers_before_the_first_card_go_back_too(tmp_path: Path) -> None:
    folder = tmp_path / "house"

    async def wagered() -> tuple[str, int]:
        clock = HandClock()
        house = await House.open(folder, shoes=Arranged(seed=5), clocks=clocks(clock))
        live = await house.open_table(library.submission("md-pontoon-21"), "house")
        table = Table(house, live, clock)
        ann = await table.come("ann", 1, 2)
        await table.run_out()
        for box in (1, 2):
            await table.say(ann, "place_wager", box=box, amount=1000)
        await asyncio.sleep(0.3)
        shutil.copytree(folder, tmp_path / "old")
        await table.must(ann, Ready())
        await house.close()
        restore_old_log(folder, tmp_path / "old")
        house = await house_at(folder, accept=ACCEPT)
        state = house.tables()[0].state
        await house.close()
        return ann, state.rack(ann)

    _, rack = asyncio.run(wagered())
    assert rack == 100_000
    sound(folder)


def test_a_lost_write_ahead_log_is_noticed(tmp_path: Path) -> None:
    asyncio.run(played(tmp_path / "house", keep_wal=True))
    killed = tmp_path / "killed"
    assert (killed / WAL).stat().st_size > 0
    (killed / WAL).unlink()
    (killed / f"{DATABASE}-shm").unlink(missing_ok=True)
    refused(killed, StoreUnusable, "older than what was acknowledged|not a store of vingt")


def test_a_torn_end_that_nobody_was_told_of_is_no_loss(tmp_path: Path) -> None:
    """The commit is in the write-ahead log, the head is not: killed between the two, or the bytes after."""
    asyncio.run(played(tmp_path / "house", keep_wal=True))
    killed = tmp_path / "killed"
    with (killed / WAL).open("ab") as file:
        file.write(bytes(5000))
    with (killed / HEADS).open("ab") as file:
        file.write(b'{"streams":{"table/x')
    house = asyncio.run(opened_and_closed(killed))
    assert house.generation == 1
    sound(killed)


def test_the_second_place_finds_out_a_folder_restored_whole(tmp_path: Path) -> None:
    folder, second = tmp_path / "house", tmp_path / "elsewhere" / "heads"
    second.parent.mkdir()
    old = asyncio.run(played(folder, heads_at=second))
    shutil.rmtree(folder)
    shutil.copytree(old, folder)
    house = tmp_path / "unguarded"
    shutil.copytree(old, house)
    asyncio.run(opened_and_closed(house))  # nothing in the folder itself can know
    refused(folder, HistoryWentBack, "older than what was acknowledged", heads_at=second)


def test_heads_put_back_from_an_earlier_day_are_noticed(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    old = asyncio.run(played(folder))
    for _ in range(2):
        asyncio.run(opened_and_closed(folder))
    shutil.copy(old / HEADS, folder / HEADS)
    refused(folder, HistoryWentBack, "house.heads is older than the log")


def test_the_file_of_heads_stays_small_and_is_read_to_the_last_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vingt.live.books.heads.LINES_LEAST", 4000)
    folder = tmp_path / "house"

    async def play() -> None:
        house = await house_at(folder)
        for n in range(60):
            await house.people.welcome(f"guest {n}")
        assert isinstance(house.store, SqliteStore)
        heads = house.store.heads()
        kept = HeadsFile(folder / HEADS, open_vault(folder / KEY)).read()
        assert kept is not None
        assert dict(kept.streams) == heads
        assert (folder / HEADS).stat().st_size < 6000
        await house.close()

    asyncio.run(play())


def test_a_command_given_before_the_loss_may_be_given_again(tmp_path: Path) -> None:
    """Its key went with the history; the answer is of the table as it is now."""
    folder = tmp_path / "house"
    old = asyncio.run(played(folder))
    restore_old_log(folder, old)

    async def give() -> None:
        house = await house_at(folder, accept=ACCEPT)
        live = house.tables()[0]
        ann = live.state.held[0].person
        assert await live.submit(ann, c.Stand(ann, 1, 0), "after the loss") is not None
        await house.close()

    asyncio.run(give())
