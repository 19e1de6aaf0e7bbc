"""Random plans: a permitted table, a play, and what is staked there in boxes, shoes and side wagers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tests.rounds.test_sixth_rulebook import hearts_21
from tests.rounds.test_sixth_rulebook import table as sixth_table
from tests.simulation.random_charts import random_chart
from tests.simulation.side_rounds import random_offer, random_table
from vingt.analysis.chart.chart import Chart
from vingt.analysis.simulation.devices.device import stretch
from vingt.analysis.simulation.lookups.best_play import chart_of, policy_of
from vingt.analysis.simulation.lookups.compile import Lookups, compile_rules
from vingt.analysis.simulation.lookups.flat import Flat
from vingt.analysis.simulation.lookups.layout import flat_of
from vingt.analysis.simulation.lookups.policy import Policy
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.rules.leaf import Leaf
from vingt.core.rules.resolve import NotAllowed
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

SIXTH = "hearts-21"
RULEBOOKS = (*library.RULEBOOKS, SIXTH)
SIXTH_KEYS = (
    *("decks", "seats", "split_hands_max", "split_aces_hands_max", "split_aces_draw", "split_aces_double"),
    *("split_two_card_21_vs_dealer_21", "surrender_settles", "settlement", "payout_unit"),
)
STRATEGIES = ("composition", "chart", "chance")


@dataclass
class Setting:
    """A table with a play compiled: what takes long, and serves many plans."""

    words: str
    rules: TableRules
    chart: Chart | None
    policy: Policy
    lookups: Lookups


def values_of(leaf: Leaf) -> list[object]:
    return [each for each in leaf.choices or (*range(11), True, False) if leaf.permits(each) is None]


def random_rules(dice: random.Random, rulebook: str) -> tuple[str, TableRules]:
    if rulebook == SIXTH:
        keys = hearts_21().keys
        while True:
            chosen = {key: dice.choice(values_of(keys[key])) for key in SIXTH_KEYS if dice.random() < 0.6}
            try:
                return f"{SIXTH} {chosen}", sixth_table(**chosen)
            except NotAllowed:
                continue  # choices that do not go together
    table = random_table(dice, rulebook)
    if dice.random() < 0.5:
        return str(table), random_offer(dice, table.rules)
    return str(table), table.rules


def random_stake(dice: random.Random, rules: TableRules) -> int:
    table = rules.wagering
    steps = (table.maximum - table.minimum) // table.chip_unit
    return table.minimum + table.chip_unit * dice.randrange(min(steps, 200) + 1)


def random_setting(dice: random.Random, rulebook: str, strategy: str, refused: list[str]) -> Setting:
    """Tables that are not carried are tried again, and named in `refused`."""
    while True:
        words, rules = random_rules(dice, rulebook)
        stake = random_stake(dice, rules)
        try:
            chart = None
            if strategy != "composition":
                chart = chart_of(rules) if strategy == "chart" else random_chart(dice, rules)
            policy = policy_of(rules, chart, wager=stake)
            return Setting(f"{words}, {strategy}", rules, chart, policy, compile_rules(rules, policy, stake))
        except NotCarried as why:
            refused.append(str(why))


def random_flats(
    dice: random.Random, setting: Setting, refused: list[str], wagers_most: int = 4
) -> Iterator[Flat]:
    """Plans for one table and play: one box with fresh shoes, and then whole tables of all kinds."""
    rules, stake = setting.rules, setting.lookups.stake

    def plan(boxes: int, cut: Fraction | None, wagers: tuple[str, ...]) -> Plan:
        return Plan(rules, setting.chart, stake, dice.randrange(2**70), boxes, cut, wagers)

    yield flat_of(plan(1, None, ()), setting.lookups)
    offered = [each.id for each in rules.wagers if each.rides_on is None]
    if any(plays.even_money for plays in setting.policy.ups.values()):
        offered.remove("insurance")  # who insures every hand does not exchange a natural
    while True:
        wagers = tuple(dice.sample(offered, k=dice.randint(0, min(len(offered), wagers_most))))
        boxes = min(dice.randint(1, 7), dice.randint(1, 7), rules.boxes.seats)
        cut = dice.choice((None, Fraction(dice.randint(10, 98), 100)))
        while True:
            try:
                made = flat_of(plan(boxes, cut, wagers), setting.lookups)
            except NotCarried as why:
                refused.append(str(why))
                culprit = str(why).split(":")[0].split()[0]
                if culprit in wagers:
                    wagers = tuple(each for each in wagers if each != culprit)
                elif cut is not None and "cover card" in str(why):
                    cut = None
                elif wagers and "side wagers" in str(why):
                    wagers = ()
                elif boxes > 1:
                    boxes = 1
                else:
                    raise
                continue
            break
        yield made


def units_for(flat: Flat, rounds: int) -> int:
    """So many units as have that many rounds; shoes are a little unequal."""
    if flat.plan.cut is None:
        return rounds
    shoes = [int(stretch(flat, shoe, 1)[1][0]) for shoe in range(8)]
    return -(-rounds // max(min(shoes) - 1, 1))
