"""The readable rules of `core`, asked once about every hand and tabulated for the kernels. No rule is written
here: totals, results, bonus lines and what a hand may do come from the functions that settle a live round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vingt.analysis.exact.dealer_trie import BUST, LOWEST, NATURAL, OUTCOMES
from vingt.analysis.exact.hands import (
    NO_HAND,
    REPRESENTATIVES,
    TEN,
    VALUES,
    Floats,
    Hands,
    Ints,
    all_hands,
    value_of,
)
from vingt.analysis.exact.kernels import Stakes
from vingt.core.cards import RANKS, SUITS, Card
from vingt.core.hand import Counts
from vingt.core.rounds.legal import Action, double, hit, rescue, split, surrender
from vingt.core.rounds.result import DealerResult, bonus_line, compare, counts_of, total_of
from vingt.core.rounds.state import Bettor, Box, Hand, HandStake, RoundState
from vingt.core.rules.table_rules import TableRules

# How a finished hand is compared: by its total, or as one of two special twenty-ones.
SPLIT_TWO_CARD_21 = 22
NATURAL_HAND = 23
KINDS = 24
RESULT = {"win": 1, "push": 0, "lose": -1}


class NotCarried(ValueError):
    """The exact analysis cannot carry something these rules ask for; the message names it."""


@dataclass(frozen=True)
class SuitLine:
    """A bonus line that asks for one suit: the hand it completes and what it pays in each suit."""

    hand: int
    values: tuple[int, ...]
    pays: tuple[float, float, float, float]

    def third(self, first: int, second: int) -> int | None:
        """The card value that completes the line from two of its cards."""
        rest = list(self.values)
        for each in (first, second):
            if each not in rest:
                return None
            rest.remove(each)
        return rest[0]


@dataclass(frozen=True)
class Lookups:
    hands: Hands
    total: Ints  # best total of each hand
    soft: Ints
    doubled_total: Ints  # [hand, value]: total of the hand doubled and given that card; 0 when over 21
    result: Ints  # [kind, outcome]: 1 win, 0 push, -1 lose
    win_pays: float
    natural_pays: float
    double_pays: float
    pays: Floats  # what a winning hand pays, its mixed-suit bonus included
    split_pays: Floats
    may_hit: Ints
    may_double: Ints
    split_may_hit: Ints
    split_may_double: Ints
    aces_may_hit: Ints
    aces_may_double: Ints
    rescue_from: Ints  # [doubles, total]: whether a hand doubled so often may be rescued
    doubles_max: int
    rescue_costs: Floats  # [doubles]: what a rescue forfeits, in original wagers
    natural_takes_all: bool
    natural_takes_once: bool  # one original wager from all hands of a box together
    splits_max: Ints  # most hands from a pair of each value
    may_surrender: Ints  # by up value
    surrender_costs: float
    surrender_lost_to_natural: bool
    peeks: Ints  # by up value: whether the dealer's natural is known before players act
    suit_lines: tuple[SuitLine, ...]
    suits_survive_split: bool

    def stakes(self, rules: TableRules) -> Stakes:
        return Stakes(
            self.result,
            self.win_pays,
            self.double_pays,
            self.natural_takes_all,
            1.0 if rules.dealer_natural.collects == "original_only" else -1.0,
            self.rescue_from,
            self.rescue_costs,
            self.doubles_max,
            rules.double.first_two_aces_count_one,
            self.doubled_total,
        )

    def completed(self, pair: int) -> Ints:
        """For each second card, the suited bonus hand that it and a pair card may still become, or
        NO_HAND."""
        found = np.full(VALUES, NO_HAND, dtype=np.int64)
        if self.suits_survive_split:
            for line in self.suit_lines:
                for second in range(VALUES):
                    if line.third(pair, second) is not None:
                        found[second] = line.hand
        return found


@lru_cache(maxsize=64)
def lookups(rules: TableRules) -> Lookups:
    """Tabulate the rules, or refuse by name what the analysis cannot carry."""
    refuse_what_is_not_carried(rules)
    hands = all_hands()
    counts = counts_of(rules)
    plain = [Hand(cards=hands.cards(at), stakes=(stake(rules),)) for at in range(len(hands))]
    totals = [counts.total(hand.cards) for hand in plain]
    box = Box(1, bettors=(Bettor("player", rules.wagering.minimum),), hands=(plain[0],))
    after_split = [hand._replace(from_split=True) for hand in plain]
    after_aces = [hand._replace(from_split=True, split_aces=True) for hand in plain]

    def allowed(group: list[Hand], asked: Callable[[Hand], Action]) -> Ints:
        return np.array([len(hand.cards) >= 2 and asked(hand).allowed for hand in group], dtype=np.int8)

    def hits(hand: Hand) -> Action:
        return hit(rules, hand)

    def doubles(hand: Hand) -> Action:
        return double(rules, box, hand)

    raised = np.array([1.0, 2.0, 4.0, 8.0])
    costs = {"last_raise": raised / 2, "first_only": raised / 2, "all_raises": np.ones(4)}
    return Lookups(
        hands=hands,
        total=np.array([each.points for each in totals], dtype=np.int64),
        soft=np.array([each.soft for each in totals], dtype=np.int8),
        doubled_total=doubled_totals(rules, hands, plain),
        result=results(rules, counts),
        win_pays=float(rules.pays.win.multiple),
        natural_pays=float(rules.pays.natural.multiple),
        double_pays=float(rules.double.pays.multiple),
        pays=np.array([pays_of(rules, hand) for hand in plain]),
        split_pays=np.array([pays_of(rules, hand) for hand in after_split]),
        may_hit=allowed(plain, hits),
        may_double=allowed(plain, doubles),
        split_may_hit=allowed(after_split, hits),
        split_may_double=allowed(after_split, doubles),
        aces_may_hit=allowed(after_aces, hits),
        aces_may_double=allowed(after_aces, doubles),
        rescue_from=rescues(rules, plain, totals_of=[each.points for each in totals]),
        doubles_max=rules.double.times_max,
        rescue_costs=costs[rules.rescue.returns] if rules.rescue else np.ones(4),
        natural_takes_all=rules.dealer_natural.collects == "all",
        natural_takes_once=rules.dealer_natural.collects.startswith("original"),
        splits_max=np.array([splits_of(rules, value) for value in range(VALUES)], dtype=np.int64),
        may_surrender=np.array([surrenders(rules, value) for value in range(VALUES)], dtype=np.int8),
        surrender_costs=float(rules.surrender.forfeits),
        surrender_lost_to_natural=rules.surrender.dealer_natural_takes == "whole_wager",
        peeks=np.array([peeks(rules, value) for value in range(VALUES)], dtype=np.int8),
        suit_lines=suit_lines(rules, hands),
        suits_survive_split=rules.bonus is not None and rules.bonus.survives_split,
    )


def refuse_what_is_not_carried(rules: TableRules) -> None:
    if rules.variant.game != "standard" or rules.variant.shoe != "single":
        raise NotCarried(f"variant {rules.variant.game} with a {rules.variant.shoe} shoe")
    if rules.dealer.stands_on_hard < LOWEST:
        raise NotCarried(f"dealer.stands_on_hard = {rules.dealer.stands_on_hard}: at least {LOWEST}")
    if rules.double.times_max > 3:
        raise NotCarried(f"double.times_max = {rules.double.times_max}: at most 3")
    if rules.double.first_two_aces_count_one and (rules.double.cards_max != 2 or rules.double.times_max > 1):
        raise NotCarried("double.first_two_aces_count_one with doubles on more than two cards")
    if rules.split.pairs_by != "value":
        raise NotCarried("split.pairs_by = rank")
    if rules.natural.on_split_hand:
        raise NotCarried("natural.on_split_hand: a natural made on a split hand")
    if rules.boxes.bettors_max < 1:
        raise NotCarried("boxes.bettors_max")
    tens = {"10", "J", "Q", "K"}
    for line in rules.bonus.lines if rules.bonus else ():
        if tens & set(line.ranks):
            raise NotCarried(f"bonus line {line.outcome}: ranks among the ten-value cards")
        if line.ranks and len(line.ranks) != 3:
            raise NotCarried(f"bonus line {line.outcome}: {len(line.ranks)} ranks, only three are carried")


def stake(rules: TableRules) -> HandStake:
    return HandStake("player", rules.wagering.minimum)


def pays_of(rules: TableRules, hand: Hand) -> float:
    line = bonus_line(rules, hand)
    return float((line.pays if line is not None else rules.pays.win).multiple)


def doubled_totals(rules: TableRules, hands: Hands, plain: list[Hand]) -> Ints:
    table = np.zeros((len(hands), VALUES), dtype=np.int64)
    for at, hand in enumerate(plain):
        for value in range(VALUES):
            if len(hand.cards) < 2 or hands.children[at, value] < 0:
                continue
            after = Hand(cards=(*hand.cards, Card(REPRESENTATIVES[value], "hearts")), doubles=1)
            points = total_of(rules, after).points
            table[at, value] = points if points <= 21 else 0
    return table


def results(rules: TableRules, counts: Counts) -> Ints:
    """What each kind of finished hand gets against each ending of the dealer."""
    endings = [DealerResult(LOWEST + at) for at in range(BUST)] + [
        DealerResult(22),
        DealerResult(21, natural=True),
    ]
    table = np.zeros((KINDS, OUTCOMES), dtype=np.int64)
    samples: dict[int, Hand] = {
        SPLIT_TWO_CARD_21: of_two("A", "K", from_split=True),
        NATURAL_HAND: of_two("A", "K"),
    }
    hands = all_hands()
    for at in range(len(hands)):
        cards = hands.cards(at)
        total = counts.total(cards).points
        if len(cards) >= 2 and not counts.is_natural(cards):
            samples.setdefault(total, Hand(cards=cards))
    for kind, hand in samples.items():
        for at, ending in enumerate(endings):
            table[kind, at] = RESULT[compare(rules, hand, ending).result]
    if (
        rules.natural.paid_against_plain_up_card == "at_once"
        and rules.natural.paid_against_checked_up_card == "at_once"
    ):
        table[NATURAL_HAND, :] = 1
    if rules.twenty_one.paid == "at_once":
        table[21, :] = table[SPLIT_TWO_CARD_21, :] = 1
    assert len(endings) - 1 == NATURAL
    return table


def of_two(first: str, second: str, *, from_split: bool = False) -> Hand:
    return Hand(cards=(Card(first, "clubs"), Card(second, "diamonds")), from_split=from_split)  # type: ignore[arg-type]


def rescues(rules: TableRules, plain: list[Hand], totals_of: list[int]) -> Ints:
    table = np.zeros((4, 22), dtype=np.int8)
    for at, hand in enumerate(plain):
        if len(hand.cards) >= 3:
            for doubles in range(1, 4):
                asked = hand._replace(doubles=doubles)
                if not table[doubles, totals_of[at]]:
                    table[doubles, totals_of[at]] = rescue(rules, asked).allowed
    return table


def splits_of(rules: TableRules, value: int) -> int:
    """Asks for one pair after another until the rules refuse a further hand."""
    pair = Hand(cards=(Card(REPRESENTATIVES[value], "clubs"),) * 2, stakes=(stake(rules),))
    made = 1
    while split(rules, Box(1, hands=(pair,) * made), pair).allowed:
        made += 1
    return made


def surrenders(rules: TableRules, up: int) -> bool:
    ranks = ("10", "J", "Q", "K") if up == TEN else (REPRESENTATIVES[up],)
    known = [rank for rank in ranks if rank not in rules.cards.removed_ranks]
    hand = of_two("10", "6")
    answers = set()
    for rank in known:
        state = RoundState(dealer=(Card(rank, "clubs"),))  # type: ignore[arg-type]
        answers.add(surrender(rules, state, Box(1, hands=(hand,)), hand).allowed)
    if len(answers) != 1:
        raise NotCarried("surrender.up_cards: ten-value cards treated differently")
    return answers.pop()


def peeks(rules: TableRules, up: int) -> bool:
    return any(value_of(rank) == up and rules.dealer.looks_under(rank) for rank in RANKS)


def suit_lines(rules: TableRules, hands: Hands) -> tuple[SuitLine, ...]:
    """For each set of ranks that pays more when suited, what it pays in each suit."""
    found: dict[int, SuitLine] = {}
    for line in rules.bonus.lines if rules.bonus else ():
        if not line.ranks or line.suits in ("any", "mixed"):
            continue
        values = tuple(sorted(value_of(rank) for rank in line.ranks))
        at = hands.of(*values)
        pays = tuple(
            pays_of(rules, Hand(cards=tuple(Card(rank, suit) for rank in line.ranks))) for suit in SUITS
        )
        found[at] = SuitLine(at, values, pays)  # type: ignore[arg-type]
    return tuple(found.values())
