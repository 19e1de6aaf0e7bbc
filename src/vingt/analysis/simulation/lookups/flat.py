"""A plan compiled: its lookups, and how many bins and sums it counts in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from vingt.analysis.simulation.kernel.codes import BOXES_MOST, CONTROL_SUMS, SIDE_SUMS
from vingt.analysis.simulation.kernel.random_numbers import MASK, key_and_gamma
from vingt.analysis.simulation.lookups.compile import Lookups
from vingt.analysis.simulation.lookups.walk_tables import WalkTables, fits, walk_of
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.side.joint import JointSides, joint_sides
from vingt.analysis.simulation.side.lookups import SideLookups
from vingt.analysis.tabulated.super_bonus import super_hand
from vingt.core.shoe.procedure import cards_behind


@dataclass(frozen=True)
class Flat:
    """A plan compiled: side wagers' bins are those from `side_bin` on. Before them are those of envy, for
    each of its lines by how often it is paid to one box in a round."""

    plan: Plan
    lookups: Lookups
    sides: SideLookups | None
    side_bin: int
    position_bin: int  # of two hands together, as dealt and as switched
    even: int = 0  # the rounds of a shoe that its control counts at a whole table; 0: there is none

    @property
    def envy(self) -> tuple[str, ...]:
        """The lines of envy that boxes of one table can be paid."""
        bonus = self.plan.rules.super_bonus
        if bonus is None or self.plan.boxes < 2 or super_hand(self.plan.rules) is None:
            return ()
        return tuple(line.outcome for line in bonus.envy)

    @property
    def envy_bin(self) -> int:
        return self.side_bin - len(self.envy) * BOXES_MOST

    @property
    def bins(self) -> int:
        """How many there are to count in."""
        return self.side_bin + (len(self.joint.says) if self.joint else 0)

    @cached_property
    def joint(self) -> JointSides | None:
        plan = self.plan
        return joint_sides(plan.rules, plan.wagers, plan.stake, plan.boxes) if self.sides else None

    @property
    def sums(self) -> int:
        """How many sums a unit adds to, but for a counter's."""
        return self.control_sums + (CONTROL_SUMS if self.controlled else 0)

    @property
    def control_sums(self) -> int:
        """Where those of a control begin: behind those of side wagers."""
        return SIDE_SUMS + 3 * (len(self.sides.names) if self.sides else 0)

    @property
    def controlled(self) -> int:
        """The rounds of each shoe that its control counts; 0: there is none."""
        if self.plan.cut is None:
            return 0
        return self.even if self.whole_table else int(self.walk.tables.even)

    @cached_property
    def walk(self) -> WalkTables:
        return walk_of(
            self.lookups, cover_at(self.plan, len(self.lookups.card_of)) if self.plan.cut else None
        )

    @cached_property
    def whole_table(self) -> bool:
        """Whether it takes the kernel for tables; one box with the main wager alone has a faster one, unless
        its shoe might run short, or its counter tells cards apart that the play does not."""
        plan = self.plan
        variant = plan.rules.variant
        by_table = variant.dealt_by_hand or variant.has_determinant
        if plan.hands > 1 or self.sides is not None or (plan.cut and by_table):
            return True
        counts = plan.counter is not None and (plan.cut is None or self.column_tags is None)
        return counts or not fits(self.lookups) or not self.walk.suffices

    @cached_property
    def column_tags(self) -> tuple[int, ...] | None:
        """What the cards of each column add to a counter's main count, where those of one column add the
        same."""
        if self.plan.counter is None:
            return None
        tags: dict[int, set[int]] = {column: set() for column in range(self.lookups.ups)}
        for card in set(self.lookups.card_of.tolist()):
            tags[int(self.lookups.column_of_card[card])].add(self.plan.counter.count.tags[card])
        if any(len(each) > 1 for each in tags.values()):
            return None
        return tuple(min(each, default=0) for each in tags.values())


def position_nets(lookups: Lookups) -> int:
    """How many net results two hands may have together."""
    return 2 * (lookups.net_most - lookups.net_least) + 1


def begin(plan: Plan, unit: int, draws: int) -> int:
    key, gamma = key_and_gamma(plan.seed)
    return (key + unit * draws * gamma) & MASK


def cover_at(plan: Plan, cards: int) -> int:
    """How many cards come out before the cover card does, burned ones included."""
    assert plan.cut is not None
    return max(cards - cards_behind(1 - plan.cut, cards), 1)
