"""A table in memory that a dealer deals by hand: the decisions, the procedure and the log of a live one, so
that what is shown of a case is what a house would do."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vingt.core.rounds import command as c
from vingt.core.rounds.procedure import DecisionDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import total_of
from vingt.core.rules.rules_json import to_json
from vingt.core.rules.table_rules import TableRules
from vingt.live.books.audit import AuditReport, Snapshot, check_procedure, check_table
from vingt.live.books.role_history import RoleHistory
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log.chain import START, StoredEvent, canonical, rehashed
from vingt.live.log.kinds import VERSIONS
from vingt.live.log.people_events import RoleName
from vingt.live.log.store import TABLE, NewEvent
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.shuffle import CryptographicShoes
from vingt.live.shoes.vault import KEY_BYTES, Vault
from vingt.live.table import commands as ask
from vingt.live.table.clocks import Clocks
from vingt.live.table.corrections import corrected
from vingt.live.table.dealer import Dealer, default_answer
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.decision import Patron, decide
from vingt.live.table.evolve import follow
from vingt.live.table.mishaps import CardMisread, Mishap, report
from vingt.live.table.performing import AtTheDesk, Staff, carried_out
from vingt.live.table.rules_now import rules_now
from vingt.live.table.state import TableState
from vingt.live.table.steps import due_by_itself, due_step

DEALER, FLOOR, TRAINEE = "dee", "fay", "tom"
ROLES: dict[str, tuple[RoleName, ...]] = {
    DEALER: ("dealer",),
    FLOOR: ("dealer", "floorperson"),
    TRAINEE: (),
}
NOON = 1_700_049_600_000  # a moment; time does not pass here
NO_HURRY = Clocks()
PURSE = 100_000_000


class StaffRoles(RoleHistory):
    """Nobody's role changes here."""

    def held(self, person: str, role: RoleName, at: int) -> bool:
        return role in ROLES.get(person, ())


class PaperTable:
    """Dee deals, Fay is the floorperson; players are any other names. A refusal is returned, not raised."""

    def __init__(self, rules: TableRules, dealing: t.DealingMode) -> None:
        self.rules, self.id = rules, "paper"
        self.vault = Vault(secrets.token_bytes(KEY_BYTES))
        self.orders = Orders(self.id, self.vault)
        self.state = TableState()
        self.log: list[StoredEvent] = []
        filed = to_json(rules)
        opened = t.TableOpened(
            "Docket", rules.rulebook, {}, rules.identity, filed, False, "house", dealing=dealing
        )
        self._append([codec.new(opened)])

    @property
    def in_force(self) -> TableRules:
        return rules_now(self.rules, self.state)

    @property
    def _dealer(self) -> Dealer:
        return Dealer(self.in_force, self.orders, CryptographicShoes())

    # -- what people do ------------------------------------------------------------------------------------

    def say(self, person: str, command: ask.PersonCommand) -> Refusal | None:
        """A player's command."""
        decided = decide(self.in_force, self.state, Patron(person, PURSE), command)
        if isinstance(decided, Refusal):
            return decided
        return self._carried([codec.new(event, actor=person) for event in decided.events])

    def deal(self, person: str, command: ask.DealerCommand) -> Refusal | None:
        staff = Staff(person, lambda role: role in ROLES.get(person, ()))
        events = carried_out(self.in_force, self.state, staff, command, NOON, self._dealer)
        assert not isinstance(events, AtTheDesk), "no meter stands here"
        return self._carried(events)

    def step(self, step: str, entered: str = "", person: str = DEALER) -> Refusal | None:
        return self.deal(person, ask.PerformStep(step, entered))

    def report(self, mishap: Mishap, person: str = FLOOR) -> Refusal | None:
        role: RoleName = "floorperson" if person == FLOOR else "dealer"
        events: Sequence[NewEvent] | Refusal
        if isinstance(mishap, CardMisread):
            events = corrected(self.in_force, self.state, mishap, person, role, NOON, self._dealer)
        else:
            events = report(self.in_force, self.state, mishap, self.orders.card_at, person, role)
        return self._carried(events)

    @property
    def due(self) -> DealerStep | None:
        return due_step(self.in_force, self.state, NOON)

    # -- a table at work -----------------------------------------------------------------------------------

    def open_with(self, players: Sequence[str]) -> None:
        """Dee takes the table, players sit down from box 1 on, all is done until the betting is open."""
        self.must(self.deal(DEALER, ask.TakeTable()))
        for box, player in enumerate(players, 1):
            self.must(self.say(player, ask.TakeSeat(box)))
        self.go_on()

    def go_on(self, until: str = "") -> None:
        """Every due step by whom it is for, until the betting is open, something must be entered, or the step
        `until` is due."""
        while not self.state.betting:
            self._decline_cuts()
            step = self.due
            if step is None or step.asks or step.id == until:
                return
            self.sign(step)

    def sign(self, step: DealerStep) -> None:
        """By all whom it needs; a player's look is signed by the player who came first."""
        signers = {
            "dealer": DEALER,
            "floorperson": FLOOR,
            "player": next(iter(self.state.company.arrived), FLOOR),
        }
        roles = step.who[:1] if "player" in step.who else step.who
        for role in roles:
            self.must(self.step(step.id, person=signers[role]))

    def wager_all(self) -> None:
        for box, player in self.state.company.seats:
            amount = int(self.rules.wagering.minimum)
            self.must(self.say(player, c.PlaceWager(player, box, amount)))

    def answer(self) -> bool:
        """What a player is asked is answered as a clock would; False where no player is asked."""
        if not self.state.round_open:
            return False
        if self.state.shoe.stage == "offered":
            self._decline_cuts()
            return True
        due = next_step(self.in_force, self.state.round)
        if not isinstance(due, DecisionDue):
            return False
        person, command = default_answer(self.state.round, due)
        assert isinstance(command, ask.RoundCommand)
        self.must(self.say(person, command))
        return True

    def hit_below(self, total: int) -> bool:
        """The player to act hits a hand below this total; False where nobody is to."""
        due = next_step(self.in_force, self.state.round)
        if not isinstance(due, DecisionDue) or due.kind != "action":
            return False
        box = self.state.round.box(due.box)
        if box is None or total_of(self.rules, box.hands[due.hand]).points >= total:
            return False
        self.must(self.say(due.players[0], c.Hit(due.players[0], due.box, due.hand)))
        return True

    def must(self, refused: Refusal | None) -> None:
        if refused is not None:
            raise AssertionError(f"refused: {refused}")

    def verified(self) -> AuditReport:
        """The log of the replay, checked as `vingt verify` checks a house's."""
        audit = AuditReport()
        snapshot = Snapshot(self, {self.stream: len(self.log)})
        check_table(audit, snapshot, self.stream, self.vault, lambda _: None, 0)
        check_procedure(audit, snapshot, self.stream, self.vault, StaffRoles(()), 0)
        return audit

    # -- the log -------------------------------------------------------------------------------------------

    @property
    def stream(self) -> str:
        return f"{TABLE}{self.id}"

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        return iter(self.log[after:])

    def _carried(self, events: Sequence[NewEvent] | Refusal) -> Refusal | None:
        if isinstance(events, Refusal):
            return events
        self._append(events)
        while (due := due_by_itself(self.in_force, self.state, NO_HURRY)) is not None and not due.after:
            self._append(self._dealer.perform(self.state, due))
        return None

    def _decline_cuts(self) -> None:
        while self.state.shoe.stage == "offered" and self.state.shoe.cut_offered is not None:
            self.must(self.say(self.state.shoe.cut_offered.person, ask.DeclineCut()))

    def _append(self, events: Sequence[NewEvent]) -> None:
        for event in events:
            previous = self.log[-1].hash if self.log else START
            where = (self.stream, len(self.log) + 1, event.kind, VERSIONS[event.kind], NOON)
            data = json.loads(canonical(event.data))
            link = StoredEvent(*where, event.key, event.actor, data, previous, "")
            stored = replace(link, hash=rehashed(link))
            self.log.append(stored)
            self.orders.follow(stored)
            self.state = follow(self.state, stored, self.orders.card_at)
