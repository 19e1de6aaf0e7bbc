"""A table at a glance: what the main wager holds, what the side wagers hold together, what a day brings, and
which single change moves most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vingt.core.money import dollars
from vingt.core.rules.table_rules import TableRules
from vingt.report.edge.variation import NOTHING
from vingt.report.lab.day import DayAsked, DayRow, DayShown, day_shown
from vingt.report.lab.main_wager import WorthShown, cost_words
from vingt.report.words.figures import percent, points
from vingt.report.words.grammar import sentence


@dataclass(frozen=True, slots=True)
class GlanceTile:
    """`part` is where the page says more; `figure` is None as long as it is being computed."""

    id: str
    part: str
    title: str
    figure: str | None
    words: Sequence[str] = ()
    unit: str = ""


def edge_tile(value: Mapping[str, Any] | None, began: Mapping[str, Any] | None) -> GlanceTile:
    """`began` is the table before anything was changed, where that has another edge."""
    if value is None:
        return GlanceTile("edge", "edge", "House edge", None)
    if value.get("why"):
        return GlanceTile("edge", "edge", "House edge", "–", (f"Not computed: {value['why']}.",))
    words = [cost_words(value["house_edge"])]
    if (
        began is not None
        and not began.get("why")
        and abs(value["house_edge"] - began["house_edge"]) > NOTHING
    ):
        effect = points(value["house_edge"] - began["house_edge"])
        words.append(f"{effect} points from {percent(began['house_edge'])}, where you began.")
    return GlanceTile("edge", "edge", "House edge", percent(value["house_edge"]), words)


def sides_tile(day: DayShown, known: int, offered: int) -> GlanceTile:
    """What all side wagers hold together, wagered as the day has it."""
    title = "Side wagers hold"
    if not offered:
        return GlanceTile("sides", "wagers", title, "none", ("None is offered.",))
    if known < offered:
        return GlanceTile("sides", "wagers", title, None)
    rows = [row for row in day.rows[1:] if row.mean is not None and row.handle]
    if day.sides is None or not rows:
        return GlanceTile("sides", "wagers", title, "–", (f"{offered} offered, none with a law of its own.",))
    words = [f"{len(rows)} side wagers together." if len(rows) > 1 else f"{rows[0].name}."]
    low, high = min(rows, key=hold_of), max(rows, key=hold_of)
    if low.hold != high.hold:
        words.append(f"From {low.hold} ({low.name}) to {high.hold} ({high.name}).")
    if unknown := sum(row.mean is None for row in day.rows[1:]):
        words.append(f"Without {unknown} that meters or wheels pay.")
    return GlanceTile("sides", "wagers", title, day.sides.hold, words)


def hold_of(row: DayRow) -> float:
    return (row.mean or 0.0) / row.handle


def day_tile(day: DayShown, whole: bool) -> GlanceTile:
    """`whole`: every figure that it takes is known, but for how far days spread."""
    won = day.all
    if not whole or won.mean is None:
        figure = "–" if whole else None
        return GlanceTile("day", "day", "The table wins a day", figure)
    figure = dollars(round(won.mean / 100) * 100)
    if won.interval is None:
        return GlanceTile("day", "day", "The table wins a day", figure, ("On average.",))
    least, most = (dollars(round(end / 100) * 100) for end in (won.interval.least, won.interval.most))
    words = [f"On average; on 95 of 100 days {least} to {most}."]
    return GlanceTile("day", "day", "The table wins a day", figure, words)


def change_tile(worth: WorthShown | None) -> GlanceTile:
    title = "One change that pays most"
    if worth is None:
        return GlanceTile("change", "worth", title, None)
    gains = next((each for each in worth.moved if each.bar.gains), None)
    costs = next((each for each in worth.moved if not each.bar.gains), None)
    if gains is None:
        words = ["No single change raises the edge."]
    else:
        words = [f"{sentence(gains.name)}, not {gains.instead}: {gains.a_day} a day."]
    if costs is not None:
        words.append(f"And that costs most: {costs.effect}. {sentence(costs.name)}, {costs.a_day} a day.")
    if gains is None:
        return GlanceTile("change", "worth", title, "none", words)
    return GlanceTile("change", "worth", title, gains.effect, words, "points")


def glance_shown(
    rules: TableRules,
    main: Mapping[str, Any] | None,
    began: Mapping[str, Any] | None,
    sides: Mapping[str, Mapping[str, Any]],
    law: Mapping[str, Any] | None,
    worth: WorthShown | None,
    ask: DayAsked,
) -> list[GlanceTile]:
    """With what is known by now; `sides` are side wagers that are offered, `law` that of the main wager."""
    edge = {} if main is None else {"why": main.get("why", ""), "edge": main.get("house_edge")}
    day = day_shown(rules, edge if law is None else law, sides, ask)
    offered = sum(1 for offer in rules.wagers if offer.placed != "when_asked" and offer.rides_on is None)
    known = sum(1 for offer in rules.wagers if offer.id in sides and offer.rides_on is None
                and offer.placed != "when_asked")  # fmt: skip
    return [
        edge_tile(main, began),
        sides_tile(day, known, offered),
        day_tile(day, main is not None and known == offered),
        change_tile(worth),
    ]
