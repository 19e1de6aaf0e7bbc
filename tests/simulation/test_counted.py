"""A player who counts: the engine is dealt the kernel's cards, a person's count says what to do, and every
sum by the count comes out the same; and the same by every way of running the kernel."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from fractions import Fraction
from functools import cache
from math import exp, floor
from pathlib import Path

import numpy as np
import pytest

from tests.simulation.kernel_rounds import Played, rounds_of
from tests.simulation.play_by_chart import action_by_chart
from tests.simulation.random_charts import random_chart
from tests.simulation.replay import Replay
from tests.simulation.test_kernels import ON_THE_SIMULATOR
from vingt.analysis.simulation.counter import Counter, KeptCount, SideCounter
from vingt.analysis.simulation.counts import BinSums, CountedRounds, CountedShoes, Counts
from vingt.analysis.simulation.devices.device import on_threads, play
from vingt.analysis.simulation.figures.counted import CountedFigures, Earned
from vingt.analysis.simulation.lookups.chart_play import policy_by_chart
from vingt.analysis.simulation.lookups.count_layout import counted_of
from vingt.analysis.simulation.lookups.flat import Flat
from vingt.analysis.simulation.lookups.layout import laid_flat
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.tabulated.hands import VALUES, value_of
from vingt.core.cards import DECK, RANKS, Card
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.command_words import COMMANDS
from vingt.core.rounds.order import boxes_in
from vingt.core.rounds.playing import insurance_limit
from vingt.rulebook import library

STAKE = 2500
SHOES = 4
SIDE = "lucky-ladies"
LOW, HIGH = -3, 4
TEN = VALUES - 1


def tags(parts: int, seed: int, *, tens_alike: bool = False) -> tuple[int, ...]:
    """Tags by chance, those of one rank alike, of which so many parts make a point."""
    dice = random.Random(seed)
    by_rank = [dice.randint(-2 * parts, 2 * parts) for _ in RANKS]
    if tens_alike:
        by_rank = [
            by_rank[RANKS.index("10")] if value_of(rank) == TEN else by_rank[at]
            for at, rank in enumerate(RANKS)
        ]
    return tuple(by_rank[at % len(RANKS)] for at in range(len(DECK)))


@cache
def counted_flat(sample: str, boxes: int = 2) -> Flat:
    """Charts by chance for each count, insurance, a side wager with its own count, and a counter who comes
    and goes. One box has the main wager alone, in the kernel for that."""
    rules = library.table_rules(sample)
    dice = random.Random(sample)
    charts = [random_chart(dice, rules) for _ in range(2)]
    main = KeptCount("by chance", tags(2, 1, tens_alike=boxes == 1), 2, False, LOW, HIGH)
    sides = (SIDE,) if boxes > 1 else ()
    counter = Counter(
        main,
        units=tuple(range(1, main.bins + 1)),
        charts=tuple(charts[at * len(charts) // main.bins] for at in range(main.bins)),
        insures_from=0,
        joins=0,
        leaves=-1,
        sides=tuple(SideCounter(each, KeptCount("its own", tags(1, 2), 1, True, -5, 5)) for each in sides),
    )
    flat = laid_flat(Plan(rules, charts[0], STAKE, 5, boxes, Fraction(3, 4), sides, counter=counter))
    assert flat.whole_table == (boxes > 1)
    return flat


class Person:
    """Counts as a person does: by the cards that lie face up."""

    def __init__(self, flat: Flat) -> None:
        self.flat = flat
        self.cards = len(flat.lookups.card_of)
        self.seen: list[Card] = []
        assert flat.plan.strategy is not None
        self.policy = policy_by_chart(flat.plan.rules, flat.plan.strategy)  # asked for nothing but even money

    def count(self, kept: KeptCount, more: list[Card]) -> int:
        cards = [*self.seen, *more]
        points = Fraction(sum(kept.tags[DECK.index(card)] for card in cards), kept.parts)
        count = points if kept.running else points * 52 / (self.cards - len(cards))
        return min(max(floor(count), kept.least), kept.most)


class CountedReplay(Replay):
    """The engine's round, played and insured as the person's count says."""

    def __init__(self, flat: Flat, person: Person, played: Played) -> None:
        super().__init__(flat, person.policy, played)
        self.person = person

    @property
    def counter(self) -> Counter:
        assert self.plan.counter is not None
        return self.plan.counter

    def now(self) -> int:
        """The count of all that lies face up."""
        dealer = self.state.dealer[:1] if self.state.hole_hidden else self.state.dealer
        cards = [card for _, _, hand in self.state.hands() for card in hand.cards]
        return self.person.count(self.counter.count, [*cards, *dealer])

    def act(self, number: int, at: int) -> None:
        box = self.state.box(number)
        assert box is not None
        chart = self.counter.charts[self.now() - self.counter.count.least]
        word = action_by_chart(chart, self.rules, self.state, box, at)
        self.give(COMMANDS[word](self.player[number], number, at))

    def insure(self) -> None:
        assert self.counter.insures_from is not None
        insured = self.now() >= self.counter.insures_from
        for box in boxes_in(self.state, "clockwise"):
            for bettor in box.insurable:
                if bettor.insurance is None:
                    amount = insurance_limit(self.rules, bettor.main)
                    name, number = bettor.player, box.number
                    self.give(c.Insure(name, number, amount) if insured else c.DeclineInsurance(name, number))

    def gained(self, wagers: tuple[str, ...]) -> int:
        """Cents, without the super bonus."""
        return sum(
            each.returns - each.stake
            for each in self.events
            if isinstance(each, e.WagerSettled) and each.wager in wagers
        )


def by_the_engine(flat: Flat, first: int, shoes: int) -> CountedRounds:
    """Sums by the count, of rounds that the engine plays with the kernel's cards."""
    counter = flat.plan.counter
    assert counter is not None
    rounds, _, _ = rounds_of(flat, first, shoes)
    bins: dict[str, BinSums] = {"watched": {}, "played": {}, **{each.wager: {} for each in counter.sides}}
    of_shoes: list[tuple[int, int]] = []
    person, wagers = Person(flat), False

    def add(name: str, count: int, net: int) -> None:
        rounds, nets, squares = bins[name].get(count, (0, 0, 0))
        bins[name][count] = (rounds + 1, nets + net, squares + net * net)

    unit = None
    for played in rounds:
        if played.unit != unit:
            unit, wagers = played.unit, False
            person.seen.clear()
            of_shoes.append((0, 0))
        count = person.count(counter.count, [])
        assert counter.joins is not None
        assert counter.leaves is not None
        wagers = count >= (counter.leaves if wagers else counter.joins)
        sides = [(each, person.count(each.kept, [])) for each in counter.sides]
        replayed = CountedReplay(flat, person, played)
        replayed.play()
        replayed.check_cards()
        net = replayed.gained(("main", "busted-returned", "insurance"))
        add("played" if wagers else "watched", count, net)
        for each, stood in sides:
            add(each.wager, stood, replayed.gained((each.wager,)))
        staked = counter.units[count - counter.count.least] if wagers else 0
        of_shoes[-1] = (of_shoes[-1][0] + staked * net, of_shoes[-1][1] + 1)
        person.seen += [*played.dealer, *(card for each in played.firsts + played.drawn for card in each)]
    sums = CountedShoes(
        sum(net for net, _ in of_shoes),
        sum(net**2 for net, _ in of_shoes),
        sum(net * rounds for net, rounds in of_shoes),
        sum(rounds**2 for _, rounds in of_shoes),
    )
    return CountedRounds(sums, bins)


@pytest.mark.parametrize(
    ("sample", "boxes"), [("md-blackjack", 1), ("md-blackjack", 2), ("md-blackjack/hand-dealt", 2)]
)
def test_the_engine_and_a_person_who_counts_come_to_the_kernels_sums(sample: str, boxes: int) -> None:
    """Dealt by hand, a card is burned face down before every round: it is gone, and the person did not see
    it (MD-BJ 12.B)."""
    flat = counted_flat(sample, boxes)
    _, sums = on_threads(flat, 0, SHOES, 1)
    kernel, engine = counted_of(flat, sums), by_the_engine(flat, 0, SHOES)
    assert kernel == engine
    assert sum(each[0] for each in kernel.bins["played"].values()) > 10
    assert len(kernel.bins["watched"]) > 1
    assert len(flat.lookups.answers) > 50  # plays that hang on the count


@pytest.mark.parametrize("boxes", [1, 2])
def test_every_way_of_running_the_kernel_comes_to_the_same(boxes: int, tmp_path: Path) -> None:
    flat = counted_flat("md-blackjack", boxes)
    whole = on_threads(flat, 0, SHOES, 1)
    for threads in (2, 3):
        parts = on_threads(flat, 0, SHOES, threads)
        assert all(np.array_equal(mine, its) for mine, its in zip(whole, parts, strict=True))
    slow = play(flat.plan, "python", 0, 2)
    assert slow == play(flat.plan, "cpu", 0, 2)
    assert Counts.of_json(slow.as_json()) == slow
    (tmp_path / "jobs").write_bytes(pickle.dumps([(flat, 0, 2)]))
    simulator = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", ON_THE_SIMULATOR, str(tmp_path / "jobs"), str(tmp_path / "found")]
    ran = subprocess.run(command, env=simulator, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    ((bins, sums),) = pickle.loads((tmp_path / "found").read_bytes())
    here = on_threads(flat, 0, 2, 1)
    assert np.array_equal(bins, here[0])
    assert np.array_equal(sums, here[1])


def test_figures_are_those_of_the_sums() -> None:
    flat = counted_flat("md-blackjack")
    alone = [play(flat.plan, "cpu", shoe, 1) for shoe in range(40)]
    counts = sum(alone[1:], alone[0])
    figures = CountedFigures(flat.plan, counts)
    unit = flat.plan.stake
    shoes = [(each.counted.shoes.net / unit, each.rounds) for each in alone if each.counted is not None]
    mean = sum(net for net, _ in shoes) / counts.rounds
    assert figures.earned.mean == pytest.approx(mean)
    error = sum((net - mean * rounds) ** 2 for net, rounds in shoes) ** 0.5 / counts.rounds
    assert figures.standard_error == pytest.approx(100 * error)
    assert sum(row.share for row in figures.rows) == pytest.approx(1)
    assert figures.sides[0].wager == SIDE
    for row in figures.spreads:
        assert row.earned.score >= (0 if row.spread == 1 else figures.spreads[0].earned.score)
    won = Earned(0.02, 9.0)
    assert won.score == pytest.approx(1e6 * 0.0004 / 9)
    assert won.n0 == pytest.approx(22_500)
    assert won.ruin(won.bankroll(0.05)) == pytest.approx(0.05)
    assert won.ruin(450) == pytest.approx(exp(-2))
