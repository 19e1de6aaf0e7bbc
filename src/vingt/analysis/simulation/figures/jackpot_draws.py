"""What follows from hits that the kernels counted, where cards have no say: stops of wheels, drawn bonuses.

All spins of a wager have one law and are independent of each other, so how often each stop comes among so
many spins is drawn at once. The draws hang on the plan's seed and on the counts alone, never on a device or
on how the run was cut. What a stop pays is asked of `core`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from vingt.core.cards import RANKS, SUITS
from vingt.core.progressive.chance import LUCKY_PLAYER, RATES, Weights, stops
from vingt.core.progressive.spin import (
    Prize,
    beside_hot_spot,
    one_spin_for_all,
    position_spin,
    shares,
    spinner_prize,
    wheels,
    with_stake,
)
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules

COMMUNITY_PAY = "community pay"


class DrawnPay(NamedTuple):
    """What was paid so many times: cents, or a share of a meter."""

    name: str
    times: int
    amount: int
    meter: str = ""
    share: Fraction = Fraction(0)


class Sitting(NamedTuple):
    """Who plays: so many boxes at the first seats, each its own player with this stake on the wager."""

    rules: TableRules
    wager: OfferedWager
    stake: int
    boxes: int


def numbers_for(seed: int, *what: str) -> np.random.Generator:
    """Numbers of their own for everything that is drawn."""
    named = hashlib.sha256(" ".join((str(seed), *what)).encode()).digest()
    return np.random.Generator(np.random.Philox(key=int.from_bytes(named[:16], "big")))


def times_of(weights: Sequence[int], spun: int, draw: np.random.Generator) -> list[int]:
    """How often each of these whole weights comes in so many draws."""
    total = sum(weights)
    return [int(each) for each in draw.multinomial(spun, [weight / total for weight in weights])]


def points_of(weights: Weights) -> list[tuple[int, int]]:
    """The first point of every symbol of a wheel, and its weight."""
    before = 0
    points = []
    for _, weight in weights:
        points.append((before, weight))
        before += weight
    return points


def spins(at: Sitting, triggered: int, draw: np.random.Generator) -> list[DrawnPay]:
    """What so many wagers that met their trigger were paid."""
    if not stops(at.wager.wheel):
        return []
    if one_spin_for_all(at.wager):
        return list(spins_for_all(at, triggered // at.boxes, draw))
    return list(own_spins(at, triggered, draw))


def own_spins(at: Sitting, spun: int, draw: np.random.Generator) -> Iterator[DrawnPay]:
    points = points_of(at.wager.wheel)
    for (point, _), times in zip(points, times_of([weight for _, weight in points], spun, draw), strict=True):
        prize, community = spinner_prize(at.wager, (point,))
        prize = with_stake(at.wager, prize, at.stake)
        yield DrawnPay(prize.symbol, times, prize.amount, prize.meter, prize.share)
        if community is not None and at.boxes > 1:
            yield DrawnPay(COMMUNITY_PAY, times * (at.boxes - 1), community.amount)


def spins_for_all(at: Sitting, spun: int, draw: np.random.Generator) -> Iterator[DrawnPay]:
    """Every way that position, inner wheel and, for a seat that plays, outer wheel can stop."""
    wager, playing = at.wager, range(1, at.boxes + 1)
    outer, inner = (points_of(each) for each in wheels(wager))
    first: list[tuple[tuple[int, ...], int]] = [((point,), weight) for point, weight in inner] or [((), 1)]
    ways: list[tuple[tuple[int, ...], int]] = []
    for seat in range(at.rules.boxes.seats):
        for shown, weight in first:
            if seat + 1 in playing:
                ways += [((seat, *shown, point), weight * more) for point, more in outer]
            else:
                ways.append(((seat, *shown), weight * sum(more for _, more in outer)))
    paid: Counter[tuple[str, Prize]] = Counter()
    for (drawn, _), times in zip(ways, times_of([weight for _, weight in ways], spun, draw), strict=True):
        spin = position_spin(wager, drawn)
        prizes = shares(spin, playing, beside_hot_spot=beside_hot_spot(wager)) if times else {}
        for seat, prize in prizes.items():
            inner_one = seat != spin.seat and wager.community_wheel
            name = f"community {prize.symbol}" if inner_one else prize.symbol
            paid[name, with_stake(wager, prize, at.stake)] += times
    for (name, prize), times in paid.items():
        yield DrawnPay(name, times, prize.amount, prize.meter, prize.share)


def drawn_bonuses(at: Sitting, rounds: int, draw: np.random.Generator) -> list[DrawnPay]:
    """The bonuses of rounds that the system selects (reading J-43): a seat, or a card by rank and suit."""
    pays = []
    for line, option in RATES.items():
        rate = dict(at.wager.options).get(option)
        if isinstance(rate, Fraction):
            selected = int(draw.binomial(rounds, float(rate)))
            won = (lucky_players if line == LUCKY_PLAYER else magic_cards)(at, selected, draw)
            pays.append(DrawnPay(line, won, int(at.wager.paytable.line(line).pays.multiple * at.stake)))
    return pays


def lucky_players(at: Sitting, selected: int, draw: np.random.Generator) -> int:
    return int(draw.binomial(selected, at.boxes / at.rules.boxes.seats))


def magic_cards(at: Sitting, selected: int, draw: np.random.Generator) -> int:
    """Boxes whose first two cards have the card; two that are the same card have one chance, not two."""
    decks = at.rules.cards.decks
    kinds = len([rank for rank in RANKS if rank not in at.rules.cards.removed_ranks]) * len(SUITS)
    hands = selected * at.boxes
    alike = int(draw.binomial(hands, (decks - 1) / (kinds * decks - 1)))
    return int(draw.binomial(alike, 1 / kinds) + draw.binomial(hands - alike, 2 / kinds))
