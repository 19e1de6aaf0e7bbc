"""A view as JSON text. What is the same object as before is written as before: most of a view is."""

from __future__ import annotations

import json
from functools import cache, lru_cache, partial
from json.encoder import encode_basestring as quoted
from operator import attrgetter

from vingt.live.memory import Remembered
from vingt.live.views.view import TableView, names_of

FIXED = (  # for as long as the table stands, but for limits, which the floor may change
    "table",
    "name",
    "title",
    "rulebook",
    "submission",
    "private",
    "currency",
    "main_wager",
    "minimum",
    "maximum",
    "chip_unit",
    "chips",
)
fixed_of = attrgetter(*FIXED)


def one_layer(value: object) -> object:
    """What the encoder does not know: a part of a view, as an object of its fields."""
    kind: type = type(value)
    return dict(zip(names_of(kind), fields_of(kind)(value), strict=True))


@cache
def fields_of(kind: type) -> attrgetter[tuple[object, ...]]:
    return attrgetter(*names_of(kind))


encoded = json.JSONEncoder(ensure_ascii=False, check_circular=False, default=one_layer).encode
TEXTS: Remembered[str] = Remembered(30_000)
LISTS: Remembered[str] = Remembered(4_000)


def view_text(view: TableView) -> str:
    """The same as `json.dumps(as_json(view), ensure_ascii=False)`."""
    return (
        f'{fixed_text(fixed_of(view))}, "version": {view.version}, "revision": {view.revision}, '
        f'"now": {view.now}, "phase": "{view.phase}", "round": {view.round}, '
        f'"clock": {written(view.clock)}, "waiting_for": {quoted(view.waiting_for)}, '
        f'"boxes": {listed(view.boxes)}, "dealer": {written(view.dealer)}, '
        f'"payments": {list_text(view.payments)}, "prompts": {listed(view.prompts)}, '
        f'"you": {written(view.you)}, "wagers": {list_text(view.wagers)}, "shoe": {written(view.shoe)}, '
        f'"last_rounds": {listed(view.last_rounds)}, "pace": "{view.pace}", '
        f'"closed": {"true" if view.closed else "false"}, "said": {listed(view.said)}, '
        f'"out_of_service": {quoted(view.out_of_service)}, "limits_next": {written(view.limits_next)}, '
        f'"limits_are_new": {"true" if view.limits_are_new else "false"}, '
        f'"stopped": {"true" if view.stopped else "false"}, '
        f'"irregularities": {listed(view.irregularities)}, "announced": {quoted(view.announced)}, '
        f'"dealing": "{view.dealing}", "dealt_by": {quoted(view.dealt_by)}, '
        f'"community": {encoded(view.community)}}}'
    )


@lru_cache(1_000)
def fixed_text(values: tuple[object, ...]) -> str:
    return encoded(dict(zip(FIXED, values, strict=True))).removesuffix("}")


def list_text(values: tuple[object, ...]) -> str:
    """Of values that stay together."""
    return LISTS.get((values,), None, lambda: listed(values)) if values else "[]"


def listed(values: tuple[object, ...]) -> str:
    return f"[{', '.join([written(value) for value in values])}]"


def written(value: object) -> str:
    if value is None:
        return "null"
    return TEXTS.get((value,), None, partial(encoded, value))
