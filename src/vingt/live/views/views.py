"""The views of one table: what all see is made once for each change, and each person's own part beside it.
What did not change stays the same object, so that whatever is made of it can be used again."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import NamedTuple

from vingt.core.cite import Cite
from vingt.core.rounds.procedure import Step, next_step
from vingt.core.rounds.state import Box
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.events import TableOpened
from vingt.live.memory import Remembered, steady
from vingt.live.people.people import People
from vingt.live.table.decision import Patron
from vingt.live.table.phrases import Spoken
from vingt.live.table.presence import Attendance
from vingt.live.table.rules_now import rules_now
from vingt.live.table.state import RoundRecord, TableState
from vingt.live.views.common_view import Shower, phase_of, turn_of, wagers_offered
from vingt.live.views.own_view import own_boxes, own_payments, own_rounds
from vingt.live.views.prompts import prompts
from vingt.live.views.view import BoxSeen, Clock, LimitsSeen, Payment, RoundPlayed, TableView

KEPT = 100  # people whose own view is remembered


class TableMoment(NamedTuple):
    """All that a view is made of, at one time."""

    state: TableState
    version: int
    revision: int
    clock: Clock | None
    here: Attendance
    heard: tuple[Spoken, ...]
    out_of_service: str
    renamed: int  # people's names are those of this count
    spread_by: Cite | None  # the clause under which the first player looks the cards over now

    def same_as(self, other: TableMoment) -> bool:
        return self.state is other.state and self[1:] == other[1:]


class Shared(NamedTuple):
    moment: TableMoment
    view: TableView


class Own(NamedTuple):
    shared: TableView
    purse: int
    view: TableView


def with_cards_held(boxes: tuple[BoxSeen, ...], shower: Shower) -> tuple[BoxSeen, ...]:
    """Who plays a hand sees the cards of it that lie face down to all others."""
    round_, person = shower.state.round, shower.person or ""
    own = [
        box.number
        for box in round_.boxes
        if box.bettor(person) is not None and any(hand.face_down for hand in box.hands)
    ]
    if not own:
        return boxes
    seen = shower.seen
    due = next_step(shower.rules, round_) if shower.state.round_open else None
    return tuple(
        shower.box(box.number, seen.box(box.number), due) if box.number in own else box for box in boxes
    )


class Views:
    def __init__(self, table: str, opened: TableOpened, rules: TableRules, people: People) -> None:
        self._table, self._opened, self._rules, self._people = table, opened, rules, people
        self._shared: Shared | None = None
        self._own: OrderedDict[str, Own] = OrderedDict()
        self._rounds: Remembered[RoundPlayed] = Remembered(40)
        self._boxes: Remembered[BoxSeen] = Remembered(40)
        self._payments: Remembered[tuple[Payment, ...]] = Remembered(4)

    def of(self, person: str | None, moment: TableMoment, now: int) -> TableView:
        """Everything, and only what, this person may see and do; None is somebody who only watches."""
        shared = self._seen_by_all(moment, now)
        seen = shared if person is None else self._seen_by(person, moment, shared, now)
        return seen if seen.now == now else replace(seen, now=now)

    def _seen_by_all(self, moment: TableMoment, now: int) -> TableView:
        last = self._shared
        if last is not None and last.moment.same_as(moment):
            return last.view
        view = self._made(moment, now, last.view if last is not None else None)
        self._shared = Shared(moment, view)
        return view

    def _seen_by(self, person: str, moment: TableMoment, shared: TableView, now: int) -> TableView:
        purse, last = self._people.purse(person), self._own.get(person)
        if last is not None and last.shared is shared and last.purse == purse:
            return last.view
        state, rules = moment.state, rules_now(self._rules, moment.state)
        shower = Shower(rules, state, person, self._people.name, moment.here)
        you = shower.you(purse)
        prompts_now = prompts(rules, state, Patron(person, purse), moment.spread_by)
        if len(prompts_now) > 1:
            prompts_now = tuple(sorted(prompts_now, key=lambda prompt: not prompt.urgent))
        if last is not None:
            you = last.view.you if last.view.you == you else you
            prompts_now = steady(prompts_now, last.view.prompts)
        view = replace(
            shared,
            now=now,
            boxes=with_cards_held(own_boxes(shared.boxes, person), shower),
            payments=own_payments(shared.payments, person),
            prompts=prompts_now,
            you=you,
            last_rounds=own_rounds(shared.last_rounds, person),
        )
        self._own[person] = Own(shared, purse, view)
        self._own.move_to_end(person)
        while len(self._own) > KEPT:
            self._own.popitem(last=False)
        return view

    def _made(self, moment: TableMoment, now: int, last: TableView | None) -> TableView:
        rules, state, opened = rules_now(self._rules, moment.state), moment.state, self._opened
        shower = Shower(rules, state, None, self._people.name, moment.here)
        dealer, shoe = shower.dealer(), shower.shoe()
        rounds = tuple(
            [self._round(shower, moment, each, not at) for at, each in enumerate(state.last_rounds)]
        )
        if last is not None:
            dealer = last.dealer if last.dealer == dealer else dealer
            shoe = last.shoe if last.shoe == shoe else shoe
            rounds = steady(rounds, last.last_rounds)
        return TableView(
            table=self._table,
            name=opened.name,
            title=rules.title,
            rulebook=rules.rulebook,
            submission=str(opened.submission.get("title", "")),
            private=opened.private,
            currency=rules.currency,
            main_wager=rules.main_wager,
            minimum=rules.wagering.minimum,
            maximum=rules.wagering.maximum,
            chip_unit=rules.wagering.chip_unit,
            chips=rules.wagering.chips,
            version=moment.version,
            revision=moment.revision,
            now=now,
            phase=phase_of(state),
            round=state.round_number,
            clock=moment.clock,
            waiting_for=shower.waiting_for(),
            boxes=self._every_box(shower, moment),
            dealer=dealer,
            payments=self._payments.get(
                (state.payments, state.jackpot.bonuses),
                moment.renamed,
                lambda: shower.payments(state.payments, state.jackpot.bonuses),
            ),
            prompts=(),
            you=None,
            wagers=wagers_offered(rules),
            shoe=shoe,
            last_rounds=rounds,
            pace=state.pace,
            closed=state.closed,
            said=shower.said(moment.heard),
            out_of_service=moment.out_of_service,
            limits_next=LimitsSeen(*state.posted) if state.posted and state.posted != state.limits else None,
            limits_are_new=state.limits_are_new,
            stopped=bool(state.stopped_by),
            announced=state.dealing.announced,
            dealing=state.dealing.mode,
            dealt_by=self._people.name(state.dealing.dealer) if state.dealing.dealer else "",
            irregularities=shower.irregularities() if state.irregularities else (),
            community=shower.community(),
        )

    def _every_box(self, shower: Shower, moment: TableMoment) -> tuple[BoxSeen, ...]:
        state = shower.state
        due = next_step(shower.rules, state.round) if state.round_open else None
        dealt = {box.number: box for box in shower.seen.boxes}
        held = {seat.box: seat for seat in state.held}

        def seen(number: int, box: Box | None, due: Step | None) -> BoxSeen:
            holder = held.get(number)
            known = (
                number,
                holder,
                holder is not None and holder.person in shower.here.away,
                tuple([bettor.player in state.ready for bettor in box.bettors]) if box else (),
                turn_of(due, number),
                moment.renamed,
            )
            return self._boxes.get((box,), known, lambda: shower.box(number, box, due))

        return tuple([seen(each, dealt.get(each), due) for each in range(1, self._rules.box_count + 1)])

    def _round(self, shower: Shower, moment: TableMoment, record: RoundRecord, newest: bool) -> RoundPlayed:
        state = shower.state  # whose boxes those of the newest round are now, and who is ready there
        now = (state.held, state.ready, frozenset(shower.here.away)) if newest else None
        return self._rounds.get((record,), (now, moment.renamed), lambda: shower.round_played(record, newest))
