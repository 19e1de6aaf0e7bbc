"""A view as JSON text. What is the same object as before is written as before: most of a view is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields

from vingt.live.remembered import Remembered
from vingt.live.view import TableView, as_json

LISTED = frozenset(("boxes", "payments", "prompts", "wagers", "last_rounds", "said"))
NAMES = tuple(each.name for each in fields(TableView))
HEADS = {name: f"{', ' if at else '{'}{json.dumps(name)}: " for at, name in enumerate(NAMES)}
TEXTS: Remembered[str] = Remembered(30_000)


def view_text(view: TableView) -> str:
    """The same as `json.dumps(as_json(view), ensure_ascii=False)`."""
    parts: list[str] = []
    for name in NAMES:
        value = getattr(view, name)
        parts.append(HEADS[name])
        parts.append(listed(value) if name in LISTED else written(value))
    return f"{''.join(parts)}}}"


def listed(values: Iterable[object]) -> str:
    return f"[{', '.join(map(written, values))}]"


def written(value: object) -> str:
    if value is None or isinstance(value, str | int):
        return json.dumps(value, ensure_ascii=False)
    return TEXTS.get((value,), None, lambda: json.dumps(as_json(value), ensure_ascii=False))
