"""From the kernels' bins back to what they mean."""

from __future__ import annotations

from collections import Counter

import numpy as np

from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.kernel.codes import (
    BOXES_MOST,
    ENDINGS_BITS,
    PEEKED_BIN,
    SINGLE_BIN,
    SPLIT_HANDS_BIN,
    SPLIT_NETS_BIN,
)
from vingt.analysis.simulation.lookups.compile import Array, Finished, Lookups, waits
from vingt.analysis.simulation.lookups.flat import Flat, position_nets
from vingt.analysis.simulation.side.stakes import NOT_OFFERED
from vingt.analysis.tabulated.dealer import NATURAL


def read(flat: Flat, bins: Array) -> Counts:
    """Nets (with the super bonus, which no split hand makes), events and side wagers that the bins counted;
    rounds, cards and sums are the caller's."""
    lookups = flat.lookups
    nets: Counter[int] = Counter()
    events: Counter[str] = Counter()
    two_hands = flat.plan.rules.variant.hands_switched  # two hands have one net result
    shape = (len(lookups.nets), 1 << ENDINGS_BITS)
    single = bins[SINGLE_BIN:SPLIT_HANDS_BIN].reshape(shape)
    split = bins[SPLIT_HANDS_BIN:PEEKED_BIN].reshape(shape)
    for place, each in zip(lookups.place, lookups.finished, strict=True):
        for ending in range(len(lookups.endings)):
            alone, together = int(single[place, ending]), int(split[place, ending])
            if alone and not two_hands:
                net = int(lookups.nets[place, ending]) * lookups.unit + int(
                    lookups.super_bonus[place, ending]
                )
                nets[net] += alone
            if alone or together:
                for name in names_of(lookups, int(place), each, ending):
                    events[name] += alone + together
    if peeked := int(bins[PEEKED_BIN]):
        if not two_hands:
            nets[lookups.peeked_net * lookups.unit] += peeked
        events["dealer natural"] += peeked
    for at in np.nonzero(bins[SPLIT_NETS_BIN : flat.position_bin])[0]:
        count = int(bins[SPLIT_NETS_BIN + at])
        if not two_hands:
            nets[(int(at) + lookups.net_least) * lookups.unit] += count
        events["split"] += count
    for at in np.nonzero(bins[flat.position_bin : flat.envy_bin])[0]:
        count = int(bins[flat.position_bin + at])
        switched, net = divmod(int(at), position_nets(lookups))
        nets[(net + 2 * lookups.net_least) * lookups.unit] += count
        if switched:
            events["switch"] += count
    hands = int(split.sum())
    if hands:
        events["hands from splits"] = hands
    for at in np.nonzero(bins[flat.envy_bin : flat.side_bin])[0]:
        line, more = divmod(int(at), BOXES_MOST)
        events[f"envy {flat.envy[line]}"] += (more + 1) * int(bins[flat.envy_bin + at])
    counts = Counts(nets=dict(nets), events=dict(events))
    if flat.sides is not None and flat.joint is not None:
        tallies: dict[str, Counter[str]] = {name: Counter() for name in flat.sides.names}
        for bin_ in np.nonzero(bins[flat.side_bin :])[0]:
            for wager, outcome in flat.joint.says[bin_]:
                name = flat.sides.outcomes[wager][outcome].name
                tallies[flat.sides.names[wager]][name] += int(bins[flat.side_bin + bin_])
        counts.sides = {name: dict(tally) for name, tally in tallies.items()}
    return counts


def nets_of_bins(flat: Flat) -> tuple[Array, dict[str, Array]]:
    """What each bin adds, in cents, to the net of the main wager and of each side wager: what `read` tells of
    nets, for who plays very many short stretches."""
    lookups, main = flat.lookups, np.zeros(flat.bins, dtype=np.int64)
    if flat.plan.rules.variant.hands_switched:  # two hands have one net result
        positions = np.arange(flat.envy_bin - flat.position_bin) % position_nets(lookups)
        main[flat.position_bin : flat.envy_bin] = (positions + 2 * lookups.net_least) * lookups.unit
    else:
        single = main[SINGLE_BIN:SPLIT_HANDS_BIN].reshape((len(lookups.nets), 1 << ENDINGS_BITS))
        ends = len(lookups.endings)
        for place in lookups.place:
            nets = lookups.nets[place, :ends] * lookups.unit
            single[place, :ends] = nets + lookups.super_bonus[place, :ends]
        main[PEEKED_BIN] = lookups.peeked_net * lookups.unit
        splits = np.arange(flat.position_bin - SPLIT_NETS_BIN)
        main[SPLIT_NETS_BIN : flat.position_bin] = (splits + lookups.net_least) * lookups.unit
    sides: dict[str, Array] = {}
    if flat.sides is not None and flat.joint is not None:
        sides = {name: np.zeros(flat.bins, dtype=np.int64) for name in flat.sides.names}
        for bin_, told in enumerate(flat.joint.says):
            for wager, at in told:
                outcome = flat.sides.outcomes[wager][at]
                if outcome.name != NOT_OFFERED:
                    sides[flat.sides.names[wager]][flat.side_bin + bin_] += outcome.returns - outcome.staked
    return main, sides


def names_of(lookups: Lookups, place: int, each: Finished, ending: int) -> list[str]:
    """What happened to a hand; one that a dealer natural kept from play did nothing, and one that did not
    wait for the dealer met none."""
    key = each.key
    natural = lookups.endings[ending] == NATURAL and waits(each)
    names = ["natural"] if key.natural else []
    if natural:
        names.append("dealer natural")
        if key.up.checked:
            return names
    if key.doubles:
        names += ["double", *(["double again"] * (key.doubles - 1))]
    ended = {"over": "over 21", "rescued": "rescue", "surrendered": "surrender"}
    if key.ending in ended:
        names.append(ended[key.ending])
    if key.line and each.final.outcomes.get(lookups.endings[ending]) == key.line:
        names.append(f"bonus {key.line}")
    if lookups.super_bonus[place, ending]:
        names.append("super bonus")
    return names
