"""The cache saves time and nothing else: it is used only where it fits the log."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tests.live.failing_files import flip
from tests.live.quiet_house import Arranged, HandClock, clocks
from tests.live.test_history import play_on
from vingt.live import cache, inspection
from vingt.live.cache import CACHE
from vingt.live.house import DATABASE, House
from vingt.live.inspection import Damaged, look_through
from vingt.live.sqlite_store import SqliteStore
from vingt.live.view import as_json


async def life(folder: Path, play: bool = False) -> tuple[object, int, int]:
    """Opened and closed: the table's view, its version, and from which version on its log was read."""
    clock = HandClock()
    read: list[int] = []
    real = SqliteStore.read

    def noted(self: SqliteStore, stream: str, after: int = 0) -> object:
        if stream.startswith("table/"):
            read.append(after)
        return real(self, stream, after)

    SqliteStore.read = noted  # type: ignore[assignment,method-assign]
    try:
        house = await House.open(folder, shoes=Arranged(seed=4), clocks=clocks(clock))
    finally:
        SqliteStore.read = real  # type: ignore[method-assign]
    if play:
        await play_on(house, clock)
    live = house.tables()[0]
    person = live.state.held[0].person
    view = as_json(live.view(person))
    assert isinstance(view, dict)
    timeless = {name: value for name, value in view.items() if name not in ("now", "clock")}
    found = timeless, live.version, max(read, default=0)
    await house.close()
    return found


def test_a_house_opened_from_its_cache_is_the_same_house(tmp_path: Path) -> None:
    _, version, _ = asyncio.run(life(tmp_path, play=True))
    cached_view, cached_version, read_from = asyncio.run(life(tmp_path))
    assert read_from == cached_version == version
    (tmp_path / CACHE).unlink()
    view, again, from_the_start = asyncio.run(life(tmp_path))
    assert from_the_start == 0
    assert (view, again) == (cached_view, cached_version)


@pytest.mark.parametrize("damage", ["flipped", "another program", "empty", "another log"])
def test_a_cache_that_does_not_fit_is_not_used(
    tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, *_ = asyncio.run(life(tmp_path, play=True))
    path = tmp_path / CACHE
    if damage == "flipped":
        flip(path, path.stat().st_size // 2)
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "another program":
        monkeypatch.setattr(cache, "program", lambda: "0" * 64)
    else:
        monkeypatch.setattr(SqliteStore, "hash_at", lambda *_: "f" * 64)
    found, _, read_from = asyncio.run(life(tmp_path))
    assert read_from == 0
    assert found == view


def test_the_cache_shows_no_card(tmp_path: Path) -> None:
    asyncio.run(life(tmp_path, play=True))
    content = (tmp_path / CACHE).read_bytes()
    assert b"TableState" not in content
    assert b"vingt" not in content


def test_what_a_short_start_leaves_out_is_looked_through_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(life(tmp_path, play=True))
    monkeypatch.setattr(inspection, "WHOLE_CHAIN", 10)
    pauses: list[None] = []
    look_through(tmp_path / DATABASE, lambda: pauses.append(None))
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.executescript(
        "drop trigger fixed; update events set actor = 'eve' where stream = 'people' and version = 2"
    )
    connection.close()
    with pytest.raises(Damaged, match="people, version 2: changed since it was stored"):
        look_through(tmp_path / DATABASE, lambda: None)
    lost: list[str] = []

    async def play() -> None:
        house = await House.open(tmp_path, clocks=clocks(HandClock()))  # short: only the end is looked at
        house.when_lost(lambda: lost.append(house.lost))
        for _ in range(100):
            await asyncio.sleep(0.05)
            if lost:
                break
        await house.close()

    asyncio.run(play())
    assert "people, version 2" in lost[0]
