"""A disk that fails, fills up or lies: whoever waits is answered, nothing is acknowledged that is not kept,
everybody sees that the house is out of order, and it goes on when the fault is gone."""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.live.failing_files import Disk
from tests.live.quiet_house import Arranged, HandClock, Table, clocks
from tests.live.store_contract import said, whats
from vingt.live.house import house as house_module
from vingt.live.house.house import House
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import NotStored, StoreFailed
from vingt.live.shoes.shuffle import CryptographicShoes
from vingt.live.table.commands import BuyIn, TakeSeat
from vingt.rulebook import library
from vingt.web.app import create_app


async def until(found: Callable[[], bool], seconds: float = 8) -> None:
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end, "it did not come about"
        await asyncio.sleep(0.02)


def test_a_disk_that_fails_altogether_answers_everybody_and_recovers(tmp_path: Path) -> None:
    disk = Disk()

    async def play() -> None:
        store = SqliteStore(tmp_path / "house.db", connect=disk.connect)
        await store.append({"a": (0, [said(1)])})
        disk.break_down()
        waiting = [store.append({"a": (1, [said(n)])}) for n in range(5)]
        answers = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 5)
        assert all(isinstance(each, NotStored) for each in answers)
        assert store.failed
        assert "disk I/O error" in store.trouble
        started = time.monotonic()
        with pytest.raises(StoreFailed):
            await store.append({"a": (1, [said("refused at once")])})
        assert time.monotonic() - started < 0.1
        disk.mend()
        await until(lambda: not store.failed)
        await store.append({"a": (1, [said(2)])})
        assert whats(store, "a") == [1, 2]
        assert store.trouble == ""
        await asyncio.wait_for(store.close(), 5)

    asyncio.run(play())


def test_a_disk_that_never_recovers_is_given_up_and_the_store_still_closes(tmp_path: Path) -> None:
    disk, told = Disk(), list[str]()

    async def play() -> None:
        store = SqliteStore(tmp_path / "house.db", connect=disk.connect, patience=0.6)
        store.given_up = told.append
        disk.break_down()
        with pytest.raises(NotStored):
            await store.append({"a": (0, [said(1)])})
        await until(lambda: bool(told))
        await asyncio.wait_for(store.close(), 5)
        assert store._thread is not None
        assert not store._thread.is_alive()

    asyncio.run(play())
    assert "disk I/O error" in told[0]


def test_a_commit_that_happened_though_it_failed_is_acknowledged(tmp_path: Path) -> None:
    disk = Disk()

    async def play() -> None:
        store = SqliteStore(tmp_path / "house.db", connect=disk.connect)
        disk.failing, disk.lands = {"commit": "disk I/O error"}, True
        stored = await store.append({"a": (0, [said(1, key="k")])})
        assert stored["a"][0].version == 1
        disk.mend()
        await store.append({"a": (1, [said(2)])})
        assert whats(store, "a") == [1, 2]
        await store.close()

    asyncio.run(play())


def test_a_log_that_lost_its_end_meanwhile_is_not_written_on(tmp_path: Path) -> None:
    """The disk lied: what it acknowledged is gone when it is looked at again."""
    disk = Disk()

    async def play() -> None:
        store = SqliteStore(tmp_path / "house.db", connect=disk.connect)
        await store.append({"a": (0, [said(1), said(2)])})
        disk.break_down()
        with pytest.raises(NotStored):
            await store.append({"a": (2, [said(3)])})
        store._heads["a"] = store._heads["a"]._replace(version=3)  # one more was acknowledged than is there
        disk.mend()
        await until(lambda: "does not end where it did" in store.trouble)
        with pytest.raises(StoreFailed):
            await store.append({"a": (2, [said(3)])})
        await store.close()

    asyncio.run(play())


def test_a_key_is_not_used_twice_though_its_index_has_lost_it(tmp_path: Path) -> None:
    disk = Disk()

    async def play() -> None:
        store = SqliteStore(tmp_path / "house.db", connect=disk.connect)
        await store.append({"a": (0, [said(1, key="k")])})
        store._writer.inner.executescript("drop index keys")  # type: ignore[attr-defined]
        with pytest.raises(Exception, match="has used the key 'k'"):
            await store.append({"a": (1, [said(2, key="k")])})
        await store.close()

    asyncio.run(play())


# -- a house on such a disk ----------------------------------------------------------------------------------


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    made = Disk()
    monkeypatch.setattr("vingt.live.log.sqlite_store.opened", made.connect)
    monkeypatch.setattr(house_module, "LOOK", 0.05)
    return made


def test_a_failing_disk_is_seen_by_players_programs_and_the_log_itself(
    tmp_path: Path, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        clock = HandClock()
        house = await House.open(tmp_path, shoes=Arranged(seed=1), clocks=clocks(clock))
        live = await house.open_table(library.submission("md-pontoon-21"), "house")
        app = create_app(house)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
            token = (await client.post("/api/guests", json={"name": "ann"})).json()["token"]
            signed = {"authorization": f"Bearer {token}"}
            assert (await client.get("/health")).json()["status"] == "ok"
            watching = asyncio.ensure_future(live.changed(live.version))
            disk.break_down()
            asked = {"command": "buy_in", "amount": 1000, "key": "k"}
            answer = await client.post(f"/api/tables/{live.id}/commands", json=asked, headers=signed)
            assert answer.status_code == 503
            assert int(answer.headers["retry-after"]) > 0
            await asyncio.wait_for(watching, 2)
            assert live.view(None).out_of_service == "the house cannot write its log"
            sick = await client.get("/health")
            assert sick.status_code == 503
            assert "disk I/O error" in sick.json()["why"]
            assert live.id in sick.json()["out_of_service"]
            await until(lambda: b"vingt_store_failed 1.0" in house.metrics.text())
            disk.mend()
            await until(lambda: not house.trouble)
            await until(lambda: not live.out_of_service)
            answer = await client.post(f"/api/tables/{live.id}/commands", json=asked, headers=signed)
            assert answer.status_code == 200, answer.text
            assert (await client.get("/health")).json()["status"] == "ok"
            await until(lambda: b"vingt_store_failed 0.0" in house.metrics.text())
        await app.state.desk.figures.close()
        noted = [stored.kind for stored in house.store.read("house")]
        assert noted.count("fault_seen") == noted.count("fault_ended") == 1
        await house.close()

    asyncio.run(play())
    warned = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert "store failed" in warned
    assert "table out of service" in warned


def test_a_full_disk_puts_tables_out_of_service_until_there_is_room(tmp_path: Path, disk: Disk) -> None:
    async def play() -> None:
        clock = HandClock()
        house = await House.open(tmp_path, shoes=Arranged(seed=1), clocks=clocks(clock))
        live = await house.open_table(library.submission("md-pontoon-21"), "house")
        ann, _ = await house.people.welcome("ann")
        disk.failing = {"commit": "database or disk is full"}
        with pytest.raises(NotStored, match="full"):
            await live.submit(ann.id, BuyIn(1000), "k")
        assert live.out_of_service
        assert house.trouble
        assert not house.store.failed  # type: ignore[attr-defined]
        disk.mend()
        await until(lambda: not house.trouble)
        await until(lambda: not live.out_of_service)
        table = Table(house, live, clock)
        await table.come("bob", 1)
        await house.close()

    asyncio.run(play())


def test_without_chance_no_shoe_is_shuffled_and_the_table_says_so(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        clock = HandClock()
        house = await House.open(tmp_path, shoes=CryptographicShoes(), clocks=clocks(clock))
        live = await house.open_table(library.submission("md-pontoon-21"), "house")
        table = Table(house, live, clock)
        person, _ = await house.people.welcome("ann")
        real = secrets.token_bytes

        def dry(_: int | None = None) -> bytes:
            raise OSError("the source of entropy is closed")

        monkeypatch.setattr(secrets, "token_bytes", dry)
        await live.submit(person.id, BuyIn(1000), "chips")
        await live.submit(person.id, TakeSeat(1), "seat")
        await until(lambda: live.out_of_service == "the source of chance does not answer")
        assert "shoe_shuffled" not in table.kinds()
        monkeypatch.setattr(secrets, "token_bytes", real)
        # The dealer may only now begin to wait: a moment that passed before would not be noticed.

        def shuffled() -> bool:
            clock.pass_(10_000)
            return "shoe_shuffled" in table.kinds()

        await until(shuffled)
        await until(lambda: live.out_of_service == "")
        await until(
            lambda: (
                {"went_out_of_service", "came_back_into_service"}
                <= {stored.kind for stored in house.store.read("house")}
            )
        )
        await house.close()

    asyncio.run(play())


def test_heads_that_cannot_be_written_stop_the_house_within_one_commit(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        house = await House.open(tmp_path, clocks=clocks(HandClock()))
        real, failing = os.write, True

        def full(file: int, content: bytes) -> int:
            if failing and content.startswith(b'{"streams"'):
                raise OSError(28, "No space left on device")
            return real(file, content)

        monkeypatch.setattr(os, "write", full)
        monkeypatch.setattr("vingt.live.books.heads.replace_whole", lambda *_: full(0, b'{"streams"'))
        await house.people.welcome("ann")  # committed, and acknowledged
        with pytest.raises(StoreFailed, match="No space left"):
            await house.people.welcome("bob")
        failing = False
        monkeypatch.undo()
        await until(lambda: not house.trouble)
        await house.people.welcome("bob")
        await house.close()

    asyncio.run(play())
    again = asyncio.run(reopened(tmp_path))
    assert again == {"ann", "bob"}


async def reopened(folder: Path) -> set[str]:
    house = await House.open(folder, clocks=clocks(HandClock()))
    names = {person.name for person in house.people.everybody()}
    await house.close()
    return names
