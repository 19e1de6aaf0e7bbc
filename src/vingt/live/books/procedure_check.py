"""A table that a person deals, followed step by step: was each act due when it was done, and done by who may?

The same question is put to every event that was put to every command: `steps` of the state before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from vingt.core.cards import Card
from vingt.core.rounds import event as e
from vingt.core.rounds.evolve import evolve as evolve_round
from vingt.core.rounds.procedure import CardDue, next_step
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.state import MOVES_CARDS, evolve_shoe
from vingt.live.books.recheck import blank
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.chain import StoredEvent
from vingt.live.log.codec import CardHidden, event_of
from vingt.live.log.kinds import ROUND_EVENTS
from vingt.live.log.people_events import RoleName
from vingt.live.shoes.orders import Orders
from vingt.live.table.acts import act_of
from vingt.live.table.announcements import Announcement, after, after_check
from vingt.live.table.checklist import step_words
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.dealing import ANNOUNCE, SHOW_BURNED, evolve_dealing
from vingt.live.table.duty import burn_due, determinant_due
from vingt.live.table.entered_cards import entry_of
from vingt.live.table.evolve import evolve
from vingt.live.table.jackpot import claims_over
from vingt.live.table.rules_now import rules_now
from vingt.live.table.seating import missed_a_round
from vingt.live.table.state import TableState
from vingt.live.table.steps import steps

DEALT = (e.CardDealt.kind, e.UnseenCardDealt.kind)
BY_FLOOR = (
    f.ClocksSet.kind,
    f.CouponIssued.kind,
    f.IrregularityNoted.kind,
    f.LimitsPosted.kind,
    f.PlayerReadmitted.kind,
)
Held = Callable[[str, RoleName, int], bool]  # whether a person had a role at a moment
# What follows from an act as the next event of the same append, and is asked about with it.
FOLLOWS = {
    "answer_absent": "offer_cut",
    "shuffle_discards": "shuffle",
    "press_cancel_round": "void_round",
}
ENTERED_AGAIN = ("deal", "turn_hole_card")
OF_BOTH_SIDES = ("end_shoe", "order_reshuffle", "spread_cards")  # one act that ends both of a double shoe


class ProcedureCheck:
    """Follows the stream of one table that is not automatic."""

    def __init__(self, rules: TableRules, orders: Orders, held: Held) -> None:
        self._rules, self._orders, self._held = rules, orders, held
        self._state = TableState()
        self._blind = False  # a card is sealed: this round cannot be followed
        self._blind_in = 0  # the last round in which that was so
        self._excused = ""
        self._times: Counter[t.Place] = Counter()  # how often a real card was entered for its place
        self._reentering = 0  # cards that a floorperson has taken back, and enters again
        self._owed: Announcement | None = None  # a total that is to be announced before the next act

    @property
    def _in_force(self) -> TableRules:
        return rules_now(self._rules, self._state)

    def follow(self, stored: StoredEvent) -> Iterator[str]:
        """What is wrong with the event as a step of the procedure."""
        state = self._state
        excused, self._excused = self._excused, ""
        if stored.kind == t.DealerCame.kind:
            yield from self._came(event_of(stored), stored)
        elif stored.kind == t.CutMade.kind and stored.data["person"]:
            offered = state.shoe.cut_offered
            if offered is None or offered.person != stored.data["person"]:
                yield f"{stored.data['person']} cut, and was not offered the cut"
        elif stored.kind == t.ClockRanOut.kind:
            if not state.dealing.clocks and stored.data["clock"] != "seat":  # a box is given up by itself
                yield "a clock ran out, and none was running"
            self._excused = FOLLOWS["answer_absent"]
        elif stored.kind == t.DealerLeft.kind and stored.actor != stored.data["person"]:
            if not self._held(stored.actor, "floorperson", stored.at):
                yield f"{stored.actor} had {stored.data['person']} leave, and is no floorperson"
        elif stored.kind in BY_FLOOR:
            if (
                not self._held(stored.data["by"], "floorperson", stored.at)
                or stored.actor != stored.data["by"]
            ):
                yield f"{stored.actor} is no floorperson, and {stored.kind.replace('_', ' ')}"
            if stored.kind == f.PlayerReadmitted.kind:
                yield from self._readmitted(event_of(stored))
        elif stored.kind == t.ScanCorrected.kind:
            yield from self._corrected(event_of(stored), stored)
        elif stored.kind in (t.CardScanned.kind, t.CardSealed.kind):
            self._times[t.Place(stored.data["shoe"], stored.data["at"])] += 1
        elif stored.kind == f.IrregularityReported.kind:
            yield from self._reported(event_of(stored), stored)
        elif stored.kind == t.DecksCounted.kind and not self._blind:
            receiving = [each for each in steps(self._in_force, state, stored.at) if each.reads_decks]
            if not receiving or stored.actor != state.dealing.dealer:
                yield "decks were counted, and none were received by the dealer"
        act = act_of(stored)
        if act and act != excused and not self._blind and not self._by_the_house(stored):
            yield from self._act(stored, act)
        self._go_on(stored)

    def _by_the_house(self, stored: StoredEvent) -> bool:
        """A remedy is judged with its irregularity; a closed table is cleared; lost history ends a shoe."""
        if self._state.remedying or stored.data.get("why") == "history_lost":
            return True
        lost = stored.kind == t.Commanded.kind and "part of the log" in str(stored.data["command"].get("why"))
        clearing = stored.kind == t.ShoeEnded.kind and self._state.closed and not self._state.round_open
        return lost or clearing

    def _came(self, event: t.DealerCame, stored: StoredEvent) -> Iterator[str]:
        if event.person in self._state.people or self._state.rack(event.person):
            yield f"{event.person} plays at this table and deals"
        if event.person != stored.actor:
            yield f"{stored.actor} had {event.person} deal"
        if not self._held(event.person, "dealer", stored.at):
            yield f"{event.person} was no dealer when coming to deal"
        if event.relieves != self._state.dealing.dealer:
            yield f"{event.person} relieved {event.relieves or 'nobody'}, not {self._state.dealing.dealer}"

    def _corrected(self, event: t.ScanCorrected, stored: StoredEvent) -> Iterator[str]:
        by_floor = self._held(event.by, "floorperson", stored.at) and event.by != self._state.dealing.dealer
        if not by_floor or stored.actor != event.by:
            yield f"{stored.actor} is no floorperson other than the dealer, and corrected a card"
        if not event.why.strip():
            yield "a card was corrected without a reason"
        if not self._blind and entry_of(self._state.entered, event) is None:
            yield "a card was corrected that was not entered last: something was decided since"
        self._reentering = event.cards

    def _readmitted(self, event: f.PlayerReadmitted) -> Iterator[str]:
        barred = missed_a_round(self._in_force, self._state, event.person)
        if barred is None or barred.cite != event.cite:
            yield f"{event.person} was readmitted, and nothing barred them by [{event.cite}]"

    def _reported(self, event: f.IrregularityReported, stored: StoredEvent) -> Iterator[str]:
        if stored.actor not in ("", event.by):  # what a scan called the floor for is stored with the scan
            yield f"{stored.actor} reported as {event.by}"
        if not self._held(event.by, event.role, stored.at):
            yield f"{event.by} was no {event.role}, and reported what went wrong"

    def _act(self, stored: StoredEvent, act: str) -> Iterator[str]:
        if act == "order_reshuffle" and self._state.reshuffle_by:
            act = "end_shoe"  # the floor has ordered it before
        if act == "shuffle_discards" and not self._state.round_open:
            act = "end_shoe"  # of the discards that a round was finished from
        if stored.kind == t.CoverCardOut.kind:
            act = self._before_which(act)
        announcing = stored.kind == t.StepPerformed.kind and stored.data["step"] == ANNOUNCE
        if announcing:
            yield from self._announced(event_of(stored))
            return
        if self._owed is not None:
            yield f"{self._owed.words!r} was not announced [{self._owed.cite}]"
            self._owed = None
        again, now = self._reentering > 0 and act in ENTERED_AGAIN, self._state
        if again:
            self._reentering -= stored.kind == t.Commanded.kind
            now = now._replace(stopped_by="")  # the floor's own act is not what waits
        lawful = steps(self._in_force, now, stored.at)
        step = next((each for each in lawful if each.id == act or each.id.startswith(f"{act}, ")), None)
        if step is None:
            due = next((each for each in lawful if each.due), None)
            instead = f"{due.words} [{due.cite}]" if due is not None else "nothing"
            yield f"{act.replace('_', ' ')} was not due; due was: {instead}"
            return
        if not again:  # by the floorperson who corrects
            yield from self._done_by(stored, step)
        if step.says is not None and self._state.dealing.announced != step.says.words:
            yield f"{step.says.words!r} was not announced before it [{step.says.cite}]"
        both = act if act in OF_BOTH_SIDES and self._state.shoe.other is not None else ""
        self._excused = FOLLOWS.get(act, both)

    def _before_which(self, act: str) -> str:
        """The cover card comes out as a card is dealt, or as one is burned or drawn before the round."""
        if determinant_due(self._in_force, self._state):
            return "draw_determinant"
        return "burn_before_round" if burn_due(self._in_force, self._state) is not None else act

    def _done_by(self, stored: StoredEvent, step: DealerStep) -> Iterator[str]:
        dealer, actor = self._state.dealing.dealer, stored.actor
        role: RoleName = "dealer" if actor == dealer else "floorperson"
        if step.item is not None:
            event: t.StepPerformed = event_of(stored)
            role = event.role
            if event.by != actor:
                yield f"{actor} signed as {event.by}"
            if event.cite != step.cite:
                yield f"{step_words(event.step)}: ordered by {step.cite}, not {event.cite}"
            if event.step == SHOW_BURNED and event.what != (burned := self._burned() or event.what):
                yield f"{event.what} was shown, and {burned} was burned"
        if role not in step.who:
            yield f"{actor} did as {role} what is for {' and '.join(step.who)}: {step.words}"
        elif role == "player":
            if (step.player or next(iter(self._state.company.arrived), "")) != actor:
                yield f"{actor} is not the player whose step it is: {step.words}"
        elif role == "dealer" and actor != dealer:
            yield f"{actor} does not deal here: {step.words}"
        elif role == "floorperson" and (actor == dealer or not self._held(actor, "floorperson", stored.at)):
            yield f"{actor} is no floorperson other than the dealer: {step.words}"

    def _burned(self) -> str:
        """The card burned last; "" to who may not know it."""
        place = self._state.dealing.burned
        try:
            return str(self._card_at(place)) if place is not None else ""
        except CardHidden:
            return ""

    def _announced(self, event: t.StepPerformed) -> Iterator[str]:
        if event.by != self._state.dealing.dealer:
            yield f"{event.by} announced {event.what!r}, and does not deal"
        if self._owed is not None and event.what != self._owed.words:
            yield f"announced was {event.what!r}, and {self._owed.words!r} was due"
        self._owed = None

    def _go_on(self, stored: StoredEvent) -> None:
        """The state after it."""
        due = next_step(self._in_force, self._state.round) if stored.kind in DEALT else None
        try:
            event = event_of(stored, self._card_at)
        except CardHidden:
            self._blind, self._blind_in, event = True, self._state.round_number, None
        if self._blind and stored.kind in ROUND_EVENTS:
            self._go_on_blind(stored)
            return
        if event is None:
            return
        self._state = evolve(self._state, event, stored.at)
        if isinstance(event, t.ScanCorrected) and self._blind_in == self._state.round_number:
            self._blind = True  # it may have been over, and goes on
        if isinstance(due, CardDue) and not self._state.remedying and stored.kind in DEALT:
            self._owed = after(self._in_force, due, self._state.round)
        elif isinstance(event, e.HoleChecked) and not event.natural and not self._state.remedying:
            self._owed = after_check(self._in_force, self._state.round)

    def _go_on_blind(self, stored: StoredEvent) -> None:
        """Of a round with sealed cards: how many leave the shoe, the wagers to take and pay, and its end."""
        event: e.Event = event_of(stored, blank)
        state = self._state
        if stored.kind in MOVES_CARDS:
            state = state._replace(shoe=evolve_shoe(state.shoe, event))
        match event:
            case e.WagerSettled() | e.WagerUnwound():
                dealing = evolve_dealing(state.dealing, state.shoe, event, stored.at)
                state = state._replace(dealing=dealing)
            case e.RoundVoided():
                state = state._replace(round=evolve_round(state.round, event))
            case e.RoundEnded():
                held = state.jackpot.held
                if held is not None and held.claim:
                    state = state._replace(jackpot=claims_over(state.jackpot))
                state, self._blind = evolve(state, event, stored.at), False
            case _:
                pass
        self._state = state

    def _card_at(self, place: t.Place) -> Card:
        if not self._orders.scans.knows(place.shoe):
            return self._orders.card_at(place)
        return self._orders.scans.card_entered(place, self._times[place])
