"""A table that a person deals, with a dealer, a floorperson and players, all by their own commands."""

from __future__ import annotations

from collections.abc import Callable

from tests.live.quiet_house import Arranged, HandClock, MemoryStore, Table, quiet_house
from vingt.core.rounds import command as c
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.rules_json import to_json
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.house import House
from vingt.live.house.table_actor import LiveTable
from vingt.live.house.table_writer import Accepted
from vingt.live.log import codec
from vingt.live.log.events import DealingMode, TableOpened
from vingt.live.log.people_events import RoleName
from vingt.live.log.store import TABLE
from vingt.live.shoes.orders import Orders
from vingt.live.table.commands import DeclineCut, PerformStep, TakeTable
from vingt.live.table.dealer_step import DealerStep
from vingt.rulebook import library

DEALT = "9s 6h 8d Kc 5h 5d Jc"
BOTH, DEALER, FLOOR = ("dealer", "floorperson"), ("dealer",), ("floorperson",)  # who signs a step
MANUAL_MA = ("riffle", "riffle#2", "strip", "riffle#3", "turn_and_riffle", "single_stack")  # in Massachusetts


class GuidedTable(Table):
    """Dee deals, Fay is the floorperson; players come as they like."""

    dee: str
    fay: str

    @property
    def due(self) -> DealerStep | None:
        return next((step for step in self.live.steps() if step.due), None)

    def lawful(self) -> list[str]:
        return [step.id for step in self.live.steps()]

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


async def at_the_decks(rules: str, **choices: object) -> GuidedTable:
    """Dee deals, everything is signed; the decks are due."""
    table = await guided_table(library.table_rules(rules, choices))
    await table.must(table.dee, TakeTable())
    await table.go_on("receive_decks")
    return table


async def at_the_shuffle(rules: str, **choices: object) -> tuple[GuidedTable, str]:
    """A shoe is loaded and no card dealt; the floor has the cards shuffled again."""
    table = await at_the_decks(rules, **choices)
    ann = await table.come("Ann", 1)
    await table.go_on("start_round")
    await table.must_do(table.fay, "order_reshuffle")
    return table, ann


async def round_begun(table: GuidedTable) -> str:
    await table.must(table.dee, TakeTable())
    ann = await table.come("Ann", 1)
    await table.go_on(lambda: table.live.state.betting)
    await table.must(ann, c.PlaceWager(ann, 1, 1_000))
    return ann


async def play_out(table: GuidedTable, player: str, box: int = 1, hits: int = 0) -> None:
    """The round to its end: the dealer does what is due, the player hits so often, and stands."""
    while table.live.state.round_open:
        if (step := table.due) is not None:
            await table.must_do(table.dee, step.id)
            continue
        if hits and isinstance(await table.give(player, c.Hit(player, box)), Accepted):
            hits -= 1
        elif isinstance(await table.give(player, c.Stand(player, box)), Refusal):
            await table.give(player, c.DeclineInsurance(player, box))


def cited(table: GuidedTable, step: str) -> set[str]:
    """The clauses by which a step of the log was done."""
    done = [each for each in table.house.store.read(table.live.stream) if each.data.get("step") == step]
    return {clause for each in done for clause in each.data["cite"]["clauses"]}
