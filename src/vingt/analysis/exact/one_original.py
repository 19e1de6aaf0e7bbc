"""A dealer natural that comes after a split and takes one original wager from all its hands together.

Hands are valued one by one, each losing its own wager (`each`), and again with nothing lost to a natural
(`free`); the difference is how many hands a natural finds. It takes one wager if it finds any. That it finds
none, because all hands are busted, rescued or paid, is reckoned as if hands drew their cards independently of
each other: the only part of a split that is not exact, worth less than 0.000001 of a wager a round on four
decks or more."""

from __future__ import annotations

import numpy as np

from vingt.analysis.exact.kernel.hands import LATE_NATURAL, NATURAL, CardsLeft, Stakes, without
from vingt.analysis.exact.kernel.splits import SplitParts, hands_made, put_together


def spared_by_natural(stakes: Stakes) -> Stakes:
    """The same stakes, with nothing lost to a dealer's natural that it might take from another hand."""
    nets, bust = stakes.nets.copy(), stakes.bust.copy()
    nets[:, NATURAL] = np.maximum(nets[:, NATURAL], 0)
    if stakes.busts_return:
        bust[:, LATE_NATURAL] = 0.0
    return stakes._replace(nets=nets, bust=bust)


def once_for_all_hands(
    shoe: CardsLeft, pair: int, hands_max: int, each: SplitParts, free: SplitParts, takes: float
) -> float:
    """The value of a split from which a dealer's natural nets `takes`, if it finds any hand."""

    def worth(alone: object, paired: object) -> float:
        return float(put_together(shoe, pair, hands_max, alone, paired))

    unspared = worth(free.alone, free.paired)
    natural = natural_chance(shoe, pair)
    if natural == 0.0:
        return unspared
    # Hands whose second card is of the pair are found more or less often than the others.
    nothing = np.zeros_like(free.alone)
    gains = worth(free.alone - each.alone, nothing), worth(nothing, free.paired - each.paired)
    hands = hands_made(without(shoe, shoe.completes, 1), pair, hands_max)
    missed = []
    for kind in range(2):
        expected = sum(kinds[kind] * chance for kinds, chance in hands.items())
        missed.append(1 - min(gains[kind] / natural / expected / -takes, 1.0) if expected > 0 else 1.0)
    none = sum(chance * missed[0] ** others * missed[1] ** pairs for (others, pairs), chance in hands.items())
    return unspared + takes * natural * (1 - none)


def natural_chance(shoe: CardsLeft, pair: int) -> float:
    """The chance of a dealer's natural once the two cards of the pair are gone."""
    rest = without(shoe, pair, 2)
    return float(max(rest.left[shoe.completes], 0.0) / rest.cards) if rest.cards > 0 else 0.0
