"""The exact analysis asked for the door; imported only with `vingt[analysis]`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from vingt._door.figures import Advice, Edge, Strategy, WagerValue
from vingt._door.followed import FollowedStrategy
from vingt.analysis.advice.question import AskedHand, answered
from vingt.analysis.chart.chart import write_chart
from vingt.analysis.exact.chart_sheet import cells_of, sheet
from vingt.analysis.exact.edge import NamedStrategy, edge
from vingt.analysis.exact.side.cases import as_offered, is_drawn
from vingt.analysis.exact.side.value import value
from vingt.core.rules.document import Document
from vingt.core.rules.table_rules import TableRules
from vingt.report.edge.others import checked_others
from vingt.report.words.asked import as_argument


def edge_of(rules: TableRules, strategy: FollowedStrategy, stake: int, other_players: int) -> Edge:
    others = checked_others(rules, other_players, as_argument)
    asked = strategy.chart or cast("NamedStrategy", strategy.named)
    valued = replace(edge(rules, asked, wager=stake, other_players=others), strategy=strategy.named)
    law = valued.law
    return Edge(
        title=rules.title,
        strategy=valued.strategy,
        house_edge=float(valued.house_edge),
        parts={name: float(part) for name, part in valued.parts.items()},
        net_results={float(net): float(chance) for net, chance in law.chances.items()} if law else {},
        variance=float(law.variance) if law else None,
        chart=write_chart(valued.chart, rules.title) if valued.chart is not None else "",
        json=valued.as_json(),
    )


def strategy_of(rules: TableRules, stake: int) -> Strategy:
    chart_sheet = sheet(rules, stake)
    return Strategy(
        title=rules.title,
        text=chart_sheet.as_text(),
        house_edge=float(-chart_sheet.ev - chart_sheet.super_bonus),
        costs=float(chart_sheet.costs),
        cells=cells_of(chart_sheet),
        legend=dict(chart_sheet.legend),
    )


def wagers_of(document: Document, rules: TableRules, words: Mapping[str, Any]) -> list[WagerValue]:
    valued = []
    for offer in rules.wagers:
        if is_drawn(document.wagers[offer.id]):
            continue  # no card decides it
        worth = value(as_offered(document, rules, offer, words))
        valued.append(
            WagerValue(
                id=offer.id,
                name=offer.name,
                paytable=offer.paytable.id,
                house_edge=None if worth.house_edge is None else float(worth.house_edge),
                hit_frequency=float(worth.hit_frequency),
                covers=worth.covers,
                lines={line.line: float(line.probability) for line in worth.lines},
                cite=offer.cite,
            )
        )
    return valued


def advice_of(
    rules: TableRules, hand: str, up: str, seen: str, doubled: int, split_hands: int, stake: int | None
) -> list[Advice]:
    asked = AskedHand.read(rules, hand, up, seen, doubled, split_hands)
    return [
        Advice(
            answer.action,
            None if answer.expectation is None else float(answer.expectation),
            bool(answer.best),
            answer.why,
            answer.cite,
        )
        for answer in answered(rules, asked, stake)
    ]
