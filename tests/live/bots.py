"""People who play whatever their view lets them, by a seed: for logs that hold a bit of everything."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.live.quiet_house import Table
from vingt.live.table.commands import read_command
from vingt.live.views.view import Choice, Prompt

LIKED = {"split": 8, "double": 4, "hit": 3, "insure": 2, "take_even_money": 2, "cut": 3, "rescue": 3}


class Bots:
    def __init__(self, table: Table, people: Sequence[str], seed: int) -> None:
        self.table, self.people = table, people
        self.random = random.Random(seed)

    async def play(self, rounds: int) -> None:
        """So many rounds dealt; what nobody answers is left to the clock, once in a while on purpose."""
        live = self.table.live
        for _ in range(400 * rounds):
            if live.state.round_number > rounds:
                return
            if not await self.step():
                assert live.due_at is not None, "nobody acts and nothing is due"
                await self.table.wait(live.due_at - self.table.clock.now())
        raise AssertionError(f"{rounds} rounds were not played: {live.view(None)}")

    async def step(self) -> bool:
        """One answer of one person; False when nobody had one."""
        for person in self.people:
            prompts = self.table.live.view(person).prompts
            urgent = [prompt for prompt in prompts if prompt.urgent and prompt.kind != "wager"]
            if urgent:
                if self.random.random() < 0.1:
                    return False
                return await self.answer(person, urgent[0])
            if await self.wager(person, prompts):
                return True
        return await self.ready()

    async def wager(self, person: str, prompts: Sequence[Prompt]) -> bool:
        for prompt in prompts:
            for choice in prompt.choices if prompt.kind == "wager" else ():
                open_ = choice.allowed and not choice.now and choice.command == "place_wager"
                if open_ and (choice.wager == "main" or self.random.random() < 0.3):
                    return await self.give(person, choice, prompt)
        return False

    async def ready(self) -> bool:
        for person in self.people:
            prompts = self.table.live.view(person).prompts
            for prompt in prompts:
                choice = prompt.choices[0]
                if prompt.kind == "ready" and choice.allowed and self.random.random() < 0.9:
                    return await self.give(person, choice, prompt)
        return False

    async def answer(self, person: str, prompt: Prompt) -> bool:
        allowed = [choice for choice in prompt.choices if choice.allowed]
        weights = [LIKED.get(choice.command, 1) for choice in allowed]
        return await self.give(person, self.random.choices(allowed, weights)[0], prompt)

    async def give(self, person: str, choice: Choice, prompt: Prompt) -> bool:
        fields: dict[str, object] = {"command": choice.command}
        for name in ("box", "hand", "wager", "shared"):
            if getattr(choice, name) is not None:
                fields[name] = getattr(choice, name)
        if choice.takes != "nothing":
            fields[choice.takes] = self.amount(choice)
        command = read_command(person, fields)
        await self.table.must(person, command, answers=prompt.id)  # type: ignore[arg-type]
        return True

    def amount(self, choice: Choice) -> int:
        if choice.exact:
            return self.random.choice(choice.exact)
        steps = min((choice.most - choice.least) // choice.unit, 20)
        return choice.least + choice.unit * self.random.randrange(steps + 1)
