"""A plan laid flat for the kernels: lookups, key and numbers in the types they walk on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from vingt.analysis.simulation.kernel.codes import (
    BOXES_MOST,
    SHOE_MOST,
    SIDE_SUMS,
    SPLIT_NETS_BIN,
    WAGERS_MOST,
    WALK_SUMS,
)
from vingt.analysis.simulation.kernel.random_numbers import MASK, key_and_gamma
from vingt.analysis.simulation.lookups.best_play import policy_of
from vingt.analysis.simulation.lookups.compile import Lookups, compile_rules
from vingt.analysis.simulation.lookups.walk_tables import WalkTables, walk_of
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.side.joint import JointSides, joint_sides
from vingt.analysis.simulation.side.lookups import SideLookups, side_lookups
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.analysis.tabulated.super_bonus import super_bonus_worth
from vingt.core.shoe.procedure import cards_behind


@dataclass(frozen=True)
class Flat:
    """A plan compiled: side wagers' bins are those from `side_bin` on."""

    plan: Plan
    lookups: Lookups
    sides: SideLookups | None
    side_bin: int

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
        """How many sums a unit adds to."""
        if not self.whole_table and self.plan.cut is not None:
            return WALK_SUMS
        return SIDE_SUMS + 3 * (len(self.sides.names) if self.sides else 0)

    @cached_property
    def walk(self) -> WalkTables:
        return walk_of(
            self.lookups, cover_at(self.plan, len(self.lookups.card_of)) if self.plan.cut else None
        )

    @cached_property
    def whole_table(self) -> bool:
        """Whether it takes the kernel for tables; one box with the main wager alone has a faster one, unless
        its shoe might run short."""
        by_hand = (
            self.plan.cut is not None and self.plan.rules.variant.dealt_by_hand
        )  # burned from each round
        return self.plan.boxes > 1 or self.sides is not None or by_hand or not self.walk.suffices


_KEPT: dict[str, Flat] = {}


def laid_flat(plan: Plan) -> Flat:
    """The plan compiled; the last few are kept."""
    if plan.fingerprint not in _KEPT:
        while len(_KEPT) >= 4:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[plan.fingerprint] = lay_flat(plan)
    return _KEPT[plan.fingerprint]


def lay_flat(plan: Plan) -> Flat:
    rules = plan.rules
    worth = super_bonus_worth(rules, plan.stake) if plan.aims_at_super_bonus else 0.0
    policy = policy_of(rules, plan.strategy, worth, even_money=plan.takes_even_money, wager=plan.stake)
    return flat_of(plan, compile_rules(rules, policy, plan.stake))


def flat_of(plan: Plan, lookups: Lookups) -> Flat:
    """What was compiled for a table, a play and a stake, with the boxes, shoes and side wagers of a plan."""
    rules = plan.rules
    if plan.boxes > 1 and rules.surrender.offered and rules.surrender.window == "before_any_draw":
        raise NotCarried("surrender.window = before_any_draw with several boxes")
    if plan.cut is not None and rules.shoe.shuffler == "continuous":
        raise NotCarried("shoe.shuffler = continuous with a cover card: every round is a fresh shoe there")
    if plan.boxes > BOXES_MOST:
        raise NotCarried(f"{plan.boxes} boxes: at most {BOXES_MOST}")
    if len(lookups.card_of) > SHOE_MOST:
        raise NotCarried(f"cards.decks = {rules.cards.decks}: a shoe of at most {SHOE_MOST:,} cards")
    side_bin = SPLIT_NETS_BIN + 1 + lookups.net_most - lookups.net_least
    sides = side_lookups(rules, plan.wagers, plan.stake, plan.boxes) if plan.wagers else None
    if sides and len(sides.names) > WAGERS_MOST:
        raise NotCarried(f"{len(sides.names)} side wagers: at most {WAGERS_MOST}")
    for name, played in zip(sides.names, sides.played, strict=True) if sides else ():
        if played is not None and rules.rescue is not None:
            raise NotCarried(f"{name}: on hands that may have been rescued")
    return Flat(plan, lookups, sides, side_bin)


# -- numbers ---------------------------------------------------------------------------------------------


def begin(plan: Plan, unit: int, draws: int) -> int:
    key, gamma = key_and_gamma(plan.seed)
    return (key + unit * draws * gamma) & MASK


def cover_at(plan: Plan, cards: int) -> int:
    """How many cards come out before the cover card does, burned ones included."""
    assert plan.cut is not None
    return max(cards - cards_behind(1 - plan.cut, cards), 1)
