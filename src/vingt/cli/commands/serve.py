"""`vingt serve`: open the house to browsers."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Sequence
from getpass import getpass, getuser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vingt.cli.terminal.arguments import complete_rules, flag, option
from vingt.cli.terminal.log_folder import FOLDER, DataOption
from vingt.core.rules.submission import Unreadable
from vingt.web.serving import configure_logs, listening, serve_house

if TYPE_CHECKING:
    from vingt.web.network.exposure import Exposure

PASSWORD = "VINGT_ADMIN_PASSWORD"
EXPOSED = """vingt: whoever can reach this machine can open them: pages, accounts, the API, /health, /metrics,
       all unencrypted. Put https in front of it for anything but a game among friends."""
LOST = 3  # the exit code when the log cannot be written and does not recover, or is found damaged
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def serve(
    host: Annotated[str, option("ADDRESS", "Where to listen; 0.0.0.0 is everywhere.")] = "127.0.0.1",
    port: Annotated[int, option("N", "0 takes any free port.")] = 8021,
    data: DataOption = FOLDER,
    table: Annotated[
        list[str] | None,
        option(
            "FILE[:DEALING]",
            "Open this submission (or sample) as a table; :guided or :scanned: a person deals it.",
            autocompletion=complete_rules,
        ),
    ] = None,
    no_samples: Annotated[
        bool, flag("--no-samples", "Open no table of each game: only what --table names.")
    ] = False,
    admin: Annotated[
        str | None, option("LOGIN", f"Make this administrator first; asks, or reads {PASSWORD}.")
    ] = None,
    accept_rules: Annotated[
        str,
        option(
            "RULEBOOK[,…]",
            "Take responsibility for rulebooks that changed since the last start; all for every one.",
        ),
    ] = "",
    accept_lost_history: Annotated[
        bool,
        flag(
            "--accept-lost-history",
            "Open a log whose end was lost: wagers in play go back, every shoe ends and is revealed.",
        ),
    ] = False,
    heads_at: Annotated[
        Path | None, option("FILE", "Keep the log's heads here too: on another disk.")
    ] = None,
    publish: Annotated[
        Path | None, option("FILE", "Append every commitment, and the log's head now and then, to FILE.")
    ] = None,
    name: Annotated[
        list[str] | None,
        option("HOST", "A name under which browsers reach the house. May be given more than once."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        option("ADDRESS", "Believe X-Forwarded-For and -Proto from here. May be given more than once."),
    ] = None,
    limits: Annotated[
        str,
        option(
            "TIMES", "What one client may hold: 1 as documented, 3 three times as much, off for a load test."
        ),
    ] = "1",
    gaming_day: Annotated[
        str,
        option(
            "HH:MM", "When a gaming day begins, in universal time: for win reports, and where people deal."
        ),
    ] = "",
    verbose: Annotated[bool, flag("--verbose", "Log every request to stderr as JSON lines.")] = False,
) -> None:
    """Live tables in the browser: a table of each game, and your own, open at the printed address.

    Everything played is kept in the data folder and goes on where it was when
    you serve it again. Ctrl-C stops it.

    --table FILE opens your own submission beside them; what vingt check refuses
    is refused here too, before anything is opened. Given again, the same file
    finds its table; a changed one opens a new table and closes the old. Named
    FILE:guided, a dealer deals it by hand, step by step; FILE:scanned, with
    real cards that are entered as they come.

    Examples:
      vingt serve
      vingt serve --port 8080 --data friday-night
      vingt serve --table my-table.toml
      vingt serve --no-samples --table my-table.toml --table md-blackjack/as-dealt
      vingt serve --table md-pontoon-21:guided --admin ada
      vingt serve --host 0.0.0.0 --admin ada
      vingt serve --heads-at /mnt/other-disk/house.heads
      vingt serve --name cards.example --proxy 127.0.0.1
      vingt serve --limits off
      vingt serve --table md-blackjack:guided --gaming-day 11:00
    """
    from vingt.cli.commands.serve_tables import tables_named
    from vingt.live.books.win import NoDay, minutes_of
    from vingt.live.house.house import Accepting

    try:
        day_begins = minutes_of(gaming_day) if gaming_day else None
    except NoDay as error:
        raise Unreadable(f"--gaming-day: {error}") from error
    named = tables_named(table or ())
    if not 0 <= port <= 65535:
        raise Unreadable(f"--port {port}: expected 0 to 65535")
    exposure = exposure_of(host, name or (), proxy or (), limits)
    password = administrator_password() if admin is not None else ""
    listener = listening(host, port)
    configure_logs(verbose)
    from vingt.web.opening import HouseOpening  # a port in use is said before all that is loaded

    try:
        accept = Accepting(words(accept_rules), accept_lost_history, getuser())
        opening = HouseOpening(accept, admin, password, heads_at, publish, named, not no_samples, day_begins)
        lost = asyncio.run(
            serve_house(
                listener, exposure, lambda: opening.house(data), lambda: announce(listener, host, data)
            )
        )
    finally:
        listener.close()
    if lost:
        print("\n".join(f"vingt: {line}" for line in lost), file=sys.stderr)
        raise typer.Exit(LOST)


def exposure_of(host: str, names: Sequence[str], proxies: Sequence[str], limits: str) -> Exposure:
    from vingt.web.network.exposure import Exposure, NotAName
    from vingt.web.network.limits import NotALimit, limits_of

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


def announce(listener: socket.socket, host: str, data: Path) -> None:
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    print(f"vingt: the tables are open at {address} (Ctrl-C closes them)", flush=True)
    if host not in LOOPBACK:
        print(EXPOSED, flush=True)
    print(f"vingt: everything is kept in {data}/", flush=True)
