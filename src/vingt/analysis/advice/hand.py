"""What to do with one hand: every action with its exact expectation for the shoe as it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from vingt.analysis.exact.kernel.dealer_trie import NATURAL, natural_partner
from vingt.analysis.exact.kernel.hands import BARRED
from vingt.analysis.exact.solution import Solution, UpSolution
from vingt.analysis.exact.solver import solve
from vingt.analysis.exact.suited_splits import split_gain
from vingt.analysis.exact.suits import winning_chance
from vingt.analysis.tabulated.hands import REPRESENTATIVES, VALUES, shoe_counts, value_of
from vingt.analysis.tabulated.rights import SuitLine
from vingt.analysis.tabulated.super_bonus import makes_super_bonus, super_bonus_worth
from vingt.core.cards import RANKS, SUITS, Card
from vingt.core.cite import Cite
from vingt.core.hand import RankPoints
from vingt.core.rounds.command_words import ActionName
from vingt.core.rounds.legal import legal
from vingt.core.rounds.result import counts_of
from vingt.core.rounds.state import Bettor, Box, Hand, HandStake, RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.judge import judge

AdvisedAction = ActionName | Literal["insurance", "even money"]


class NotAHand(ValueError):
    """These cards cannot lie there: the message says which and why."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One action. `expectation` is in original wagers (insurance: per unit insured), given what the dealer is
    known not to have; None where the action is not allowed, and then `why` and `cite` say what bars it."""

    action: AdvisedAction
    expectation: float | None
    best: bool
    why: str
    cite: Cite

    @property
    def allowed(self) -> bool:
        return self.expectation is not None

    def as_json(self) -> dict[str, object]:
        return {
            "action": self.action,
            "allowed": self.allowed,
            "expectation": self.expectation,
            "best": self.best,
            "why": self.why,
            **self.cite.as_json(),
        }


def advise(
    rules: TableRules,
    hand: Iterable[Card],
    up: Card,
    seen: Iterable[Card] = (),
    wager: int | None = None,
) -> list[Advice]:
    """Every action of a hand that was not split or doubled, best first, then insurance, then what is not
    allowed. `seen` are further cards gone from the shoe; with `wager` (cents) the super bonus counts."""
    cards, gone = tuple(hand), tuple(seen)
    check_hand(rules, cards, up, gone)
    values = [value_of(each.rank) for each in cards]
    pair = values[0] if len(cards) == 2 and values[0] == values[1] else None
    counts = shoe_counts(rules.cards.decks, rules.cards.removed_ranks)
    for card in gone:
        counts[value_of(card.rank), SUITS.index(card.suit)] -= 1
    at = value_of(up.rank)
    solution = solve(rules, counts, ups=(at,), pairs=() if pair is None else (pair,))
    at_up = solution.ups[at]
    assert at_up is not None
    index = solution.looked_up.hands.of(*values)
    clear = float(at_up.clear[index])
    bonus = super_bonus_worth(rules, wager) if wager is not None else 0.0
    if counts_of(rules).is_natural(cards):
        return natural_advice(rules, solution, at_up, index, cards, up)
    worth = worths(solution, at_up, cards, up, index, pair, bonus)
    told = []
    for action in legal(rules, state_of(rules, cards, up, wager), 1, 0):
        value = worth.get(action.name) if action.allowed else None
        if value is not None and clear > 0:
            told.append(Advice(action.name, value / clear, False, "", action.cite))
        elif not (action.name == "rescue" and rules.rescue is None):
            told.append(Advice(action.name, None, False, action.why, action.cite))
    ranked = sorted(told, key=lambda each: -(each.expectation if each.expectation is not None else np.inf))
    allowed = [each for each in ranked if each.allowed]
    first = [Advice(each.action, each.expectation, n == 0, "", each.cite) for n, each in enumerate(allowed)]
    return [*first, *insured(rules, solution, cards, up), *(each for each in told if not each.allowed)]


def check_hand(rules: TableRules, hand: tuple[Card, ...], up: Card, seen: tuple[Card, ...]) -> None:
    if len(hand) < 2:
        raise NotAHand(f"a hand has two cards or more, this one has {len(hand)}")
    for each in (*hand, up, *seen):
        if each.rank in rules.cards.removed_ranks:
            raise NotAHand(f"{each} is not in this shoe: it holds no {each.rank}")
    for each, number in Counter((*hand, up, *seen)).items():
        if number > rules.cards.decks:
            raise NotAHand(
                f"{number} times {each}: a shoe of {rules.cards.decks} decks has {rules.cards.decks}"
            )
    total = counts_of(rules).total(hand).points
    if total > 21:
        raise NotAHand(f"the hand has {total}: it is over 21 and lost")
    if rules.cards.decks * 4 * (len(RANKS) - len(rules.cards.removed_ranks)) - len(seen) < 20:
        raise NotAHand("fewer than 20 cards are left: no round is dealt from so few")


def state_of(rules: TableRules, cards: tuple[Card, ...], up: Card, wager: int | None) -> RoundState:
    """A round in which only this hand is left to play."""
    amount = wager or rules.wagering.minimum
    stake, bettor = HandStake("player", amount), Bettor("player", main=amount, seated=True)
    hand = Hand(cards=cards, stakes=(stake,), acted=len(cards) > 2)
    box = Box(1, bettors=(bettor,), hands=(hand,))
    return RoundState(stage="play", boxes=(box,), dealer=(up,), drawn=len(cards) - 2)


def worths(
    solution: Solution,
    at_up: UpSolution,
    cards: tuple[Card, ...],
    up: Card,
    index: int,
    pair: int | None,
    bonus: float,
) -> dict[ActionName, float]:
    """The value of each action, weighing only rounds in which the dealer has no natural that was looked
    for."""
    values = at_up.values
    worth: dict[ActionName, float] = {
        "stand": float(values.stand[index]) + completed_suit(solution, at_up, cards, index, bonus),
        "surrender": float(at_up.surrender[index]),
    }
    if values.hit[index] > BARRED:
        worth["hit"] = float(values.hit[index]) + suits_to_come(solution, at_up, cards, up, bonus)
    if values.double[index] > BARRED:
        worth["double"] = float(values.double[index])
    if pair is not None and np.isfinite(at_up.split[pair]):
        suits = SUITS.index(cards[0].suit), SUITS.index(cards[1].suit)
        suited = split_gain(solution, at_up, pair, SUITS.index(up.suit), suits)
        worth["split"] = float(at_up.split[pair]) + suited
    return worth


def completed_suit(
    solution: Solution,
    at_up: UpSolution,
    cards: tuple[Card, ...],
    index: int,
    bonus: float,
    *,
    split: bool = False,
) -> float:
    """What the one suit of a finished bonus pattern adds when the hand stands."""
    for line in solution.looked_up.suit_lines:
        if line.hand == index and len({card.suit for card in cards}) == 1:
            gain = line_gain(solution, line, SUITS.index(cards[0].suit), split=split)
            gain += bonus if makes_super_bonus(solution.rules, at_up.up, line.values) else 0.0
            return gain * winning_chance(solution, at_up, index, split=split)
    return 0.0


def line_gain(solution: Solution, line: SuitLine, suit: int, *, split: bool) -> float:
    """What a bonus line pays more in one suit than in mixed suits."""
    lookups = solution.looked_up
    return lookups.suit_pays[line.hand][suit] - float(
        (lookups.split_pays if split else lookups.pays)[line.hand]
    )


def suits_to_come(
    solution: Solution,
    at_up: UpSolution,
    cards: tuple[Card, ...],
    up: Card,
    bonus: float,
    *,
    split: bool = False,
) -> float:
    """What two cards of one suit add to hitting: a third may make the suited line of a bonus pattern."""
    if len(cards) != 2 or cards[0].suit != cards[1].suit:
        return 0.0
    suit = SUITS.index(cards[0].suit)
    left = solution.shoe.copy()
    for each in (*cards, up):
        left[value_of(each.rank), SUITS.index(each.suit)] -= 1
    adds = 0.0
    for line in solution.looked_up.suit_lines:
        third = line.third(value_of(cards[0].rank), value_of(cards[1].rank))
        if third is not None:
            gain = line_gain(solution, line, suit, split=split)
            gain += bonus if makes_super_bonus(solution.rules, at_up.up, line.values) else 0.0
            chance = float(left[third, suit]) / float(left.sum())
            adds += chance * gain * winning_chance(solution, at_up, line.hand, split=split)
    return adds


# -- naturals and insurance ------------------------------------------------------------------------------


def natural_chance(at_up: UpSolution, index: int) -> float:
    """The chance that the dealer's second card makes a natural, before anybody has looked."""
    partner = natural_partner(at_up.up)
    if partner is None:
        return 0.0
    counts, size = at_up.tree.counts[index], at_up.tree.size[index]
    return float((at_up.shoe.left[partner] - counts[partner]) / (at_up.shoe.cards - size))


def insured(rules: TableRules, solution: Solution, hand: tuple[Card, ...], up: Card) -> list[Advice]:
    """Insurance against this up card, per unit insured; it is asked for before anybody looks."""
    offered = rules.asked_wager
    if offered is None or up.rank not in rules.insurance.up_cards:
        return []
    left = solution.shoe.copy()
    for each in (*hand, up):
        left[value_of(each.rank), SUITS.index(each.suit)] -= 1
    worth = 0.0
    for value in range(VALUES):
        for at, suit in enumerate(SUITS):
            facts = Facts(hand, up, hole=Card(REPRESENTATIVES[value], suit), counts=counts_of(rules))
            verdict = judge(offered, facts)
            lines = verdict.lines if verdict else ()
            net = sum(float(line.pays.multiple) for line in lines) if lines else -1.0
            worth += float(left[value, at]) / float(left.sum()) * net
    return [Advice("insurance", worth, worth > 0, "", offered.cite)]


def natural_advice(
    rules: TableRules, solution: Solution, at_up: UpSolution, index: int, cards: tuple[Card, ...], up: Card
) -> list[Advice]:
    """A natural is not played: it stands, or is exchanged for even money where that is offered."""
    chance = natural_chance(at_up, index)
    nets = solution.looked_up.settled[at_up.up].nets[solution.looked_up.rows[0, index]]
    dealer = at_up.values.dealer[index]
    stand = float(dealer[:NATURAL] @ nets[:NATURAL]) + chance * float(nets[NATURAL])
    cite = rules.cite("settles.natural.natural", "pays.natural")
    told = [Advice("stand", stand, True, "", cite)]
    even = solution.looked_up.even_money[at_up.up]
    if even is not None:
        told.append(
            Advice(
                "even money", even, even > stand, "", rules.cite("insurance.even_money", "pays.even_money")
            )
        )
        told[0] = Advice("stand", stand, stand >= even, "", cite)
        told.sort(key=lambda each: not each.best)
    told += insured(rules, solution, cards, up)
    for action in legal(rules, state_of(rules, cards, up, None), 1, 0):
        if action.name not in ("stand", "rescue"):
            why = action.why or f"a {rules.natural.name} is not played on"
            told.append(
                Advice(
                    action.name,
                    None,
                    False,
                    why,
                    rules.cite("natural.name") if action.allowed else action.cite,
                )
            )
    return told


def total_words(rules: TableRules, cards: tuple[Card, ...]) -> str:
    """The hand in words: soft 17, a pair of 7, 16."""
    counts: RankPoints = counts_of(rules)
    if counts.is_natural(cards):
        return rules.natural.name
    total = counts.total(cards)
    return f"{'soft ' if total.soft else ''}{total.points}"
