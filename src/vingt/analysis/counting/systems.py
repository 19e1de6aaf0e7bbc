"""Counting systems: the tag of every card. The well-known ones by name, one's own from a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from vingt.analysis.counting.composition import KINDS, NUMBER
from vingt.analysis.tabulated.hands import TENS, Floats, Ints
from vingt.core.cards import RANKS, RED, SUITS, SYMBOLS, NotACard, Rank, card
from vingt.rulebook.inputs import read_input

DECK = 52  # a true count is per so many cards, whatever the game takes out of a deck
HALF = Fraction(1, 2)
ORDER: tuple[Rank, ...] = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")


class NotASystem(ValueError):
    """A file that holds no counting system, or a name that is none."""


@dataclass(frozen=True)
class CountSystem:
    """`tags[at]` is what the count goes up by when that card is seen."""

    name: str
    tags: tuple[Fraction, ...]

    @property
    def array(self) -> Floats:
        return np.array([float(tag) for tag in self.tags])

    @property
    def by_rank(self) -> dict[Rank, str]:
        """As one says them; where suits differ that of most, then of the others: 0/♥-2."""
        tags: dict[Rank, str] = {}
        for at, rank in enumerate(RANKS):
            suits: dict[Fraction, str] = {}
            for suit, tag in zip(SUITS, self.tags[4 * at : 4 * at + 4], strict=True):
                suits[tag] = suits.get(tag, "") + SYMBOLS[suit]
            most, *others = sorted(suits, key=lambda tag: (-len(suits[tag]), abs(tag)))
            tags[rank] = "/".join([plain(most), *(suits[tag] + plain(tag) for tag in others)])
        return tags

    @property
    def level(self) -> int:
        """The highest tag, once all are whole numbers."""
        scale = max(tag.denominator for tag in self.tags)
        return int(max(abs(tag) for tag in self.tags) * scale)

    def total(self, shoe: Ints) -> Fraction:
        """The count when every card has been seen: 0 for a balanced system."""
        return sum((tag * int(many) for tag, many in zip(self.tags, shoe, strict=True)), Fraction(0))

    def balanced(self, shoe: Ints) -> bool:
        return self.total(shoe) == 0


def plain(tag: Fraction) -> str:
    return f"{float(tag):+g}" if tag else "0"


def from_ranks(name: str, tags: Mapping[str, Fraction | int]) -> CountSystem:
    """Tags by rank, "10" standing for every ten-value card, or by card: 7h."""
    by_kind = [Fraction(0)] * len(KINDS)
    for key, tag in tags.items():
        for at in kinds_named(key):
            by_kind[at] = Fraction(tag)
    return CountSystem(name, tuple(by_kind))


def kinds_named(key: str) -> list[int]:
    if key in ("T", "10"):
        return [at for at, each in enumerate(KINDS) if each.rank in TENS]
    of_rank = [at for at, each in enumerate(KINDS) if each.rank == key]
    if of_rank:
        return of_rank
    if key in ("red 7", "black 7"):
        return [at for at in kinds_named("7") if (KINDS[at].suit in RED) == (key == "red 7")]
    try:
        return [NUMBER[card(key)]]
    except NotACard as error:
        raise NotASystem(
            f"{key!r} is neither a rank (A, 2 … 9, 10, J, Q, K; T for all tens) nor a card (7h)"
        ) from error


def level(name: str, *tags: Fraction | int) -> CountSystem:
    return from_ranks(name, dict(zip(ORDER, tags, strict=True)))


# Tags of A, 2, 3, 4, 5, 6, 7, 8, 9 and ten-value cards, as their authors published them.
SYSTEMS: dict[str, CountSystem] = {
    "hi-lo": level("Hi-Lo", -1, 1, 1, 1, 1, 1, 0, 0, 0, -1),
    "ko": level("KO", -1, 1, 1, 1, 1, 1, 1, 0, 0, -1),
    "red-7": from_ranks(
        "Red 7", {"A": -1, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "red 7": 1, "black 7": 0, "10": -1}
    ),
    "hi-opt-1": level("Hi-Opt I", 0, 0, 1, 1, 1, 1, 0, 0, 0, -1),
    "hi-opt-2": level("Hi-Opt II", 0, 1, 1, 2, 2, 1, 1, 0, 0, -2),
    "omega-2": level("Omega II", 0, 1, 1, 2, 2, 2, 1, 0, -1, -2),
    "zen": level("Zen", -1, 1, 1, 2, 2, 2, 1, 0, 0, -2),
    "halves": level("Halves", -1, HALF, 1, 1, 3 * HALF, 1, HALF, 0, -HALF, -1),
    "uston-apc": level("Uston APC", 0, 1, 2, 2, 3, 2, 2, 1, -1, -3),
    "revere": level("Revere Point Count", -2, 1, 2, 2, 2, 2, 1, 0, 0, -2),
    "silver-fox": level("Silver Fox", -1, 1, 1, 1, 1, 1, 1, 0, -1, -1),
    "canfield": level("Canfield Expert", 0, 0, 1, 1, 1, 1, 1, 0, -1, -1),
    "mentor": level("Mentor", -1, 1, 2, 2, 2, 2, 1, 0, -1, -2),
    "tens": level("Unbalanced ten count", 1, 1, 1, 1, 1, 1, 1, 1, 1, -2),
    "ace-five": level("Ace-Five", -1, 0, 0, 0, 1, 0, 0, 0, 0, 0),
}


def system_named(named: str) -> CountSystem:
    """A well-known system, or one in a TOML file: `name` and a table `tags`."""
    if named in SYSTEMS:
        return SYSTEMS[named]
    path = Path(named)
    if path.suffix != ".toml":
        raise NotASystem(f"no system {named!r}: {', '.join(SYSTEMS)}, or a file of your own, my-count.toml")
    try:
        told = tomllib.loads(read_input(path).decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NotASystem(f"{named}: not TOML: {error}") from error
    except OSError as error:
        raise NotASystem(f"{named}: {(error.strerror or 'cannot be read').lower()}") from error
    return read_system(told, named)


def read_system(told: Mapping[str, object], source: str) -> CountSystem:
    tags = told.get("tags")
    if unknown := set(told) - {"name", "tags"}:
        raise NotASystem(f"{source}: unknown key {sorted(unknown)[0]!r}: it has name and [tags]")
    if not isinstance(tags, Mapping) or not tags:
        raise NotASystem(f'{source}: needs a table [tags], like  A = -1,  5 = 1,  T = -1,  "7h" = 1')
    for key, tag in tags.items():
        if isinstance(tag, bool) or not isinstance(tag, int | float) or not abs(tag) <= 100:
            raise NotASystem(f"{source}: tags.{key} = {tag!r} is no tag: a number from -100 to 100")
    exact = {str(key): Fraction(str(tag)) for key, tag in tags.items()}
    return from_ranks(str(told.get("name", Path(source).stem)), exact)
