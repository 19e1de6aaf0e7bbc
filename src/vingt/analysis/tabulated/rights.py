"""What every hand may do, asked of `core.rounds.legal`, and the bonus lines that look at suits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from vingt.analysis.tabulated.hands import (
    ACE,
    NO_HAND,
    REPRESENTATIVES,
    TEN,
    VALUES,
    Floats,
    Hands,
    Ints,
    all_hands,
    ranks_worth,
    value_of,
)
from vingt.core.cards import RANKS, SUITS, Card, Rank, Suit
from vingt.core.hand import Total
from vingt.core.rounds.legal import double, hit, rescue, split, surrender
from vingt.core.rounds.procedure import drawn_face_up, finished_hand
from vingt.core.rounds.result import bonus_line, counts_of, total_of
from vingt.core.rounds.state import Bettor, Box, Hand, HandStake, RoundState
from vingt.core.rules.table_rules import TableRules

DOUBLES = 4  # a hand doubled no, one, two or three times
USUAL_STAKE = 2500  # cents


@dataclass(frozen=True)
class SuitLine:
    """A bonus line that asks for one suit: the hand it completes, and the suits in which it pays best of all
    such lines, by their odds."""

    hand: int
    values: tuple[int, ...]
    tops: frozenset[int]

    def third(self, first: int, second: int) -> int | None:
        """The card value that completes the line from two of its cards."""
        rest = list(self.values)
        for each in (first, second):
            if each not in rest:
                return None
            rest.remove(each)
        return rest[0]


@dataclass(frozen=True)
class FamilyRights:
    """What hands of one family may do: `double` and `rescue` by how often the hand was doubled before."""

    hit: Ints
    double: Ints
    rescue: Ints


@dataclass(frozen=True)
class Rights:
    hands: Hands
    alike: list[list[int]]  # hands that no rule tells apart
    total: Ints  # best total of each hand
    soft: Ints
    whole: FamilyRights
    split: FamilyRights
    aces: FamilyRights
    laid: Floats  # [doubles]: what lies on a hand doubled so often, in original wagers
    doubles_max: int
    aces_low: bool  # aces among the first two cards of a doubled hand count low
    doubled_total: Ints  # [hand, value]: total of the hand doubled and given that card; 0 when over 21
    low_rescue: Ints  # [hand, value]: whether that doubled hand may be rescued, where aces_low
    splits_max: Ints  # most hands from a pair of each value
    may_surrender: Ints  # by up value, against every rank of it
    surrender_ups: frozenset[Rank]
    suit_lines: tuple[SuitLine, ...]
    suits_survive_split: bool

    def family(self, number: int) -> FamilyRights:
        return (self.whole, self.split, self.aces)[number]

    @property
    def may_double(self) -> Ints:
        first: Ints = self.whole.double[0]
        return first

    def rescues(self, doubles: int, total: int) -> bool:
        """Whether some hand doubled so often may be rescued with that total."""
        hands = (self.total == total) & (self.hands.size >= 3)
        return bool(self.whole.rescue[min(doubles, DOUBLES - 1)][hands].any())

    def completed(self, pair: int) -> Ints:
        """For each second card, the suited bonus hand that it and a pair card may still become, or
        NO_HAND."""
        hands = np.full(VALUES, NO_HAND, dtype=np.int64)
        if self.suits_survive_split:
            for line in self.suit_lines:
                for second in range(VALUES):
                    if line.third(pair, second) is not None:
                        hands[second] = line.hand
        return hands


def asked_stake(rules: TableRules, wager: int | None = None) -> int:
    """The wager the engine is asked about: this one, or the nearest that the table takes."""
    table = rules.wagering
    wanted = min(max(USUAL_STAKE if wager is None else wager, table.minimum), table.maximum)
    return max(wanted // table.chip_unit * table.chip_unit, table.minimum)


@lru_cache(maxsize=64)
def rights(rules: TableRules, stake: int) -> Rights:
    """Every right of every hand for a main wager of so many cents."""
    hands = all_hands()
    counts = counts_of(rules)
    stakes = doubled_stakes(rules, stake)
    cards = hands.cards
    totals = [counts.total(hand) for hand in cards]
    total = np.array([each.points for each in totals], dtype=np.int64)
    alike = alike_hands(rules, hands, totals)

    def family(**origin: bool) -> FamilyRights:
        asked = [Hand(cards[each[0]], **origin) for each in alike]  # type: ignore[arg-type]
        return spread(family_rights(rules, asked, stakes), alike, len(hands))

    whole, after_split = family(), family(from_split=True)
    surrender_ups = frozenset(rank for rank in RANKS if surrenders(rules, rank))
    return Rights(
        hands=hands,
        alike=alike,
        total=total,
        soft=np.array([each.soft for each in totals], dtype=np.int8),
        whole=whole,
        split=after_split,
        aces=family(from_split=True, split_aces=True),
        laid=np.array([each.total / stake for each in stakes] + [0.0] * (DOUBLES - len(stakes))),
        doubles_max=len(stakes) - 1,
        aces_low=rules.double.first_two_aces_count_one,
        doubled_total=doubled_totals(rules, hands, total),
        low_rescue=low_rescues(rules, hands, whole.double[0] | after_split.double[0]),
        splits_max=np.array([splits_of(rules, value) for value in range(VALUES)], dtype=np.int64),
        may_surrender=np.array(
            [
                bool(ranks_worth(rules, value)) and surrender_ups.issuperset(ranks_worth(rules, value))
                for value in range(VALUES)
            ],
            dtype=np.int8,
        ),
        surrender_ups=surrender_ups,
        suit_lines=suit_lines(rules),
        suits_survive_split=survives_split(rules),
    )


def doubled_stakes(rules: TableRules, stake: int) -> list[HandStake]:
    """What lies on a hand that was doubled in full no, one, … times, as often as the table lets it."""
    stakes = [HandStake("player", stake)]
    cards, box = hand_to_double(rules), Box(1, bettors=(Bettor("player", stake),))
    for times in range(DOUBLES - 1):
        asked = double(rules, box, Hand(cards, (stakes[-1],), doubles=times))
        if not asked.allowed:
            break
        stakes.append(stakes[-1]._replace(raises=(*stakes[-1].raises, asked.most)))
    return stakes


def hand_to_double(rules: TableRules) -> tuple[Card, ...]:
    """As many of the lowest cards as a first double asks for."""
    return (Card("2", "clubs"),) * max(rules.double.cards_min, 2)


def alike_hands(rules: TableRules, hands: Hands, totals: list[Total]) -> list[list[int]]:
    """Hands of equal size and total, and with as many aces as a rule about the first two cards can tell:
    nothing else about values matters to rights (pairs apart) or payments, but for hands that a bonus names
    by their ranks. A test asks for every hand by itself."""
    named = {tuple(sorted(value_of(rank) for rank in ranks)) for ranks in ranks_named(rules)}
    alone = {hands.of(*values) for values in named}
    groups: dict[tuple[int, ...], list[int]] = {}
    for at, (size, aces) in enumerate(zip(hands.size.tolist(), hands.counts[:, ACE].tolist(), strict=True)):
        key = (at,) if at in alone else (size, totals[at].points, totals[at].soft, min(aces, 3))
        groups.setdefault(key, []).append(at)
    return list(groups.values())


def ranks_named(rules: TableRules) -> Iterator[tuple[Rank, ...]]:
    for line in rules.bonus.lines if rules.bonus else ():
        if line.ranks:
            yield line.ranks
    if rules.super_bonus:
        yield rules.super_bonus.ranks


def spread(asked: FamilyRights, alike: list[list[int]], many: int) -> FamilyRights:
    """What was asked for one of each alike, for all."""
    of = np.empty(many, dtype=np.int64)
    for number, each in enumerate(alike):
        of[each] = number
    return FamilyRights(asked.hit[of], asked.double[:, of], asked.rescue[:, of])


def family_rights(rules: TableRules, plain: list[Hand], stakes: list[HandStake]) -> FamilyRights:
    box = Box(1, bettors=(Bettor("player", stakes[0].base),), hands=(plain[0],))
    full = box._replace(hands=(plain[0],) * max(splits_of(rules, value) for value in range(VALUES)))
    many = len(plain)
    may_hit = np.zeros(many, dtype=np.int8)
    may_double = np.zeros((DOUBLES, many), dtype=np.int8)
    may_rescue = np.zeros((DOUBLES, many), dtype=np.int8)
    for at, hand in enumerate(plain):
        if len(hand.cards) < 2 or (hand.split_aces and all(card.rank != "A" for card in hand.cards)):
            continue
        # The engine may end a hand before anything is asked, split aces with their one card for instance.
        over = bool(finished_hand(rules, RoundState("play"), full, 0, hand))
        may_hit[at] = not over and hit(rules, hand).allowed
        for times, stake in enumerate(stakes):
            doubled = as_it_lies(rules, hand._replace(doubles=times, stakes=(stake,)))
            again = times + 1 < len(stakes) and double(rules, box, doubled).allowed
            may_double[times, at] = again and not doubled.unseen and (times > 0 or not over)
            if times and len(hand.cards) >= 3:
                may_rescue[times, at] = decides_on_rescue(rules, box, doubled)
    return FamilyRights(may_hit, may_double, may_rescue)


def as_it_lies(rules: TableRules, hand: Hand) -> Hand:
    """A doubled hand with its last card face down, where that is how a double is dealt."""
    if not hand.doubles or len(hand.cards) < 3 or drawn_face_up(rules, hand):
        return hand
    return hand._replace(cards=hand.cards[:-1], unseen=hand.cards[-1:])


def decides_on_rescue(rules: TableRules, box: Box, hand: Hand) -> bool:
    """Whether a doubled hand may be rescued, and has not ended by itself before (a 21 paid at once, a card
    that nobody has seen)."""
    if not rescue(rules, hand).allowed:
        return False
    return not finished_hand(rules, RoundState("play"), box, 0, hand)


def doubled_totals(rules: TableRules, hands: Hands, total: Ints) -> Ints:
    after: Ints = np.where(hands.children >= 0, total[hands.children], 0)
    after[hands.size < 2] = 0
    if rules.double.first_two_aces_count_one:
        for at in np.nonzero((hands.counts[:, ACE] > 0) & (hands.size >= 2))[0]:
            for value in np.nonzero(hands.children[at] >= 0)[0]:
                points = total_of(rules, doubled_hand(hands.cards[at], int(value))).points
                after[at, value] = points if points <= 21 else 0
    return after


def low_rescues(rules: TableRules, hands: Hands, may_double: Ints) -> Ints:
    """A doubled hand whose first aces count low goes by the cards it was doubled on (MBS-P 3.17.2)."""
    low = rules.double.first_two_aces_count_one
    table = np.zeros((len(hands) if low else 0, VALUES), dtype=np.int8)
    for at in np.nonzero(may_double)[0].tolist() if low else ():
        for value in np.nonzero(hands.children[at] >= 0)[0].tolist():
            doubled = as_it_lies(rules, doubled_hand(hands.cards[at], value))
            table[at, value] = decides_on_rescue(rules, Box(1), doubled)
    return table


def doubled_hand(cards: tuple[Card, ...], value: int, *, split: bool = False) -> Hand:
    return Hand((*cards, Card(REPRESENTATIVES[value], "hearts")), doubles=1, from_split=split)


def splits_of(rules: TableRules, value: int) -> int:
    """Asks for one pair after another until the rules refuse a further hand."""
    pair = Hand((Card(REPRESENTATIVES[value], "clubs"),) * 2)
    hands = 1
    while split(rules, Box(1, hands=(pair,) * hands), pair).allowed:
        hands += 1
    return hands


def surrenders(rules: TableRules, up: Rank) -> bool:
    hand = Hand((Card("10", "clubs"), Card("6", "diamonds")))
    state = RoundState(dealer=(Card(up, "clubs"),))
    return surrender(rules, state, Box(1, hands=(hand,)), hand).allowed


@lru_cache(maxsize=64)
def suit_lines(rules: TableRules) -> tuple[SuitLine, ...]:
    """Each set of ranks that pays more when suited."""
    ranks = {
        tuple(sorted(value_of(rank) for rank in line.ranks)): line.ranks
        for line in (rules.bonus.lines if rules.bonus else ())
        if line.ranks and line.suits not in ("any", "mixed")
    }
    pays = {values: [line_pays(rules, named, suit) for suit in SUITS] for values, named in ranks.items()}
    best = max((pay for four in pays.values() for pay in four), default=0)
    return tuple(
        SuitLine(
            all_hands().of(*values), values, frozenset(suit for suit, pay in enumerate(four) if pay == best)
        )
        for values, four in pays.items()
    )


def line_pays(rules: TableRules, ranks: tuple[Rank, ...], suit: Suit) -> Fraction:
    """The odds of these cards in one suit."""
    line = bonus_line(rules, Hand(tuple(Card(rank, suit) for rank in ranks)))
    return line.pays.multiple if line is not None else Fraction(0)


def survives_split(rules: TableRules) -> bool:
    """Whether bonus lines are paid on split hands."""
    return any(
        bonus_line(rules, Hand(tuple(Card(rank, "spades") for rank in line.ranks), from_split=True))
        for line in (rules.bonus.lines if rules.bonus else ())
        if line.ranks
    )


def told_apart(rules: TableRules) -> tuple[str, ...]:
    """The fields by which this table tells one ten-value card from another, with what they say."""
    tens = ranks_worth(rules, TEN)
    listed = {
        "dealer.checked_up_cards": rules.dealer.checked_up_cards,
        "surrender.up_cards": tuple(rank for rank in tens if surrenders(rules, rank)),
        "insurance.up_cards": rules.insurance.up_cards if rules.insurance.even_money else (),
    }
    fields_apart = [name for name, ups in listed.items() if len({rank in ups for rank in tens}) > 1]
    if len(tens) > 1 and rules.split.pairs_by == "rank":
        fields_apart.append("split.pairs_by")
    return tuple(fields_apart)
