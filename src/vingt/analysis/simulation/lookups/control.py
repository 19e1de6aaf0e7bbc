"""How many rounds of a shoe its control counts at a whole table: as many as shoes have on average, so that
little is left to the simulation, but no more than nearly every shoe has cards for."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np

from vingt.analysis.simulation.kernel.codes import UNIT_DRAWS
from vingt.analysis.simulation.kernel.table_walk import play_units
from vingt.analysis.simulation.lookups.compile import Array
from vingt.analysis.simulation.lookups.flat import Flat, begin
from vingt.analysis.simulation.lookups.table_layout import table_memory_of, table_tables_of
from vingt.analysis.simulation.lookups.walk_tables import DEVIATIONS, PILOT_SEED, PILOT_SHOES

U = np.uint64


def is_controlled(flat: Flat) -> bool:
    """Who counts plays no round like the first. In a double shoe the suit of a card says from which side a
    round comes, so that rounds are not as good as from fresh sides."""
    plan = flat.plan
    return plan.cut is not None and plan.counter is None and not plan.rules.variant.has_determinant


def rounds_to_control(flat: Flat) -> int:
    """By a pilot with a seed of its own, so that it depends on the plan alone."""
    rounds, cards = pilot(flat)
    in_a_round = cards.sum() / rounds.sum()
    # Wald: the squares of what shoes took beyond that are those of single rounds, as many as were dealt.
    deviation = sqrt(((cards - in_a_round * rounds) ** 2).sum() / rounds.sum())
    there_are = len(flat.lookups.card_of) - flat.plan.rules.shoe.burn_on_load
    even = round(float(rounds.mean()))
    while even and in_a_round * even + DEVIATIONS * deviation * sqrt(even) > there_are:
        even -= 1
    return even


def pilot(flat: Flat) -> tuple[Array, Array]:
    """Rounds of each shoe, and the cards that they took."""
    flat = replace(flat, plan=replace(flat.plan, seed=PILOT_SEED))
    tables = table_tables_of(flat)
    memory, bins = table_memory_of(flat, tables), np.zeros(flat.bins, dtype=np.int64)
    sums = np.zeros((PILOT_SHOES, flat.sums), dtype=np.int64)
    with np.errstate(over="ignore"):
        for shoe in range(PILOT_SHOES):
            play_units(tables, memory, U(begin(flat.plan, shoe, UNIT_DRAWS)), 1, 1, bins, sums[shoe])
    return sums[:, 0], sums[:, 1] - tables.burned
