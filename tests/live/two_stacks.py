"""A double shoe that Dee deals, with real cards or not; real ones lie in two stacks, drawn from by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from vingt.core.cards import Card
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import double_shoe
from vingt.core.shoe.event import ShoeSide
from vingt.live.log.chain import StoredEvent
from vingt.live.table import commands as ask
from vingt.live.table.dealer_step import DealerStep
from vingt.report.docket.paper_table import DEALER, PaperTable
from vingt.rulebook import library

RULES = library.table_rules("md-blackjack/double-shoe")
OTHER: dict[str, ShoeSide] = {"left": "right", "right": "left"}


def of_decks(decks: int, **choices: object) -> TableRules:
    rules = library.table_rules("md-blackjack/double-shoe", choices)
    return replace(rules, cards=replace(rules.cards, decks=decks))


def stored(table: PaperTable, kind: str) -> list[StoredEvent]:
    return [each for each in table.log if each.kind == kind]


class TwoStacks:
    """A table that Dee deals, with real cards or not. Real ones lie in two stacks, drawn from by hand."""

    def __init__(self, rules: TableRules, mode: Any, seed: int, boxes: int = 2) -> None:
        self.rules, self.table, self.random = rules, PaperTable(rules, mode), random.Random(seed)
        self.stacks: dict[ShoeSide, list[Card]] = {}
        self.seen: dict[ShoeSide, list[Card]] = {}
        self.hole: tuple[ShoeSide, Card] | None = None
        self.mistaken = False  # the dealer reaches for the wrong side in this round
        self.steps: list[DealerStep] = []
        self.table.must(self.table.deal(DEALER, ask.TakeTable()))
        for box in range(1, boxes + 1):
            self.table.must(self.table.say(f"p{box}", ask.TakeSeat(box)))
        self.go_on(lambda: self.table.state.betting)

    @property
    def side(self) -> ShoeSide:
        """Where the dealer's hand goes."""
        shoe = self.table.state.shoe
        assert shoe.side is not None
        astray = self.mistaken and shoe.determinant is not None and shoe.side == shoe.determinant.side
        return OTHER[shoe.side] if astray else shoe.side

    def draw(self, side: ShoeSide) -> str:
        self.seen[side].append(self.stacks[side].pop())
        return str(self.seen[side][-1])

    def enter(self, step: DealerStep) -> str:
        match step.asks:
            case "count":
                counted = self.table.state.shoe.side_to_count
                assert counted is not None
                assert counted.side is not None
                return " ".join(
                    map(str, (Counter(self.rules.cards.shoe) - Counter(self.seen[counted.side])).elements())
                )
            case "reader":
                assert self.hole is not None
                ranks = {self.table.state.round.dealer[0].rank, self.hole[1].rank}
                return "yes" if "A" in ranks and ranks & {"10", "J", "Q", "K"} else "no"
            case "hole_card":  # nobody reads it
                self.hole = (self.side, self.stacks[self.side].pop())
                return ""
            case _ if step.id == "turn_hole_card":
                assert self.hole is not None
                self.seen[self.hole[0]].append(self.hole[1])
                return str(self.hole[1])
            case _ if step.id == "draw_determinant":
                drawing = double_shoe.drawing(self.rules, self.table.state.shoe).side
                assert drawing is not None
                return self.draw(drawing)
            case _:
                return self.draw(self.side)

    def go_on(self, until: Callable[[], bool] | str) -> None:
        table = self.table
        while True:
            table._decline_cuts()
            if callable(until) and until():
                return
            if table.state.round_open and table.answer():
                continue
            step = table.due
            if step is None:
                assert table.state.shoe.stage == "offered", (table.state.stopped_by, table.state.shoe.refused)
                continue
            if step.id == until:
                return
            self.steps.append(step)
            if step.id == "random_shuffle":
                side = table.state.shoe.side or "left"
                self.stacks[side], self.seen[side] = list(self.rules.cards.shoe), []
                self.random.shuffle(self.stacks[side])
            if step.asks:
                table.must(table.step(step.id, self.enter(step)))
            else:
                table.sign(step)

    def round(self) -> None:
        self.table.wager_all()
        number = self.table.state.round_number
        self.go_on(lambda: self.table.state.betting and self.table.state.round_number > number)
        self.mistaken = False

    def words(self, step: str) -> list[str]:
        return [each.words for each in self.steps if each.id == step]


def counts(table: PaperTable) -> list[tuple[list[str], list[str]]]:
    return [(each.data["missing"], each.data["extra"]) for each in stored(table, "shoe_counted")]
