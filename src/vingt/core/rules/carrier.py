"""Who carries out a value of the rules where vingt does not: a mark on its field, shown with the value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, Literal, get_args

# People at the table or away from it; the progressive system of live tables.
Carrier = Literal["people", "progressive"]
CARRIERS: tuple[Carrier, ...] = get_args(Carrier)
IN_WORDS: Mapping[Carrier, str] = {
    "people": "carried out by people; vingt states it and does nothing by it",
    "progressive": "for the progressive system, which runs at live tables",
}

BY_PEOPLE: Mapping[str, Carrier] = MappingProxyType({"carried_by": "people"})
BY_PROGRESSIVE: Mapping[str, Carrier] = MappingProxyType({"carried_by": "progressive"})


# Of the options that a way to deal has for itself, those that vingt carries out; the others wait for it.
PLAYED_OPTIONS = frozenset(
    (
        "switch_surrender",
        "electronic_community_cards",
        "double_shoe_drawn_from",
        "double_shoe_red_suits",
        "hand_dealt_decks",
        "hand_dealt_rounds_per_shuffle",
        "hand_dealt_deck_life_hours",
        "hand_dealt_burn_before_round",
    )
)


def option_carrier(option: str) -> Carrier | None:
    return None if option in PLAYED_OPTIONS else "people"


def carrier_of(section: type[Any], name: str) -> Carrier | None:
    """Who carries out a field of a rule class; None where vingt does, or where it is no field (an option)."""
    for field in fields(section):
        if field.name == name:
            return field.metadata.get("carried_by")
    return None
