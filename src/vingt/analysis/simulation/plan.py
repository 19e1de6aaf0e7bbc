"""What is to be simulated: the same plan gives the same counts on every device."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from fractions import Fraction

from vingt.analysis.chart.chart import Chart, write_chart
from vingt.analysis.simulation.counter import Counter
from vingt.core.rules.table_rules import TableRules

NUMBERS = 4  # how units are numbered and drawn: kernels that draw otherwise count otherwise


@dataclass(frozen=True)
class Plan:
    """`strategy` is a chart, or None for best play by composition; `cut` the share of the shoe dealt before
    the cover card, or None for a freshly shuffled shoe each round; `wagers` the side wagers, each at its
    smallest stake; `stake` the main wager in cents on every hand, or the unit of a `counter`. `boxes` are
    betting positions: where hands are switched, each has two. A play that aims at the super bonus gives up a
    little of the main wager for it."""

    rules: TableRules
    strategy: Chart | None
    stake: int
    seed: int = 1
    boxes: int = 1
    cut: Fraction | None = None
    wagers: tuple[str, ...] = ()
    aims_at_super_bonus: bool = False
    counter: Counter | None = None

    @property
    def hands(self) -> int:
        """Hands dealt in a round, before any split."""
        return self.boxes * self.rules.variant.boxes_each

    @property
    def first_cards(self) -> int:
        """Cards that players are dealt before anybody acts."""
        shared = self.rules.variant.community_cards
        return shared + (2 - shared) * self.hands

    @property
    def staked(self) -> int:
        """Cents first wagered on a box, or on both hands of a position."""
        return self.stake * self.rules.variant.boxes_each

    @property
    def takes_even_money(self) -> bool:
        """Who insures every hand, or by the count, does not exchange a natural."""
        asked = self.rules.asked_wager
        if self.counter is not None and self.counter.insures_from is not None:
            return False
        return asked is None or asked.id not in self.wagers

    @property
    def fingerprint(self) -> str:
        """Names the plan: a checkpoint of another plan is not gone on with."""
        chart = "composition" if self.strategy is None else write_chart(self.strategy, "")
        parts = [
            NUMBERS,
            self.rules.identity,
            chart,
            self.stake,
            self.seed,
            self.boxes,
            str(self.cut),
            list(self.wagers),
            self.aims_at_super_bonus,
            *(["envy"] if self.boxes > 1 and self.rules.super_bonus is not None else []),
            *(["control"] if self.cut is not None and self.counter is None else []),
            *([] if self.counter is None else self.counter.parts),
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
