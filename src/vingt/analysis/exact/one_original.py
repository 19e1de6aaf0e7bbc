"""A dealer natural that comes after a split and takes one original wager from all its hands together.

Hands are valued one by one, each losing its own wager (`each`), and again with nothing lost to a natural
(`free`); the difference is how many hands a natural finds. It takes one wager if it finds any. That it finds
none, because all hands are busted, rescued or paid, is reckoned as if hands drew their cards independently of
each other: the only part of a split that is not exact, worth less than 0.000001 of a wager a round on four
decks or more. Where what has busted counts towards that one wager, a natural takes nothing beside a busted
hand; that no hand has busted is reckoned in the same way."""

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


def busts_marked(stakes: Stakes) -> Stakes:
    """The same stakes, with one wager more to a busted hand beside a dealer's natural: the difference is how
    many hands have busted then."""
    bust = stakes.bust.copy()
    bust[:, LATE_NATURAL] += 1.0
    return stakes._replace(bust=bust, busts_return=True)


def once_for_all_hands(
    shoe: CardsLeft,
    pair: int,
    hands_max: int,
    each: SplitParts,
    free: SplitParts,
    takes: float,
    marked: SplitParts | None = None,
) -> float:
    """The value of a split from which a dealer's natural nets `takes`, if it finds any hand; if no hand has
    busted besides, where these are `marked`."""

    def worth(alone: object, paired: object) -> float:
        return float(put_together(shoe, pair, hands_max, alone, paired))

    unspared = worth(free.alone, free.paired)
    natural = natural_chance(shoe, pair)
    if natural == 0.0:
        return unspared
    hands = hands_made(without(shoe, shoe.completes, 1), pair, hands_max)

    def chances(more: SplitParts, fewer: SplitParts, unit: float) -> tuple[float, float]:
        """That a natural finds a hand so, as the second card is not of the pair or is."""
        nothing = np.zeros_like(each.alone)
        gains = worth(more.alone - fewer.alone, nothing), worth(nothing, more.paired - fewer.paired)
        many = [sum(kinds[kind] * chance for kinds, chance in hands.items()) for kind in range(2)]
        alone, paired = (
            min(gain / natural / expected / unit, 1.0) if expected > 0 else 0.0
            for gain, expected in zip(gains, many, strict=True)
        )
        return alone, paired

    def all_hands(alone: float, paired: float) -> float:
        """The chance that all hands are so."""
        return sum(chance * alone**others * paired**pairs for (others, pairs), chance in hands.items())

    ways = chances(free, each, -takes)
    busted = chances(marked, each, 1.0) if marked is not None else (0.0, 0.0)
    whole = 1 - busted[0], 1 - busted[1]
    none = all_hands(max(whole[0] - ways[0], 0.0), max(whole[1] - ways[1], 0.0))
    return unspared + takes * natural * (all_hands(*whole) - none)


def natural_chance(shoe: CardsLeft, pair: int) -> float:
    """The chance of a dealer's natural once the two cards of the pair are gone."""
    rest = without(shoe, pair, 2)
    return float(max(rest.left[shoe.completes], 0.0) / rest.cards) if rest.cards > 0 else 0.0
