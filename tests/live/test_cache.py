"""The cache saves time and nothing else: it is used only where it fits the log."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import httpx
import pytest

from tests.live.failing_files import flip
from tests.live.played_house import play_on
from tests.live.quiet_house import Arranged, HandClock, clocks
from vingt.live.house import cache, inspection
from vingt.live.house.cache import CACHE
from vingt.live.house.house import DATABASE, House
from vingt.live.house.inspection import Damaged, look_through
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import HOUSE, StoreDamaged
from vingt.live.views.view import as_json
from vingt.web.app import create_app


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
        with pytest.raises(StoreDamaged):  # nobody plays on
            await house.people.welcome("ann")
        shown.append(await page_and_health(house))
        await house.close()

    shown: list[tuple[str, dict[str, str]]] = []
    asyncio.run(play())
    assert "people, version 2" in lost[0]
    page, health = shown[0]
    assert "the log of the house is damaged" in page
    assert "cannot write" not in page
    assert health["status"] == "failed"
    assert "people, version 2: changed since it was stored" in health["why"]
    store = SqliteStore(tmp_path / DATABASE, read_only=True)
    stopped = list(store.read(HOUSE))[-1]
    assert (stopped.kind, "people, version 2" in stopped.data["why"]) == ("house_stopped", True)
    asyncio.run(store.close())


async def page_and_health(house: House) -> tuple[str, dict[str, str]]:
    """What a visitor is told who wants to play, and what whoever looks after the house is told."""
    transport = httpx.ASGITransport(create_app(house), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        answer = await client.post("/api/guests", json={"name": "bea"})
        assert answer.status_code == 503
        return answer.json()["error"], (await client.get("/health")).json()
