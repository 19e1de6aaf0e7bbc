"""What a simulation is asked for, as typed: read, judged at a table, and written back as a command."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import isfinite

from vingt.analysis.simulation.figures.side_wagers import every_wager
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.report import Day
from vingt.analysis.simulation.run import MOST_ROUNDS, Goal
from vingt.core.money import Cents
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.report.simulation.counter import NOBODY, CountingOptions
from vingt.report.words.amounts import wager_at
from vingt.report.words.unknown import Unknown

USUAL_ROUNDS = 10_000_000
MOST_SEED = 2**63 - 1
ALL, NONE = "all", "none"


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
    def goal(self) -> Goal:
        if self.until_se is not None and not 0 < self.until_se < 1:
            raise Unreadable(
                f"--until-se {self.until_se:g}: write a standard error between 0 and 1, like 1e-6"
            )
        most = MOST_ROUNDS if self.until_se is not None else USUAL_ROUNDS
        return Goal(most if self.rounds is None else rounds_of("--rounds", self.rounds), self.until_se)

    @property
    def day(self) -> Day:
        for name, number in (("--rounds-per-hour", self.rounds_per_hour), ("--hours", self.hours)):
            if not isfinite(number) or number <= 0:
                raise Unreadable(f"{name} {number:g}: write a number above 0")
        if self.paths < 2:
            raise Unreadable(f"--paths {self.paths}: write at least 2")
        own = None if self.path_rounds is None else rounds_of("--path-rounds", self.path_rounds)
        return Day(self.rounds_per_hour, self.hours, self.paths, own)

    def checked_seed(self) -> int:
        if not 0 <= self.seed <= MOST_SEED:
            raise Unreadable(f"--seed {self.seed}: write a whole number from 0 to {MOST_SEED}")
        return self.seed

    def checked_threads(self) -> int | None:
        if self.threads is not None and not 1 <= self.threads <= 1024:
            raise Unreadable(f"--threads {self.threads}: write 1 to 1024")
        return self.threads

    def boxes_at(self, rules: TableRules) -> int:
        if not 1 <= self.boxes <= rules.boxes.seats:
            cite = rules.cite("boxes.seats")
            raise Unreadable(f"--boxes {self.boxes}: this table has 1 to {rules.boxes.seats} ({cite})")
        return self.boxes

    def cut_at(self, rules: TableRules) -> Fraction | None:
        """None for a fresh shoe each round; `cut` alone is where the rulebook puts the cover card."""
        word, _, share = self.shoe.partition("=")
        if self.shoe == "fresh":
            return None
        if rules.shoe.shuffler == "continuous":
            cite = rules.cite("shoe.shuffler", "shoe.continuous_shuffler_waives")
            raise Unreadable(
                f"--shoe {self.shoe}: a continuous shuffler has all cards back before the next round "
                f"({cite}): no cover card comes out and there is no cut-card effect; leave --shoe out"
            )
        from_back = rules.shoe.cover_card_from_back
        try:
            dealt = 1 - from_back if self.shoe == "cut" and from_back is not None else Fraction(share)
        except (ValueError, ZeroDivisionError):
            dealt = Fraction(0)
        if word != "cut" or not 0 < dealt < 1:
            raise Unreadable(
                f"--shoe {self.shoe}: write fresh, or cut=0.75 for the share dealt before the cover card"
            )
        return dealt

    def stake_at(self, rules: TableRules) -> Cents:
        return wager_at(rules, self.stake, "--stake")

    def wagers_at(self, rules: TableRules, stake: Cents) -> tuple[str, ...]:
        """In the table's order; `all` is all that can be simulated. What rides on a wager comes with it."""
        offered = [offer.id for offer in rules.wagers]
        if self.wagers == NONE:
            return ()
        if self.wagers == ALL:
            return every_wager(rules, stake, self.boxes)[0]
        named = {name.strip() for name in self.wagers.split(",") if name.strip()}
        for name in sorted(named - set(offered)):
            raise Unknown("side wager at this table", name, (ALL, NONE, *offered))
        return tuple(name for name in offered if name in named)

    def left_out(self, plan: Plan) -> tuple[str, ...]:
        """Side wagers that `all` does not stand for, each with the reason."""
        return every_wager(plan.rules, plan.stake, plan.boxes)[1] if self.wagers == ALL else ()

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


def rounds_of(option: str, text: str) -> int:
    """A number of rounds as people write it: 1e9, 1_000_000, 2.5e6."""
    try:
        number = Decimal(text.strip().replace(",", "").replace("_", ""))
    except InvalidOperation:
        raise Unreadable(f"{option} {text}: write a number of rounds, like 1e9 or 1_000_000") from None
    if not number.is_finite() or number != number.to_integral_value() or number < 1:
        raise Unreadable(f"{option} {text}: write a whole number of rounds, at least 1")
    if number > MOST_ROUNDS:
        raise Unreadable(
            f"{option} {text}: at most {MOST_ROUNDS:.0e} rounds; no machine ends that in your lifetime"
        )
    return int(number)
