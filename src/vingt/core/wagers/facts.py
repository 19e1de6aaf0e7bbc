"""What a side wager may look at, as the round has shown it so far."""

from __future__ import annotations

from dataclasses import dataclass

from vingt.core.cards import Card
from vingt.core.hand import STANDARD, RankPoints


@dataclass(frozen=True, slots=True)
class Facts:
    """A field that is None is not known yet; an evaluator that needs it waits for a later moment.

    `player` is the first cards as dealt, `dealer` the dealer's complete hand, `finished` the player's hands
    when all of them are, `no_natural` what the card reader has said, `companion_stake` the cents on the
    wager that this one rides on.
    """

    player: tuple[Card, ...]
    up: Card
    hole: Card | None = None
    dealer: tuple[Card, ...] | None = None
    finished: tuple[tuple[Card, ...], ...] | None = None
    surrendered: bool = False
    counts: RankPoints = STANDARD
    companion_stake: int = 0
    no_natural: bool = False

    @property
    def second(self) -> Card | None:
        """The dealer's second card, whether it lay in the hole or came later; None while it is unknown."""
        if self.hole is not None:
            return self.hole
        return self.dealer[1] if self.dealer is not None and len(self.dealer) > 1 else None

    @property
    def dealer_natural(self) -> bool | None:
        """Whether the dealer's first two cards are a natural; None while that is unknown."""
        second = self.second
        if second is not None:
            return self.counts.is_natural((self.up, second))
        if self.no_natural or not (self.up.rank == "A" or self.counts.is_ten_value(self.up.rank)):
            return False
        return None
