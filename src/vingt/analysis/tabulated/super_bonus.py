"""The super bonus as the engine pays it: which hands make it, what it brings on a wager, and what the other
players get for it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from vingt.analysis.tabulated.hands import ranks_worth
from vingt.analysis.tabulated.played_round import PLAYER
from vingt.core.cards import SUITS, Card, Rank
from vingt.core.rounds.envy import pay_envy
from vingt.core.rounds.event import WagerSettled
from vingt.core.rounds.result import is_super_bonus
from vingt.core.rounds.settle import pay_super_bonus
from vingt.core.rounds.state import Bettor, Box, Hand, HandStake, RoundState, Settled
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN

OTHER = "other player"


@lru_cache(maxsize=1024)
def makes_super_bonus(rules: TableRules, up: int, values: tuple[int, ...]) -> bool:
    """Whether cards of these values in one suit make it against this up value."""
    ranks = [next(iter(ranks_worth(rules, value)), None) for value in (up, *values)]
    shown, *held = (Card(rank, SUITS[0]) for rank in ranks if rank is not None)
    return None not in ranks and is_super_bonus(rules, Hand(tuple(held)), shown)


def super_hand(rules: TableRules) -> tuple[tuple[Card, ...], Card] | None:
    """Cards that make it, and the dealer's up card."""
    bonus = rules.super_bonus
    if bonus is None or bonus.dealer_up_card in rules.cards.removed_ranks:
        return None
    up = Card(bonus.dealer_up_card, SUITS[0])
    for suit in SUITS:
        cards = tuple(Card(rank, suit) for rank in bonus.ranks)
        if is_super_bonus(rules, Hand(cards), up):
            return cards, up
    return None


@lru_cache(maxsize=16)
def won_with(rules: TableRules, wager: int) -> tuple[RoundState, tuple[WagerSettled, ...]]:
    """A round in which that hand won a wager of so many cents, and what the engine pays for it."""
    wanted = super_hand(rules)
    if wanted is None:
        return RoundState(), ()
    cards, up = wanted
    stake = HandStake(PLAYER, wager)
    hand = Hand(cards, (stake,), "twenty_one")
    box = Box(1, (Bettor(PLAYER, wager),), (hand,), cards[:2])
    state = RoundState("settlement", (box,), dealer=(up,), dealer_done=True)
    return state, tuple(pay_super_bonus(rules, state, box, 0, hand, stake))


@lru_cache(maxsize=256)
def super_bonus_worth(rules: TableRules, wager: int) -> float:
    """What the super bonus pays on this wager, in wagers."""
    return sum(event.returns for event in won_with(rules, wager)[1]) / wager


def envy_paid(
    rules: TableRules,
    wager: int,
    first_two: tuple[Card, ...],
    others: int = 1,
    *,
    makes: bool = False,
    doubled: bool = False,
) -> list[WagerSettled]:
    """What a player with these first two cards is paid when so many others make the super bonus; all wagered
    so much. `makes`: this player makes it too; `doubled`: this player doubled and won."""
    state, paid = won_with(rules, wager)
    if not state.boxes:
        return []
    won, mine = state.boxes[0].hands, others + 1
    boxes, records = [], []
    for number in range(1, mine + 1):
        player = OTHER if number == mine else f"{PLAYER} {number}"
        stake = (HandStake(player, wager),)
        if number < mine or makes:
            hand = won[0]._replace(stakes=stake)
            records += [
                Settled(player, number, 0, each.wager, each.outcome, each.stake, each.returns, False)
                for each in paid
            ]
        else:
            hand = Hand(first_two, stake, "stood")
        cards = first_two if number == mine else state.boxes[0].first_cards
        boxes.append(Box(number, (Bettor(player, wager),), (hand,), cards))
    if doubled:
        records.append(Settled(OTHER, mine, 0, MAIN, "", 2 * wager, 4 * wager, True))
    events = pay_envy(rules, state._replace(boxes=tuple(boxes), settled=tuple(records)))
    return [event for event in events if event.player == OTHER]


def envy_worth(rules: TableRules, wager: int, first_two: Iterable[Rank]) -> float:
    """What a player with these first two cards gets when another makes the super bonus, in wagers; both
    wagered so much."""
    cards = tuple(Card(rank, suit) for rank, suit in zip(first_two, SUITS, strict=False))
    return sum(event.returns for event in envy_paid(rules, wager, cards)) / wager
