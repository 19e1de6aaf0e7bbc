"""The main wager of a table: its edge and the parts of it, what each choice is worth, the law of results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from vingt.core.money import dollars
from vingt.report.edge.variation import NOTHING
from vingt.report.words.figures import often_and_rare, percent, points, signed

WIDE = 100.0  # of a bar on both sides of its axis together
LARGEST = 10  # changes that are shown at once


@dataclass(frozen=True, slots=True)
class PartBar:
    """A bar that runs from `begin` over `length`, both of a hundred: to the right where the house gains."""

    begin: float
    length: float
    gains: bool  # the house does


def bar_of(value: float, most: float) -> PartBar:
    length = WIDE / 2 * abs(value) / (most or 1.0)
    return PartBar(WIDE / 2 - (length if value < 0 else 0), length, value > 0)


@dataclass(frozen=True, slots=True)
class EdgePart:
    name: str
    figure: str  # the player's expectation
    bar: PartBar


@dataclass(frozen=True, slots=True)
class EdgeShown:
    """Figures as `vingt edge` prints them."""

    edge: str
    expectation: str
    wager: str
    parts: tuple[EdgePart, ...]
    cost: str
    method: str
    super_bonus: str = ""


def edge_shown(value: Mapping[str, Any]) -> EdgeShown:
    parts = list(value["parts"].items())
    parts += [
        (name, value[key]) for name, key in (("super bonus", "super_bonus"), ("envy", "envy")) if value[key]
    ]
    most = max(abs(worth) for _, worth in parts)
    wager = int(value["wager"])
    bonus = f"{value['super_bonus']:+.7f} at {dollars(wager)}" if value["super_bonus"] else ""
    return EdgeShown(
        edge=percent(value["house_edge"]),
        expectation=f"{value['ev']:+.7f}",
        wager=dollars(wager),
        parts=tuple(EdgePart(name, f"{worth:+.6f}", bar_of(-worth, most)) for name, worth in parts),
        cost=cost_words(value["house_edge"]),
        method=value["method"],
        super_bonus=bonus,
    )


def cost_words(edge: float) -> str:
    wins = "house" if edge >= 0 else "player"
    return f"The {wins} wins {dollars(round(abs(edge) * 100_000))} of every $1,000 wagered."


# -- one change --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WorthBar:
    """A table with one choice made otherwise: its edge, the effect in points and in money a day, and the
    address at which it stands. `named` is the change as `--set` has it."""

    name: str
    instead: str
    named: str
    instead_of: str
    cite: str
    edge: str
    effect: str
    a_day: str
    address: str
    bar: PartBar


@dataclass(frozen=True, slots=True)
class WorthShown:
    """What one change costs: the effects in order, and what is left out with the reason. `waits` are changes
    that are not valued yet."""

    base: str
    moved: tuple[WorthBar, ...]
    still: tuple[str, ...]
    refused: tuple[str, ...]
    barred: tuple[str, ...]
    unaffected: int
    waits: int = 0

    @property
    def first(self) -> tuple[WorthBar, ...]:
        return self.moved[:LARGEST]

    @property
    def rest(self) -> tuple[WorthBar, ...]:
        return self.moved[LARGEST:]


def worth_shown(
    base: Mapping[str, Any],
    changes: Mapping[str, Any],
    values: Mapping[str, Mapping[str, Any]],
    cites_as: str,
    handle: int,
    address_of: Callable[[Mapping[str, Any]], str],
) -> WorthShown:
    """As `vingt edge --vary`: the largest effect first, to the right where the house gains, of those changes
    whose `values` are known by now. `handle` are the cents that a day brings on the main wager."""
    effects, still, refused, waits = [], [], [], 0
    for change in changes["changes"]:
        value = values.get(change["unit"])
        if value is None:
            waits += 1
        elif value.get("why"):
            refused.append(f"{change['words']} ({value['why']})")
        elif abs(effect := value["house_edge"] - base["house_edge"]) <= NOTHING:
            still.append(change["words"])
        else:
            effects.append((effect, value["house_edge"], change))
    effects.sort(key=lambda row: -abs(row[0]))
    most = abs(effects[0][0]) if effects else 1.0
    moved = [
        WorthBar(
            name=change["words"],
            instead=change["instead"],
            named=change["named"],
            instead_of=change["instead_of"],
            cite=", ".join(
                [*(clause.removeprefix(f"{cites_as} ") for clause in change["clauses"]), *change["readings"]]
            ),
            edge=percent(edge),
            effect=points(effect),
            a_day=signed(round(effect * handle / 100) * 100),
            address=address_of(change),
            bar=bar_of(effect, most),
        )
        for effect, edge, change in effects
    ]
    return WorthShown(
        percent(base["house_edge"]),
        tuple(moved),
        tuple(still),
        tuple(refused),
        tuple(f"{words} ({why})" for words, why in changes["barred"]),
        changes["unaffected"],
        waits,
    )


# -- the law of results ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LawResult:
    net: str
    chance: str
    length: float
    kind: str  # who wins it


@dataclass(frozen=True, slots=True)
class LawShown:
    variance: str
    deviation: str
    risk: str
    wagered: str
    results: tuple[LawResult, ...]
    sums: tuple[tuple[str, str], ...]  # how often the house wins, nobody does, the player does


def law_shown(law: Mapping[str, Any]) -> LawShown:
    chances: dict[float, float] = dict(law["chances"])
    often, rare = often_and_rare(chances)
    most = max(often.values())
    results = [
        LawResult(f"{net:+g}" if net else "0", percent(chance, 3), 100 * chance / most, winner(net))
        for net, chance in often.items()
    ]
    if rare:
        words, chance = f"{len(rare)} others, {min(rare):+g} to {max(rare):+g}", sum(rare.values())
        results.append(LawResult(words, percent(chance, 3), 100 * chance / most, "push"))
    return LawShown(
        f"{law['variance']:.4f}",
        f"{sqrt(law['variance']):.4f}",
        percent(law["edge"] / law["wagered"]),
        f"{law['wagered']:.4f}",
        tuple(results),
        tuple(
            (words, percent(sum(chance for net, chance in chances.items() if winner(net) == kind), 2))
            for words, kind in (("The house wins", "up"), ("Push", "push"), ("The player wins", "down"))
        ),
    )


def winner(net: float) -> str:
    """The colour of a bar: that of the house, of nobody, of the player."""
    return "up" if net < 0 else "down" if net > 0 else "push"
