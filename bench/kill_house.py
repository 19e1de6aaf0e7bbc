"""Kill a busy house at random moments, 200 times: nothing acknowledged may be lost or happen twice. Then
damage its files, 500 times, by flipped bits, lost ends, older logs and backups: nothing goes unnoticed."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from bench._bots import Bots
from bench._damage import Damage
from vingt.live.books.audit import Snapshot, verify
from vingt.live.house.backup import back_up
from vingt.live.house.house import DATABASE, KEY, Accepted, House, LiveTable
from vingt.live.log.chain import START, rehashed
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import TABLE
from vingt.live.money.ledger import Ledger
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.vault import open_vault
from vingt.live.table.clocks import Clocks
from vingt.live.table.evolve import follow
from vingt.live.table.state import TableState
from vingt.rulebook import library

KILLS = 200
TRIALS = 500
COPIED_AFTER = (3, 6)  # kills after which the house is copied and backed up
DAMAGED_AFTER = 10  # kills after which the house is copied to be damaged
PLAYERS = 3
GAMES = (*library.RULEBOOKS, "md-players-edge-21 with a continuous shuffler")


def digest(state: TableState) -> str:
    """The whole state in sixteen signs; sets in one order, for each process has its own."""
    sets = (sorted(state.ready), state.in_every_round and sorted(state.in_every_round))
    text = repr((state._replace(ready=frozenset(), in_every_round=None), sets))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# -- the house that is killed ------------------------------------------------------------------------------


def say(*words: object) -> None:
    os.write(1, f"{' '.join(map(str, words))}\n".encode())


async def child(folder: Path, seed: int) -> None:
    chance = Random(seed)
    house = await House.open(folder, clocks=Clocks(card=0, pause=0))
    for table in house.tables():
        say("open", table.id, table.version, digest(table.state))
    people = [person.id for person in house.people.everybody()]
    while len(people) < PLAYERS:
        people.append((await house.people.welcome())[0].id)
    for game in GAMES[len(house.tables()) :]:
        submission = library.submission(game.split(" ")[0])
        if "continuous" in game:
            submission = submission.with_choices({"shuffler": "continuous"})
        await house.open_table(submission, people[0])

    def told(table: LiveTable, person: str, key: str, answer: Accepted) -> None:
        say("ack", table.id, person, key, answer.version)

    say("ready")
    await asyncio.gather(*(Bots(house, table, people, chance, told).play() for table in house.tables()))


# -- who kills it ------------------------------------------------------------------------------------------


class Watcher:
    """Reads the log after each kill and keeps its own account of everything."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.heads: dict[str, tuple[int, str]] = {}
        self.states: dict[str, TableState] = {}
        self.orders: dict[str, Orders] = {}
        self.ledger = Ledger()
        self.keys: Counter[tuple[str, str, str, int]] = Counter()
        self.used: Counter[tuple[str, str, str]] = Counter()
        self.acknowledged = 0
        self.wrong: list[str] = []

    def expect(self, found: bool, what: str) -> None:
        if not found:
            self.wrong.append(what)

    def read(self, acks: list[tuple[str, str, str, int]]) -> None:
        store = SqliteStore(self.folder / DATABASE, read_only=True)
        try:
            for stream in store.streams():
                self.follow(store, stream)
        finally:
            asyncio.run(store.close())
        self.acknowledged += len(acks)
        for ack in acks:
            self.expect(self.keys[ack] == 1, f"acknowledged and not in the log: {ack}")
        self.expect(max(self.used.values(), default=1) == 1, "a key was used twice")
        self.expect(self.ledger.total == 0 and not self.ledger.faults, f"the books: {self.ledger.faults}")
        self.expect(not list(self.ledger.open_moves()), "half a move between purse and rack")

    def follow(self, store: SqliteStore, stream: str) -> None:
        version, previous = self.heads.get(stream, (0, START))
        table = stream.removeprefix(TABLE)
        for stored in store.read(stream, version):
            self.expect(stored.version == version + 1, f"{stream}: version {stored.version} after {version}")
            self.expect(
                stored.previous == previous and rehashed(stored) == stored.hash, f"{stream}: the chain"
            )
            version, previous = stored.version, stored.hash
            self.ledger.follow(stored)
            if stored.key:
                self.keys[table, stored.actor, stored.key, stored.version] += 1
                self.used[table, stored.actor, stored.key] += 1
            if stream != table:
                orders = self.orders.setdefault(table, Orders(table, open_vault(self.folder / KEY)))
                orders.follow(stored)
                self.states[table] = follow(self.states.get(table, TableState()), stored, orders.card_at)
        self.heads[stream] = (version, previous)

    def reopened(self, table: str, version: int, digested: str) -> None:
        """A house that was opened again stands where the log ends, mid-round included."""
        self.expect(self.heads[f"{TABLE}{table}"][0] == version, f"{table} opened at {version}")
        self.expect(digest(self.states[table]) == digested, f"{table} opened in another state")


def once(folder: Path, seed: int, watcher: Watcher) -> None:
    """Open the house, let it play for a moment, kill it, and read what it left."""
    command = [sys.executable, "-m", "bench.kill_house", "child", str(folder), str(seed)]
    house = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert house.stdout is not None
    acks: list[tuple[str, str, str, int]] = []
    try:
        for line in house.stdout:
            words = line.split()
            if words[0] == "open":
                watcher.reopened(words[1], int(words[2]), words[3])
            if words[0] == "ready":
                break
        else:
            raise RuntimeError("the house did not open")
        time.sleep(Random(seed).uniform(0.01, 0.25))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(house.pid, signal.SIGKILL)
    for line in house.stdout:
        words = line.split()
        if line.endswith("\n") and words[0] == "ack":
            acks.append((words[1], words[2], words[3], int(words[4])))
    house.stdout.close()
    house.wait()
    watcher.read(acks)


def copied(folder: Path, kills: int) -> None:
    """Copies for the trials, as the kill left the files."""
    if kills in COPIED_AFTER:
        shutil.copytree(folder, folder.with_name(f"copy-{kills}"))
        back_up(folder, folder.with_name(f"backup-{kills}"))
    if kills == DAMAGED_AFTER:
        shutil.copytree(folder, folder.with_name("killed"))


def damaged(folder: Path, trials: int, seed: int = 1) -> Damage:
    """So many trials on what `copied` left beside the house."""
    copies = [folder.with_name(f"copy-{kills}") for kills in COPIED_AFTER]
    backups = [folder.with_name(f"backup-{kills}") for kills in COPIED_AFTER]
    damage = Damage(folder.with_name("killed"), copies, backups, seed)
    for at in range(trials):
        damage.trial(folder.with_name(f"trial-{at}"))
    return damage


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="vingt-kill-") as name:
        folder = Path(name) / "house"
        watcher = Watcher(folder)
        started = time.perf_counter()
        in_a_round = 0
        for seed in range(KILLS):
            once(folder, seed, watcher)
            copied(folder, seed + 1)
            in_a_round += any(
                state.round_open and state.round.betting_closed for state in watcher.states.values()
            )
            if watcher.wrong:
                break
        store = SqliteStore(folder / DATABASE, read_only=True)
        report = verify(Snapshot(store, store.streams()), open_vault(folder / KEY))
        asyncio.run(store.close())
        damage = damaged(folder, TRIALS)
        events = sum(version for version, _ in watcher.heads.values())
        rounds = sum(state.round_number for state in watcher.states.values())
    print(f"{seed + 1} kills, {in_a_round} of them in the middle of a round, at {len(GAMES)} tables")
    print(f"{watcher.acknowledged} commands acknowledged, every one in the log, none twice")
    print(f"{events} events, {rounds} rounds; the books sum to {watcher.ledger.total}")
    print(f"`vingt verify` finds the log {'sound' if report.sound else 'not sound'}")
    print(f"{TRIALS} times damaged:")
    for outcome, times in sorted(damage.outcomes.items()):
        print(f"  {times:4}  {outcome}")
    print(f"{time.perf_counter() - started:.0f} s")
    for wrong in (*watcher.wrong, *damage.wrong, *map(str, report.problems)):
        print(f"WRONG: {wrong}")
    return 1 if watcher.wrong or damage.wrong or not report.sound else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["child"]:
        asyncio.run(child(Path(sys.argv[2]), int(sys.argv[3])))
    else:
        sys.exit(main())
