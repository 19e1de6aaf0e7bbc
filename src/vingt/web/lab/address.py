"""A table of the lab is its address: a sample to begin with, and each choice that differs from it.

The words are those of a submission, with dots as `--set` has them; what the address says is written out as a
submission and judged like any other.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

from vingt.core.rules.document import Document
from vingt.core.rules.kinds import shown
from vingt.core.rules.leaf import MISSING, word
from vingt.core.rules.resolve import OWN_KEYS
from vingt.core.rules.submission import (
    Problem,
    Submission,
    Unreadable,
    copied,
    parse_choice,
    parse_submission,
)
from vingt.core.rules.wager_document import WagerDocument
from vingt.report.lab.filing import toml_text
from vingt.report.proposal import Proposal, ProposalRefused
from vingt.rulebook import library
from vingt.rulebook.starter import Starter

FIRST = "md-blackjack"  # where no rulebook is named
FIELDS_MAX, WORD_MAX = 600, 400
TITLE_MAX = 80
SOURCE = "my-table.toml"
WAS = "was."  # the paytable that the form was drawn with
OFF, ON = "off", "on"  # a side wager not offered; offered without naming a paytable
DAY = {"rounds": "70", "hours": "8", "boxes": "5", "wager": "25", "side": "5", "share": "25"}
LIMITS = {  # of what a day may be asked to be
    "rounds": (1, 1_000),
    "hours": (1, 24),
    "boxes": (1, 9),
    "wager": (1, 100_000),
    "side": (0, 100_000),
    "share": (0, 100),
}


class NotAnAddress(ValueError):
    """No table of the lab; says why."""


@dataclass(frozen=True)
class LabAddress:
    """`choices` are words by dotted key, only those that make a difference; `day` likewise."""

    rules: str
    choices: tuple[tuple[str, str], ...] = ()
    accepted: tuple[str, ...] = ()
    title: str = ""
    day: tuple[tuple[str, str], ...] = ()
    against: str = ""  # the address of the table beside it

    @property
    def own(self) -> tuple[str, tuple[tuple[str, str], ...], tuple[str, ...], str]:
        """The table alone: without its day, and without what it is compared with."""
        return self.rules, self.choices, self.accepted, self.title

    @property
    def query(self) -> str:
        pairs = [("rules", self.rules), *self.choices, *(("accept_readings", each) for each in self.accepted)]
        pairs += [("title", self.title)] if self.title else []
        pairs += [(f"day.{name}", text) for name, text in self.day]
        pairs += [("against", self.against)] if self.against else []
        return urlencode(pairs)


@dataclass(frozen=True)
class LabTable:
    """What an address comes to: the text of its submission, and what the rulebook says to it."""

    address: LabAddress
    text: str
    submission: Submission | None
    document: Document
    base: Mapping[str, Any]  # what the sample says
    unreadable: str = ""

    @cached_property
    def proposal(self) -> Proposal | None:
        """None where the text cannot be read."""
        if self.submission is None:
            return None
        return Proposal(SOURCE, self.submission, self.document)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        if self.proposal is None:
            return (Problem("submission", self.unreadable),)
        try:
            _ = self.proposal.rules
        except ProposalRefused as refusal:
            return tuple(refusal.problems)
        return ()

    @property
    def raw(self) -> Mapping[str, Any]:
        return self.submission.raw if self.submission is not None else self.base

    @property
    def is_sample(self) -> bool:
        """Nothing was changed."""
        return not (self.address.choices or self.address.accepted or self.address.title)

    def day(self, name: str) -> Decimal:
        return Decimal(dict(self.address.day).get(name, DAY[name]))


@lru_cache(maxsize=256)
def lab_table(query: str) -> LabTable:
    """The table of an address, however much of what it need not say it says."""
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=FIELDS_MAX)
    except ValueError:
        raise NotAnAddress(f"more than {FIELDS_MAX} choices") from None
    named: dict[str, str] = {}
    accepted: set[str] | None = None  # readings, where the address says something of them
    for key, text in pairs:
        if len(key) > WORD_MAX or len(text) > WORD_MAX * (10 if key == "against" else 1):
            raise NotAnAddress(f"{key[:40]}: longer than anything that is chosen")
        if key == "accept_readings":
            accepted = (accepted or set()) | ({text} if text else set())
        else:
            named[key] = text.strip()
    rules = named.pop("rules", FIRST)
    sample = base_of(rules)
    document = library.load(sample.rulebook)
    title = "".join(filter(str.isprintable, named.pop("title", "")))[:TITLE_MAX]
    against = named.pop("against", "")
    day = tuple(
        (name, text)
        for name, usual in DAY.items()
        if (text := amount_of(name, named.pop(f"day.{name}", usual))) != usual
    )
    if wrong := next((key for key in ("rulebook", "wagers") if key in named), ""):
        raise NotAnAddress(f"{wrong}: the rulebook is named by rules, a wager by wagers.NAME.paytable")
    raw = chosen(document, sample.raw, named)
    own: tuple[str, ...] = ()
    if accepted is not None and accepted != set(sample.raw.get("accept_readings", [])):
        raw["accept_readings"] = sorted(accepted)
        own = tuple(sorted(accepted)) or ("",)  # none, although the sample accepts some
    choices = tuple(differences(document, sample.raw, raw))
    title = "" if title == usual_title(document) else title
    address = LabAddress(rules, choices, own, title, day, beside(against))
    if choices or own or title:
        raw["title"] = title or usual_title(document)
    text = toml_text({"rulebook": raw.pop("rulebook"), "title": raw.pop("title", ""), **raw})
    try:
        return LabTable(address, text, parse_submission(text.encode(), SOURCE), document, sample.raw)
    except Unreadable as error:
        return LabTable(address, text, None, document, sample.raw, str(error))


def base_of(rules: str) -> Submission:
    """The sample that is named; never a file."""
    rulebook, sign, name = rules.partition("/")
    try:
        return library.sample(rulebook, name if sign else "default")
    except library.NoSuchRulebook as error:
        raise NotAnAddress(str(error)) from None


def usual_title(document: Document) -> str:
    return f"My table of {document.title}"


def beside(against: str) -> str:
    """The address of the other table, in its shortest form and without a third."""
    if not against:
        return ""
    own = "&".join(part for part in against.split("&") if not part.startswith("against="))
    return LabAddress(*lab_table(own).address.own).query


def samples() -> list[str]:
    """Every table that one may begin with."""
    return [
        f"{book}/{sample}" if sample != "default" else book
        for book in library.RULEBOOKS
        for sample in library.samples(book)
    ]


def amount_of(name: str, text: str) -> str:
    """What a day is asked to be, within limits; what is no number is the usual."""
    low, high = LIMITS[name]
    try:
        value = Decimal(text)
        if not value.is_finite():
            return DAY[name]
    except ArithmeticError:
        return DAY[name]
    value = min(max(value, Decimal(low)), Decimal(high))
    value = value.quantize(Decimal("0.01")) if name in ("wager", "side") else value.to_integral_value()
    return f"{value:f}".rstrip("0").rstrip(".") if "." in f"{value:f}" else f"{value:f}"


# -- from words to a submission ----------------------------------------------------------------------------


def chosen(document: Document, base: Mapping[str, Any], named: Mapping[str, str]) -> dict[str, Any]:
    """The sample with what was chosen; a side wager that comes new begins as `vingt new` would write it."""
    raw = copied(base)
    wagers: dict[str, Any] = dict(raw.get("wagers", {}))
    for key, text in named.items():
        if not key.startswith(("wagers.", WAS)):
            put(document, raw, (key,), text)
    renewed = set()  # its other fields were those of another paytable
    for wager, text in offers(named):
        if text == OFF:
            wagers.pop(wager, None)
            renewed.add(wager)
            continue
        printed, before = document.wagers.get(wager), named.get(f"{WAS}{wager}", text)
        if wager not in wagers or (printed is not None and has_devices(printed) and before != text):
            wagers[wager] = began(document, raw, wager, text)
            renewed |= {wager} if before != text else set()
        if text == ON:
            wagers[wager] = {key: value for key, value in wagers[wager].items() if key != "paytable"}
        elif text:
            wagers[wager]["paytable"] = text
    for key, text in named.items():
        wager, *rest = wager_path(key)
        if rest and rest != ["paytable"] and wager not in renewed:
            put(document, wagers.setdefault(wager, {}), tuple(rest), text)
    return {**raw, "wagers": wagers} if wagers else {key: raw[key] for key in raw if key != "wagers"}


def offers(named: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for key, text in named.items():
        if wager_path(key)[1:] == ["paytable"]:
            yield wager_path(key)[0], text


def wager_path(key: str) -> list[str]:
    """wagers.super-4.meters.main.rate -> super-4, meters, main, rate; a wheel's symbols may hold dots."""
    head, *rest = key.split(".")
    if head != "wagers" or not rest:
        return [""]
    if len(rest) > 3 and rest[1] == "meters":
        return [rest[0], "meters", ".".join(rest[2:-1]), rest[-1]]
    return [*rest[:2], ".".join(rest[2:])] if len(rest) > 2 else rest


def put(document: Document, raw: dict[str, Any], path: tuple[str, ...], text: str) -> None:
    """No word takes the choice back."""
    for part in path[:-1]:
        inner = raw.get(part)
        raw[part] = dict(inner) if isinstance(inner, dict) else {}
        raw = raw[part]
    if text == "":
        raw.pop(path[-1], None)
    else:
        raw[path[-1]] = valued(document, path, text)


def valued(document: Document, path: tuple[str, ...], text: str) -> Any:
    leaf = document.keys.get(path[0]) if len(path) == 1 else None
    for choice in leaf.choices if leaf is not None else ():
        if word(choice) == text:
            return choice
    if path[-1] in ("community", "linked") or (leaf is not None and leaf.kind is str):
        return text
    return parse_choice(f"key={text}")[1]


@lru_cache(maxsize=512)
def began_text(address: str, wager: str, paytable: str, decks: int) -> str:
    document = library.load(address)
    printed = document.wagers[wager]
    if (named := printed.paytable(paytable)) is not None:
        printed = replace(printed, paytables=(named,))
    sample = {**library.sample(address).raw, "decks": decks}
    lines = Starter(document, sample, address, "").wager(printed)
    return "\n".join(line[1:] for line in lines if line.startswith("#") and not line.startswith("# "))


def began(document: Document, raw: Mapping[str, Any], wager: str, paytable: str = "") -> dict[str, Any]:
    """A side wager that is offered anew: the paytable named, or the first for these decks, with the least
    stakes and meters."""
    if wager not in document.wagers:
        return {}
    decks = raw.get("decks", 6)
    decks = decks if isinstance(decks, int) and 0 < decks < 99 else 6
    block = tomllib.loads(began_text(document.address, wager, paytable, decks), parse_float=Decimal)
    table: dict[str, Any] = block["wagers"][wager]
    return table


def has_devices(wager: WagerDocument) -> bool:
    """Whether stakes, meters and wheel depend on the paytable."""
    return bool(wager.meters or wager.stake.exact or "wheel" in wager.needs)


# -- and back ----------------------------------------------------------------------------------------------


def differences(
    document: Document, base: Mapping[str, Any], raw: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Every choice by which a submission differs from the sample."""
    own = {key for key in (*raw, *base) if key not in OWN_KEYS}
    for key in sorted(own, key=order(document)):
        leaf = document.keys.get(key)
        usual = base.get(key, leaf.default if leaf is not None else MISSING)
        if key not in raw:
            yield key, ""
        elif as_word(raw[key]) != as_word(usual):
            yield key, as_word(raw[key])
    before, now = base.get("wagers", {}), raw.get("wagers", {})
    for wager in dict.fromkeys((*document.wagers, *now)):
        if wager not in now:
            if wager in before:
                yield f"wagers.{wager}.paytable", OFF
            continue
        table = flat(now[wager])
        named = table.get("paytable", "")
        start = flat(before[wager] if wager in before else began(document, raw, wager, named))
        if wager not in before or table.get("paytable") != start.get("paytable"):
            yield f"wagers.{wager}.paytable", table.get("paytable", ON)
        for key in dict.fromkeys((*start, *table)):
            if key != "paytable" and table.get(key) != start.get(key):
                yield f"wagers.{wager}.{key}", table.get(key, "")


def order(document: Document) -> Any:
    places = {key: at for at, key in enumerate(document.keys)}
    return lambda key: (places.get(key, len(places)), key)


def flat(table: Any, path: str = "") -> dict[str, str]:
    """The words of a table by their dotted keys."""
    if not isinstance(table, Mapping):
        return {path or "table": as_word(table)}
    words: dict[str, str] = {}
    for key, value in table.items():
        words |= flat(value, f"{path}.{key}" if path else key)
    return words


def as_word(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(as_word(each) for each in value)}]"
    return value if isinstance(value, str) else shown(value)
