"""The counts that a player keeps, for the main wager and for side wagers, and what each count wagers."""

from __future__ import annotations

from collections.abc import Sequence

from vingt.analysis.counting.composition import full_shoe
from vingt.analysis.counting.correlation import best_tags, follows
from vingt.analysis.counting.played_counts import whole_tags
from vingt.analysis.counting.removal import side_removal
from vingt.analysis.counting.systems import CountSystem
from vingt.analysis.exact.side.cases import Case
from vingt.analysis.simulation.counter import KeptCount, SideCounter
from vingt.analysis.simulation.plan import Plan
from vingt.core.rules.table_rules import TableRules

REACH = 12  # true counts told apart, for a system whose highest tag is 1
RUNNING_REACH = 60
SIDE_REACH = 30
MOST_HUMAN = 2  # the highest level of a count for a side wager


def kept_count(system: CountSystem, rules: TableRules, *, running: bool, reach: int = REACH) -> KeptCount:
    shoe = full_shoe(rules.cards.decks, [card.rank for card in rules.cards.shoe])
    tags, parts = whole_tags(system, shoe, running=running)
    far = RUNNING_REACH if running else reach * max(system.level, 1)
    return KeptCount(system.name, tags, parts, running, -far, far)


def side_counter(case: Case, plan: Plan) -> SideCounter | None:
    """By the tags up to level 2 that follow the wager best; None where no card changes what it is worth."""
    removal = side_removal(case)
    systems = [best.any for best in best_tags(removal) if best.level <= MOST_HUMAN and any(best.any.tags)]
    if not systems:
        return None
    best = max(systems, key=lambda system: follows(system, removal))
    return SideCounter(case.wager.id, kept_count(best, plan.rules, running=False, reach=SIDE_REACH))


def stepped(steps: Sequence[tuple[int, int]], counts: range) -> tuple[int, ...]:
    """One unit below the first step."""
    units, so_far = [], 1
    known = dict(steps)
    if steps[0][0] < counts[0]:
        so_far = [units for count, units in steps if count <= counts[0]][-1]
    for count in counts:
        so_far = known.get(count, so_far)
        units.append(so_far)
    return tuple(units)
