"""A plan laid flat for the kernels: lookups, key and numbers in the types they walk on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from vingt.analysis.chart.chart import write_chart
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
from vingt.analysis.simulation.lookups.chart_play import policy_by_chart
from vingt.analysis.simulation.lookups.compile import Lookups, compile_rules
from vingt.analysis.simulation.lookups.switch_play import switch_play
from vingt.analysis.simulation.lookups.walk_tables import WalkTables, fits, walk_of
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.side.joint import JointSides, joint_sides
from vingt.analysis.simulation.side.lookups import SideLookups, side_lookups
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.analysis.tabulated.super_bonus import super_bonus_worth, super_hand
from vingt.core.shoe.procedure import cards_behind

CARDS_BEHIND_A_COVER_CARD = 3  # of a double shoe: a determinant card, and the dealer's two before it


@dataclass(frozen=True)
class Flat:
    """A plan compiled: side wagers' bins are those from `side_bin` on. Before them are those of envy, for
    each of its lines by how often it is paid to one box in a round."""

    plan: Plan
    lookups: Lookups
    sides: SideLookups | None
    side_bin: int
    position_bin: int  # of two hands together, as dealt and as switched

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
        """How many sums a unit adds to."""
        if not self.whole_table and self.plan.cut is not None and self.plan.counter is None:
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
    if rules.variant.hands_switched:
        switching = switch_play(rules, plan.strategy, wager=plan.stake, even_money=plan.takes_even_money)
        alone = one_hand(rules)
        return flat_of(plan, compile_rules(alone, switching.policy, plan.stake, switching))
    charts = plan.counter.charts if plan.counter is not None else ()
    by_text = {write_chart(chart, ""): chart for chart in charts}  # many counts follow the same one
    policies = {text: policy_by_chart(rules, chart, plan.stake) for text, chart in by_text.items()}
    by_count = tuple(policies[write_chart(chart, "")] for chart in charts)
    if by_count:
        return flat_of(plan, compile_rules(rules, by_count[0], plan.stake, by_count=by_count))
    policy = policy_of(rules, plan.strategy, worth, even_money=plan.takes_even_money, wager=plan.stake)
    return flat_of(plan, compile_rules(rules, policy, plan.stake))


def flat_of(plan: Plan, lookups: Lookups) -> Flat:
    """What was compiled for a table, a play and a stake, with the boxes, shoes and side wagers of a plan."""
    rules = plan.rules
    if plan.boxes > 1 and rules.surrender.offered and rules.surrender.window == "before_any_draw":
        raise NotCarried("surrender.window = before_any_draw with several boxes")
    if plan.cut is not None and rules.shoe.shuffler == "continuous":
        raise NotCarried("shoe.shuffler = continuous with a cover card: every round is a fresh shoe there")
    variant = rules.variant
    if plan.counter is not None and (
        variant.hands_switched or variant.dealt_by_hand or variant.has_determinant
    ):
        raise NotCarried("a count where hands are switched, dealt by hand or from a double shoe")
    if plan.hands > BOXES_MOST:
        raise NotCarried(f"{plan.boxes} boxes: at most {BOXES_MOST // rules.variant.boxes_each}")
    if len(lookups.card_of) > SHOE_MOST:
        raise NotCarried(f"cards.decks = {rules.cards.decks}: a shoe of at most {SHOE_MOST:,} cards")
    if plan.cut is not None and variant.has_determinant:
        behind = len(lookups.card_of) - cover_at(plan, len(lookups.card_of))
        if behind < CARDS_BEHIND_A_COVER_CARD:
            raise NotCarried(f"a cover card with {behind} cards behind it in a side of a double shoe")
    position_bin = SPLIT_NETS_BIN + 1 + lookups.net_most - lookups.net_least
    envy_bin = position_bin + (2 * position_nets(lookups) if rules.variant.hands_switched else 0)
    sides = side_lookups(rules, plan.wagers, plan.stake, plan.boxes) if plan.wagers else None
    if sides and len(sides.names) > WAGERS_MOST:
        raise NotCarried(f"{len(sides.names)} side wagers: at most {WAGERS_MOST}")
    for name, played in zip(sides.names, sides.played, strict=True) if sides else ():
        if played is not None and rules.rescue is not None:
            raise NotCarried(f"{name}: on hands that may have been rescued")
    flat = Flat(plan, lookups, sides, envy_bin, position_bin)
    return replace(flat, side_bin=envy_bin + len(flat.envy) * BOXES_MOST)


def position_nets(lookups: Lookups) -> int:
    """How many net results two hands may have together."""
    return 2 * (lookups.net_most - lookups.net_least) + 1


# -- numbers ---------------------------------------------------------------------------------------------


def begin(plan: Plan, unit: int, draws: int) -> int:
    key, gamma = key_and_gamma(plan.seed)
    return (key + unit * draws * gamma) & MASK


def cover_at(plan: Plan, cards: int) -> int:
    """How many cards come out before the cover card does, burned ones included."""
    assert plan.cut is not None
    return max(cards - cards_behind(1 - plan.cut, cards), 1)
