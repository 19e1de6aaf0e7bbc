"""`compile_rules`: the readable rules and a play of them as flat arrays of whole numbers, for kernels that
know no rule. What cannot be carried is refused by name."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vingt.analysis.exact.two_hands import paid_like
from vingt.analysis.simulation.kernel.codes import (
    ASKS,
    CLASSES_MOST,
    ENDINGS_BITS,
    ENDS,
    FIRST_ROW,
    HANDS_MOST,
    LIVE,
    ROOT_ROW,
    SPLITS,
)
from vingt.analysis.simulation.lookups.automaton import (
    NO_SUIT,
    Automaton,
    Column,
    Target,
    build,
    columns_of,
)
from vingt.analysis.simulation.lookups.policy import Policy
from vingt.analysis.simulation.lookups.switch_play import SwitchPlay
from vingt.analysis.tabulated.classes import SWITCHED_21, ClassKey, settlements
from vingt.analysis.tabulated.dealer import NATURAL, Ending
from vingt.analysis.tabulated.finals import Final, together
from vingt.analysis.tabulated.hands import value_of
from vingt.analysis.tabulated.played_round import HandPath
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.cards import DECK, SUITS, Card
from vingt.core.rules.table_rules import TableRules

Array = NDArray[Any]
NOTHING: Array = np.zeros(0, dtype=np.uint16)


@dataclass(frozen=True)
class Finished:
    """One way a hand can end, and what it gets."""

    key: ClassKey
    path: HandPath
    up: Card
    final: Final


@dataclass(frozen=True)
class Lookups:
    """`table[column, row]` is a code (see `codes`): where a card of that column leads from that row. Money is
    in units of `unit` cents. `one[last, context, column]` is the row of a split hand with its one card; a
    context is an up card, unless two hands are played together."""

    rules: TableRules
    stake: int
    unit: int
    columns: tuple[Column, ...]
    endings: tuple[Ending, ...]
    finished: tuple[Finished, ...]
    card_of: Array  # by place in the shoe, as a number in DECK
    column_of: Array  # by place in the shoe
    column_of_card: Array
    table: Array
    one: Array
    pair_first: Array
    pair_second: Array
    hands_max: Array  # by column
    place: Array  # of each finished hand among the classes
    nets: Array  # [class, ending]
    super_bonus: Array  # [class, ending] in cents
    joint_weight: Array  # [class + 1]: what a late dealer natural takes from split hands together
    joint_net: Array
    peeked_net: int  # of a hand that ended because the dealer's natural was found by looking
    checked: Array  # [up]
    net_least: int
    net_most: int
    done: Array  # two hands of a position: by columns of the deal, what is done with them
    contexts: Array  # and the context of a hand by that, the other hand and the up card
    answers: Array  # [question, play]: the code that each play among several leads to

    @property
    def ups(self) -> int:
        return len(self.columns)

    @property
    def natural(self) -> int:
        return self.endings.index(NATURAL)


def compile_rules(
    rules: TableRules,
    policy: Policy,
    stake: int,
    switching: SwitchPlay | None = None,
    by_count: tuple[Policy, ...] = (),
) -> Lookups:
    """Tabulate rules and play for a main wager of so many cents; where two hands are played together, by what
    is done with them; with several plays, what each leads to."""
    refuse_what_is_not_carried(rules, stake)
    columns = columns_of(rules, policy)
    contexts, context_of = switching.contexts(columns) if switching is not None else (None, NOTHING)
    automaton = build(rules, *(by_count or (policy,)), contexts=contexts)
    finished = [
        Finished(key, path, up, final_of(rules, stake, key, path))
        for key, (_, path, up) in automaton.classes.items()
    ]
    endings = tuple(automaton.endings)
    if len(endings) > 1 << ENDINGS_BITS:
        raise NotCarried(f"dealer.stands_on_hard = {rules.dealer.stands_on_hard}: {len(endings)} endings")
    joint = Joint(rules, stake, finished)
    cents = np.array([joint.nets_of(each, endings) for each in finished], dtype=np.int64)
    unit = math.gcd(stake, int(np.gcd.reduce(cents.ravel())), *(abs(each) for each in joint.table))
    place = places(finished)
    shape = (CLASSES_MOST, 1 << ENDINGS_BITS)
    nets, bonus = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    weights = np.zeros(shape[0] + 1, dtype=np.int64)
    for at, each in enumerate(finished):
        nets[place[at], : len(endings)] = cents[at] // unit
        bonus[place[at], : len(endings)] = [each.final.super_bonus.get(end, 0) for end in endings]
        weights[place[at] + 1] = joint.weight(each)
    joint_net = np.array([each // unit for each in joint.table], dtype=np.int64)
    column_of_card = np.array([column_at(columns, card) for card in DECK], dtype=np.uint8)
    card_of = np.array([DECK.index(card) for card in rules.cards.shoe], dtype=np.uint8)
    hands_max = np.array([policy.rights.splits_max[each.value] for each in columns], dtype=np.uint8)
    if hands_max.max() > HANDS_MOST:
        raise NotCarried(f"split.hands_max = {hands_max.max()}: at most {HANDS_MOST}")
    return Lookups(
        rules=rules,
        stake=stake,
        unit=unit,
        columns=columns,
        endings=endings,
        finished=tuple(finished),
        card_of=card_of,
        column_of=column_of_card[card_of],
        column_of_card=column_of_card,
        table=table_of(automaton, place),
        one=one_card_rows(automaton),
        pair_first=np.array([0, *(first for first, _ in automaton.pairs)], dtype=np.uint8),
        pair_second=np.array([0, *(second for _, second in automaton.pairs)], dtype=np.uint8),
        hands_max=hands_max,
        place=place,
        nets=nets,
        super_bonus=bonus,
        joint_weight=weights,
        joint_net=joint_net,
        peeked_net=found_by_looking(finished) // unit,
        checked=np.array([rules.dealer.looks_under(each.card.rank) for each in columns], dtype=np.uint8),
        net_least=int(min(nets.min() * HANDS_MOST, joint_net.min())),
        net_most=int(nets.max() * HANDS_MOST),
        done=(switching.deals(columns) if switching is not None else NOTHING).astype(np.uint8).ravel(),
        contexts=context_of.astype(np.uint16).ravel(),
        answers=answers_of(automaton, place),
    )


def final_of(rules: TableRules, stake: int, key: ClassKey, path: HandPath) -> Final:
    """What a class of finished hands gets; an ace and a ten brought together get what the rows of settlement
    give such a 21."""
    settled_by = paid_like(rules, "switched_21") if key.ending == SWITCHED_21 else rules
    return settlements(settled_by, stake).final(key, path)


def found_by_looking(finished: list[Finished]) -> int:
    """What two cards that are no natural get where the dealer looks and has one: whatever they would have
    become, the round ends there."""
    ended = {
        each.final.nets[NATURAL]
        for each in finished
        if each.key.up.checked and each.key.up.possible
        if not each.key.natural and each.key.ending != SWITCHED_21
    }
    if len(ended) > 1:
        raise NotCarried(f"two cards against a natural that is looked for, settled in {len(ended)} ways")
    return ended.pop() if ended else 0


def places(finished: list[Finished]) -> Array:
    """Classes that wait for the dealer come first."""
    if len(finished) > CLASSES_MOST:
        raise NotCarried(f"{len(finished)} kinds of finished hands; {CLASSES_MOST} are carried")
    place = np.zeros(len(finished), dtype=np.int64)
    place[np.argsort([not waits(each) for each in finished], kind="stable")] = np.arange(len(finished))
    return place


def table_of(automaton: Automaton, place: Array) -> Array:
    ups, contexts = len(automaton.columns), len(automaton.first)
    more = FIRST_ROW + contexts + ups
    if more + len(automaton.rows) > LIVE:
        raise NotCarried(f"an automaton of {len(automaton.rows)} states; {LIVE - more} are carried")

    def codes(row: tuple[Target, ...]) -> list[int]:
        return codes_of(row, more, place)

    table = np.zeros((more + len(automaton.rows), ups), dtype=np.uint16)
    table[ROOT_ROW] = [FIRST_ROW + up for up in range(ups)]
    for at, row_number in enumerate((*automaton.first, *automaton.dealer)):
        table[FIRST_ROW + at] = codes(automaton.rows[row_number])
    for at, row in enumerate(automaton.rows):
        table[more + at] = codes(row)
    return np.ascontiguousarray(table.T)


def codes_of(targets: tuple[Target, ...], more: int, place: Array) -> list[int]:
    starts = {"draw": more, "class": LIVE, "ending": ENDS, "split": SPLITS + 1, "asks": ASKS}
    return [
        starts[each.kind] + (int(place[each.number]) if each.kind == "class" else each.number)
        for each in targets
    ]


def answers_of(automaton: Automaton, place: Array) -> Array:
    if len(automaton.questions) > ASKS:
        raise NotCarried(f"{len(automaton.questions)} plays that hang on the count; {ASKS} are carried")
    more = FIRST_ROW + len(automaton.first) + len(automaton.columns)
    return np.array([codes_of(each, more, place) for each in automaton.questions], dtype=np.uint16)


def one_card_rows(automaton: Automaton) -> Array:
    ups, contexts = len(automaton.columns), len(automaton.first)
    one = np.zeros((2, contexts, ups), dtype=np.uint16)
    for (last, context, column), row in automaton.one.items():
        one[int(last), context, column] = FIRST_ROW + contexts + ups + row
    return one


def refuse_what_is_not_carried(rules: TableRules, stake: int) -> None:
    table = rules.wagering
    if not table.minimum <= stake <= table.maximum or stake % table.chip_unit:
        raise NotCarried(f"a main wager of {stake} cents, which this table does not take")


def column_at(columns: tuple[Column, ...], card: Card) -> int:
    own = {each.rank for each in columns}  # ranks that have a column of their own
    for at, each in enumerate(columns):
        alike = each.value == value_of(card.rank) and each.suit in (NO_SUIT, SUITS.index(card.suit))
        if alike and (each.rank == card.rank or card.rank not in own):
            return at
    return 0  # a rank that is not in the shoe


def waits(each: Finished) -> bool:
    """Whether the dealer's hand still changes what the hand gets, or whether it was played at all."""
    if each.key.up.checked and each.key.up.possible:
        return True
    return len(set(each.final.nets.values())) > 1 or len(set(each.final.super_bonus.values())) > 1


class Joint:
    """What a dealer natural that nobody had looked for takes from the hands of a split together. Hands that
    it treats alike beside any other hand are one kind; kinds whose losses simply add up need no table."""

    def __init__(self, rules: TableRules, stake: int, finished: list[Finished]) -> None:
        self.rules, self.stake = rules, stake
        self.most = max(rules.split.hands_max, rules.split.aces_hands_max)
        self.up = next((each.up for each in finished if self.taken(each)), None)
        kinds: dict[tuple[bool, int], tuple[Card, ...]] = {}
        for each in finished:
            if self.taken(each):
                kinds.setdefault(self.kind(each), each.path.cards)
        self.cards = kinds
        self.alone = {kind: self.ask([kind]) for kind in kinds}
        adds_up = {
            kind
            for kind in kinds
            if all(self.ask([kind, other]) == self.alone[kind] + self.alone[other] for other in kinds)
        }
        self.tabled: list[list[tuple[bool, int]]] = []
        for kind in kinds:
            if kind not in adds_up:
                for group in self.tabled:
                    if self.alike(kind, group[0], kinds):
                        group.append(kind)
                        break
                else:
                    self.tabled.append([kind])
        self.table = self.tabulate()

    def taken(self, each: Finished) -> bool:
        """Split hands that a late natural takes from: those that lose to it, and those that went over 21."""
        key = each.key
        if not key.split or not key.up.late:
            return False
        return key.ending == "over" or each.final.outcomes[NATURAL].startswith("dealer-natural")

    def kind(self, each: Finished) -> tuple[bool, int]:
        return each.key.ending == "over", each.final.raised

    def ask(self, kinds: Iterable[tuple[bool, int]]) -> int:
        assert self.up is not None
        hands = [(over, on_it, self.cards[over, on_it]) for over, on_it in kinds]
        return together(self.rules, self.stake, self.up, hands)

    def alike(
        self, one: tuple[bool, int], other: tuple[bool, int], kinds: Iterable[tuple[bool, int]]
    ) -> bool:
        return self.alone[one] == self.alone[other] and all(
            self.ask([one, third]) == self.ask([other, third]) for third in kinds
        )

    def tabulate(self) -> list[int]:
        base = self.most + 1
        table = [0] * base ** len(self.tabled)
        for numbers in itertools.product(range(base), repeat=len(self.tabled)):
            if 0 < sum(numbers) <= self.most:
                at = sum(number * base**place for place, number in enumerate(numbers))
                table[at] = self.ask(
                    group[0]
                    for group, number in zip(self.tabled, numbers, strict=True)
                    for _ in range(number)
                )
        return table

    def weight(self, each: Finished) -> int:
        if self.taken(each):
            for place, group in enumerate(self.tabled):
                if self.kind(each) in group:
                    return int((self.most + 1) ** place)
        return 0

    def nets_of(self, each: Finished, endings: tuple[Ending, ...]) -> list[int]:
        """Net cents against each ending of the dealer; what is in the joint table counts nothing here."""
        nets = dict(each.final.nets)
        if self.taken(each):
            nets[NATURAL] = 0 if self.weight(each) else self.alone[self.kind(each)]
        return [nets.get(ending, 0) for ending in endings]
