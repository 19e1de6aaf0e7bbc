"""The tables of a house, as its log has them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vingt.core.money import dollars
from vingt.report.text.page import Page
from vingt.report.words.figures import moment
from vingt.report.words.grammar import plural

if TYPE_CHECKING:
    from vingt.live.books.audit import Snapshot


def table_summary(log: Snapshot, table: str, progress: Callable[[int], None]) -> dict[str, Any]:
    from vingt.live.money.ledger import Ledger

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
        "won": ledger.won(table),
    }


def tables_page(data: Path, tables: list[dict[str, Any]]) -> Page:
    page = Page()
    rows = [
        (
            table["table"],
            table["name"]
            + (" (private)" if table["private"] else "")
            + ("" if table["open"] else " (closed)"),
            f"{table['rounds']:,}",
            f"{table['shoes']:,}",
            dollars(table["won"]),
            moment(table["last_event_at"]),
        )
        for table in tables
    ]
    page.table(("table", "name", "rounds", "shoes", "won", "last event (UTC)"), rows)
    page.text(f"{plural(len(tables), 'table')} in {data}", "bold")
    return page
