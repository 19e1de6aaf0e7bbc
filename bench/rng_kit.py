"""Tests of the shuffle at the level of the game, with their error rates: an honest shuffle fails one of all
of them in about one run of a thousand, and four crooked shuffles must be found out in the same run."""

from __future__ import annotations

import math
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

from vingt.live.shoes.shuffle import CryptographicShoes, shuffled

SHUFFLES = 20_000
CARDS = 52
ALARM = 1e-3  # of a whole run, if the shuffle is honest
Order = Sequence[int]
Shuffle = Callable[[], Order]


def chi_squared_p(value: float, freedom: int) -> float:
    """How often chance alone gives so much (Wilson and Hilferty; good to a few per cent of p here)."""
    cube = (value / freedom) ** (1 / 3)
    spread = 2 / (9 * freedom)
    return 0.5 * math.erfc((cube - (1 - spread)) / math.sqrt(2 * spread))


def normal_p(deviation: float) -> float:
    return math.erfc(abs(deviation) / math.sqrt(2))


def places(orders: Sequence[Order]) -> float:
    """Each card is as often at each place. The table has 51 x 51 degrees of freedom."""
    seen = Counter((place, card) for order in orders for place, card in enumerate(order))
    expected = len(orders) / CARDS
    value = sum((seen[p, c] - expected) ** 2 / expected for p in range(CARDS) for c in range(CARDS))
    scaled = value * (CARDS - 1) / CARDS  # rows and columns of each order are fixed: a permutation matrix
    return two_sided(chi_squared_p(scaled, (CARDS - 1) ** 2))


def neighbours(orders: Sequence[Order]) -> float:
    """Which card follows which, from one place of the shoe to the next: 52 x 51 pairs."""
    seen = Counter((order[0], order[1]) for order in orders)
    seen.update((order[20], order[21]) for order in orders)
    expected = 2 * len(orders) / (CARDS * (CARDS - 1))
    pairs = [(a, b) for a in range(CARDS) for b in range(CARDS) if a != b]
    value = sum((seen[pair] - expected) ** 2 / expected for pair in pairs)
    return two_sided(chi_squared_p(value, len(pairs) - 1))


def falling_orders(orders: Sequence[Order]) -> float:
    """The six orders of three cards in a row."""
    seen: Counter[tuple[int, ...]] = Counter()
    for order in orders:
        for at in range(0, CARDS - 2, 3):
            three = order[at : at + 3]
            seen[tuple(sorted(range(3), key=lambda place, three=three: three[place]))] += 1  # type: ignore[misc]
    expected = seen.total() / 6
    value = sum((count - expected) ** 2 / expected for count in seen.values())
    return two_sided(chi_squared_p(value + (6 - len(seen)) * expected, 5))


def rising_sequences(orders: Sequence[Order]) -> float:
    """A riffled pack keeps few rising sequences; a shuffled one has 26.5 on average, variance 53/12."""
    total = 0
    for order in orders:
        where = [0] * CARDS
        for place, card in enumerate(order):
            where[card] = place
        total += 1 + sum(where[card + 1] < where[card] for card in range(CARDS - 1))
    deviation = (total - 26.5 * len(orders)) / math.sqrt(len(orders) * 53 / 12)
    return normal_p(deviation)


def fixed_points(orders: Sequence[Order]) -> float:
    """Cards that lie where they lay before the shuffle: one on average, variance one."""
    total = sum(card == place for order in orders for place, card in enumerate(order))
    return normal_p((total - len(orders)) / math.sqrt(len(orders)))


def naturals(orders: Sequence[Order]) -> float:
    """An ace and a ten-valued card in the first two: 128 of 2,652 deals."""
    chance = float(Fraction(2 * 4 * 16, 52 * 51))
    dealt = [(a, b) for order in orders for a, b in zip(order[::2], order[1::2], strict=True)]
    per_shoe = len(dealt) / len(orders)
    hits = sum(is_natural(a, b) for a, b in dealt)
    # Hands of one shoe hang together a little, in the direction that makes this bound cautious.
    deviation = (hits - chance * len(dealt)) / math.sqrt(len(orders) * per_shoe * chance * (1 - chance))
    return normal_p(deviation)


def is_natural(one: int, other: int) -> bool:
    low, high = sorted((one % 13, other % 13))
    return low == 0 and high >= 9


def two_sided(p: float) -> float:
    """Too even is as suspicious as too uneven."""
    return min(1.0, 2 * min(p, 1 - p))


TESTS = (places, neighbours, falling_orders, rising_sequences, fixed_points, naturals)
LEVEL = ALARM / (len(TESTS) + 1)  # and one of the bits themselves


# -- what is tested ----------------------------------------------------------------------------------------


def honest() -> Order:
    """The code and the source of the tables, on numbers in place of cards."""
    return shuffled(range(CARDS), secrets.randbelow)  # type: ignore[arg-type,return-value]


def every_card_with_any(chance: Random) -> Order:
    """The well-known mistake: exchange each card with any of all 52."""
    order = list(range(CARDS))
    for at in range(CARDS):
        other = chance.randrange(CARDS)
        order[at], order[other] = order[other], order[at]
    return order


def byte_modulo(chance: Random) -> Order:
    """A byte modulo n favours small numbers."""
    return shuffled(range(CARDS), lambda most: chance.randrange(256) % most)  # type: ignore[arg-type,return-value]


def riffled(chance: Random) -> Order:
    order = list(range(CARDS))
    for _ in range(4):
        cut = sum(chance.random() < 0.5 for _ in range(CARDS))
        left, right, order = order[:cut], order[cut:], []
        while left or right:
            pile = left if chance.random() < len(left) / (len(left) + len(right)) else right
            order.append(pile.pop(0))
    return order


def never_in_place(chance: Random) -> Order:
    """Sattolo's algorithm: a slip of one, and no card ever stays where it was."""
    order = list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        other = chance.randrange(last)
        order[last], order[other] = order[other], order[last]
    return order


CROOKED = (every_card_with_any, byte_modulo, riffled, never_in_place)


def failures(shuffle: Shuffle, count: int) -> dict[str, float]:
    orders = [shuffle() for _ in range(count)]
    found = {test.__name__: test(orders) for test in TESTS}
    return {name: p for name, p in found.items() if p < LEVEL}


def main() -> int:
    started = time.perf_counter()
    orders = [honest() for _ in range(SHUFFLES)]
    print(f"{SHUFFLES:,} shuffles of 52 cards by vingt's own code and source")
    print(f"each test alarms an honest shuffle with probability {LEVEL:.1e}; all together {ALARM:.0e}")
    wrong = 0
    for test in TESTS:
        p = test(orders)
        wrong += p < LEVEL
        print(f"  {test.__name__.replace('_', ' '):18} p = {p:.4f}{'   ALARM' if p < LEVEL else ''}")
    bits = int.from_bytes(CryptographicShoes().raw(1 << 17), "big").bit_count()
    ones = (bits - (1 << 19)) / math.sqrt(1 << 18)
    print(f"  ones in 2^20 bits  p = {normal_p(ones):.4f}")
    wrong += normal_p(ones) < LEVEL
    print("crooked shuffles, each of which must be found out:")
    for crooked in CROOKED:
        chance = Random(20)
        found = failures(lambda crooked=crooked, chance=chance: crooked(chance), SHUFFLES)  # type: ignore[misc]
        wrong += not found
        print(
            f"  {crooked.__name__.replace('_', ' '):20} {', '.join(found).replace('_', ' ') or 'NOT FOUND'}"
        )
    print(f"{time.perf_counter() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
