"""What a simulation is asked for, judged at a table: one limit and one wording, whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from vingt.analysis.chart.chart import Chart
from vingt.analysis.exact.edge import edge
from vingt.analysis.simulation.devices.device import devices
from vingt.analysis.simulation.figures.side_wagers import every_wager
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.run import MOST_ROUNDS, Goal
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.report.words.unknown import Unknown

MOST_SEED = 2**63 - 1
MOST_THREADS = 1024
ALL, NONE = "all", "none"


@dataclass(frozen=True)
class SimulationRequest:
    """`said` is how whoever asks writes a thing, `as_option` or `as_argument`. `wagers` are `all`, `none` or
    ids. The workers of a `cluster` have devices of their own."""

    said: Callable[[str, object], str]
    rounds: float | str
    until_se: float | None
    seed: int
    boxes: int
    wagers: str | Collection[str]
    device: str
    threads: int | None
    cluster: bool = False

    @property
    def goal(self) -> Goal:
        if self.until_se is not None and not 0 < self.until_se < 1:
            asked = self.said("until_se", self.until_se)
            raise Unreadable(f"{asked}: write a standard error between 0 and 1, like 1e-6")
        return Goal(rounds_of(self.said("rounds", self.rounds), self.rounds), self.until_se)

    def plan_at(self, rules: TableRules, stake: int, cut: Fraction | None) -> Plan:
        """The plan by composition: what can be refused without a strategy is refused before one is found."""
        if not 0 <= self.seed <= MOST_SEED:
            asked = self.said("seed", self.seed)
            raise Unreadable(f"{asked}: write a whole number from 0 to {MOST_SEED}")
        if not 1 <= self.boxes <= rules.boxes.seats:
            asked, cite = self.said("boxes", self.boxes), rules.cite("boxes.seats")
            raise Unreadable(f"{asked}: this table has 1 to {rules.boxes.seats} ({cite})")
        self.check_device()
        return Plan(rules, None, stake, self.seed, self.boxes, cut, self.wagers_at(rules, stake))

    def check_device(self) -> None:
        known = devices()
        if self.device not in known:
            raise Unknown("device", self.device, known)
        if not self.cluster and known[self.device]:
            asked = self.said("device", self.device)
            raise Unreadable(f"{asked} cannot be used here: {known[self.device]}")
        if self.threads is not None and not 1 <= self.threads <= MOST_THREADS:
            raise Unreadable(f"{self.said('threads', self.threads)}: write 1 to {MOST_THREADS}")

    def wagers_at(self, rules: TableRules, stake: int) -> tuple[str, ...]:
        """In the table's order; `all` is all that can be simulated. What rides on a wager comes with it."""
        offered = [offer.id for offer in rules.wagers]
        if self.wagers == NONE:
            return ()
        if self.wagers == ALL:
            return every_wager(rules, stake, self.boxes)[0]
        named = {self.wagers} if isinstance(self.wagers, str) else set(self.wagers)
        for name in sorted(named - set(offered)):
            raise Unknown("side wager at this table", name, (ALL, NONE, *offered))
        return tuple(name for name in offered if name in named)

    def left_out(self, plan: Plan) -> tuple[str, ...]:
        """Side wagers that `all` does not stand for, each with the reason."""
        return every_wager(plan.rules, plan.stake, plan.boxes)[1] if self.wagers == ALL else ()


def rounds_of(asked: str, written: object) -> int:
    """A number of rounds as people write it: 1e9, 1_000_000, 2.5e6."""
    try:
        number = Decimal(str(written).strip().replace(",", "").replace("_", ""))
    except InvalidOperation:
        raise Unreadable(f"{asked}: write a number of rounds, like 1e9 or 1_000_000") from None
    if not number.is_finite() or number != number.to_integral_value() or number < 1:
        raise Unreadable(f"{asked}: write a whole number of rounds, at least 1")
    if number > MOST_ROUNDS:
        raise Unreadable(f"{asked}: at most {MOST_ROUNDS:.0e} rounds; no machine ends that in your lifetime")
    return int(number)


def cut_at(rules: TableRules, asked: str, written: str | None, like: str) -> Fraction:
    """The share of the shoe that is dealt; unwritten, to where the rulebook puts the cover card."""
    if rules.shoe.shuffler == "continuous":
        cite = rules.cite("shoe.shuffler", "shoe.continuous_shuffler_waives")
        raise Unreadable(
            f"{asked}: a continuous shuffler has all cards back before the next round ({cite}): no cover "
            "card comes out and there is no cut-card effect; leave it out"
        )
    from_back = rules.shoe.cover_card_from_back
    try:
        dealt = 1 - from_back if written is None and from_back is not None else Fraction(written or "")
    except (ValueError, ZeroDivisionError):
        dealt = Fraction(0)
    if not 0 < dealt < 1:
        raise Unreadable(f"{asked}: write {like} for the share dealt before the cover card")
    return dealt


def followed_chart(rules: TableRules, followed: str | Chart) -> Chart | None:
    """The chart to follow, or None for best play by composition."""
    if isinstance(followed, Chart):
        return followed
    return edge(rules, "chart", with_law=False).chart if followed == "chart" else None
