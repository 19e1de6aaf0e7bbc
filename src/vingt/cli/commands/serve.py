"""`vingt serve`: open the house to browsers."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from getpass import getpass, getuser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vingt.cli.terminal.given import complete_rules
from vingt.cli.terminal.log_folder import FOLDER, PATIENCE, Data
from vingt.core.rules.submission import Submission, Unreadable

if TYPE_CHECKING:
    from uvicorn import Server

    from vingt.live.house.house import Accepting, House
    from vingt.web.exposure import Exposure
    from vingt.web.starting import Door

PASSWORD = "VINGT_ADMIN_PASSWORD"
EXPOSED = """vingt: whoever can reach this machine can open them: pages, accounts, the API, /health, /metrics,
       all unencrypted. Put https in front of it for anything but a game among friends."""
LOST = 3  # the exit code when the log cannot be written and does not recover, or is found damaged
UNTAKEN = 60_000  # milliseconds that sent bytes may lie with a client who does not take them
SWITCH = 0.0001  # seconds: how soon the thread that writes the log gets its turn while pages are drawn
# The collector looks at objects when so many are new, a matter of 2 ms, and by itself never at older ones:
# that takes half a second in a full house. `tidied` does it when nobody plays.
GARBAGE = (2_000, 1_000_000, 1_000_000)
TIDY_LOOK, TIDY_LATEST = 5, 1_200  # seconds between looks for a quiet moment; after which none is waited for
Lines = tuple[str, ...]
LOOPBACK = ("127.0.0.1", "::1", "localhost")

Host = Annotated[
    str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")
]
Port = Annotated[int, typer.Option("--port", metavar="N", help="0 takes any free port.")]
Tables = Annotated[
    list[str] | None,
    typer.Option(
        "--table",
        metavar="FILE",
        help="Open this submission (or sample) as a table. May be given more than once.",
        autocompletion=complete_rules,
    ),
]
NoSamples = Annotated[
    bool, typer.Option("--no-samples", help="Open no table of each game: only what --table names.")
]
Admin = Annotated[
    str | None,
    typer.Option(
        "--admin", metavar="LOGIN", help=f"Make this administrator first; asks, or reads {PASSWORD}."
    ),
]
AcceptRules = Annotated[
    str,
    typer.Option(
        "--accept-rules",
        metavar="RULEBOOK[,…]",
        help="Take responsibility for rulebooks that changed since the last start; all for every one.",
    ),
]
AcceptLost = Annotated[
    bool,
    typer.Option(
        "--accept-lost-history",
        help="Open a log whose end was lost: wagers in play go back, every shoe ends and is revealed.",
    ),
]
HeadsAt = Annotated[
    Path | None,
    typer.Option("--heads-at", metavar="FILE", help="Keep the log's heads here too: on another disk."),
]
LimitsOption = Annotated[
    str,
    typer.Option(
        "--limits",
        metavar="TIMES",
        help="What one client may hold: 1 as documented, 3 three times as much, off for a load test.",
    ),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--proxy",
        metavar="ADDRESS",
        help="Believe X-Forwarded-For and -Proto from here. May be given more than once.",
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Option(
        "--name",
        metavar="HOST",
        help="A name under which browsers reach the house. May be given more than once.",
    ),
]
Publish = Annotated[
    Path | None,
    typer.Option(
        "--publish", metavar="FILE", help="Append every commitment, and the log's head now and then, to FILE."
    ),
]
Verbose = Annotated[bool, typer.Option("--verbose", help="Log every request to stderr as JSON lines.")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8021,
    data: Data = FOLDER,
    table: Tables = None,
    no_samples: NoSamples = False,
    admin: Admin = None,
    accept_rules: AcceptRules = "",
    accept_lost_history: AcceptLost = False,
    heads_at: HeadsAt = None,
    publish: Publish = None,
    name: Names = None,
    proxy: Proxies = None,
    limits: LimitsOption = "1",
    verbose: Verbose = False,
) -> None:
    """Live tables in the browser: a table of each game, and your own, open at the printed address.

    Everything played is kept in the data folder and goes on where it was when
    you serve it again. Ctrl-C stops it.

    --table FILE opens your own submission beside them; what vingt check refuses
    is refused here too, before anything is opened. Given again, the same file
    finds its table; a changed one opens a new table and closes the old.

    Examples:
      vingt serve
      vingt serve --port 8080 --data friday-night
      vingt serve --table my-table.toml
      vingt serve --no-samples --table my-table.toml --table md-blackjack/as-dealt
      vingt serve --host 0.0.0.0 --admin ada
      vingt serve --heads-at /mnt/other-disk/house.heads
      vingt serve --name cards.example --proxy 127.0.0.1
      vingt serve --limits off
    """
    from vingt.cli.commands.serve_tables import submissions_named
    from vingt.live.house.house import Accepting

    named = submissions_named(table or ())
    if not 0 <= port <= 65535:
        raise Unreadable(f"--port {port}: expected 0 to 65535")
    exposure = exposure_of(host, name or (), proxy or (), limits)
    password = administrator_password() if admin is not None else ""
    listener = listening(host, port)
    configure_logs(verbose)
    try:
        accept = Accepting(words(accept_rules), accept_lost_history, getuser())
        opening = Opening(accept, admin, password, heads_at, publish, named, not no_samples)
        lost = asyncio.run(run(listener, host, data, opening, exposure))
    finally:
        listener.close()
    if lost:
        print("\n".join(f"vingt: {line}" for line in lost), file=sys.stderr)
        raise typer.Exit(LOST)


def exposure_of(host: str, names: Sequence[str], proxies: Sequence[str], limits: str) -> Exposure:
    from vingt.web.exposure import Exposure, NotAName
    from vingt.web.limits import NotALimit, limits_of

    try:
        return Exposure.at(host, names, proxies, limits_of(limits))
    except (NotAName, NotALimit) as error:
        raise Unreadable(str(error)) from error


def words(listed: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in listed.split(",") if word.strip())


def administrator_password() -> str:
    given = os.environ.get(PASSWORD)
    if given:
        return given
    if not sys.stdin.isatty():
        raise Unreadable(f"--admin asks for a password: run it in a terminal, or set {PASSWORD}")
    return getpass("Password of the administrator: ")


def listening(host: str, port: int) -> socket.socket:
    """The open port, before anything else is begun: a port in use is said at once."""
    try:
        found = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
        )[0]
        # With its protocol named: else asyncio does not know it for TCP and leaves every answer in two parts
        # to wait some 40 ms for the other side's acknowledgement of the first.
        listener = socket.socket(*found[:3])
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux: who takes nothing for so long is gone
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNTAKEN)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(found[4])
        listener.listen(2048)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Unreadable(f"cannot listen on {host} port {port}: {why.lower()}") from error
    return listener


def configure_logs(verbose: bool) -> None:
    from vingt.live.program_log import JsonLines, Sampled
    from vingt.web.server_log import ServerLog

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


async def open_missing_tables(house: House) -> None:
    """A table of each game; those that stand in the log already stay."""
    from vingt.rulebook import library
    from vingt.web.games import default_games

    standing = [table.rules for table in house.tables() if not table.private and not table.state.closed]
    for game in default_games():
        if not any(game.rules.plays_like(rules) for rules in standing):
            await house.open_table(library.submission(game.name), "house", name=game.title)


@contextmanager
def stopped_by_signals(server: Server) -> Iterator[None]:
    """Ctrl-C ends the serving and nothing else: uvicorn's own way would raise it again when all is closed."""
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, server.handle_exit, each, None)
    server.capture_signals = nullcontext  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(each)


def announce(listener: socket.socket, host: str, data: Path) -> None:
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    print(f"vingt: the tables are open at {address} (Ctrl-C closes them)", flush=True)
    if host not in LOOPBACK:
        print(EXPOSED, flush=True)
    print(f"vingt: everything is kept in {data}/", flush=True)


def last_words(house: House) -> Lines:
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


async def run(listener: socket.socket, host: str, data: Path, opening: Opening, exposure: Exposure) -> Lines:
    """Serve until stopped; the last words of a house that could not go on. The port answers at once."""
    import uvicorn

    from vingt.web.connections import settings
    from vingt.web.pages import compile_templates
    from vingt.web.starting import Door

    door = Door()
    drawing = asyncio.create_task(asyncio.to_thread(compile_templates))  # while the log is read
    server = uvicorn.Server(settings(door, exposure.limits, exposure.proxies))
    with stopped_by_signals(server):
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            house = await opened_while(serving, data, opening)
            await drawing
            if house is None:
                return ()
            return await served(
                house, door, exposure, server, serving, lambda: announce(listener, host, data)
            )
        finally:
            server.should_exit = True
            await serving


async def opened_while(serving: asyncio.Task[None], data: Path, opening: Opening) -> House | None:
    """The house; None when somebody stopped the serving before it was open."""
    work = asyncio.create_task(opening.house(data))
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
) -> Lines:
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


@dataclass(frozen=True, slots=True)
class Opening:
    """How the house is to be opened."""

    accept: Accepting
    admin: str | None = None
    password: str = ""
    heads_at: Path | None = None
    publish: Path | None = None
    tables: tuple[Submission, ...] = ()  # to be open, whatever the log has
    samples: bool = True

    async def house(self, data: Path) -> House:
        from vingt.live.house.house import House
        from vingt.live.log.codec import NotAnEvent
        from vingt.live.log.kinds import UnknownKind
        from vingt.live.log.store import NotStored, StoreUnusable
        from vingt.live.shoes.vault import VaultError

        try:
            house = await House.open(data, accept=self.accept, heads_at=self.heads_at, publish=self.publish)
        except (StoreUnusable, VaultError, NotAnEvent, UnknownKind) as error:
            raise Unreadable(str(error)) from error
        except (NotStored, OSError) as error:
            why = getattr(error, "strerror", None) or error
            raise Unreadable(f"{data} cannot be written: {why}") from error
        try:
            await self._furnish(house)
        except NotStored as error:
            if house.damaged:
                return house  # whoever serves it is told at once that it cannot go on
            await house.close()
            raise Unreadable(f"{data} cannot be written: {error}") from error
        except BaseException:
            await house.close()
            raise
        return house

    async def _furnish(self, house: House) -> None:
        from vingt.live.house.named_tables import open_named
        from vingt.live.people.passwords import BadPassword
        from vingt.live.people.people import WrongName
        from vingt.live.people.person import NameTaken

        if self.admin is not None:
            try:
                await house.people.make_account(self.admin, self.password, role="administrator")
            except (NameTaken, WrongName, BadPassword) as error:
                raise Unreadable(f"--admin {self.admin}: {error}") from error
        if self.samples:
            await open_missing_tables(house)
        for done in await open_named(house, self.tables):
            print(f"vingt: {done}", flush=True)
