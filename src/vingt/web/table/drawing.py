"""A table drawn for one person, whole or as the fragments that are pushed to its page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from markupsafe import escape

from vingt.core.cite import Cite
from vingt.core.rounds.outcome_words import symbol_words
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.live.house.house import LiveTable
from vingt.live.progressive.sign import table_sign
from vingt.live.table.phrases import PHRASES
from vingt.live.views.view import TableView
from vingt.report.rules.felt import felt_of
from vingt.web.desk import Desk, Visit
from vingt.web.felt.laid_wagers import Laid
from vingt.web.felt.pressing import go_of
from vingt.web.felt.table_model import TableModel, table_model
from vingt.web.html.fragments import Blanks, Fragment, Gallery, Watched, unfilled
from vingt.web.html.wheel_picture import picture_of
from vingt.web.lessons.wager_sheet import edges_known

# Each has the id of its outermost element; the boxes come besides, as box-1, box-2, …
PARTS = (
    *("purse", "settings", "shoe", "dealer", "felt_wheel", "phrases", "dock", "results", "history"),
    *("proof", "coach"),
)
SAME_FOR_ALL = ("shoe", "dealer", "felt_wheel")  # whoever looks
NOBODY = Visit(None, "")
GALLERIES: WeakKeyDictionary[LiveTable, Gallery] = WeakKeyDictionary()


class NoPrompt(NamedTuple):
    """What stands behind a button that answers no question."""

    urgent: bool = False
    id: str = ""


class Changes(NamedTuple):
    """What may be done with the wagers that lie there."""

    undo: bool
    clear: bool


NO_PROMPT = NoPrompt()
SET_PHRASES = tuple(PHRASES.items())


def values_of(desk: Desk, table: LiveTable, visit: Visit, view: TableView) -> dict[str, Any]:
    """All that the templates of a table need."""
    person = visit.person.id if visit.person is not None else None
    model = table_model(view, visit.favourites)
    sign = table_sign(desk.house.meters, table.id, table.in_force, table.state)
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
        "no_prompt": NO_PROMPT,
        "dealer_before": view.last_rounds[0] if any(box.before for box in model.boxes) else None,
        "wager_cites": wager_cites(table.rules),
        "wager_edges": edges_known(desk.figures, table.rules),
        "company": len({box.holder for box in view.boxes if box.holder}) > 1,
        "phrases": SET_PHRASES,
        "sign": sign,
        "wheel_picture": None if sign.wheel is None else picture_of(sign.wheel),
        "symbol_words": symbol_words,
        "has_wheel": any(wager.wheel for wager in table.rules.wagers),
        "by_hand": not table.state.dealing.automatic,
        "held_in_hand": table.rules.variant.dealt_by_hand,
        "community_cards": table.rules.variant.community_cards,
        "closable": table.private and person is not None and table.opened.by == person and not table.closed,
    }


@lru_cache(maxsize=64)
def wager_cites(rules: TableRules) -> dict[str, Cite]:
    """The clause behind each kind of chips on the layout."""
    sides = {wager.id: wager.paytable.cite or wager.cite for wager in rules.wagers}
    return {MAIN: rules.cite("wagering.minimum", "wagering.maximum", "pays.win"), **sides}


def chosen_chip(view: TableView, model: TableModel) -> int:
    """The chip in hand to begin with: the smallest that makes a wager by itself."""
    enough = [chip for chip in model.chips if chip >= view.minimum]
    return min(enough, default=max(model.chips, default=0))


def changes(view: TableView, laid: Laid, person: str | None) -> Changes:
    lies = view.phase == "betting" and view.you is not None and view.you.in_play > 0
    steps = laid.now(view.table, person, view.round).steps if person is not None else []
    return Changes(undo=bool(steps) and view.phase == "betting", clear=lies)


class DrawnPage(NamedTuple):
    """All fragments of a page at one moment; `blanks` is what goes into them for this viewer."""

    parts: dict[str, Fragment]
    blanks: Blanks

    def html(self) -> dict[str, str]:
        return {name: part.filled(part.html, self.blanks) for name, part in self.parts.items()}

    def changed_since(self, before: DrawnPage | None) -> str:
        """The fragments that differ, as one JSON object, or ""."""
        in_json = Blanks(*(json.dumps(blank, ensure_ascii=False)[1:-1] for blank in self.blanks))
        changed = [
            f"{json.dumps(name)}: {part.filled(part.json, in_json)}"
            for name, part in self.parts.items()
            if before is None or not self.is_same(part, name, before)
        ]
        return f"{{{', '.join(changed)}}}" if changed else ""

    def is_same(self, part: Fragment, name: str, before: DrawnPage) -> bool:
        old = before.parts.get(name)
        if old is None or (old is not part and old.html != part.html):
            return False
        return all(
            not used or now == then
            for used, now, then in zip(part.blanks, self.blanks, before.blanks, strict=True)
        )


def drawn(desk: Desk, table: LiveTable, visit: Visit, view: TableView) -> DrawnPage:
    """The fragments of a table for one person. What is the same for several, or has not changed, is drawn
    once; a fragment is drawn again when anything it was drawn from has changed."""
    gallery = GALLERIES.setdefault(table, Gallery())
    watched = gallery.watched
    if watched is None or watched.revision != view.revision:
        everybody = view if view.you is None else table.view(None)
        watched = Watched(everybody.revision, *parts_of(desk, table, NOBODY, everybody, gallery, {}))
        gallery.watched = watched
    if visit.person is None and visit.favourites is None and watched.revision == view.revision:
        parts, waiting = watched.parts, watched.waiting
    else:
        known = {name: watched.parts[name] for name in SAME_FOR_ALL if watched.revision == view.revision}
        parts, waiting = parts_of(desk, table, visit, view, gallery, known)
    clock = view.clock
    started, deadline = (str(clock.started), str(clock.deadline)) if clock is not None else ("", "")
    return DrawnPage(parts, Blanks(visit.token, waiting, started, deadline))


def parts_of(
    desk: Desk,
    table: LiveTable,
    visit: Visit,
    view: TableView,
    gallery: Gallery,
    known: Mapping[str, Fragment],
) -> tuple[dict[str, Fragment], str]:
    """Every fragment, and the words that fill the blank for who is waited for."""
    values = values_of(desk, table, visit, view)
    waiting = str(escape(values["model"].waiting))
    values = unfilled(values)
    parts = {
        name: known[name] if name in known else gallery.part(name, f"parts/{name}.html", values)
        for name in PARTS
    }
    for box in values["model"].boxes:
        name = f"box-{box.seen.number}"
        parts[name] = gallery.part(name, "parts/box.html", {**values, "box": box})
    parts["say"] = gallery.part("say", "parts/say.html", values)
    return parts, waiting


def fragments(desk: Desk, table: LiveTable, visit: Visit, view: TableView) -> dict[str, str]:
    """Element id -> its HTML now."""
    return drawn(desk, table, visit, view).html()
