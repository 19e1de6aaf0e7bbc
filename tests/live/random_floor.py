"""Dealers, floorpersons and players at a table that people deal, who do at random what is offered to them,
and now and then what is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random

from hypothesis import note

from tests.live.guided_table import GuidedTable, opened
from vingt.core.cards import Card
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import counts_of
from vingt.core.shoe import double_shoe
from vingt.core.shoe.event import ShoeCounted
from vingt.core.shoe.state import ShoeState
from vingt.live.house.table_writer import Accepted
from vingt.live.log.codec import event_of
from vingt.live.log.events import DealingMode, RealCardsShuffled, ShoeSide
from vingt.live.log.people_events import RoleName
from vingt.live.table.commands import (
    LOOK_OVER,
    UNSAY,
    HandOverTable,
    LeaveTable,
    PerformStep,
    PersonCommand,
    TakeSeat,
    TakeTable,
    read_command,
)
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.duty import determinant_due
from vingt.live.table.limits import Limits
from vingt.live.table.mishap_menu import read_mishap
from vingt.live.table.mishaps import CardMisread
from vingt.live.table.performing import Staff, role_for
from vingt.live.table.state import TableState
from vingt.live.views.view import Choice

HOUR = 3_600_000
PLAYERS = 4
DRAWN = ("unexposed_card", "exposed_card", "face_up_card", "dealer_overdraw")
OWN = (LOOK_OVER, UNSAY)  # a player names them without what they are about
ASKED = {"double": 3, "split": 5, "hit": 2}  # liked better than other answers


class Floor:
    def __init__(self, table: GuidedTable, mode: DealingMode, chance: Random) -> None:
        self.table, self.mode, self.chance = table, mode, chance
        self.dealers: list[str] = []
        self.floor: list[str] = []
        self.players: list[str] = []
        self.stacks: dict[ShoeSide | None, list[Card]] = {}  # of real cards, the next one last
        self.lost: Card | None = None  # of these decks, and nobody knows it yet
        self.corrected = 0  # cards that had been entered as others
        self.named: list[Card] = []  # lost, and named by the count of a shoe
        self.hole: Card | None = None  # lies there, and nobody has read it
        self.known: set[str] = set()  # steps that were done
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
        elif what < 0.045:
            await self.transgress()
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
            self.known |= {step.id}
            await self.table.must(self.chance.choice(able), PerformStep(step.id, entered))
            self.look_at_real_cards()

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
            card = self.draw()
            self.hole = card if self.chance.random() < 0.5 else None
            return "" if self.hole else str(card)
        if step.asks == "reader":
            round_ = self.state.round
            hole, up = self.hole or round_.hole, round_.up
            assert hole is not None
            assert up is not None
            return "yes" if counts_of(rules).is_natural((up, hole)) else "no"
        if step.asks == "count":
            counted = self.state.shoe.side_to_count
            assert counted is not None
            seen = self.table.live._orders.scans.entered(counted.uncounted).values()
            decks = Counter(rules.cards.shoe) - Counter([self.lost] if self.lost else ())
            rest = decks - Counter(() if counted.from_discards else seen)
            return " ".join(map(str, rest.elements()))
        if step.id == "draw_determinant":
            return str(self.draw(double_shoe.drawing(rules, self.state.shoe).side))
        return str(self.draw())

    def draw(self, side: ShoeSide | None = None) -> Card:
        return self.stacks[side or self.state.shoe.side].pop()

    def look_at_real_cards(self) -> None:
        """A stack is shuffled of all of the decks, or of all that lie in the rack. Now and then one card is
        lost: the count of the shoe names it."""
        live = self.table.live
        news = [
            event_of(stored)
            for stored in self.table.house.store.read(live.stream, self.looked)
            if stored.kind in (RealCardsShuffled.kind, ShoeCounted.kind)
        ]
        self.looked = live.version
        for event in news:
            if isinstance(event, ShoeCounted):
                assert event.missing == (() if self.lost is None else (self.lost,))
                assert not event.extra
                self.named += event.missing
                self.lost = None  # these decks are gone with it
            elif isinstance(event, RealCardsShuffled):
                self.shuffle(self.state.shoe.numbered(event.shoe))

    def shuffle(self, shoe: ShoeState) -> None:
        rules, round_ = self.table.live.rules, self.state.round
        fresh = not shoe.from_discards and rules.shoe.shuffler == "manual" and shoe.side is None
        if fresh and self.lost is None and rules.cards.decks >= 4 and self.chance.random() < 0.3:
            self.lost = self.chance.choice(rules.cards.shoe)
        waiting = (self.hole, self.lost, round_.held_card, round_.exposed)
        kept = Counter(each for each in (self.lost,) if each is not None)
        if shoe.from_discards:
            kept = Counter(
                (*round_.dealer, *round_.community, *(each for each in waiting if each is not None))
            )
            for _, _, hand in round_.hands():
                kept.update((*hand.own_cards, *filter(None, hand.unseen)) if hand.live else ())
        self.stacks[shoe.side] = list((Counter(rules.cards.shoe) - kept).elements())
        self.chance.shuffle(self.stacks[shoe.side])

    # -- what goes wrong, and what is ordered --------------------------------------------------------------

    async def go_wrong(self) -> None:
        live, by = self.table.live, self.chance.choice([*self.dealers, *self.floor])
        role: RoleName = "floorperson" if by in self.floor else "dealer"
        choices = live.mishaps(by, role)
        if self.state.shoe.real:  # which stack it really was is tried in test_double_shoe_mishaps
            choices = tuple(each for each in choices if each.what != "wrong_side")
        if not choices or (self.mode == "scanned" and not self.stacks.get(self.side_drawn)):
            return
        choice = self.chance.choice(choices)
        if choice.what == "misread_card":
            await self.correct(by, role, self.chance.choice(choice.places)[0])
            return
        box = self.chance.choice(choice.boxes) if choice.boxes else choice.box
        fields: dict[str, object] = {"what": choice.what, "box": box, "hand": choice.hand}
        if choice.cards:
            drawn = self.state.shoe.real and choice.what in DRAWN
            fields["card"] = str(
                self.stacks[self.side_drawn].pop() if drawn else self.chance.choice(choice.cards)
            )
        mishap = read_mishap(fields)
        assert not isinstance(mishap, Refusal), mishap
        note(f"{by}: {mishap}")
        answer = await live.report(mishap, by, role, self.state.irregularities_told + 1)
        assert isinstance(answer, Accepted), f"in the menu, and refused: {mishap}: {answer}"
        await self.table.rest()

    async def correct(self, by: str, role: RoleName, at: int) -> None:
        """The card that was dealt there was another one of the stack, and what was entered is still in it."""
        live, state, stack = self.table.live, self.state, self.stacks[self.state.shoe.side]
        wrong, right = live._orders.scans.entered(state.shoe.number)[at], self.chance.choice(stack)
        note(f"{by}: card {at} is {right}, not {wrong}")
        answer = await live.report(CardMisread(at, right, "a slip"), by, role)
        if isinstance(answer, Refusal):  # it could not be, or the cards after it would not have been dealt
            assert answer.cite, answer
            assert self.state is state
            return
        stack[stack.index(right)] = wrong
        self.corrected += 1
        await self.table.rest()

    @property
    def side_drawn(self) -> ShoeSide | None:
        """Where a card that is drawn by mistake comes from."""
        live, state = self.table.live, self.state
        due = state.round_open and determinant_due(live.rules, state)
        return double_shoe.drawing(live.rules, state.shoe).side if due else state.shoe.side

    async def transgress(self) -> None:
        """Somebody does what is not lawful now, or not that person's to do: it is refused, and nothing is
        written."""
        state, live = self.state, self.table.live
        person = self.chance.choice(self.everybody())
        lawful = {step.id for step in live.steps() if role_for(state, self.staff(person), step)}
        unlawful = sorted((self.known | {step.id for step in live.steps()}) - lawful)
        commands: list[PersonCommand] = [PerformStep(each) for each in unlawful if not each.startswith(OWN)]
        commands += [PerformStep("refund_wager"), PerformStep("move_card_back")]
        commands += (
            [TakeTable()]
            if person in self.players
            else []
            if person == state.dealing.dealer
            else [HandOverTable()]
        )
        if person == state.dealing.dealer:
            commands += [TakeSeat(box) for box in range(1, live.rules.box_count + 1)]
        command = self.chance.choice(commands)
        before = live.version
        answer = await self.table.give(person, command)
        assert isinstance(answer, Refusal), f"{person} may not: {command}"
        assert (live.version, live.state) == (before, state)

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
