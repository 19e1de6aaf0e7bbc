"""A step done by a person: the events it causes, under that person's name, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from vingt.core.cards import Card
from vingt.core.rounds.event import CardDealt, HoleChecked, UnseenCardDealt
from vingt.core.rounds.procedure import CardDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.people_events import RoleName
from vingt.live.log.progressive_events import JackpotCancelled, PaymentConfirmed, TerminalPressed
from vingt.live.log.store import NewEvent
from vingt.live.table import commands as ask
from vingt.live.table.announcements import Announcement, after, after_check
from vingt.live.table.checklist import ChecklistItem, confirmation, unsigned
from vingt.live.table.dealer import Dealer
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.dealing import ANNOUNCE, CONFIRM, SHOW_BURNED
from vingt.live.table.duty import OF_THE_DESK, Deed, Duty
from vingt.live.table.duty_steps import COUNT, TURN
from vingt.live.table.evolve import evolve
from vingt.live.table.scanning import Scanner
from vingt.live.table.state import TableState
from vingt.live.table.steps import ANSWER_ABSENT, steps
from vingt.live.table.terminal import PRESS, REASONS, cancelled, commanded, press_refused, step_of

UNKNOWN = Card("?", "?")  # type: ignore[arg-type]  # stands for a card that nobody has seen
DEALT = (CardDealt.kind, UnseenCardDealt.kind)
SPOKEN_AFTER = (*DEALT, HoleChecked.kind)
ROLE_WORDS: dict[RoleName, str] = {
    "dealer": "the dealer of this table",
    "floorperson": "a floorperson, who is not its dealer",
    "player": "the first player who came",
}


@dataclass(frozen=True, slots=True)
class AtTheDesk:
    """A step in which meters or wheels have a part: the desk of the progressive system does it."""

    deed: Deed
    pressed: tuple[TerminalPressed, ...] = ()  # what is in the log before it


@dataclass(frozen=True, slots=True)
class Staff:
    """A person who would deal, and what that person may do in this house."""

    id: str
    may: Callable[[RoleName], bool]


def carried_out(
    rules: TableRules, state: TableState, person: Staff, command: ask.DealerCommand, now: int, dealer: Dealer
) -> Sequence[NewEvent] | AtTheDesk | Refusal:
    if state.dealing.automatic:
        return Refusal("this table deals by itself")
    match command:
        case ask.TakeTable():
            return taken(state, person)
        case ask.HandOverTable():
            return handed_over(state, person)
        case ask.PerformStep(step, entered):
            return performed(rules, state, person, step, now, dealer, entered)
        case _:
            assert_never(command)


def plays_here(state: TableState, person: str) -> bool:
    return person in state.people or bool(state.rack(person))


def taken(state: TableState, person: Staff) -> Sequence[NewEvent] | Refusal:
    if not person.may("dealer"):
        return Refusal("dealers and floorpersons deal")
    if plays_here(state, person.id):
        return Refusal("who plays at a table does not deal there")
    if state.closed and not state.round_open:
        return Refusal("the table is closed")
    if state.dealing.dealer == person.id:
        return Refusal("you deal here already")
    role: RoleName = "floorperson" if person.may("floorperson") else "dealer"
    return [codec.new(t.DealerCame(person.id, role, state.dealing.dealer), actor=person.id)]


def handed_over(state: TableState, person: Staff) -> Sequence[NewEvent] | Refusal:
    if state.dealing.dealer != person.id:
        return Refusal("you do not deal here")
    if state.in_play_now:
        return Refusal("a round is in play: deal it to its end, or be relieved")
    return [codec.new(t.DealerLeft(person.id), actor=person.id)]


def performed(
    rules: TableRules,
    state: TableState,
    person: Staff,
    wanted: str,
    now: int,
    dealer: Dealer,
    entered: str = "",
) -> Sequence[NewEvent] | AtTheDesk | Refusal:
    if wanted.startswith(PRESS) and (refused := press_barred(rules, state, person, wanted, entered)):
        return refused
    wanted = step_of(wanted.removeprefix(PRESS)) if wanted.startswith(PRESS) else wanted
    lawful = steps(rules, state, now)
    step = next((each for each in lawful if each.id == wanted or is_own(each, person.id, wanted)), None)
    if step is None:
        return not_due(state, wanted, lawful)
    role = role_for(state, person, step)
    if role is None:
        who = " or ".join(ROLE_WORDS[each] for each in step.who if each in ROLE_WORDS)
        who = "the player at the hot spot" if step.player and not step.item else who
        return Refusal(f"{step.words}: that is for {who}", step.cite)
    if step.id.startswith(PRESS):
        return pressed(rules, state, person.id, step, entered)
    if step.deed is not None and step.deed.what in OF_THE_DESK:
        return AtTheDesk(step.deed.what)
    events = caused(state, step, person.id, role, dealer, entered)
    if isinstance(events, Refusal):
        return events
    return [each if is_said(each) else replace(each, actor=person.id) for each in events]


def press_barred(
    rules: TableRules, state: TableState, person: Staff, wanted: str, why: str
) -> Refusal | None:
    """Why the terminal does not take this press now, with the clause of what it takes."""
    wager = commanded(rules, state)
    if wager is None:
        return Refusal("no terminal commands a wager of this table")
    if not state.dealing.dealer:
        return Refusal("nobody deals here: take the table first")
    return press_refused(rules, state, wager, wanted.removeprefix(PRESS), why, person.id)


def pressed(
    rules: TableRules, state: TableState, person: str, step: DealerStep, why: str
) -> Sequence[NewEvent] | AtTheDesk:
    """What a press on the terminal causes."""
    match step.event:
        case TerminalPressed() as press:
            press = replace(press, why=next(each for each in REASONS if each == why))
            if press.command == "cancel_round":
                return [codec.new(event, actor=person) for event in cancelled(rules, state, press)]
            if step.deed is not None:
                return AtTheDesk(step.deed.what, (press,))
            return [codec.new(press, actor=person)]
        case JackpotCancelled() | PaymentConfirmed() as signed:
            return [codec.new(replace(signed, by=person), actor=person)]
        case event:
            assert event is not None
            return [codec.new(event, actor=person)]


def is_said(event: NewEvent) -> bool:
    """An announcement is the dealer's, whoever had the card come."""
    return event.kind == t.StepPerformed.kind and event.data["step"] == ANNOUNCE


def is_own(step: DealerStep, person: str, wanted: str) -> bool:
    """A player who looks the cards over need not name the batch, nor the wager who takes back a word."""
    if step.item is None or step.item.step != wanted:
        return False
    return wanted == ask.LOOK_OVER or (wanted == ask.UNSAY and step.player == person)


def not_due(state: TableState, wanted: str, lawful: Sequence[DealerStep]) -> Refusal:
    if not state.dealing.dealer:
        return Refusal("nobody deals here: take the table first")
    due = next((each for each in lawful if each.due), None)
    if due is None:
        return Refusal(f"{wanted[:40]} is not due: the table waits for players or the floor")
    return Refusal(f"{wanted[:40]} is not due now, but this: {due.words}", due.cite)


def role_for(state: TableState, person: Staff, step: DealerStep) -> RoleName | None:
    """In which role the person may do it: who deals is the dealer and nothing else, so two sign as two."""
    if person.id == state.dealing.dealer:
        return "dealer" if "dealer" in step.who else None
    if "floorperson" in step.who and person.may("floorperson") and not plays_here(state, person.id):
        return "floorperson"
    if "player" in step.who and (step.player or next(iter(state.company.arrived), "")) == person.id:
        return "player"
    return None


def done_with_cards(
    state: TableState, step: DealerStep, by: str, dealer: Dealer, entered: str
) -> Sequence[NewEvent] | Refusal:
    """What the step does besides being signed: with the cards of the shoe's order, or with real ones."""
    scanner = Scanner(dealer.rules, dealer.orders) if state.dealing.mode == "scanned" else None
    if scanner is not None and step.reads_decks and step.item is not None:
        return scanner.receive(state, entered, by, step.item.what)
    if step.id == TURN:
        return dealer.turn(state) if scanner is None else scanner.turn(state, entered, by)
    if scanner is not None and step.id == COUNT:
        return scanner.count(state, entered, by)
    if step.deed is None:
        return []
    scanned = scanner.perform(state, step.deed, entered, by) if scanner is not None else None
    return dealer.perform(state, step.deed) if scanned is None else scanned


def caused(
    state: TableState, step: DealerStep, person: str, role: RoleName, dealer: Dealer, entered: str
) -> Sequence[NewEvent] | Refusal:
    said = [announced(step.says, person)] if step.says is not None else []
    signed = [codec.new(acknowledged(step.item, person, role))] if step.item is not None else []
    if step.id == SHOW_BURNED and step.item is not None:
        return burned_shown(state, acknowledged(step.item, person, role), dealer, entered)
    if isinstance(step.event, t.RecutOrdered | JackpotCancelled):
        return [codec.new(replace(step.event, by=person))]
    if step.event is not None:
        return [*said, *signed, codec.new(step.event)]
    if step.id == ANSWER_ABSENT:
        assert step.deed is not None
        answers = answered_for(state, step.deed, person, dealer)
        return [*answers, *totals_after(state, answers, dealer)]
    asked = step if role == "dealer" else replace(step, reads_decks=False)  # cards are entered by who deals
    done = done_with_cards(state, asked, person, dealer, entered)
    if isinstance(done, Refusal):
        return done
    if any(each.kind == t.DecksCounted.kind for each in done):
        return [*done, *signed] if len(done) == 1 else done  # what is not complete is not received
    return [*said, *signed, *done, *totals_after(state, done, dealer)]


def burned_shown(
    state: TableState, shown: t.StepPerformed, dealer: Dealer, entered: str
) -> Sequence[NewEvent] | Refusal:
    """Which card it was is in the log; a real one is entered when it is turned for the first time."""
    place, turned = state.dealing.burned, list[NewEvent]()
    assert place is not None
    if state.shoe.real:
        scanned = Scanner(dealer.rules, dealer.orders).show_burned(state, entered, shown.by)
        if isinstance(scanned, Refusal) or any(each.kind == t.ScanRefused.kind for each in scanned):
            return scanned
        turned += scanned
    card = entered_among(turned, dealer.orders.card_at)(place)
    return [*turned, codec.new(replace(shown, what=str(card)))]


def announced(said: Announcement, person: str) -> NewEvent:
    return codec.new(t.StepPerformed(ANNOUNCE, person, "dealer", said.cite, said.words), actor=person)


def entered_among(done: Sequence[NewEvent], otherwise: codec.CardAt) -> codec.CardAt:
    """A real card is at its place once it is stored; until then it is in what is about to be. One that a
    device sealed is nobody's to know, and no total that is announced counts it."""
    entered = [codec.event_in(each) for each in done if each.kind in (t.CardScanned.kind, t.CardSealed.kind)]
    places = {t.Place(each.shoe, each.at): getattr(each, "card", UNKNOWN) for each in entered}
    return lambda place: places[place] if place in places else otherwise(place)


def totals_after(state: TableState, done: Sequence[NewEvent], dealer: Dealer) -> Sequence[NewEvent]:
    """The total of the hand that got a card, or of all when each has two, and naturals when the dealer has
    none, where they are to be announced: by who deals, whoever had the card come. An exposed card comes with
    the decision that takes it."""
    person = state.dealing.dealer
    if not person or not any(each.kind in SPOKEN_AFTER for each in done):
        return []
    said: Announcement | None = None
    card_at = entered_among(done, dealer.orders.card_at)
    for each in done:
        due = next_step(dealer.rules, state.round) if each.kind in DEALT else None
        event = codec.event_in(each, card_at)
        state = evolve(state, event)
        if isinstance(due, CardDue):
            said = after(dealer.rules, due, state.round)
        elif isinstance(event, HoleChecked) and not event.natural:
            said = after_check(dealer.rules, state.round)
    return [announced(said, person)] if said is not None else []


def confirmed_call(rules: TableRules, state: TableState, events: Sequence[NewEvent]) -> t.WagerCalled | None:
    """The spoken wager that these events confirm to the last signature."""
    if not events or events[0].kind != t.StepPerformed.kind or events[0].data["step"] != CONFIRM:
        return None
    state = evolve(state, codec.event_in(events[0]))
    for called in state.dealing.called:
        item = confirmation(rules, called)
        if item.what == events[0].data["what"] and not unsigned(state.dealing, item):
            return called
    return None


def acknowledged(item: ChecklistItem, person: str, role: RoleName) -> t.StepPerformed:
    return t.StepPerformed(item.step, person, role, item.cite, item.what)


def answered_for(state: TableState, deed: Duty, by: str, dealer: Dealer) -> Sequence[NewEvent]:
    """What the clock would answer at a table that has one, in the name of who has it given."""
    ran_out, *answer = dealer.perform(state, deed)
    assert ran_out.kind == t.ClockRanOut.kind
    return [codec.new(f.AbsentAnswered(str(ran_out.data["person"]), by)), *answer]
