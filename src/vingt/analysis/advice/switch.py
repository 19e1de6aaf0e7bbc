"""Whether to switch the second cards of two hands: both hands kept and switched, each with its best play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vingt.analysis.advice.hand import NotAHand, check_hand
from vingt.analysis.chart.chart import ACTION_NAMES
from vingt.analysis.exact.lookups import lookups
from vingt.analysis.exact.solver import solve
from vingt.analysis.exact.two_hands import BLACKJACK, HAND_OF, paid_like, standing_natural
from vingt.analysis.tabulated.hands import ACE, TEN, shoe_counts, value_of
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.core.cards import SUITS, Card
from vingt.core.rounds.command_words import ActionName
from vingt.core.rules.table_rules import TableRules


@dataclass(frozen=True, slots=True)
class HandOfTwo:
    """One of the two hands, with its best play and what that is worth in its own wager."""

    cards: tuple[Card, ...]
    action: ActionName
    expectation: float

    def as_json(self) -> dict[str, object]:
        cards = [str(card) for card in self.cards]
        return {"hand": cards, "action": self.action, "expectation": self.expectation}


@dataclass(frozen=True, slots=True)
class TwoHandsAdvice:
    """Both hands, kept or switched; `expectation` in units of both wagers together."""

    switched: bool
    hands: tuple[HandOfTwo, HandOfTwo]
    best: bool

    @property
    def expectation(self) -> float:
        return sum(hand.expectation for hand in self.hands) / 2

    def as_json(self) -> dict[str, object]:
        return {
            "switch": self.switched,
            "expectation": self.expectation,
            "best": self.best,
            "hands": [hand.as_json() for hand in self.hands],
        }


def advise_switch(
    rules: TableRules, first: Iterable[Card], second: Iterable[Card], up: Card, seen: Iterable[Card] = ()
) -> tuple[TwoHandsAdvice, TwoHandsAdvice]:
    """Kept and switched, the better first, once the dealer is known to have no natural."""
    if not rules.variant.hands_switched:
        raise NotAHand('two hands are named only where hands are switched: variant = "switch"')
    one, other, gone = tuple(first), tuple(second), tuple(seen)
    if len(one) != 2 or len(other) != 2:
        raise NotAHand("second cards are switched between two hands of two cards each")
    check_hand(rules, one, up, (*other, *gone))
    kept = worth_of(rules, one, other, up, gone, switched=False)
    switched = worth_of(rules, (one[0], other[1]), (other[0], one[1]), up, gone, switched=True)
    better = sum(hand.expectation for hand in switched) > sum(hand.expectation for hand in kept)
    choices = TwoHandsAdvice(False, kept, not better), TwoHandsAdvice(True, switched, better)
    return (choices[1], choices[0]) if better else choices


def worth_of(
    rules: TableRules,
    one: tuple[Card, ...],
    other: tuple[Card, ...],
    up: Card,
    gone: tuple[Card, ...],
    *,
    switched: bool,
) -> tuple[HandOfTwo, HandOfTwo]:
    mine, theirs = (
        hand_beside(rules, cards, (*beside, *gone), up, switched=switched)
        for cards, beside in ((one, other), (other, one))
    )
    return mine, theirs


def hand_beside(
    rules: TableRules, hand: tuple[Card, ...], gone: tuple[Card, ...], up: Card, *, switched: bool
) -> HandOfTwo:
    """One hand, played best with all cards known out of the shoe."""
    alone, at = one_hand(rules), value_of(up.rank)
    counts = shoe_counts(rules.cards.decks, rules.cards.removed_ranks)
    for card in gone:
        counts[value_of(card.rank), SUITS.index(card.suit)] -= 1
    values = tuple(value_of(card.rank) for card in hand)
    pairs = (values[0],) if values[0] == values[1] else ()
    at_up = solve(alone, counts, ups=(at,), pairs=pairs).ups[at]
    assert at_up is not None
    index = lookups(alone).hands.of(*values)
    clear, worth = float(at_up.clear[index]), float(at_up.values.best[index])
    if switched and set(values) == {ACE, TEN}:
        law = at_up.values.dealer[HAND_OF[BLACKJACK]]
        worth = float(
            standing_natural(lookups(paid_like(alone, "switched_21")), law[None, None].repeat(10, 0))[at, 0]
        )
    return HandOfTwo(hand, ACTION_NAMES[int(at_up.taken.hand[index])], worth / clear if clear > 0 else 0.0)
