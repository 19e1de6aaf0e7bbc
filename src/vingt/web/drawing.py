"""A table drawn for one person, whole or as the fragments that are pushed to its page."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from vingt.core.cite import Cite
from vingt.core.rules.table_rules import TableRules
from vingt.live.house import LiveTable
from vingt.live.phrases import PHRASES
from vingt.live.view import TableView
from vingt.web.desk import Desk, Visit
from vingt.web.felt import felt_of
from vingt.web.laid import Laid
from vingt.web.pages import environment
from vingt.web.pressing import go_of
from vingt.web.table_model import TableModel, table_model
from vingt.web.wager_sheet import edges_known

# Each has the id of its outermost element; the boxes come besides, as box-1, box-2, …
PARTS = ("purse", "settings", "shoe", "dealer", "phrases", "dock", "results", "history", "proof", "coach")


class NoPrompt(NamedTuple):
    """What stands behind a button that answers no question."""

    urgent: bool = False
    id: str = ""


class Changes(NamedTuple):
    """What may be done with the wagers that lie there."""

    undo: bool
    clear: bool


def values_of(desk: Desk, table: LiveTable, visit: Visit, view: TableView) -> dict[str, Any]:
    """All that the templates of a table need."""
    person = visit.person.id if visit.person is not None else None
    model = table_model(view, visit.favourites)
    return {
        "view": view,
        "model": model,
        "felt": felt_of(table.rules),
        "person": visit.person,
        "token": visit.token,
        "coach": desk.coaches.of(table.id, person),
        "chosen_chip": chosen_chip(view, model),
        "go": go_of(view, desk.laid, person),
        "changes": changes(view, desk.laid, person),
        "no_prompt": NoPrompt(),
        "dealer_before": view.last_rounds[0] if any(box.before for box in model.boxes) else None,
        "wager_cites": wager_cites(table.rules),
        "wager_edges": edges_known(desk.figures, table.rules),
        "company": len({box.holder for box in view.boxes if box.holder}) > 1,
        "phrases": tuple(PHRASES.items()),
        "closable": table.private and person is not None and table.opened.by == person and not table.closed,
    }


@lru_cache(maxsize=64)
def wager_cites(rules: TableRules) -> dict[str, Cite]:
    """The clause behind each kind of chips on the layout."""
    sides = {wager.id: wager.paytable.cite or wager.cite for wager in rules.wagers}
    return {"main": rules.cite("wagering.minimum", "wagering.maximum", "pays.win"), **sides}


def chosen_chip(view: TableView, model: TableModel) -> int:
    """The chip in hand to begin with: the smallest that makes a wager by itself."""
    enough = [chip for chip in model.chips if chip >= view.minimum]
    return min(enough, default=max(model.chips, default=0))


def changes(view: TableView, laid: Laid, person: str | None) -> Changes:
    lies = view.phase == "betting" and view.you is not None and view.you.in_play > 0
    steps = laid.now(view.table, person, view.round).steps if person is not None else []
    return Changes(undo=bool(steps) and view.phase == "betting", clear=lies)


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
