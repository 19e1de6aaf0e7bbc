"""What the side wagers of a table can lose to a count, and what closes them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from vingt.analysis.counting.attack import CLOSED, Attack, Taken, attack, shoes_for
from vingt.analysis.counting.composition import full_shoe
from vingt.analysis.counting.openings import MeterOpening, WheelOpening, meters_at_reset, opening
from vingt.analysis.counting.removal import WhenDone
from vingt.analysis.counting.shoes import CUTS, DealPace, ShoeSample, sampled
from vingt.analysis.counting.side_wager import CountedWager
from vingt.analysis.exact.side.cases import Case, is_drawn
from vingt.core.rules.table_rules import TableRules

# Seconds in which nothing is dealt, once a shoe is at its end
SHUFFLE_SECONDS = {"manual": 120, "batch": 40, "continuous": 0}
DRAWN = "drawn by a device: no card decides it"
FREE = "costs nothing: it comes with another wager"


def own_cut(rules: TableRules) -> float:
    """The share of the shoe that this table deals."""
    from_back = rules.shoe.cover_card_from_back
    return CUTS[1] if from_back is None else float(1 - from_back)


def cuts_of(rules: TableRules) -> tuple[float, ...]:
    """Three penetrations, and the table's own where it is none of them."""
    own = own_cut(rules)
    return CUTS if any(abs(own - each) < 1e-9 for each in CUTS) else tuple(sorted((*CUTS, own)))


class Samples:
    """Samples of shoes, as large as each wager can bear, made once for each shoe and size."""

    def __init__(self, most: int, pace: DealPace | None = None, deepest: float = CUTS[-1]) -> None:
        self.most, self.pace, self.deepest = most, pace, deepest
        self.of_shoes: dict[tuple[tuple[int, ...], int], ShoeSample] = {}

    def of(self, case: Case) -> ShoeSample:
        shoes = shoes_for(case, self.most)
        full = full_shoe(case.decks, case.ranks)
        key = tuple(full.tolist()), shoes
        if key not in self.of_shoes:
            self.of_shoes[key] = sampled(full, shoes, self.deepest, pace=self.pace)
        return self.of_shoes[key]


@dataclass(frozen=True)
class SideRisk:
    """A wager as offered, meters at their reset, and the same with other paytables, decks or rules. Where it
    has no one expectation `offered` is None and `opening` says from where on a count takes something;
    `beyond` says why no count can."""

    case: Case
    cut: float  # the table's own, at which it is judged
    offered: Attack | None = None
    others: tuple[Attack, ...] = field(default_factory=tuple)
    opening: MeterOpening | WheelOpening | None = None
    beyond: str = ""

    def own(self, takes: tuple[Taken, ...]) -> Taken:
        return min(takes, key=lambda each: abs(each.cut - self.cut))

    @property
    def counted(self) -> Taken | None:
        return None if self.offered is None else self.own(self.offered.counted)

    @property
    def perfect(self) -> Taken | None:
        return None if self.offered is None else self.own(self.offered.perfect)

    @property
    def is_open(self) -> bool:
        return self.counted is not None and self.counted.per_100 >= CLOSED

    @property
    def closing(self) -> list[Attack]:
        """What leaves nothing to count for, the cheapest to the player first."""
        closed = [each for each in self.others if self.own(each.counted).per_100 < CLOSED]
        return sorted(closed, key=lambda each: -each.removal.ev)


def side_risk(case: Case, others: Iterable[Case], samples: Samples, rules: TableRules) -> SideRisk:
    """With its other paytables, decks and rules, which are looked at only where it is open."""
    cut, cuts = own_cut(rules), cuts_of(rules)
    if is_drawn(case.wager):
        return SideRisk(case, cut, beyond=DRAWN)
    if CountedWager(case).valued.covers == "added value":
        return SideRisk(case, cut, beyond=FREE)
    sample = samples.of(case)
    offered = attack(case, sample, cuts, meters_at_reset(case))
    risk = SideRisk(case, cut, offered, opening=opening(case, sample, cut))
    if not risk.is_open:
        return risk
    tried = (attack(each, samples.of(each), cuts, meters_at_reset(each)) for each in others)
    return SideRisk(case, cut, offered, tuple(each for each in tried if each is not None), risk.opening)


def side_risks(
    cases: Iterable[tuple[Case, list[Case]]], samples: Samples, rules: TableRules, done: WhenDone
) -> list[SideRisk]:
    risks = []
    for case, others in cases:
        risks.append(side_risk(case, others, samples, rules))
        done()
    return risks


# -- time --------------------------------------------------------------------------------------------------


def rounds_a_shoe(sample: ShoeSample, cut: float) -> float:
    return float(sample.before(cut).sum()) / sample.shoes


def time_lost(rounds: float, per_hour: float, shuffle_seconds: float) -> float:
    """The share of an hour that shuffling takes, at so many rounds an hour while the shoe is dealt."""
    dealing = rounds * 3600 / per_hour
    return shuffle_seconds / (dealing + shuffle_seconds)
