"""A round told from its log: every card, decision and payment in order, with the clause of each."""

from __future__ import annotations

from dataclasses import dataclass

from vingt.core.rounds import event as e
from vingt.core.rules.table_rules import TableRules
from vingt.live.books.audit import Snapshot
from vingt.live.books.shoe_proof import SHOE_KINDS, ShoeProof, orders_of, proofs_in
from vingt.live.log import events as t
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import event_of
from vingt.live.log.filing import rules_of
from vingt.live.log.people_events import AccountMade, GuestWelcomed
from vingt.live.log.store import PEOPLE, TABLE
from vingt.report.rounds.teller import RoundLine, Teller


class NoSuchRound(LookupError):
    """The table has not played a round of this number."""


@dataclass(frozen=True, slots=True)
class ToldRound:
    table: str
    name: str
    number: int
    rules: TableRules
    lines: tuple[RoundLine, ...]
    shoes: tuple[ShoeProof, ...]
    net: dict[str, int]
    finished: bool
    names: dict[str, str]

    def as_json(self) -> dict[str, object]:
        return {
            "table": self.table,
            "name": self.name,
            "rulebook": self.rules.rulebook,
            "rules_identity": self.rules.identity,
            "round": self.number,
            "finished": self.finished,
            "lines": [line.as_json() for line in self.lines],
            "shoes": [shoe.as_json() for shoe in self.shoes],
            "net": [
                {"person": person, "name": self.names.get(person, person), "amount": amount}
                for person, amount in self.net.items()
            ],
        }


def tell(log: Snapshot, table: str, number: int) -> ToldRound:
    """The round as the log has it. A card that lay face down is shown when its shoe has been revealed."""
    opened, events, shoes = collected(log, f"{TABLE}{table}", number)
    return told_from(table, opened, rules_of(opened), number, events, shoes, names_in(log))


def told_from(
    table: str,
    opened: t.TableOpened,
    rules: TableRules,
    number: int,
    events: list[StoredEvent],
    shoes: list[StoredEvent],
    names: dict[str, str],
) -> ToldRound:
    """The same for who has found the events already: those of the round, and those of its shoes."""
    teller = Teller(rules, orders_of(table, shoes), lambda person: names.get(person, person))
    lines = tuple(line for stored in events for line in teller.follow(stored))
    dealt_from = sorted(teller.shoes)
    proofs = tuple(proof for proof in proofs_in(shoes) if proof.number in dealt_from)
    return ToldRound(table, opened.name, number, rules, lines, proofs, teller.net, teller.state.over, names)


def last_round(log: Snapshot, table: str) -> int:
    """The number of the last round that was dealt, or begun where none was dealt."""
    begun = dealt = 0
    for stored in log.read(f"{TABLE}{table}"):
        if stored.kind == t.RoundStarted.kind:
            begun = stored.data["round"]
        elif stored.kind == e.BettingClosed.kind:
            dealt = begun
    return dealt or begun


def collected(
    log: Snapshot, stream: str, number: int
) -> tuple[t.TableOpened, list[StoredEvent], list[StoredEvent]]:
    """How the table opened, the events of the round, and those of all shoes, the revealing ones included."""
    events: list[StoredEvent] = []
    shoes: list[StoredEvent] = []
    opened: t.TableOpened | None = None
    last = 0
    for stored in log.read(stream) if stream in log.streams else ():
        if opened is None:
            opened = event_of(stored)
        if stored.kind == t.RoundStarted.kind:
            last = stored.data["round"]
        if last == number:
            events.append(stored)
        if stored.kind in SHOE_KINDS:
            shoes.append(stored)
    if opened is None:
        raise NoSuchRound(f"there is no table {stream.removeprefix(TABLE)!r}")
    if not events:
        played = f"rounds 1 to {last}" if last else "no round yet"
        raise NoSuchRound(f"{stream.removeprefix(TABLE)} has no round {number}: it has played {played}")
    ended = next((at for at, stored in enumerate(events) if stored.kind == e.RoundEnded.kind), len(events))
    return opened, events[: ended + 1], shoes


def names_in(log: Snapshot) -> dict[str, str]:
    names: dict[str, str] = {}
    for stored in log.read(PEOPLE) if PEOPLE in log.streams else ():
        if stored.kind in (GuestWelcomed.kind, AccountMade.kind):
            names[stored.data["person"]] = stored.data["name"]
    return names
