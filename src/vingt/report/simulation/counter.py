"""A player who counts, as the options of `vingt simulate` describe one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from vingt.analysis.counters.kept import kept_count, side_counter, stepped
from vingt.analysis.counting.indices import IndexChart
from vingt.analysis.counting.played_counts import charts_by_count, insured_from, ramp
from vingt.analysis.counting.systems import CountSystem, system_named
from vingt.analysis.exact.edge import edge
from vingt.analysis.exact.side.cases import Case
from vingt.analysis.simulation.counter import Counter, SideCounter
from vingt.analysis.simulation.lookups.layout import refuse_what_is_not_carried
from vingt.analysis.simulation.plan import Plan
from vingt.core.money import Cents
from vingt.core.rules.submission import Unreadable
from vingt.report.words.amounts import cents

USUAL_SPREAD = "1-8"
USUAL_CUT = "0.75"
USUAL_BANKROLL = "10000"
MOST_UNITS = 1000
NEEDS_COUNT = "goes with --count SYSTEM"
WITHOUT_COUNT = {"--cut": "; where nobody counts, a cover card is asked for by --shoe cut=0.75"}


@dataclass(frozen=True)
class CountingOptions:
    """The options as typed."""

    system: str | None = None
    running: bool = False
    spread: str | None = None
    ramp: str | None = None
    cut: str | None = None
    wong_in: int | None = None
    wong_out: int | None = None
    no_indices: bool = False
    bankroll: str | None = None

    def given(self) -> list[tuple[str, object]]:
        return [
            (name, value)
            for name, value in (
                ("--count", self.system),
                ("--running", self.running),
                ("--spread", self.spread),
                ("--ramp", self.ramp),
                ("--cut", self.cut),
                ("--wong-in", self.wong_in),
                ("--wong-out", self.wong_out),
                ("--no-indices", self.no_indices),
                ("--bankroll", self.bankroll),
            )
            if value is not None and value is not False
        ]

    @property
    def counts(self) -> bool:
        """Whether somebody counts; options that only a counter has are else refused."""
        if self.system is None:
            for name, _ in self.given():
                raise Unreadable(f"{name} {NEEDS_COUNT}{WITHOUT_COUNT.get(name, '')}")
        if self.spread is not None and self.ramp is not None:
            raise Unreadable("--spread or --ramp, not both: a ramp says every wager")
        return self.system is not None

    @property
    def words(self) -> tuple[str, ...]:
        """As they are typed again."""
        return tuple(
            word
            for name, value in self.given()
            for word in ((name,) if value is True else (name, str(value)))
        )

    def shoe(self, shoe: str) -> str:
        """The shoe that is dealt: one that is shuffled each round tells a counter nothing."""
        if self.cut is not None and shoe != "fresh":
            raise Unreadable("--cut or --shoe, not both")
        if self.cut is not None:
            if re.fullmatch(r"0?\.\d{1,6}|\d{1,3}/\d{1,3}", self.cut) is None:
                raise Unreadable(f"--cut {self.cut}: the share of the shoe that is dealt, like 0.75")
            return f"cut={self.cut}"
        return f"cut={USUAL_CUT}" if shoe == "fresh" else shoe

    def checked_bankroll(self) -> Cents:
        return cents(self.bankroll or USUAL_BANKROLL)

    def checked_spread(self) -> tuple[int, int]:
        match = re.fullmatch(r"(\d{1,4})-(\d{1,4})", self.spread or USUAL_SPREAD)
        least, most = (int(each) for each in match.groups()) if match else (0, 0)
        if not 1 <= least <= most <= MOST_UNITS:
            raise Unreadable(f"--spread {self.spread}: write the least and the most units, like 1-8")
        return least, most

    def steps(self) -> list[tuple[int, int]]:
        """Counts from which on so many units are wagered."""
        steps = []
        for part in (self.ramp or "").split(","):
            match = re.fullmatch(r"\s*([+-]?\d{1,3})\s*:\s*(\d{1,4})\s*", part)
            if match is None or int(match[2]) > MOST_UNITS:
                raise Unreadable(f"--ramp {self.ramp}: write counts and units, like 1:2,2:4,3:8")
            steps.append((int(match[1]), int(match[2])))
        if sorted({count for count, _ in steps}) != [count for count, _ in steps]:
            raise Unreadable(f"--ramp {self.ramp}: name each count once, the lowest first")
        return steps


NOBODY = CountingOptions()


def counted_plan(
    plan: Plan,
    ask: CountingOptions,
    indices: Callable[[CountSystem], IndexChart],
    case_of: Callable[[str], Case],
) -> Plan:
    """The plan with a counter, whose play is the best chart and the system's indices."""
    assert ask.system is not None
    system = system_named(ask.system)
    steps = ask.steps() if ask.ramp is not None else None
    spread = ask.checked_spread()
    count = kept_count(system, plan.rules, running=ask.running)
    counts = range(count.least, count.most + 1)
    for name, asked in (("--wong-in", ask.wong_in), ("--wong-out", ask.wong_out)):
        if asked is not None and asked not in counts:
            raise Unreadable(f"{name} {asked}: a count from {counts[0]} to {counts[-1]}")
    if ask.wong_out is not None and (ask.wong_in is None or ask.wong_out > ask.wong_in):
        raise Unreadable("--wong-out: at most the count of --wong-in, from which one comes in")
    if ask.running and steps is None:
        raise Unreadable("--running: say with --ramp what each running count wagers; the count begins at 0")
    flat_wager = Counter(
        count,
        (1,) * count.bins,
        joins=ask.wong_in,
        leaves=ask.wong_out if ask.wong_out is not None else ask.wong_in,
        sides=tuple(counted_aside(plan, case_of(wager)) for wager in plan.wagers),
    )
    refuse_what_is_not_carried(replace(plan, counter=flat_wager))
    by_index = not ask.running and not ask.no_indices
    indexed = indices(system) if by_index or steps is None else None
    chart = plan.strategy or edge(plan.rules, "chart", wager=plan.stake, with_law=False).chart
    counter = replace(
        flat_wager,
        units=stepped(steps, counts) if steps is not None else ramp_of(indexed, counts, spread),
        charts=charts_by_count(chart, indexed, counts) if by_index and chart and indexed else (),
        insures_from=insured_from(indexed) if by_index and indexed else None,
    )
    return replace(plan, strategy=chart, counter=counter)


def ramp_of(found: IndexChart | None, counts: range, spread: tuple[int, int]) -> tuple[int, ...]:
    assert found is not None
    return ramp(found, counts, *spread)


def counted_aside(plan: Plan, case: Case) -> SideCounter:
    counter = side_counter(case, plan)
    if counter is None:
        raise Unreadable(
            f"--wagers {case.wager.id}: no card changes what it is worth, so there is nothing to count"
        )
    return counter
