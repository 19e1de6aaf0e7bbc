"""What the rules permit and this house does not play, because it lacks the device or the way to deal."""

from __future__ import annotations

from dataclasses import dataclass

from vingt.core.cite import Cite
from vingt.core.rules.offered_wager import Need, OfferedWager
from vingt.core.rules.table_rules import TableRules

DEVICES: frozenset[Need] = frozenset({"meter", "wheel", "random_draw", "switch"})  # at live tables
NO_DEVICES: frozenset[Need] = frozenset({"switch"})  # in Python, nothing else

GAMES = frozenset({"standard", "switch", "hand_dealt", "electronic"})  # ways to deal that a round here knows


class NotPlayable(Exception):
    """Permitted by its rulebook, but not played by this version."""


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """`wager` is the side wager that is not taken; where it is "", no round can be dealt at all."""

    wager: str
    reason: str
    cite: Cite

    def __str__(self) -> str:
        what = f"{self.wager} ({self.reason})" if self.wager else self.reason
        return f"{what}: permitted by {self.cite}, not playable in this version"

    def as_json(self) -> dict[str, object]:
        return {"wager": self.wager or None, "reason": self.reason, **self.cite.as_json()}


def not_played(rules: TableRules) -> tuple[NotPlayed, ...]:
    lacking = ((wager, missing(wager)) for wager in rules.wagers)
    wagers = (NotPlayed(wager.id, f"needs {needs}", wager.cite) for wager, needs in lacking if needs)
    return (*not_dealt(rules), *wagers)


def not_dealt(rules: TableRules) -> tuple[NotPlayed, ...]:
    """Ways to deal that no round here knows; each is named by the submission's key for it."""
    game = rules.variant.game
    return () if game in GAMES else (NotPlayed("", f'variant = "{game}"', rules.cite("variant.game")),)


def missing(wager: OfferedWager, devices: frozenset[Need] | None = None) -> str:
    """The devices a wager needs that are not here, in words; "" where it can be played."""
    here = DEVICES if devices is None else devices
    return " and ".join(need.replace("_", " ") for need in wager.needs if need not in here)


def is_played(wager: OfferedWager) -> bool:
    return not missing(wager)


def refuse_undealt(rules: TableRules) -> None:
    """A side wager that is not played is no reason: the table refuses that wager and says why."""
    for unplayed in not_dealt(rules):
        raise NotPlayable(str(unplayed))
