"""Who rests on what: the values of a document by the clauses and readings they cite, and the submission keys
by which an operator answers a reading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.rules.document import Document
from vingt.core.rules.leaf import MISSING, Leaf
from vingt.core.rules.wager_document import WagerDocument
from vingt.report.words.values import (
    cap_permitted,
    chosen_word,
    in_words,
    line_paths,
    meter_permitted,
    paytables_permitted,
    stake_permitted,
)
from vingt.rulebook import library


@dataclass(frozen=True)
class CitedValue:
    """A value of a document in words, and what it cites; `key` where a submission chooses it."""

    path: str
    text: str
    cite: Cite
    keys: tuple[str, ...] = ()
    is_fixed: bool = True
    default: str = ""

    @property
    def statement(self) -> str:
        return f"{self.path} = {self.text}" if self.text else self.path


@cache
def carried(rulebook: str) -> tuple[CitedValue, ...]:
    document = library.load(rulebook)
    return (
        *(leaf_carried(leaf) for leaf in document.every_leaf()),
        *record_carried(document),
        *(value for wager in document.wagers.values() for value in wager_carried(wager)),
        *requirements_carried(document),
        *varied_carried(document),
    )


@cache
def by_clause(rulebook: str) -> dict[str, list[CitedValue]]:
    """Clause id -> the values that rest on it; a cited heading stands for the clauses under it."""
    inventory = library.inventory(rulebook)
    values: dict[str, list[CitedValue]] = {}
    for value in carried(rulebook):
        for named in value.cite.clauses:
            for clause in inventory.under(named):
                values.setdefault(clause.id, []).append(value)
    return values


@cache
def by_reading(rulebook: str) -> dict[str, list[CitedValue]]:
    values: dict[str, list[CitedValue]] = {}
    for value in carried(rulebook):
        for reading in value.cite.readings:
            values.setdefault(reading, []).append(value)
    return values


def leaf_carried(leaf: Leaf) -> CitedValue:
    cite = leaf.cite
    for more in leaf.cites.values():
        cite += more
    text = in_words(leaf.resolved(), leaf.kind) if leaf.is_fixed else leaf.permitted()
    default = chosen_word(leaf, leaf.default) if leaf.default is not MISSING else ""
    keys = (leaf.key,) if leaf.key else ()
    return CitedValue(own_path(leaf.path), text, cite, keys, leaf.is_fixed, default)


def own_path(path: str) -> str:
    """Wagers under the name that submissions use: [wagers.insurance]."""
    return f"wagers.{path.removeprefix('wager.')}" if path.startswith("wager.") else path


def record_carried(document: Document) -> Iterator[CitedValue]:
    for path, lines in document.records.items():
        for at, line in zip(line_paths(path, lines), lines, strict=True):
            yield CitedValue(at, "" if hasattr(line, "what") else str(line.pays), line.cite)


def requirements_carried(document: Document) -> Iterator[CitedValue]:
    for need in document.requirements:
        yield CitedValue(f"requires.{need.key}", f"by {', '.join(need.when)}", need.cite)


def varied_carried(document: Document) -> Iterator[CitedValue]:
    for row in document.varied:
        path = f"varies.{row.variant}.{row.path}"
        if row.leaf is not None:
            yield CitedValue(path, in_words(row.leaf.resolved(), row.leaf.kind), row.leaf.cite)
        for at, line in zip(line_paths(path, row.lines), row.lines, strict=True):
            yield CitedValue(at, "", line.cite)


def wager_carried(wager: WagerDocument) -> Iterator[CitedValue]:
    """All of a wager that is cited, its leaves excepted."""
    path = key = f"wagers.{wager.id}"
    exact = bool(wager.stake.exact)
    stake_keys = (f"{key}.stake",) if exact else (f"{key}.stake_min", f"{key}.stake_max")
    is_fixed = len(wager.stake.exact) == 1 and not wager.stake.open
    yield CitedValue(path, wager.name, wager.cite)
    yield CitedValue(f"{path}.stake", stake_permitted(wager.stake), wager.stake.cite, stake_keys, is_fixed)
    for group, tables in (("paytable", wager.paytables), ("community", wager.community)):
        for paytable in tables:
            at = f"{path}.{group}.{paytable.table.id}"
            yield CitedValue(at, paytable.decks_in_words(), paytable.table.cite)
            if paytable.stake is not None:
                yield CitedValue(
                    f"{at}.stake",
                    stake_permitted(paytable.stake),
                    paytable.stake.cite,
                    (f"{key}.{group}",),
                    False,
                )
            if paytable.prize_min is not None:
                least = f"at least {dollars(paytable.prize_min)}"
                yield CitedValue(f"{at}.prize", least, paytable.prize_cite, (f"{key}.prize",), False)
    if wager.choice_cite:
        better = any(paytable.odds_are_minimums for paytable in wager.paytables)
        keys = (f"{key}.pays",) if better else (f"{key}.paytable",)
        text = "odds at least as printed" if better else paytables_permitted(wager.paytables)
        yield CitedValue(f"{path}.{'pays' if better else 'paytable'}", text, wager.choice_cite, keys, False)
    for at, line in wager.lines():
        yield CitedValue(own_path(at), str(line.pays), line.cite)
    for meter in wager.meters:
        named = f"meters.{meter.name}"
        cite = meter.cite + meter.rate_cite
        yield CitedValue(f"{path}.{named}", meter_permitted(meter), cite, (f"{key}.{named}",), False)
    for bar in wager.barred:
        barred = paytables_permitted(
            paytable for paytable in wager.paytables if paytable.table.id in bar.paytables
        )
        decks = f" with {' or '.join(str(count) for count in bar.decks)} decks" if bar.decks else ""
        options = "".join(f" with {name} = {in_words(word)}" for name, word in bar.options.items())
        accept = ", ".join(f'"{reading}"' for reading in bar.cite.readings)
        text = f"{barred}{decks}{options} only with accept_readings = [{accept}]"
        yield CitedValue(f"{path}.barred", text, bar.cite, (f"{key}.paytable",), False)
    if wager.cap is not None:
        yield CitedValue(
            f"{path}.payout_cap", cap_permitted(wager.cap), wager.cap.cite, (f"{key}.payout_cap",), False
        )
    if wager.wheel_cite:
        yield CitedValue(f"{path}.wheel", "whole weights", wager.wheel_cite, (f"{key}.wheel",), False)
