"""Rules in the form `vingt-rules/1`: settlement stood in fields of several sections, where rows are today.

Logs and older editions of the rulebooks are written so for ever. Both are turned into rows here; rules out of
a log keep the identity that this form gave them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from vingt.core.cite import Cite
from vingt.core.pays import Pay, pay
from vingt.core.rules.identity import BESIDE, identity_of
from vingt.core.rules.sections import NaturalRules, TwentyOneRules, VariantRules
from vingt.core.rules.settles import DealerWord, HandWord, Odds, Result, Settles, SettlesRow
from vingt.core.rules.table_rules import TableRules

FORM = "vingt-rules/1"

# -- what the form held ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FormerNaturalRules(NaturalRules):
    against_dealer_natural: Result
    against_dealer_21: Result


@dataclass(frozen=True, slots=True)
class FormerTwentyOneRules(TwentyOneRules):
    against_dealer_21: Result
    against_dealer_natural: Result
    split_two_card_against_dealer_21: Result
    split_two_card_against_dealer_natural: Result


@dataclass(frozen=True, slots=True)
class Comparison:
    over_21: Literal["loses_at_once"]
    dealer_over_21: Result
    higher_total: Result
    lower_total: Result
    equal_totals: Result


@dataclass(frozen=True, slots=True)
class SpecialSettlement:
    outcome: str
    pays: Pay
    cite: Cite


@dataclass(frozen=True, slots=True)
class FormerVariantRules(VariantRules):
    switch_settlements: tuple[SpecialSettlement, ...]


@dataclass(frozen=True, kw_only=True)
class FormerTableRules(TableRules):
    natural: FormerNaturalRules
    twenty_one: FormerTwentyOneRules
    comparison: Comparison
    variant: FormerVariantRules
    settles: Settles = field(default=Settles(()), metadata=BESIDE)


# -- what it comes to as rows ------------------------------------------------------------------------------


class Came(NamedTuple):
    """A row and where its payment stood, or what that was always; `cites` are fields whose cites it has."""

    hand: HandWord
    dealer: DealerWord
    stood: str
    always: str = ""
    cites: tuple[str, ...] = ()


COMMON = (
    Came("natural", "natural", "natural.against_dealer_natural"),
    Came("natural", "21", "natural.against_dealer_21"),
    Came("natural", "any", "natural.name", "natural", ("pays.natural",)),
    Came("split_two_card_21", "natural", "twenty_one.split_two_card_against_dealer_natural"),
    Came("split_two_card_21", "21", "twenty_one.split_two_card_against_dealer_21"),
    Came("21", "natural", "twenty_one.against_dealer_natural"),
    Came("21", "21", "twenty_one.against_dealer_21"),
    Came("20_or_less", "natural", "dealer_natural.collects", "lose", ("comparison.lower_total",)),
    Came("21_or_less", "over_21", "comparison.dealer_over_21"),
    Came("21_or_less", "lower_total", "comparison.higher_total"),
    Came("20_or_less", "equal_total", "comparison.equal_totals"),
    Came("20_or_less", "higher_total", "comparison.lower_total"),
    Came("over_21", "any", "comparison.over_21", "lose"),
)


class Switched(NamedTuple):
    """A row of Blackjack Switch, and the line of `variant.switch_settlements` or the option it stood in."""

    hand: HandWord
    dealer: DealerWord
    line: str = ""
    option: str = ""
    means: Mapping[str, str] = MappingProxyType({})


SWITCH = (
    Switched("natural", "21", "natural-blackjack-vs-dealer-21-in-more-than-two-cards"),
    Switched("natural", "natural", "natural-blackjack-vs-dealer-blackjack"),
    Switched("switched_21", "natural", "switched-blackjack-vs-dealer-blackjack"),
    Switched("switched_21", "21", "switched-blackjack-vs-dealer-21-or-22"),
    Switched("switched_21", "22", "switched-blackjack-vs-dealer-21-or-22"),
    Switched("natural", "22", option="switch_natural_vs_22", means={"win": "natural"}),
    Switched("21_or_less", "22", "player-21-or-less-vs-dealer-22"),
    Switched(
        "natural", "any", option="switch_natural_pays", means={"as_printed": "natural", "1:1": "1 to 1"}
    ),
)
MOVED = frozenset(row.option for row in SWITCH if row.option)
GONE = frozenset(row.stood for row in COMMON if not row.always) | {"comparison.over_21"}


def modern(old: FormerTableRules) -> TableRules:
    """The rules as they are held today, under the identity that they were stored with."""
    values = {field.name: getattr(old, field.name) for field in fields(TableRules)}
    options = tuple(option for option in old.variant.options if option[0] not in MOVED)
    cites = dict(old.cites)
    rules = TableRules(
        **values
        | {
            "natural": _base(NaturalRules, old.natural),
            "twenty_one": _base(TwentyOneRules, old.twenty_one),
            "variant": VariantRules(old.variant.game, old.variant.shoe, options),
            "settles": Settles((*_switch_rows(old, cites), *_common_rows(old, cites))),
            "cites": tuple(entry for entry in old.cites if entry[0] not in GONE),
        }
    )
    return rules.known_as(identity_of(old, FORM))


def _base(section: Any, old: object) -> Any:
    return section(**{field.name: getattr(old, field.name) for field in fields(section)})


def _common_rows(old: FormerTableRules, cites: Mapping[str, Cite]) -> Iterator[SettlesRow]:
    for row in COMMON:
        section, _, name = row.stood.partition(".")
        pays: Odds = _named(row, row.always or getattr(getattr(old, section), name))
        yield SettlesRow(
            row.hand, row.dealer, pays, sum((cites[path] for path in (row.stood, *row.cites)), Cite())
        )


def _switch_rows(old: FormerTableRules, cites: Mapping[str, Cite]) -> Iterator[SettlesRow]:
    if old.variant.game != "switch":
        return
    lines = {line.outcome: line for line in old.variant.switch_settlements}
    chosen = dict(old.variant.options)
    for row in SWITCH:
        if row.line:
            word, cite = str(lines[row.line].pays), lines[row.line].cite
        else:
            word, cite = chosen[row.option], cites.get(f"variant.{row.option}", Cite())
        yield SettlesRow(row.hand, row.dealer, _odds(row.means.get(word, word)), cite)


def _named(came: Came, word: Any) -> Any:
    """A natural that won was paid its own odds."""
    return "natural" if came.hand == "natural" and word == "win" else word


def _odds(word: str) -> Odds:
    match word:
        case "win" | "natural" | "push" | "lose":
            return word
        case _:
            return pay(word)


# -- an older edition --------------------------------------------------------------------------------------


def rewritten(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The document of an older edition as one of today; one that has rows already is left alone."""
    if "comparison" not in raw:
        return dict(raw)
    document = {name: section for name, section in raw.items() if name != "comparison"}
    for path in GONE:
        section, _, name = path.partition(".")
        if section in document:
            document[section] = {key: leaf for key, leaf in document[section].items() if key != name}
    variant = raw["variant"]
    document["variant"] = {
        each: leaf for each, leaf in variant.items() if each not in ("switch_settlements", *MOVED)
    }
    document["settles"] = [*_raw_switch_rows(variant), *_raw_common_rows(raw)]
    return document


def _raw_common_rows(raw: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for row in COMMON:
        leaves = [raw[path.partition(".")[0]][path.partition(".")[2]] for path in (row.stood, *row.cites)]
        cite = [name for leaf in leaves for name in _listed(leaf["cite"])]
        if row.always:
            pays: Any = row.always
        else:
            pays = {key: said for key, said in leaves[0].items() if key != "cite"}
            if "value" in pays:
                pays["value"] = _named(row, pays["value"])
        yield {"hand": row.hand, "dealer": row.dealer, "pays": pays, "cite": list(dict.fromkeys(cite))}


def _raw_switch_rows(variant: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    lines = {line["outcome"]: line for line in variant["switch_settlements"]}
    if not lines:
        return
    for row in SWITCH:
        if row.line:
            pays, cite = lines[row.line]["pays"], lines[row.line]["cite"]
        else:
            leaf = variant[row.option]
            pays = {key: said for key, said in leaf.items() if key != "cite"} | {"means": dict(row.means)}
            cite = leaf["cite"]
        yield {"variant": "switch", "hand": row.hand, "dealer": row.dealer, "pays": pays, "cite": cite}


def _listed(cite: Any) -> list[str]:
    return cite if isinstance(cite, list) else [cite]
