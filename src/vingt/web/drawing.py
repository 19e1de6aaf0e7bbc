"""A table drawn for one person, whole or as the fragments that are pushed to its page."""

from __future__ import annotations

from typing import Any

from vingt.live.house import LiveTable
from vingt.live.view import TableView
from vingt.web.desk import Desk, Visit
from vingt.web.felt import felt_of
from vingt.web.pages import environment
from vingt.web.table_model import table_model

# Each has the id of its outermost element; the boxes come besides, as box-1, box-2, …
PARTS = ("purse", "shoe", "dealer", "dock", "results", "history", "proof", "coach")
COMMON_CHIP = 500  # the chip chosen to begin with, or the nearest


def values_of(desk: Desk, table: LiveTable, visit: Visit, view: TableView) -> dict[str, Any]:
    """All that the templates of a table need."""
    person = visit.person.id if visit.person is not None else None
    nearest = min(range(len(view.chips)), key=lambda at: abs(view.chips[at] - COMMON_CHIP), default=0)
    return {
        "view": view,
        "model": table_model(view),
        "felt": felt_of(table.rules),
        "token": visit.token,
        "coach": desk.coaches.of(table.id, person),
        "chosen_chip": nearest,
        "repeat": bool(person) and bool(desk.repeats.last(table.id, str(person), table.wagers_for)),
    }


def fragments(desk: Desk, table: LiveTable, visit: Visit, view: TableView) -> dict[str, str]:
    """Element id -> its HTML now."""
    values = values_of(desk, table, visit, view)
    jinja = environment()
    drawn = {name: jinja.get_template(f"parts/{name}.html").render(values) for name in PARTS}
    box = jinja.get_template("parts/box.html")
    for each in values["model"].boxes:
        drawn[f"box-{each.seen.number}"] = box.render(values, box=each)
    drawn["say"] = jinja.get_template("parts/say.html").render(values)
    return drawn
