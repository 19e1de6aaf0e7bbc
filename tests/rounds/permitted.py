"""Random permitted tables: a sample submission with some of its open keys chosen anew."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st

from vingt.core.rules.leaf import Leaf
from vingt.core.rules.resolve import NotAllowed, accepting_departures, choices_of, resolve
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

# Chosen together, so that minimum, maximum and chips agree: smallest chip, table minimum, table maximum.
MONEY = (
    ("0.50", "5", "1000"),
    ("0.01", "0.01", "100"),
    ("0.25", "1", "20"),
    ("1", "10", "500"),
    ("2.50", "5", "100"),
    ("5", "5", "25"),
)
MONEY_KEYS = frozenset(("chip_unit", "chips", "table_minimum", "table_maximum"))
NOT_PLAYED = frozenset(("variant", "shoe"))  # permitted, but played one way only
WORDS: tuple[Any, ...] = (*range(10), "0.01", "0.50", "1.10", "5", "1/4", "1/2", "none")

Choice = tuple[str, Any]


@cache
def permitted(leaf_of: str, key: str) -> tuple[Any, ...]:
    """Values a submission may choose for one key: those the rulebook lists, or a few within its bounds."""
    leaf: Leaf = library.load(leaf_of).keys[key]
    return tuple(each for each in leaf.choices or WORDS if leaf.permits(each) is None)


@cache
def open_keys(rulebook: str) -> tuple[str, ...]:
    keys = choices_of(library.load(rulebook))
    return tuple(
        key
        for key in sorted(keys)
        if key not in MONEY_KEYS and key not in NOT_PLAYED and permitted(rulebook, key)
    )


def frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@cache
def table(rules: str, choices: tuple[Choice, ...], left_out: tuple[str, ...]) -> TableRules:
    """The rules in force; choices that do not go together are given up until the rest is permitted."""
    chosen = dict(choices)
    submission = library.submission(rules)
    submission = submission.with_choices({key: thawed(value) for key, value in chosen.items()})
    wagers = {name: each for name, each in submission.raw.get("wagers", {}).items() if name not in left_out}
    submission = submission.with_choices({"wagers": wagers})
    document = library.document_of(submission)
    try:
        return resolve(document, accepting_departures(document, submission))
    except NotAllowed as refused:
        faulty = {problem.key for problem in refused.problems}
        rest = tuple((key, value) for key, value in choices if key not in faulty)
        gone = {key.split(".")[1] for key in faulty if key.startswith("wagers.")}
        if len(rest) == len(choices) and not gone:  # nothing of ours is to blame by name: drop the last
            rest = rest[:-1]
        return table(rules, rest, tuple(sorted({*left_out, *gone})))


def thawed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def money(at: int) -> Mapping[str, Any]:
    unit, least, most = MONEY[at]
    return {"chip_unit": unit, "chips": (unit,), "table_minimum": least, "table_maximum": most}


class Table(NamedTuple):
    """A permitted table by its sample and the choices made anew; short to print, resolved once."""

    name: str
    choices: tuple[Choice, ...]

    @property
    def rules(self) -> TableRules:
        return table(self.name, self.choices, ())


@cache
def dealt_as_usual(rulebook: str) -> tuple[str, ...]:
    """The samples in which one hand lies on a box, and all see it."""
    ways = {name: library.table_rules(f"{rulebook}/{name}").variant for name in library.samples(rulebook)}
    return tuple(name for name, way in ways.items() if not (way.hands_switched or way.dealt_by_hand))


@st.composite
def tables(draw: st.DrawFn, rulebook: str) -> Table:
    """A permitted table of one rulebook; shrinks to its default sample."""
    sample = draw(st.sampled_from(dealt_as_usual(rulebook)))
    keys = draw(st.lists(st.sampled_from(open_keys(rulebook)), max_size=12, unique=True))
    choices: dict[str, Any] = {key: draw(st.sampled_from(permitted(rulebook, key))) for key in keys}
    at = draw(st.integers(-1, len(MONEY) - 1))
    if at >= 0:
        choices |= money(at)
    return Table(f"{rulebook}/{sample}", tuple((key, frozen(value)) for key, value in choices.items()))
