"""What a side wager may look at, as the round has shown it so far."""

from __future__ import annotations

from dataclasses import dataclass

from vingt.core.cards import Card
from vingt.core.hand import STANDARD, Counts


@dataclass(frozen=True, slots=True)
class Facts:
    """A field that is None is not known yet; an evaluator that needs it waits for a later moment."""

    player: tuple[Card, ...]
    up: Card
    hole: Card | None = None
    dealer: tuple[Card, ...] | None = None
    finished: tuple[tuple[Card, ...], ...] | None = None
    surrendered: bool = False
    counts: Counts = STANDARD
    companion_stake: int = 0

    @property
    def dealer_natural(self) -> bool | None:
        """Whether the dealer's first two cards are a natural; None while that is unknown."""
        if self.hole is not None:
            return self.counts.is_natural((self.up, self.hole))
        if self.dealer is not None:
            return self.counts.is_natural(self.dealer)
        return None
