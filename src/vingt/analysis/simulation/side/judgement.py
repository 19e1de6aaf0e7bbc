"""What one side wager makes of everything it may look at: one part of the lookups."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vingt.analysis.simulation.side.finished_hands import PlayedHands
from vingt.analysis.simulation.side.shape import Labels, Shape
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.cards import RANKS, Rank
from vingt.core.cite import Cite
from vingt.core.rounds.side import due
from vingt.core.rounds.state import RoundState
from vingt.core.rules.offered_wager import OfferedWager, Stake
from vingt.core.rules.table_rules import TableRules
from vingt.core.wagers.judge import WagerVerdict

NEEDS_SECOND_CARD, NEEDS_DEALER_HAND = 1, 2
AXES = ("first", "second", "up", "hole", "same_ranks", "same_suits", "dealer", "played")
DEALER, PLAYED = AXES.index("dealer"), AXES.index("played")
ANY_STAKE = Stake((), None, None, at_most_main_wager=False, cite=Cite())

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Judged:
    """`verdicts` has None for a wager that was not offered in the round; `offsets` has an array for each axis
    but the last, and `played` stands for that one where the wager looks at finished hands."""

    verdicts: tuple[WagerVerdict | None, ...]
    offsets: tuple[Labels, ...]
    outcomes: Bytes
    needs: Bytes
    played: PlayedHands | None = None


class Answers:
    """Numbers what a wager can come to: the verdict, and what it needs of the dealer until then."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[WagerVerdict | None, int], int] = {}

    def number(self, verdict: WagerVerdict | None, needs: int) -> int:
        return self.numbers.setdefault((verdict, needs), len(self.numbers))

    def judged(self, shape: Shape) -> Judged:
        verdicts = list(dict.fromkeys(verdict for verdict, _ in self.numbers))
        if len(verdicts) > np.iinfo(np.uint8).max:
            raise NotCarried(f"{len(verdicts)} outcomes of one side wager")
        outcome_of = np.array([verdicts.index(verdict) for verdict, _ in self.numbers], dtype=np.uint8)
        needs_of = np.array([needs for _, needs in self.numbers], dtype=np.uint8)
        sizes = shape.outcomes.shape
        strides = [int(np.prod(sizes[axis + 1 :])) for axis in range(len(sizes))]
        offsets = [labels * stride for labels, stride in zip(shape.labels, strides, strict=True)]
        return Judged(
            verdicts=tuple(verdicts),
            offsets=tuple(offsets[:PLAYED]),
            outcomes=outcome_of[shape.outcomes].ravel(),
            needs=needs_of[shape.outcomes].ravel(),
        )


def open_until_settlement(wager: OfferedWager) -> bool:
    """Whether the house settles the wager only in the final pass, however early the cards decide it."""
    return not due(RoundState(stage="reveal"), wager)


def definition(wager: OfferedWager) -> OfferedWager:
    """The wager without what its verdict does not hang on."""
    return replace(wager, stake=ANY_STAKE, meters=(), wheel=(), community=None, prize=None, payout_cap=None)


def ranks_of(rules: TableRules) -> tuple[Rank, ...]:
    return tuple(rank for rank in RANKS if rank not in rules.cards.removed_ranks)
