"""The views of one table: what all see is made once for each change, and each person's own part beside it.
What did not change stays the same object, so that whatever is made of it can be used again."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import NamedTuple

from vingt.core.rules.table_rules import TableRules
from vingt.live.deciding import Patron
from vingt.live.events import TableOpened
from vingt.live.own_view import own
from vingt.live.people import People
from vingt.live.phrases import Spoken
from vingt.live.presence import Attendance
from vingt.live.prompts import prompts
from vingt.live.remembered import Remembered, steady
from vingt.live.showing import Shower, phase_of, wagers_offered
from vingt.live.table import RoundRecord, TableState
from vingt.live.view import Clock, RoundPlayed, TableView

KEPT = 100  # people whose own view is remembered


class Moment(NamedTuple):
    """All that a view is made of, at one time."""

    state: TableState
    version: int
    revision: int
    clock: Clock | None
    here: Attendance
    heard: tuple[Spoken, ...]
    out_of_service: str

    def same_as(self, other: Moment) -> bool:
        return self.state is other.state and self[1:] == other[1:]


class Shared(NamedTuple):
    moment: Moment
    names: dict[str, str]  # of everybody who is named in it
    view: TableView


class Own(NamedTuple):
    shared: TableView
    purse: int
    view: TableView


class Views:
    def __init__(self, table: str, opened: TableOpened, rules: TableRules, people: People) -> None:
        self._table, self._opened, self._rules, self._people = table, opened, rules, people
        self._shared: Shared | None = None
        self._own: OrderedDict[str, Own] = OrderedDict()
        self._rounds: Remembered[tuple[dict[str, str], RoundPlayed]] = Remembered(40)

    def of(self, person: str | None, moment: Moment, now: int) -> TableView:
        """Everything, and only what, this person may see and do; None is somebody who only watches."""
        shared = self._seen_by_all(moment, now)
        if person is None:
            return shared if shared.now == now else replace(shared, now=now)
        return replace(self._seen_by(person, moment, shared), now=now)

    def _seen_by_all(self, moment: Moment, now: int) -> TableView:
        last = self._shared
        if last is not None and last.moment.same_as(moment) and self._still(last.names):
            return last.view
        names: dict[str, str] = {}
        view = self._made(moment, names, now, last.view if last is not None else None)
        self._shared = Shared(moment, names, view)
        return view

    def _still(self, names: dict[str, str]) -> bool:
        name = self._people.name
        return all(name(person) == known for person, known in names.items())

    def _seen_by(self, person: str, moment: Moment, shared: TableView) -> TableView:
        purse, last = self._people.purse(person), self._own.get(person)
        if last is not None and last.shared is shared and last.purse == purse:
            return last.view
        state, rules = moment.state, self._rules
        you = Shower(rules, state, person, self._people.name, moment.here).you(purse)
        asked = tuple(
            sorted(prompts(rules, state, Patron(person, purse)), key=lambda prompt: not prompt.urgent)
        )
        if last is not None:
            you = last.view.you if last.view.you == you else you
            asked = steady(asked, last.view.prompts)
        view = replace(own(shared, person), prompts=asked, you=you)
        self._own[person] = Own(shared, purse, view)
        self._own.move_to_end(person)
        while len(self._own) > KEPT:
            self._own.popitem(last=False)
        return view

    def _made(self, moment: Moment, names: dict[str, str], now: int, last: TableView | None) -> TableView:
        def name_of(person: str) -> str:
            names[person] = name = self._people.name(person)
            return name

        rules, state, opened = self._rules, moment.state, self._opened
        shower = Shower(rules, state, None, name_of, moment.here)
        boxes, dealer, shoe = shower.boxes(), shower.dealer(), shower.shoe()
        payments = shower.payments(state.payments)
        if last is not None:
            boxes, payments = steady(boxes, last.boxes), steady(payments, last.payments)
            dealer = last.dealer if last.dealer == dealer else dealer
            shoe = last.shoe if last.shoe == shoe else shoe
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
            boxes=boxes,
            dealer=dealer,
            payments=payments,
            prompts=(),
            you=None,
            wagers=wagers_offered(rules),
            shoe=shoe,
            last_rounds=tuple(
                self._round(shower, record, not at, names) for at, record in enumerate(state.last_rounds)
            ),
            pace=state.pace,
            closed=state.closed,
            said=shower.said(moment.heard),
            out_of_service=moment.out_of_service,
        )

    def _round(self, shower: Shower, record: RoundRecord, newest: bool, names: dict[str, str]) -> RoundPlayed:
        def made() -> tuple[dict[str, str], RoundPlayed]:
            used: dict[str, str] = {}

            def name_of(person: str) -> str:
                used[person] = name = self._people.name(person)
                return name

            return used, replace(shower, name_of=name_of).round_played(record, newest)

        state = shower.state  # whose boxes those of the newest round are now, and who is ready there
        now = (state.held, state.ready, frozenset(shower.here.away)) if newest else None
        used, played = self._rounds.get((record,), now, made)
        if not self._still(used):
            used, played = made()
        names.update(used)
        return played
