"""Everything a rulebook document claims its clauses say, and where a clause (or a reading) says it.

A claim is one number or one word of the document with its cite. It holds when a cited statement says it; a
heading speaks through any clause below it; a cited reading speaks for what it decides.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache
from typing import Any

from tests.proof.text import find, listing, money, name, number, odds, slug
from tests.proof.witnesses import DEFAULTS, LINES, NAMES, OUTCOMES, OWN, SHAPES, WITNESSES, Patterns, Table
from vingt.core.cite import Cite, Inventory
from vingt.core.pays import Pay
from vingt.core.rules.document import Document
from vingt.core.rules.leaf import MISSING, Leaf, word
from vingt.core.rules.offered_wager import PaytableLine
from vingt.core.rules.wager_document import MeterDocument, PaytableDocument, StakeDocument, WagerDocument


@dataclass(frozen=True, slots=True)
class Claim:
    """`patterns` must all be found in what is cited; None says that no witness was ever written down."""

    path: str
    says: str
    cite: Cite
    patterns: Patterns | None
    default: bool = False  # a default is looked for in clauses and in the default a reading takes
    denies: bool = False  # the document says no: none of the patterns may be found

    def __str__(self) -> str:
        return f"{self.path} = {self.says}, cited to {self.cite}"


def unproved(claim: Claim, inventory: Inventory) -> str | None:
    """What is wrong with a claim, in words."""
    if claim.patterns is None:
        return f"{claim}: tests/proof/witnesses.toml does not say what would witness this"
    for pattern in claim.patterns:
        if bool(found(pattern, claim, inventory)) is claim.denies:
            return f"{claim}: {'what is' if claim.denies else 'nothing'} cited says {pattern!r}"
    return None


def proved(claim: Claim, inventory: Inventory) -> set[str]:
    """The clauses without which the claim would fail: each alone, of all that is cited, says a part of it."""
    if claim.denies:
        return set()
    hits = [found(pattern, claim, inventory) for pattern in claim.patterns or ()]
    return {each for found_by in hits if len(found_by) == 1 for each in found_by} & inventory.clauses.keys()


def found(pattern: str, claim: Claim, inventory: Inventory) -> frozenset[str]:
    """Ids of cited clauses and readings whose text matches."""
    return matching(pattern, claim.cite, claim.default, inventory)


@cache
def matching(pattern: str, cite: Cite, default: bool, inventory: Inventory) -> frozenset[str]:
    wanted = find(pattern)
    hits = {
        clause.id
        for cited in cite.clauses
        for clause in inventory.under(cited)
        if wanted.search(clause.statement)
    }
    for cited in cite.readings:
        reading = inventory.readings[cited]
        texts = [reading.default, reading.option]
        if not default:
            texts += [reading.question, reading.reason]
        if any(wanted.search(text) for text in texts):
            hits.add(cited)
    return frozenset(hits)


def claims(document: Document) -> Iterator[tuple[str, Claim]]:
    """Every claim with its subject: a section ("double") or a wager ("wager.pair")."""
    claimant = Claimant(document.cites_as)
    for path, leaf in document.leaves.items():
        for claim in claimant.of_leaf(path, leaf):
            yield path.split(".")[0], claim
    for path, records in document.records.items():
        for record in records:
            for claim in claimant.of_record(path, record):
                yield path.split(".")[0], claim
    for row in document.varied:
        path = f"varies.{row.path}"
        for claim in claimant.of_leaf(path, row.leaf) if row.leaf is not None else ():
            yield "varies", claim
        for line in row.lines:
            yield from (("varies", claim) for claim in claimant.of_record(path, line))
    for claim in claimant.of_requirements(document):
        yield "requires", claim
    for wager in document.wagers.values():
        for claim in claimant.of_wager(wager):
            yield f"wager.{wager.id}", claim
    times = document.leaves["double.times_max"]
    if times.most:
        grows = document.leaves["double.up_to"].value == "existing_wager"
        reach = 2**times.most if grows else 1 + times.most
        yield "double", Claim("double.reach", str(reach), times.cite, (rf"up to {reach} times the original",))


@dataclass(frozen=True, slots=True)
class Claimant:
    """Reads claims off a document; `scope` is the rulebook's short name, for entries about one rulebook."""

    scope: str

    # -- sections ------------------------------------------------------------------------------------------

    def of_leaf(self, path: str, leaf: Leaf) -> Iterator[Claim]:
        if leaf.is_fixed:
            yield self.value(path, leaf, leaf.value, leaf.cite)
        for choice in leaf.choices:
            yield self.value(path, leaf, choice, leaf.cite_for(choice))
        if len(leaf.choices) > 1 and all(type(each) is int for each in leaf.choices):
            whole = listing(tuple(each for each in leaf.choices if isinstance(each, int)))
            yield Claim(f"{path} choices", told(leaf.choices), leaf.cite, (whole,))
        if set(leaf.choices) in ({True}, {False}):
            yield Claim(f"{path} choices", told(leaf.choices), leaf.cite, None)  # one answer is no choice
        for bound, limit in (("min", leaf.least), ("max", leaf.most)):
            if limit is not None:
                yield self.number(f"{path} {bound}", limit, leaf.cite, is_money="Cents" in str(leaf.kind))
        if leaf.default is not MISSING:
            at = f"{path} default"
            patterns = self.own(at, leaf.default)
            if patterns is None:
                patterns = self.listed(DEFAULTS, path, leaf.default)
            yield Claim(at, told(leaf.default), leaf.cite_for(leaf.default), patterns, default=True)

    def value(self, path: str, leaf: Leaf, value: object, cite: Cite) -> Claim:
        """A fixed value or a choice."""
        says = told(value)
        patterns = None if leaf.is_fixed else self.witness(f"{path} choice", value)
        if patterns is None:
            patterns = self.witness(path, value)
        if patterns is None and isinstance(value, int | str) and not isinstance(value, bool):
            read = leaf.choose(value)
            if path.startswith("settles."):  # odds alone do not say for which hand
                return Claim(path, says, cite, None)
            if isinstance(read, Pay):
                patterns = (self.shaped(path, odds(read.printed)),)
            elif isinstance(read, Fraction) or type(read) is int:
                return self.number(path, read, cite, is_money="Cents" in str(leaf.kind))
        if patterns is None and leaf.key is not None and not leaf.is_fixed:
            # A reading that opens a choice names its key, and the words where they are not true and false.
            patterns = (rf"`{leaf.key}`" + ("" if isinstance(value, bool) else rf"[^`]*\b{value}\b"),)
        return Claim(path, says, cite, patterns)

    def number(self, path: str, value: int | Fraction, cite: Cite, *, is_money: bool = False) -> Claim:
        text = money(int(value)) if is_money else number(value)
        says = f"${int(value) / 100:.2f}" if is_money else str(value)
        for patterns in (self.own(path, says), self.witness(path, says)):
            if patterns is not None:
                return Claim(path, says, cite, patterns)
        return Claim(path, says, cite, (self.shaped(path, text),))

    def of_record(self, path: str, record: Any) -> Iterator[Claim]:
        """A bonus line, a tier, an envy pay or a step: each field but its cite."""
        for each in fields(record):
            value = getattr(record, each.name)
            at = f"{path}.{each.name}"
            if each.name == "cite" or value is None or value == ():
                continue
            if each.name == "outcome":
                if value in OUTCOMES:  # elsewhere a label of ours for what the other fields say
                    yield Claim(at, value, record.cite, (OUTCOMES[value],))
            elif each.name == "suits" and not record.ranks:
                continue
            elif isinstance(value, Pay):
                yield Claim(at, str(value), record.cite, (self.shaped(at, paid(value)),))
            elif each.name.startswith("wager_"):
                yield self.number(at, value, record.cite, is_money=True)
            elif type(value) is int:
                yield self.number(at, value, record.cite)
            elif path == "layout.areas" and value not in WITNESSES[at]:
                yield Claim(at, value, record.cite, (NAMES.get(value, name(value)),))
            else:
                yield Claim(at, told(value), record.cite, self.witness(at, value))

    def of_requirements(self, document: Document) -> Iterator[Claim]:
        for need in document.requirements:
            path = f"requires.{need.key}"
            for bound, value in (("min", need.least), ("max", need.most)):
                if value is not None:
                    yield self.number(f"{path} {bound}", value, need.cite)
            words = [*need.when.items(), *((need.key, each) for each in (*need.one_of, *need.not_one_of))]
            for key, wanted in words:
                yield Claim(path, f"{key} = {wanted}", need.cite, self.witness(path, wanted))

    # -- side wagers ---------------------------------------------------------------------------------------

    def of_wager(self, wager: WagerDocument) -> Iterator[Claim]:
        path = f"wager.{wager.id}"
        yield Claim(f"{path}.name", wager.name, wager.cite, (NAMES.get(wager.id, name(wager.name)),))
        for leaf in wager.leaves():
            yield from self.of_leaf(leaf.path, leaf)
        for need in wager.needs:
            at = f"{path}.needs"
            yield Claim(at, need, wager.cite + wager.wheel_cite, self.witness(at, need))
        if wager.rides_on is not None:
            ridden = NAMES.get(wager.rides_on, name(wager.rides_on))
            yield Claim(f"{path}.rides_on", wager.rides_on, wager.cite, (ridden,))
        yield from self.of_stake(f"{path}.stake", wager.stake)
        for group, tables in (("paytable", wager.paytables), ("community", wager.community)):
            for table in tables:
                yield from self.of_paytable(f"{path}.{group}.{table.table.id}", table)
        yield from self.of_choice(path, wager)
        for meter in wager.meters:
            if meter.optional:  # its clause speaks of the meter and prints nothing about it
                continue
            yield from self.of_meter(f"{path}.meter.{meter.name}", meter)
        yield from self.of_bars(f"{path}.barred", wager)
        if wager.cap is not None:
            yield self.number(f"{path}.cap.min", wager.cap.minimum, wager.cap.cite, is_money=True)
            yield self.number(f"{path}.cap.times", wager.cap.times_maximum_wager, wager.cap.cite)
            for line in wager.cap.lines:
                yield Claim(f"{path}.cap.lines", line, wager.cap.cite, (OUTCOMES.get(line, slug(line)),))

    def of_choice(self, path: str, wager: WagerDocument) -> Iterator[Claim]:
        """The clause that leaves the choice of paytable names its first letter and its last, or the one."""
        letters = [each.table.id for each in wager.paytables if each.chosen_by == "submission"]
        if wager.choice_cite and letters:
            first, last = letters[0], letters[-1]
            span = rf"(?-i:\b{first})(?:-| or |, .*? or )(?-i:{last}\b)"
            one = rf"only table (?-i:{first}) exists|by the submission's paytable"
            pattern = self.shaped(f"{path}.paytables", span if len(letters) > 1 else one)
            yield Claim(f"{path}.paytables", " ".join(letters), wager.choice_cite, (pattern,))
        if wager.choice_cite and wager.community:
            schedule = r"community pay follows (?:whichever|the) .*schedule"
            yield Claim(f"{path}.community", "named", wager.choice_cite, (schedule,))

    def of_bars(self, path: str, wager: WagerDocument) -> Iterator[Claim]:
        for bar in wager.barred:
            for table in bar.paytables:
                yield Claim(path, f"paytable {table}", bar.cite, (rf"refuse [^.]*(?-i:\b{table}\b)",))
            for decks in bar.decks:
                yield Claim(path, f"{decks} decks", bar.cite, (rf"refuse [^.]*\b{decks}\b",))
            for option, wanted in bar.options.items():
                yield Claim(path, f"{option} = {wanted}", bar.cite, (rf"refuse {wanted} {option}",))
            for figure in find(r"-?\d+\.\d+|\$\d+(?:\.\d+)?").findall(bar.because):
                yield Claim(path, figure, bar.cite, (rf"(?<![\d.]){re.escape(figure)}(?!\d|\.\d)",))

    def of_stake(self, path: str, stake: StakeDocument) -> Iterator[Claim]:
        for amount in stake.exact:
            yield self.number(f"{path}.exact", amount, stake.cite, is_money=True)
        if stake.minimum is not None:
            yield self.number(f"{path}.min", stake.minimum, stake.cite, is_money=True)
        yield self.flag(f"{path}.at_most_main_wager", stake.at_most_main_wager, stake.cite)
        if stake.open:
            yield self.flag(f"{path}.open", stake.open, stake.cite)

    def flag(self, path: str, holds: bool, cite: Cite) -> Claim:
        """A flag is said where it holds, and not said where it does not."""
        return Claim(path, word(holds), cite, self.witness(path, True), denies=not holds)

    def of_paytable(self, path: str, table: PaytableDocument) -> Iterator[Claim]:
        cite = table.table.cite
        if table.table.id != "only":
            yield Claim(f"{path}.id", table.table.id, cite, self.witness(f"{path}.id", table.table.id))
        for decks in table.decks:
            yield Claim(f"{path}.decks", str(decks), cite, (self.shaped(f"{path}.decks", number(decks)),))
        if table.decks_min > 1:
            at = f"{path}.decks_min"
            yield Claim(at, str(table.decks_min), cite, self.witness(at, table.decks_min))
        yield self.flag(f"{path}.each_card", table.table.each_card, cite)
        yield self.flag(f"{path}.odds_are_minimums", table.odds_are_minimums, cite)
        if table.stake is not None:
            yield from self.of_stake(f"{path}.stake", table.stake)
        if table.prize_min is not None:
            at = f"{path}.prize_min"
            yield self.number(at, table.prize_min, table.prize_cite, is_money=True)
            yield Claim(at, table.table.id, table.prize_cite, (rf"paytable {table.table.id}\b",))
        for line in table.table.lines:
            yield self.line(f"{path}.{line.outcome}", line)

    def line(self, path: str, line: PaytableLine) -> Claim:
        """The whole line at once: this outcome, and next to it this payment."""
        outcome = OUTCOMES.get(line.outcome, slug(line.outcome))
        pattern = self.shape(LINES, path).replace("{outcome}", outcome).replace("{pays}", paid(line.pays))
        return Claim(path, str(line.pays), line.cite, (pattern,))

    def of_meter(self, path: str, meter: MeterDocument) -> Iterator[Claim]:
        yield self.number(f"{path}.initial_min", meter.initial_min, meter.cite, is_money=True)
        yield self.number(f"{path}.reset_min", meter.reset_min, meter.cite, is_money=True)
        if meter.maximum_min is not None:
            yield self.number(f"{path}.maximum_min", meter.maximum_min, meter.cite, is_money=True)
        yield Claim(f"{path}.rate", "stated", meter.rate_cite, (r"states the .*rate of progression",))
        for table in meter.paytables:
            at = f"{path}.paytables"
            yield Claim(at, table, meter.cite, self.witness(at, table))
        for option, wanted in meter.when.items():
            at = f"{path}.when"
            yield Claim(at, f"{option} = {wanted}", meter.cite, self.witness(at, wanted))

    # -- the tables of witnesses.toml ------------------------------------------------------------------------

    def witness(self, path: str, value: object) -> Patterns | None:
        return self.listed(WITNESSES, path, value)

    def listed(self, table: Table, path: str, value: object) -> Patterns | None:
        """The most exact entry for the path that knows the value."""
        says = told(value)
        for each in keys_for(tuple(table), self.scope, path):
            if says in table[each]:
                return table[each][says]
        return None

    def own(self, path: str, value: object) -> Patterns | None:
        """A bound of vingt's own, that no text bears out: it needs no witness, but it must be listed."""
        known = (OWN[each] for each in keys_for(tuple(OWN), self.scope, path))
        return () if any(told(value) in each for each in known) else None

    def shape(self, table: dict[str, str], path: str) -> str:
        return table[keys_for(tuple(table), self.scope, path)[0]]

    def shaped(self, path: str, text: str) -> str:
        """The number in its phrase ("hard or soft {n}"), where the bare number would prove too little."""
        return self.shape(SHAPES, path).replace("{n}", text)


@cache
def keys_for(keys: tuple[str, ...], scope: str, path: str) -> list[str]:
    """Keys that match, the most exact first: "MBS-P:double.minimum", "double.minimum", "wager.*.stake"."""
    matched = [each for each in keys if fnmatchcase(f"{scope}:{path}" if ":" in each else path, each)]
    return sorted(matched, key=lambda each: (":" not in each, "*" in each.rpartition(":")[2], -len(each)))


def told(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(told(each) for each in value)
    return word(value)


def paid(value: Pay) -> str:
    """A pattern for a payment as statements put it."""
    match value.kind:
        case "to" | "for":
            return odds(value.printed)
        case "dollars":
            return money(value.amount)
        case "meter":
            which = "" if value.meter == "main" else f"{value.meter} "
            return rf"{int(value.share * 100)}% of the {which}(?:meter|progressive)\b"
        case "prize":
            return rf"{int(value.share * 100)}% of the fixed prize or merchandise"
        case "wheel":
            return r"award is the wheel"
        case "push":
            return r"\bpush|\bties?\b|\breturn"
        case "lose":
            return r"\bloses?\b"
