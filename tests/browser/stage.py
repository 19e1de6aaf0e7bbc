"""Browsers and an arranged house. One loop in a thread of its own serves all tests of a process."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar
from urllib.parse import urlsplit

from playwright.async_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Playwright,
    TimeoutError,
    ViewportSize,
    WebSocket,
    async_playwright,
)

from vingt.web.network.security import POLICY

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
SCENE = 300  # seconds for all of a test
PATIENCE = 45_000  # milliseconds before something that does not come is missed, on a machine however busy
QUIET = (
    "--no-sandbox",
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu-rasterization",
    "--disable-gpu-compositing",
    "--disable-extensions",
    "--mute-audio",
)
SIZES = (  # what people hold and sit before, in CSS pixels
    (360, 640),
    (390, 664),
    (390, 844),
    (740, 360),
    (768, 1024),
    (1024, 768),
    (1280, 600),
    (1280, 720),
    (1366, 650),
    (1440, 780),
    (1440, 900),
    (1920, 950),
)
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}  # cards fly and chips slide, as most see them
PHONE, DESK = ViewportSize(width=360, height=740), ViewportSize(width=1440, height=900)


class Stage:
    """The browser of one test process. `play` runs a test's coroutine to its end."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever, name="stage", daemon=True)
        self.thread.start()
        self.playwright: Playwright
        self.browser: Browser
        self.play(self.open())

    def play(self, scene: Coroutine[Any, Any, T]) -> T:
        """A scene that takes too long is ended: it would go on among the guests of the next one."""
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(scene, SCENE), self.loop).result()

    async def open(self) -> None:
        found = shutil.which("chromium-headless-shell") or shutil.which("chromium")  # the first costs less
        assert found, "the browser tests need a browser on PATH: scripts/system-parts.sh installs it"
        self.playwright = await async_playwright().start()
        self.browser = await self.playwright.chromium.launch(executable_path=found, args=QUIET)

    async def shut(self) -> None:
        await self.browser.close()
        await self.playwright.stop()

    def close(self) -> None:
        self.play(self.shut())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@dataclass
class House:
    """A served house; its orders are those of `serve_arranged.Orders`."""

    browser: Browser
    folder: Path
    address: str = ""
    orders: int = 0  # given so far

    async def start(self) -> None:
        """Open the folder; when it was open before, at the same address."""
        port = self.address.rpartition(":")[2] or "0"
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.browser.serve_arranged", self.folder, port),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
        )
        self.orders = 0
        self.address = await asyncio.wait_for(self.heard(0), PATIENCE / 1000)

    async def heard(self, order: int) -> str:
        """The answer to this order; one that nobody waited for is passed over."""
        assert self.process.stdout is not None
        told: dict[str, object] = {"order": -1}
        while told["order"] != order:
            line = await self.process.stdout.readline()
            told = json.loads(line or json.dumps({"order": order, "error": "the server has gone"}))
        assert "error" not in told, told
        return str(told["answer"])

    async def order(self, name: str, value: object = "") -> str:
        assert self.process.stdin is not None
        self.orders += 1
        said = {"order": self.orders, "name": name, "value": value}
        self.process.stdin.write(json.dumps(said).encode() + b"\n")
        return await asyncio.wait_for(self.heard(self.orders), PATIENCE / 1000)

    async def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        await asyncio.wait_for(self.process.wait(), PATIENCE / 1000)

    async def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    @asynccontextmanager
    async def guests(self, count: int = 1, **screen: Any) -> AsyncIterator[tuple[Guest, ...]]:
        """Browsers that share no cookies. What none may ever do, none has done when they leave. Nothing moves
        unless a test asks for it: to draw each step of a motion takes a third of a core."""
        screen = {"viewport": DESK, "reduced_motion": "reduce", **screen}
        contexts = [await self.browser.new_context(**screen) for _ in range(count)]
        try:
            guests = tuple([Guest(self, context, await context.new_page()) for context in contexts])
            for guest in guests:
                guest.context.set_default_timeout(PATIENCE)
                guest.listen()
            yield guests
            for guest in guests:
                assert guest.asked_of == {urlsplit(self.address).netloc}
                assert set(guest.policies.values()) == {POLICY}, guest.policies
                assert guest.errors == []
        finally:
            for context in contexts:
                await context.close()


Shown = tuple[str, str, str, str, str, bool]
READ = """async (table) => {
  const view = await (await fetch(`/api/tables/${table}`)).json();
  const shown = [...document.querySelectorAll("button[data-command]")].map((button) => {
    const sent = new FormData(button.form);
    const fields = ["command", "box", "hand", "wager", "shared"].map((name) => sent.get(name) ?? "");
    return [...fields, !button.disabled];
  });
  const cards = [...document.querySelectorAll("#layout .card[id]")].map((card) => card.id)
    .filter((id) => !id.startsWith("before")); // what was dealt last lies there until the next card
  return { view, shown, cards };
}"""


@dataclass(eq=False)
class Guest:
    """One person at one browser, and everything that came in and went out there."""

    house: House
    context: BrowserContext
    page: Page
    table: str = ""
    person: str = ""  # the id, of who has come
    frames: list[str] = field(default_factory=list)
    asked_of: set[str] = field(default_factory=set)  # every address a request went to
    policies: dict[str, str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def listen(self) -> None:
        def heard(socket: WebSocket) -> None:
            self.asked_of.add(urlsplit(socket.url).netloc)
            socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

        self.page.on("websocket", heard)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda told: self.errors.append(told.text) if told.type in ("error", "warning") else None,
        )
        self.context.on("request", lambda request: self.asked_of.add(urlsplit(request.url).netloc))
        self.context.on(
            "response",
            lambda answer: self.policies.update(
                {answer.url: answer.headers.get("content-security-policy", "none")}
            ),
        )

    # -- coming and going ----------------------------------------------------------------------------------

    async def see(self, path: str) -> None:
        await self.page.goto(self.house.address + path)

    async def come(self, name: str, table: str) -> None:
        """A guest with a name, at the table; not through the lobby, which draws every table of the house."""
        await self.sign("/guest", name=name)
        me = await self.context.request.get(f"{self.house.address}/api/me")
        self.person = (await me.json())["person"]
        await self.go_to(table)

    async def sign(self, action: str, **fields: str) -> None:
        """What a form of the page to sign in sends."""
        page = await (await self.context.request.get(f"{self.house.address}/sign-in")).text()
        token = re.search(r'name="?token"? value="?([^">]+)', page)
        assert token, page
        answer = await self.context.request.post(
            self.house.address + action, form={"token": token[1], **fields}, max_redirects=0
        )
        assert answer.status == 303, await answer.text()

    async def come_by_the_lobby(self, name: str, table: str) -> None:
        """In by the lobby's one click, and to the table."""
        await self.see("/")
        await self.page.get_by_label("Your name").fill(name)
        await self.page.get_by_role("button", name="Play as a guest").click()
        await self.page.get_by_text(f"Welcome, {name}.").wait_for()
        await self.go_to(table)

    async def go_to(self, table: str) -> None:
        self.table = table
        await self.see(f"/tables/{table}")
        await self.connected()

    async def connected(self) -> None:
        await self.page.locator("#layout[data-connected]").wait_for()

    async def sit(self, *boxes: int) -> None:
        """By clicks; chips are bought with the first box, and whenever a wager needs more."""
        for box in boxes:
            await self.press("take_seat", box=box)

    async def beside(self) -> None:
        """What lies beside the felt: a drawer where the screen is small."""
        if not await self.page.locator("#side").is_visible():
            await self.page.locator(".to-side").click()

    async def felt_again(self) -> None:
        close = self.page.locator("#side .side-head a")
        if await close.is_visible():
            await close.click()

    async def unfold(self, *buttons: Locator) -> None:
        """What is seldom wanted lies folded up: chips, leaving, sharing, most side wagers."""
        folded = self.page.locator("details.more:not([open]) > summary", has_text="Chips, boxes")
        for button in buttons:
            folded = self.page.locator("details:not([open])").filter(has=button).locator("> summary")
        if await folded.count():
            await folded.first.click()

    # -- playing -------------------------------------------------------------------------------------------

    def button(self, command: str, **where: object) -> Locator:
        named = "".join(f'[data-{name}="{value}"]' for name, value in where.items())
        return self.page.locator(f'button[data-command="{command}"]{named}:enabled').first

    async def press(self, command: str, **where: object) -> None:
        """Click an enabled button, and wait until the house has said yes and the dealer rests."""
        button = self.button(command, **where)
        try:
            await button.wait_for(state="attached")
        except TimeoutError as late:
            now = await self.page.evaluate(READ, self.table)
            view = now["view"]
            seen = f"{differs(now)}; waiting for {view['waiting_for']}; {view['prompts']}"
            raise AssertionError(f"no {command} {where} at {self.table}: {seen}") from late
        await self.settled()
        async with self.answered():
            await button.click()

    async def settled(self) -> None:
        """A question that has just come takes no press for a moment: it might be meant for the one before."""
        await self.until("!document.getElementById('layout').classList.contains('settling')")

    async def key(self, letter: str, command: str, **where: object) -> None:
        """Press a key once the button it stands for is there."""
        shown = {"w": ".area.main .spot", "t": ".sit"}.get(letter, f'[data-key="{letter}"]')
        await self.button(command, **where).and_(self.page.locator(shown)).wait_for()
        await self.settled()
        async with self.answered():
            await self.page.locator("body").press(letter)

    @asynccontextmanager
    async def answered(self) -> AsyncIterator[None]:
        async with self.page.expect_response(lambda answer: answer.url.endswith("/act")) as coming:
            yield
        answer = await coming.value
        assert answer.ok, await answer.text()
        await self.caught_up(await self.house.order("rest", self.table))

    async def caught_up(self, version: str) -> None:
        """Until the page has drawn this version; what changes nothing that it shows is not pushed."""
        drawn = f"Number(document.getElementById('layout')?.dataset.version ?? 0) >= {version}"
        with suppress(TimeoutError):
            await self.until(drawn, timeout=3_000)

    async def until(self, true: str, timeout: float = PATIENCE) -> None:
        """Asked every few milliseconds: a locator asks every half second after a while, and each picture
        that is drawn for the asking costs more than the answer."""
        await self.page.wait_for_function(f"() => {true}", timeout=timeout, polling=20)

    async def asked(self, kind: str, box: int = 0) -> None:
        """Until the table waits for this answer of mine."""
        which = f'[id^="ask-{kind}-{box}-"]' if box else ""
        await self.page.locator(f".ask.{kind}.urgent{which}").first.wait_for()

    async def seen(self) -> dict[str, Any]:
        """The view the API gives this person, once the page shows the same: every button, every card."""
        now: dict[str, Any] = {}
        for _ in range(PATIENCE // 25):
            now = await self.page.evaluate(READ, self.table)
            if differs(now) is None:
                view: dict[str, Any] = now["view"]
                return view
            await asyncio.sleep(0.025)
        raise AssertionError(f"the page of {self.table} shows something else: {differs(now)}")


def differs(now: dict[str, Any]) -> object:
    """None when each choice stands there once, enabled if and only if allowed, and the same cards lie."""
    view = now["view"]
    wanted = sorted(as_sent(choice) for prompt in view["prompts"] for choice in prompt["choices"])
    found = sorted(tuple(each) for each in now["shown"])
    if wanted != found:
        return {"choices": set(wanted) ^ set(found), "numbers": (len(wanted), len(found))}
    lying = [f"dealer-{n}-{card or 'down'}" for n, card in enumerate(view["dealer"]["cards"], 1)]
    lying += [f"community-{n}-{card}" for n, card in enumerate(view["community"], 1)]
    for box in view["boxes"]:
        for hand in box["hands"]:
            where = f"b{box['number']}h{hand['number']}"
            lying += [f"{where}-{n}-{card or 'down'}" for n, card in enumerate(hand["cards"], 1)]
    return None if sorted(lying) == sorted(now["cards"]) else {"cards": set(lying) ^ set(now["cards"])}


def as_sent(choice: dict[str, Any]) -> Shown:
    def text(value: object) -> str:
        return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

    box, hand, wager, shared = (text(choice[name]) for name in ("box", "hand", "wager", "shared"))
    return (choice["command"], box, hand, wager, shared, choice["allowed"])
