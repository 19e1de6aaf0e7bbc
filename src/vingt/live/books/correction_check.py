"""A card that was entered wrongly and corrected, checked from the log: that nothing had been decided on it,
what was settled on it was undone, and what was taken back was entered again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vingt.core.rounds.state import RoundState
from vingt.core.shoe.state import ShoeState
from vingt.live.log import events as t
from vingt.live.log.chain import StoredEvent
from vingt.live.table.coupons import Coupons
from vingt.live.table.entered_cards import DEALS, EnteredCard, entered_after, entry_of, wagers_reopened


class AsItLay(NamedTuple):
    """What an entry that was wrong is taken back to."""

    round: RoundState | None
    shoe: ShoeState
    coupons: Coupons


class CorrectionCheck:
    """Follows the events of one table that are none of its rounds."""

    def __init__(self) -> None:
        self._entered: tuple[EnteredCard[AsItLay], ...] = ()  # since anybody last decided anything
        self._reopening: list[t.WagerReopened] = []  # wagers that were settled on what was taken back
        self.reentering = 0  # cards that were taken back, and are still to be entered again

    def follow(self, stored: StoredEvent, now: AsItLay) -> Iterator[str]:
        """`now` is how all stands before the event."""
        if self._reopening and stored.kind != t.WagerReopened.kind:
            self._reopening = []
            yield "a card was corrected, and what had been settled on it was not undone"
        if not now.shoe.real or stored.kind == t.ScanCorrected.kind:
            return
        data, place = stored.data, None
        if stored.kind in (t.CardScanned.kind, t.CardSealed.kind):
            place = t.Place(data["shoe"], data["at"])
        about = data["command"]["do"] if stored.kind == t.Commanded.kind else data.get("step", "")
        self._entered = entered_after(self._entered, stored.kind, about, place, now)

    def take_back(self, event: t.ScanCorrected, now: RoundState | None) -> AsItLay | None:
        """How all stood before the card; `now` is None where the round cannot be followed. None: something
        was decided on the card."""
        number = entry_of(self._entered, event)
        if number is None:
            return None
        before = self._entered[number].before
        if now is not None and before.round is not None:
            self._reopening = list(wagers_reopened(before.round, now))
        self._entered, self.reentering = self._entered[:number], event.cards
        return before

    def reopened(self, event: t.WagerReopened) -> Iterator[str]:
        if not self._reopening or self._reopening.pop(0) != event:
            yield f"the {event.wager} wager of box {event.box} was reopened, and not settled before"

    def entered_again(self, do: str) -> Iterator[str]:
        """A command, while cards are still to be entered again."""
        if do in DEALS:
            self.reentering -= 1
        else:
            self.reentering = 0
            yield "cards that were taken back were not entered again"
