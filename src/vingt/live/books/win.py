"""What a table took on one gaming day, wager by wager, from the log alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import get_args

from vingt.core.rounds import event as e
from vingt.core.rounds.outcome_words import RETURNED
from vingt.core.wager_kind import INSURANCE, MAIN, kind_of
from vingt.live.books.audit import Snapshot
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import event_of
from vingt.live.log.progressive_events import BonusPaid
from vingt.live.log.store import TABLE

BEGINS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")
Read = (
    t.TableOpened
    | t.BoughtIn
    | f.ChipsCounted
    | BonusPaid
    | e.WagerPlaced
    | e.WagerWithdrawn
    | e.InsurancePlaced
    | e.WagerSettled
    | e.WagerUnwound
    | e.RoundVoided
    | e.RoundEnded
    | t.RoundStarted
    | t.ScanCorrected
    | t.WagerReopened
)
READ = frozenset(kind.kind for kind in get_args(Read))


class NoDay(ValueError):
    """What was typed is no day, or no hour at which one can begin."""


@dataclass(frozen=True, slots=True)
class GamingDay:
    """Twenty-four hours that the house calls a day: `begins` is the time of day, UTC."""

    day: date
    begins: str = "00:00"

    @property
    def first(self) -> int:
        """Milliseconds since 1970; `after` is the first moment of the next day."""
        hour, minute = divmod(minutes_of(self.begins), 60)
        start = datetime(self.day.year, self.day.month, self.day.day, hour, minute, tzinfo=UTC)
        return int(start.timestamp()) * 1000

    @property
    def after(self) -> int:
        return self.first + 24 * 3600 * 1000

    def holds(self, moment: int) -> bool:
        return self.first <= moment < self.after

    def moved(self, days: int) -> GamingDay:
        return GamingDay(self.day + timedelta(days=days), self.begins)


def minutes_of(begins: str) -> int:
    """A time of day in minutes after midnight."""
    if not BEGINS.fullmatch(begins):
        raise NoDay(f"{begins[:20]!r} is no time at which a day begins: write it as 06:00")
    hour, minute = begins.split(":")
    return int(hour) * 60 + int(minute)


def clock_time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def gaming_day(day: str, begins: str = "00:00") -> GamingDay:
    minutes_of(begins)
    try:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
            raise ValueError
        return GamingDay(date.fromisoformat(day), begins)
    except ValueError:
        raise NoDay(f"{day[:20]!r} is no day: write it as 2026-11-16") from None


def day_of(moment: int, begins: str = "00:00") -> GamingDay:
    """The gaming day to which a moment belongs."""
    named = gaming_day(datetime.fromtimestamp(moment / 1000, UTC).date().isoformat(), begins)
    return named if named.first <= moment else named.moved(-1)


def last_day(log: Snapshot, tables: Iterable[str], begins: str) -> GamingDay:
    """The gaming day on which something was last written at one of these tables."""
    streams = [f"{TABLE}{table}" for table in tables]
    last = [stored.at for stream in streams for stored in log.read(stream, log.streams[stream] - 1)]
    return day_of(max(last, default=0), begins)


@dataclass
class WagerWin:
    """One wager of a table. `handle` is all that was staked and decided, doubles and splits with it; `laid`
    says in how many rounds which amount was laid before the cards, for that is what a house edge is of."""

    handle: int = 0
    win: int = 0
    laid: Counter[int] = field(default_factory=Counter)

    @property
    def rounds(self) -> int:
        return sum(self.laid.values())

    @property
    def staked(self) -> int:
        return sum(amount * times for amount, times in self.laid.items())


@dataclass
class TableWin:
    table: str
    opened: t.TableOpened | None = None
    rounds: int = 0  # that were played to their end
    void: int = 0
    drop: int = 0
    fills: int = 0  # chips that came from the bank into the table's inventory,
    credits: int = 0  # and that went back
    wagers: dict[str, WagerWin] = field(default_factory=dict)

    @property
    def win(self) -> int:
        return sum(wager.win for wager in self.wagers.values())

    @property
    def handle(self) -> int:
        return sum(wager.handle for wager in self.wagers.values())

    @property
    def played(self) -> bool:
        return bool(self.rounds or self.void or self.drop or self.fills or self.credits)


def book_of(wager: str) -> str:
    """Under which wager it is booked: what a main wager is paid besides belongs to it."""
    return wager if kind_of(wager) == "side" or wager == INSURANCE else MAIN


class RoundWin:
    """One round while it is read."""

    def __init__(self) -> None:
        self.laid: dict[tuple[str, int, str], int] = {}
        self.handle: Counter[str] = Counter()
        self.win: Counter[str] = Counter()
        self.void = False
        self.ended: int | None = None
        self._returned: dict[tuple[str, int, str], int] = {}  # wagers that were laid, and came back

    def follow(self, event: Read) -> None:
        match event:
            case e.WagerPlaced(player=player, box=box, wager=wager, amount=amount):
                self.laid[player, box, wager] = amount
            case e.WagerWithdrawn(player=player, box=box, wager=wager):
                self.laid.pop((player, box, wager), None)
            case e.InsurancePlaced(player=player, box=box, amount=amount):
                self.laid[player, box, INSURANCE] = amount
            case e.WagerSettled(player=player, box=box, wager=wager, outcome=outcome):
                self.win[book_of(wager)] -= event.net
                if outcome in RETURNED:
                    if (laid := self.laid.pop((player, box, wager), None)) is not None:
                        self._returned[player, box, wager] = laid
                else:
                    self.handle[book_of(wager)] += event.stake
            case t.ScanCorrected():
                self.ended = None
            case t.WagerReopened(player=player, box=box, wager=wager, stake=stake, returns=returns):
                self.win[book_of(wager)] += returns - stake
                if (laid := self._returned.pop((player, box, wager), None)) is not None:
                    self.laid[player, box, wager] = laid
                else:
                    self.handle[book_of(wager)] -= stake
            case e.WagerUnwound(wager=wager, amount=amount):
                self.win[book_of(wager)] -= amount
                self.handle[book_of(wager)] = 0
            case e.RoundVoided():
                self.void = True
            case _:
                pass

    def book(self, day: TableWin) -> None:
        """Of a void round counts what was settled before and stands; no edge is expected of it."""
        day.void += self.void
        day.rounds += not self.void
        for wager in {*self.win, *self.handle}:
            booked = day.wagers.setdefault(wager, WagerWin())
            booked.win += self.win[wager]
            booked.handle += self.handle[wager]
        staked: Counter[str] = Counter()
        for (_, _, wager), amount in self.laid.items() if not self.void else ():
            staked[book_of(wager)] += amount
        for wager, amount in staked.items():
            day.wagers.setdefault(wager, WagerWin()).laid[amount] += 1


def table_win(
    table: str, log: Iterable[StoredEvent], day: GamingDay, progress: Callable[[int], None] = lambda _: None
) -> TableWin:
    """A round belongs to the day on which it ended, chips to the day on which they were bought."""
    win, played = TableWin(table), RoundWin()
    for stored in log:
        if stored.version % 500 == 0:
            progress(500)
        if stored.kind not in READ:
            continue
        event = event_of(stored)
        match event:
            case t.TableOpened():
                win.opened = event
            case t.BoughtIn(amount=amount):
                win.drop += amount if day.holds(stored.at) else 0
            case f.ChipsCounted(amount=amount):
                if day.holds(stored.at):
                    win.fills += max(0, amount)
                    win.credits += max(0, -amount)
            case BonusPaid(wager=wager, amount=amount):
                if day.holds(stored.at):
                    win.wagers.setdefault(book_of(wager), WagerWin()).win -= amount
            case t.RoundStarted():
                if played.ended is not None and day.holds(played.ended):
                    played.book(win)
                played = RoundWin()
            case e.RoundEnded():
                played.ended = stored.at  # booked when the next begins: a card of it may be corrected
            case _:
                played.follow(event)
    if played.ended is not None and day.holds(played.ended):
        played.book(win)
    return win
