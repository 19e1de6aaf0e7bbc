"""`vingt serve` on a house that cannot be opened or go on: a sentence and an exit code, no traceback."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from tests.cli.command import Done, vingt
from tests.live import golden
from tests.live.failing_files import Disk, flip
from vingt.cli.commands import serve as serve_module
from vingt.live.house.house import DATABASE, KEY, House
from vingt.live.log.chain import canonical, hash_of
from vingt.live.log.store import NotStored
from vingt.web import opening, serving

SERVE = ("serve", "--port", "0", "--data")


def refused(folder: Path, words: str) -> None:
    done: Done = vingt(*SERVE, str(folder))
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err


def test_a_key_without_its_log_opens_no_new_house(tmp_path: Path) -> None:
    golden.house_folder("v1", tmp_path)
    for path in tmp_path.glob(f"{DATABASE}*"):
        path.unlink()
    refused(tmp_path, "house.db is missing, though its house left house.key here")
    assert not (tmp_path / DATABASE).exists()


def test_an_event_that_makes_no_sense_is_named(tmp_path: Path) -> None:
    """Well chained, as a newer vingt or a forger with patience would write it."""
    golden.house_folder("v1", tmp_path)
    connection = sqlite3.connect(tmp_path / DATABASE)
    version, previous = connection.execute(
        "select version, hash from events where stream = 'people' order by version desc limit 1"
    ).fetchone()
    for kind, words in (("levitated", "levitated"), ("guest_welcomed", "not a guest_welcomed")):
        version += 1
        fixed = ("people", version, kind, 1, 1_800_000_000_000, "", "")
        hashed = hash_of(*fixed, canonical({"x": 1}), previous)
        connection.execute(
            "insert into events (stream, version, kind, kind_version, at, key, actor, data, previous, hash) "
            "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*fixed, canonical({"x": 1}), previous, hashed),
        )
        connection.commit()
        refused(tmp_path, words)
        connection.executescript(
            f"drop trigger kept; delete from events where kind = '{kind}' and version = {version};"
            "create trigger kept before delete on events begin select raise(abort, 'never'); end;"
        )
        version -= 1
    connection.close()


def test_a_disk_that_takes_nothing_is_a_sentence_too(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    golden.house_folder("v1", tmp_path / "old")
    for folder in (tmp_path / "new", tmp_path / "old"):
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "vingt",
                *SERVE,
                str(folder),
                "--accept-rules",
                "all",
                "--accept-lost-history",
            ],
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000)),
        )
        assert done.returncode == 2
        assert done.stderr.splitlines()[-1].startswith(f"vingt: {folder}")
        assert "Traceback" not in done.stderr


def test_rot_stops_the_start_with_the_place_and_the_remedy(tmp_path: Path) -> None:
    golden.house_folder("v1", tmp_path)
    content = (tmp_path / DATABASE).read_bytes()
    flip(tmp_path / DATABASE, content.index(b'"amount":') + 10)
    refused(tmp_path, "restore a backup with `vingt restore`")


def served(folder: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "vingt", *SERVE, str(folder), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


@pytest.mark.parametrize("wait_for_it", [False, True])
def test_ctrl_c_is_no_traceback_however_early_it_comes(tmp_path: Path, wait_for_it: bool) -> None:
    house = served(tmp_path / "house")
    assert house.stdout is not None
    if wait_for_it:
        assert any(
            "open at" in line for line in house.stdout
        )  # a slow start says first that it reads the log
    else:
        until = time.monotonic() + 20
        while not (tmp_path / "house" / KEY).exists() and time.monotonic() < until:
            time.sleep(0.01)
    house.send_signal(signal.SIGINT)
    _, err = house.communicate(timeout=90)
    assert "Traceback" not in err, err
    assert house.returncode == 0, err


def test_a_disk_that_never_recovers_ends_the_serving_with_code_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, houses, tasks = Disk(), list[House](), list[asyncio.Task[None]]()
    monkeypatch.setattr("vingt.live.log.sqlite_store.opened", disk.connect)
    monkeypatch.setattr("vingt.live.log.sqlite_store.PATIENCE", 1.0)
    furnish = opening.open_missing_tables

    async def furnished(house: House) -> None:
        await furnish(house)
        houses.append(house)
        tasks.append(asyncio.create_task(break_down()))

    async def break_down() -> None:
        await asyncio.sleep(0.2)
        disk.break_down()
        asyncio.get_running_loop().call_later(20, os.kill, os.getpid(), signal.SIGTERM)  # rather than hang
        with pytest.raises(NotStored):
            await houses[0].people.welcome("ann")

    monkeypatch.setattr(opening, "open_missing_tables", furnished)
    done = vingt(*SERVE, str(tmp_path))
    assert done.code == 3, done.err
    assert "the log cannot be written any more" in done.err
    assert "disk I/O error" in houses[0].lost


def test_rot_found_while_serving_is_called_rot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long log the beginning is looked at when the house is open."""
    golden.house_folder("v1", tmp_path)
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.executescript(
        "drop trigger fixed; update events set actor = 'eve' where stream = 'people' and version = 2"
    )
    connection.close()
    monkeypatch.setattr("vingt.live.house.inspection.refuse_broken_chain", lambda *_: None)
    monkeypatch.setattr("vingt.live.house.inspection.WHOLE_CHAIN", 10)
    killing = threading.Timer(20, os.kill, (os.getpid(), signal.SIGTERM))  # rather than hang
    killing.start()
    done = vingt(*SERVE, str(tmp_path), "--accept-lost-history", "--accept-rules", "all")
    killing.cancel()
    assert done.code == 3, done.err
    assert "the log is damaged: " in done.err
    assert "people, version 2: changed since it was stored" in done.err
    assert "cannot be written" not in done.err
    assert "restore a backup" in done.err


def test_while_the_log_is_read_every_path_says_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[int, object, str]]()
    furnish = opening.open_missing_tables

    async def slowly(house: House) -> None:
        await furnish(house)
        address = listeners[0].getsockname()[1]
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{address}") as client:
            for path in ("/", "/health", "/api/tables"):
                answer = await client.get(path)
                asked.append((answer.status_code, answer.json()["status"], answer.headers["retry-after"]))
        asyncio.get_running_loop().call_later(0.3, os.kill, os.getpid(), signal.SIGTERM)

    listeners = []
    listening = serving.listening

    def noted(host: str, port: int) -> socket.socket:
        listeners.append(listening(host, port))
        return listeners[0]

    monkeypatch.setattr(serve_module, "listening", noted)
    monkeypatch.setattr(opening, "open_missing_tables", slowly)
    done = vingt(*SERVE, str(tmp_path))
    assert done.code == 0, done.err
    assert asked == [(503, "starting", "2")] * 3
    assert "the tables are open" in done.out
