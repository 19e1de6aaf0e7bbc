"""What a winning line pays, kept as printed: "3 to 2", "1000 for 1", "$50", "100% of meter"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from vingt.core.money import Cents, cents

PayKind = Literal["to", "for", "dollars", "meter", "prize", "wheel", "push", "lose"]


class NotAPay(ValueError):
    """The text is none of the forms a rulebook prints."""


@dataclass(frozen=True, slots=True)
class Pay:
    """One printed payment. "to" returns the stake besides; "for" and fixed dollars do not (reading J-4)."""

    printed: str
    kind: PayKind
    multiple: Fraction = Fraction(0)
    amount: Cents = Cents(0)
    share: Fraction = Fraction(0)
    meter: str = ""

    def __str__(self) -> str:
        return self.printed if self.kind != "meter" else f"{self.printed} ({self.meter})"

    @property
    def keeps_stake(self) -> bool:
        """Whether the player gets the stake back besides what is paid."""
        return self.kind in ("to", "push")

    def net(self, stake: int) -> Fraction:
        """What the player gains on a stake in cents; meters, prizes and wheels count nothing here."""
        match self.kind:
            case "to":
                return self.multiple * stake
            case "for":
                return (self.multiple - 1) * stake
            case "dollars":
                return Fraction(self.amount) - stake
            case "push":
                return Fraction(0)
            case _:
                return Fraction(-stake)


_ODDS = re.compile(r"(\d[\d,]*(?:\.\d+)?) (to|for) (\d+)")
_METER = re.compile(r"(\d+)% of meter")
_PRIZE = re.compile(r"(\d+)% of the fixed prize or merchandise")


def pay(printed: str, meter: str = "") -> Pay:
    """Read a printed payment; a share of a meter says which meter."""
    if match := _ODDS.fullmatch(printed):
        multiple = Fraction(match[1].replace(",", "")) / int(match[3])
        return Pay(printed, "to" if match[2] == "to" else "for", multiple=multiple)
    if printed.startswith("$"):
        return Pay(printed, "dollars", amount=cents(printed))
    if match := _METER.fullmatch(printed):
        if not meter:
            raise NotAPay(f"{printed!r} does not say which meter")
        return Pay(printed, "meter", share=Fraction(int(match[1]), 100), meter=meter)
    if match := _PRIZE.fullmatch(printed):
        return Pay(printed, "prize", share=Fraction(int(match[1]), 100))
    if printed == "wheel spin":
        return Pay(printed, "wheel")
    if printed in ("push", "lose"):
        return Pay(printed, "push" if printed == "push" else "lose")
    raise NotAPay(f"{printed!r} is not a payment: write it like 3 to 2, 1000 for 1 or $50")
