"""The record of decisions: it outlives restarts and damage, is bounded, and gives a person's standing."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from vingt.web.coaching.record import FILE, Record, RecordedDecision
from vingt.web.coaching.standing import leaks, standing

MISTAKE = RecordedDecision(
    person="ada",
    at=1,
    mode="quiz",
    table="t-1",
    round=1,
    rules="abc",
    title="Some game",
    kind="hard",
    row="16",
    cards="9s 7h",
    up="Kd",
    doubles=0,
    split=0,
    taken="stand",
    best="hit",
    loss=0.04,
    stake=2500,
)
RIGHT = replace(MISTAKE, taken="hit", loss=0.0)


def test_the_record_survives_a_restart(tmp_path: Path) -> None:
    async def keep() -> None:
        record = Record(tmp_path)
        record.add(MISTAKE)
        record.add(replace(RIGHT, person="eve"))
        record.choose("ada", "quiz")
        await record.close()
        again = Record(tmp_path)
        assert await again.of("ada") == [MISTAKE]
        assert again.modes == {"ada": "quiz"}
        await again.forget("ada")
        assert await again.of("ada") == []
        assert len(await again.of("eve")) == 1
        await again.close()

    asyncio.run(keep())


@pytest.mark.parametrize("damage", ["no database", "torn", "newer"])
def test_a_damaged_record_is_kept_aside_and_stops_nobody(
    damage: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / FILE

    async def keep() -> None:
        record = Record(tmp_path)
        for _ in range(400):
            record.add(MISTAKE)
        await record.close()
        whole = path.read_bytes()
        if damage == "no database":
            path.write_bytes(b"this is a shopping list, not a database" * 40)
        elif damage == "torn":
            path.write_bytes(whole[:4096] + bytes(len(whole) // 2) + whole[-4096:])
        else:
            with sqlite3.connect(path) as connection:
                connection.execute("PRAGMA user_version = 99")
            connection.close()
        before = path.read_bytes()
        again = Record(tmp_path)
        assert await again.of("ada") == []
        again.add(MISTAKE)
        assert await again.of("ada") == [MISTAKE]
        await again.close()
        (aside,) = [each for each in tmp_path.glob(f"{FILE}.damaged-*") if each.name[-1].isdigit()]
        assert aside.read_bytes() == before

    asyncio.run(keep())
    assert "kept aside" in caplog.text


def test_a_folder_that_cannot_be_written_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def keep() -> None:
        record = Record(tmp_path / "gone")
        record.add(MISTAKE)
        assert await record.of("ada") == []
        await record.close()

    asyncio.run(keep())
    assert "cannot be used" in caplog.text


def test_only_the_newest_decisions_of_a_person_are_kept(tmp_path: Path) -> None:
    async def keep() -> None:
        record = Record(tmp_path, kept=5)
        for at in range(9):
            record.add(replace(MISTAKE, at=at))
            record.add(replace(MISTAKE, at=at, person="eve"))
        assert [each.at for each in await record.of("ada")] == [4, 5, 6, 7, 8]
        assert len(await record.of("eve")) == 5
        await record.close()

    asyncio.run(keep())


def test_standing_adds_up() -> None:
    soft = replace(RIGHT, kind="soft", row="soft 17")
    drilled = replace(MISTAKE, mode="drill", at=9)
    found = standing([RIGHT, RIGHT, MISTAKE, soft, soft, soft, replace(MISTAKE, stake=500), RIGHT, drilled])
    assert (found.all.decisions, found.all.right, found.all.cents) == (8, 6, 120)
    assert [(each.name, each.right, each.decisions) for each in found.classes] == [
        ("Hard totals", 3, 5),
        ("Soft totals", 3, 3),
    ]
    assert (found.streak, found.best_streak) == (1, 3)
    assert found.drills.decisions == 1
    (leak,) = found.leaks
    assert (leak.times, leak.cents, leak.situation) == (2, 120, "hard 16 against 10")
    assert leak.mistake == "stand instead of hit"
    assert (leak.drilled, leak.drilled_right) == (1, 0)


def test_leaks_are_told_apart_by_what_they_are_and_ordered_by_cost() -> None:
    others = [
        replace(MISTAKE, up="9d", loss=0.5, stake=100),
        replace(MISTAKE, up="Jh"),  # the same column as a king
        replace(MISTAKE, taken="double", loss=0.3),
        replace(MISTAKE, split=1, kind="split", loss=0.2),
    ]
    found = leaks([MISTAKE, *others], [])
    assert [each.situation for each in found] == [
        "hard 16 against 9",
        "hard 16 against 10",
        "split hard 16 against 10",
        "hard 16 against 10",
    ]
    assert [each.times for each in found] == [1, 1, 1, 2]
    assert len({each.id for each in found}) == 4
