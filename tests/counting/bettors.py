"""People who wager: by nothing, by their last rounds, by a system of progression, by the count. Each is asked
before every round and wagers so many units, or 0 where it only looks on."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from math import floor

MOST = 16  # units: a table's limit


@dataclass
class Memory:
    """What a player remembers: wagers and results of the rounds it played, in units, oldest first."""

    dice: random.Random
    wagers: list[int] = field(default_factory=list)
    results: list[float] = field(default_factory=list)
    number: float = 1.0  # for systems that keep one
    new_shoe: bool = True

    @property
    def wager(self) -> int:
        return self.wagers[-1] if self.wagers else 1

    @property
    def result(self) -> float:
        return self.results[-1] if self.results else 0.0

    def won_in_a_row(self) -> int:
        row = 0
        for result in reversed(self.results):
            if result <= 0:
                break
            row += 1
        return row


Bettor = Callable[[float, Memory], int]  # true count, memory: units


def flat(count: float, self: Memory) -> int:
    return 2


def martingale(count: float, self: Memory) -> int:
    """Doubles after a loss; again after a push."""
    if self.result < 0:
        return min(2 * self.wager, MOST)
    return self.wager if self.results and self.result == 0 else 1


def paroli(count: float, self: Memory) -> int:
    """Doubles after a win, three times at most."""
    return 1 << min(self.won_in_a_row() % 4, 3)


def dalembert(count: float, self: Memory) -> int:
    """One more after a loss, one less after a win."""
    step = 1 if self.result < 0 else -1 if self.result > 0 else 0
    return min(max(self.wager + step, 1), MOST)


def fibonacci(count: float, self: Memory) -> int:
    """A step up the row after a loss, two down after a win: `number` is the place in it."""
    self.number = max(self.number + (1 if self.result < 0 else -2 if self.result > 0 else 0), 1)
    one, two = 1, 1
    for _ in range(int(min(self.number, 6)) - 1):
        one, two = two, one + two
    return min(one, MOST)


def oscars_grind(count: float, self: Memory) -> int:
    """One more after a win, until one unit is won; `number` is what was won so far, beginning at 1."""
    self.number += self.result
    if self.number >= 2 or not self.wagers:
        self.number = 1.0
        return 1
    return min(self.wager + (self.result > 0), MOST)


def one_three_two_six(count: float, self: Memory) -> int:
    return (1, 3, 2, 6)[self.won_in_a_row() % 4]


def streaky(count: float, self: Memory) -> int:
    """Feels hot after winning three of the last five."""
    return 4 if sum(result > 0 for result in self.results[-5:]) >= 3 else 1


def chaser(count: float, self: Memory) -> int:
    """Wagers the more the more was lost since the shoe began: `number` keeps it."""
    self.number = 0.0 if self.new_shoe else self.number + self.result
    return min(max(1, round(-self.number / 2)), 8)


def by_chance(count: float, self: Memory) -> int:
    return self.dice.randint(1, 8)


def moody(count: float, self: Memory) -> int:
    """Takes another level every twenty rounds or so, and keeps to it."""
    if not self.wagers or self.dice.random() < 0.05:
        return self.dice.choice((1, 2, 4, 8))
    return self.wager


def late(count: float, self: Memory) -> int:
    """Warms up: more with every round of the shoe."""
    self.number = 1 if self.new_shoe else self.number + 0.12
    return int(min(self.number, 6))


def counter(spread: int) -> Bettor:
    """A unit up to +1, then as many more for each count as fill the spread at +5."""

    def wagers(count: float, self: Memory) -> int:
        return min(max(1, floor((floor(count) - 1) * spread / 4)), spread)

    return wagers


def covered(count: float, self: Memory) -> int:
    """1 to 8 with cover: raises after wins only, lowers after losses only, doubling or halving; begins a shoe
    with two units, and one round in ten wagers anything."""
    wanted = counter(8)(count, self)
    if self.dice.random() < 0.1:
        return self.dice.choice((1, 2, 3, 4))
    if self.new_shoe or not self.wagers:
        return 2
    if wanted > self.wager and self.result > 0:
        return min(wanted, 2 * self.wager)
    if wanted < self.wager and self.result < 0:
        return max(wanted, self.wager // 2)
    return self.wager


def careless(count: float, self: Memory) -> int:
    """1 to 8, of a count that is off by 1.5 as a rule."""
    return counter(8)(count + self.dice.gauss(0, 1.5), self)


def back_counter(count: float, self: Memory) -> int:
    """Wagers the same whenever it wagers: from +1 on."""
    return 4 if count >= 1 else 0


def comes_and_goes(count: float, self: Memory) -> int:
    """Plays flat a stretch of rounds, then looks on for one, whatever the cards."""
    if self.dice.random() < 0.06:
        self.number = -self.number
    return 4 if self.number > 0 else 0


HONEST: dict[str, Bettor] = {
    "flat": flat,
    "martingale": martingale,
    "paroli": paroli,
    "d'Alembert": dalembert,
    "Fibonacci": fibonacci,
    "Oscar's grind": oscars_grind,
    "1-3-2-6": one_three_two_six,
    "streaky": streaky,
    "chaser": chaser,
    "by chance": by_chance,
    "moody": moody,
    "late in the shoe": late,
    "comes and goes": comes_and_goes,
}
COUNTERS: dict[str, Bettor] = {
    "1 to 4": counter(4),
    "1 to 8": counter(8),
    "1 to 8, with cover": covered,
    "1 to 8, careless": careless,
    "back-counter": back_counter,
}
