"""`vingt tables`: the tables of a house, as its log has them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vingt.cli.terminal.given import Json
from vingt.cli.terminal.log_folder import FOLDER, Data, Patience, snapshot, tables_in
from vingt.core.money import dollars
from vingt.report.text.page import Page, print_json
from vingt.report.words.values import plural

if TYPE_CHECKING:
    from vingt.live.books.audit import Snapshot


def tables(data: Data = FOLDER, json: Json = False) -> None:
    """The tables of a house: rounds played, when last, and what the table won.

    Examples:
      vingt tables
      vingt tables --data friday-night --json
    """
    with snapshot(data) as log:
        total = sum(version for stream, version in log.streams.items())
        with Patience("read", total) as progress:
            found = [told(log, table, progress) for table in tables_in(log)]
    if json:
        print_json({"tables": found})
    else:
        page(data, found).print()


def told(log: Snapshot, table: str, progress: Callable[[int], None]) -> dict[str, Any]:
    from vingt.live.money.ledger import Ledger, inventory

    ledger, rounds, last, opened, closed = Ledger(), 0, 0, dict[str, Any](), False
    shoes = 0
    for stored in log.read(f"table/{table}"):
        ledger.follow(stored)
        last = stored.at
        match stored.kind:
            case "table_opened":
                opened = stored.data
            case "table_closed":
                closed = True
            case "betting_closed":
                rounds += 1
            case "shoe_opened":
                shoes += 1
            case _:
                pass
        if stored.version % 500 == 0:
            progress(500)
    return {
        "table": table,
        "name": opened.get("name", ""),
        "rulebook": opened.get("rulebook", ""),
        "private": opened.get("private", False),
        "open": not closed,
        "rounds": rounds,
        "shoes": shoes,
        "events": log.streams[f"table/{table}"],
        "last_event_at": last,
        "won": ledger.balances[inventory(table)],
    }


def page(data: Path, found: list[dict[str, Any]]) -> Page:
    made = Page()
    rows = [
        (
            each["table"],
            each["name"] + (" (private)" if each["private"] else "") + ("" if each["open"] else " (closed)"),
            f"{each['rounds']:,}",
            f"{each['shoes']:,}",
            dollars(each["won"]),
            moment(each["last_event_at"]),
        )
        for each in found
    ]
    made.table(("table", "name", "rounds", "shoes", "won", "last event (UTC)"), rows)
    made.text(f"{plural(len(found), 'table')} in {data}", "bold")
    return made


def moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
