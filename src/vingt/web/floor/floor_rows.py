"""A table as the floor looks at it: what it took and should have, its cards, and what waits for somebody."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.live.books.win import book_of
from vingt.live.house.house import LiveTable
from vingt.live.log.events import DealingMode
from vingt.live.log.progressive_events import PaymentHeld
from vingt.live.progressive.award import unconfirmed
from vingt.live.table.dealer_step import DealerStep
from vingt.live.table.dealing import CONFIRM, RECUT
from vingt.live.table.evolve import HOUR
from vingt.live.table.seating import missed_a_round
from vingt.live.table.state import Irregularity
from vingt.web.computation.figures import AHEAD, FigureJson, FigureWorkers, Wait

if TYPE_CHECKING:
    from vingt.analysis.exact.hold import WagerLaw, WinInterval

SURE = 2.5758  # standard deviations on either side: 99 of 100 honest tables are within
COMPUTED = "being computed"
ENOUGH = 30  # rounds before an interval means anything


@dataclass(frozen=True, slots=True)
class WinExpected:
    """What the main wagers won, in cents, and where 99% of tables are at which they are played as the best
    chart says, however the boxes of a round depend on each other."""

    win: int
    interval: WinInterval

    @property
    def outside(self) -> bool:
        return not self.interval.holds(self.win)


@dataclass(frozen=True, slots=True)
class FloorRow:
    table: LiveTable
    expected: WinExpected | None
    no_expected: str  # why there is none
    shoe_age: int | None  # milliseconds
    decks_age: int | None  # since they were received at a table that a person deals
    last_hour: int  # rounds that ended in it
    waiting: str

    @property
    def dealer(self) -> str:
        """Who deals: the person, nobody yet, or the house itself."""
        dealing = self.table.state.dealing
        return "automatic" if dealing.automatic else dealing.dealer

    @property
    def mode(self) -> DealingMode:
        return self.table.state.dealing.mode

    @property
    def recut_due(self) -> bool:
        """Whether the floor may have the cards cut again now."""
        return any(step.id == RECUT for step in self.table.steps())

    @property
    def at_table(self) -> tuple[str, ...]:
        return self.table.state.at_table

    @property
    def barred(self) -> tuple[str, ...]:
        """Who missed a round since the shuffle, and may be let in before the next."""
        rules, state = self.table.in_force, self.table.state
        return tuple(each for each in state.at_table if missed_a_round(rules, state, each) is not None)

    @property
    def of_drop(self) -> float | None:
        """The win as a share of the drop."""
        takings = self.table.state.takings
        return takings.win / takings.drop if takings.drop else None

    @property
    def calls(self) -> tuple[str, ...]:
        """What a floorperson has to sign or to do there before it goes on."""
        return tuple(
            step.words
            for step in self.table.steps()
            if "floorperson" in step.who and "player" not in step.who and (step.due or is_confirmation(step))
        )

    @property
    def open(self) -> tuple[Irregularity, ...]:
        """What a dealer reported and no floorperson has taken notice of."""
        return tuple(
            irregularity for irregularity in self.table.state.irregularities if not irregularity.seen
        )

    @property
    def rings(self) -> bool:
        state = self.table.state
        outside = self.expected is not None and self.expected.outside
        return bool(self.open or state.stopped_by or state.reader_down or state.chip_order or outside)

    @property
    def payment(self) -> PaymentHeld | None:
        """A win that waits for a floorperson's own sign-in."""
        return unconfirmed(self.table.in_force, self.table.state)

    def as_json(self) -> dict[str, object]:
        state, expected, payment = self.table.state, self.expected, self.payment
        limits = self.table.in_force.wagering
        return {
            "table": self.table.id,
            "name": self.table.name,
            "dealer": self.dealer,
            "dealing": self.mode,
            "clocks": self.mode == "automatic" or state.dealing.clocks,
            "waiting_for": self.waiting,
            "minimum": int(limits.minimum),
            "maximum": int(limits.maximum),
            "rounds": state.takings.rounds,
            "rounds_last_hour": self.last_hour,
            "drop": state.takings.drop,
            "win": state.takings.win,
            "inventory": state.takings.inventory,
            "payment": None
            if payment is None
            else {
                "amount": payment.amount,
                "box": payment.box,
                "player": payment.player,
                "wager": payment.wager,
                "line": payment.line,
            },
            "chip_order": None
            if state.chip_order is None
            else {
                "number": state.chip_order.number,
                "amount": state.chip_order.amount,
                "by": state.chip_order.by,
            },
            "barred": list(self.barred),
            "reshuffle_ordered": bool(state.reshuffle_by),
            "expected": None
            if expected is None
            else {
                "win": expected.win,
                "mean": round(expected.interval.mean),
                "least": round(expected.interval.least),
                "most": round(expected.interval.most),
                "outside": expected.outside,
            },
            "shoe": state.shoe.number,
            "cards_out": sum(side.out for side in state.shoe.sides),
            "shoe_age": self.shoe_age,
            "decks_age": self.decks_age,
            "stopped": bool(state.stopped_by),
            "reader_down": state.reader_down,
            "calls": list(self.calls),
            "open": [irregularity.number for irregularity in self.open],
        }


def is_confirmation(step: DealerStep) -> bool:
    """A wager that was called waits, whatever else is due."""
    return step.item is not None and step.item.step == CONFIRM


def floor_row(figures: FigureWorkers, table: LiveTable, now: int) -> FloorRow:
    expected = expectation(figures, table)
    shoe_is_there = table.state.shoe.stage != "none" and table.shoe_since
    return FloorRow(
        table,
        expected if isinstance(expected, WinExpected) else None,
        "" if isinstance(expected, WinExpected) else expected,
        max(0, now - table.shoe_since) if shoe_is_there else None,
        max(0, now - received) if (received := table.state.dealing.decks_received) else None,
        sum(ended > now - HOUR for ended in table.state.round_ends),
        table.view(None).waiting_for,
    )


def expectation(figures: FigureWorkers, table: LiveTable) -> WinExpected | str:
    """Why there is none, in words, where there is none; asking begins what can be computed."""
    rules, takings = table.rules, table.state.takings
    if takings.rounds < ENOUGH:
        return f"from {ENOUGH} rounds on"
    law = law_known(figures, rules, MAIN)
    if law.why:
        return law.why
    from vingt.analysis.exact.hold import by_moments

    win = sum(won for wager, won in takings.won if book_of(wager) == MAIN)
    return WinExpected(win, by_moments(law, takings.main, takings.main_squared, SURE))


def law_known(figures: FigureWorkers, rules: TableRules, wager: str) -> WagerLaw:
    """What a wager should bring, once it is computed, which asking begins."""
    from vingt.analysis.exact.hold import WagerLaw, law_of_json  # loads numpy: only when a figure is wanted

    known = figures.look(f"law-{rules.identity}-{wager}", partial(law_made, rules, wager), AHEAD)
    if isinstance(known, Wait):
        return WagerLaw(why="not computed" if known.failed else COMPUTED)
    return law_of_json(known)


def law_made(rules: TableRules, wager: str) -> FigureJson:
    from vingt.analysis.exact.hold import wager_law  # compiles

    return wager_law(rules, wager).as_json()


def age_words(milliseconds: int) -> str:
    minutes = milliseconds // 60_000
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
