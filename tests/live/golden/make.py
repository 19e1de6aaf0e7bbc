"""Write a golden log of this version: `python -m tests.live.golden.make v1`. What is written is kept for
ever, so a new one is made for a new form of the log, and the old ones stay."""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
import sys
import tempfile
from pathlib import Path

from tests.live.bots import Bots
from tests.live.quiet_house import Arranged, HandClock, Table, clocks
from vingt.live.books.audit import Snapshot, verify
from vingt.live.books.heads import HEADS
from vingt.live.house.house import DATABASE, KEY, House
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.shoes.vault import open_vault
from vingt.report.rounds import replay
from vingt.rulebook import library

HERE = Path(__file__).parent
FOUND = HERE / "found.json"
ROUNDS = 4
CHOICES = {"cover_card_from_back": "9/10"}  # a shoe lasts a round or two


async def play(folder: Path) -> None:
    clock = HandClock()
    house = await House.open(folder, shoes=Arranged(seed=20), clocks=clocks(clock))
    for seed, rulebook in enumerate(library.RULEBOOKS):
        submission = library.sample(rulebook).with_choices(CHOICES)
        live = await house.open_table(submission, "house", name=rulebook)
        table = Table(house, live, clock)
        people = [await table.come("Ann", 1, 2), await table.come("Bob", 4), await table.come("Cy", 5)]
        await table.say(people[1], "share_box", box=4, shared=True)
        await Bots(table, people, seed).play(ROUNDS)
        clock.pass_(1000)
    await house.close()


def make(name: str) -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        asyncio.run(play(folder))
        events = read(folder)
        text = "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in events)
        with gzip.GzipFile(HERE / f"{name}.jsonl.gz", "wb", mtime=0) as file:
            file.write(text.encode())
        shutil.copy(folder / KEY, HERE / f"{name}.key")
        shutil.copy(folder / HEADS, HERE / f"{name}.heads")
        keep_found(name, folder)
        print(f"{len(events)} events, {(HERE / f'{name}.jsonl.gz').stat().st_size:,} bytes")


def keep_found(name: str, folder: Path) -> None:
    """What this version finds in the log, for every later one to find again."""
    store = SqliteStore(folder / DATABASE, read_only=True)
    log = Snapshot(store, store.streams())
    report = verify(log, open_vault(folder / KEY))
    assert report.sound, report.problems
    tables = [stream.removeprefix("table/") for stream in log.streams if stream != "people"]
    net = {
        table: [replay.tell(log, table, number).net for number in range(1, replay.last_round(log, table) + 1)]
        for table in tables
    }
    asyncio.run(store.close())
    kept = ("events", "rounds", "settlements", "shoes", "shoes_revealed", "balances", "heads")
    found = json.loads(FOUND.read_text("utf-8")) if FOUND.exists() else {}
    found[name] = {"report": {key: report.as_json()[key] for key in kept}, "net": net}
    FOUND.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")


def read(folder: Path) -> list[dict[str, object]]:
    store = SqliteStore(folder / DATABASE, read_only=True)
    events = [stored.as_json() for stream in sorted(store.streams()) for stored in store.read(stream)]
    asyncio.run(store.close())
    return events


if __name__ == "__main__":
    make(sys.argv[1])
