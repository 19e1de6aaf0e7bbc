"""What every judge of a side wager shares: how a problem is reported and how an amount is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vingt.core.cite import Cite
from vingt.core.money import Cents, dollars
from vingt.core.rules.kinds import WrongKind, read, shown
from vingt.core.rules.wager_document import WagerDocument

if TYPE_CHECKING:
    from vingt.core.rules.resolve import Resolver


@dataclass
class WagerCheck:
    outer: Resolver
    wager: WagerDocument
    raw: Mapping[str, Any]

    def problem(self, path: tuple[str, ...], message: str, **details: Any) -> None:
        details.setdefault("cite", self.wager.cite)
        self.outer.problem(("wagers", self.wager.id, *path), message, **details)

    def money(self, word: str, least: Cents, cite: Cite) -> Cents | None:
        if word not in self.raw:
            return None
        wanted = self.raw[word]
        try:
            amount: Cents = read(Cents, wanted)
        except WrongKind as error:
            self.problem(
                (word,), str(error), given=shown(wanted), permitted=f"at least {dollars(least)}", cite=cite
            )
            return None
        if amount < least:
            self.problem(
                (word,), "too small", given=dollars(amount), permitted=f"at least {dollars(least)}", cite=cite
            )
            return None
        return amount
