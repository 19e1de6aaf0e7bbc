"""Published figures about counting beside ours: those of docs/published-figures.md. `VINGT_SHOES` asks for
more."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np

from tests.counting.test_protection import paying, valued
from tests.counting.test_removal import PUBLISHED as EFFECTS
from tests.counting.test_removal import blackjack
from tests.counting.test_systems import (
    GRIFFIN,
    ILLUSTRIOUS,
    one_deck,
)
from tests.counting.test_systems import (
    PUBLISHED as CORRELATIONS,
)
from tests.counting.test_systems import (
    hi_lo as hi_lo_indices,
)
from vingt.analysis.counting.attack import attack, taken
from vingt.analysis.counting.correlation import follows
from vingt.analysis.counting.removal import main_removal, side_removal
from vingt.analysis.counting.shoes import CARDS_A_ROUND, ShoeSample, sampled
from vingt.analysis.counting.side_wager import CountedWager
from vingt.analysis.counting.systems import SYSTEMS, level
from vingt.analysis.exact.side.cases import Case, as_printed
from vingt.analysis.tabulated.hands import Floats, name_of
from vingt.core.cards import RANKS
from vingt.rulebook import library

SHOES = int(os.environ.get("VINGT_SHOES", "6000"))
TENS = SYSTEMS["tens"]
BUSTER = ["200 to 1", "100 to 1", "30 to 1", "6 to 1", "3 to 1", "1 to 1"]
BOUNTY = [f"{odds} to 1" for odds in (1000, 200, 50, 25, 9, 6, 4)]
LUCKY = [f"{odds} to 1" for odds in (50, 100, 50, 30, 15, 3, 2, 2)]


def main() -> int:
    effects()
    correlations()
    indices()
    side_wagers()
    return 0


def effects() -> None:
    rules = blackjack(
        soft17="S17", split_aces_hands_max=4, split_aces_draw=False, split_aces_double=False, wagers={}
    )
    ours = main_removal(rules).by_rank
    print("Effects of removal, six decks: published, ours")
    for rank, published in EFFECTS.items():
        print(f"  {rank:>2} {published:+.5f} {ours[rank]:+.6f}")  # type: ignore[index]
    print("Griffin's of one deck, in percent: published, ours")
    for rank, griffin in zip(RANKS, GRIFFIN, strict=False):
        print(f"  {rank:>2} {griffin:+.2f} {100 * one_deck().by_rank[rank]:+.4f}")
    ours_two = side_removal(paying("lucky-lucky", LUCKY, 2)).by_rank
    print(
        "Lucky Lucky, two decks, a 7 is -2:",
        [f"{-2 / ours_two['7'] * each:+.3f}" for each in ours_two.values()],
    )


def correlations() -> None:
    insured = side_removal(as_printed(library.load("md-blackjack"), "insurance", None, 1))
    print("Correlations of one deck: published and ours, betting; insurance")
    for name, (betting, insurance) in CORRELATIONS.items():
        ours = follows(SYSTEMS[name], one_deck()), follows(SYSTEMS[name], insured)
        print(f"  {name:9} {betting:.2f} {ours[0]:.4f}; {insurance:.2f} {ours[1]:.4f}")


def indices() -> None:
    chart = hi_lo_indices("S17")
    print("Indices of Hi-Lo, six decks, S17: published, exact, rounded down")
    for kind, section, row, up, published in ILLUSTRIOUS:
        ours = chart.find(kind, section, row, up)  # type: ignore[arg-type]
        hand = f"{name_of(row)},{name_of(row)}" if section == "pair" else f"{row}"
        print(f"  {kind:9} {hand:>5} against {name_of(up):>2} {published:+d} {ours.at:+.2f} {ours.whole:+d}")
    print(f"  insurance +3 {chart.insurance:+.3f}")


def side_wagers() -> None:
    """At the published cut, and with the round after it that published shoes have."""
    print(
        f"Counts of side wagers, {SHOES:,} shoes: from, of rounds, edge, units per 100; cut, one round more"
    )
    suits = paying("21-plus-3", ["9 to 1"] * 6)
    at_cuts("21 + 3 at 9 to 1, six decks, 260 dealt", suits, 260, 8, lambda sample: sample.suit_counts())
    tags = level("published", -2, -3, -2, 0, 0, 0, 1, 1, 1, 1)
    for decks, cut, trigger in ((6, 260, 4), (2, 75, 5)):
        at_cuts(
            f"Buster, {decks} decks, {cut} dealt",
            paying("buster-blackjack", BUSTER, decks),
            cut,
            trigger,
            lambda sample: sample.true_counts(tags),
        )
    bounty = paying("kings-bounty", BOUNTY, 2)
    print(f"  King's Bounty, two decks: {side_removal(bounty).ev:+.8f}")
    at_cuts("King's Bounty, 2 decks, 76 dealt", bounty, 76, 9, lambda sample: sample.true_counts(TENS))
    lucky = paying("lucky-lucky", LUCKY, 2)
    every = attack(lucky, sampled(CountedWager(lucky).shoe, SHOES // 4, 75 / 104), (75 / 104,))
    assert every is not None
    perfect = every.perfect[0]
    print(f"  Lucky Lucky, two decks, every card known: {perfect.frequency:.4f} {perfect.edge:+.4f}")


def at_cuts(name: str, case: Case, dealt: int, trigger: int, count: Callable[[ShoeSample], Floats]) -> None:
    cards = 52 * case.decks
    longer = (dealt + CARDS_A_ROUND) / cards
    sample: ShoeSample = sampled(CountedWager(case).shoe, SHOES if case.decks > 2 else SHOES // 4, longer)
    values: Floats = valued(case, sample)
    for cut in (dealt / cards, longer):
        ours = taken(count(sample) >= trigger, values, np.ones(len(values)), sample, cut, trigger)
        per_100 = f"{ours.per_100:.3f} ±{ours.error:.3f}"
        print(f"  {name}: {trigger:+d} {ours.frequency:.4f} {ours.edge:+.4f} {per_100}")
