"""What a table with switched hands is worth, and what shorter ways to decide the switch cost: adding up hands
as if each were alone, and points that a person can add."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from vingt.analysis.chart.chart import UPS, Chart
from vingt.analysis.exact.best_chart import best_chart
from vingt.analysis.exact.law import Law
from vingt.analysis.exact.prescription import prescriptions
from vingt.analysis.exact.solution import Solution
from vingt.analysis.exact.solver import follow, solve
from vingt.analysis.exact.switch_law import law_of_two_hands
from vingt.analysis.exact.two_hands import (
    BLACKJACK,
    HAND_OF,
    PAIRS,
    SwitchFigures,
    TwoHands,
    by_sums,
    figures,
    naturals_at,
    single_hands,
    two_hands,
)
from vingt.analysis.tabulated.hands import ACE, VALUES, Floats, Ints, name_of
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.core.rules.table_rules import TableRules

TENTHS = 10  # a point is a tenth of a wager
METHOD = (
    "Both hands against one dealer from one shoe, in units of both wagers together. Each hand is played by "
    "its own cards, the up card and the two first cards of the other hand, all out of the shoe; cards that "
    "the other hand draws later are not looked at, so the sum is exact for this play. Second cards are "
    "switched wherever that is better. Splits: exact for the play in which a split hand is played as if "
    "nothing but its own cards and those known at the switch were gone, every further pair being split to "
    "the limit."
)
LAW_METHOD = (
    "Law of net results: deals, switches and dealer naturals exactly; two hands, and split ones, are taken "
    "as independent given the dealer's final hand, so its mean differs from the expectation by the error "
    "stated."
)


@dataclass(frozen=True)
class SwitchPoints:
    """Tenths of a wager, by name of the two cards and up card; the last two rows are ace and ten."""

    rows: tuple[tuple[str, tuple[int, ...]], ...]  # in the order of UPS
    as_dealt: Ints  # [up, pair]
    switched: Ints

    def lines(self) -> tuple[str, ...]:
        """As text: a heading, and a line for each row."""
        width = max(len(name) for name, _ in self.rows)
        heading = "".join(f"{name_of(up):>4}" for up in UPS)
        table = (f"{name:<{width}}" + "".join(f"{each:>4}" for each in row) for name, row in self.rows)
        return (f"{'':<{width}}{heading}", *table)

    def as_json(self) -> dict[str, dict[str, int]]:
        return {name: dict(zip((name_of(up) for up in UPS), row, strict=True)) for name, row in self.rows}


@dataclass(frozen=True)
class SwitchWorth:
    """`added_singly` is what the round would seem worth if each hand were valued as if it were alone;
    `singly_costs` and `points_cost` are what deciding the switch so, or by points, costs."""

    value: SwitchFigures
    chart: Chart | None
    added_singly: float
    singly_costs: float
    points: SwitchPoints
    points_cost: float
    naturals_at_evens: float  # the expectation, were every blackjack paid 1 to 1
    law: Law | None = None

    def as_json(self) -> dict[str, object]:
        return {
            "switched": self.value.switch_chance,
            "hands_added_as_if_alone": {
                "ev": self.added_singly,
                "error": self.added_singly - self.value.ev,
                "costs": self.singly_costs,
            },
            "points": {"table": self.points.as_json(), "costs": self.points_cost},
            "natural_above_1_to_1": self.value.ev - self.naturals_at_evens,
        }


def switch_worth(
    rules: TableRules,
    strategy: str | None = "composition",
    *,
    wager: int | None = None,
    infinite: bool = False,
    with_law: bool = False,
    even_money: bool = True,
    done: Callable[[], None] | None = None,
) -> SwitchWorth:
    """By best play, or by the best chart."""
    alone = solve(one_hand(rules), replace=infinite, wager=wager)
    chart = best_chart(alone).chart if strategy == "chart" else None
    return worth_by(
        rules,
        chart,
        alone,
        wager=wager,
        infinite=infinite,
        with_law=with_law,
        even_money=even_money,
        done=done,
    )


def worth_by(
    rules: TableRules,
    chart: Chart | None,
    alone: Solution | None = None,
    *,
    wager: int | None = None,
    infinite: bool = False,
    shoe: Ints | None = None,
    with_law: bool = False,
    even_money: bool = True,
    done: Callable[[], None] | None = None,
) -> SwitchWorth:
    """By best play, or by this chart, which a solution handed over follows already."""
    if alone is None:
        alone = solve(one_hand(rules), shoe, replace=infinite, wager=wager)
        if chart is not None:
            follow(alone, prescriptions(alone, chart))
    hands = two_hands(rules, chart, shoe=shoe, infinite=infinite, wager=wager, done=done or (lambda: None))
    if not even_money:
        hands = hands.without_even_money()
    best, switched = single_hands(hands, alone.ups)
    value = figures(hands)
    points = points_of(alone, best, switched)
    by_points = figures(hands, by_sums(points.as_dealt, points.switched))
    return SwitchWorth(
        value=value,
        chart=chart,
        added_singly=figures(valued_alone(hands, best, switched)).ev,
        singly_costs=value.ev - figures(hands, by_sums(best, switched)).ev,
        points=points,
        points_cost=value.ev - by_points.ev,
        naturals_at_evens=figures(naturals_at(hands, "1 to 1", wager)).ev,
        law=law_of_two_hands(hands, alone) if with_law and not infinite else None,
    )


def valued_alone(hands: TwoHands, best: Floats, switched: Floats) -> TwoHands:
    """Each hand worth what it is with the other one still in the shoe: the usual advice."""
    return replace(hands, best=best[:, None, :] * hands.clear, switched=switched[:, None, :] * hands.clear)


def points_of(alone: Solution, best: Floats, switched: Floats) -> SwitchPoints:
    """One number for all hands that a person would call alike: a pair, a soft or a hard total."""
    left = alone.shoe.sum(axis=1).astype(np.float64)
    weight = np.array([left[one] * left[other] * (1 if one == other else 2) for one, other in PAIRS])
    names: dict[str, list[int]] = {}
    for at, pair in sorted(enumerate(PAIRS), key=lambda each: row_order(alone, each[1])):
        if at != BLACKJACK:
            names.setdefault(row_of(alone, pair), []).append(at)
    as_dealt = np.zeros((VALUES, len(PAIRS)), dtype=np.int64)
    for pairs in names.values():
        shares = weight[pairs] / weight[pairs].sum() if weight[pairs].sum() > 0 else weight[pairs]
        as_dealt[:, pairs] = np.rint(TENTHS * (best[:, pairs] @ shares)).astype(np.int64)[:, None]
    brought = as_dealt.copy()
    as_dealt[:, BLACKJACK] = np.rint(TENTHS * best[:, BLACKJACK]).astype(np.int64)
    brought[:, BLACKJACK] = np.rint(TENTHS * switched[:, BLACKJACK]).astype(np.int64)
    rows = [(name, as_dealt[:, pairs[0]]) for name, pairs in names.items()]
    rows += [("AT dealt", as_dealt[:, BLACKJACK]), ("AT switched", brought[:, BLACKJACK])]
    printed = tuple((name, tuple(int(row[up]) for up in UPS)) for name, row in rows)
    return SwitchPoints(printed, as_dealt, brought)


def row_of(alone: Solution, pair: tuple[int, int]) -> str:
    one, other = pair
    total = int(alone.looked_up.total[HAND_OF[PAIRS.index(pair)]])
    if one == other:
        return f"{name_of(one)}{name_of(one)}"
    return f"{'soft' if ACE in pair else 'hard'} {total}"


def row_order(alone: Solution, pair: tuple[int, int]) -> tuple[int, int]:
    one, other = pair
    kind = 2 if one == other else int(ACE in pair)
    return kind, one if one == other else int(alone.looked_up.total[HAND_OF[PAIRS.index(pair)]])
