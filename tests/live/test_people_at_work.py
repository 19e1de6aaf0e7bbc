"""Tables that people deal, at random: dealers, floorpersons and players do whatever is offered to them,
things go wrong, the house is killed. What is offered is accepted; the log is sound and leads to the same."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random

import pytest
from hypothesis import HealthCheck, given, note, reject, settings
from hypothesis import strategies as st

from tests.exploring import examples
from tests.live.guided_table import GuidedTable, opened
from tests.live.quiet_house import Arranged, HandClock, MemoryStore, quiet_house
from tests.rounds.permitted import tables
from vingt.core.cards import Card
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import counts_of
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.table_actor import Accepted
from vingt.live.log.events import DealingMode, RealCardsShuffled, RoleName
from vingt.live.log.filing import refuse_unplayable
from vingt.live.log.playability import NotPlayable
from vingt.live.table.commands import (
    HandOverTable,
    LeaveTable,
    PerformStep,
    TakeSeat,
    TakeTable,
    read_command,
)
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.limits import Limits
from vingt.live.table.mishap_menu import read_mishap
from vingt.live.table.performing import Staff, role_for
from vingt.live.table.state import TableState
from vingt.live.views.view import Choice
from vingt.rulebook.library import RULEBOOKS

STEPS = 160
HOUR = 3_600_000
PLAYERS = 4
DRAWN = ("unexposed_card", "exposed_card", "face_up_card", "dealer_overdraw")
GOING = ("leave_seat", "leave_table")
ASKED = {"double": 3, "split": 5, "hit": 2}  # liked better than other answers


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("mode", ["guided", "scanned"])
@settings(
    max_examples=examples(2),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_whatever_is_offered_is_done_and_sound(
    rulebook: str, mode: DealingMode, data: st.DataObject, seed: int
) -> None:
    rules = data.draw(tables(rulebook)).rules
    try:
        refuse_unplayable(rules)
    except NotPlayable:
        reject()
    asyncio.run(at_work(rules, mode, Random(seed)))


async def at_work(rules: TableRules, mode: DealingMode, chance: Random) -> None:
    clock = HandClock()
    house = quiet_house(clock, Arranged(seed=chance.randrange(1000)), MemoryStore(clock))
    table = GuidedTable(house, await opened(house, rules, dealing=mode), clock)
    floor = Floor(table, mode, chance)
    try:
        await floor.open()
        for _ in range(STEPS):
            await floor.step()
        await floor.kill()
    finally:
        await table.live.stop()
    assert table.verified().problems == []


class Floor:
    def __init__(self, table: GuidedTable, mode: DealingMode, chance: Random) -> None:
        self.table, self.mode, self.chance = table, mode, chance
        self.dealers: list[str] = []
        self.floor: list[str] = []
        self.players: list[str] = []
        self.shoe: list[Card] = []  # of real cards, the next one last
        self.hole: Card | None = None  # lies there, and nobody has read it
        self.looked = 0  # how far the log was looked at for a shuffle

    @property
    def state(self) -> TableState:
        return self.table.live.state

    async def open(self) -> None:
        for name, role, among in (
            ("dee", "dealer", self.dealers),
            ("dan", "dealer", self.dealers),
            ("fay", "floorperson", self.floor),
            ("flo", "floorperson", self.floor),
        ):
            among.append(await self.table.staff(name, role))  # type: ignore[arg-type]
        await self.table.must(self.dealers[0], TakeTable())
        await self.come()
        await self.come()

    async def step(self) -> None:
        what, seldom = self.chance.random(), 0.04 if self.state.round_open else 0.02
        if what < seldom:
            await self.go_wrong()
        elif what < 0.06:
            await self.order()
        elif what < 0.09:
            others: list[Callable[[], Awaitable[None]]] = [
                self.come,
                self.go,
                self.relieve,
                self.wait,
                self.kill,
            ]
            await self.chance.choice(others)()
        elif what < 0.6 and await self.player():
            pass
        else:
            await self.deal()

    # -- players -------------------------------------------------------------------------------------------

    async def come(self) -> None:
        if len(self.players) < PLAYERS:
            person = await self.table.come(f"Player {len(self.players)}", chips=0)
            self.players.append(person)
            for box in self.chance.sample(range(1, self.table.live.rules.box_count + 1), 1):
                await self.table.give(person, TakeSeat(box))

    async def go(self) -> None:
        if self.players:
            person = self.chance.choice(self.players)
            if isinstance(await self.table.give(person, LeaveTable()), Accepted):
                self.players.remove(person)

    async def player(self) -> bool:
        """Somebody does something that is asked or allowed; False when nobody has to."""
        for person in self.chance.sample(self.players, len(self.players)):
            prompts = self.table.live.view(person).prompts
            asked = [prompt for prompt in prompts if prompt.urgent]
            seldom = [each for each in prompts if each.kind == "wager" or self.chance.random() < 0.06]
            for prompt in asked or seldom:
                allowed = [
                    each for each in prompt.choices if each.allowed and not each.command.startswith("leave")
                ]
                mains = [each for each in allowed if each.wager == "main" and not each.now]
                if choices := mains if prompt.kind == "wager" else allowed:
                    weights = [ASKED.get(each.command, 1) for each in choices]
                    (choice,) = self.chance.choices(choices, weights)
                    command = read_command(person, self.fields(choice))
                    assert not isinstance(command, Refusal), command
                    note(f"{person}: {command}")
                    await self.table.must(person, command, answers=prompt.id)
                    return True
        return False

    def fields(self, choice: Choice) -> dict[str, object]:
        told: dict[str, object] = {"command": choice.command}
        told |= {
            name: value
            for name in ("box", "hand", "wager", "shared")
            if (value := getattr(choice, name)) is not None
        }
        if choice.takes != "nothing":
            steps = min((choice.most - choice.least) // max(choice.unit, 1), 20)
            amount = choice.least + choice.unit * self.chance.randrange(steps + 1)
            told[choice.takes] = self.chance.choice(choice.exact) if choice.exact else amount
        return told

    # -- who deals -----------------------------------------------------------------------------------------

    async def deal(self) -> None:
        """The due step, or now and then another that is lawful."""
        if self.state.stopped_by:
            await self.table.live.resume_dealing(self.chance.choice(self.floor))
            await self.table.rest()
            return
        if not self.state.dealing.dealer:
            await self.relieve()
            return
        steps = self.table.live.steps()
        due, others = [step for step in steps if step.due], [step for step in steps if not step.due]
        if not steps or (not due and self.chance.random() < 0.5):
            return
        step = due[0] if due and (not others or self.chance.random() < 0.96) else self.chance.choice(others)
        able = [person for person in self.everybody() if role_for(self.state, self.staff(person), step)]
        if able:
            entered = self.entered(step) if step.asks else ""
            note(f"{step.id} {entered[:40]}")
            await self.table.must(self.chance.choice(able), PerformStep(step.id, entered))
            self.look_for_a_shuffle()

    def everybody(self) -> list[str]:
        return [*self.dealers, *self.floor, *self.players]

    def staff(self, person: str) -> Staff:
        roles: dict[RoleName, list[str]] = {
            "dealer": [*self.dealers, *self.floor],
            "floorperson": self.floor,
        }
        return Staff(person, lambda role: person in roles.get(role, ()))

    async def relieve(self) -> None:
        await self.table.give(self.chance.choice([*self.dealers, *self.floor]), TakeTable())

    # -- real cards ----------------------------------------------------------------------------------------

    def entered(self, step: DealerStep) -> str:
        """What a device or the dealer enters with a step of real cards."""
        rules = self.table.live.rules
        if step.id == "turn_hole_card":
            hole, self.hole = self.hole, None
            return str(hole)
        if step.asks == "hole_card":
            card = self.shoe.pop()
            self.hole = card if self.chance.random() < 0.5 else None
            return "" if self.hole else str(card)
        if step.asks == "reader":
            round_ = self.state.round
            hole, up = self.hole or round_.hole, round_.up
            assert hole is not None
            assert up is not None
            return "yes" if counts_of(rules).is_natural((up, hole)) else "no"
        if step.asks == "count":
            orders = self.table.live._orders
            seen = (
                ()
                if self.state.shoe.from_discards
                else orders.scans.entered(self.state.shoe.uncounted).values()
            )
            return " ".join(map(str, (Counter(rules.cards.shoe) - Counter(seen)).elements()))
        return str(self.shoe.pop())

    def look_for_a_shuffle(self) -> None:
        """The cards are all of the decks, or all that lie in the rack."""
        live = self.table.live
        news = list(self.table.house.store.read(live.stream, self.looked))
        self.looked = live.version
        if any(stored.kind == RealCardsShuffled.kind for stored in news):
            lying = [*self.state.round.dealer, *(() if self.hole is None else (self.hole,))]
            lying += [each for _, _, hand in self.state.round.hands() if hand.live for each in hand.cards]
            kept = Counter(lying if self.state.shoe.from_discards else ())
            self.shoe = list((Counter(live.rules.cards.shoe) - kept).elements())
            self.chance.shuffle(self.shoe)

    # -- what goes wrong, and what is ordered --------------------------------------------------------------

    async def go_wrong(self) -> None:
        live, by = self.table.live, self.chance.choice([*self.dealers, *self.floor])
        role: RoleName = "floorperson" if by in self.floor else "dealer"
        choices = live.mishaps(by, role)
        if not choices or (self.mode == "scanned" and not self.shoe):
            return
        choice = self.chance.choice(choices)
        fields: dict[str, object] = {"what": choice.what, "box": choice.box, "hand": choice.hand}
        if choice.cards:
            drawn = self.state.shoe.real and choice.what in DRAWN
            fields["card"] = str(self.shoe.pop() if drawn else self.chance.choice(choice.cards))
        mishap = read_mishap(fields)
        assert not isinstance(mishap, Refusal), mishap
        note(f"{by}: {mishap}")
        answer = await live.report(mishap, by, role, self.state.irregularities_told + 1)
        assert isinstance(answer, Accepted), f"in the menu, and refused: {mishap}: {answer}"
        await self.table.rest()

    async def order(self) -> None:
        """The floor orders whatever comes to its mind: refused or not, it must be sound."""
        live, by, wagering = self.table.live, self.chance.choice(self.floor), self.table.live.rules.wagering
        limits = Limits(wagering.minimum * self.chance.choice((1, 2)), wagering.maximum)
        orders: tuple[Callable[[], Awaitable[object]], ...] = (
            lambda: live.order_reshuffle(by),
            lambda: live.order_recut(by),
            lambda: live.order_chips(10_000, by),
            lambda: live.order_chips(-5_000, by),
            lambda: live.count_chips(self.state.chip_orders, self.chance.choice(self.floor)),
            lambda: live.post_limits(limits, by),
            lambda: live.set_clocks(not self.state.dealing.clocks, by),
            lambda: live.issue_coupon(self.chance.choice([*self.players, "nobody"]), wagering.minimum, by),
            lambda: live.stop_dealing(by),
            lambda: live.note_irregularity(self.state.irregularities_told, by),
            lambda: live.relieve_dealer(by),
            lambda: self.table.give(self.state.dealing.dealer or by, HandOverTable()),
        )
        await self.chance.choice(orders)()
        await self.table.rest()

    async def wait(self) -> None:
        await self.table.wait(self.chance.choice((1_000, 60_000, 1_000_000, 3 * HOUR, 25 * HOUR)))

    async def kill(self) -> None:
        """The house is gone, and opened again from its log."""
        before = self.state
        await self.table.live.stop()
        self.table.live = await opened(self.table.house, self.table.live.rules, dealing=self.mode)
        assert self.state == before
        await self.table.rest()
