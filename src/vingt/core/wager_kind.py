"""What money on the layout is called in commands, events and logs: a word of the round's own, or the id that
the data give a side wager."""

from __future__ import annotations

from typing import Final, Literal, get_args

OwnWager = Literal["main", "insurance", "super-bonus", "envy", "coupon", "busted-returned"]
WagerKind = OwnWager | Literal["side"]

MAIN: Final = "main"
INSURANCE: Final = "insurance"
SUPER_BONUS: Final = "super-bonus"
ENVY: Final = "envy"
COUPON: Final = "coupon"
BUSTED_RETURNED: Final = "busted-returned"  # what a dealer natural gives back of hands that had busted

OWN_WAGERS: dict[str, OwnWager] = {kind: kind for kind in get_args(OwnWager)}


def kind_of(wager: str) -> WagerKind:
    return OWN_WAGERS.get(wager, "side")
