"""A table that a person deals, with a dealer, a floorperson and players, all by their own commands."""

from __future__ import annotations

from collections.abc import Callable

from tests.live.quiet_house import Arranged, HandClock, MemoryStore, Table, quiet_house
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.rules_json import to_json
from vingt.core.rules.table_rules import TableRules
from vingt.live.books.audit import AuditReport, Snapshot, verify
from vingt.live.house.house import House
from vingt.live.house.table_actor import LiveTable
from vingt.live.house.table_writer import Accepted
from vingt.live.log import codec
from vingt.live.log.events import DealingMode, TableOpened
from vingt.live.log.people_events import RoleName
from vingt.live.log.store import TABLE
from vingt.live.shoes.orders import Orders
from vingt.live.table.commands import DeclineCut, PerformStep
from vingt.live.table.dealer_step import DealerStep
from vingt.rulebook import library

DEALT = "9s 6h 8d Kc 5h 5d Jc"


class GuidedTable(Table):
    """Dee deals, Fay is the floorperson; players come as they like."""

    dee: str
    fay: str

    @property
    def due(self) -> DealerStep | None:
        return next((step for step in self.live.steps() if step.due), None)

    def lawful(self) -> list[str]:
        return [step.id for step in self.live.steps()]

    async def staff(self, login: str, role: RoleName) -> str:
        """Somebody with a role and no password."""
        person, _ = await self.house.people.welcome(login.title())
        await self.house.people.give_role(person.id, role, "house")
        return person.id

    async def do(self, person: str, step: str) -> Accepted | Refusal:
        return await self.give(person, PerformStep(step))

    async def must_do(self, person: str, step: str) -> None:
        answer = await self.do(person, step)
        assert isinstance(answer, Accepted), f"{step}: {answer}"

    async def go_on(self, until: Callable[[], bool] | str) -> list[str]:
        """Every due step, done by whom it is for, until this one is due or this is so."""
        done: list[str] = []
        while (step := self.due) is not None or await self.cut_declined():
            if step is None:
                continue
            if step.id == until or (callable(until) and until()):
                return done
            for role in step.who[:1] if step.who[0] == "player" else step.who:
                await self.must_do(self.who_is(role), step.id)
            done.append(step.id)
        return done

    async def cut_declined(self) -> bool:
        """The dealer cuts then, in the middle, where the arranged cards lie."""
        shoe = self.live.state.shoe
        if shoe.stage != "offered" or shoe.cut_offered is None:
            return False
        await self.must(shoe.cut_offered.person, DeclineCut())
        return True

    def who_is(self, role: RoleName) -> str:
        if role == "player":
            return self.live.state.company.arrived[0]
        return self.dee if role == "dealer" else self.fay

    def verified(self) -> AuditReport:
        store = self.house.store
        report = verify(Snapshot(store, store.streams()), self.house._vault)
        if report.sound:  # nor does one without the key find anything
            assert verify(Snapshot(store, store.streams())).problems == []
        return report


async def guided_table(
    rules: TableRules | str = "md-pontoon-21",
    shoes: Arranged | None = None,
    dealing: DealingMode = "guided",
    **choices: object,
) -> GuidedTable:
    given = library.table_rules(rules, choices) if isinstance(rules, str) else rules
    clock = HandClock()
    house = quiet_house(clock, shoes or Arranged(DEALT), MemoryStore(clock))
    live = await opened(house, given, dealing=dealing)
    table = GuidedTable(house, live, clock)
    table.dee, table.fay = await table.staff("dee", "dealer"), await table.staff("fay", "floorperson")
    return table


async def opened(
    house: House, rules: TableRules, id: str = "t1", dealing: DealingMode = "guided"
) -> LiveTable:
    opened = TableOpened(
        "Test", rules.rulebook, {}, rules.identity, to_json(rules), False, "house", dealing=dealing
    )
    store, vault, around = house.store, house._vault, house._around
    if f"{TABLE}{id}" not in store.streams():
        await store.append({f"{TABLE}{id}": (0, [codec.new(opened)])})
    live = LiveTable(id, opened, rules, Orders(id, vault), around)
    live.rebuild()
    house._tables[id] = live
    live.start()
    return live
