"""Is the log true? Its chain, its books, its shoes, and every round played again by the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from vingt.core.rules.table_rules import TableRules
from vingt.live.books.meter_check import meter_problems
from vingt.live.books.procedure_check import ProcedureCheck
from vingt.live.books.recheck import Recheck
from vingt.live.books.role_history import RoleHistory
from vingt.live.log.chain import START, Head, StoredEvent, broken_links, rehashed
from vingt.live.log.codec import NotAnEvent, event_of
from vingt.live.log.events import RoundStarted, TableOpened
from vingt.live.log.filing import rules_of
from vingt.live.log.kinds import UnknownKind
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import PEOPLE, TABLE
from vingt.live.money.ledger import Ledger
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.vault import Vault

AUTOMATIC = "automatic"
UNREADABLE = (NotAnEvent, UnknownKind, LookupError, TypeError, ValueError, AttributeError)
AuditProgress = Callable[[int], None]  # told how many events were read since it was last called


class Readable(Protocol):
    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]: ...


class Whatever:
    """A store read without stopping at what is no event any more."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        return self._store.read(stream, after, whatever=True)


class Snapshot:
    """The log as it was at one moment: `streams` names every stream and the version it was at."""

    def __init__(self, log: Readable, streams: Mapping[str, int]) -> None:
        self._log, self.streams = log, streams

    def with_whatever(self) -> Snapshot:
        """The same with what is no event any more, where the store can give it: nothing stops the looking."""
        return Snapshot(Whatever(self._log), self.streams) if isinstance(self._log, SqliteStore) else self

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        for stored in self._log.read(stream, after):
            if stored.version > self.streams[stream]:
                return
            yield stored


@dataclass(frozen=True, slots=True, order=True)
class LogProblem:
    stream: str
    version: int
    what: str

    def __str__(self) -> str:
        return f"{self.stream}, version {self.version}: {self.what}"


NOTHING = Head(0, START)  # what a stream follows of which nothing is trusted


@dataclass(slots=True)
class AuditReport:
    """What was checked and found. After `since`, a check of what came after heads that somebody kept: all
    counts but `trusted` are of that alone."""

    since: dict[str, Head] | None = None
    trusted: int = 0  # events up to the heads, taken as they are
    events: int = 0
    heads: dict[str, Head] = field(default_factory=dict)
    rounds: int = 0
    rounds_sealed: int = 0  # face-down cards still sealed, and no key: not played again
    settlements: int = 0
    shoes: int = 0
    shoes_revealed: int = 0
    balances: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    problems: list[LogProblem] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.problems

    def as_json(self) -> dict[str, object]:
        return {
            "sound": self.sound,
            "since": None if self.since is None else heads_json(self.since),
            "trusted": self.trusted,
            "events": self.events,
            "rounds": self.rounds,
            "rounds_sealed": self.rounds_sealed,
            "settlements": self.settlements,
            "shoes": self.shoes,
            "shoes_revealed": self.shoes_revealed,
            "balances": self.balances,
            "heads": heads_json(self.heads),
            "notes": self.notes,
            "problems": [
                {"stream": problem.stream, "version": problem.version, "what": problem.what}
                for problem in self.problems
            ],
        }


def heads_json(heads: Mapping[str, Head]) -> dict[str, dict[str, object]]:
    return {stream: {"version": head.version, "hash": head.hash} for stream, head in heads.items()}


def verify(
    log: Snapshot,
    vault: Vault | None = None,
    known: Mapping[str, Head] | None = None,
    progress: AuditProgress = lambda _: None,
    since: Mapping[str, Head] | None = None,
) -> AuditReport:
    """Everything that can be checked; `known` are heads that somebody kept. What came before the heads of
    `since` is trusted: it is followed to where it led, and not checked again."""
    log = log.with_whatever()
    report, ledger = AuditReport(None if since is None else dict(since)), Ledger()
    roles = RoleHistory(log.read(PEOPLE) if PEOPLE in log.streams else ())
    check_heads(report, log, since or {})
    for stream in sorted(log.streams):
        head = trusted_head(report, stream)
        counted = Counted(log.read(stream), ledger, progress, head)
        for link in broken_links(stream, counted, head.hash, head.version):
            report.problems.append(LogProblem(link.stream, link.version, link.what))
        report.trusted += counted.trusted
        report.events += counted.events
        report.heads[stream] = counted.head
        report.problems += counted.problems
        if stream.startswith(TABLE) and counted.events:
            check_table(report, log, stream, vault, progress, head.version)
            check_procedure(report, log, stream, vault, roles, head.version)
    for fault in ledger.faults:
        report.problems.append(LogProblem(fault.stream, fault.version, fault.what))
    for account, amount in ledger.open_moves():
        what = f"{account} holds {amount} cents: one half of a move between purse and rack is missing"
        report.problems.append(LogProblem(f"{TABLE}{account.partition('/')[2]}", 0, what))
    if ledger.total:
        report.problems.append(LogProblem("ledger", 0, f"all accounts together hold {ledger.total} cents"))
    for stream, version, what in meter_problems(log, roles.held, vault):
        if version > (since or {}).get(stream, NOTHING).version:
            report.problems.append(LogProblem(stream, version, what))
    report.balances = ledger.groups()
    check_heads(report, log, known or {})
    return report


def trusted_head(report: AuditReport, stream: str) -> Head:
    """A stream that does not hold its head any more is checked from its first event."""
    if any(problem.stream == stream for problem in report.problems):
        return NOTHING
    return (report.since or {}).get(stream, NOTHING)


class Counted:
    """A stream on its way through the chain's check: entered in the books and counted as it passes, its times
    and keys looked at. What came up to the trusted head is entered in the books and goes no further."""

    def __init__(
        self, events: Iterable[StoredEvent], ledger: Ledger, progress: AuditProgress, trusted: Head = NOTHING
    ) -> None:
        self._stored, self._ledger, self._progress = events, ledger, progress
        self._until = trusted.version
        self.events = self.trusted = 0
        self.head = Head(0, "")
        self.problems: list[LogProblem] = []

    def __iter__(self) -> Iterator[StoredEvent]:
        last, faults = 0, len(self._ledger.faults)
        keys: dict[tuple[str, str], int] = {}
        for stored in self._stored:
            used = keys.setdefault((stored.actor, stored.key), stored.version) if stored.key else 0
            self.head = Head(stored.version, stored.hash)
            try:
                self._ledger.follow(stored)
            except NotAnEvent as error:
                self.problems.append(LogProblem(stored.stream, stored.version, error.what))
            except UnknownKind as error:
                self.problems.append(LogProblem(stored.stream, stored.version, str(error)))
            if (self.events + self.trusted) % 500 == 499:
                self._progress(500)
            if stored.version > self._until:
                self.events += 1
                if stored.at < last:
                    what = f"stored at {stored.at}, before the event before it ({last})"
                    self.problems.append(LogProblem(stored.stream, stored.version, what))
                if used and used != stored.version:
                    what = f"{stored.actor} used its key before, at version {used}: carried out twice"
                    self.problems.append(LogProblem(stored.stream, stored.version, what))
                yield stored
            else:
                self.trusted += 1
                del self._ledger.faults[faults:]
            last = max(last, stored.at)


def check_table(
    report: AuditReport,
    log: Snapshot,
    stream: str,
    vault: Vault | None,
    progress: AuditProgress,
    trusted: int,
) -> None:
    """Twice through the stream: for the orders, which are published last, and for the rounds. The last round
    that began up to the version `trusted` is played again too: it may go on after it."""
    orders = Orders(stream.removeprefix(TABLE), vault)
    recheck: Recheck | None = None
    begin = 0  # the rounds are played again after this version
    known = {(problem.version, problem.what) for problem in report.problems if problem.stream == stream}

    def unreadable(stored: StoredEvent, error: Exception) -> None:
        what = error.what if isinstance(error, NotAnEvent) else f"cannot be read: {error}"
        if (stored.version, what) not in known:
            known.add((stored.version, what))
            report.problems.append(LogProblem(stream, stored.version, what))

    def followed(stored: StoredEvent, follow: Callable[[StoredEvent], Iterable[str]]) -> None:
        assert recheck is not None
        try:
            for what in follow(stored):
                report.problems.append(LogProblem(stream, stored.version, what))
        except UNREADABLE as error:
            unreadable(stored, error)
            recheck.lose_track()

    last_round: list[StoredEvent] = []
    for stored in log.read(stream):
        if stored.version <= trusted:
            if recheck is not None and stored.kind == RoundStarted.kind:
                for event in last_round:
                    followed(event, recheck.trust)
                begin, last_round = stored.version - 1, []
            last_round.append(stored)
        try:
            if recheck is None:
                recheck = Recheck(rules_filed(report, stored), orders)
            orders.follow(stored)
        except UNREADABLE as error:
            unreadable(stored, error)
            if recheck is None:
                return  # without its rules nothing of the table can be played again
    if recheck is None:
        return
    for stored in log.read(stream, begin):
        followed(stored, recheck.follow)
        if stored.version % 500 == 0:
            progress(500)
    report.rounds += recheck.rounds
    report.rounds_sealed += recheck.sealed
    report.settlements += recheck.settlements
    report.shoes += recheck.shoe.shoes
    report.shoes_revealed += recheck.shoe.revealed


def check_procedure(
    report: AuditReport, log: Snapshot, stream: str, vault: Vault | None, roles: RoleHistory, trusted: int
) -> None:
    """Where a person deals: the order of the procedure, and who did what in which role."""
    first = next(log.read(stream), None)
    if first is None or first.kind != TableOpened.kind or first.data.get("dealing", AUTOMATIC) == AUTOMATIC:
        return
    orders, stored = Orders(stream.removeprefix(TABLE), vault), first
    try:
        for stored in log.read(stream):
            orders.follow(stored)
        check = ProcedureCheck(rules_of(event_of(first)), orders, roles.held)
        for stored in log.read(stream):
            for what in check.follow(stored):
                if stored.version > trusted:
                    report.problems.append(LogProblem(stream, stored.version, what))
    except (*UNREADABLE, AssertionError) as error:
        what = f"the procedure cannot be followed beyond this ({type(error).__name__})"
        report.problems.append(LogProblem(stream, stored.version, what))


def rules_filed(report: AuditReport, stored: StoredEvent) -> TableRules:
    """The rules that the table's first event holds."""
    opened: TableOpened = event_of(stored)
    rules = rules_of(opened)
    if rules.identity == opened.identity:
        return rules
    if stored.kind_version == 1:
        report.notes.append(
            f"{stored.stream}: filed under a document of {opened.rulebook} that this vingt does not have; "
            f"read by the newest (rules {rules.identity[:12]}, then {opened.identity[:12]})"
        )
    else:
        what = f"the rules are {rules.identity[:12]}, not {opened.identity[:12]} as it says"
        report.problems.append(LogProblem(stored.stream, stored.version, what))
    return rules


def check_heads(report: AuditReport, log: Snapshot, known: Mapping[str, Head]) -> None:
    for stream, head in known.items():
        if what := head_lost(log, stream, head):
            problem = LogProblem(stream, head.version, what)
            if problem not in report.problems:
                report.problems.append(problem)


def head_lost(log: Snapshot, stream: str, head: Head) -> str:
    """Why the log does not hold a head that was kept; "" where it does."""
    if log.streams.get(stream, 0) < head.version:
        return "the log ends before a head that was kept"
    event = next(iter(log.read(stream, head.version - 1)), None)
    if event is None or (event.version, event.hash) != (head.version, head.hash):
        return "differs from the head that was kept: history was changed"
    return "" if rehashed(event) == head.hash else "history was changed: not what the kept head was made of"
