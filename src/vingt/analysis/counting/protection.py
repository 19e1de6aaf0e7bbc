"""What a table can lose: its main wager and its side wagers, to a count and to a player who knows every card
that is left, and what closes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vingt.analysis.counting.actions import solved
from vingt.analysis.counting.attack import Attack, Taken, attack, shoes_for
from vingt.analysis.counting.composition import by_value_and_suit, full_shoe
from vingt.analysis.counting.correlation import best_tags, follows
from vingt.analysis.counting.indices import counts_solved
from vingt.analysis.counting.playing import PlayingValue, playing_value
from vingt.analysis.counting.removal import Removal, WhenDone, main_removal
from vingt.analysis.counting.shoes import CUTS, ShoeSample, sampled
from vingt.analysis.counting.systems import SYSTEMS, CountSystem
from vingt.analysis.counting.true_count import shoe_at
from vingt.analysis.exact.edge import edge
from vingt.analysis.exact.side.cases import Case
from vingt.analysis.exact.solver import expectation
from vingt.analysis.tabulated.hands import Floats
from vingt.core.cards import RANKS
from vingt.core.rules.table_rules import TableRules

SPREAD = 8  # units when the shoe favours the player, against one otherwise
CLOSED = 0.02  # units per 100 rounds to the best count found: less is nobody's work
SHUFFLE_SECONDS = 120
CHECKED = 12  # shoes that are solved to see how far the straight line is off
MOST_HUMAN = 2  # a level that people keep in a casino


@dataclass(frozen=True)
class MainRisk:
    """In units of the lowest wager. `off` is by how much the exact value of shoes differs from the straight
    line on average, `spread_off` how much it scatters about it."""

    rules: TableRules
    system: CountSystem
    removal: Removal
    counted: tuple[Taken, ...]
    perfect: tuple[Taken, ...]
    flat: float  # best play from the full shoe, per unit
    off: float
    scatter: float
    values: MainValues

    def shifted(self, by: float) -> float:
        """What the count takes per 100 rounds at the deepest cut, were every expectation so much higher."""
        return self.values.counted(CUTS[-1], by).per_100


@dataclass(frozen=True)
class MainValues:
    """The expectation before each round of the sample, by the count and by every card."""

    sample: ShoeSample
    counts: Floats
    by_count: Floats
    by_cards: Floats
    spread: int

    def taken(self, values: Floats, cut: float, trigger: int | None) -> Taken:
        """One unit, and the spread where the shoe favours the player."""
        begun = self.sample.before(cut)
        good = values[begun] > 0
        units = np.where(good, self.spread, 1)
        won = units * values[begun]
        mean = float(won.mean())
        of_shoes = np.bincount(self.sample.shoe[begun], won - mean, minlength=self.sample.shoes)
        error = float(np.sqrt((of_shoes**2).sum())) / len(won)
        share = float(good.mean())
        average = float(values[begun][good].mean()) if good.any() else 0.0
        return Taken(cut, trigger, share, average, 100 * mean, 100 * error)

    def counted(self, cut: float, higher: float = 0.0) -> Taken:
        values = self.by_count + higher
        good = self.counts[values > 0]
        return self.taken(values, cut, int(np.ceil(good.min())) if len(good) else None)


def human_count(removal: Removal) -> CountSystem:
    """The system up to level 2 that follows the main wager best, well-known or found by search."""
    found = [system for system in SYSTEMS.values() if system.level <= MOST_HUMAN]
    found += [best.any for best in best_tags(removal) if best.level <= MOST_HUMAN]
    return max(found, key=lambda system: follows(system, removal))


def main_risk(
    rules: TableRules, shoes: int, wager: int = 2500, spread: int = SPREAD, done: WhenDone = lambda: None
) -> MainRisk:
    ranks = tuple(rank for rank in RANKS if rank not in rules.cards.removed_ranks)
    full = full_shoe(rules.cards.decks, ranks)
    sample = sampled(full, shoes)
    removal = main_removal(rules, "best", wager, done)
    system = human_count(removal)
    counts = sample.true_counts(system)
    grid = counts_solved()
    evs = []
    for count in grid:
        shoe = by_value_and_suit(shoe_at(system, full, float(count), full.sum() / 2))
        evs.append(edge(rules, wager=wager, with_law=False, shoe=shoe).ev)
        done()
    # The mean shoe of half the cards is worth a little more or less than the full one: the cut's own effect
    by_count = np.interp(counts, grid, evs)
    playing, _ = playing_value(rules, wager, done)
    by_cards = straight_line(removal, playing, sample)
    values = MainValues(sample, counts, by_count, by_cards, spread)
    off, scatter = checked(rules, removal, values, wager, done)
    return MainRisk(
        rules,
        system,
        removal,
        tuple(values.counted(cut) for cut in CUTS),
        tuple(values.taken(by_cards, cut, None) for cut in CUTS),
        removal.ev,
        off,
        scatter,
        values,
    )


def straight_line(removal: Removal, playing: PlayingValue, sample: ShoeSample) -> Floats:
    """Effects of removal, less their mean, and what perfect play gains at each depth."""
    full = sample.full
    size = float(full.sum())
    off = removal.by_card - float((removal.by_card * full).sum()) / size
    line = removal.ev - (size - 1) * (sample.left @ off) / sample.cards_left
    depths = np.linspace(0.02, 0.9, 12)
    gains = [playing.gained(None, (float(depth),)) for depth in depths]
    found: Floats = line + np.interp(sample.depth / size, depths, gains)
    return found


def checked(
    rules: TableRules, removal: Removal, values: MainValues, wager: int, done: WhenDone
) -> tuple[float, float]:
    """A few shoes of the sample, solved: the exact value less the line, its mean and its scatter."""
    sample = values.sample
    base = removal.ev - expectation(solved(rules, sample.full.astype(np.float64), wager))
    differences = []
    for at in np.linspace(0, len(sample.left) - 1, CHECKED).astype(int):
        exact = expectation(solved(rules, sample.left[at].astype(np.float64), wager)) + base
        differences.append(exact - float(values.by_cards[at]))
        done()
    return float(np.mean(differences)), float(np.std(differences))


def main_risk_steps(removal_steps: int, values: int) -> int:
    return removal_steps + len(counts_solved()) + values + CHECKED


# -- side wagers -------------------------------------------------------------------------------------------


class Samples:
    """Samples of shoes, as large as each wager can bear, made once for each shoe and size."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.made: dict[tuple[tuple[int, ...], int], ShoeSample] = {}

    def of(self, case: Case) -> ShoeSample:
        shoes = shoes_for(case, self.most)
        full = full_shoe(case.decks, case.ranks)
        key = tuple(full.tolist()), shoes
        if key not in self.made:
            self.made[key] = sampled(full, shoes)
        return self.made[key]


@dataclass(frozen=True)
class SideRisk:
    """A wager as offered, and the same with its other paytables."""

    offered: Attack
    others: tuple[Attack, ...] = ()

    @cached_property
    def closing(self) -> list[Attack]:
        """Other paytables that leave nothing to count for, the dearest to the player last."""
        found = [each for each in self.others if each.counted[-1].per_100 < CLOSED]
        return sorted(found, key=lambda each: -each.removal.ev)

    @property
    def closed_by_cut(self) -> float | None:
        """The deepest of the three cuts at which the wager is not worth counting for."""
        kept = [taken.cut for taken in self.offered.counted if taken.per_100 < CLOSED]
        return max(kept) if kept else None

    @property
    def is_open(self) -> bool:
        return self.offered.counted[-1].per_100 >= CLOSED


def side_risks(cases: Iterable[tuple[Case, list[Case]]], samples: Samples, done: WhenDone) -> list[SideRisk]:
    """Each wager with its other paytables, which are looked at only where it is open."""
    found = []
    for case, others in cases:
        offered = attack(case, samples.of(case))
        if offered is not None:
            risk = SideRisk(offered)
            if risk.is_open and others:
                tried = (attack(each, samples.of(each)) for each in others)
                risk = replace(risk, others=tuple(each for each in tried if each is not None))
            found.append(risk)
        done()
    return found


# -- time --------------------------------------------------------------------------------------------------


def rounds_a_shoe(sample: ShoeSample, cut: float) -> float:
    return float(sample.before(cut).sum()) / sample.shoes


def time_lost(rounds: float, per_hour: float) -> float:
    """The share of an hour that shuffling takes, at so many rounds an hour while the shoe is dealt."""
    dealing = rounds * 3600 / per_hour
    return SHUFFLE_SECONDS / (dealing + SHUFFLE_SECONDS)
