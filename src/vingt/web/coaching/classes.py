"""Which class of hand a decision belongs to, what its row of a chart is called, and how it is kept."""

from __future__ import annotations

import time
from collections.abc import Mapping

from vingt.analysis.tabulated.hands import TEN, value_of
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.core.rounds.legal import is_pair
from vingt.core.rounds.result import is_natural, total_of
from vingt.core.rounds.state import Hand
from vingt.core.rules.table_rules import TableRules
from vingt.web.coaching.record import RecordedDecision
from vingt.web.coaching.situation import JudgedDecision

TITLES: Mapping[str, str] = {
    "hard": "Hard totals",
    "soft": "Soft totals",
    "pair": "Pairs",
    "split": "Split hands",
    "doubled": "Doubled hands",
    "surrender": "Surrender",
    "insurance": "Insurance",
    "switch": "Switching",
}


def class_of(judged: JudgedDecision) -> str:
    """One class for each decision; surrender where it was the question, for it was given or was right."""
    situation = judged.situation
    hand = situation.hand
    if situation.insurance:
        return "insurance"
    if situation.other:
        return "switch"
    if hand.doubles:
        return "doubled"
    if "surrender" in (judged.taken.command, judged.best.command):
        return "surrender"
    if hand.from_split:
        return "split"
    if is_pair(situation.rules, hand):
        return "pair"
    return "soft" if total_of(situation.rules, hand).soft else "hard"


def row_of(rules: TableRules, hand: Hand) -> str:
    """The hand's row as a chart names it: 8-8, soft 17, 16; a natural by the game's own name."""
    if is_natural(rules, hand):
        return rules.natural.name
    if not hand.doubles and not hand.from_split and is_pair(rules, hand):
        name = up_name(hand.cards[0].rank)
        return f"{name}-{name}"
    return str(total_of(rules, hand))


def up_name(rank: str) -> str:
    """Tens and court cards are one column."""
    return "10" if value_of(rank) == TEN else rank  # type: ignore[arg-type]


def decision_of(
    decision: JudgedDecision, person: str, mode: str, table: str = "", number: int = 0, at: int = 0
) -> RecordedDecision:
    """A judged decision as it is kept; without `at`, it was made now."""
    situation = decision.situation
    hand, rules = situation.hand, one_hand(situation.rules)
    hands = [hand, Hand(situation.other)] if situation.other else [hand]
    return RecordedDecision(
        person,
        at or time.time_ns() // 1_000_000,
        mode,
        table,
        number,
        rules.identity,
        rules.title,
        class_of(decision),
        " and ".join(row_of(rules, each) for each in hands),
        " ".join(str(card) for each in hands for card in each.cards),
        str(situation.up),
        hand.doubles,
        int(hand.from_split),
        decision.taken.command,
        decision.best.command,
        0.0 if decision.right else decision.loss,
        situation.wager,
    )
