"""Hands dealt for practice, without money: like those of a leak, or those of a game that come close."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from vingt.core.cards import DECK, Card, card, cards
from vingt.core.rounds.legal import double, hit, rescue, split, surrender
from vingt.core.rounds.result import counts_of, is_natural, total_of
from vingt.core.rounds.state import Bettor, Box, Hand, HandStake, RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.web.coaching.classes import row_of, up_name
from vingt.web.coaching.record import RecordedDecision
from vingt.web.coaching.situation import DECLINE, EVEN, INSURE, Situation, may_make, rows_of

STAKE = 1000  # cents that a drill's verdict speaks of, unless the table's minimum is more
TRIES = 4_000  # hands dealt to find one of a row; after that the leak's own hand is asked
CANDIDATES = 8  # of which a general drill asks one, close ones rather
TOO_CLOSE = 0.002  # wagers: below that nobody need know better
PLAYER = "player"


def stake_of(rules: TableRules) -> int:
    return max(STAKE, rules.wagering.minimum)


def full_shoe(rules: TableRules) -> list[Card]:
    return [card for card in DECK if card.rank not in rules.cards.removed_ranks] * rules.cards.decks


def hand_of(rules: TableRules, held: tuple[Card, ...], doubles: int = 0, from_split: bool = False) -> Hand:
    """A hand as it lies there after so many doubles, or a split."""
    stake = stake_of(rules)
    raises = tuple(stake * 2**at for at in range(doubles))
    return Hand(
        cards=held,
        stakes=(HandStake(PLAYER, stake, raises),),
        status="doubled" if doubles else "playing",
        from_split=from_split,
        split_aces=from_split and held[0].rank == "A",
        doubles=doubles,
        acted=len(held) > 2 or from_split,
    )


def asked(rules: TableRules, hand: Hand, up: Card, *, insurance: bool = False) -> Situation:
    """The decision about a hand that is alone at the table, out of a full shoe."""
    box = Box(1, bettors=(Bettor(PLAYER, stake_of(rules), seated=True),), hands=(hand,))
    if hand.from_split:
        box = box._replace(hands=(hand, Hand(cards=hand.cards[:1], stakes=hand.stakes, from_split=True)))
    state = RoundState(stage="play", boxes=(box,), dealer=(up,), drawn=len(hand.cards) - 2)
    if insurance:
        allowed = {INSURE, DECLINE}
        if rules.insurance.even_money and is_natural(rules, hand):
            allowed.add(EVEN)
    else:
        actions = (
            hit(rules, hand),
            double(rules, box, hand),
            split(rules, box, hand),
            surrender(rules, state, box, hand),
            rescue(rules, hand),
        )
        allowed = {"stand", *(action.name for action in actions if action.allowed)}
    gone = hand.cards[:1] if hand.from_split else ()  # the other half of the pair
    makes = may_make(rules, box, hand)
    return Situation(rules, hand, up, gone, stake_of(rules), frozenset(allowed), insurance, makes)


# -- a leak ------------------------------------------------------------------------------------------------


def like(rules: TableRules, examples: Sequence[RecordedDecision], chance: Random) -> Situation:
    """A hand of the same row against the same up card: other cards, other suits."""
    example = chance.choice(examples)
    insurance = example.kind == "insurance"
    shoe = full_shoe(rules)
    wanted = up_name(card(example.up).rank)
    up = chance.choice([drawn for drawn in shoe if up_name(drawn.rank) == wanted])
    shoe.remove(up)
    held = cards(example.cards)
    for _ in range(TRIES):
        dealt = tuple(chance.sample(shoe, len(held)))
        if fits(rules, dealt, example):
            held = dealt
            break
    return asked(rules, hand_of(rules, held, example.doubles, bool(example.split)), up, insurance=insurance)


def fits(rules: TableRules, dealt: tuple[Card, ...], example: RecordedDecision) -> bool:
    """Whether these cards make the example's row, and could have come one after the other."""
    counts = counts_of(rules)
    if any(counts.total(dealt[:size]).points >= 21 for size in range(2, len(dealt))):
        return False
    hand = hand_of(rules, dealt, example.doubles, bool(example.split))
    return total_of(rules, hand).points <= 21 and row_of(rules, hand) == example.row


# -- a game ------------------------------------------------------------------------------------------------


def close_one(rules: TableRules, chance: Random) -> Situation:
    """A hand as the shoe deals it, rather one whose two best answers lie close: there people err."""
    candidates = [candidate(rules, chance) for _ in range(CANDIDATES)]
    weights = [closeness(situation) for situation in candidates]
    return chance.choices(candidates, weights if any(weights) else None)[0]


def closeness(situation: Situation) -> float:
    gap = gap_of(situation)
    return 0.0 if gap < TOO_CLOSE else 1 / (0.02 + gap) ** 2


def gap_of(situation: Situation) -> float:
    rows = rows_of(situation)
    return rows[0].expectation - rows[1].expectation if len(rows) > 1 else 0.0


def candidate(rules: TableRules, chance: Random) -> Situation:
    """Cards off a full shoe, played on at random until there is something to decide."""
    while True:
        up, first, second, *more = chance.sample(full_shoe(rules), 6)
        situation = asked(rules, hand_of(rules, (first, second)), up)
        if rules.asked_wager and up.rank in rules.insurance.up_cards and chance.random() < 0.1:
            return asked(rules, situation.hand, up, insurance=True)
        if is_natural(rules, situation.hand):
            continue
        situation = played_on(situation, more, chance)
        if len(rows_of(situation)) > 1:
            return situation


def played_on(situation: Situation, more: list[Card], chance: Random) -> Situation:
    """Sometimes the best answer is given already, and the question is what comes after it."""
    rules, up = situation.rules, situation.up
    while more and chance.random() < 0.4:
        rows = rows_of(situation)
        best = rows[0].command if rows else ""
        held = (*situation.hand.cards, more.pop())
        if best == "hit":
            hand = hand_of(rules, held, from_split=situation.hand.from_split)
        elif best == "double":
            hand = hand_of(rules, held, situation.hand.doubles + 1, situation.hand.from_split)
        elif best == "split" and not situation.hand.from_split:
            hand = hand_of(rules, (situation.hand.cards[0], held[-1]), from_split=True)
        else:
            break
        after = asked(rules, hand, up)
        if total_of(rules, hand).points >= 21 or len(rows_of(after)) < 2:
            break
        situation = after
    return situation
