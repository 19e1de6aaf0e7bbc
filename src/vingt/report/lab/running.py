"""A simulation of a table while it runs: batch after batch, its band beside the exact value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.figures.main_wager import TWO_SIDED_95, Figures
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.run import Point
from vingt.report.simulation.plots import closing_in
from vingt.report.words.figures import percent


@dataclass(frozen=True, slots=True)
class RunningShown:
    rounds: str
    edge: str
    band: str
    exact: str
    off: str
    aims: bool  # at the super bonus
    plot: str


def running_shown(
    plan: Plan, batches: Sequence[Mapping[str, Any]], value: Mapping[str, Any]
) -> RunningShown | None:
    """None before the first batch; `value` is what the exact analysis says of the same table."""
    counts, track = Counts(), []
    for batch in batches:
        counts += Counts.of_json(batch)
        now = Figures(plan, counts)
        track.append(Point(counts.rounds, counts.rounds, now.ev, now.standard_error))
    if not track:
        return None
    last, exact = track[-1], exact_ev(value)
    reach = TWO_SIDED_95 * last.standard_error
    off = (last.ev - exact) / last.standard_error if exact is not None and last.standard_error else None
    return RunningShown(
        rounds=f"{last.rounds:,}",
        edge=percent(-last.ev),
        band=f"{percent(-last.ev - reach)} to {percent(-last.ev + reach)}",
        exact="" if exact is None else percent(-exact),
        off="" if off is None else f"{abs(off):.1f} standard errors",
        aims=plan.aims_at_super_bonus,
        plot=closing_in(track, exact),
    )


def exact_ev(value: Mapping[str, Any]) -> float | None:
    """Of the same play, which aims at a super bonus."""
    return None if value.get("why") else float(value["ev_without_super_bonus"]) + float(value["super_bonus"])
