"""One value of a rulebook: fixed, or left to the operator within limits; always with its cite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from vingt.core.cite import Cite, Inventory, UnknownCite
from vingt.core.money import Cents, dollars
from vingt.core.rules.kinds import WrongKind, one_of, read, same, shown


class _Missing:
    """No value was given."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()


class DocumentError(ValueError):
    """A rulebook document breaks its own grammar."""


KEYS = frozenset(
    (
        *("value", "one_of", "min", "max", "floor", "limit", "key", "cite", "default", "means", "cites"),
        *("departs", "words", "note"),
    )
)


OPEN = ("one_of", "min", "max", "floor", "limit", "default")


@dataclass(frozen=True, slots=True)
class Leaf:
    """`choices` and bounds are in the submission's words; `means` turns a word into the field's value."""

    path: str
    kind: Any
    cite: Cite
    key: str | None = None
    value: object = MISSING
    choices: tuple[object, ...] = ()
    least: Any = None
    most: Any = None
    floor: Any = None  # vingt's own bounds, where the rulebook prints none
    limit: Any = None
    default: object = MISSING
    means: Mapping[str, object] = field(default_factory=dict)
    cites: Mapping[str, Cite] = field(default_factory=dict)
    departs: Mapping[str, str] = field(default_factory=dict)  # choice -> the reading that must be accepted
    words: str = ""  # what the printed words plainly say, from which those choices depart

    @property
    def is_fixed(self) -> bool:
        return self.value is not MISSING

    @property
    def bounds(self) -> tuple[Any, Any]:
        """The printed bounds, or vingt's own where none is printed."""
        low = self.least if self.least is not None else self.floor
        high = self.most if self.most is not None else self.limit
        return low, high

    @property
    def is_required(self) -> bool:
        return not self.is_fixed and self.default is MISSING

    def permits(self, raw: object) -> str | None:
        """None when the operator may choose `raw`; otherwise what is wrong with it, in words."""
        try:
            value = self.choose(raw)
        except WrongKind as error:
            return str(error)
        if self.is_fixed:
            fixed = read(self.kind, self.means.get(str(self.value), self.value))
            return None if value == fixed else f"fixed at {self.permitted()}"
        if self.choices and not any(same(raw, choice) for choice in self.choices):
            return f"expected {self.permitted()}, not {shown(raw)}"
        low, high = self.bounds
        if value is None and self.default != "none" and (low is not None or high is not None):
            return f"expected {self.permitted()}, not {shown(raw)}"
        if not isinstance(value, int | Fraction):
            return None
        if (low is not None and value < low) or (high is not None and value > high):
            return f"expected {self.permitted()}, not {shown(raw)}"
        return None

    def choose(self, raw: object) -> Any:
        """The field's value for a word of the submission."""
        if isinstance(raw, str | bool) and word(raw) in self.means:
            raw = self.means[word(raw)]
        return read(self.kind, raw)

    def resolved(self) -> Any:
        """The value when the submission says nothing."""
        return self.choose(self.value if self.is_fixed else self.default)

    def departure(self, raw: object) -> str | None:
        """The reading a submission must accept by name before it may choose this against the plain words."""
        return self.departs.get(word(raw))

    def cite_for(self, raw: object) -> Cite:
        """A chosen value may have a clause of its own besides the one that leaves the choice."""
        return self.cite + self.cites.get(word(raw), Cite())

    @property
    def whole_cite(self) -> Cite:
        """The clause that leaves the choice and those of each thing that may be chosen."""
        return sum(self.cites.values(), self.cite)

    def permitted(self) -> str:
        """What may be chosen, in words: 6 or 8; 2 to 8; at least $5."""
        if self.is_fixed:
            return shown(self.value)
        if self.choices:
            return one_of(self.choices)
        low, high = self.bounds
        if low is not None and high is not None:
            return f"{amount(self.kind, low)} to {amount(self.kind, high)}"
        if low is not None:
            return f"at least {amount(self.kind, low)}"
        if high is not None:
            return f"at most {amount(self.kind, high)}"
        return "any"


def amount(kind: Any, value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and "Cents" in str(kind):
        return dollars(value)
    return str(value)


def word(raw: object) -> str:
    if isinstance(raw, bool):
        return "true" if raw else "false"
    return str(raw)


def parse_leaf(path: str, kind: Any, raw: object, inventory: Inventory) -> Leaf:
    """Read `{ value = …, cite = … }` and its kin, refusing what is uncited, unknown or contradictory."""
    if not isinstance(raw, dict):
        raise DocumentError(f"{path}: a value is written {{ value = …, cite = … }}, not {shown(raw)}")
    if unknown := sorted(set(raw) - KEYS):
        raise DocumentError(f"{path}: unknown key {unknown[0]!r}")
    if "cite" not in raw:
        raise DocumentError(f"{path}: uncited value")
    try:
        means = {word(each): meaning for each, meaning in raw.get("means", {}).items()}
        cite = inventory.cite(raw["cite"])
        cites = {word(each): inventory.cite(named) for each, named in raw.get("cites", {}).items()}
        fixed = "value" in raw
        if fixed and any(each in raw for each in OPEN):
            raise DocumentError(f"{path}: fixed and open at once")
        if not fixed and not any(each in raw for each in OPEN):
            raise DocumentError(f"{path}: neither a value nor a choice")
        if not fixed and "key" not in raw:
            raise DocumentError(f"{path}: a choice needs the key a submission uses")
        leaf = Leaf(
            path=path,
            kind=kind,
            cite=cite,
            key=read(str, raw["key"]) if "key" in raw else None,
            value=raw.get("value", MISSING),
            choices=tuple(raw.get("one_of", ())),
            least=bound(kind, raw.get("min")),
            most=bound(kind, raw.get("max")),
            floor=bound(kind, raw.get("floor")),
            limit=bound(kind, raw.get("limit")),
            default=raw.get("default", MISSING),
            means=means,
            cites=cites,
            departs=departures(path, raw, cite),
            words=read(str, raw.get("words", "")),
        )
        if leaf.default is not MISSING and leaf.departure(leaf.default):
            raise DocumentError(f"{path}: its own default departs from the printed words")
        for choice in (*leaf.choices, *(each for each in (leaf.value, leaf.default) if each is not MISSING)):
            leaf.choose(choice)
        if leaf.default is not MISSING and (wrong := leaf.permits(leaf.default)):
            raise DocumentError(f"{path}: its own default is not permitted: {wrong}")
    except DocumentError:
        raise
    except (UnknownCite, WrongKind, TypeError, AttributeError) as error:
        raise DocumentError(f"{path}: {error}") from error
    return leaf


def departures(path: str, raw: Mapping[str, Any], cite: Cite) -> dict[str, str]:
    """`departs = { false = "J-26" }`, with `words`; the value cites that reading, and a clause besides."""
    named = {word(each): read(str, reading) for each, reading in raw.get("departs", {}).items()}
    if not named:
        return {}
    if not raw.get("words"):
        raise DocumentError(f"{path}: departs without the words it departs from")
    choices = {word(each) for each in raw.get("one_of", ())}
    for choice, reading in named.items():
        if choice not in choices:
            raise DocumentError(f"{path}: departs names {choice!r}, which is no choice")
        if reading not in cite.readings or not cite.clauses:
            raise DocumentError(f"{path}: departs by {reading}, which it does not cite beside a clause")
    return named


def bound(kind: Any, raw: object) -> Any:
    """A limit is a number, an amount of money or a fraction, whatever else the field may hold."""
    if raw is None:
        return None
    for numeric in (Cents, Fraction, int):
        if numeric is kind or numeric in getattr(kind, "__args__", ()):
            return read(numeric, raw)
    raise WrongKind(f"{kind} has no bounds")
