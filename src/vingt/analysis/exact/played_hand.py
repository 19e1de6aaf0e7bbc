"""A player's finished hand and the dealer's, both drawn from one shoe.

The player follows one named strategy, which looks at no dealer card; so the cards of both hands come from the
shoe as if in any order, and a pair of hands is weighed by the cards that they hold together.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import perm, prod

from vingt.analysis.exact.dealer_hand import complete_hands, shoe_of
from vingt.analysis.tabulated.dealer import Draws, HitBelow
from vingt.core.cards import Card, Rank
from vingt.core.hand import Counts
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.outcome import LOSE, Evaluator, Options

STRATEGY = "hit below 17, no doubles, splits or surrender"
PLAYER = HitBelow(17)


def played_distribution(
    evaluator: Evaluator,
    options: Options,
    ranks: tuple[Rank, ...],
    decks: int,
    counts: Counts,
    draws: Draws,
    *,
    natural_ends_play: bool,
) -> dict[str, Fraction]:
    """The chance of each outcome. Where a dealer natural is seen before play, the player keeps two cards."""
    shoe = shoe_of(ranks, decks, counts)
    player, dealer = complete_hands(PLAYER, ranks, counts), complete_hands(draws, ranks, counts)

    def judged(finished: tuple[Card, ...], dealt: tuple[Card, ...]) -> str:
        facts = Facts(finished[:2], dealt[0], dealt[1], dealt, (finished,), counts=counts)
        outcome = evaluator(facts, options)
        assert isinstance(outcome, str)
        return outcome

    outcomes = [[judged(mine, theirs) for theirs in dealer.examples] for mine in player.examples]
    ways: Counter[tuple[str, int]] = Counter()  # outcome and number of cards -> ordered draws
    for each in player.complete:
        if set(outcomes[each.ending]) == {LOSE}:
            continue
        left = tuple(have - held for have, held in zip(shoe, each.hand, strict=True))
        times = each.orders * prod(map(perm, shoe, each.hand))
        for ending, outcome, more in zip(
            dealer.endings, outcomes[each.ending], dealer.weights(left), strict=True
        ):
            if not (ending.natural and natural_ends_play):
                ways[outcome, sum(each.hand) + ending.cards] += times * more
    if natural_ends_play:
        (natural,) = (hand for at, hand in enumerate(dealer.examples) if dealer.endings[at].natural)
        for first, second in product(ranks, repeat=2):
            pair = (Card(first, "clubs"), Card(second, "clubs"))
            left = shoe_of(ranks, decks, counts, without=pair)
            pairs = 4 * decks * (4 * decks - (first == second))
            ways[judged(pair, natural), 4] += pairs * 2 * left[0] * left[9]
    size = sum(shoe)
    chances: dict[str, Fraction] = {}
    for (outcome, cards), times in ways.items():
        if times and outcome != LOSE:
            chances[outcome] = chances.get(outcome, Fraction(0)) + Fraction(times, perm(size, cards))
    return {**chances, LOSE: 1 - sum(chances.values(), Fraction(0))}
