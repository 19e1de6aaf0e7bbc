"""The value of a round under a named strategy: house edge, its parts, variance and the law of net results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypedDict, Unpack

from vingt.analysis.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from vingt.analysis.chart.chart import Chart
from vingt.analysis.chart.rows import pairless
from vingt.analysis.exact.best_chart import add_stars, best_chart, split_stars
from vingt.analysis.exact.law import Law, law_of_round
from vingt.analysis.exact.prescription import prescriptions
from vingt.analysis.exact.solution import (
    Solution,
    expectation,
    first_two_cards,
    found_by_looking,
    natural_value,
)
from vingt.analysis.exact.solver import follow, solve
from vingt.analysis.exact.suited_splits import add_suits_to_splits
from vingt.analysis.exact.suits import SuitedHand, suited_hands, suits_add
from vingt.analysis.exact.switch_worth import (
    LAW_METHOD as SWITCH_LAW_METHOD,
)
from vingt.analysis.exact.switch_worth import (
    METHOD as SWITCH_METHOD,
)
from vingt.analysis.exact.switch_worth import (
    SwitchWorth,
    switch_worth,
    worth_by,
)
from vingt.analysis.tabulated.hands import ACE, TEN, Ints, ranks_worth
from vingt.analysis.tabulated.super_bonus import envy_worth, super_bonus_worth, super_hand
from vingt.core.cards import Rank
from vingt.core.rules.table_rules import TableRules

NamedStrategy = Literal["composition", "chart"]
ACTION_WORDS = {
    STAND: "stand at once",
    HIT: "hit first",
    DOUBLE: "double first",
    SPLIT: "split",
    SURRENDER: "surrender",
}
METHOD = (
    "Every hand by its card values, drawn without replacement; suits of bonus hands added exactly. "
    "Splits: exact for the play in which a split hand is played as if nothing but its own cards and the "
    "up card were gone, every further pair being split to the limit; values put together over the number "
    "of pair cards drawn. Where bonus lines survive a split, the suits of the pair decide whether it is "
    "split, and two suited cards of a line are hit wherever that gains over the whole split; a chart says "
    "so by its stars."
)
LAW_METHOD = (
    "Law of net results: exact for rounds without a split; split hands are taken as independent given the "
    "dealer's final hand, so its mean differs from the expectation by the error stated."
)
COUPLED = (
    "A dealer natural after a split takes one original wager in all; that it finds no hand to take it from "
    "is reckoned as if the hands were independent of each other: an error below 0.0001%."
)


@dataclass(frozen=True)
class Edge:
    rules: TableRules
    strategy: str
    infinite: bool
    ev_without_super_bonus: float
    super_bonus: float
    envy: float
    super_bonus_chance: float
    unsought_chance: float  # of the super bonus under a play that does not aim at it
    parts: dict[str, float]
    law: Law | None
    chart: Chart | None
    method: str
    switching: SwitchWorth | None = None

    @property
    def ev(self) -> float:
        return self.ev_without_super_bonus + self.super_bonus + self.envy

    @property
    def house_edge(self) -> float:
        return -self.ev

    @property
    def law_error(self) -> float:
        """The law is of this player's own round: what others' super bonuses bring is not in it."""
        return abs(self.law.mean - self.ev + self.envy) if self.law else 0.0

    def as_json(self) -> dict[str, object]:
        figures: dict[str, object] = {
            "rulebook": self.rules.rulebook,
            "title": self.rules.title,
            "rules_identity": self.rules.identity,
            "strategy": self.strategy,
            "infinite": self.infinite,
            "house_edge": self.house_edge,
            "ev": self.ev,
            "ev_without_super_bonus": self.ev_without_super_bonus,
            "super_bonus": self.super_bonus,
            "super_bonus_chance": self.super_bonus_chance,
            "envy": self.envy,
            "parts": self.parts,
            "variance": None,
            "method": self.method,
        }
        if self.law is not None:
            figures["variance"] = self.law.variance
            figures["net_results"] = [
                {"net": net, "probability": chance} for net, chance in self.law.chances.items()
            ]
            figures["final_wager"] = self.law.wagered
            figures["element_of_risk"] = self.house_edge / self.law.wagered
            figures["law_error"] = self.law_error
        if self.switching is not None:
            figures["switching"] = self.switching.as_json()
        return figures


def edge(
    rules: TableRules,
    strategy: NamedStrategy | Chart = "composition",
    *,
    wager: int = 2500,
    other_players: int = 0,
    infinite: bool = False,
    with_law: bool = True,
    shoe: Ints | None = None,
    early_surrender: bool = False,
    even_money: bool = True,
    done: Callable[[], None] | None = None,
) -> Edge:
    """The value of one round, one box, nothing insured; `wager` in cents decides what the super bonus is
    worth, `even_money` whether it is taken where that is best. Where hands are switched, that of both hands;
    `done` is called for each pair of cards that may lie beside a hand."""
    if rules.variant.hands_switched:
        return switched_edge(
            rules,
            strategy,
            shoe,
            wager=wager,
            infinite=infinite,
            with_law=with_law,
            even_money=even_money,
            done=done,
        )
    solution = solve(rules, shoe, replace=infinite, early_surrender=early_surrender, wager=wager)
    solution.even_money = even_money
    worth = super_bonus_worth(rules, wager)
    chart: Chart | None = None
    if strategy == "composition":
        add_suits_to_splits(solution)
        plain = expectation(solution) + suits_add(solution)
        with_bonus = expectation(solution) + suits_add(solution, worth)
        followed = [hand for hand in suited_hands(solution) if hand.chosen == HIT]
        bonus_hands = [hand for hand in suited_hands(solution, worth) if hand.chosen == HIT]
        name = "composition"
    else:
        if strategy == "chart":
            valued = best_chart(solution)
            chart, starred, name = valued.chart, valued.suited, "chart"
            with_stars = add_stars(solution, Chart(), worth)
        else:
            chart, name = strategy, "file"
            follow(solution, prescriptions(solution, strategy))
            add_suits_to_splits(solution, choose=False, says=split_stars(solution.looked_up, strategy))
            starred = starred_value(solution, strategy, 0.0)
            with_stars = starred_value(solution, strategy, worth)
        plain = expectation(solution) + starred
        with_bonus = expectation(solution) + with_stars
        followed = [hand for hand in suited_hands(solution) if chart_hits(solution, chart, hand)]
        bonus_hands = followed if name == "file" else hits_with_bonus(solution, worth)
    chance = sum(hand.chance * hand.super_chance for hand in bonus_hands)
    law = law_of_round(solution, bonus_hands, worth) if with_law and not infinite else None
    coupled = solution.looked_up.natural_takes_once and any(
        at_up is not None and at_up.shoe.with_natural for at_up in solution.ups
    )
    return Edge(
        rules=rules,
        strategy=name,
        infinite=infinite,
        ev_without_super_bonus=plain,
        super_bonus=with_bonus - plain,
        envy=envy_value(solution, chance, wager, other_players),
        super_bonus_chance=chance,
        unsought_chance=sum(hand.chance * hand.super_chance for hand in followed),
        parts=parts_of(solution, plain),
        law=law,
        chart=chart,
        method=" ".join([METHOD, *([LAW_METHOD] if law else []), *([COUPLED] if coupled else [])]),
    )


class EdgeChoices(TypedDict):
    wager: int
    infinite: bool
    with_law: bool
    even_money: bool
    done: Callable[[], None] | None


def switched_edge(
    rules: TableRules,
    strategy: NamedStrategy | Chart,
    shoe: Ints | None,
    **asked: Unpack[EdgeChoices],
) -> Edge:
    if isinstance(strategy, str) and shoe is None:
        worth = switch_worth(rules, strategy, **asked)
    else:
        chart = strategy if isinstance(strategy, Chart) else None
        worth = worth_by(rules, chart, shoe=shoe, **asked)
    return Edge(
        rules=rules,
        strategy=strategy if isinstance(strategy, str) else "file",
        infinite=asked["infinite"],
        ev_without_super_bonus=worth.value.ev,
        super_bonus=0.0,
        envy=0.0,
        super_bonus_chance=0.0,
        unsought_chance=0.0,
        parts=worth.value.parts,
        law=worth.law,
        chart=worth.chart,
        method=" ".join([SWITCH_METHOD, *([SWITCH_LAW_METHOD] if worth.law else [])]),
        switching=worth,
    )


def envy_value(solution: Solution, chance: float, wager: int, others: int) -> float:
    """What others' super bonuses bring: each of them makes one as often as this player would."""
    wanted = super_hand(solution.rules)
    if wanted is None or not others:
        return 0.0
    left: dict[Rank, float] = {}
    for value, cards in enumerate(solution.shoe.sum(axis=1).tolist()):
        ranks = ranks_worth(solution.rules, value)
        left |= {rank: cards / len(ranks) for rank in ranks}
    for card in (*wanted[0], wanted[1]):
        left[card.rank] -= 1
    rest = sum(left.values())
    mean = 0.0
    for first, have in left.items():
        for second, more in left.items():
            pair = max(have, 0.0) * max(more - (first == second), 0.0) / (rest * (rest - 1))
            mean += pair * envy_worth(solution.rules, wager, (first, second))
    return others * chance * mean


def chart_hits(solution: Solution, chart: Chart, hand: SuitedHand) -> bool:
    """Whether a suited hand is hit: because the row is hit anyway, or because of its star."""
    at_up = solution.ups[hand.up]
    assert at_up is not None
    at = solution.looked_up.hands.of(hand.first, hand.second)
    if at_up.taken.hand[at] == HIT:
        return True
    cell = chart.cell("pair", hand.first, hand.up) if hand.first == hand.second else None
    if cell is None:  # also a pair without a row of its own, which is played by its total
        lookups = solution.looked_up
        cell = chart.cell(pairless(lookups, at), int(lookups.total[at]), hand.up)
    return cell is not None and cell.hits_suited(top=hand.suit in hand.line.tops)


def hits_with_bonus(solution: Solution, worth: float) -> list[SuitedHand]:
    """Suited hands that a chart made with the super bonus in mind hits."""
    groups: dict[tuple[int, int, float], list[SuitedHand]] = {}
    for hand in suited_hands(solution, worth):
        at = solution.looked_up.hands.of(hand.first, hand.second)
        groups.setdefault((hand.up, at, hand.pays), []).append(hand)
    hits: list[SuitedHand] = []
    for (up, at, _), hands in groups.items():
        at_up = solution.ups[up]
        assert at_up is not None
        if at_up.taken.hand[at] == HIT or sum(hand.chance * (hand.hit - hand.plain) for hand in hands) > 0:
            hits.extend(hands)
    return hits


def starred_value(solution: Solution, chart: Chart, worth: float) -> float:
    return sum(
        hand.chance * (hand.hit - hand.plain)
        for hand in suited_hands(solution, worth)
        if chart_hits(solution, chart, hand)
    )


def parts_of(solution: Solution, ev: float) -> dict[str, float]:
    """What the expectation is made of, by how a round begins."""
    shoe = solution.shoe.sum(axis=1)
    parts = dict.fromkeys(("naturals", "dealer naturals", *ACTION_WORDS.values()), 0.0)
    for up, at_up in enumerate(solution.ups):
        if at_up is None:
            continue
        for first, second, hand, chance in first_two_cards(solution, at_up):
            weight = float(shoe[up] / shoe.sum()) * chance
            natural = 1 - at_up.clear[hand]
            if {first, second} == {ACE, TEN}:
                parts["naturals"] += weight * natural_value(solution, at_up, hand)
            else:
                parts["dealer naturals"] += weight * natural * found_by_looking(solution, at_up, hand)
                parts[ACTION_WORDS[int(at_up.taken.hand[hand])]] += weight * at_up.values.best[hand]
    parts["suited bonus lines"] = ev - sum(parts.values())
    return {name: float(value) for name, value in parts.items() if abs(value) > 1e-15}
