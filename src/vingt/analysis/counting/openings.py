"""From where on a wager is open to a count that has no one expectation: a meter rises, and of a wheel without
weights only the trigger is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vingt.analysis.counting.attack import (
    CLOSED,
    expectations,
    last_below,
    off_the_full,
    offered,
    taken,
    triggered,
    ways_to_count,
)
from vingt.analysis.counting.removal import side_removal
from vingt.analysis.counting.shoes import ShoeSample
from vingt.analysis.counting.side_wager import CountedWager, MetersStand
from vingt.analysis.exact.side.cases import Case
from vingt.analysis.tabulated.hands import Floats

DEAREST_WHEEL = 0.6  # of the stake kept: no wheel keeps more


@dataclass(frozen=True)
class MeterOpening:
    """The first meter of a wager, all others at their reset: the cents at which the wager is fair from a full
    shoe, and those from which the best count takes something (0: whatever it shows). None where no amount
    does."""

    meter: str
    reset: int
    fair: float | None
    counted: float | None


@dataclass(frozen=True)
class WheelOpening:
    """How often the wheel is spun, and how much of the stake it must keep on average from a full shoe for a
    count, or for a player who knows every card, to take nothing."""

    often: float
    counted: float
    perfect: float


def meters_at_reset(case: Case) -> MetersStand:
    return tuple((each.name, each.reset) for each in case.meters)


def opening(case: Case, sample: ShoeSample, cut: float) -> MeterOpening | WheelOpening | None:
    """None where the wager has its one expectation, which `attack` is about."""
    wager = CountedWager(case)
    if wager.measured == "trigger":
        return wheel_opening(case, sample, cut)
    if wager.valued.covers == "fixed part" and case.meters and not case.plays_hand:
        return meter_opening(case, sample, cut)
    return None


def wheel_opening(case: Case, sample: ShoeSample, cut: float) -> WheelOpening:
    """A spin that pays so much on average that the house keeps a share of the stake from the full shoe."""
    wager, removal = CountedWager(case), side_removal(case)
    often, _ = expectations(wager, removal, sample)
    rises = often / removal.ev

    def kept(share: float) -> Floats:
        values: Floats = (1 - share) * rises - 1
        return values

    nothing = rises - 1
    counted = most_taken(case, sample, cut, kept, nothing)
    return WheelOpening(
        removal.ev,
        least_kept(counted),
        least_kept(lambda share: perfectly(case, sample, cut, kept(share), nothing)),
    )


def least_kept(takes: Callable[[float], float]) -> float:
    """The share of the stake from which on nothing is taken."""
    kept_back = last_below(lambda kept: -takes(kept), -CLOSED, 0.0, DEAREST_WHEEL)
    return 0.0 if kept_back == 0.0 else min(kept_back, DEAREST_WHEEL)


def meter_opening(case: Case, sample: ShoeSample, cut: float) -> MeterOpening:
    first = case.meters[0]
    others = tuple((each.name, each.reset) for each in case.meters[1:])
    fair = CountedWager(case).valued.break_even(first.name)
    if fair is None:
        return MeterOpening(first.name, first.reset, None, None)
    top = max(float(fair), float(first.reset))
    at_top = CountedWager(case, ((first.name, round(top)), *others))
    removal = side_removal(case, meters=at_top.meters)
    without, _ = expectations(CountedWager(case, others), removal, sample)
    whole, _ = expectations(at_top, removal, sample)

    def standing(share: float) -> Floats:
        values: Floats = without + share * (whole - without)
        return values

    nothing = off_the_full(at_top, whole, offered(at_top, sample.left))
    takes = most_taken(case, sample, cut, standing, nothing, at_top.meters)
    share = last_below(takes, CLOSED, 0.0, 1.0)
    return MeterOpening(first.name, first.reset, float(fair), share * top)


def most_taken(
    case: Case,
    sample: ShoeSample,
    cut: float,
    values: Callable[[float], Floats],
    nothing: Floats,
    meters: MetersStand = (),
) -> Callable[[float], float]:
    """What the best count takes, of expectations that hang on one number. `nothing` is 0 on average."""
    wager = CountedWager(case, meters)
    often = offered(wager, sample.left)
    ways = ways_to_count(side_removal(case, meters=meters), sample)
    return lambda number: max(
        triggered(values(number), often, way, sample, (cut,), nothing)[0].per_100 for way in ways
    )


def perfectly(case: Case, sample: ShoeSample, cut: float, values: Floats, nothing: Floats) -> float:
    often = offered(CountedWager(case), sample.left)
    return taken(values > 0, values, often, sample, cut, None, [nothing]).per_100
