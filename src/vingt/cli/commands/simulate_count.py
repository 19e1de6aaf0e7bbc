"""`vingt simulate --count`: a player who counts, made of the options."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from vingt.analysis.counters.kept import kept_count, side_counter, stepped
from vingt.analysis.counting.indices import IndexChart
from vingt.analysis.counting.played_counts import charts_by_count, insured_from, ramp
from vingt.analysis.counting.systems import system_named
from vingt.analysis.exact.edge import edge
from vingt.analysis.simulation.counter import Counter, SideCounter
from vingt.analysis.simulation.plan import Plan
from vingt.cli.commands.count import indices_at
from vingt.cli.terminal.analysis import cents
from vingt.core.money import Cents
from vingt.core.rules.submission import Unreadable
from vingt.report.counting.cases import case_of
from vingt.report.proposal import Proposal

USUAL_SPREAD = "1-8"
USUAL_CUT = "0.75"
USUAL_BANKROLL = "10000"
MOST_UNITS = 1000
NEEDS_COUNT = "goes with --count SYSTEM"


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
                raise Unreadable(f"{name} {NEEDS_COUNT}")
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


def counted_plan(at: Proposal, plan: Plan, ask: CountingOptions) -> Plan:
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
    indexed = None
    if not ask.running:
        indexed = indices_at(at, system, Cents(plan.stake))
    elif steps is None:
        raise Unreadable("--running: say with --ramp what each running count wagers; the count begins at 0")
    chart = plan.strategy or edge(plan.rules, "chart", wager=plan.stake, with_law=False).chart
    by_index = indexed is not None and not ask.no_indices
    return replace(
        plan,
        strategy=chart,
        counter=Counter(
            count,
            stepped(steps, counts) if steps is not None else ramp_of(indexed, counts, spread),
            charts_by_count(chart, indexed, counts) if by_index and chart and indexed else (),
            insured_from(indexed) if by_index and indexed else None,
            ask.wong_in,
            ask.wong_out if ask.wong_out is not None else ask.wong_in,
            tuple(counted_aside(at, plan, wager) for wager in plan.wagers),
        ),
    )


def ramp_of(found: IndexChart | None, counts: range, spread: tuple[int, int]) -> tuple[int, ...]:
    assert found is not None
    return ramp(found, counts, *spread)


def counted_aside(at: Proposal, plan: Plan, wager: str) -> SideCounter:
    counter = side_counter(case_of(at, wager, None), plan)
    if counter is None:
        raise Unreadable(f"--wagers {wager}: no card changes what it is worth, so there is nothing to count")
    return counter
