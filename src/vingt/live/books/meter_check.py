"""Meters held against the tables that feed them: every contribution, win and payment of a meter is one that a
table's log orders, to the cent and in its order, and none that a table orders is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vingt.core.progressive import meter as m
from vingt.core.progressive.chance import commitment
from vingt.core.rounds.refusal import Refusal
from vingt.live.books.jackpot_check import HeldRole, JackpotCheck, MeterDues
from vingt.live.books.meters import MeterLog, MeterProblem, meter_history
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import NotAnEvent, event_of
from vingt.live.log.filing import rules_of
from vingt.live.log.kinds import UnknownKind
from vingt.live.log.people_events import RoleName
from vingt.live.log.store import METER, TABLE
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.vault import Vault, VaultError
from vingt.live.table.jackpot import has_progressives

UNREADABLE = (NotAnEvent, UnknownKind, LookupError, TypeError, ValueError, AttributeError, AssertionError)


class TablesAgainst:
    """What the tables say of one meter. A table whose log cannot be read is asked nothing."""

    def __init__(
        self, dues: Mapping[str, MeterDues], lost: frozenset[str], held: HeldRole, vault: Vault | None
    ) -> None:
        self.dues, self._lost, self._held, self._vault = dues, lost, held, vault

    def held(self, person: str, role: RoleName, at: int) -> bool:
        return self._held(person, role, at)

    def opened(self, setup: m.MeterSetup) -> Iterator[str]:
        filed = {each.setup.digest for each in self.dues.values()}
        if filed and not self._lost and setup.digest not in filed:
            yield "it was opened with another configuration than any table that feeds it has filed"

    def fed(self, table: str, event: m.MeterFed) -> Iterator[str]:
        due = self._next(table, "fed")
        said = (event.round, event.staked, event.added, event.reserved)
        if due is None and table not in self._lost:
            yield f"table {table} does not know of {event.added} cents from round {event.round}"
        elif due is not None and said != (due.round, due.staked, str(due.added), str(due.reserved)):
            yield (
                f"{event.added} cents of round {event.round}; {due.added} of round {due.round} were due, "
                f"and {due.reserved} into the reserve"
            )

    def hit(self, state: m.MeterState, event: m.MeterHit) -> Iterator[str]:
        due = self._next(event.table, "hits")
        if due is None:
            if event.table not in self._lost:
                yield f"{event.amount} cents were won that table {event.table} does not know of"
            return
        won = m.hit(state, due.who, due.share, due.winners_left)
        if isinstance(won, Refusal) or won != event:
            due_words = "nothing" if isinstance(won, Refusal) else won_words(won)
            yield f"{won_words(event)} were won and put in anew, and {due_words} were due"
        if due.amount != event.amount or due.payment not in (0, event.payment):
            yield f"{event.amount} cents were won, and table {event.table} paid {due.amount}"
        if due.secret != state.terms.must_hit:
            yield "a secret trigger was reached where there is none, or not where there is one"

    def settled(self, payment: m.PendingPayment, event: m.MeterPaid | m.MeterRestored) -> Iterator[str]:
        what = f"payment {payment.number} of {payment.amount} cents"
        if isinstance(event, m.MeterRestored):
            back = self._next(payment.table, "restored")
            if (back is None or back[1] != payment.number) and payment.table not in self._lost:
                yield f"{what} was taken back, and table {payment.table} does not know of it"
            return
        due = self._next(payment.table, "paid")
        if due is None:
            if payment.table not in self._lost:
                yield f"{what} was made, and table {payment.table} does not know of it"
        elif (due.amount, due.by) != (payment.amount, event.by):
            yield f"{what} was made, and table {payment.table} paid {due.amount}"

    def sealed(self, id: str, event: m.TriggerSealed, terms: m.MeterSetup) -> Iterator[str]:
        """With the key: what is sealed is what was committed to, and lies within its law."""
        if self._vault is None:
            return
        try:
            secret = self._vault.unseal(event.sealed, f"trigger {id} {event.number}").decode().split()
        except VaultError as error:
            yield str(error)
            return
        about, nonce = ("trigger", id, event.number, terms.digest), bytes.fromhex(secret[1])
        if commitment(about, nonce, (int(secret[0]),)) != event.commitment:
            yield f"trigger {event.number} is sealed otherwise than it was committed to"
        if not any(low < int(secret[0]) <= high for low, high, _ in terms.law):
            yield f"trigger {event.number} lies outside its law"

    def _next(self, table: str, what: str) -> Any:
        waiting = getattr(self.dues[table], what) if table in self.dues else None
        return waiting.popleft() if waiting else None


def won_words(won: m.MeterHit) -> str:
    fresh = f"{won.reseeded - won.from_reserve} from the house, {won.from_reserve} from the reserve"
    return f"{won.amount} cents and {fresh}"


def meter_problems(log: MeterLog, held: HeldRole, vault: Vault | None = None) -> Iterator[MeterProblem]:
    tables: dict[str, JackpotCheck] = {}
    lost: set[str] = set()
    for stream in sorted(each for each in log.streams if each.startswith(TABLE)):
        table, problems = stream.removeprefix(TABLE), list[MeterProblem]()
        try:
            check = checked_table(log, stream, held, vault, problems)
        except UNREADABLE:
            lost.add(table)  # what cannot be read is said elsewhere; what hangs on it is not blamed for it
            continue
        if check is not None:
            tables[table] = check
            yield from problems
    for id in sorted(each.removeprefix(METER) for each in log.streams if each.startswith(METER)):
        dues = {table: check.dues[id] for table, check in tables.items() if id in check.dues}
        history = meter_history(log, id, TablesAgainst(dues, frozenset(lost), held, vault))
        yield from history.problems
    for table, check in tables.items():
        for id, left in check.dues.items():
            for version in left.left:
                yield MeterProblem(f"{TABLE}{table}", version, f"meter {id} does not know of this")


def checked_table(
    log: MeterLog, stream: str, held: HeldRole, vault: Vault | None, problems: list[MeterProblem]
) -> JackpotCheck | None:
    """What a table with progressive wagers says of them; None where it has none."""
    events = iter(log.read(stream))
    first: StoredEvent = next(events)
    rules = rules_of(event_of(first))
    if not has_progressives(rules) and not any("wheel" in wager.needs for wager in rules.wagers):
        return None
    orders = Orders(stream.removeprefix(TABLE), vault)
    for stored in log.read(stream):
        orders.follow(stored)
    check = JackpotCheck(stream.removeprefix(TABLE), rules, orders, held)
    for stored in log.read(stream):
        problems += [MeterProblem(stream, stored.version, what) for what in check.follow(stored)]
    return check
