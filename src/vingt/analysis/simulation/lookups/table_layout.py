"""A plan laid flat for the kernel of whole tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any, get_args

import numpy as np

from vingt.analysis.simulation.kernel.codes import (
    BOXES_MOST,
    DRAWS,
    FURTHER_DRAWS,
    HANDS_MOST,
    SAID_MOST,
    SHOE_NOTES,
    SPLIT_NETS_BIN,
    SYSTEMS_MOST,
    TABLE_GROUP,
    TABLE_MOST,
    UNIT_DRAWS,
)
from vingt.analysis.simulation.kernel.random_numbers import MASK, key_and_gamma
from vingt.analysis.simulation.kernel.table_round import TableTables
from vingt.analysis.simulation.kernel.table_shoe import TableMemory
from vingt.analysis.simulation.lookups.compile import Array, Finished, Lookups
from vingt.analysis.simulation.lookups.count_layout import count_tables_of
from vingt.analysis.simulation.lookups.dealer_wants import wants_of
from vingt.analysis.simulation.lookups.flat import Flat, cover_at, position_nets
from vingt.analysis.simulation.lookups.walk_tables import bounds_of, fours_ahead
from vingt.analysis.simulation.side.joint import JointSides
from vingt.analysis.simulation.side.lookups import SideLookups, side_units
from vingt.analysis.simulation.side.stakes import NOT_OFFERED
from vingt.analysis.tabulated.dealer import DealerAutomaton, Ending, dealer_automaton
from vingt.analysis.tabulated.super_bonus import envy_paid, super_hand
from vingt.core.cards import DECK
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.double_shoe import drawn_from, side_of
from vingt.core.shoe.event import ShoeSide

U, W = np.uint64, np.uint32
CARDS_OF_A_TABLE, CARDS_OF_A_HAND = 2, 3  # about
ANY_ROUNDS = 1 << 30  # more than a shoe has


def table_tables_of(flat: Flat) -> TableTables:
    plan, lookups, rules = flat.plan, flat.lookups, flat.plan.rules
    dealer = dealer_automaton(rules)
    cards = len(lookups.card_of)
    _, gamma = key_and_gamma(plan.seed)
    of_a_round = CARDS_OF_A_TABLE + CARDS_OF_A_HAND * plan.hands
    fours = fours_ahead(cards, of_a_round if plan.cut is None else cover_at(plan, cards) + of_a_round)
    return TableTables(
        switching=as_long_as(rules.variant.hands_switched),
        sharing=as_long_as(rules.variant.community_cards > 0),
        burning=as_long_as(plan.cut is not None and rules.variant.burned_before_round > 0),
        envying=as_long_as(bool(flat.envy)),
        counting=as_long_as(plan.counter is not None),
        controlling=as_long_as(flat.even > 0),
        gamma=U(gamma),
        jump=U(gamma * UNIT_DRAWS & MASK),
        further=U(gamma * FURTHER_DRAWS & MASK),
        cards=W(cards),
        ahead=W(DRAWS * fours),
        bounds=bounds_of(cards, fours, TABLE_GROUP if plan.cut is None else 1),
        fresh=lookups.card_of,
        rounds=TABLE_GROUP if plan.cut is None else 1,
        boxes=W(plan.hands),
        burned=rules.shoe.burn_on_load if plan.cut is not None else 0,
        burned_each=rules.variant.burned_before_round if plan.cut is not None else 0,
        rounds_most=rules.variant.rounds_per_shuffle or ANY_ROUNDS,
        even=flat.even,
        burned_when_short=rules.irregularity.shoe_runs_short_burns,
        cover=0 if plan.cut is None else cover_at(plan, cards),
        **determinant_tables(rules),
        hole=W(int(rules.dealer.takes_hole_card)),
        shared_cards=W(rules.variant.community_cards),
        idle=W(int(rules.dealer.draws_when_idle)),
        width=W(lookups.ups),
        natural=lookups.natural,
        done=lookups.done,
        contexts=lookups.contexts,
        position_bin=flat.position_bin - 2 * lookups.net_least,
        switched_bin=position_nets(lookups),
        split_bin=SPLIT_NETS_BIN - lookups.net_least,
        codes=np.ascontiguousarray(lookups.table.T).ravel(),
        columns=lookups.column_of_card,
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
        dealer_next=np.ascontiguousarray(dealer.next).ravel(),
        dealer_final=W(dealer.first_final),
        dealer_natural=dealer.natural.astype(np.uint8),
        ending_of=endings_of(dealer, lookups.endings),
        **side_tables(flat),
        **envy_tables(flat),
        count=count_tables_of(flat),
    )


def as_long_as(true: bool) -> Array:
    return np.zeros(int(true), dtype=np.int64)


def determinant_tables(rules: TableRules) -> dict[str, Any]:
    """Of a double shoe: which side a card names, and from which side each determinant card is drawn."""
    sides = get_args(ShoeSide)
    cards = DECK if rules.variant.has_determinant else ()
    return {
        "named": np.array([sides.index(side_of(rules, card)) for card in cards], dtype=np.uint8),
        "drawn_first": sides.index(drawn_from(rules, None)),
        "drawn_next": np.array([sides.index(drawn_from(rules, last)) for last in sides], dtype=np.uint8),
    }


def side_tables(flat: Flat) -> dict[str, Any]:
    """What the kernel reads of side wagers; nothing in arrays of no length where there are none."""
    sides, joint = flat.sides, flat.joint
    none, nothing = np.zeros((0, 1), dtype=np.int32), np.zeros(0, dtype=np.int64)
    if sides is None or joint is None:
        numbers = np.zeros(0, dtype=np.uint16)
        arrays = ("late_begin", "late_dealer", "late_played", "late_dealt")
        gains = ("late_bin", "gain_begin", "gain_of", "gain_net", "gain_made", "usual_net", "usual_made")
        return {
            "side_bin": flat.side_bin,
            **dict.fromkeys(("side_asks", "shared"), 0),
            **dict.fromkeys(("side_shown_bin", "side_hidden_bin", "four_bin"), W(0)),
            **dict.fromkeys(("side_shown", "side_hidden", "side_dealer_column"), numbers),
            "side_pair_row": numbers.astype(np.uint32),
            **dict.fromkeys(arrays, none),
            **dict.fromkeys(("late_table", "late_needs", "four"), numbers.astype(np.uint8)),
            **dict.fromkeys(gains, nothing),
        }
    late = list(joint.late)
    pairs = sides.first[late][:, :, None] + sides.second[late][:, None, :]
    return {
        "side_bin": flat.side_bin,
        "side_asks": int((joint.shown & 1).any()),
        "side_shown": joint.shown,
        "side_shown_bin": W(flat.side_bin if joint.decides(0) else 0),
        "side_pair_row": joint.pair_row,
        "side_dealer_column": joint.dealer_column,
        "side_hidden": joint.hidden,
        "side_hidden_bin": W(flat.side_bin + joint.hidden_bin if joint.decides(joint.hidden_bin) else 0),
        "four": joint.four,
        "four_bin": W(flat.side_bin + joint.four_bin if joint.decides(joint.four_bin) else 0),
        "late_begin": (pairs + sides.base[late][:, None, None]).reshape(len(late), len(DECK) ** 2),
        "late_dealer": sides.dealer[late],
        "late_played": played_classes(sides, joint.late, flat.lookups),
        "late_dealt": played_deals(sides, joint.late),
        "late_table": sides.table,
        "late_needs": sides.needs,
        "late_bin": np.array([flat.side_bin + each for each in joint.late_bin], dtype=np.int64),
        **gains_of(sides, joint),
        "shared": int(flat.plan.hands > 1 or flat.plan.cut is not None),
    }


def gains_of(sides: SideLookups, joint: JointSides) -> dict[str, Array]:
    """Net of each wager and whether it was made: what is usual, and what each bin says that is not."""
    units = side_units(sides)

    def gain(wager: int, outcome: int | None) -> tuple[int, int]:
        if outcome is None:
            return 0, 0
        paid = sides.outcomes[wager][outcome]
        return (paid.returns - paid.staked) // units[wager], int(paid.name != NOT_OFFERED)

    usual = [gain(wager, outcome) for wager, outcome in enumerate(joint.usual)]
    begins, rows = [0], []
    for says in joint.says:
        for wager, outcome in says:
            net, many = gain(wager, outcome)
            if (net, many) != usual[wager]:
                rows.append((wager, net - usual[wager][0], many - usual[wager][1]))
        begins.append(len(rows))
    columns = np.array(rows, dtype=np.int64).reshape(len(rows), 3)
    of_usual = np.array(usual, dtype=np.int64)
    return {
        "gain_begin": np.array(begins, dtype=np.int64),
        **{name: columns[:, at].copy() for at, name in enumerate(("gain_of", "gain_net", "gain_made"))},
        "usual_net": of_usual[:, 0].copy(),
        "usual_made": of_usual[:, 1].copy(),
    }


def envy_tables(flat: Flat) -> dict[str, Any]:
    """Who is paid for others' super bonuses, each box being its own player: all of it asked of the engine."""
    plan, lookups = flat.plan, flat.lookups
    if not flat.envy:
        return {
            "envy_bin": W(0),
            **dict.fromkeys(("envy_makes", "envy_line"), np.zeros(0, dtype=np.uint8)),
            **dict.fromkeys(("envy_times", "envy_shut"), np.zeros((0, 1), dtype=np.uint8)),
        }
    wanted = super_hand(plan.rules)
    assert wanted is not None
    times = np.zeros((2, BOXES_MOST + 1), dtype=np.uint8)
    for makes, others in product((False, True), range(1, BOXES_MOST)):
        cards = wanted[0][:2] if makes else tuple(DECK[:2])
        times[int(makes), others] = len(envy_paid(plan.rules, plan.stake, cards, others, makes=makes))
    shut = np.zeros(lookups.nets.shape, dtype=np.uint8)
    if not envy_paid(plan.rules, plan.stake, tuple(DECK[:2]), doubled=True):
        doubled = by_class(lookups, lambda each: each.key.doubles > 0)
        shut[:] = (doubled[:, None] > 0) & (lookups.nets > 0)
    return {
        "envy_bin": W(flat.envy_bin),
        "envy_makes": by_class(lookups, lambda each: each.key.super_bonus),
        "envy_line": envy_lines(plan.rules, plan.stake, flat.envy),
        "envy_times": times,
        "envy_shut": shut,
    }


@lru_cache(maxsize=16)  # asked again for every stretch of a plan
def envy_lines(rules: TableRules, stake: int, outcomes: tuple[str, ...]) -> Any:
    """By a player's first two cards: 1 + the line of envy, 0 for none."""
    lines = np.zeros(len(DECK) ** 2, dtype=np.uint8)
    for at, pair in enumerate(product(DECK, repeat=2)):
        for event in envy_paid(rules, stake, pair)[:1]:
            lines[at] = 1 + outcomes.index(event.outcome)
    return lines


def table_memories_of(flat: Flat, tables: TableTables) -> tuple[TableMemory, ...]:
    """The other side of a double shoe has cards of its own, and all else the same."""
    memory = table_memory_of(flat, tables)
    if not flat.plan.rules.variant.has_determinant:
        return (memory,)
    return memory, memory._replace(deck=memory.deck.copy())


def table_memory_of(flat: Flat, tables: TableTables) -> TableMemory:
    boxes = flat.plan.hands
    wagers = len(flat.sides.names) if flat.sides else 0
    return TableMemory(
        deck=np.zeros(len(tables.fresh), dtype=np.uint8),
        begin=W(0),
        stride=(),
        places=np.zeros(DRAWS * len(tables.bounds), dtype=np.uint16),
        codes=tables.codes,
        columns=tables.columns,
        dealer_next=tables.dealer_next,
        hands=np.zeros(4 * HANDS_MOST, dtype=np.int64),
        dealt=np.zeros(2 + 2 * boxes, dtype=np.int64),
        finished=np.zeros(boxes * (HANDS_MOST + 1), dtype=np.int64),
        sides=np.zeros(max(boxes * wagers, 1), dtype=np.int64),
        bins=np.zeros(boxes * (HANDS_MOST + 2 + wagers), dtype=np.int64),
        out=np.zeros(2, dtype=np.int64),
        table=np.zeros(TABLE_MOST, dtype=np.uint8),
        side_gains=np.zeros(max(2 * wagers, 1), dtype=np.int64),
        running=np.zeros(SYSTEMS_MOST, dtype=np.int64),
        stood=np.zeros(SYSTEMS_MOST, dtype=np.int64),
        gained=np.zeros(SYSTEMS_MOST, dtype=np.int64),
        shoe=np.zeros(SHOE_NOTES, dtype=np.int64),
        said=np.zeros(SAID_MOST + 1, dtype=np.int64),
    )


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


def played_classes(sides: SideLookups, late: tuple[int, ...], lookups: Lookups) -> Array:
    """What each finished hand adds to the index of each late wager."""
    weights = np.zeros((len(late), len(lookups.nets)), dtype=np.int32)
    for at, wager in enumerate(late):
        played = sides.played[wager]
        if played is None:
            continue
        for place, each in zip(lookups.place, lookups.finished, strict=True):
            surrendered = each.key.ending == "surrendered"
            weights[at, place] = played.weight(each.path.cards, surrendered=surrendered)
    return weights


def played_deals(sides: SideLookups, late: tuple[int, ...]) -> Array:
    """The same for two cards that a dealer natural kept from play."""
    weights = np.zeros((len(late), len(DECK) ** 2), dtype=np.int32)
    for at, wager in enumerate(late):
        played = sides.played[wager]
        if played is not None:
            for first, one in enumerate(DECK):
                for second, other in enumerate(DECK):
                    weights[at, first * len(DECK) + second] = played.weight((one, other))
    return weights
