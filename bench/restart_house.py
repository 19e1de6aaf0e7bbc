"""A house with a million events: how long it takes to open again, with its cache, after a kill, and without;
and how soon after that its pages of rounds and shoes answer."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

from bench._bots import Bots
from bench.load_house import serving
from vingt.core.cards import cards
from vingt.live.books.heads import HEADS
from vingt.live.books.round_file import ROUNDS
from vingt.live.house.house import DATABASE, KEY, Accepting, House
from vingt.live.log.chain import START, canonical, hash_of
from vingt.live.log.sqlite_file import COLUMNS, INSERT, opened
from vingt.live.shoes.orders import about
from vingt.live.shoes.shuffle import Binding, commitment
from vingt.live.shoes.vault import Vault, open_vault
from vingt.live.table.clocks import Clocks
from vingt.rulebook import library

EVENTS = 1_000_000
OF_A_TABLE = 10_000
GOAL = 3.0  # seconds
PAGES_GOAL = 100  # milliseconds, from the first request on
ASKED = 30  # tables at which a page is asked for that nobody asked for before
PASSWORD = "only for this benchmark"
STREAM = "table/md-pontoon-21-1"


async def play(folder: Path) -> None:
    """One table with so many events, played by bots."""
    house = await House.open(folder, clocks=Clocks(card=0, pause=0))
    await house.people.make_account("auditor", PASSWORD, role="auditor")
    people = [(await house.people.welcome())[0].id for _ in range(3)]
    table = await house.open_table(library.submission("md-pontoon-21"), "house")
    playing = asyncio.create_task(Bots(house, table, people, Random(1), lambda *_: None).play())
    while table.version < OF_A_TABLE:
        await asyncio.sleep(0.2)
    playing.cancel()
    await asyncio.wait([playing])
    await house.close()


def copies(rows: list[tuple[Any, ...]], vault: Vault, table: str) -> Iterator[tuple[Any, ...]]:
    """The same events at another table: its shoes sealed and committed to anew, its chain its own."""
    previous = START
    for _, version, kind, kind_version, at, key, actor, data, _, _ in rows:
        text = data
        if kind == "shoe_shuffled":
            said = json.loads(data)
            shoe = said["shoe"]
            secret = vault.unseal(said["sealed"], about(STREAM.removeprefix("table/"), shoe))
            order = json.loads(secret)
            said["sealed"] = vault.seal(secret, about(table, shoe))
            bound_to = Binding(table, shoe, said["rules"])
            said["commitment"] = commitment(bytes.fromhex(order["nonce"]), cards(order["order"]), bound_to)
            text = canonical(said)
        fixed = (f"table/{table}", version, kind, kind_version, at, key, actor)
        hashed = hash_of(*fixed, text, previous)
        yield (*fixed, text, previous, hashed)
        previous = hashed


def grow(folder: Path) -> int:
    """To a million events, by copying the table; the money of the copies is nobody's."""
    vault = open_vault(folder / KEY)
    with closing(opened(folder / DATABASE, read_only=False)) as log:
        log.execute("pragma synchronous = off")
        query = f"select {COLUMNS} from events where stream = ? order by version"
        rows = log.execute(query, (STREAM,)).fetchall()
        events, number = len(rows), 2
        while events < EVENTS:
            log.execute("begin")
            log.executemany(INSERT, copies(rows, vault, f"md-pontoon-21-{number}"))
            log.execute("commit")
            events, number = events + len(rows), number + 1
    (folder / HEADS).unlink()
    return events


async def restarted(folder: Path, *, lost: bool = False) -> float:
    started = time.perf_counter()
    house = await House.open(folder, accept=Accepting(lost_history=lost))
    took = time.perf_counter() - started
    await house.close()
    return took


async def killed(folder: Path, copy: Path) -> None:
    """Copied while it plays, as a kill would leave it."""
    house = await House.open(folder, clocks=Clocks(card=0, pause=0))
    table = next(table for table in house.tables() if table.stream == STREAM)
    people = [held.person for held in table.state.held]
    playing = asyncio.create_task(Bots(house, table, people, Random(2), lambda *_: None).play())
    await asyncio.sleep(2)
    shutil.copytree(folder, copy)
    playing.cancel()
    await asyncio.wait([playing])
    await house.close()


# -- pages -------------------------------------------------------------------------------------------------


def ask(port: int, path: str, token: str) -> tuple[float, bytes]:
    """Milliseconds, and what was answered."""
    request = Request(f"http://127.0.0.1:{port}{path}", headers={"authorization": f"Bearer {token}"})
    started = time.perf_counter()
    with urlopen(request, timeout=120) as answer:
        content: bytes = answer.read()
    return 1000 * (time.perf_counter() - started), content


def signed_in(port: int) -> str:
    body = json.dumps({"login": "auditor", "password": PASSWORD}).encode()
    request = Request(
        f"http://127.0.0.1:{port}/api/sessions", body, headers={"content-type": "application/json"}
    )
    with urlopen(request, timeout=60) as answer:
        token: str = json.load(answer)["token"]
    return token


def indexed(folder: Path) -> float:
    """Seconds from a start without an index until a search looks at everything."""
    with serving(folder) as (_, port):
        token, started = signed_in(port), time.perf_counter()
        while not json.loads(ask(port, "/audit.json", token)[1])["complete"]:
            time.sleep(0.2)
        return time.perf_counter() - started


def pages_after_start(folder: Path, token: str, *, kill: bool) -> dict[str, list[float]]:
    """Each page at tables of its own, from the moment on at which the house says that it is open."""
    found: dict[str, list[float]] = {"shoe": [], "round": [], "rounds of a table": [], "search": []}
    with serving(folder) as (process, port):
        for at in range(2, 2 + ASKED):
            table = f"/tables/md-pontoon-21-{at}"
            found["shoe"].append(ask(port, f"{table}/shoes/{1 + at % 5}", token)[0])
            found["round"].append(ask(port, f"/tables/md-pontoon-21-{at + ASKED}/rounds/{at}", token)[0])
            found["rounds of a table"].append(
                ask(port, f"/tables/md-pontoon-21-{at + 2 * ASKED}/rounds", token)[0]
            )
        searches = ("", "?card=7h", "?amount=200", "?round=7", "?player=guest")
        found["search"] = [ask(port, f"/audit.json{search}", token)[0] for search in searches]
        if kill:
            process.kill()
    return found


def told(words: str, found: dict[str, list[float]]) -> None:
    for page, times in found.items():
        first, middle, worst = times[0], sorted(times)[len(times) // 2], max(times)
        print(f"{words}: {page:18} {first:5.0f} ms the first, {middle:4.0f} median, {worst:4.0f} worst")


def fast_pages(folder: Path) -> bool:
    print(f"index of rounds built by the first start   {indexed(folder):6.2f} s")
    size = (folder / ROUNDS).stat().st_size >> 20
    print(f"index of rounds                            {size:6} MB")
    with serving(folder) as (_, port):
        token = signed_in(port)
    found: dict[str, list[float]] = {}
    for words, kill in (("after it was closed", True), ("after a kill       ", False)):
        found = pages_after_start(folder, token, kill=kill)
        told(words, found)
    print(f"goal: {PAGES_GOAL} ms for a shoe or a round")
    return max(found["shoe"] + found["round"]) < PAGES_GOAL


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="vingt-restart-") as name:
        folder = Path(name) / "house"
        asyncio.run(play(folder))
        events = grow(folder)
        size = (folder / DATABASE).stat().st_size >> 20
        print(f"{events:,} events in a file of {size} MB")
        print(
            f"without a cache, heads lost and accepted   {asyncio.run(restarted(folder, lost=True)):6.2f} s"
        )
        clean = asyncio.run(restarted(folder))
        print(f"after it was closed                        {clean:6.2f} s")
        asyncio.run(killed(folder, Path(name) / "killed"))
        after_kill = asyncio.run(restarted(Path(name) / "killed"))
        print(f"after a kill                               {after_kill:6.2f} s")
        print(f"goal: {GOAL:.0f} s with the cache")
        shutil.rmtree(Path(name) / "killed")
        pages = fast_pages(folder)
    return 0 if max(clean, after_kill) < GOAL and pages else 1


if __name__ == "__main__":
    sys.exit(main())
