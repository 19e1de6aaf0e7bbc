"""What a finished hand gets against what the dealer holds: rows of a rulebook, the first that fits.

A row names a kind of hand and a kind of dealer's hand, or a word that takes in several of them. Each pair of
kinds that can meet at a table is settled by one row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal, Protocol, get_args

from vingt.core.cite import Cite
from vingt.core.pays import Pay
from vingt.core.rules.identity import canonical

Result = Literal["win", "push", "lose"]
# `win` and `natural` are odds that [pays] states; a row may have odds of its own ("1 to 1").
Odds = Literal["win", "natural", "push", "lose"] | Pay

# Two cards that make 21 only after a split or by a switch are no natural.
HandKind = Literal["natural", "split_two_card_21", "switched_21", "21", "20_or_less", "over_21"]
HandWord = Literal[
    "natural", "split_two_card_21", "switched_21", "21", "20_or_less", "over_21", "21_or_less"
]  # fmt: skip
# `lower`, `equal` and `higher` are totals of 20 or less beside that of the hand.
DealerKind = Literal["natural", "21", "22", "over_22", "lower", "equal", "higher"]
DealerWord = Literal["natural", "21", "22", "over_21", "lower_total", "equal_total", "higher_total", "any"]

HANDS: tuple[HandKind, ...] = get_args(HandKind)
DEALERS: tuple[DealerKind, ...] = get_args(DealerKind)
Pair = tuple[HandKind, DealerKind]

# Kinds that most games do not tell from these others.
LIKE: Mapping[str, str] = MappingProxyType({"switched_21": "21", "22": "over_22"})


class Words(Protocol):
    """A row, of a document or in force."""

    @property
    def hand(self) -> HandWord: ...

    @property
    def dealer(self) -> DealerWord: ...


@dataclass(frozen=True, slots=True)
class SettlesRow:
    hand: HandWord
    dealer: DealerWord
    pays: Odds
    cite: Cite


@dataclass(frozen=True)
class Settles:
    """The rows in force at a table, in the order in which they are asked."""

    rows: tuple[SettlesRow, ...]

    @cached_property
    def _found(self) -> Mapping[Pair, SettlesRow]:
        return {pair: self.rows[at] for pair, at in first_that_fits(self.rows, switched=True).items()}

    def row(self, hand: HandKind, dealer: DealerKind) -> SettlesRow:
        return self._found[hand, dealer]

    @cached_property
    def by_path(self) -> Mapping[str, SettlesRow]:
        """The row that settles each pair, the pair written as "settles.21.natural"."""
        return {f"settles.{hand}.{dealer}": row for (hand, dealer), row in self._found.items()}

    def result(self, hand: HandKind, dealer: DealerKind) -> Result:
        return result_of(self.row(hand, dealer).pays)

    @cached_property
    def tells_22(self) -> bool:
        """Whether some hand gets another thing against a dealer's 22 than against another bust."""
        return any(
            row.pays != self.row(hand, "over_22").pays
            for (hand, dealer), row in self._found.items()
            if dealer == "22"
        )

    def at(self, path: str) -> SettlesRow | None:
        """The row that stands at a path of its rulebook, if it is in force."""
        return next((row for row in self.rows if path_of(row) == path), None)

    def paying(self, row: SettlesRow, pays: Odds) -> Settles:
        """These rows with another payment in one, for whoever asks what that would be worth."""
        return Settles(tuple(replace(each, pays=pays) if each is row else each for each in self.rows))

    def canonical(self) -> object:
        """What the rows come to, however they are written: pair -> payment. A kind that is settled like the
        one it was told from is left out, so that one more kind leaves all other rules as they are."""
        paid = {pair: canonical(row.pays) for pair, row in self._found.items()}
        alike = {(hand, dealer): (LIKE.get(hand, hand), LIKE.get(dealer, dealer)) for hand, dealer in paid}
        return {
            f"{hand} {dealer}": pays
            for (hand, dealer), pays in paid.items()
            if alike[hand, dealer] == (hand, dealer) or paid[alike[hand, dealer]] != pays  # type: ignore[index]
        }


def result_of(pays: Odds) -> Result:
    match pays:
        case "push" | "lose":
            return pays
        case _:
            return "win"


def path_of(row: Words, variant: str = "") -> str:
    """By which a row is named wherever values are: "settles.21.natural", "settles.switch.natural.21"."""
    return ".".join(("settles", *((variant,) if variant else ()), row.hand, row.dealer))


# -- which row settles what --------------------------------------------------------------------------------


def pairs(*, switched: bool) -> Iterator[Pair]:
    """Every hand and dealer's hand that can meet, with or without hands that were switched. No total of 20 or
    less is equal to a hand of 21 or above it; a hand over 21 is settled whatever the dealer comes to have."""
    for hand in HANDS:
        if hand != "switched_21" or switched:
            for dealer in DEALERS:
                if hand in ("20_or_less", "over_21") or dealer not in ("equal", "higher"):
                    yield hand, dealer


def fits(row: Words, hand: HandKind, dealer: DealerKind) -> bool:
    return takes_in(row.hand, hand) and meets(row.dealer, dealer, hand)


def takes_in(word: HandWord, hand: HandKind) -> bool:
    return word == hand or (word == "21_or_less" and hand != "over_21")


def meets(word: DealerWord, dealer: DealerKind, hand: HandKind) -> bool:
    """A dealer's natural is no mere total: `natural` and `any` alone take it in."""
    match word:
        case "any":
            return True
        case "over_21":
            return dealer in ("22", "over_22")
        case "lower_total":
            return dealer == "lower"
        case "equal_total":
            return dealer == "equal" or (dealer == "21" and hand != "20_or_less")
        case "higher_total":
            return dealer == "higher" or (dealer == "21" and hand == "20_or_less")
        case "natural" | "21" | "22":
            return word == dealer


def first_that_fits(rows: Sequence[Words], *, switched: bool) -> dict[Pair, int]:
    """Pair -> the place of the row that settles it; a pair that none settles is left out."""
    places = {
        pair: next((at for at, row in enumerate(rows) if fits(row, *pair)), -1)
        for pair in pairs(switched=switched)
    }
    return {pair: at for pair, at in places.items() if at >= 0}
