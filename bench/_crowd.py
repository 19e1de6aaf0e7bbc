"""A crowd in its own process: players at WebSockets who think, decide by what they are asked, and time each
answer; and people who only watch. It reads a `Plan` from stdin and prints what it saw."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import sys
import time
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode

from bench._wire import Requests, Socket
from vingt.web.network.security import form_token

COMMAND = re.compile(r'<button class="act [^>]*?data-command="(\w+)"([^>]*)>')
NUMBER = re.compile(r'data-(box|hand)="(\d+)"')
QUESTION = re.compile(r'class="ask (\w+) urgent" id="[^"]*" data-question="([^"]*)"')
HEAVY = (
    "/audit",
    "/audit.json?card=7h",
    "/tables/{table}/shoes/1",
    "/tables/{table}/rounds/1",
    "/audit/events",
    "/tables/{table}/chart",
    "/",
)
SETTLE = 12.0  # seconds after the last connection before anything is counted: all begin at once


@dataclass
class Plan:
    port: int
    seconds: float
    thinks: float
    players: list[tuple[str, str]]  # table and session token
    pages: float = 0.0  # the share of players who play as browsers do
    watchers: int = 0  # of the first table
    pace: str = ""
    lab: int = 0  # visitors who turn knobs in the lab
    heavy: int = 0  # auditors who fetch heavy pages, one after the other
    auditor: str = ""  # their session token


@dataclass
class Seen:
    times: list[float] = field(default_factory=list)  # of accepted commands, in seconds
    refused: int = 0
    closed: int = 0  # connections the house closed
    messages: int = 0
    bytes: int = 0
    took: float = 0.0
    cpu: float = 0.0
    counting: bool = False
    pages: list[float] = field(default_factory=list)  # seconds for each heavy page, or answer of the lab


class Player:
    """Holds one box; thinks, then does what is asked, by what was last pushed."""

    def __init__(self, crowd: Crowd, table: str, token: str) -> None:
        self.crowd, self.table, self.token = crowd, table, token
        self.last = b""
        self.busy = False
        self.sent = 0.0
        self.number = 0

    def told(self, message: bytes) -> None:
        seen = self.crowd.seen
        seen.messages += 1
        if message.startswith(b'{"key"'):
            self.answered(b'"error"' not in message[:200])
            return
        self.take_in(message)
        if not self.busy and self.choice() is not None:
            self.think()

    def think(self) -> None:
        self.busy = True
        delay = self.crowd.chance.expovariate(1 / self.crowd.plan.thinks)
        asyncio.get_running_loop().call_later(delay, self.act)

    def act(self) -> None:
        command = self.choice()
        if command is None:
            self.busy = False
            return
        self.number += 1
        self.sent = time.perf_counter()
        self.give(command, f"{self.token[:20]}-{self.number}")

    def answered(self, accepted: bool) -> None:
        seen = self.crowd.seen
        if seen.counting and accepted:
            seen.times.append(time.perf_counter() - self.sent)
        seen.refused += seen.counting and not accepted
        self.busy = False
        if self.choice() is not None:
            self.think()

    def gone(self, code: int) -> None:
        self.crowd.seen.closed += not self.crowd.over

    def take_in(self, message: bytes) -> None:
        raise NotImplementedError

    def choice(self) -> dict[str, Any] | None:
        raise NotImplementedError

    def give(self, command: dict[str, Any], key: str) -> None:
        raise NotImplementedError


class Program(Player):
    """Reads views, sends commands the same way. Of a view only the prompts are read."""

    async def connect(self) -> None:
        loop, headers = asyncio.get_running_loop(), f"Cookie: vingt_session={self.token}\r\n"
        path = f"/api/tables/{self.table}/live"
        _, self.socket = await loop.create_connection(
            lambda: Socket(path, headers, self.told, self.gone), "127.0.0.1", self.crowd.plan.port
        )
        if self.crowd.plan.pace:
            self.socket.send(json.dumps({"command": "set_pace", "pace": self.crowd.plan.pace, "key": "pace"}))

    def take_in(self, message: bytes) -> None:
        self.last = message

    def choice(self) -> dict[str, Any] | None:
        text = self.last.decode()
        at = text.find('"prompts":')
        if at < 0:
            return None
        prompts, _ = DECODER.raw_decode(text, at + len('"prompts":') + (text[at + 10] == " "))
        for prompt in prompts:
            if prompt["urgent"]:
                return self.decided(prompt)
        for prompt in prompts:
            if prompt["kind"] == "wager":
                main = prompt["choices"][0]
                if main["allowed"] and not main["now"]:
                    return command_of(main, main["least"])
        for prompt in prompts:
            if prompt["kind"] == "ready" and prompt["choices"][0]["allowed"]:
                return {"command": "ready"}
        return None

    def decided(self, prompt: dict[str, Any]) -> dict[str, Any] | None:
        kind = prompt["kind"]
        if kind in ("cut", "insurance", "even_money"):
            chosen = prompt["choices"][-1]
        else:
            allowed = [each for each in prompt["choices"] if each["allowed"]]
            chosen = self.crowd.chance.choice(allowed) if allowed else None
        if chosen is None:
            return None
        return {**command_of(chosen, chosen["most"]), "answers": prompt["id"]}

    def give(self, command: dict[str, Any], key: str) -> None:
        self.socket.send(json.dumps({**command, "key": key}))


class Browser(Player):
    """Gets fragments of the page, presses its buttons, and posts what they post."""

    async def connect(self) -> None:
        loop, headers = asyncio.get_running_loop(), f"Cookie: vingt_session={self.token}\r\n"
        port = self.crowd.plan.port
        path = f"/tables/{self.table}/live"
        self.secret = form_token(self.token)
        self.dock = ""
        self.forms = Requests(port, headers)
        _, self.socket = await loop.create_connection(
            lambda: Socket(path, headers, self.told, self.gone), "127.0.0.1", port
        )
        if self.crowd.plan.pace:
            self.forms.post(
                f"/tables/{self.table}/act",
                urlencode({"command": "set_pace", "pace": self.crowd.plan.pace, "token": self.secret}),
                lambda _: None,
            )

    def take_in(self, message: bytes) -> None:
        at = message.find(b'"dock": "')
        if at >= 0:
            self.dock, _ = DECODER.raw_decode(message[at + 8 :].decode())

    def choice(self) -> dict[str, Any] | None:
        question = QUESTION.search(self.dock)
        if question is not None:
            asked = self.dock[question.end() :].partition('class="ask ')[0]
            offered = [each for each in COMMAND.findall(asked) if " disabled" not in each[1]]
            offered = [each for each in offered if each[0] not in ("double", "insure", "cut")]
            if not offered:
                return None
            name, more = self.crowd.chance.choice(offered)
            return {"command": name, "answers": question[2], **dict(NUMBER.findall(more))}
        if 'id="rail"' not in self.dock:
            return None  # a press would wait until wagers are taken
        for extra in ("same_again", "deal"):
            if f'data-extra="{extra}"' in self.dock:
                return {"command": extra}
        return None

    def give(self, command: dict[str, Any], key: str) -> None:
        body = urlencode({**command, "key": key, "token": self.secret})
        self.forms.post(
            f"/tables/{self.table}/act", body, lambda line: self.answered(line.startswith(b"HTTP/1.1 200"))
        )


DECODER = json.JSONDecoder()


def command_of(choice: dict[str, Any], amount: int) -> dict[str, Any]:
    named = {name: choice[name] for name in ("command", "box", "hand", "wager") if choice[name] is not None}
    return {**named, "amount": amount} if choice["takes"] == "amount" else named


def knob(chance: Random) -> str:
    """A table of the lab: one of many, so that most were not asked for before."""
    choices = {
        "decks": chance.randint(1, 8),
        "soft17": chance.choice(("H17", "S17")),
        "blackjack_pays": chance.choice(("3:2", "6:5")),
        "split_hands_max": chance.randint(2, 4),
        "even_money": chance.choice(("true", "false")),
        "wagers.lucky-ladies.paytable": chance.choice("AB"),
        "wagers.match-the-dealer.paytable": "off",  # it is for six or eight decks
    }
    return urlencode({"rules": "md-blackjack", **choices})


class Crowd:
    def __init__(self, plan: Plan) -> None:
        self.plan, self.seen = plan, Seen()
        self.chance = Random(1)
        self.over = False

    async def watch(self) -> Socket:
        def told(_: bytes) -> None:
            self.seen.messages += 1

        def gone(_: int) -> None:
            self.seen.closed += not self.over

        loop, path = asyncio.get_running_loop(), f"/tables/{self.plan.players[0][0]}/live"
        _, socket = await loop.create_connection(
            lambda: Socket(path, "", told, gone), "127.0.0.1", self.plan.port
        )
        return socket

    def read_pages(self, at: int) -> None:
        """Like an auditor who reads everything, and begins again."""
        tables = sorted({table for table, _ in self.plan.players})
        requests = Requests(self.plan.port, f"Cookie: vingt_session={self.plan.auditor}\r\n")

        def ask(number: int) -> None:
            table, sent = tables[number % len(tables)], time.perf_counter()

            def told(line: bytes) -> None:
                if not self.over:
                    if self.seen.counting and line.startswith(b"HTTP/1.1 200"):
                        self.seen.pages.append(time.perf_counter() - sent)
                    ask(number + 1)

            requests.get(HEAVY[number % len(HEAVY)].format(table=table), told)

        ask(at)

    def turn_knobs(self, at: int) -> None:
        """Like a manager: a choice made otherwise every few seconds, and looks at what comes in between."""
        requests = Requests(self.plan.port, f"Cookie: vingt_visit=visitor-of-the-lab-number-{at:09}\r\n")
        chance, loop = Random(at), asyncio.get_running_loop()

        def ask(query: str, looks: int) -> None:
            sent = time.perf_counter()

            def told(line: bytes) -> None:
                if self.over:
                    return
                if self.seen.counting and line.startswith(b"HTTP/1.1 200"):
                    self.seen.pages.append(time.perf_counter() - sent)
                more = looks > 0
                loop.call_later(
                    0.7, ask, query if more else knob(chance), looks - 1 if more else chance.randint(2, 6)
                )

            requests.get(f"/lab/figures?{query}", told)

        loop.call_later(chance.random() * 3, ask, knob(chance), 3)

    async def play(self) -> Seen:
        made: list[Program | Browser] = []
        for at, (table, token) in enumerate(self.plan.players):
            kind = Browser if (at * self.plan.pages) % 1 + self.plan.pages > 1 - 1e-9 else Program
            made.append(kind(self, table, token))
            await made[-1].connect()
        watching = [await self.watch() for _ in range(self.plan.watchers)]
        await asyncio.sleep(SETTLE)
        for at in range(self.plan.heavy):
            self.read_pages(at)
        for at in range(self.plan.lab):
            self.turn_knobs(at)
        gc.collect()
        gc.freeze()
        sockets = [*(each.socket for each in made), *watching]
        before, self.seen.messages, self.seen.closed = sum(each.bytes for each in sockets), 0, 0
        self.seen.counting = True
        print(json.dumps({"begins": True}), flush=True)
        cpu, started = time.process_time(), time.perf_counter()
        await asyncio.sleep(self.plan.seconds)
        self.seen.counting, self.over = False, True
        self.seen.took, self.seen.cpu = time.perf_counter() - started, time.process_time() - cpu
        self.seen.bytes = sum(each.bytes for each in sockets) - before
        print(json.dumps({"ends": True}), flush=True)
        return self.seen


def main() -> None:
    crowd = Crowd(Plan(**json.load(sys.stdin)))
    print(json.dumps(asdict(asyncio.run(crowd.play()))), flush=True)


if __name__ == "__main__":
    main()
