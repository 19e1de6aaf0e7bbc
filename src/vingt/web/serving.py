"""A house served to browsers: the port, the logs, the server, and memory kept in order while people play."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from vingt.core.rules.submission import Unreadable

if TYPE_CHECKING:
    from uvicorn import Server

    from vingt.live.house.house import House
    from vingt.web.network.exposure import Exposure
    from vingt.web.network.starting import Door

PATIENCE = 2.0  # seconds without a word
UNTAKEN = 60_000  # milliseconds that sent bytes may lie with a client who does not take them
SWITCH = 0.0001  # seconds: how soon the thread that writes the log gets its turn while pages are drawn
# The collector looks at objects when so many are new, a matter of 2 ms, and by itself never at older ones:
# that takes half a second in a full house. `tidied` does it when nobody plays.
GARBAGE = (2_000, 1_000_000, 1_000_000)
TIDY_LOOK, TIDY_LATEST = 5, 1_200  # seconds between looks for a quiet moment; after which none is waited for
LastWords = tuple[str, ...]  # why a house could not go on, and what to do


def listening(host: str, port: int) -> socket.socket:
    """The open port, before anything else is begun: a port in use is said at once."""
    try:
        address_info = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
        )[0]
        # With its protocol named: else asyncio does not know it for TCP and leaves every answer in two parts
        # to wait some 40 ms for the other side's acknowledgement of the first.
        listener = socket.socket(*address_info[:3])
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux: who takes nothing for so long is gone
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNTAKEN)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address_info[4])
        listener.listen(2048)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Unreadable(f"cannot listen on {host} port {port}: {why.lower()}") from error
    return listener


def configure_logs(verbose: bool) -> None:
    from vingt.live.program_log import JsonLines, Sampled
    from vingt.web.network.server_log import ServerLog

    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    handler.addFilter(Sampled())
    for name in ("vingt", "asyncio"):
        logging.getLogger(name).addHandler(handler)
    logging.getLogger("vingt").setLevel(logging.INFO if verbose else logging.WARNING)
    server = logging.getLogger("uvicorn")
    server.setLevel(logging.WARNING)
    server.propagate = False
    server.handlers = [ServerLog()]


@contextmanager
def stopped_by_signals(server: Server) -> Iterator[None]:
    """Ctrl-C ends the serving and nothing else: uvicorn's own way would raise it again when all is closed."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.handle_exit, number, None)
    server.capture_signals = nullcontext  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


def last_words(house: House) -> LastWords:
    """Why a house could not go on, and what to do; nothing for one that was stopped."""
    if not house.lost:
        return ()
    if house.damaged:
        advice = (
            "what was written before is not what lies there now: mend the disk, restore a backup, verify it."
        )
        return (f"the log is damaged: {house.lost}", advice)
    advice = "nothing acknowledged was lost; mend the disk and serve again."
    return (f"the log cannot be written any more: {house.lost}", advice)


async def serve_house(
    listener: socket.socket,
    exposure: Exposure,
    open_house: Callable[[], Coroutine[None, None, House]],
    announced: Callable[[], None],
) -> LastWords:
    """Serve until stopped; the last words of a house that could not go on. The port answers at once."""
    import uvicorn

    from vingt.web.html.pages import compile_templates
    from vingt.web.network.connections import settings
    from vingt.web.network.starting import Door

    door = Door()
    drawing = asyncio.create_task(asyncio.to_thread(compile_templates))  # while the log is read
    server = uvicorn.Server(settings(door, exposure.limits, exposure.proxies))
    with stopped_by_signals(server):
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            house = await opened_while(serving, open_house)
            await drawing
            if house is None:
                return ()
            return await served(house, door, exposure, server, serving, announced)
        finally:
            server.should_exit = True
            await serving


async def opened_while(
    serving: asyncio.Task[None], open_house: Callable[[], Coroutine[None, None, House]]
) -> House | None:
    """The house; None when somebody stopped the serving before it was open."""
    work = asyncio.create_task(open_house())
    done, _ = await asyncio.wait((work, serving), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    if not done:
        print("vingt: reading the log; until then every page says that the house is starting", flush=True)
        await asyncio.wait((work, serving), return_when=asyncio.FIRST_COMPLETED)
    if not work.done():
        await asyncio.wait((work,))  # an opening is not broken off: it would leave a half of it behind
        await work.result().close("stopped while starting")
        return None
    return work.result()


async def served(
    house: House,
    door: Door,
    exposure: Exposure,
    server: Server,
    serving: asyncio.Task[None],
    announced: Callable[[], None],
) -> LastWords:
    from vingt.web.app import create_app

    try:
        app = create_app(house, apart=True, exposure=exposure)
        house.when_lost(lambda: setattr(server, "should_exit", True))
        async with app.router.lifespan_context(app):
            sys.setswitchinterval(SWITCH)
            async with tidied(house):
                door.behind = app
                if not server.should_exit:  # somebody stopped it while it opened: the port is closed already
                    announced()
                await serving
    finally:
        await house.close(house.lost or "closed")
    if not house.lost:
        print("vingt: the house is closed; everything is kept.", flush=True)
    return last_words(house)


@asynccontextmanager
async def tidied(house: House) -> AsyncIterator[None]:
    """Without the collector's long pauses: what stands now is looked at no more, and the rest as a whole only
    when nothing was stored for a few seconds, or at last."""

    async def tidy() -> None:
        stored = tidied_at = house.events
        waited = 0
        while True:
            await asyncio.sleep(TIDY_LOOK)
            before, stored, waited = stored, house.events, waited + TIDY_LOOK
            if waited >= TIDY_LATEST or (stored != tidied_at and stored == before):
                gc.collect()
                tidied_at, waited = stored, 0

    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    tidying = asyncio.create_task(tidy(), name="tidy")
    try:
        yield
    finally:
        tidying.cancel()
