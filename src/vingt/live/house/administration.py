"""What an administrator does to people and tables, each act an event that says who did it."""

from __future__ import annotations

from dataclasses import dataclass

from vingt.core.progressive.meter import MeterSetup
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.submission import Submission
from vingt.live.house.house import Accepted, House
from vingt.live.house.named_tables import name_for
from vingt.live.house.table_actor import LiveTable
from vingt.live.log import codec
from vingt.live.log.events import DealingMode
from vingt.live.log.filing import playable_rules
from vingt.live.log.people_events import RoleName
from vingt.live.people.people import WrongName
from vingt.live.people.person import Person
from vingt.live.progressive.meter_book import meter_id
from vingt.live.table.limits import Limits
from vingt.live.table.mishap_menu import MishapChoice
from vingt.live.table.mishaps import Mishap
from vingt.rulebook import library

NOT_YOURSELF = "ask another administrator: nobody does that to oneself"


class NotPermitted(Exception):
    """Only an administrator may, or not this to oneself."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a person is: at a table, with boxes, chips and wagers there; `connected` looks at it now."""

    table: LiveTable
    boxes: tuple[int, ...]
    chips: int
    in_play: int
    connected: bool


@dataclass(frozen=True, slots=True)
class Whereabouts:
    person: Person
    purse: int
    sessions: int
    places: tuple[TablePlace, ...]

    @property
    def online(self) -> bool:
        return any(place.connected for place in self.places)


@dataclass
class Administration:
    house: House

    # -- who is where --------------------------------------------------------------------------------------

    def everybody(self) -> list[Whereabouts]:
        """Who is here now comes first, then accounts, then guests."""
        people = [self.whereabouts(person) for person in self.house.people.everybody()]
        return sorted(
            people, key=lambda each: (not each.online, each.person.guest, each.person.name.casefold())
        )

    def whereabouts(self, person: Person) -> Whereabouts:
        people = self.house.people
        places = [place for table in self.house.tables() if (place := place_of(table, person.id))]
        return Whereabouts(person, people.purse(person.id), len(people.sessions(person.id)), tuple(places))

    # -- acts ----------------------------------------------------------------------------------------------

    def allowed(self, by: Person) -> None:
        known = self.house.people.get(by.id)  # as of now: a role may have been taken a moment ago
        if known is None or known.blocked or not known.may("administrator"):
            raise NotPermitted("this is for administrators")

    def allowed_as(self, by: Person, *roles: RoleName) -> RoleName:
        """The first of these roles that the person has now."""
        known = self.house.people.get(by.id)
        for role in roles if known is not None and not known.blocked else ():
            if known is not None and known.may(role):
                return role
        raise NotPermitted(f"this is for {' and '.join(f'{role}s' for role in reversed(roles))}")

    def _others(self, by: Person, person: str) -> None:
        self.allowed(by)
        if by.id == person:
            raise NotPermitted(NOT_YOURSELF)

    async def open_table(
        self, by: Person, submission: Submission, name: str = "", dealing: DealingMode = "automatic"
    ) -> LiveTable:
        """A table of the house's, for all; what bars its submission is raised before anything is stored."""
        self.allowed(by)
        named = name or name_for(self.house, playable_rules(submission).title)
        return await self.house.open_table(submission, by.id, name=named, dealing=dealing)

    async def close_table(self, by: Person, table: str) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson")
        return await self.house.close_table(table, by.id)

    async def post_limits(self, by: Person, table: str, limits: Limits) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson")
        return await self.house.table(table).post_limits(limits, by.id)

    # -- the floor -----------------------------------------------------------------------------------------

    def mishaps(self, by: Person, table: str) -> tuple[MishapChoice, ...]:
        """What can have happened there just now, as far as this person may report it."""
        return self.house.table(table).mishaps(by.id, self.allowed_as(by, "floorperson", "dealer"))

    async def report(
        self, by: Person, table: str, mishap: Mishap, number: int | None = None
    ) -> Accepted | Refusal:
        role = self.allowed_as(by, "floorperson", "dealer")
        return await self.house.table(table).report(mishap, by.id, role, number)

    async def stop_dealing(self, by: Person, table: str) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson", "dealer")
        return await self.house.table(table).stop_dealing(by.id)

    async def resume_dealing(self, by: Person, table: str) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson", "dealer")
        return await self.house.table(table).resume_dealing(by.id)

    async def order_reshuffle(self, by: Person, table: str) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson")
        return await self.house.table(table).order_reshuffle(by.id)

    async def order_chips(self, by: Person, table: str, amount: int) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson")
        return await self.house.table(table).order_chips(amount, by.id)

    async def count_chips(self, by: Person, table: str, number: int) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson", "dealer")
        return await self.house.table(table).count_chips(number, by.id)

    async def withdraw_chips(self, by: Person, table: str, number: int) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson")
        return await self.house.table(table).withdraw_chips(number, by.id)

    async def order_recut(self, by: Person, table: str, *, to_next: bool = False) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson")
        return await self.house.table(table).order_recut(by.id, to_next=to_next)

    async def relieve_dealer(self, by: Person, table: str) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson")
        return await self.house.table(table).relieve_dealer(by.id)

    async def set_clocks(self, by: Person, table: str, running: bool) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson")
        return await self.house.table(table).set_clocks(running, by.id)

    async def issue_coupon(self, by: Person, table: str, person: str, amount: int) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson")
        return await self.house.table(table).issue_coupon(person, amount, by.id)

    async def readmit(self, by: Person, table: str, person: str) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson")
        return await self.house.table(table).readmit(person, by.id)

    async def note_irregularity(self, by: Person, table: str, number: int) -> Accepted | Refusal:
        self.allowed_as(by, "floorperson")
        return await self.house.table(table).note_irregularity(number, by.id)

    async def confirm_payment(self, by: Person, table: str) -> Accepted | Refusal:
        """A win above the threshold: hand and win are right, says who is signed in as a supervisor."""
        self.allowed_as(by, "floorperson")
        return await self.house.table(table).confirm_payment(by.id)

    async def change_meter(
        self, by: Person, id: str, reset: int, maximum: int | None
    ) -> Accepted | MeterSetup | Refusal:
        """Another configuration of a meter, at or above the printed minimum, asked for by two administrators:
        the first is answered with what is proposed."""
        self.allowed(by)
        desk, least = self.house.meters, self.least_reset(id)
        async with desk.lock:
            state = desk.record(id).state
            if not state.open or least is None:
                return Refusal("nobody has played for this meter yet")
            if len(state.terms.law) > 1:
                return Refusal("its trigger lies by bands with weights: a submission states them")
            law = ((reset, maximum, 1),) if maximum is not None else ()
            setup = MeterSetup(state.terms.initial, reset, maximum, law, least, state.terms.cite)
            events = desk.changed(id, setup, by.id)
            if isinstance(events, MeterSetup | Refusal):
                return events
            record = desk.record(id)
            batch = (record.version, [codec.new(event, actor=by.id) for event in events])
            desk.follow(await self.house.store.append({record.stream: batch}))
            return Accepted(record.version)

    def least_reset(self, id: str) -> int | None:
        """The greatest printed minimum of the rulebooks whose tables feed the meter."""
        least = [
            printed.reset_min
            for table in self.house.tables()
            for wager in table.rules.wagers
            for meter in wager.meters
            if meter_id(table.id, wager.id, meter) == id
            for printed in library.load(table.rules.address).wagers[wager.id].meters
            if printed.name == meter.name and wager.paytable.id in printed.paytables
        ]
        return max(least, default=None)

    # -- people --------------------------------------------------------------------------------------------

    async def eject(self, by: Person, table: str, person: str) -> str:
        """Now, or when the round is over; what was done, in words. WrongName where nobody is there."""
        self.allowed(by)
        known = self.house.people.get(person)
        live = self.house.table(table)
        if known is None or place_of(live, person) is None:
            raise WrongName(f"{self.house.people.name(person)} is not at {live.name}")
        answer = await live.eject(person, by.id)
        if not isinstance(answer, Refusal):
            return f"{known.name} was ejected from {live.name}"
        if await live.eject_later(person, by.id):
            return f"{known.name} has wagers in play at {live.name} and is ejected when the round is over"
        raise WrongName(str(answer))

    async def block(self, by: Person, person: str, why: str = "") -> None:
        """Out of every session at once, and from every table as soon as nothing of theirs is in play."""
        self._others(by, person)
        await self.house.people.block(person, by.id, why)
        for table in self.house.tables():
            place = place_of(table, person)
            if place is not None and (place.boxes or place.chips or place.in_play):
                await self.eject(by, table.id, person)
        self._show_out(person)

    def _show_out(self, person: str) -> None:
        """Whoever still looks on is shown that the session is over."""
        for table in self.house.tables():
            if table.presence.is_connected(person):
                table.nudge()

    async def unblock(self, by: Person, person: str) -> None:
        self.allowed(by)
        await self.house.people.unblock(person, by.id)

    async def give_role(self, by: Person, person: str, role: RoleName) -> None:
        self.allowed(by)
        known = self.house.people.get(person)
        if known is not None and known.guest:  # whose purse may be anybody's who has the link
            raise WrongName("a guest gets no roles: an account is needed")
        await self.house.people.give_role(person, role, by.id)

    async def take_role(self, by: Person, person: str, role: RoleName) -> None:
        self.allowed(by)
        await self.house.people.take_role(person, role, by.id)

    async def end_sessions(self, by: Person, person: str) -> None:
        self._others(by, person)
        await self.house.people.end_sessions(person, by.id)
        self._show_out(person)

    async def reset_password(self, by: Person, person: str) -> str:
        self._others(by, person)
        password = await self.house.people.reset_password(person, by.id)
        self._show_out(person)
        return password


def place_of(table: LiveTable, person: str) -> TablePlace | None:
    state = table.state
    boxes, chips, lying = state.held_by(person), state.rack(person), state.in_play(person)
    connected = table.presence.is_connected(person)
    if not (boxes or chips or lying or connected):
        return None
    return TablePlace(table, boxes, chips, lying, connected)
