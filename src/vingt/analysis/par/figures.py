"""Figures of a PAR sheet that follow from the lines of a wager: volatility, the return of many wagers, the
largest prize and what it can cost the house, the same paytable with other decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm, sqrt

import numpy as np

from vingt.analysis.exact.side.cases import Case, deck_counts
from vingt.analysis.exact.side.value import SideWagerValue, ValuedLine, value
from vingt.core.rounds.playing import insurance_limit
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.outcome import LOSE

Z_90 = 1.6448536  # of the volatility index, as slot PAR sheets have it
SHARE = 0.95
WAGERS = (10**4, 10**5, 10**6, 10**7)
FAR = 14  # standard deviations on either side of the mean where the law is looked at
FINEST = 2**21  # amounts at which it is kept one by one
POINTS, BREADTH = 2**15, 2  # of a law that has more of them: where it is looked at, and the breadth in points


@dataclass(frozen=True)
class ReturnBand:
    """Between which returns so many wagers lie with a chance of 95%, by the law of their sum: half of the
    rest lies below the least, and half above the most."""

    wagers: int
    least: float
    most: float


@dataclass(frozen=True)
class LargestPrize:
    """`net` per unit staked; None where a meter or a wheel pays it."""

    line: ValuedLine
    net: Fraction | None


@dataclass(frozen=True)
class PrizeExposure:
    """The largest fixed prize at the largest stake, in cents: of one wager, and where every box wins it."""

    stake: int
    one: int
    table: int
    capped: bool  # whether a payout limit that all winners share is the lesser


@dataclass(frozen=True)
class ParFigures:
    value: SideWagerValue

    @property
    def volatility_index(self) -> float | None:
        """Of one wager: within this many stakes of the mean, divided by the square root of the number of
        wagers, lie 90 of 100 results."""
        variance = self.value.variance
        return None if variance is None else Z_90 * sqrt(variance)

    @cached_property
    def bands(self) -> tuple[ReturnBand, ...]:
        valued = self.value
        if valued.ev is None or valued.covers == "added value":
            return ()
        chances = tuple(
            (line.net, line.probability) for line in valued.lines if line.net is not None and line.probability
        )
        return tuple(return_band(chances, many) for many in WAGERS)

    @cached_property
    def largest(self) -> LargestPrize | None:
        """Of the lines that can come; one that a meter or wheel pays is larger than any fixed one."""
        lines = [line for line in self.value.lines if line.probability and line.line != LOSE]
        if not lines:
            return None
        open_ended = [line for line in lines if line.net is None or is_from_meter(line)]
        if open_ended:
            return LargestPrize(min(open_ended, key=lambda line: line.probability), None)
        best = max(lines, key=lambda line: (line.net or Fraction(0), -line.probability))
        return LargestPrize(best, best.net)

    def exposure(self, rules: TableRules) -> PrizeExposure | None:
        """At a table that offers the wager; None where no fixed line pays, or no largest stake is stated."""
        offer = rules.wager(self.value.case.wager.id)
        nets = [line.net for line in self.value.lines if line.probability and line.net is not None]
        if offer is None or not nets or max(nets) <= 0 or offer.rides_on is not None:
            return None
        stakes = offer.stake.exact or ((offer.stake.maximum,) if offer.stake.maximum else ())
        most = {"when_asked": insurance_limit(rules, rules.wagering.maximum)}.get(offer.placed)
        stake = min((each for each in (max(stakes, default=None), most) if each is not None), default=None)
        if stake is None:
            return None
        one = int(max(nets) * stake)
        whole = one * rules.box_count
        cap = offer.payout_cap
        capped = cap is not None and cap < whole
        return PrizeExposure(stake, one, max(cap or 0, one) if capped else whole, capped)

    def by_decks(self) -> Iterator[tuple[int, SideWagerValue]]:
        """The wager from every number of decks: with this paytable where it is permitted, else with the one
        that the rulebook has for so many; not where the play of hands would have to be solved anew."""
        case = self.value.case
        own = case.wager.paytable(case.paytable.id)
        if case.plays_hand or own is None:
            return
        by_decks = [each for each in case.wager.paytables if each.chosen_by == "decks"]
        for decks in deck_counts(case.document):
            table = next((each for each in (own, *by_decks) if each.allows_decks(decks)), None)
            if decks == case.decks:
                yield decks, self.value
            elif table is not None:
                paytable = case.paytable if table is own else table.table
                yield decks, value(replace(case, decks=decks, paytable=paytable))


def return_band(chances: Sequence[tuple[Fraction, Fraction]], many: int) -> ReturnBand:
    """By the law of the sum, however skew one wager is: at every amount that so many wagers can come to, or
    where those lie too close, spread over a breadth that no printed digit shows."""
    nets = [net for net, _ in chances]
    mean = sum(net * chance for net, chance in chances)
    variance = float(sum((net - mean) ** 2 * chance for net, chance in chances))
    step, widest = step_between(nets), max(nets) - min(nets)
    reach = min(2 * FAR * sqrt(variance * many) + 4 * float(widest), float(widest) * many)
    places = 1 << int(reach / float(step) + 2).bit_length()
    if places > FINEST:
        return band_of_curve(chances, many)
    one = np.zeros(places)
    for net, chance in chances:
        one[int((net - min(nets)) / step) % places] += float(chance)
    law = np.fft.irfft(np.fft.rfft(one) ** many, places)
    first = round((mean - min(nets)) * many / step) - places // 2  # so that the mean is in the middle
    below = np.cumsum(np.maximum(np.roll(law, -(first % places)), 0.0))
    ends = np.searchsorted(below / below[-1], ((1 - SHARE) / 2, (1 + SHARE) / 2))
    least, most = (float(1 + min(nets) + (first + int(end)) * step / many) for end in ends)
    return ReturnBand(many, least, most)


def step_between(nets: Sequence[Fraction]) -> Fraction:
    """All amounts that wagers can come to lie this far apart, or a multiple of it."""
    whole = lcm(*(net.denominator for net in nets))
    return Fraction(gcd(*(int((net - nets[0]) * whole) for net in nets)) or 1, whole)


def band_of_curve(chances: Sequence[tuple[Fraction, Fraction]], many: int) -> ReturnBand:
    """From the characteristic function. Without the breadth, amounts that lie between two of the points would
    ring through all of the curve."""
    nets = np.array([float(net) for net, _ in chances])
    shares = np.array([float(chance) for _, chance in chances])
    mean = float(nets @ shares)
    deviation = sqrt(float((nets - mean) ** 2 @ shares) * many)
    span = 2 * FAR * deviation + 4 * float(np.abs(nets).max())
    lowest, frequencies = -span / 2, 2 * np.pi * np.arange(POINTS // 2 + 1) / span
    one = sum(
        share * np.exp(1j * frequencies * (net - mean)) for net, share in zip(nets, shares, strict=True)
    )
    spread = np.exp(-((BREADTH * span / POINTS * frequencies) ** 2) / 2)
    density = np.fft.irfft(np.conj(one**many * np.exp(-1j * frequencies * lowest)) * spread, POINTS)
    below = np.cumsum(np.maximum(density, 0.0))
    ends = np.interp(((1 - SHARE) / 2, (1 + SHARE) / 2), below / below[-1], np.arange(1, POINTS + 1))
    least, most = (1 + mean + (lowest + (end - 0.5) * span / POINTS) / many for end in ends)
    return ReturnBand(many, float(least), float(most))


def is_from_meter(line: ValuedLine) -> bool:
    return any(paid.pays.kind in ("meter", "prize", "wheel") for paid in line.paid)


def is_on_first_cards(case: Case) -> bool:
    """Whether the player's two cards and the up card decide it."""
    return case.wager.settles.value == "initial_cards" and not case.plays_hand
