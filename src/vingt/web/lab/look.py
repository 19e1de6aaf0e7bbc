"""One look at a table of the lab: what is there by now, how far the rest is, and what is wanted next."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial

from vingt.report.lab.titles import SHORT, TITLES
from vingt.web.computation.figures import FigureJson
from vingt.web.lab.errands import (
    BLANK,
    GLANCE,
    PACKET,
    RUN,
    LabPiece,
    Unit,
    drawn,
    every_unit,
    packet_unit,
    planned,
    variation_units,
)
from vingt.web.lab.jobs import LabJobs, LabVisitor


@dataclass
class PartSeen:
    """A part of the page: what is drawn of it by now, and how many of its figures are known."""

    id: str
    title: str
    drawing: LabPiece = BLANK
    names: tuple[str, ...] = ()  # of its figures
    drawable: tuple[str, ...] = ()  # those it was drawn with
    known: int = 0
    total: int = 0
    failed: str = ""

    @property
    def html(self) -> str:
        return self.drawing.html

    @property
    def json(self) -> str:
        told = {
            "title": self.title,
            "short": self.short,
            "known": self.known,
            "total": self.total,
            "progress": self.progress,
            "failed": self.failed,
            "version": self.version,
        }
        return f'{json.dumps(told)[:-1]}, "html": {self.drawing.json}}}'

    @property
    def version(self) -> str:
        told = f"{self.drawing.digest} {self.known} {self.total} {self.failed}"
        return hashlib.sha256(told.encode()).hexdigest()[:10]

    @property
    def waits(self) -> bool:
        return self.known < self.total and not self.failed

    @property
    def short(self) -> str:
        return SHORT.get(self.id, self.title)

    @property
    def progress(self) -> str:
        """How far it is, where it is not there."""
        if self.id == PACKET:
            return "being made, which takes a minute or two; this page may be left and come back to"
        return f"{self.known} of {self.total} figures" if self.known else "being computed"


@dataclass
class Look:
    plan: FigureJson
    parts: list[PartSeen] = field(default_factory=list)
    superseded: bool = False

    @property
    def waits(self) -> bool:
        return any(part.waits for part in self.parts)


async def look(
    jobs: LabJobs, visitor: LabVisitor, query: str, asked: Collection[str] = (), tab: str = ""
) -> Look:
    """The newest question of a page is answered; one that was overtaken while it waited is not."""
    here = visitor.tab(tab)
    here.turn += 1
    turn = here.turn
    async with visitor.lock:
        if turn != here.turn:
            return Look({}, superseded=True)
        plan = await planned_once(jobs, query)
        seen = Look(plan)
        parts: dict[str, list[Unit]] = dict(plan["parts"])
        await jobs.store.look(unit[0] for unit in every_unit(parts))
        if "worth" in parts:
            parts["worth"] = [*parts["worth"], *variations(jobs, parts["worth"])]
            parts |= asked_for(plan, asked)
            known = {name: parts[name] for name in ("edge", "day", "worth")}
            parts[GLANCE] = list(every_unit({**known, "began": plan["began"]}))
            await jobs.store.look(unit[0] for unit in every_unit(parts))
        jobs.want(visitor, wanted(parts), tab)
        for name in (GLANCE, *TITLES):
            if name in parts:
                seen.parts.append(await part_seen(jobs, plan["address"], name, parts[name]))
        return seen


async def planned_once(jobs: LabJobs, query: str) -> FigureJson:
    plan: FigureJson = await jobs.drawn(("plan", query), partial(planned, query))
    jobs.alias(("plan", query), ("plan", plan["address"]))
    return plan


def wanted(parts: dict[str, list[Unit]]) -> list[Unit]:
    """First what is quick and what somebody waits for, last what is only good to know."""
    quick = {
        "edge": parts.get("edge", []),
        "compare": parts.get("compare", []),
        "sides": parts.get("day", [])[:-1],
        "began": [unit for unit in parts.get(GLANCE, []) if unit[1][0] == "value"][:2],
    }
    order = ("packet", "running", "day", "law", "strategy", "worth", "wagers")
    return list(every_unit({**quick, **{name: parts[name] for name in order if name in parts}}))


def variations(jobs: LabJobs, units: list[Unit]) -> list[Unit]:
    """The tables with one choice made otherwise, once it is known which there are."""
    changes = jobs.store.get(units[1][0])
    return variation_units(changes) if changes is not None else []


def asked_for(plan: FigureJson, asked: Collection[str]) -> dict[str, list[Unit]]:
    """A simulation runs for as long as somebody looks; the packet is made once a day."""
    parts: dict[str, list[Unit]] = {}
    if RUN in asked:
        parts["running"] = [plan["parts"]["edge"][0], *plan["batches"]]
    if PACKET in asked:
        parts["packet"] = [packet_unit(plan["text"], datetime.now(UTC).date().isoformat())]
    return parts


async def part_seen(jobs: LabJobs, query: str, name: str, units: list[Unit]) -> PartSeen:
    names = [unit[0] for unit in units]
    known = {unit_name: figure for unit_name in names if (figure := jobs.store.get(unit_name)) is not None}
    total = len(known) if name == GLANCE else len(set(names))  # of a glance each part says it for itself
    seen = PartSeen(name, TITLES.get(name, "At a glance"), names=tuple(names), known=len(known), total=total)
    seen.failed = next((jobs.failed[unit_name] for unit_name in names if unit_name in jobs.failed), "")
    ready = shown_names(name, names, known)
    if ready is not None:
        seen.drawable = tuple(ready)
        told = ("digest", "sheets", "why")  # of a packet; the files themselves are fetched
        figures = {
            each: {key: known[each][key] for key in told if key in known[each]}
            if name == PACKET
            else known[each]
            for each in ready
        }
        draw = partial(drawn, query, name, ready, figures)
        seen.drawing = await jobs.drawn(("part", query, name), draw, tuple(ready))
    return seen


def shown_names(part: str, names: list[str], known: dict[str, FigureJson]) -> list[str] | None:
    """The figures with which a part can be drawn; None while it cannot. What changes are worth, side wagers
    and a simulation are shown as far as they are."""
    if part == GLANCE:
        return [name for name in names if name in known]
    if part in ("wagers", "running"):
        prefix = names[: next((at for at, name in enumerate(names) if name not in known), len(names))]
        return prefix if len(prefix) > (1 if part == "running" else 0) else None
    if part == "worth":  # the table itself, which changes there are, and those that are valued by now
        ready = [name for name in names if name in known]
        whole = len(ready) == len(names)
        return ready if ready[:2] == names[:2] and (whole or len(ready) > 2) else None
    return names if len(known) == len(set(names)) else None
