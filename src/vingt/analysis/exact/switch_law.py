"""The law of a round's net result where two hands meet one dealer and second cards may be exchanged.

Deals, switches and dealer naturals that are found have their exact chances. Two hands are taken as
independent once the dealer's final hand is given, each as it would be beside no other: what they take from
each other's cards is left out, and the law's mean misses the exact expectation by as much as is stated."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from vingt.analysis.actions import SPLIT, SURRENDER
from vingt.analysis.exact.kernel.hands import ENDS, LATE_NATURAL, NATURAL, PLAIN
from vingt.analysis.exact.law import Law, joint_law, net_of, split_joint
from vingt.analysis.exact.lookups import lookups
from vingt.analysis.exact.solution import Solution, UpSolution
from vingt.analysis.exact.two_hands import (
    BLACKJACK,
    EXCHANGES,
    HAND_OF,
    PAIRS,
    SWITCHES,
    TwoHands,
    choices,
    exchanges,
    paid_like,
    pairs_of,
)
from vingt.analysis.tabulated.hands import Floats, Ints

# Kinds of hands: each pair as dealt; an ace and a ten brought together; a blackjack exchanged for even money.
SWITCHED_21, EXCHANGED = len(PAIRS), len(PAIRS) + 1
KINDS = len(PAIRS) + 2
HandLaw = dict[float, Floats]  # net result in its own wager -> chance with each ending of the dealer


def law_of_two_hands(hands: TwoHands, alone: Solution) -> Law:
    """In units of both wagers together. `alone` plays a single hand by the same strategy."""
    chances: defaultdict[float, float] = defaultdict(float)
    wagered = 0.0
    for up, chance, dealt in hands.deals():
        at_up = alone.ups[up]
        assert at_up is not None
        laws, laid = laws_of_hands(hands, alone, at_up)
        one, other, clear = kinds_met(hands, up, dealt)
        together = np.zeros((KINDS, KINDS))
        np.add.at(together, (one, other), chance * clear)
        for net, part in both(laws, together).items():
            chances[net] += part
        wagered += float((chance * (clear * (laid[one] + laid[other]) + (1 - clear) * 2)).sum())
        of_hands = found_nets(hands, up)
        first, second, _, _ = pairs_of(dealt)
        nets = of_hands[np.where(one == EXCHANGED, one, first)]
        nets = nets + of_hands[np.where(other == EXCHANGED, other, second)]
        for net in np.unique(nets):
            chances[round(float(net) / 2, 6)] += float((chance * (1 - clear))[nets == net].sum())
    return Law({net: part for net, part in sorted(chances.items()) if part > 0}, wagered / 2)


def kinds_met(hands: TwoHands, up: int, dealt: Ints) -> tuple[Ints, Ints, Floats]:
    """The kinds of both hands once it is decided what is done with them, and the chance that the dealer has
    no natural that is looked for."""
    first, second, other_first, other_second = pairs_of(dealt)
    done = choices(hands, up, dealt)
    taken = np.array([exchanges(hands, up, pair) for pair in range(len(PAIRS))])
    kinds = []
    for mine, other, brought in ((first, second, other_first), (second, first, other_second)):
        exchanged = (done == EXCHANGES) & (mine == BLACKJACK) & taken[other]
        switched = np.where(brought == BLACKJACK, SWITCHED_21, brought)
        kinds.append(np.where(exchanged, EXCHANGED, np.where(done == SWITCHES, switched, mine)))
    return kinds[0], kinds[1], hands.clear[up, second, first]


def found_nets(hands: TwoHands, up: int) -> Floats:
    """What each kind nets where the dealer looks and has a natural; switched hands are not yet switched."""
    even = hands.even_money[up]
    return np.array([*hands.against_natural[up], 0.0, 0.0 if even is None else even])


def laws_of_hands(hands: TwoHands, alone: Solution, at_up: UpSolution) -> tuple[list[HandLaw], Floats]:
    """The law of each kind of hand where no natural was found, and what each lays in the end."""
    laws: list[HandLaw] = []
    laid = np.ones(KINDS)
    for kind, (first, second) in enumerate(PAIRS):
        hand = int(HAND_OF[kind])
        if at_up.values.dealer[hand].sum() <= 0:
            laws.append({})
            continue
        law, laid[kind] = law_of_hand(alone, at_up, hand, first if first == second else None)
        whole = sum(float(parts.sum()) for parts in law.values())
        laws.append({net: parts / whole for net, parts in law.items()})
        laid[kind] /= whole
    endings: Floats = sum(laws[BLACKJACK].values(), start=np.zeros(ENDS))
    as_21 = lookups(paid_like(alone.rules, "switched_21"))
    row = as_21.rows[0, HAND_OF[BLACKJACK]]
    laws.append(by_endings(as_21.settled[at_up.up].nets[row], endings))
    even = hands.even_money[at_up.up]
    laws.append({} if even is None else {even: endings})
    return laws, laid


def law_of_hand(alone: Solution, at_up: UpSolution, hand: int, pair: int | None) -> tuple[HandLaw, float]:
    action, natural = int(at_up.taken.hand[hand]), hand == HAND_OF[BLACKJACK]
    if action == SPLIT and pair is not None:
        return split_joint(alone, at_up, pair)
    if action == SURRENDER and not natural:
        endings = at_up.values.dealer[hand].copy()
        endings[NATURAL] *= at_up.shoe.with_natural
        nets = np.full(ENDS, alone.looked_up.settled[at_up.up].surrender[PLAIN])
        nets[NATURAL] = alone.looked_up.settled[at_up.up].surrender[LATE_NATURAL]
        return by_endings(nets, endings), float(endings.sum())
    start = np.zeros(len(alone.looked_up.hands))
    start[hand] = 1.0
    joint, laid = joint_law(alone, at_up, at_up.whole, start)
    law: defaultdict[float, Floats] = defaultdict(lambda: np.zeros(ENDS))
    for result, parts in joint.items():
        law[net_of(alone, result)] += parts
    return law, laid


def by_endings(nets: Floats, endings: Floats) -> HandLaw:
    law: defaultdict[float, Floats] = defaultdict(lambda: np.zeros(ENDS))
    for ending, chance in enumerate(endings):
        if chance > 0:
            law[float(nets[ending])][ending] += chance
    return law


def both(laws: list[HandLaw], together: Floats) -> dict[float, float]:
    """Half the sum of two results, for kinds that meet with these chances. The dealer ends alike for both, as
    far as the laws of the endings beside each of them agree: so each keeps its own law."""
    nets = sorted({net for law in laws for net in law})
    parts = np.zeros((len(laws), ENDS, len(nets)))
    for kind, law in enumerate(laws):
        for net, endings in law.items():
            parts[kind, :, nets.index(net)] = endings
    ends = parts.sum(axis=2)
    given = np.divide(parts, ends[:, :, None], out=np.zeros_like(parts), where=ends[:, :, None] > 0)
    met = np.zeros((len(nets), len(nets)))
    for kind, often in enumerate(together):
        others = np.flatnonzero(often)
        alike = np.minimum(ends[kind], ends[others])
        met += np.einsum("k,ke,en,kem->nm", often[others], alike, given[kind], given[others], optimize=True)
        mine, its = ends[kind] - alike, ends[others] - alike
        unlike = mine.sum(axis=1)
        often_unlike = np.divide(often[others], unlike, out=np.zeros_like(unlike), where=unlike > 1e-15)
        met += np.einsum(
            "k,kn,kem,ke->nm", often_unlike, mine @ given[kind], given[others], its, optimize=True
        )
    chances: defaultdict[float, float] = defaultdict(float)
    for (one, other), chance in np.ndenumerate(met):
        if chance > 0:
            chances[round((nets[one] + nets[other]) / 2, 6)] += float(chance)
    return chances
