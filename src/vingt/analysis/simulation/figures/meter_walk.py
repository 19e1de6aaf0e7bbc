"""What a meter did in a run: fed by every wager, won where the kernels counted a hit.

The kernels say how often a meter was won; in which of the wagers, every order is as likely as any other, and
one is drawn. The walk itself is that of live tables, `core.progressive.meter`: a round is paid before it
feeds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from vingt.core.progressive import meter as m
from vingt.core.progressive.chance import trigger_at, trigger_points
from vingt.core.rounds.refusal import Refusal
from vingt.core.rules.offered_wager import Meter, OfferedWager

MOST_AWARDS = 5_000  # walked one by one: enough to know the mean within some hundredths
NOBODY = m.Claimant("simulation", 0, 0, "")


class MeterHits(NamedTuple):
    """How often parts of a meter were won in so many turns, each of which stakes `staked` cents; all of it is
    won by `winners` at once, who share it equally or are paid in turn."""

    turns: int
    staked: int
    awards: tuple[tuple[Fraction, int], ...]
    winners: int = 1
    equal: bool = False


@dataclass(frozen=True)
class WalkedMeter:
    """`paid` are the amounts at which the whole meter was won, in cents; `hits` are all of the run, walked
    or not. `exact` is the mean that the law of the meter gives."""

    name: str
    hits: int
    parts: int
    turns: int
    staked: int
    state: m.MeterState
    paid: tuple[int, ...]
    exact: float | None = None

    @property
    def mean(self) -> float | None:
        return sum(self.paid) / len(self.paid) if self.paid else None

    @property
    def error(self) -> float | None:
        if self.mean is None or len(self.paid) < 2:
            return None
        squares = sum((each - self.mean) ** 2 for each in self.paid)
        return sqrt(squares / (len(self.paid) - 1) / len(self.paid))

    @property
    def off(self) -> float | None:
        if self.exact is None or self.mean is None or not self.error:
            return None
        return (self.mean - self.exact) / self.error

    @property
    def returned(self) -> float:
        """What came out of it per unit staked while it was walked."""
        return self.state.paid / (self.turns * self.staked) if self.turns else 0.0

    def as_json(self) -> dict[str, Any]:
        return {
            "meter": self.name,
            "hits": self.hits,
            "partial_awards": self.parts,
            "walked_hits": len(self.paid),
            "walked_turns": self.turns,
            "mean_at_hit_cents": self.mean,
            "standard_error_cents": self.error,
            "exact_mean_at_hit_cents": self.exact,
            "standard_errors_from_exact": self.off,
            "fed_cents": float(self.state.fed),
            "seeded_cents": self.state.seeded,
            "reserve_cents": float(self.state.reserve),
            "paid_cents": self.state.paid,
            "shows_cents": self.state.showing,
            "unaccounted_cents": float(self.state.unaccounted),
            "returned": self.returned,
        }


def opened(setup: m.MeterSetup) -> m.MeterState:
    """From its reset on: how a meter was begun is no matter of chance."""
    return m.evolve(m.MeterState(), m.MeterOpened(setup.reset, setup.reset, setup.maximum, setup.law, ""))


def fed(state: m.MeterState, staked: int, meter: Meter) -> m.MeterState:
    return done(state, m.feed(state, "", 0, staked, meter.rate, meter.reserve)) if staked else state


def won(state: m.MeterState, share: Fraction, winners_left: int = 1) -> tuple[m.MeterState, int]:
    hit = m.hit(state, NOBODY, share, winners_left)
    assert isinstance(hit, m.MeterHit), hit
    state = m.evolve(state, hit)
    return done(state, m.pay(state, hit.payment, None)), hit.amount


def done(state: m.MeterState, event: m.MeterEvent | Refusal) -> m.MeterState:
    assert not isinstance(event, Refusal), event
    return m.evolve(state, event)


def walk(meter: Meter, hits: MeterHits, draw: np.random.Generator, exact: float | None) -> WalkedMeter:
    """The awards at places drawn evenly among the turns. Of very many awards only the first are walked."""
    whole = sum(times for share, times in hits.awards if share == 1)
    parts = sum(times for share, times in hits.awards if share != 1)
    turns, numbers = hits.turns, [times for _, times in hits.awards]
    if whole + parts > MOST_AWARDS:
        window = turns * MOST_AWARDS // (whole + parts)
        turns, numbers = window, [int(draw.binomial(each, window / hits.turns)) for each in numbers]
    kinds = np.repeat(np.arange(len(numbers)), numbers)
    draw.shuffle(kinds)
    places = np.sort(draw.choice(turns, size=len(kinds), replace=False, shuffle=False))
    state, before, paid = opened(m.terms_of(meter)), 0, list[int]()
    for place, kind in zip(places, kinds, strict=True):
        state = fed(state, (int(place) - before) * hits.staked, meter)
        before, share = int(place), hits.awards[kind][0]
        winners = hits.winners if share == 1 else 1
        amounts = []
        for left in range(winners, 0, -1):
            state, amount = won(state, share, left if hits.equal else 1)
            amounts.append(amount)
        if share == 1:
            paid.append(sum(amounts) if hits.equal else amounts[0])
    state = fed(state, (turns - before) * hits.staked, meter)
    return WalkedMeter(meter.name, whole, parts, turns, hits.staked, state, tuple(paid), exact)


def walk_to_triggers(
    wager: OfferedWager, meter: Meter, turns: int, staked: int, draw: np.random.Generator
) -> WalkedMeter:
    """A must-hit meter: secret triggers by their law, each reached by the contributions of whole rounds."""
    setup = m.terms_of(meter, wager.trigger_law)
    state, paid, left = opened(setup), list[int](), turns
    each, most = meter.rate * staked, max(high for _, high, _ in setup.law)
    while left and len(paid) < MOST_AWARDS:
        points, shows = trigger_points(setup.law, state.showing), state.showing
        trigger = trigger_at(setup.law, int(draw.integers(points)), shows) if points else most
        needed = max(1, -((state.held - trigger) // each))
        rounds = min(left, needed)
        state, left = fed(state, rounds * staked, meter), left - rounds
        if state.held >= trigger:
            state, amount = won(state, Fraction(1))
            paid.append(amount)
    return WalkedMeter(
        meter.name, len(paid), 0, turns - left, staked, state, tuple(paid), mean_paid(setup.law, each)
    )


def mean_paid(law: Sequence[m.Band], each: Fraction) -> float:
    """The mean of what shows when the trigger is reached: the contribution that reaches it goes beyond by
    half of one in the mean, less half a cent where cents are whole."""
    total = sum(weight for _, _, weight in law)
    trigger = sum(Fraction(weight * (low + high + 1), 2 * total) for low, high, weight in law)
    return float(trigger + max(each - 1, Fraction(0)) / 2)
