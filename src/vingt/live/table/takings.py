"""What a table took and paid, as the floor counts it."""

from __future__ import annotations

from typing import NamedTuple

from vingt.core.rounds import event as e
from vingt.core.rounds.state import RoundState
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.kinds import StreamEvent
from vingt.live.log.progressive_events import BonusPaid


class Takings(NamedTuple):
    """In cents. `won` is what the house has won of each kind of wager, less what it lost."""

    drop: int = 0  # chips that players bought
    won: tuple[tuple[str, int], ...] = ()
    rounds: int = 0  # that were dealt
    main: int = 0  # main wagers as they were laid,
    main_squared: int = 0  # and the squares of each round's sum of them
    filled: int = 0  # fills less credits

    @property
    def inventory(self) -> int:
        """The table's own chips."""
        return self.win + self.filled

    @property
    def win(self) -> int:
        return sum(amount for _, amount in self.won)

    def won_of(self, wager: str) -> int:
        return dict(self.won).get(wager, 0)


def taken(takings: Takings, round_: RoundState, event: StreamEvent) -> Takings:
    """`round_` is that before the event."""
    match event:
        case t.BoughtIn(amount=amount):
            return takings._replace(drop=takings.drop + amount)
        case e.WagerSettled(wager=wager):
            return with_win(takings, wager, -event.net)
        case t.WagerReopened(wager=wager, stake=stake, returns=returns):
            return with_win(takings, wager, returns - stake)
        case e.WagerUnwound(wager=wager, amount=amount) | BonusPaid(wager=wager, amount=amount):
            return with_win(takings, wager, -amount)
        case f.ChipsCounted(amount=amount):
            return takings._replace(filled=takings.filled + amount)
        case e.BettingClosed():
            laid = sum(bettor.main for box in round_.boxes for bettor in box.main_bettors)
            return takings._replace(
                rounds=takings.rounds + 1,
                main=takings.main + laid,
                main_squared=takings.main_squared + laid * laid,
            )
        case _:
            return takings


def with_win(takings: Takings, wager: str, amount: int) -> Takings:
    won = {**dict(takings.won), wager: takings.won_of(wager) + amount}
    return takings._replace(won=tuple(sorted(won.items())))
