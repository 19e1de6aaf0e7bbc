"""Figures of a PAR sheet that follow from the lines of a wager: volatility, the return of many wagers, the
largest prize and what it can cost the house, the same paytable with other decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import sqrt

import numpy as np

from vingt.analysis.exact.side.cases import Case, deck_counts
from vingt.analysis.exact.side.value import SideWagerValue, ValuedLine, value
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.outcome import LOSE

Z_90 = 1.6448536  # of the volatility index, as slot PAR sheets have it
SHARE = 0.95
WAGERS = (10**4, 10**5, 10**6, 10**7)
FAR, POINTS = 14, 2**14  # standard deviations on either side of the mean, and where the law is looked at


@dataclass(frozen=True)
class ReturnBand:
    """Between which returns so many wagers lie with a chance of 95%, by the law of their sum."""

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
            (float(line.net), float(line.probability))
            for line in valued.lines
            if line.net is not None and line.probability
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
        stake: int | None = max(stakes, default=None)
        if stake is None:
            if offer.placed != "when_asked":
                return None
            stake = int(rules.wagering.maximum * rules.insurance.limit)
        one = int(max(nets) * stake)
        whole = one * rules.box_count
        cap = offer.payout_cap
        capped = cap is not None and cap < whole
        return PrizeExposure(stake, one, max(cap or 0, one) if capped else whole, capped)

    def by_decks(self) -> Iterator[tuple[int, SideWagerValue]]:
        """The same paytable from every number of decks that it is permitted with; not where the play of
        hands would have to be solved anew."""
        case = self.value.case
        table = case.wager.paytable(case.paytable.id)
        if case.plays_hand or table is None:
            return
        for decks in deck_counts(case.document):
            if table.allows_decks(decks):
                yield decks, self.value if decks == case.decks else value(replace(case, decks=decks))


def return_band(chances: Sequence[tuple[float, float]], many: int) -> ReturnBand:
    """By the law of the sum, from its characteristic function: however skew one wager is, and without laying
    its payments on a grid."""
    nets, shares = np.array([net for net, _ in chances]), np.array([chance for _, chance in chances])
    mean = float(nets @ shares)
    deviation = sqrt(float((nets - mean) ** 2 @ shares) * many)
    span = 2 * FAR * deviation + 4 * float(np.abs(nets).max())
    lowest, frequencies = -span / 2, 2 * np.pi * np.arange(POINTS // 2 + 1) / span
    one = sum(
        share * np.exp(1j * frequencies * (net - mean)) for net, share in zip(nets, shares, strict=True)
    )
    density = np.fft.irfft(np.conj(one**many * np.exp(-1j * frequencies * lowest)), POINTS)
    below = np.cumsum(np.maximum(density, 0.0))
    ends = np.interp(((1 - SHARE) / 2, (1 + SHARE) / 2), below / below[-1], np.arange(1, POINTS + 1))
    least, most = (1 + mean + (lowest + (end - 0.5) * span / POINTS) / many for end in ends)
    return ReturnBand(many, float(least), float(most))


def is_from_meter(line: ValuedLine) -> bool:
    return any(paid.pays.kind in ("meter", "prize", "wheel") for paid in line.paid)


def is_on_first_cards(case: Case) -> bool:
    """Whether the player's two cards and the up card decide it."""
    return case.wager.settles.value == "initial_cards" and not case.plays_hand
