"""The restore drill: a busy house is backed up, killed, restored elsewhere, and says what is missing."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from tests.cli.command import vingt
from tests.live.failing_files import flip
from tests.live.quiet_house import HandClock, clocks
from vingt.live.books.heads import HEADS
from vingt.live.house.backup import back_up, restore
from vingt.live.house.house import DATABASE, KEY, House
from vingt.live.house.inspection import Damaged
from vingt.live.log.store import StoreUnusable

BUSY = textwrap.dedent(
    """
    import asyncio, sys
    from pathlib import Path
    from random import Random
    from bench._bots import Bots
    from vingt.live.table.clocks import Clocks
    from vingt.live.house.house import House
    from vingt.rulebook import library

    async def main():
        house = await House.open(Path(sys.argv[1]), clocks=Clocks(card=0, pause=0))
        people = [(await house.people.welcome())[0].id for _ in range(3)]
        table = await house.open_table(library.submission("md-pontoon-21"), "house")
        asyncio.get_running_loop().call_later(0.3, lambda: print("busy", flush=True))
        await Bots(house, table, people, Random(1), lambda *_: None).play()

    asyncio.run(main())
    """
)


@pytest.fixture
def drilled(tmp_path: Path) -> Path:
    """`house` was killed while it played, and backed up four times before."""
    folder = tmp_path / "house"
    busy = subprocess.Popen(
        [sys.executable, "-c", BUSY, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    try:
        assert busy.stdout is not None
        assert busy.stdout.readline() == "busy\n"
        for number in range(4):
            back_up(folder, tmp_path / f"backup-{number}")
            time.sleep(0.1)
    finally:
        os.kill(busy.pid, signal.SIGKILL)
        busy.wait()
        if busy.stdout is not None:
            busy.stdout.close()
    return tmp_path


def test_the_restore_drill(drilled: Path) -> None:
    house, restored = drilled / "house", drilled / "restored"
    told = vingt(
        *("restore", str(drilled / "backup-1"), "--data", str(restored), "--json"),
        *("--key", str(house / KEY), "--heads", str(house / HEADS)),
    ).json
    missing = {each["stream"]: each for each in told["missing"]}
    assert missing["table/md-pontoon-21-1"]["last"] > missing["table/md-pontoon-21-1"]["first"]
    assert vingt("verify", "--data", str(restored)).code == 0

    async def open_it() -> None:
        opened = await House.open(restored, clocks=clocks(HandClock()))
        lost = next(stored for stored in opened.store.read("house") if stored.kind == "history_lost")
        assert [each["stream"] for each in lost.data["missing"]] == list(missing)
        live = opened.tables()[0]
        ended = [
            stored.data["why"] for stored in opened.store.read(live.stream) if stored.kind == "shoe_ended"
        ]
        assert ended[-1] == "history_lost"
        assert opened.generation == told["generation"] + 1
        await opened.close()
        again = await House.open(restored, clocks=clocks(HandClock()))
        assert again.generation == opened.generation, "it is lost once"
        await again.close()

    asyncio.run(open_it())
    assert vingt("verify", "--data", str(restored)).code == 0
    assert "history lost" in vingt("events", "--data", str(restored)).out


def test_every_backup_of_a_busy_house_is_whole(drilled: Path) -> None:
    events = []
    for number in range(4):
        backup = drilled / f"backup-{number}"
        assert not (backup / KEY).exists()
        events.append(json.loads((backup / "backup.json").read_text("utf-8"))["events"])
        restore(backup, drilled / f"restored-{number}", key=drilled / "house" / KEY)
        assert vingt("verify", "--data", str(drilled / f"restored-{number}")).code == 0
    assert events == sorted(events)
    assert events[0] < events[-1], "the house went on playing"


def test_a_backup_with_its_key_needs_nothing_else(drilled: Path) -> None:
    done = vingt("backup", str(drilled / "whole"), "--data", str(drilled / "house"), "--with-key", "--json")
    assert done.json["with_key"] is True
    assert (drilled / "whole" / KEY).stat().st_mode & 0o077 == 0
    done = vingt("restore", str(drilled / "whole"), "--data", str(drilled / "again"))
    assert done.code == 0
    assert "what was played after the backup is not known" in done.out


def test_nothing_is_overwritten_and_what_is_wrong_is_said(drilled: Path) -> None:
    house, backup = drilled / "house", drilled / "backup-0"
    before = (backup / DATABASE).read_bytes()
    done = vingt("backup", str(backup), "--data", str(house))
    assert (done.code, "is there already" in done.err) == (2, True)
    assert (backup / DATABASE).read_bytes() == before
    with pytest.raises(StoreUnusable, match="not empty"):
        restore(backup, house, key=house / KEY)
    with pytest.raises(StoreUnusable, match="without the key"):
        restore(backup, drilled / "new")
    with pytest.raises(StoreUnusable, match=r"backup\.json is missing"):
        restore(house, drilled / "new", key=house / KEY)
    flip(backup / DATABASE, len(before) // 2)
    with pytest.raises(Damaged, match="changed or has rotted"):
        restore(backup, drilled / "new", key=house / KEY)
    assert not (drilled / "new").exists()
    assert not [path for path in drilled.iterdir() if path.name.startswith(".")]


def test_a_damaged_log_is_not_backed_up(drilled: Path) -> None:
    house = drilled / "house"
    asyncio.run(reopened(house))
    content = (house / DATABASE).read_bytes()
    at = content.rindex(b"round_started")
    flip(house / DATABASE, at)
    done = vingt("backup", str(drilled / "bad"), "--data", str(house))
    assert done.code == 2
    assert "changed since it was stored" in done.err or "damaged" in done.err
    assert not (drilled / "bad").exists()


async def reopened(folder: Path) -> None:
    house = await House.open(folder, clocks=clocks(HandClock()))
    await house.close()
