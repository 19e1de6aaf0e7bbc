"""What the analysis answers, as values that stay as they are however the analysis is built."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from vingt.core.cite import Cite


class OtherRules(UserWarning):
    """A strategy is followed that was made for other rules."""

    __module__ = "vingt"


def percent(value: float | None) -> str:
    return "not known" if value is None else f"{100 * value:.4f}%"


@dataclass(frozen=True)
class Edge:
    """The value of the main wager, exactly, in wagers, by a `strategy`: "composition", "chart", "file" or
    "the strategy given". `parts` adds up to what the player expects without the
    super bonus; `net_results` is the chance of each net result; `chart` the best chart, where it was asked
    for. Where hands are switched, it is the value of both in units of both wagers together, and there is no
    law of net results: `net_results` is empty and `variance` None."""

    __module__ = "vingt"

    title: str
    strategy: str
    house_edge: float
    parts: Mapping[str, float]
    net_results: Mapping[float, float] = field(repr=False)
    variance: float | None
    chart: str = field(default="", repr=False)
    json: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def expectation(self) -> float:
        """What the player expects: the house edge with its sign turned."""
        return -self.house_edge

    def __str__(self) -> str:
        return f"{self.title}: house edge {percent(self.house_edge)} by {self.strategy}"


@dataclass(frozen=True)
class Strategy:
    """The best chart a person can follow. `text` is a strategy file; `costs` what following it costs against
    best play by the exact cards, in wagers; `cells[section][hand][up card]` what it says."""

    __module__ = "vingt"

    title: str
    text: str = field(repr=False)
    house_edge: float
    costs: float
    cells: Mapping[str, Mapping[str, Mapping[str, str]]] = field(repr=False)
    legend: Mapping[str, str] = field(repr=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class WagerValue:
    """A side wager as the table offers it. `house_edge` is per unit staked, and None where cards alone do not
    decide it; `covers` says of what it is the edge."""

    __module__ = "vingt"

    id: str
    name: str
    paytable: str
    house_edge: float | None
    hit_frequency: float
    covers: str
    lines: Mapping[str, float]
    cite: Cite

    def __str__(self) -> str:
        edge, hits = percent(self.house_edge), percent(self.hit_frequency)
        return f"{self.name} ({self.paytable}): house edge {edge} of the {self.covers}, hits {hits}"


@dataclass(frozen=True)
class Advice:
    """One action for a hand. `expectation` is in original wagers, None where `why` and `cite` say what bars
    it."""

    __module__ = "vingt"

    action: str
    expectation: float | None
    best: bool
    why: str
    cite: Cite

    @property
    def allowed(self) -> bool:
        return self.expectation is not None

    def __str__(self) -> str:
        if self.expectation is None:
            return f"{self.action}: not allowed, {self.why} [{self.cite}]"
        return f"{self.action}: {self.expectation:+.6f}" + (" (best)" if self.best else "")


@dataclass(frozen=True)
class Progress:
    """Where a simulation stands; printed, it is a line."""

    __module__ = "vingt"

    rounds: int
    of: int
    house_edge: float
    standard_error: float
    seconds: float

    def __str__(self) -> str:
        so_far = f"house edge {percent(self.house_edge)} ± {percent(self.standard_error)}"
        return f"{self.rounds:,} of {self.of:,} rounds in {self.seconds:.1f} s: {so_far}"


@dataclass(frozen=True)
class SimulatedWager:
    """A side wager in a simulation, per unit staked."""

    __module__ = "vingt"

    id: str
    house_edge: float
    standard_error: float
    exact_house_edge: float | None

    def __str__(self) -> str:
        played = f"{percent(self.house_edge)} ± {percent(self.standard_error)}"
        return f"{self.id}: house edge {played}, exactly {percent(self.exact_house_edge)}"


@dataclass(frozen=True)
class Simulation:
    """Rounds played, and the exact value beside them: `off` is their difference in standard errors, None for
    a shoe that is dealt on, whose value is another."""

    __module__ = "vingt"

    title: str
    rounds: int
    seed: int
    house_edge: float
    standard_error: float
    exact_house_edge: float | None
    off: float | None
    wagers: tuple[SimulatedWager, ...]
    seconds: float
    json: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        return (
            f"{self.title}: house edge {percent(self.house_edge)} ± {percent(self.standard_error)} after "
            f"{self.rounds:,} rounds, exactly {percent(self.exact_house_edge)}"
        )
