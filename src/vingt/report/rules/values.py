"""Every value in force at a table as one flat list, each with its cite and the choice it leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.rules.carrier import Carrier, carrier_of, option_carrier
from vingt.core.rules.document import Requirement, VariedValue, kinds_of, sections
from vingt.core.rules.leaf import Leaf
from vingt.core.rules.offered_wager import OfferedWager, Paytable
from vingt.core.rules.sections import VariantRules
from vingt.core.rules.settles import Settles
from vingt.core.rules.table_rules import TableRules, plain
from vingt.core.rules.wager_document import PaytableDocument, WagerDocument
from vingt.report.proposal import Proposal
from vingt.report.words.trade_names import with_trade_names
from vingt.report.words.values import (
    BY_MAIN_WAGER,
    cap_permitted,
    exact_stakes,
    in_words,
    line_paths,
    meter_in_words,
    meter_permitted,
    paytables_permitted,
    stake_permitted,
)

Origin = Literal["fixed", "default", "submission"]


@dataclass(frozen=True)
class RuleValue:
    """`path` names it everywhere ("split.hands_max"); `key` and `permitted` are there when it is a choice."""

    path: str
    name: str
    value: object
    text: str
    cite: Cite
    origin: Origin = "fixed"
    key: str = ""
    permitted: str = ""
    carrier: Carrier | None = None  # who else carries it out; None where vingt itself does

    @property
    def marked(self) -> str:
        """Its text, with who carries it out where vingt does not."""
        return f"{self.text} [{self.carrier}]" if self.carrier else self.text

    @property
    def is_open(self) -> bool:
        return self.permitted != ""

    @property
    def choice(self) -> str:
        """The key and what may be chosen, marked where the submission left it at its default."""
        if not self.is_open:
            return ""
        marked = " (default)" if self.origin == "default" else ""
        return f"{self.key}{marked}: {with_trade_names(self.key, self.permitted)}"

    def as_json(self) -> dict[str, object]:
        said: dict[str, object] = {"value": self.value, **self.cite.as_json(), "origin": self.origin}
        said["carried_by"] = self.carrier or "vingt"
        return said | ({"key": self.key, "permitted": self.permitted} if self.is_open else {})


def sections_in_force(given: Proposal) -> dict[str, list[RuleValue]]:
    """Section name -> its values, the offered wagers last ("wagers.insurance"). Raises when not allowed."""
    offered = given.rules.wagers
    by_section: dict[str, list[RuleValue]] = {}
    kinds = {name: kind for name, (kind, _) in sections().items()} | {"settles": Settles}
    for name, kind in (
        (field.name, kinds[field.name]) for field in fields(TableRules) if field.name in kinds
    ):
        if name not in given.document.absent:
            by_section[name] = [carried(value, kind) for value in section_values(given, name)]
    if given.document.requirements:
        by_section["requires"] = [requirement(required) for required in given.document.requirements]
    if given.document.varied:
        by_section["varies"] = [value for row in given.document.varied for value in varied_values(row)]
    for wager in offered:
        by_section[f"wagers.{wager.id}"] = [
            carried(value, OfferedWager) for value in wager_values(given, wager)
        ]
    return by_section


def carried(value: RuleValue, section: type) -> RuleValue:
    """The value with who carries it out, as its field in the rule class says."""
    field = value.path.split(".")[2 if section is OfferedWager else 1 :][:1]
    own = field[0].split("[")[0] if field else ""
    if section is VariantRules and own not in kinds_of(VariantRules):
        return replace(value, carrier=option_carrier(own))
    return replace(value, carrier=carrier_of(section, own))


def section_values(given: Proposal, section: str) -> Iterator[RuleValue]:
    document = given.document
    for path, leaf in document.leaves.items():
        if path.startswith(f"{section}."):
            yield leaf_value(given, leaf, path, leaf.path.removeprefix(f"{section}."))
    for path, lines in document.records.items():
        if path.startswith(f"{section}."):
            field = path.removeprefix(f"{section}.")
            for at, line in zip(line_paths(path, lines), lines, strict=True):
                yield record_value(at, field, line)


def leaf_value(given: Proposal, leaf: Leaf, path: str, name: str) -> RuleValue:
    word = given.word(leaf)
    value = leaf.choose(word)
    return RuleValue(
        path,
        name,
        plain(value),
        in_words(value, leaf.kind),
        leaf.cite_for(word),
        "fixed" if leaf.is_fixed else "submission" if given.says(leaf.key) else "default",
        leaf.key or "",
        "" if leaf.is_fixed else leaf.permitted(),
    )


def record_value(path: str, field: str, line: Any) -> RuleValue:
    """One cited line of a list: a bonus pay, an envy pay, a step of a procedure."""
    said = {member.name: getattr(line, member.name) for member in fields(line) if member.name != "cite"}
    if "what" in said:
        return RuleValue(path, field, said["what"], said["what"], line.cite)
    outcome = said.pop("outcome")
    kind: type = type(line)
    kinds = kinds_of(kind)
    more = [
        f"{name.replace('_', ' ')} {in_words(value, kinds[name])}"
        for name, value in said.items()
        if name != "pays" and value not in (None, (), "any")
    ]
    text = str(line.pays) + (f" ({'; '.join(more)})" if more else "")
    value = {name: plain(every) for name, every in said.items()}
    return RuleValue(path, f"{field} {outcome}", value, text, line.cite)


def requirement(need: Requirement) -> RuleValue:
    text = f"{need.permitted()} when {need.condition}"
    return RuleValue(f"requires.{need.key}.{'.'.join(need.when)}", need.key, text, text, need.cite)


def varied_values(row: VariedValue) -> Iterator[RuleValue]:
    """What a way to deal has instead of the values of every table."""
    path, name = f"varies.{row.variant}.{row.path}", f"{row.variant}: {row.path}"
    if row.leaf is not None:
        value = row.leaf.resolved()
        yield RuleValue(path, name, plain(value), in_words(value, row.leaf.kind), row.leaf.cite)
    for at, line in zip(line_paths(path, row.lines), row.lines, strict=True):
        yield record_value(at, name, line)


# -- wagers ----------------------------------------------------------------------------------------------


def wager_values(given: Proposal, wager: OfferedWager) -> Iterator[RuleValue]:
    document = given.document.wagers[wager.id]
    base = f"wagers.{wager.id}"
    raw = given.submission.raw.get("wagers", {}).get(wager.id, {})

    def origin(word: str) -> Origin:
        return "submission" if word in raw else "default"

    yield RuleValue(base, "name", wager.name, wager.name, wager.cite)
    placing = (("placed", document.placed),) if document.is_asked_for else ()
    for name, leaf in (("settles", document.settles), ("main_wager", document.main_wager), *placing):
        yield leaf_value(given, leaf, f"{base}.{name}", name)
    if wager.rides_on:
        yield RuleValue(f"{base}.rides_on", "rides_on", wager.rides_on, wager.rides_on, wager.cite)
    for name, leaf in {**document.procedure, **document.options}.items():
        yield leaf_value(given, leaf, f"{base}.{name}", name)
    yield from stake_values(wager, document, raw)
    tables = [paytable for paytable in document.paytables if paytable.allows_decks(given.rules.cards.decks)]
    yield RuleValue(
        f"{base}.paytable",
        "paytable",
        wager.paytable.id,
        wager.paytable.id + (", each card" if wager.paytable.each_card else ""),
        wager.paytable.cite + (Cite() if len(tables) == 1 else document.choice_cite),
        "fixed" if len(tables) == 1 else origin("paytable"),
        f"{base}.paytable",
        "" if len(tables) == 1 else paytables_permitted(tables),
    )
    yield from pays(f"{base}.pays", "pays", wager.paytable, document.paytable(wager.paytable.id))
    if document.community:
        community = wager.community
        yield RuleValue(
            f"{base}.community",
            "community",
            community.id if community else None,
            community.id if community else "none",
            community.cite if community else document.choice_cite or wager.cite,
            "fixed" if len(document.community) == 1 else origin("community"),
            f"{base}.community",
            "" if len(document.community) == 1 else paytables_permitted(document.community),
        )
        if community is not None:
            yield from pays(f"{base}.community_pays", "community", community)
    yield from device_values(wager, document)


def stake_values(wager: OfferedWager, document: WagerDocument, raw: Mapping[str, Any]) -> Iterator[RuleValue]:
    """The one exact stake, or the two ends of a range: each its own key in a submission."""
    base = f"wagers.{wager.id}"
    stake, rule = wager.stake, document.stake

    def origin(word: str) -> Origin:
        return "submission" if word in raw else "default"

    if rule.exact:
        chosen = document.paytable(wager.paytable.id)
        narrowed = chosen.stake if chosen is not None and chosen.stake is not None else rule
        amounts = replace(rule, exact=narrowed.exact)
        is_fixed = len(amounts.exact) == 1 and not amounts.open
        text = exact_stakes(stake.exact)
        yield RuleValue(
            f"{base}.stake",
            "stake",
            list(stake.exact),
            text,
            stake.cite,
            "fixed" if is_fixed else origin("stake"),
            f"{base}.stake",
            "" if is_fixed else stake_permitted(amounts),
        )
        return
    for word, amount, permitted in (
        ("stake_min", stake.minimum, f"at least {dollars(rule.minimum)}" if rule.minimum else "any amount"),
        ("stake_max", stake.maximum, "at least the smallest stake"),
    ):
        text = dollars(amount) if amount is not None else "none"
        if word == "stake_max" and stake.at_most_main_wager:
            text += BY_MAIN_WAGER
        key = f"{base}.{word}"
        yield RuleValue(key, word, amount, text, stake.cite, origin(word), key, permitted)


def pays(
    path: str, name: str, table: Paytable, printed: PaytableDocument | None = None
) -> Iterator[RuleValue]:
    """The lines of a paytable; where the rulebook prints the least odds, better ones may be chosen."""
    for line in table.lines:
        key = f"{path}.{line.outcome}"
        least = printed.table.line(line.outcome).pays if printed and printed.odds_are_minimums else None
        yield RuleValue(
            key,
            f"{name} {line.outcome}",
            str(line.pays),
            str(line.pays),
            line.cite,
            "fixed" if least is None else "default" if least == line.pays else "submission",
            key,
            f"at least {least}" if least is not None else "",
        )


def device_values(wager: OfferedWager, document: WagerDocument) -> Iterator[RuleValue]:
    """Meters, wheel, prize and cap: what the submission states for a device or a limit of its own."""
    base = f"wagers.{wager.id}"
    for meter in wager.meters:
        due = next(
            printed
            for printed in document.meters
            if printed.name == meter.name and wager.paytable.id in printed.paytables
        )
        yield RuleValue(
            f"{base}.meters.{meter.name}",
            f"meter {meter.name}",
            {name: every for name, every in as_object(meter).items() if name not in ("cite", "name")},
            meter_in_words(meter),
            meter.cite,
            "submission",
            f"{base}.meters.{meter.name}",
            meter_permitted(due),
        )
    if wager.wheel:
        text = ", ".join(f"{symbol} {weight}" for symbol, weight in wager.wheel)
        yield RuleValue(
            f"{base}.wheel",
            "wheel",
            dict(wager.wheel),
            text,
            document.wheel_cite,
            "submission",
            f"{base}.wheel",
            "whole weights",
        )
    table = document.paytable(wager.paytable.id)
    if wager.prize is not None and table is not None and table.prize_min is not None:
        least = f"at least {dollars(table.prize_min)}"
        key = f"{base}.prize"
        yield RuleValue(
            key, "prize", wager.prize, dollars(wager.prize), table.prize_cite, "submission", key, least
        )
    if document.cap is not None:
        cap = wager.payout_cap
        key = f"{base}.payout_cap"
        text = dollars(cap) if cap is not None else "none"
        origin: Origin = "submission" if cap is not None else "default"
        yield RuleValue(
            key, "payout_cap", cap, text, document.cap.cite, origin, key, cap_permitted(document.cap)
        )


def as_object(value: object) -> dict[str, object]:
    plain_value = plain(value)
    return plain_value if isinstance(plain_value, dict) else {}
