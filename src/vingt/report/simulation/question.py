"""What a simulation is asked for, as typed: read, and written back as a command."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

from vingt.analysis.simulation.report import Day
from vingt.analysis.simulation.run import MOST_ROUNDS
from vingt.core.money import Cents
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.report.simulation.counter import NOBODY, CountingOptions
from vingt.report.simulation.request import ALL, NONE, SimulationRequest, cut_at, rounds_of
from vingt.report.words.amounts import wager_at
from vingt.report.words.asked import as_option

USUAL_ROUNDS = 10_000_000


@dataclass(frozen=True)
class SimulationOptions:
    """The options as typed; the properties say what they mean or what is wrong with them."""

    rules: str
    choices: tuple[str, ...]
    rounds: str | None
    seed: int
    device: str
    threads: int | None
    strategy: str
    boxes: int
    shoe: str
    wagers: str
    stake: str
    until_se: float | None
    checkpoint: str | None
    cluster: str | None
    rounds_per_hour: float
    hours: float
    paths: int
    path_rounds: str | None
    for_super_bonus: bool = False
    counting: CountingOptions = NOBODY

    @property
    def request(self) -> SimulationRequest:
        usual = MOST_ROUNDS if self.until_se is not None else USUAL_ROUNDS
        rounds = usual if self.rounds is None else self.rounds
        named = [name.strip() for name in self.wagers.split(",") if name.strip()]
        wagers = self.wagers if self.wagers in (ALL, NONE) else named
        return SimulationRequest(
            as_option, rounds, self.until_se, self.seed, self.boxes, wagers, self.device, self.threads,
            self.cluster is not None,
        )  # fmt: skip

    @property
    def day(self) -> Day:
        for name, number in (("--rounds-per-hour", self.rounds_per_hour), ("--hours", self.hours)):
            if not isfinite(number) or number <= 0:
                raise Unreadable(f"{name} {number:g}: write a number above 0")
        if self.paths < 2:
            raise Unreadable(f"--paths {self.paths}: write at least 2")
        asked = as_option("path_rounds", self.path_rounds)
        own = None if self.path_rounds is None else rounds_of(asked, self.path_rounds)
        return Day(self.rounds_per_hour, self.hours, self.paths, own)

    def cut_at(self, rules: TableRules) -> Fraction | None:
        """None for a fresh shoe each round; `cut` alone is where the rulebook puts the cover card."""
        if self.shoe == "fresh":
            return None
        word, _, share = self.shoe.partition("=")
        written = None if self.shoe == "cut" else share if word == "cut" else ""
        return cut_at(rules, as_option("shoe", self.shoe), written, "fresh, or cut=0.75")

    def stake_at(self, rules: TableRules) -> Cents:
        return wager_at(rules, self.stake, "--stake")

    def again(self, checkpoint: str) -> str:
        """The command that goes on from a checkpoint."""
        words = ["vingt", "simulate", self.rules]
        for choice in self.choices:
            words += ["--set", choice]
        for name, given, usual in (
            ("--rounds", self.rounds, None),
            ("--until-se", None if self.until_se is None else f"{self.until_se:g}", None),
            ("--seed", self.seed, 1),
            ("--device", self.device, "cpu"),
            ("--threads", self.threads, None),
            ("--strategy", self.strategy, "composition"),
            ("--boxes", self.boxes, 1),
            ("--shoe", "fresh" if self.counting.cut else self.shoe, "fresh"),
            ("--wagers", self.wagers, NONE if self.counting.counts else ALL),
            ("--stake", self.stake, "25"),
            ("--cluster", self.cluster, None),
        ):
            if given != usual:
                words += [name, str(given)]
        if self.for_super_bonus:
            words.append("--for-super-bonus")
        return shlex.join([*words, *self.counting.words, "--checkpoint", checkpoint])
