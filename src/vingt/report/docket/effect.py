"""The exact change of each wager's edge in a case of the docket."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from vingt.analysis.exact.edge import edge
from vingt.analysis.options.faulty_shoe import BEST_PLAY, EdgeChange, FaultyShoe, faulty_shoe, offered_cases
from vingt.core.cards import SUITS, Card, Cards, Rank
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.report.docket.case import DocketCase
from vingt.rulebook import library


@dataclass(frozen=True)
class CaseEffect:
    """One shoe, or one rule, that the case may have been dealt with."""

    words: str
    changes: tuple[EdgeChange, ...]

    def as_json(self) -> dict[str, object]:
        return {"with": self.words, "changes": [change.as_json() for change in self.changes]}


def effects(case: DocketCase, done: Callable[[], None] = lambda: None) -> tuple[CaseEffect, ...]:
    """Nothing, where the cards and the rules were right and only the procedure was not."""
    rules, fault = case.rules, case.fault
    if fault.missing:
        return (shoe_effect(rules, fault.missing, done),)
    if fault.unknown:
        shoes = (alike(rules, fault.unknown, "5"), alike(rules, fault.unknown, "K"))
        return tuple(shoe_effect(rules, gone, done) for gone in shoes)
    if fault.soft17:
        dealt = replace(rules, dealer=replace(rules.dealer, soft17=fault.soft17))
        return (rule_effect(rules, dealt, f"{fault.soft17} dealt, {rules.dealer.soft17} filed"),)
    if fault.natural_pays:
        pays = library.table_rules(case.table, {**case.choices, "blackjack_pays": fault.natural_pays})
        words = f"blackjack pays {pays.pays.natural}, not {rules.pays.natural}"
        return (rule_effect(rules, pays, words),)
    return ()


def alike(rules: TableRules, count: int, rank: Rank) -> Cards:
    """So many cards of one rank, of all suits in turn."""
    return tuple(Card(rank, SUITS[at % len(SUITS)]) for at in range(count))


def shoe_effect(rules: TableRules, missing: Cards, done: Callable[[], None]) -> CaseEffect:
    shoe: FaultyShoe = faulty_shoe(library.load(rules.address), rules, missing, done=done)
    ranks = {card.rank for card in missing}
    if len(missing) > 1 and len(ranks) == 1:
        words = f"{len(missing)} cards missing, all of them {next(iter(ranks))}"
    else:
        words = f"missing: {' '.join(map(str, missing))}"
    return CaseEffect(words, shoe.changes)


def rule_effect(filed: TableRules, dealt: TableRules, words: str) -> CaseEffect:
    """The same shoe dealt by another rule: the main wager by best play, and side wagers on whole hands."""
    from vingt.analysis.exact.side.value import value

    edges = [edge(rules, with_law=False).house_edge for rules in (filed, dealt)]
    changes = [EdgeChange(MAIN, filed.wager_name(MAIN), edges[0], edges[1], BEST_PLAY)]
    document = library.load(filed.address)
    for whole, other in zip(offered_cases(document, filed), offered_cases(document, dealt), strict=True):
        before, after = value(whole).house_edge, value(other).house_edge
        if before is not None and after is not None:
            name = filed.wager_name(whole.wager.id)
            changes.append(EdgeChange(whole.wager.id, name, float(before), float(after)))
    return CaseEffect(words, tuple(changes))
