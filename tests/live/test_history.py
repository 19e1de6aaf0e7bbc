"""A log cannot go back unnoticed, and rot is found before a card is dealt: each attack on a house's files
stops its start with the place and the remedy, and changes nothing."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.live.failing_files import flip
from tests.live.quiet_house import Arranged, HandClock, Table, clocks
from vingt.core.rounds import command as c
from vingt.live.books.audit import Snapshot, verify
from vingt.live.books.heads import HEADS, HeadsFile
from vingt.live.house.house import DATABASE, KEY, Accepting, House
from vingt.live.house.inspection import Damaged, HistoryWentBack, LogMissing
from vingt.live.log import checkpoints
from vingt.live.log.chain import hash_of
from vingt.live.log.sqlite_file import COLUMNS, INSERT
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import StoreUnusable
from vingt.live.shoes.vault import VaultError, open_vault
from vingt.live.table.commands import Ready
from vingt.rulebook import library

WAL = f"{DATABASE}-wal"
ACCEPT = Accepting(lost_history=True, by="ada")


async def play_on(house: House, clock: HandClock, *, end_in_round: bool = True) -> None:
    """A round or two at the first table; at the end a hand waits for its decision."""
    live = house.tables()[0] if house.tables() else None
    live = live or await house.open_table(library.submission("md-pontoon-21"), "house")
    table = Table(house, live, clock)
    person = next((held.person for held in live.state.held), None) or await table.come("ann", 1)
    for _ in range(2):
        await table.rest()
        while live.view(person).phase != "betting":
            await table.run_out()
        await table.say(person, "place_wager", box=1, amount=1000)
        await table.must(person, Ready())
        while live.state.round_open and not (end_in_round and live.view(person).phase == "play"):
            await table.run_out()


async def house_at(folder: Path, heads_at: Path | None = None, accept: Accepting | None = None) -> House:
    return await House.open(
        folder,
        shoes=Arranged(seed=8),
        clocks=clocks(HandClock()),
        heads_at=heads_at,
        accept=accept or Accepting(),
    )


async def played(folder: Path, *, heads_at: Path | None = None, keep_wal: bool = False) -> Path:
    """A house that was played in, with a copy of an earlier day in `old`, and closed or killed."""
    clock, old = HandClock(), folder.parent / "old"
    house = await House.open(folder, shoes=Arranged(seed=5), clocks=clocks(clock), heads_at=heads_at)
    await play_on(house, clock)
    assert isinstance(house.store, SqliteStore)
    await asyncio.sleep(0.3)
    shutil.copytree(folder, old)
    await play_on(house, clock)
    if keep_wal:
        shutil.copytree(folder, folder.parent / "killed")
    await house.close()
    return old


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes() for path in folder.iterdir() if path.name in (DATABASE, WAL, KEY, HEADS)
    }


def refused(folder: Path, error: type[Exception], words: str, heads_at: Path | None = None) -> str:
    """The house does not open, says why, and leaves its files as they were."""
    before = contents(folder)

    async def opening() -> None:
        house = await house_at(folder, heads_at)
        await house.close()

    with pytest.raises(error, match=words) as raised:
        asyncio.run(opening())
    after = contents(folder)
    if not before.get(WAL) and not after.get(WAL):
        before.pop(WAL, None), after.pop(WAL, None)  # looking at a log may leave an empty one beside it
    assert after == before
    return str(raised.value)


def sound(folder: Path) -> None:
    store = SqliteStore(folder / DATABASE, read_only=True)
    report = verify(Snapshot(store, store.streams()), open_vault(folder / KEY))
    asyncio.run(store.close())
    assert report.problems == []


def restore_old_log(folder: Path, old: Path) -> None:
    for name in (DATABASE, WAL, f"{DATABASE}-shm"):
        (folder / name).unlink(missing_ok=True)
        if (old / name).exists():
            shutil.copy(old / name, folder / name)


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


async def opened_and_closed(folder: Path, accept: Accepting | None = None) -> House:
    house = await house_at(folder, accept=accept)
    await house.close()
    return house


def test_a_flipped_bit_in_the_write_ahead_log_is_found_wherever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 3600)  # what is in the database already would not be missed
    asyncio.run(played(tmp_path / "house", keep_wal=True))
    size = (tmp_path / "killed" / WAL).stat().st_size
    for at in range(40, size, size // 6):
        folder = tmp_path / f"flipped-{at}"
        shutil.copytree(tmp_path / "killed", folder)
        flip(folder / WAL, at)
        refused(folder, StoreUnusable, "house.db|older")


def tampered(folder: Path, script: str) -> None:
    connection = sqlite3.connect(folder / DATABASE)
    connection.executescript(f"drop trigger kept; drop trigger fixed; {script}")
    connection.close()


@pytest.mark.parametrize(
    ("attack", "error", "words"),
    [
        (
            lambda folder: tampered(
                folder, "update events set data = replace(data, '1000', '2000') where kind = 'wager_placed'"
            ),
            Damaged,
            r"table/md-pontoon-21-1, version \d+: changed since it was stored; restore a backup",
        ),
        (
            lambda folder: tampered(folder, "delete from events where stream = 'people' and version = 2"),
            Damaged,
            "people: version 2 is missing",
        ),
        (
            lambda folder: tampered(
                folder, "delete from events where stream = 'table/md-pontoon-21-1' and version > 20"
            ),
            HistoryWentBack,
            "table/md-pontoon-21-1: versions 21 to",
        ),
        (lambda folder: (folder / DATABASE).unlink(), LogMissing, "house.db is missing"),
        (lambda folder: (folder / HEADS).unlink(), HistoryWentBack, "house.heads is missing"),
        (lambda folder: flip(folder / HEADS, 30), Damaged, "house.heads, line 1: not written with the key"),
        (lambda folder: (folder / KEY).unlink(), VaultError, "house.key is missing"),
        (
            lambda folder: (folder / KEY).write_bytes(b"A" * 43 + b"=\n"),
            Damaged,
            "not written with the key of this house",
        ),
    ],
)
def test_each_attack_on_the_files_stops_the_start(
    tmp_path: Path, attack: Callable[[Path], object], error: type[Exception], words: str
) -> None:
    folder = tmp_path / "house"
    asyncio.run(played(folder))
    attack(folder)
    refused(folder, error, words)


def test_an_index_that_lost_an_entry_is_found(tmp_path: Path) -> None:
    """A key that its index does not know could be used again."""
    folder = tmp_path / "house"
    asyncio.run(played(folder))
    connection = sqlite3.connect(folder / DATABASE)
    (key,) = connection.execute("select key from events where key != '' limit 1").fetchone()
    connection.execute("pragma writable_schema = on")
    (sql,) = connection.execute("select sql from sqlite_master where name = 'keys'").fetchone()
    connection.execute("update sqlite_master set sql = ? where name = 'keys'", (f"{sql} and key != '{key}'",))
    connection.commit()
    connection.close()
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute("reindex keys")
    connection.execute("pragma writable_schema = on")
    connection.execute("update sqlite_master set sql = ? where name = 'keys'", (sql,))
    connection.commit()
    connection.close()
    refused(folder, Damaged, "missing from index keys")


def forged_twice(folder: Path) -> str:
    """A command stored a second time, well chained, by somebody who took the index away first; its stream."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("drop index keys")
        row = connection.execute(
            f"select {COLUMNS} from events where key != '' order by version limit 1"
        ).fetchone()
        version, previous = connection.execute(
            "select version, hash from events where stream = ? order by version desc limit 1", (row[0],)
        ).fetchone()
        again = (row[0], version + 1, *row[2:8], previous)
        connection.execute(INSERT, (*again, hash_of(*again)))
        connection.commit()
    return str(row[0])


def test_a_missing_index_of_keys_is_made_again_and_a_key_stored_twice_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    asyncio.run(played(folder))
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.executescript("drop index keys; drop trigger fixed")
    asyncio.run(opened_and_closed(folder))
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        made = {name for (name,) in connection.execute("select name from sqlite_master")}
    assert {"keys", "kept", "fixed"} <= made
    stream = forged_twice(folder)
    refused(folder, StoreUnusable, "the key of a command is stored twice")
    store = SqliteStore(folder / DATABASE, read_only=True)
    problems = verify(Snapshot(store, store.streams())).problems
    asyncio.run(store.close())
    assert any(each.stream == stream and "used its key before" in each.what for each in problems)


def test_rot_of_any_page_is_found_or_harmless(tmp_path: Path) -> None:
    """A bit flipped anywhere in the database: the start is refused, or what the log says is the same."""
    folder = tmp_path / "house"
    asyncio.run(played(folder))
    before = exported(folder)
    size = (folder / DATABASE).stat().st_size
    noticed = 0
    for at in range(17, size, size // 12):
        hit = tmp_path / f"hit-{at}"
        shutil.copytree(folder, hit)
        flip(hit / DATABASE, at, at % 8)
        try:
            asyncio.run(opened_and_closed(hit))
        except (StoreUnusable, VaultError):
            noticed += 1
        else:
            assert exported(hit)[: len(before)] == before or set(before) <= set(exported(hit))
    assert noticed >= 4


def exported(folder: Path) -> list[str]:
    store = SqliteStore(folder / DATABASE, read_only=True)
    hashes = [stored.hash for stream in sorted(store.streams()) for stored in store.read(stream)]
    asyncio.run(store.close())
    return hashes


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
