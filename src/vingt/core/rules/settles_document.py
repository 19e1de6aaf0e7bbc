"""The `[[settles]]` rows of a rulebook document: each is cited, and together they settle every hand."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from vingt.core.cite import Inventory
from vingt.core.pays import Pay
from vingt.core.rules.kinds import WrongKind, one_of, read, shown
from vingt.core.rules.leaf import DocumentError, Leaf, parse_leaf
from vingt.core.rules.settles import (
    DealerWord,
    HandWord,
    Odds,
    Pair,
    first_that_fits,
    fits,
    pairs,
    path_of,
)

KEYS = frozenset(("variant", "hand", "dealer", "pays", "cite"))
SWITCH = "switch"  # the variation in which hands are switched
# The word of a row for a kind that has none of its own.
WORD_FOR: Mapping[str, str] = MappingProxyType(
    {"over_22": "over_21", "lower": "lower_total", "equal": "equal_total", "higher": "higher_total"}
)


@dataclass(frozen=True, slots=True)
class SettlesDocument:
    """A row as the rulebook has it, its payment fixed or left open. `variant` is the only way of dealing in
    which it is asked; "" where it always is."""

    hand: HandWord
    dealer: DealerWord
    variant: str
    leaf: Leaf


def parse_settles(raw: object, inventory: Inventory, variants: Leaf) -> tuple[SettlesDocument, ...]:
    """The rows in their order, or `DocumentError` for the first fault: a pair that none settles is one, and a
    row that settles none. `variants` is the choice of how the game is dealt."""
    if not isinstance(raw, list):
        raise DocumentError(f"settles: write rows, each under [[settles]], not {shown(raw)}")
    games = [str(each) for each in (variants.choices or (variants.value,))]
    rows = tuple(parse_row(f"settles[{at}]", each, inventory, games) for at, each in enumerate(raw))
    used: set[int] = set()
    for game in games:
        places = [at for at, row in enumerate(rows) if row.variant in ("", game)]
        settled = first_that_fits([rows[at] for at in places], switched=game == SWITCH)
        refuse_unsettled(settled, game=game if len(games) > 1 else "", switched=game == SWITCH)
        used |= {places[at] for at in settled.values()}
    refuse_unused(rows, used)
    return rows


def parse_row(path: str, raw: object, inventory: Inventory, games: Sequence[str]) -> SettlesDocument:
    if not isinstance(raw, dict):
        raise DocumentError(f"{path}: expected hand, dealer, pays and cite, not {shown(raw)}")
    if unknown := sorted(set(raw) - KEYS):
        raise DocumentError(f"{path}.{unknown[0]}: unknown key")
    if missing := [each for each in ("hand", "dealer", "pays", "cite") if each not in raw]:
        raise DocumentError(
            f"{path}: uncited value" if missing == ["cite"] else f"{path}.{missing[0]}: missing"
        )
    try:
        hand, dealer = read(HandWord, raw["hand"]), read(DealerWord, raw["dealer"])
    except WrongKind as error:
        raise DocumentError(f"{path}: {error}") from error
    variant = raw.get("variant", "")
    if variant and variant not in games:
        raise DocumentError(f"{path}.variant: expected {one_of(games)}, not {shown(variant)}")
    pays = raw["pays"] if isinstance(raw["pays"], dict) else {"value": raw["pays"]}
    leaf = parse_leaf(path, Odds, {**pays, "cite": raw["cite"]}, inventory)
    for word in (*leaf.choices, *(() if leaf.choices else (leaf.value,))):
        refuse_odds(path, hand, leaf.choose(word))
    row = SettlesDocument(hand, dealer, variant, leaf)
    return replace(row, leaf=replace(leaf, path=path_of(row, variant)))


def refuse_odds(path: str, hand: HandWord, pays: Any) -> None:
    if hand == "over_21" and pays != "lose":
        raise DocumentError(
            f'{path}.pays: a hand over 21 is lost at once; no round plays anything but "lose"'
        )
    if isinstance(pays, Pay) and pays.kind != "to":
        raise DocumentError(f"{path}.pays: expected win, natural, push, lose or odds like 1 to 1, not {pays}")


def refuse_unsettled(settled: Container[Pair], *, game: str, switched: bool) -> None:
    for hand, dealer in pairs(switched=switched):
        if (hand, dealer) not in settled:
            where = f"with variant = {shown(game)} " if game else ""
            row = f'hand = "{hand}", dealer = "{WORD_FOR.get(dealer, dealer)}", pays = …, cite = …'
            raise DocumentError(
                f"settles: {where}no row says what a hand of {spoken(hand)} gets when the dealer has "
                f"{spoken(dealer)}; add [[settles]] {row}"
            )


def refuse_unused(rows: Sequence[SettlesDocument], used: Container[int]) -> None:
    for at, row in enumerate(rows):
        if at not in used:
            first = next(place for place, each in enumerate(rows) if place < at and overlaps(each, row))
            raise DocumentError(
                f"settles[{at}]: {row.hand} against {row.dealer} is never asked, for settles[{first}] "
                f"({rows[first].hand} against {rows[first].dealer}) takes it in before; put it "
                "above that row, or leave it out"
            )


def overlaps(one: SettlesDocument, other: SettlesDocument) -> bool:
    return any(fits(one, *pair) and fits(other, *pair) for pair in pairs(switched=True))


def spoken(kind: str) -> str:
    return kind.replace("_", " ")
