"""A plan laid flat: what is compiled for it, and what is not carried."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from vingt.analysis.chart.chart import write_chart
from vingt.analysis.simulation.kernel.codes import BOXES_MOST, SHOE_MOST, SPLIT_NETS_BIN, WAGERS_MOST
from vingt.analysis.simulation.lookups.best_play import policy_of
from vingt.analysis.simulation.lookups.chart_play import policy_by_chart
from vingt.analysis.simulation.lookups.compile import Lookups, compile_rules
from vingt.analysis.simulation.lookups.control import is_controlled, rounds_to_control
from vingt.analysis.simulation.lookups.flat import Flat, cover_at, position_nets
from vingt.analysis.simulation.lookups.switch_play import switch_play
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.side.lookups import side_lookups
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.analysis.tabulated.super_bonus import super_bonus_worth
from vingt.core.rules.table_rules import TableRules

CARDS_BEHIND_A_COVER_CARD = 3  # of a double shoe: a determinant card, and the dealer's two before it


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
    if plan.strategy is None:
        return flat_of(plan, best_play_compiled(rules, plan.stake, worth, plan.takes_even_money))
    policy = policy_of(rules, plan.strategy, worth, even_money=plan.takes_even_money, wager=plan.stake)
    return flat_of(plan, compile_rules(rules, policy, plan.stake))


@lru_cache(maxsize=4)  # whatever boxes, shoes and side wagers are asked for beside it
def best_play_compiled(rules: TableRules, stake: int, worth: float, even_money: bool) -> Lookups:
    return compile_rules(rules, policy_of(rules, None, worth, even_money=even_money, wager=stake), stake)


def flat_of(plan: Plan, lookups: Lookups) -> Flat:
    """What was compiled for a table, a play and a stake, with the boxes, shoes and side wagers of a plan."""
    refuse_what_is_not_carried(plan)
    rules = plan.rules
    if len(lookups.card_of) > SHOE_MOST:
        raise NotCarried(f"cards.decks = {rules.cards.decks}: a shoe of at most {SHOE_MOST:,} cards")
    if plan.cut is not None and rules.variant.has_determinant:
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
    flat = replace(flat, side_bin=envy_bin + len(flat.envy) * BOXES_MOST)
    if is_controlled(flat) and flat.whole_table:
        flat = replace(flat, even=rounds_to_control(flat))
    return flat


def refuse_what_is_not_carried(plan: Plan) -> None:
    """By name, before anything is compiled."""
    rules = plan.rules
    if plan.boxes > 1 and rules.surrender.offered and rules.surrender.window == "before_any_draw":
        raise NotCarried("surrender.window = before_any_draw with several boxes")
    if plan.cut is not None and rules.shoe.shuffler == "continuous":
        raise NotCarried("shoe.shuffler = continuous with a cover card: every round is a fresh shoe there")
    if plan.counter is not None and (rules.variant.hands_switched or rules.variant.has_determinant):
        raise NotCarried("a count where hands are switched or dealt from a double shoe")
    if plan.hands > BOXES_MOST:
        raise NotCarried(f"{plan.boxes} boxes: at most {BOXES_MOST // rules.variant.boxes_each}")
