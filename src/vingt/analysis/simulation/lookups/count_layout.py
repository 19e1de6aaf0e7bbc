"""A counter laid flat for the kernels."""

from __future__ import annotations

from math import gcd
from typing import Any

import numpy as np

from vingt.analysis.simulation.counter import KeptCount
from vingt.analysis.simulation.counts import CountedRounds, CountedShoes
from vingt.analysis.simulation.kernel.codes import SYSTEMS_MOST
from vingt.analysis.simulation.kernel.count import FRACTION, SHOE_SUMS, SUMS, CountTables
from vingt.analysis.simulation.lookups.compile import Array
from vingt.analysis.simulation.lookups.flat import Flat
from vingt.analysis.simulation.side.lookups import SideLookups, side_lookups, side_units
from vingt.analysis.simulation.side.stakes import NOT_OFFERED
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.cards import DECK, RANKS

NEVER = 1 << 30  # a bin that no count reaches


def count_tables_of(flat: Flat) -> CountTables:
    counter, rules = flat.plan.counter, flat.plan.rules
    if counter is None:
        return nobody_counts()
    systems = counter.systems
    if len(systems) > SYSTEMS_MOST:
        raise NotCarried(f"{len(systems)} counts at once: at most {SYSTEMS_MOST}")
    cards, main = len(flat.lookups.card_of), counter.count
    names = flat.sides.names if flat.sides else ()
    wins, loses = insured(flat)
    unit = counted_unit(flat)
    return CountTables(
        systems=len(systems),
        tags=np.array([each.tags for each in systems], dtype=np.int64).ravel(),
        fractions=np.concatenate([fractions_of(each, cards) for each in systems]),
        stride=cards + 1,
        least=np.array([each.least for each in systems], dtype=np.int64),
        last=np.array([each.bins - 1 for each in systems], dtype=np.int64),
        begins=np.array(begins_of(flat), dtype=np.int64),
        watched=np.array([0, *(names.index(each.wager) for each in counter.sides)], dtype=np.int64),
        burned=rules.shoe.burn_on_load,
        answers=answers_by_count(flat.lookups.answers, main),
        width=main.bins,
        insured_up=insured_up(flat),
        insured_from=NEVER if counter.insures_from is None else counter.insures_from - main.least,
        insured_wins=wins // unit,
        insured_loses=loses // unit,
        main_scale=flat.lookups.unit // unit,
        units=np.array(counter.units, dtype=np.int64),
        joins=bin_at(counter.joins, main),
        leaves=bin_at(counter.leaves, main),
    )


def walk_count_of(flat: Flat) -> CountTables:
    """The same for the kernel of one box, which knows columns of cards, and in whose shoe those lie that
    nobody saw burned."""
    count = count_tables_of(flat)
    return count._replace(
        burned=0,
        tags=np.array(flat.column_tags, dtype=np.int64),
        answers=flat.walk.answers,
        insured_up=count.insured_up[[RANKS.index(each.rank) for each in flat.lookups.columns]],
    )


def nobody_counts() -> CountTables:
    none = np.zeros(0, dtype=np.int64)
    arrays = ("fractions", "least", "last", "begins", "watched", "units")
    numbers = ("stride", "burned", "width", "insured_from", "insured_wins", "insured_loses", "main_scale")
    fields: dict[str, Any] = {
        "systems": 0,
        "tags": np.zeros(len(DECK), dtype=np.int64),
        **dict.fromkeys(arrays, none),
        **dict.fromkeys((*numbers, "joins", "leaves"), 0),
        "answers": none.astype(np.uint16),
        "insured_up": none.astype(np.uint8),
    }
    return CountTables(**fields)


def fractions_of(count: KeptCount, cards: int) -> Array:
    """What a count is multiplied with, by the cards unseen."""
    per = [count.parts if count.running else count.parts * max(unseen, 1) for unseen in range(cards + 1)]
    points = 1 if count.running else len(DECK)
    return np.array([((points << int(FRACTION) + 1) + each) // (2 * each) for each in per], dtype=np.int64)


def answers_by_count(answers: Array, main: KeptCount) -> Array:
    """One answer for each bin; nothing is asked where one chart is always followed."""
    flat: Array = (
        answers.reshape(-1, main.bins).ravel().astype(np.uint16) if answers.size else answers.ravel()
    )
    return flat.astype(np.uint16)


def bin_at(count: int | None, main: KeptCount) -> int:
    return 0 if count is None else count - main.least


# -- insurance ---------------------------------------------------------------------------------------------


def insured(flat: Flat) -> tuple[int, int]:
    """What insurance at its limit gains and loses, in cents."""
    if flat.plan.counter is None or flat.plan.counter.insures_from is None:
        return 0, 0
    nets = sorted(
        each.returns - each.staked for each in insurance(flat).outcomes[0] if each.name != NOT_OFFERED
    )
    return nets[-1], nets[0]


def insurance(flat: Flat) -> SideLookups:
    asked = flat.plan.rules.asked_wager
    if asked is None:
        raise NotCarried("insurance: this table does not offer it")
    return side_lookups(flat.plan.rules, (asked.id,), flat.plan.stake, flat.plan.boxes)


def insured_up(flat: Flat) -> Array:
    """Ranks of an up card that offers insurance: some deal is not settled as not offered."""
    if flat.plan.counter is None or flat.plan.counter.insures_from is None:
        return np.zeros(len(RANKS), dtype=np.uint8)
    asked = insurance(flat)
    offers = np.zeros(len(RANKS), dtype=np.uint8)
    for up in range(len(DECK)):
        for second in range(len(DECK)):
            said = asked.outcome(0, asked.index(0, (0, 1, up, second), None))
            offers[up % len(RANKS)] |= said.name != NOT_OFFERED
    return offers


# -- sums --------------------------------------------------------------------------------------------------


def counted_unit(flat: Flat) -> int:
    """The cents in which the counter's nets are whole."""
    return gcd(flat.lookups.unit, *insured(flat))


def begins_of(flat: Flat) -> list[int]:
    """Where the sums of each system begin, and where they end. Rounds that are watched and rounds that are
    played are kept apart for the main wager."""
    counter = flat.plan.counter
    assert counter is not None
    begins = [flat.control_sums + SHOE_SUMS]
    for at, each in enumerate(counter.systems):
        begins.append(begins[-1] + SUMS * each.bins * (2 if at == 0 else 1))
    return begins


def sums_of(flat: Flat) -> int:
    """How many sums a unit of a whole table adds to."""
    return flat.sums if flat.plan.counter is None else begins_of(flat)[-1]


def counted_of(flat: Flat, sums: Array) -> CountedRounds:
    """What the sums say, in cents."""
    counter = flat.plan.counter
    assert counter is not None
    begins, unit = begins_of(flat), counted_unit(flat)
    at = begins[0] - SHOE_SUMS
    net, squares, products, rounds = (int(each) for each in sums[at : at + SHOE_SUMS])
    shoes = CountedShoes(net * unit, squares * unit**2, products * unit, rounds)
    by_count: dict[str, dict[int, tuple[int, int, int]]] = {}
    bins = counter.count.bins
    by_count["watched"] = of_bins(sums[begins[0] :], counter.count, unit)
    by_count["played"] = of_bins(sums[begins[0] + SUMS * bins :], counter.count, unit)
    if flat.sides is not None:
        cents = dict(zip(flat.sides.names, side_units(flat.sides), strict=True))
        for begin, side in zip(begins[1:], counter.sides, strict=False):
            by_count[side.wager] = of_bins(sums[begin:], side.kept, cents[side.wager])
    return CountedRounds(shoes, by_count)


def of_bins(sums: Array, count: KeptCount, unit: int) -> dict[int, tuple[int, int, int]]:
    rows = sums[: SUMS * count.bins].reshape(count.bins, SUMS)
    return {
        count.least + at: (int(rounds), int(net) * unit, int(squares) * unit**2)
        for at, (rounds, net, squares) in enumerate(rows)
        if rounds
    }
