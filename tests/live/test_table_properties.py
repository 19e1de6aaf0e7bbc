"""What holds at every live table: random persons, commands legal and not, tables of all five rulebooks."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, note, reject, settings
from hypothesis import strategies as st

from tests.exploring import examples
from tests.live.quiet_house import Arranged, MemoryStore, Table, live_table, table_of
from tests.rounds.permitted import tables
from vingt.core.cards import DECK
from vingt.core.rounds.legal import legal, offered_actions
from vingt.core.rounds.order import caller_of
from vingt.core.rounds.procedure import DecisionDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.table_rules import TableRules
from vingt.live.house.table_actor import LiveTable
from vingt.live.house.table_writer import Accepted
from vingt.live.log.filing import refuse_unplayable
from vingt.live.log.playability import NotPlayable
from vingt.live.money.ledger import Ledger, rack
from vingt.live.table.commands import READERS, PersonCommand, SetPace, read_command
from vingt.live.table.decision import Patron, decide
from vingt.live.table.phrases import PHRASES
from vingt.live.views.view import Choice, as_json
from vingt.rulebook import library
from vingt.rulebook.library import RULEBOOKS

STEPS = 70


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@settings(
    max_examples=examples(8),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_table_keeps_its_promises(rulebook: str, data: st.DataObject, seed: int) -> None:
    rules = data.draw(tables(rulebook)).rules
    try:
        refuse_unplayable(rules)
    except NotPlayable:
        reject()
    asyncio.run(play(rules, Random(seed)))


async def play(rules: TableRules, chance: Random) -> None:
    table = await table_of(rules, Arranged(seed=chance.randrange(1000)))
    watched = Watched(table, chance)
    try:
        chips = min(200 * rules.wagering.minimum, 300_000)
        for name in ("ann", "bob", "cal"):
            person = await table.come(name, chips=chips if name != "cal" else 0)
            watched.people.append(person)
            await table.keep_in_purse(person, chance.randrange(30) * rules.wagering.minimum + 7)
        for _ in range(STEPS):
            await watched.step()
        await watched.check_rebuilt()
    finally:
        await table.live.stop()


class Watched:
    def __init__(self, table: Table, chance: Random) -> None:
        self.table, self.live, self.chance = table, table.live, chance
        self.rules = table.live.rules
        self.people: list[str] = []
        self.ledger = Ledger()
        self.booked = 0
        self.connected: Counter[str] = Counter()

    async def step(self) -> None:
        person = self.chance.choice(self.people)
        what = self.chance.random()
        if what < 0.12:
            await self.table.wait(self.chance.choice((1, 1000, 15_000, 25_000)))
        elif what < 0.2:
            await self.come_or_go(person)
        else:
            command, answers = (self.wild(person), "") if what < 0.4 else self.prompted(person)
            if command is not None:
                await self.give(person, command, answers)
        self.check_money()
        self.check_views()
        if self.chance.random() < 0.15:
            await self.check_rebuilt()

    async def come_or_go(self, person: str) -> None:
        """Connections come and go, and people talk: the log knows nothing of it."""
        before, revision = self.live.version, self.live.revision
        leaves = self.connected[person] and self.chance.random() < 0.6
        note(f"{person} {'leaves' if leaves else 'comes'}")
        (self.live.depart if leaves else self.live.arrive)(person)
        self.connected[person] += -1 if leaves else 1
        said = self.live.say(person, self.chance.choice(list(PHRASES)))
        assert (self.live.version, self.live.revision > revision) == (before, True) or said is not None
        await self.table.rest()
        held = {box.number: box.away for box in self.live.view(None).boxes if box.holder == person}
        assert not self.connected[person] or not any(held.values())

    async def give(self, person: str, command: PersonCommand, answers: str = "") -> None:
        note(f"{person}: {command} {answers}")
        version, state = self.live.version, self.live.state
        expected = self.decided(person, command)
        offered = self.offered(person)
        stale = await self.table.give(person, command, answers="decision-0-1-0-1-2-0")
        assert isinstance(stale, Refusal), "round 0 was never played"
        assert (self.live.version, self.live.state) == (version, state), "a refusal changes nothing"
        answer = await self.table.give(person, command, answers=answers)
        if isinstance(answer, Refusal):
            note(f"    refused: {answer}")
            assert isinstance(expected, Refusal)
            assert (self.live.version, self.live.state) == (version, state), "a refusal changes nothing"
            return
        assert not isinstance(expected, Refusal)
        offers = isinstance(command, SetPace) or any(fits(choice, command) for choice in offered)
        assert offers, f"accepted and not offered: {command}"
        version, state = self.live.version, self.live.state
        assert await self.table.give(person, command, key=self.table.last_key) == answer
        assert (self.live.version, self.live.state) == (version, state), "a key that was used does nothing"

    def decided(self, person: str, command: PersonCommand) -> object:
        purse = self.table.house.people.purse(person)
        return decide(self.rules, self.live.state, Patron(person, purse), command)

    def offered(self, person: str) -> list[Choice]:
        view = self.live.view(person)
        return [choice for prompt in view.prompts for choice in prompt.choices if choice.allowed]

    # -- commands ------------------------------------------------------------------------------------------

    def wild(self, person: str) -> PersonCommand | None:
        """Anything at all, for oneself."""
        wagers = ["main", "nothing", *(wager.id for wager in self.rules.wagers)]
        unit = self.rules.wagering.chip_unit
        fields = {
            "command": self.chance.choice(list(READERS)),
            "box": self.chance.randrange(self.rules.boxes.seats + 2),
            "hand": self.chance.randrange(3),
            "amount": unit * self.chance.randrange(40) + self.chance.choice((0, 0, 1)),
            "place": self.chance.randrange(300),
            "wager": self.chance.choice(wagers),
            "shared": self.chance.random() < 0.7,
            "pace": self.chance.choice(("calm", "normal", "turbo")),
        }
        read = read_command(person, fields)
        return None if isinstance(read, Refusal) else read

    def prompted(self, person: str) -> tuple[PersonCommand, str]:
        """One of the buttons; those the table waits for first, and rather than leaving."""
        view = self.live.view(person)
        assert len({prompt.id for prompt in view.prompts}) == len(view.prompts)
        pressed = [
            (choice, prompt.id)
            for prompt in view.prompts
            for choice in prompt.choices
            if choice.allowed and (not choice.command.startswith("leave") or self.chance.random() < 0.02)
        ]
        urgent = [
            (choice, prompt.id) for prompt in view.prompts if prompt.urgent for choice in prompt.choices
        ]
        choice, id = self.chance.choice(urgent or pressed or [(Choice("ready", "", True), "")])
        return pressed_with(person, choice, self.chance.choice((choice.least, choice.most))), id

    # -- what always holds ---------------------------------------------------------------------------------

    def check_money(self) -> None:
        store = self.table.house.store
        assert isinstance(store, MemoryStore)
        for stored in store.all[self.booked :]:
            self.ledger.follow(stored)
        self.booked = len(store.all)
        assert self.ledger.total == 0
        assert not self.ledger.faults
        assert not list(self.ledger.open_moves())
        state = self.live.state
        for person in self.people:
            assert state.rack(person) == self.ledger.balances[rack(self.live.id, person)] >= 0
            assert self.table.house.people.purse(person) == self.ledger.balances[f"purse/{person}"]
        assert sum(map(state.in_play, self.people)) == self.ledger.balances[f"play/{self.live.id}"]

    async def check_rebuilt(self) -> None:
        """A house opened now would go on exactly here."""
        again = await live_table(self.table.house, self.rules, self.live.id)
        self.table.house._tables[self.live.id] = self.live
        assert again.version == self.live.version
        assert again.state == self.live.state
        again.presence = self.live.presence  # who is there is not in the log
        again._arm()
        assert again._duty == self.live._duty

    def check_views(self) -> None:
        person = self.chance.choice((*self.people, None))
        view = self.live.view(person)
        self.check_unseen(person, json.dumps(as_json(view)))
        for prompt in view.prompts:
            for choice in prompt.choices:
                self.check_choice(str(person), choice)
        self.check_legal()

    def check_unseen(self, person: str | None, text: str) -> None:
        """No card but those that lie face up; and another hole or burned card would look the same."""
        round_ = self.live.state.round
        face_up = Counter(str(card) for _, _, hand in round_.hands() for card in hand.cards)
        face_up.update(map(str, round_.dealer[:1] if round_.hole_hidden else round_.dealer))
        shown = json.loads(text)
        for box in shown["boxes"]:
            for hand in box["hands"]:
                face_up.subtract(hand["cards"])
        face_up.subtract(card for card in shown["dealer"]["cards"] if card is not None)
        assert min(face_up.values(), default=0) >= 0
        assert "sealed" not in text
        assert "nonce" not in text
        if round_.hole_hidden or round_.burned:
            state = self.live.state
            others = [card for card in DECK if card not in (*round_.dealer, *round_.burned)]
            other = self.chance.choice(others)
            changed = round_._replace(burned=tuple(other for _ in round_.burned))
            if round_.hole_hidden:
                changed = changed._replace(dealer=(round_.dealer[0], other))
            self.live.state = state._replace(round=changed)
            assert json.dumps(as_json(self.live.view(person))) == text, "the view tells of an unseen card"
            self.live.state = state

    def check_choice(self, person: str, choice: Choice) -> None:
        """A button does what it promises, within its amounts and not beyond."""
        for amount in amounts(choice):
            command = pressed_with(person, choice, amount)
            said = self.decided(person, command)
            assert isinstance(said, Refusal) is not choice.allowed, f"{choice} {amount}: {said}"
            if isinstance(said, Refusal):
                assert choice.why_not
        if choice.allowed and choice.takes != "nothing":
            step = choice.unit if choice.takes == "amount" else 1
            for amount in (choice.least - step, choice.most + step):
                if amount in choice.exact or amount < 0:
                    continue
                command = pressed_with(person, choice, amount)
                assert isinstance(self.decided(person, command), Refusal), f"{choice} takes {amount}"

    def check_legal(self) -> None:
        """What core's `legal` permits and the chips pay for is a button of who decides for the hand."""
        state = self.live.state
        due = next_step(self.rules, state.round) if state.round_open else None
        if not isinstance(due, DecisionDue) or due.kind != "action":
            return
        box = state.round.box(due.box)
        assert box is not None
        caller = caller_of(self.rules, box, box.hands[due.hand])
        prompt = next(each for each in self.live.view(caller).prompts if each.kind == "decision")
        for found in legal(self.rules, state.round, due.box, due.hand):
            if found.name not in offered_actions(self.rules):
                assert not found.allowed
                continue
            choice = next(each for each in prompt.choices if each.command == found.name)
            assert found.allowed or not choice.allowed
            if found.allowed and not choice.allowed:
                assert found.name in ("double", "split")
                assert "chips" in choice.why_not
            if not found.allowed:
                assert (choice.why_not, choice.cite) == (found.why, found.cite)


def amounts(choice: Choice) -> Iterator[int]:
    if choice.takes == "nothing":
        yield 0
    else:
        yield from choice.exact or (choice.least, choice.most)


def pressed_with(person: str, choice: Choice, amount: int) -> PersonCommand:
    """The command that a page sends for a button."""
    fields = {name: getattr(choice, name) for name in ("box", "hand", "wager", "shared")}
    given = {name: value for name, value in fields.items() if value is not None}
    if choice.takes != "nothing":
        given[choice.takes] = amount
    read = read_command(person, {"command": choice.command, **given})
    assert not isinstance(read, Refusal), read
    return read


def fits(choice: Choice, command: PersonCommand) -> bool:
    """Whether a button with some amount of its own gives this command."""
    if choice.takes == "nothing":
        return bool(pressed_with(getattr(command, "player", ""), choice, 0) == command)
    amount = getattr(command, choice.takes, None)
    if amount is None:
        return False
    within = choice.least <= amount <= choice.most
    whole = choice.takes == "place" or amount % choice.unit == 0 or amount == choice.most
    allowed = amount in choice.exact if choice.exact else within and whole
    same = pressed_with(getattr(command, "player", ""), choice, amount) == command
    return bool(same and allowed)


def test_a_table_of_every_sample_plays_on_without_its_players() -> None:
    """Disconnected players keep their boxes; the clocks answer for them and the round ends."""

    async def unattended(rules: TableRules) -> LiveTable:
        table = await table_of(rules, Arranged(seed=7))
        people = [await table.come(name, box) for name, box in (("ann", 1), ("bob", 3))]
        while table.live.state.shoe.stage == "offered":
            await table.run_out()  # the cut, where the cards are cut; of each side of a double shoe
        for person, box in zip(people, (1, 3), strict=True):
            answer = await table.say(person, "place_wager", box=box, amount=rules.wagering.minimum)
            assert isinstance(answer, Accepted)
        while table.live.state.round_number == 1:
            await table.run_out()
        await table.live.stop()
        return table.live

    for rulebook in RULEBOOKS:
        for sample in library.samples(rulebook):
            live = asyncio.run(unattended(library.table_rules(f"{rulebook}/{sample}")))
            assert live.state.held
            assert live.state.last_rounds[0].payments
