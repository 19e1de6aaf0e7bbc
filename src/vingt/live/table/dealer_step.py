"""One thing that hands do at a table that a person deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vingt.core.cite import Cite
from vingt.live.log import events as t
from vingt.live.log import progressive_events as j
from vingt.live.log.people_events import RoleName
from vingt.live.table.announcements import Announcement
from vingt.live.table.checklist import DEALER, ChecklistItem
from vingt.live.table.duty import Duty

WheelStep = j.SpinEnabled | j.SpinDisabled | j.JackpotCancelled | j.TerminalPressed | j.PaymentConfirmed
Asks = Literal["", "card", "hole_card", "reader", "count"]


@dataclass(frozen=True, slots=True)
class DealerStep:
    """`id` names it in `PerformStep`. `who` signs or does it. It is an item of a checklist, an event of the
    shoe, a deed of the dealer, or an item that completes a deed."""

    id: str
    words: str
    cite: Cite
    who: tuple[RoleName, ...] = DEALER
    due: bool = True
    item: ChecklistItem | None = None
    event: t.ShoeEvent | WheelStep | None = None
    deed: Duty | None = None
    says: Announcement | None = None  # what is to be said before
    asks: Asks = ""  # what is to be entered with it, where the cards are real
    player: str = ""  # whose it is, where it is one player's
    reads_decks: bool = False  # the decks may be entered with it, where the cards are real

    def as_json(self) -> dict[str, object]:
        told = {"step": self.id, "words": self.words, "who": list(self.who), "due": self.due}
        said = {"says": self.says.words} if self.says is not None else {}
        asks = {"asks": self.asks} if self.asks else {"reads": "decks"} if self.reads_decks else {}
        return {**told, **said, **asks, **self.cite.as_json()}
