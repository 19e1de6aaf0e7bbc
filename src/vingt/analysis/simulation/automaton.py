"""The play of one round as an automaton: a state is what the next card is for, and one look-up per card leads
to the next. The rules are asked of `core`, the play of the policy; what differs in nothing is one state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from vingt.analysis.exact.hands import ACE, NO_HAND, REPRESENTATIVES, VALUES, value_of
from vingt.analysis.exact.kernels import DOUBLE, HIT, REDOUBLE, RESCUE, SPLIT, SURRENDER
from vingt.analysis.simulation.finals import NATURAL, OVER, Ending, Path, dealer_endings
from vingt.analysis.simulation.policy import WHOLE, Policy, UpPolicy, family_of
from vingt.core.cards import RANKS, SUITS, Card, Rank
from vingt.core.rounds.procedure import must_draw
from vingt.core.rounds.result import bonus_line, counts_of, is_natural, is_super_bonus, total_of
from vingt.core.rounds.state import Hand
from vingt.core.rules.table_rules import TableRules

NO_SUIT = -1


class Column(NamedTuple):
    """Cards that no rule and no play tells apart: a value, and its suit where a bonus line looks at it."""

    value: int
    suit: int

    @property
    def card(self) -> Card:
        return Card(REPRESENTATIVES[self.value], SUITS[max(self.suit, 0)])


class ClassKey(NamedTuple):
    """Everything that decides what a finished hand gets."""

    points: int
    two_cards: bool
    split: bool
    doubles: int
    natural: bool
    line: str
    super_bonus: bool
    ending: str  # "stood", "over", "rescued", "surrendered"
    checked: bool  # the dealer has looked for a natural
    possible: bool  # the dealer may have one


class Special(NamedTuple):
    """What about a standing hand decides its payment."""

    two_cards: bool
    points: int
    natural: bool
    line: str
    super_bonus: bool


class Target(NamedTuple):
    """Where a card leads: to another draw, to the end of the hand, or to a split."""

    kind: str
    number: int


class Partial(NamedTuple):
    """A hand on its way: what the policy knows it by, and one way of holding it."""

    hand: int
    family: int
    pair: int
    suit: int
    path: Path


@dataclass
class Automaton:
    """`rows[state][column]` is the target of each draw; states that differ in nothing share a row."""

    columns: tuple[Column, ...]
    rows: list[tuple[Target, ...]] = field(default_factory=list)
    classes: dict[ClassKey, tuple[int, Path, Card]] = field(default_factory=dict)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    first: list[int] = field(default_factory=list)  # by up column: the state before the first card
    dealer: list[int] = field(default_factory=list)  # by up column: the dealer with that one card
    one: dict[tuple[bool, int, int], int] = field(default_factory=dict)  # (last split, up, column)
    endings: list[Ending] = field(default_factory=list)


def columns_of(rules: TableRules, policy: Policy) -> tuple[Column, ...]:
    suited = {value for line in policy.found.suit_lines for value in line.values}
    present = {value_of(rank) for rank in RANKS if rank not in rules.cards.removed_ranks}
    return tuple(
        Column(value, suit)
        for value in range(VALUES)
        if value in present
        for suit in (range(4) if value in suited else (NO_SUIT,))
    )


class Builder:
    def __init__(self, rules: TableRules, policy: Policy) -> None:
        self.rules = rules
        self.policy = policy
        self.made = Automaton(columns_of(rules, policy))
        self.shared: dict[tuple[Target, ...], int] = {}
        self.known: dict[object, Target] = {}
        self.lines = [sorted(line.values) for line in policy.found.suit_lines]
        self.up = self.made.columns[0]
        self.plays: UpPolicy = next(iter(policy.ups.values()))
        self.pair_number: dict[tuple[int, int], int] = {}
        self.facts: dict[object, Special] = {}
        self.super_up = rules.super_bonus.dealer_up_card if rules.super_bonus else None
        self.up_rank: Rank = self.up.card.rank
        self.dealer_natural = (False, False)

    def build(self) -> Automaton:
        made = self.made
        made.endings = list(self.all_endings())
        alike: dict[object, dict[object, Target]] = {}
        for at, self.up in enumerate(made.columns):
            self.plays = self.policy.ups[self.up.value, max(self.up.suit, 0)]
            self.up_rank = self.up.card.rank
            self.dealer_natural = self.natural_of(self.up.card)
            self.known = alike.setdefault(
                (self.up.value, self.plays.suited_hits, self.plays.split_suited_hits), {}
            )
            made.first.append(self.row(self.after_first).number)
            made.dealer.append(self.dealer_row((self.up.card,)).number)
            for last in (False, True):
                for column, each in enumerate(made.columns):
                    if self.policy.found.splits_max[each.value] >= 2:
                        made.one[last, at, column] = self.one_card(column, last).number
        return made

    def all_endings(self) -> Iterator[Ending]:
        totals: set[Ending] = set()
        for column in self.made.columns:
            totals |= set(dealer_endings(self.rules, column.card))
        yield from sorted(each for each in totals if isinstance(each, int))
        yield OVER
        yield NATURAL

    # -- states -------------------------------------------------------------------------------------------

    def row(self, leads: Callable[[int], Target]) -> Target:
        targets = tuple(leads(column) for column in range(len(self.made.columns)))
        if targets not in self.shared:
            self.shared[targets] = len(self.made.rows)
            self.made.rows.append(targets)
        return Target("draw", self.shared[targets])

    def after_first(self, column: int) -> Target:
        held = self.made.columns[column]
        hand = self.policy.hands.of(held.value)
        start = Partial(hand, WHOLE, held.value, held.suit, Path((held.card,), ()))
        return self.row(lambda second: self.second_card(start, column, second))

    def second_card(self, start: Partial, first: int, second: int) -> Target:
        held = self.with_card(start, second)
        cards = held.path.cards
        if is_natural(self.rules, Hand(cards)):
            if self.plays.even_money:
                return self.final(held, "even money", "even money")
            return self.final(held, "stood")
        action = self.plays.action(WHOLE, held.hand)
        values = tuple(sorted((start.pair, self.made.columns[second].value)))
        if held.suit != NO_SUIT and (*values, held.suit) in self.plays.suited_hits:
            action = HIT
        if action == SPLIT:
            return self.split(first, second)
        if action == SURRENDER:
            return self.final(held, "surrendered", "surrender")
        return self.act(held, action)

    def one_card(self, column: int, last: bool) -> Target:
        """A hand of a split before its second card; `last`: no further split is allowed."""
        held = self.made.columns[column]
        family = family_of(held.value)
        path = Path((held.card,), (), held.card)
        start = Partial(self.policy.hands.of(held.value), family, held.value, self.surviving(held), path)

        def leads(second: int) -> Target:
            drawn = self.made.columns[second]
            if drawn.value == held.value and not last:
                return self.split(column, second)
            more = self.with_card(start, second)
            if self.policy.found.total[more.hand] >= 21:
                return self.final(more, "stood")
            suited = (held.value, drawn.value, more.suit) in self.plays.split_suited_hits
            rights = self.policy.found.aces_may_hit if held.value == ACE else self.policy.found.split_may_hit
            hits = suited and bool(rights[more.hand])
            return self.act(more, HIT if hits else self.plays.action(family, more.hand))

        return self.row(leads)

    def surviving(self, held: Column) -> int:
        return held.suit if self.policy.found.suits_survive_split else NO_SUIT

    def split(self, first: int, second: int) -> Target:
        if (first, second) not in self.pair_number:
            self.pair_number[first, second] = len(self.made.pairs)
            self.made.pairs.append((first, second))
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
        found: dict[int, Target] = {}

        def answer(column: int) -> Target:
            value = self.made.columns[column].value
            if value not in found:
                found[value] = leads(column)
            return found[value]

        return answer

    def hit(self, held: Partial, column: int) -> Target:
        more = self.with_card(held, column, "hit")
        if more.hand == NO_HAND:
            return self.final(more, "over")
        if self.policy.found.total[more.hand] >= 21:
            return self.final(more, "stood")
        return self.act(more, self.plays.action(held.family, more.hand))

    def doubling(self, held: Partial, times: int) -> Target:
        key = ("double", times, held.path.cards[:2] if self.low_aces else (), *held[:4])
        return self.once(key, lambda: self.drawing(held, partial(self.doubled, held, times)))

    def drawing(self, held: Partial, leads: Callable[[int], Target]) -> Target:
        return self.row(leads if held.suit != NO_SUIT else self.suitless(leads))

    @property
    def low_aces(self) -> bool:
        return self.rules.double.first_two_aces_count_one

    def doubled(self, held: Partial, times: int, column: int) -> Target:
        more = self.with_card(held, column, "double")
        points = total_of(self.rules, Hand(more.path.cards, doubles=times)).points
        if points > 21:
            return self.final(more, "over", doubles=times)
        if self.low_aces:
            value = self.made.columns[column].value
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
        drawn = self.made.columns[column]
        hand = int(self.policy.hands.children[held.hand, drawn.value])
        path = held.path._replace(cards=(*held.path.cards, drawn.card))
        if action:
            path = path._replace(actions=(*path.actions, action))
        suit = held.suit if held.suit == drawn.suit and self.on_a_line(path.cards) else NO_SUIT
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
        special = Special(False, 0, False, "", False)
        if ending in ("stood", "even money"):
            low = held.path.cards[:2] if self.low_aces and doubles else ()
            facts = (held.hand, held.suit, split, doubles, low)
            if facts not in self.facts:
                self.facts[facts] = self.look_at(held, doubles)
            special = self.facts[facts]
        key = ClassKey(
            special.points,
            special.two_cards,
            split,
            doubles,
            special.natural,
            special.line,
            special.super_bonus and self.up_rank == self.super_up,
            ending,
            *self.dealer_natural,
        )
        if key not in self.made.classes:
            path = held.path
            if action:
                path = path._replace(actions=(*path.actions, action))
            self.made.classes[key] = (len(self.made.classes), path, self.up.card)
        return Target("class", self.made.classes[key][0])

    def look_at(self, held: Partial, doubles: int) -> Special:
        cards, split = held.path.cards, held.path.pair is not None
        hand = Hand(cards, from_split=split, split_aces=split and held.pair == ACE, doubles=doubles)
        line = bonus_line(self.rules, hand)
        up = Card(self.super_up, "spades") if self.super_up else None
        return Special(
            len(cards) == 2,
            total_of(self.rules, hand).points,
            is_natural(self.rules, hand),
            line.outcome if line is not None else "",
            is_super_bonus(self.rules, hand, up),
        )

    def natural_of(self, up: Card) -> tuple[bool, bool]:
        """Whether the dealer looks for a natural before the players act, and whether there may be one."""
        return self.rules.dealer.looks_under(up.rank), NATURAL in dealer_endings(self.rules, up)

    # -- the dealer ---------------------------------------------------------------------------------------

    def dealer_row(self, cards: tuple[Card, ...]) -> Target:
        total = counts_of(self.rules).total(cards)
        key = ("dealer", total.points, total.soft, min(len(cards), 2))
        return self.once(key, lambda: self.row(self.suitless(partial(self.dealer_card, cards))))

    def dealer_card(self, cards: tuple[Card, ...], column: int) -> Target:
        more = (*cards, self.made.columns[column].card)
        counts = counts_of(self.rules)
        points = counts.total(more).points
        ending: Ending = OVER if points > 21 else points
        if counts.is_natural(more):
            ending = NATURAL
        elif must_draw(self.rules, more):
            return self.dealer_row(more)
        return Target("ending", self.made.endings.index(ending))


def build(rules: TableRules, policy: Policy) -> Automaton:
    return Builder(rules, policy).build()
