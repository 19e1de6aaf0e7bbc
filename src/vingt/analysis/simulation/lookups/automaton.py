"""The play of one round as an automaton: a state is what the next card is for, and one look-up per card leads
to the next. The rules are asked of `core`, the play of the policy; what differs in nothing is one state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from vingt.analysis.actions import DOUBLE, HIT, REDOUBLE, RESCUE, SPLIT, SURRENDER
from vingt.analysis.simulation.lookups.policy import WHOLE, Policy, UpPolicy, family_of
from vingt.analysis.tabulated.classes import (
    NOTHING_SPECIAL,
    SWITCHED_21,
    ClassKey,
    Special,
    class_key,
    look_at,
    up_kind,
)
from vingt.analysis.tabulated.dealer import NATURAL, OVER, Ending, dealer_automaton, dealer_endings
from vingt.analysis.tabulated.hands import NO_HAND, TEN, VALUES, ranks_worth, value_of
from vingt.analysis.tabulated.played_round import HandPath
from vingt.analysis.tabulated.rights import told_apart
from vingt.core.cards import SUITS, Card, Rank
from vingt.core.rounds.legal import is_pair
from vingt.core.rounds.result import is_natural, total_of
from vingt.core.rounds.state import Hand
from vingt.core.rules.table_rules import TableRules

NO_SUIT = NO_PAIR = -1


class Column(NamedTuple):
    """Cards that no rule and no play tells apart: a value, its suit where a bonus line looks at it, and its
    rank where something else does."""

    value: int
    suit: int

    rank: Rank  # one of that value, or the only one where the table tells them apart

    @property
    def card(self) -> Card:
        return Card(self.rank, SUITS[max(self.suit, 0)])


class Target(NamedTuple):
    """Where a card leads: to another draw, to the end of the hand, to a split, or to what the count says."""

    kind: str
    number: int


class Context(NamedTuple):
    """What a hand is played in: the up card, by its column, the play against it, and whether an ace and a
    ten came together by a switch and are no natural."""

    up: int
    plays: UpPolicy
    switched: bool = False


class Partial(NamedTuple):
    """A hand on its way: what the policy knows it by, and one way of holding it."""

    hand: int
    family: int
    pair: int  # of a split hand, where the play of doubled hands looks at it
    suit: int
    path: HandPath


@dataclass
class Automaton:
    """`rows[state][column]` is the target of each draw; states that differ in nothing share a row."""

    columns: tuple[Column, ...]
    rows: list[tuple[Target, ...]] = field(default_factory=list)
    classes: dict[ClassKey, tuple[int, HandPath, Card]] = field(default_factory=dict)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    first: list[int] = field(default_factory=list)  # by context: the state before the first card
    dealer: list[int] = field(default_factory=list)  # by up column: the dealer with that one card
    one: dict[tuple[bool, int, int], int] = field(default_factory=dict)  # (last split, context, column)
    endings: list[Ending] = field(default_factory=list)
    questions: list[tuple[Target, ...]] = field(default_factory=list)  # where each count leads


def columns_of(rules: TableRules, policy: Policy) -> tuple[Column, ...]:
    suited = {value for line in policy.rights.suit_lines for value in line.values}
    apart = {TEN} if told_apart(rules) else set()
    return tuple(
        Column(value, suit, rank)
        for value in range(VALUES)
        for rank in (ranks_worth(rules, value) if value in apart else ranks_worth(rules, value)[:1])
        for suit in (range(4) if value in suited else (NO_SUIT,))
    )


class Builder:
    """Of one play, or of several among which a count chooses; of two hands together, by contexts."""

    def __init__(
        self, rules: TableRules, policies: tuple[Policy, ...], contexts: Sequence[Context] | None = None
    ) -> None:
        self.rules = rules
        self.policies = policies
        self.policy = policy = policies[0]
        self.automaton = Automaton(columns_of(rules, policy))
        self.cards = [column.card for column in self.automaton.columns]
        self.shared: dict[tuple[Target, ...], int] = {}
        self.known: dict[object, Target] = {}
        self.low_aces = rules.double.first_two_aces_count_one
        self.children: list[list[int]] = policy.hands.children.tolist()
        self.lines = [sorted(line.values) for line in policy.rights.suit_lines]
        self.contexts = contexts or [
            Context(at, policy.ups[up.value, max(up.suit, 0)]) for at, up in enumerate(self.automaton.columns)
        ]
        self.up = self.automaton.columns[0]
        self.choose_among([self.contexts[0].plays])
        self.switched = False
        self.at_count = 0
        self.question_number: dict[tuple[Target, ...], int] = {}
        self.pair_number: dict[tuple[int, int], int] = {}
        self.facts: dict[object, Special] = {}
        self.super_up = rules.super_bonus.dealer_up_card if rules.super_bonus else None
        self.up_kind = up_kind(rules, self.up.rank)
        self.dealers = dealer_automaton(rules)

    def build(self) -> Automaton:
        automaton = self.automaton
        automaton.endings = list(self.all_endings())
        alike: dict[object, dict[object, Target]] = {}
        for at, (up, plays, switched) in enumerate(self.contexts):
            self.up, self.switched = automaton.columns[up], switched
            others = [each.ups[self.up.value, max(self.up.suit, 0)] for each in self.policies[1:]]
            self.choose_among([plays, *others])
            self.up_kind = up_kind(self.rules, self.up.rank)
            suited = (
                (id(each.plays), each.suited_hits, each.split_suited_hits, each.by_suits)
                for each in self.by_count
            )
            alike_ups = (self.up.value, self.up.rank, *suited)
            self.known = alike.setdefault(alike_ups, {})
            automaton.first.append(self.row(self.after_first).number)
            if up == len(automaton.dealer):
                automaton.dealer.append(self.dealer_row(self.dealers.start(self.up.rank)).number)
            for last in (False, True):
                for column, each in enumerate(automaton.columns):
                    if self.policy.rights.splits_max[each.value] >= 2:
                        automaton.one[last, at, column] = self.one_card(column, last).number
        return automaton

    def all_endings(self) -> Iterator[Ending]:
        totals: set[Ending] = set()
        for column in self.automaton.columns:
            totals |= set(dealer_endings(self.rules, column.card))
        yield from sorted(each for each in totals if isinstance(each, int))
        yield OVER
        yield NATURAL

    def choose_among(self, plays: list[UpPolicy]) -> None:
        """By the count. Counts that play this up card alike are asked about once, as the first of them."""
        self.by_count = plays
        first: dict[object, int] = {}
        self.like_count = [first.setdefault(each.content, at) for at, each in enumerate(plays)]
        self.different = list(first.values())

    @property
    def plays(self) -> UpPolicy:
        return self.by_count[self.at_count]

    # -- states -------------------------------------------------------------------------------------------

    def row(self, leads: Callable[[int], Target]) -> Target:
        answer = leads if len(self.different) == 1 else partial(self.by_every_count, leads)
        targets = tuple(map(answer, range(len(self.automaton.columns))))
        if targets not in self.shared:
            self.shared[targets] = len(self.automaton.rows)
            self.automaton.rows.append(targets)
        return Target("draw", self.shared[targets])

    def by_every_count(self, leads: Callable[[int], Target], column: int) -> Target:
        """Where a card leads; a question where that hangs on the count."""
        now, targets = self.at_count, {}
        for at_count in self.different:
            self.at_count = at_count
            targets[at_count] = leads(column)
        self.at_count = now
        if len(set(targets.values())) == 1:
            return targets[0]
        asks = tuple(targets[at] for at in self.like_count)
        if asks not in self.question_number:
            self.question_number[asks] = len(self.automaton.questions)
            self.automaton.questions.append(asks)
        return Target("asks", self.question_number[asks])

    def after_first(self, column: int) -> Target:
        natural = self.switched, *(each.even_money for each in self.by_count)  # what becomes of one
        return self.once(("first", natural, column), lambda: self.first_row(column))

    def first_row(self, column: int) -> Target:
        held = self.automaton.columns[column]
        hand = self.policy.hands.of(held.value)
        start = Partial(hand, WHOLE, NO_PAIR, held.suit, HandPath((held.card,), ()))
        return self.row(lambda second: self.second_card(start, column, second))

    def second_card(self, start: Partial, first: int, second: int) -> Target:
        held = self.with_card(start, second)
        cards = held.path.cards
        if is_natural(self.rules, Hand(cards)):
            if self.plays.even_money:
                return self.final(held, "even money", "even money")
            if self.switched:
                return self.final(held, SWITCHED_21)
            return self.final(held, "stood")
        suits = start.suit, self.automaton.columns[second].suit
        paired = is_pair(self.rules, Hand(cards))
        action = self.plays.pair_action(held.hand, start.pair, suits, paired=paired)
        if action == SURRENDER and self.up.rank not in self.policy.rights.surrender_ups:
            action = HIT
        values = tuple(sorted((self.automaton.columns[first].value, self.automaton.columns[second].value)))
        if held.suit != NO_SUIT and (*values, held.suit) in self.plays.suited_hits:
            action = HIT
        if action == SPLIT:
            return self.split(first, second)
        if action == SURRENDER:
            return self.final(held, "surrendered", "surrender")
        return self.act(held, action)

    def one_card(self, column: int, last: bool) -> Target:
        """A hand of a split before its second card; `last`: no further split is allowed."""
        held = self.automaton.columns[column]
        family = family_of(held.value)
        path = HandPath((held.card,), (), held.card)
        pair = held.value if self.low_aces else NO_PAIR
        start = Partial(self.policy.hands.of(held.value), family, pair, self.surviving(held), path)

        def leads(second: int) -> Target:
            drawn = self.automaton.columns[second]
            if not last and is_pair(self.rules, Hand((held.card, drawn.card))):
                return self.split(column, second)
            more = self.with_card(start, second)
            if self.policy.rights.total[more.hand] >= 21:
                return self.final(more, "stood")
            suited = (held.value, drawn.value, more.suit) in self.plays.split_suited_hits
            may_hit = self.policy.rights.family(family).hit
            hits = suited and bool(may_hit[more.hand])
            return self.act(more, HIT if hits else self.plays.action(family, more.hand))

        return self.row(leads)

    def surviving(self, held: Column) -> int:
        return held.suit if self.policy.rights.suits_survive_split else NO_SUIT

    def split(self, first: int, second: int) -> Target:
        if (first, second) not in self.pair_number:
            self.pair_number[first, second] = len(self.automaton.pairs)
            self.automaton.pairs.append((first, second))
        return Target("split", self.pair_number[first, second])

    def act(self, held: Partial, action: int) -> Target:
        if action == HIT:
            return self.once(("hit", *held[:4]), lambda: self.drawing(held, partial(self.hit, held)))
        if action == DOUBLE:
            return self.doubling(held, 1)
        return self.final(held, "stood", "stand")

    def once(self, key: object, make: Callable[[], Target]) -> Target:
        if key not in self.known:
            self.known[key] = make()
        return self.known[key]

    def suitless(self, leads: Callable[[int], Target]) -> Callable[[int], Target]:
        """For hands whose suits do not matter any more: one answer for all suits of a value."""
        targets: dict[tuple[int, int], Target] = {}

        def answer(column: int) -> Target:
            key = self.at_count, self.automaton.columns[column].value
            if key not in targets:
                targets[key] = leads(column)
            return targets[key]

        return answer

    def hit(self, held: Partial, column: int) -> Target:
        if held.suit != NO_SUIT:
            return self.after_hit(held, column)
        child = self.children[held.hand][self.automaton.columns[column].value]
        key = ("after hit", self.at_count, child, *held[1:3], self.first_cards(held))
        return self.once(key, lambda: self.after_hit(held, column))

    def after_hit(self, held: Partial, column: int) -> Target:
        more = self.with_card(held, column, "hit")
        if more.hand == NO_HAND:
            return self.final(more, "over")
        if self.policy.rights.total[more.hand] >= 21:
            return self.final(more, "stood")
        return self.act(more, self.plays.action(held.family, more.hand))

    def doubling(self, held: Partial, times: int) -> Target:
        key = ("double", times, self.first_cards(held), *held[:4])
        return self.once(key, lambda: self.drawing(held, partial(self.doubled, held, times)))

    def first_cards(self, held: Partial) -> tuple[Card, ...]:
        """The cards that decide what a doubled hand counts, where they do."""
        return held.path.cards[:2] if self.low_aces else ()

    def drawing(self, held: Partial, leads: Callable[[int], Target]) -> Target:
        return self.row(leads if held.suit != NO_SUIT else self.suitless(leads))

    def doubled(self, held: Partial, times: int, column: int) -> Target:
        more = self.with_card(held, column, "double")
        points = total_of(self.rules, Hand(more.path.cards, doubles=times)).points
        if points > 21:
            return self.final(more, "over", doubles=times)
        if self.low_aces:
            value = self.automaton.columns[column].value
            rescued = self.plays.rescues_low(held.family, held.pair, held.hand, value)
            return self.kept(more, times, rescued)
        choice = self.plays.doubled(held.family, times, more.hand)
        if choice == REDOUBLE and points < 21:
            return self.doubling(more, times + 1)
        return self.kept(more, times, choice == RESCUE)

    def kept(self, held: Partial, times: int, rescued: bool) -> Target:
        if rescued:
            return self.final(held, "rescued", "rescue", doubles=times)
        return self.final(held, "stood", "stand", doubles=times)

    def with_card(self, held: Partial, column: int, action: str = "") -> Partial:
        drawn = self.automaton.columns[column]
        hand = self.children[held.hand][drawn.value]
        before = held.path
        actions = (*before.actions, action) if action else before.actions
        path = HandPath((*before.cards, self.cards[column]), actions, before.pair)
        suited = held.suit == drawn.suit != NO_SUIT and self.on_a_line(path.cards)
        suit = held.suit if suited else NO_SUIT
        return Partial(hand, held.family, held.pair, suit, path)

    def on_a_line(self, cards: tuple[Card, ...]) -> bool:
        """Whether these are some of the cards of a bonus line that looks at suits."""
        for line in self.lines:
            rest = list(line)
            for card in cards:
                if value_of(card.rank) not in rest:
                    break
                rest.remove(value_of(card.rank))
            else:
                return True
        return False

    # -- ends ---------------------------------------------------------------------------------------------

    def final(self, held: Partial, ending: str, action: str = "", doubles: int = 0) -> Target:
        split = held.path.pair is not None
        special = NOTHING_SPECIAL
        if ending in ("stood", "even money", SWITCHED_21):
            low = self.first_cards(held) if doubles else ()
            facts = (held.hand, held.suit, split, doubles, low)
            if facts not in self.facts:
                hand = Hand(held.path.cards, from_split=split, doubles=doubles)
                self.facts[facts] = look_at(self.rules, hand)
            special = self.facts[facts]
        if ending == SWITCHED_21:
            special = special._replace(natural=False)
        super_up = self.up.rank == self.super_up
        key = class_key(special, ending, self.up_kind, split=split, doubles=doubles, super_up=super_up)
        if key not in self.automaton.classes:
            path = held.path
            if action:
                path = path._replace(actions=(*path.actions, action))
            self.automaton.classes[key] = (len(self.automaton.classes), path, self.up.card)
        return Target("class", self.automaton.classes[key][0])

    # -- the dealer ---------------------------------------------------------------------------------------

    def dealer_row(self, state: int) -> Target:
        return self.once(("dealer", state), lambda: self.row(partial(self.dealer_card, state)))

    def dealer_card(self, state: int, column: int) -> Target:
        after = self.dealers.after(state, self.automaton.columns[column].rank)
        if self.dealers.draws(after):
            return self.dealer_row(after)
        return Target("ending", self.automaton.endings.index(self.dealers.ending(after)))


def build(rules: TableRules, *policies: Policy, contexts: Sequence[Context] | None = None) -> Automaton:
    """For every up card by the policy, by each policy that a count may ask for, or for these contexts, in the
    order of their up cards."""
    return Builder(rules, policies, contexts).build()
