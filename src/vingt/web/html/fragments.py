"""Fragments of a page that are drawn once for all who see the same. While one is drawn it is noted what its
template reads; for whom all of that is the same, the fragment is the same."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, NamedTuple

from jinja2 import meta

from vingt.live.table.clocks import ClockName
from vingt.live.views.view import Clock
from vingt.web.html.pages import environment

CANDIDATES = 12  # fragments remembered of one part of one table: players, watchers and the moment before
READ = ("view", "model", "coach")  # of these it is noted which fields are read,
DEEPER = ("you",)  # and of these fields which of theirs


class Blanks(NamedTuple):
    """What differs from viewer to viewer or from moment to moment, and is filled in last."""

    token: str
    waiting: str  # as HTML
    clock_started: str
    clock_deadline: str


# What stands in a fragment until then: nobody can guess it and bring it in.
BLANKS = Blanks(*(secrets.token_hex(16) for _ in Blanks._fields))


@dataclass(frozen=True, eq=False)
class Fragment:
    html: str
    blanks: tuple[bool, ...]  # which of them occur in it
    given: tuple[object, ...]  # the values it was drawn from,
    read: tuple[tuple[tuple[str, ...], object], ...]  # and the fields: which, and what each was

    @cached_property
    def json(self) -> str:
        return json.dumps(self.html, ensure_ascii=False)

    def filled(self, text: str, values: Blanks) -> str:
        """The HTML, or its JSON, with these values in the blanks."""
        for used, blank, value in zip(self.blanks, BLANKS, values, strict=True):
            if used:
                text = text.replace(blank, value)
        return text

    def fits(self, given: tuple[object, ...], values: Mapping[str, Any]) -> bool:
        """Whether it would be drawn the same from these. What was read first is looked at first, so that a
        value that is None now is found before any field of it is asked for."""
        if self.given != given:
            return False
        for path, known in self.read:
            value = values[path[0]]
            for name in path[1:]:
                value = getattr(value, name)
            if value is not known and not (isinstance(known, Noted) and value is not None) and value != known:
                return False
        return True


Notes = dict[tuple[str, ...], object]


class Noted:
    """Stands for a value in a template, and notes what is read of it."""

    __slots__ = ("_notes", "_of", "_path")

    def __init__(self, path: tuple[str, ...], of: object, notes: Notes) -> None:
        self._path, self._of, self._notes = path, of, notes

    def __getattr__(self, name: str) -> object:
        path, value = (*self._path, name), getattr(self._of, name)
        if name in DEEPER and value is not None:
            value = Noted(path, value, self._notes)
        self._notes.setdefault(path, value)
        return value


class Watched(NamedTuple):
    """What everybody sees who only watches, at one moment."""

    revision: int
    parts: dict[str, Fragment]
    waiting: str


@dataclass
class Gallery:
    """The fragments of one table, those looked at last first."""

    parts: dict[str, list[Fragment]] = field(default_factory=dict)
    watched: Watched | None = None

    def part(self, name: str, template: str, values: dict[str, Any]) -> Fragment:
        plain = [word for word in names_read(template) if word in values]
        given = tuple(values[word] if word not in READ else values[word] is None for word in plain)
        known = self.parts.setdefault(name, [])
        for at, fragment in enumerate(known):
            if fragment.fits(given, values):
                if at:
                    known.insert(0, known.pop(at))
                return fragment
        fresh = self.drawn(template, values, given)
        known.insert(0, fresh)
        del known[CANDIDATES:]
        return fresh

    def drawn(self, template: str, values: dict[str, Any], given: tuple[object, ...]) -> Fragment:
        notes: Notes = {}
        reading = {name: Noted((name,), values[name], notes) for name in READ if values[name] is not None}
        html = environment().get_template(template).render({**values, **reading})
        return Fragment(html, tuple(blank in html for blank in BLANKS), given, tuple(notes.items()))


def unfilled(values: dict[str, Any]) -> dict[str, Any]:
    """The values with blanks for what is filled in last."""
    view, model = values["view"], values["model"]
    if view.clock is not None:
        view = replace(view, clock=blank_clock(view.clock.name))
    if model.waiting:
        model = replace(model, waiting=BLANKS.waiting)
    return {**values, "view": view, "model": model, "token": BLANKS.token}


@cache
def blank_clock(name: ClockName) -> Clock:
    return Clock(name, BLANKS.clock_started, BLANKS.clock_deadline)  # type: ignore[arg-type]


@cache
def names_read(template: str) -> tuple[str, ...]:
    """The values that a template and all that it takes in may read, but for the token."""
    jinja = environment()
    assert jinja.loader is not None
    read: set[str] = set()
    waiting, done = [template], set[str]()
    while waiting:
        name = waiting.pop()
        if name in done:
            continue
        done.add(name)
        tree = jinja.parse(jinja.loader.get_source(jinja, name)[0])
        read |= meta.find_undeclared_variables(tree)
        for part in meta.find_referenced_templates(tree):
            assert part is not None, f"{name} takes in a template whose name is computed"
            waiting.append(part)
    return tuple(sorted(read - {"token"}))
