"""What each wager of a table should bring the house: the law of one unit staked, and between which amounts
the win of many rounds lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, sqrt
from typing import Any

import numpy as np

from vingt.analysis.exact.edge import edge
from vingt.analysis.exact.side.cases import as_offered, is_drawn
from vingt.analysis.exact.side.value import NOT_STATED, SideWagerValue, ValuedLine, value
from vingt.analysis.tabulated.hands import Floats
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

FINEST = 2**17  # places at which the law of a sum is kept
FAR = 14  # standard deviations on either side beyond which nothing is looked for
NO_LAW = "no exact law: {why}"


@dataclass(frozen=True)
class WagerLaw:
    """What one unit staked brings the *player*, with its chances; `edge` is the house's share of it. Where it
    is not known, `why` says so."""

    edge: float = 0.0
    chances: tuple[tuple[float, float], ...] = ()
    why: str = ""

    @cached_property
    def mean(self) -> float:
        return sum(net * chance for net, chance in self.chances)

    @cached_property
    def variance(self) -> float:
        return sum(net * net * chance for net, chance in self.chances) - self.mean**2

    def as_json(self) -> dict[str, Any]:
        return {"edge": self.edge, "chances": [list(each) for each in self.chances], "why": self.why}


def law_of_json(kept: Mapping[str, Any]) -> WagerLaw:
    return WagerLaw(kept["edge"], tuple((net, chance) for net, chance in kept["chances"]), kept["why"])


@dataclass(frozen=True)
class WinInterval:
    """Cents that the house should win on average, and between which it wins with the chance asked for."""

    mean: float
    least: float
    most: float

    def holds(self, win: int) -> bool:
        return self.least <= win <= self.most


# -- the laws of a table -----------------------------------------------------------------------------------


def wager_law(rules: TableRules, wager: str) -> WagerLaw:
    """The main wager is played as is best, and is taken with all that it is paid besides."""
    offer = rules.wager(wager)
    return side_law(rules, offer) if offer is not None else main_law(rules)


def main_law(rules: TableRules) -> WagerLaw:
    try:
        figures = edge(rules)
    except NotCarried as refusal:
        return WagerLaw(why=NO_LAW.format(why=refusal))
    assert figures.law is not None
    chances = tuple((float(net), float(chance)) for net, chance in figures.law.chances.items())
    return WagerLaw(float(figures.house_edge), chances)


def side_law(rules: TableRules, offer: OfferedWager) -> WagerLaw:
    try:
        valued = valued_as_offered(rules, offer)
    except NotCarried as refusal:
        return WagerLaw(why=NO_LAW.format(why=refusal))
    if valued.covers != "whole wager" or valued.house_edge is None:
        return WagerLaw(why=NO_LAW.format(why="a meter, a wheel or the wager it comes with decides too"))
    return law_of_lines(valued, {})


def long_run_law(rules: TableRules, offer: OfferedWager) -> WagerLaw | None:
    """Of a progressive wager, wherever its meters stand: what goes into a meter is the players' from then on,
    so that a stake costs the house its rates, and a whole meter won the reset at which it starts again. None
    where something else decides too: a rate, a wheel or a draw that is not stated."""
    try:
        valued = valued_as_offered(rules, offer)
    except NotCarried:
        return None
    rates = {meter.name: meter.rate for meter in valued.meters if meter.rate is not None}
    stated = all(line.net is not None and line.pays != NOT_STATED for line in valued.lines)
    if not valued.meters or len(rates) < len(valued.meters) or not stated or any(valued.draws()):
        return None
    return law_of_lines(valued, rates)


def valued_as_offered(rules: TableRules, offer: OfferedWager) -> SideWagerValue:
    document = library.load(rules.address)
    if is_drawn(document.wagers[offer.id]):
        raise NotCarried("no card decides it")
    leaf = document.leaves["dealer.second_card"]
    words = {leaf.key: rules.dealer.second_card} if leaf.key is not None else {}
    return value(as_offered(document, rules, offer, words))


def law_of_lines(valued: SideWagerValue, rates: Mapping[str, Fraction]) -> WagerLaw:
    """With what the house puts into meters at these rates, and into those that are won whole."""
    resets = {meter.name: Fraction(meter.reset, meter.stake) for meter in valued.meters}
    nets = [
        (line.net + sum(rates.values()) + sum(resets[name] for name in won_whole(line)), line.probability)
        for line in valued.lines
        if line.net is not None and line.probability
    ]
    mean = sum((net * chance for net, chance in nets), Fraction(0))
    return WagerLaw(float(-mean), tuple((float(net), float(chance)) for net, chance in nets))


def won_whole(line: ValuedLine) -> list[str]:
    """The meters that this line empties."""
    return [paid.pays.meter for paid in line.paid if paid.pays.kind == "meter" and paid.pays.share == 1]


# -- the win of many rounds --------------------------------------------------------------------------------


def by_moments(law: WagerLaw, staked: int, squared: int, deviations: float) -> WinInterval:
    """By mean and variance alone, as sums of very many rounds are spread: quick, and a little off for few.
    `squared` is the sum of the squares of what lay in each round."""
    return by_deviation(law.edge * staked, sqrt(law.variance * squared), deviations)


def deviation_of(law: WagerLaw, rounds: Mapping[int, int]) -> float:
    """Of the win, what lay in one round taken as one wager."""
    return sqrt(law.variance * sum(amount**2 * times for amount, times in rounds.items()))


def by_deviation(mean: float, deviation: float, deviations: float) -> WinInterval:
    """As sums of many rounds are spread."""
    reach = deviations * deviation
    return WinInterval(mean, mean - reach, mean + reach)


def by_law(law: WagerLaw, rounds: Mapping[int, int], share: float = 0.95) -> WinInterval:
    """By the law of the sum itself, however skew: `rounds` says in how many of them each amount lay. What lay
    in one round is taken as one wager, for its boxes share a dealer: the interval is never too narrow."""
    mean = law.edge * sum(amount * times for amount, times in rounds.items())
    amounts = {amount: times for amount, times in rounds.items() if amount and times}
    if not amounts:
        return WinInterval(0.0, 0.0, 0.0)
    grid = grid_for(law, amounts)
    spectrum = np.ones(grid.places // 2 + 1, dtype=np.complex128)
    for amount, times in amounts.items():
        spectrum *= np.fft.rfft(grid.laid_out(law, amount)) ** times
    sums = np.maximum(np.fft.irfft(spectrum, grid.places), 0.0)
    won = -law.mean * sum(amount * times for amount, times in amounts.items())
    first = round(won / grid.step) - grid.places // 2  # so that the middle of what is looked at is the mean
    sums = np.roll(sums, -first)
    below = np.cumsum(sums) / sums.sum()
    tail = (1 - share) / 2
    least = int(np.searchsorted(below, tail + 1e-12))
    most = int(np.searchsorted(below, 1 - tail - 1e-12))
    return WinInterval(mean, (first + least) * grid.step, (first + most) * grid.step)


@dataclass(frozen=True)
class Grid:
    """Sums of cents at every `step`, going round after so many `places`."""

    step: int
    places: int

    def laid_out(self, law: WagerLaw, amount: int) -> Floats:
        """What the house wins of one round; between two places a chance is shared, so that the mean stays."""
        laid = np.zeros(self.places)
        for net, chance in law.chances:
            at, over = divmod(-round(net * amount), self.step)
            upper = over / self.step
            laid[at % self.places] += chance * (1 - upper)
            laid[(at + 1) % self.places] += chance * upper
        return laid


def grid_for(law: WagerLaw, rounds: Mapping[int, int]) -> Grid:
    """As fine as the payments are, where the places suffice for all that can happen, or for all that is
    within reach."""
    nets = [net for net, _ in law.chances]
    step = gcd(*(round(net * amount) for net in nets for amount in rounds)) or 1
    whole = sum((max(nets) - min(nets)) * amount * times for amount, times in rounds.items())
    deviation = deviation_of(law, rounds)
    largest = (max(nets) - min(nets)) * max(rounds)
    span = min(whole, 2 * FAR * deviation + 4 * largest)
    places = int(span / step) + 3
    if places > FINEST:
        step, places = step * -(-places // FINEST), FINEST
    return Grid(step, 1 << (places - 1).bit_length())
