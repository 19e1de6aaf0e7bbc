"""What to do with a hand that was split or doubled: every action the solution values, exactly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vingt.analysis.actions import FREE, KEEP, REDOUBLE, RESCUE
from vingt.analysis.advice.hand import Advice, NotAHand, check_hand, completed_suit, suits_to_come
from vingt.analysis.exact.kernel.hands import BARRED, NATURAL, doubled_hands, rescued, standing
from vingt.analysis.exact.kernel.splits import put_together
from vingt.analysis.exact.solution import Family, Solution, UpSolution
from vingt.analysis.exact.solver import solve
from vingt.analysis.exact.suited_splits import split_gain
from vingt.analysis.tabulated.hands import shoe_counts, value_of
from vingt.analysis.tabulated.rights import doubled_stakes, splits_of
from vingt.core.cards import SUITS, Card
from vingt.core.rounds.command_words import ActionName
from vingt.core.rounds.legal import legal
from vingt.core.rounds.state import Bettor, Box, Hand, RoundState
from vingt.core.rules.table_rules import TableRules

DOUBLED: dict[ActionName, int] = {"stand": KEEP, "rescue": RESCUE, "double": REDOUBLE}


def advise_played(
    rules: TableRules, hand: Hand, up: Card, seen: Iterable[Card], may_make: int = 1
) -> dict[ActionName, float]:
    """Expectations in original wagers of this hand, given what the dealer is known not to have.

    `seen` are all other cards gone from the shoe, those of the box's other hands too. `may_make` is how many
    hands this one may still become: splitting it again is valued as if the box's other hands were not split
    again, and not at all where a dealer's natural takes one wager from all hands of a split together."""
    counts = shoe_counts(rules.cards.decks, rules.cards.removed_ranks)
    for card in seen:
        counts[value_of(card.rank), SUITS.index(card.suit)] -= 1
    at = value_of(up.rank)
    values = [value_of(each.rank) for each in hand.cards]
    pairs = (values[0],) if may_make > 1 and len(values) == 2 and values[0] == values[1] else ()
    solution = solve(rules, counts, ups=(at,), pairs=pairs)
    at_up = solution.ups[at]
    assert at_up is not None
    index = solution.looked_up.hands.of(*values)
    clear = float(at_up.clear[index])
    if clear <= 0:
        return {}
    family = family_of(at_up, hand)
    worth = (
        doubled_worth(solution, at_up, family, hand, index)
        if hand.doubles
        else plain_worth(solution, at_up, hand, up, index)
    )
    for pair in pairs:
        again = split_again(solution, at_up, pair, may_make, hand, up)
        if again is not None:
            worth["split"] = again
    return {action: value / clear for action, value in worth.items()}


def split_again(
    solution: Solution, at_up: UpSolution, pair: int, may_make: int, hand: Hand, up: Card
) -> float | None:
    """A split hand split again is a new split that may make so many hands."""
    lookups = solution.looked_up
    if pair not in at_up.parts or (lookups.natural_takes_once and at_up.shoe.with_natural):
        return None
    parts = at_up.parts[pair]
    worth = float(put_together(at_up.shoe, pair, may_make, parts.alone, parts.paired))
    limit = lookups.splits_max.copy()
    limit[pair] = may_make
    limited = replace(solution, looked_up=replace(lookups, splits_max=limit))
    suits = SUITS.index(hand.cards[0].suit), SUITS.index(hand.cards[1].suit)
    return worth + split_gain(limited, at_up, pair, SUITS.index(up.suit), suits)


def family_of(at_up: UpSolution, hand: Hand) -> Family:
    if not hand.from_split:
        return at_up.whole
    return at_up.split_aces if hand.split_aces else at_up.split_hands


def plain_worth(
    solution: Solution, at_up: UpSolution, hand: Hand, up: Card, index: int
) -> dict[ActionName, float]:
    """Hands that were not doubled; suits count where bonus lines survive a split."""
    family = family_of(at_up, hand)
    stand = hit = 0.0
    if hand.from_split and solution.looked_up.suits_survive_split:
        stand = completed_suit(solution, at_up, hand.cards, index, 0.0, split=True)
        hit = suits_to_come(solution, at_up, hand.cards, up, 0.0, split=True)
    worth: dict[ActionName, float] = {"stand": float(family.values.stand[index]) + stand}
    if family.values.hit[index] > BARRED:
        worth["hit"] = float(family.values.hit[index]) + hit
    if family.values.double[index] > BARRED:
        worth["double"] = float(family.values.double[index])
    return worth


def doubled_worth(
    solution: Solution, at_up: UpSolution, family: Family, hand: Hand, index: int
) -> dict[ActionName, float]:
    """Each answer to a double's card, found by prescribing it for this hand alone."""
    times, stakes, values, terms = hand.doubles, at_up.stakes, family.values, family.terms
    if stakes.aces_low:  # the first aces of a doubled hand count low, so its total is not that of its cards
        dealer, drawn = values.dealer[index], value_of(hand.cards[-1].rank)
        before = solution.looked_up.hands.of(*(value_of(card.rank) for card in hand.cards[:-1]))
        row = terms.low_rows[before, drawn]
        worth: dict[ActionName, float] = {"stand": standing(at_up.shoe, stakes, dealer, row)}
        if terms.low_rescue[before, drawn]:
            clear = float(at_up.clear[index])
            worth["rescue"] = rescued(at_up.shoe, stakes, float(dealer[NATURAL]), clear, times)
        return worth
    worth = {}
    wanted = np.full_like(family.taken.doubled, FREE)
    for action, choice in DOUBLED.items():
        wanted[times, index] = choice
        taken = wanted.copy()
        doubled_hands(at_up.shoe, at_up.tree, at_up.which, terms, stakes, values, wanted, taken)
        if taken[times, index] == choice:
            worth[action] = float(values.doubled[times, index])
    return worth


def played_advice(
    rules: TableRules,
    cards: tuple[Card, ...],
    up: Card,
    seen: tuple[Card, ...] = (),
    *,
    doubles: int = 0,
    hands: int = 1,
) -> list[Advice]:
    """Every action of a hand that was doubled so often, or is one of so many `hands` of a split whose first
    card was split: best first, then what is not allowed. `seen` holds the other hands' cards too."""
    check_hand(rules, cards, up, seen)
    stakes = doubled_stakes(rules, rules.wagering.minimum)
    if doubles >= len(stakes):
        raise NotAHand(f"a hand is doubled at most {len(stakes) - 1} times at this table")
    if doubles and len(cards) < rules.double.cards_min + doubles:
        raise NotAHand(
            f"doubled {doubles} times, a hand has {rules.double.cards_min + doubles} cards or more"
        )
    aces = hands > 1 and cards[0].rank == "A"
    most = splits_of(rules, value_of(cards[0].rank)) if hands > 1 else 1
    if hands > most:
        raise NotAHand(f"a split makes at most {most} such hands at this table, not {hands}")
    hand = Hand(
        cards,
        (stakes[doubles],),
        status="doubled" if doubles else "playing",
        from_split=hands > 1,
        split_aces=aces,
        doubles=doubles,
        acted=True,
    )
    other = Hand(cards[:1], (stakes[0],), "stood", from_split=True)
    bettor = Bettor("player", main=stakes[0].base, seated=True)
    box = Box(1, (bettor,), (hand, *(other for _ in range(hands - 1))))
    state = RoundState(stage="play", boxes=(box,), dealer=(up,), drawn=len(cards))
    worth = advise_played(rules, hand, up, seen, may_make=most - hands + 1)
    actions = legal(rules, state, 1, 0)
    values = {action.name: worth.get(action.name) for action in actions if action.allowed}
    known = [name for name, value in values.items() if value is not None]
    ranked = sorted(known, key=lambda name: -worth[name])
    cites = {action.name: action.cite for action in actions}
    unvalued = [name for name, value in values.items() if value is None]
    # Where splitting again cannot be valued, which of the others is best cannot be told either.
    told = [
        Advice(name, worth[name], n == 0 and not unvalued, "", cites[name]) for n, name in enumerate(ranked)
    ]
    told += [Advice(name, None, False, "allowed, but not valued here", cites[name]) for name in unvalued]
    barred = [
        action for action in actions if not action.allowed and (action.name != "rescue" or rules.rescue)
    ]
    return [*told, *(Advice(each.name, None, False, each.why, each.cite) for each in barred)]
