"""A plan laid flat for the kernels: lookups, key and numbers in the types they walk on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import gcd

import numpy as np

from vingt.analysis.simulation.kernel.codes import (
    BOXES_MOST,
    HANDS_MOST,
    SHOE_MOST,
    SIDE_SUMS,
    SPLIT_NETS_BIN,
    TABLE_MOST,
    WAGERS_MOST,
    WALK_SUMS,
)
from vingt.analysis.simulation.kernel.random_numbers import MASK, key_and_gamma
from vingt.analysis.simulation.kernel.table_walk import TableMemory, TableTables
from vingt.analysis.simulation.lookups.best_play import policy_of
from vingt.analysis.simulation.lookups.compile import Array, Finished, Lookups, compile_rules
from vingt.analysis.simulation.lookups.dealer_wants import wants_of
from vingt.analysis.simulation.lookups.walk_tables import WalkTables, walk_of
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.side.lookups import SideLookups, side_lookups
from vingt.analysis.simulation.side.stakes import NOT_OFFERED
from vingt.analysis.tabulated.dealer import DealerAutomaton, Ending, dealer_automaton
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.analysis.tabulated.super_bonus import super_bonus_worth
from vingt.core.cards import DECK
from vingt.core.shoe.procedure import cards_behind

U, W = np.uint64, np.uint32


@dataclass(frozen=True)
class Flat:
    """A plan compiled: `bins` is how many there are to count in, side wagers' from `side_bin` on."""

    plan: Plan
    lookups: Lookups
    sides: SideLookups | None
    side_bin: int
    bins: int

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
        return self.plan.boxes > 1 or self.sides is not None or not self.walk.suffices


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
    outcomes = sum(len(each) for each in sides.outcomes) if sides else 0
    return Flat(plan, lookups, sides, side_bin, side_bin + outcomes)


# -- numbers ---------------------------------------------------------------------------------------------


def begin(plan: Plan, unit: int, draws: int) -> int:
    key, gamma = key_and_gamma(plan.seed)
    return (key + unit * draws * gamma) & MASK


# -- whole tables ----------------------------------------------------------------------------------------


def table_tables_of(flat: Flat) -> TableTables:
    plan, lookups, rules = flat.plan, flat.lookups, flat.plan.rules
    dealer = dealer_automaton(rules)
    sides = flat.sides
    wagers = len(sides.names) if sides else 0
    none = np.zeros((0, 64), dtype=np.int32)
    classes = len(lookups.nets)
    cards = len(lookups.card_of)
    _, gamma = key_and_gamma(plan.seed)
    starts = np.cumsum([0, *(len(each) for each in sides.outcomes)])[:wagers] if sides else np.zeros(0)
    return TableTables(
        gamma=U(gamma),
        cards=U(cards),
        cards_in_shoe=cards,
        boxes=plan.boxes,
        burned_when_short=rules.irregularity.shoe_runs_short_burns,
        burned=rules.shoe.burn_on_load if plan.cut is not None else 0,
        cover=0 if plan.cut is None else cover_at(plan, cards),
        hole=int(rules.dealer.takes_hole_card),
        idle=int(rules.dealer.draws_when_idle),
        width=lookups.ups,
        natural=lookups.natural,
        split_bin=SPLIT_NETS_BIN - lookups.net_least,
        side_bin=flat.side_bin,
        codes=lookups.table,
        column_of=lookups.column_of,
        card_of=lookups.card_of,
        one=lookups.one,
        pair_first=lookups.pair_first,
        pair_second=lookups.pair_second,
        hands_max=lookups.hands_max,
        nets=lookups.nets,
        joint_weight=lookups.joint_weight,
        joint_net=lookups.joint_net,
        peeked_net=lookups.peeked_net,
        checked=lookups.checked,
        natural_class=by_class(lookups, lambda each: each.key.natural),
        collected=by_class(lookups, lambda each: each.final.collected),
        wants=by_class(lookups, lambda each: wants_of(rules, plan.stake, each)),
        dealer_first=dealer.first,
        dealer_next=dealer.next,
        dealer_final=dealer.first_final,
        dealer_natural=dealer.natural.astype(np.uint8),
        ending_of=endings_of(dealer, lookups.endings),
        side_base=sides.base if sides else np.zeros(0, dtype=np.int32),
        side_first=sides.first if sides else none,
        side_second=sides.second if sides else none,
        side_up=sides.up if sides else none,
        side_hole=sides.hole if sides else none,
        side_ranks=sides.same_ranks if sides else none,
        side_suits=sides.same_suits if sides else none,
        side_dealer=sides.dealer if sides else none,
        side_played=played_classes(sides, lookups) if sides else np.zeros((0, classes), dtype=np.int32),
        side_dealt=played_deals(sides) if sides else np.zeros((0, len(DECK) ** 2), dtype=np.int32),
        side_table=sides.table if sides else np.zeros(0, dtype=np.uint8),
        side_needs=sides.needs if sides else np.zeros(0, dtype=np.uint8),
        side_outcome=starts.astype(np.int64),
        **side_nets(sides),
        shared=int(sides is not None and (plan.boxes > 1 or plan.cut is not None)),
    )


def side_units(sides: SideLookups) -> list[int]:
    """The cents in which each side wager's nets are whole."""
    return [gcd(*(each.returns - each.staked for each in row)) or 1 for row in sides.outcomes]


def side_nets(sides: SideLookups | None) -> dict[str, Array]:
    """For each outcome of each side wager in turn: the wager, its net and whether it was made."""
    rows = [
        (wager, (each.returns - each.staked) // unit, each.name != NOT_OFFERED)
        for wager, unit in enumerate(side_units(sides) if sides else ())
        for each in (sides.outcomes[wager] if sides else ())
    ]
    columns = np.array(rows, dtype=np.int64).reshape(len(rows), 3)
    return {name: columns[:, at].copy() for at, name in enumerate(("side_of", "side_net", "side_made"))}


def table_memory_of(flat: Flat) -> TableMemory:
    boxes = flat.plan.boxes
    wagers = len(flat.sides.names) if flat.sides else 0
    return TableMemory(
        seen=np.zeros(-(-len(flat.lookups.card_of) // 32), dtype=np.uint64),
        hands=np.zeros(4 * HANDS_MOST, dtype=np.int64),
        dealt=np.zeros(3 * boxes, dtype=np.int64),
        finished=np.zeros(boxes * (HANDS_MOST + 1), dtype=np.int64),
        sides=np.zeros(max(boxes * wagers, 1), dtype=np.int64),
        bins=np.zeros(boxes * (HANDS_MOST + 1 + wagers), dtype=np.int64),
        out=np.zeros(2, dtype=np.int64),
        table=np.zeros(TABLE_MOST, dtype=np.int64),
        made=np.zeros(max(2 * wagers, 1), dtype=np.int64),
    )


def cover_at(plan: Plan, cards: int) -> int:
    """How many cards come out before the cover card does, burned ones included."""
    assert plan.cut is not None
    return max(cards - cards_behind(1 - plan.cut, cards), 1)


def by_class(lookups: Lookups, of: Callable[[Finished], int]) -> Array:
    values = np.zeros(len(lookups.nets), dtype=np.uint8)
    for place, each in zip(lookups.place, lookups.finished, strict=True):
        values[place] = of(each)
    return values


def endings_of(dealer: DealerAutomaton, endings: tuple[Ending, ...]) -> Array:
    """The ending of each state of the dealer; a hand that is not finished counts as the first, since nothing
    that is still open then tells endings apart."""
    numbers = np.zeros(dealer.states, dtype=np.uint8)
    for state in range(dealer.first_final, dealer.states):
        # A rank that the shoe does not have may lead to an ending that is not among these.
        ending = dealer.ending(state)
        numbers[state] = endings.index(ending) if ending in endings else 0
    return numbers


def played_classes(sides: SideLookups, lookups: Lookups) -> Array:
    weights = np.zeros((len(sides.names), len(lookups.nets)), dtype=np.int32)
    for at, played in enumerate(sides.played):
        if played is None:
            continue
        for place, each in zip(lookups.place, lookups.finished, strict=True):
            surrendered = each.key.ending == "surrendered"
            weights[at, place] = played.weight(each.path.cards, surrendered=surrendered)
    return weights


def played_deals(sides: SideLookups) -> Array:
    """The same for two cards that a dealer natural kept from play."""
    weights = np.zeros((len(sides.names), len(DECK) ** 2), dtype=np.int32)
    for at, played in enumerate(sides.played):
        if played is not None:
            for first, one in enumerate(DECK):
                for second, other in enumerate(DECK):
                    weights[at, first * len(DECK) + second] = played.weight((one, other))
    return weights
