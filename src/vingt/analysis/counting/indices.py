"""Playing indices: the true count at which the best action changes, by the exact value of every action from
the shoe that the count tells of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, floor
from typing import Literal

import numpy as np

from vingt.analysis.chart.rows import pairless, rows_of
from vingt.analysis.counting.actions import (
    DOUBLE,
    HIT,
    NEVER,
    SPLIT,
    STAND,
    SURRENDER,
    ActionValues,
    action_effects,
    action_values,
    met,
    solved,
)
from vingt.analysis.counting.composition import KINDS, VALUE_OF_KIND, by_value, full_shoe
from vingt.analysis.counting.edge_by_count import COUNTS_SOLVED, counts_solved, edge_by_count, reach_of
from vingt.analysis.counting.side_wager import CountedWager
from vingt.analysis.counting.systems import DECK, CountSystem
from vingt.analysis.counting.true_count import mean_tag, shoe_at
from vingt.analysis.exact.lookups import lookups
from vingt.analysis.exact.side.cases import Case
from vingt.analysis.tabulated.hands import VALUES, Floats, Ints, ranks_of
from vingt.core.cards import RANKS
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.outcome import sight_of
from vingt.core.wagers.registry import EVALUATORS

IndexKind = Literal["stand", "double", "split", "surrender"]
KIND_ACTIONS: dict[IndexKind, int] = {
    "stand": STAND,
    "double": DOUBLE,
    "split": SPLIT,
    "surrender": SURRENDER,
}
AGAINST: dict[IndexKind, tuple[int, ...]] = {
    "stand": (HIT,),
    "double": (STAND, HIT),
    "split": (STAND, HIT, DOUBLE),
    "surrender": (STAND, HIT, DOUBLE, SPLIT),
}
ALLOWED = 1e3  # an effect beyond this: one card less forbids the action
FINE = 4  # places in every whole count at which it is looked for
MOST = 4  # so many cards of a hand are told apart, where a rulebook pays by them; the last is "or more"
METHOD = (
    "The count includes the hand and the up card. Every action is valued exactly from the shoe that the "
    "count tells of, half the shoe left: the mean of all shoes with that count that had the cards of the "
    "hand. Hands of one row are weighed by how often they are met."
)


@dataclass(frozen=True)
class PlayIndex:
    """`at` is where the action becomes better (`above`: from there upwards; else downwards); None where it
    does not change within the system's reach, and `always` says which is then better. `cards` is 0 for
    any."""

    kind: IndexKind
    section: str
    row: int
    cards: int
    up: int
    at: float | None
    above: bool
    always: bool
    often: float

    @property
    def whole(self) -> int | None:
        """The whole true count from which (up to which) it is done by those who round their count down: a 3
        of theirs is 3.5 on average."""
        if self.at is None:
            return None
        return ceil(self.at - 0.5) if self.above else floor(self.at - 0.5)


@dataclass(frozen=True)
class IndexChart:
    rules: TableRules
    system: CountSystem
    shoe: Ints
    left: float
    indices: tuple[PlayIndex, ...]
    insurance: float | None
    evs: tuple[tuple[float, float], ...]  # best play by true count before the deal, nothing insured
    reach: int  # indices are looked for up to this count, and down to as much below 0

    def find(self, kind: IndexKind, section: str, row: int, up: int, cards: int = 0) -> PlayIndex:
        key = kind, section, row, up, cards
        return next(
            each for each in self.indices if (each.kind, each.section, each.row, each.up, each.cards) == key
        )


def index_chart(
    rules: TableRules,
    system: CountSystem,
    insurance: Case | None = None,
    wager: int = 2500,
    done: Callable[[], None] = lambda: None,
) -> IndexChart:
    ranks = tuple(rank for rank in RANKS if rank not in rules.cards.removed_ranks)
    shoe = full_shoe(rules.cards.decks, ranks)
    left = float(shoe.sum()) / 2
    edges = edge_by_count(rules, system, shoe, wager, done)
    values: list[ActionValues] = []
    for true_count in edges.counts:
        values.append(action_values(rules, shoe_at(system, shoe, float(true_count), left), wager))
        done()
    _, effects = action_effects(rules, shoe, wager, done)
    search = IndexSearch(rules, system, shoe, left, values, effects, wager)
    return IndexChart(
        rules,
        system,
        shoe,
        left,
        tuple(search.all()),
        None if insurance is None else insurance_index(insurance, system, shoe, left),
        tuple(zip(edges.counts.tolist(), edges.worth(edges.counts, left).tolist(), strict=True)),
        reach_of(system, shoe),
    )


def index_steps() -> int:
    """How often `index_chart` says that it went on."""
    return 2 * COUNTS_SOLVED + 1 + VALUES


def places_of(system: CountSystem, shoe: Ints) -> Floats:
    """The counts among which indices are looked for."""
    reach = reach_of(system, shoe)
    places: Floats = np.linspace(-reach, reach, 2 * FINE * reach + 1)
    return places


class IndexSearch:
    def __init__(
        self,
        rules: TableRules,
        system: CountSystem,
        shoe: Ints,
        left: float,
        values: list[ActionValues],
        effects: Floats,
        wager: int,
    ) -> None:
        self.effects, self.cards = effects, by_value(shoe)
        solved_shoes = (shoe_at(system, shoe, float(count), left) for count in counts_solved(system, shoe))
        self.mean_shoes = np.array([by_value(each) for each in solved_shoes])
        self.rules, self.left, self.wager = rules, left, wager
        self.counts, self.places = counts_solved(system, shoe), places_of(system, shoe)
        self.mean = mean_tag(system, shoe)
        self.tags = value_tags(system, shoe)
        self.worth = np.array([each.worth for each in values])  # [count, up, action, hand]
        self.looked_up = lookups(rules, wager)
        self.often = met(solved(rules, shoe.astype(np.float64), wager))
        self.by_cards = rules.bonus is not None

    def all(self) -> Iterator[PlayIndex]:
        for up, rank in enumerate(ranks_of(self.rules)):
            if rank is not None:
                for kind in KIND_ACTIONS:
                    for key, hands in self.rows(kind, up).items():
                        yield self.index(kind, key, up, hands)

    def rows(self, kind: IndexKind, up: int) -> dict[tuple[str, int, int], list[int]]:
        """The hands of each row of a chart that may do this; by number of cards where that is paid for."""
        sections, numbers = rows_of(self.looked_up)
        action, size, total = KIND_ACTIONS[kind], self.looked_up.hands.size, self.looked_up.total
        rows: dict[tuple[str, int, int], list[int]] = {}
        for hand in np.nonzero(self.often[up] > 0)[0].tolist():
            if size[hand] < 2 or total[hand] >= 21 or not self.may(up, action, hand):
                continue
            if kind == "stand" and not self.may(up, HIT, hand):
                continue
            section, row = sections[hand], int(numbers[hand])
            if section == "pair" and kind in ("stand", "double", "surrender"):
                section, row = pairless(self.looked_up, hand), int(total[hand])
                if kind == "surrender":
                    section, row = "pair", int(numbers[hand])
            cards = min(int(size[hand]), MOST) if self.by_cards and kind in ("stand", "double") else 0
            rows.setdefault((section, row, cards), []).append(hand)
        return rows

    def may(self, up: int, action: int, hand: int) -> bool:
        return bool((self.worth[:, up, action, hand] > NEVER).any())

    def index(self, kind: IndexKind, key: tuple[str, int, int], up: int, hands: list[int]) -> PlayIndex:
        gain = np.zeros(len(self.places))
        for hand in hands:
            mine = self.worth[:, up, KIND_ACTIONS[kind], hand]
            others = self.worth[:, up][:, list(AGAINST[kind]), hand]
            best = np.array(AGAINST[kind])[others.argmax(axis=1)]
            moves = self.effects[:, up, KIND_ACTIONS[kind], hand] - self.effects[:, up][:, best, hand].T
            gained = mine - others.max(axis=1) + self.set_right(up, hand, moves)
            gain += self.often[up, hand] * np.interp(self.places, self.seen(up, hand), gained)
        at, above = crossing(gain, self.places)
        middle = bool(gain[len(gain) // 2] > 0)
        often = float(self.often[up, hands].sum())
        return PlayIndex(kind, *key, up, at, above, middle, often)

    def set_right(self, up: int, hand: int, effects: Floats) -> Floats:
        """What a gain is off for each count, of which a removed card of each value moves it by `effects`
        (`[count, value]`): the hand was taken out of the mean shoe of a count, but who holds it knows that
        the shoe had these cards, and counts the others."""
        held = self.looked_up.hands.counts[hand].astype(np.float64)
        held[up] += 1
        taken_out, before = self.mean_shoes - held, self.cards - held
        left = self.left - float(held.sum())
        share = before / before.sum()
        mean = float(share @ self.tags)
        off = self.tags - mean
        steep = ((taken_out @ self.tags) / left - mean) / float(share @ off**2)
        unlike = left * share * (1 + steep[:, None] * off) - taken_out
        plain = np.where(np.abs(effects) < ALLOWED, effects, 0.0)
        centred = plain - (plain @ self.cards)[:, None] / self.cards.sum()
        moved: Floats = -(self.cards.sum() - 1) / left * (unlike * centred).sum(axis=1)
        return moved

    def seen(self, up: int, hand: int) -> Floats:
        """The true count once hand and up card are seen, for each count before the deal."""
        held = self.looked_up.hands.counts[hand]
        cards = int(held.sum()) + 1
        added = float((held * self.tags).sum()) + self.tags[up] - cards * self.mean
        after: Floats = (self.counts * self.left / DECK + added) * DECK / (self.left - cards)
        return after


def crossing(gain: Floats, counts: Floats) -> tuple[float | None, bool]:
    """Where a gain changes its sign, nearest to 0, and whether it is positive above."""
    changes = np.nonzero((gain[:-1] > 0) != (gain[1:] > 0))[0]
    if not len(changes):
        return None, True
    places = [
        float(counts[at] + (counts[at + 1] - counts[at]) * gain[at] / (gain[at] - gain[at + 1]))
        for at in changes
    ]
    nearest = min(range(len(places)), key=lambda at: abs(places[at]))
    return places[nearest], bool(gain[changes[nearest] + 1] > 0)


def value_tags(system: CountSystem, shoe: Ints) -> Floats:
    """The mean tag of each card value."""
    total, cards = np.zeros(VALUES), np.zeros(VALUES)
    np.add.at(total, VALUE_OF_KIND, shoe * system.array)
    np.add.at(cards, VALUE_OF_KIND, shoe)
    tags: Floats = total / np.maximum(cards, 1)
    return tags


def insurance_index(case: Case, system: CountSystem, shoe: Ints, left: float) -> float | None:
    """With the up card counted that offers it, and no hand: of shoes that had it, and now have it no more."""
    wager = CountedWager(case)
    counts, places = counts_solved(system, shoe), places_of(system, shoe)
    up = sight_of(EVALUATORS[case.wager.evaluator]).up
    aces = [at for at, card in enumerate(KINDS) if card.rank == up]
    before = shoe.astype(np.float64)
    before[aces] -= 1 / len(aces)
    share = before / before.sum()
    mean = float(share @ system.array)
    off = system.array - mean
    steep = (mean_tag(system, shoe) - counts / DECK - mean) / float(share @ off**2)
    shoes = left * share * (1 + steep[:, None] * off)
    shoes[:, aces] += 1 / len(aces)  # the evaluator deals it again
    values = wager.expectations(shoes)
    assert values is not None
    return crossing(np.interp(places, counts, values), places)[0]
