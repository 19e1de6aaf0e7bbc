"""The form of a table: every choice that its rulebook leaves, made from the rulebook itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from vingt.core.cite import Cite
from vingt.core.money import Cents
from vingt.core.rules.document import Requirement
from vingt.core.rules.leaf import MISSING, Leaf, word
from vingt.core.rules.problem_words import details
from vingt.core.rules.resolve import choices_of
from vingt.core.rules.submission import Problem
from vingt.core.rules.wager_document import WagerDocument
from vingt.report.words.choice_names import choice_name, section_name, value_name
from vingt.report.words.figures import typed
from vingt.report.words.values import cap_permitted, stake_permitted
from vingt.web.lab.address import OFF, ON, LabTable, as_word, flat, wager_path

FieldKind = Literal["select", "number", "text"]
Told = tuple[tuple[str, str], ...]  # labels and words
ASKED_FOR = (  # choices that most come for
    *("decks", "soft17", "blackjack_pays", "dealer_second_card", "surrender", "doubles_max"),
    *("split_hands_max", "split_aces_draw", "variant"),
)
FIRST = (  # sections in the order in which people ask for them; what is not here comes after these
    *("split", "double", "surrender", "rescue", "natural", "insurance", "bonus", "super_bonus"),
    *("dealer", "dealer_natural", "settles", "variant", "wagering", "boxes", "cards"),
)
SAID = 2  # values of a section that are said while it is folded


@dataclass(frozen=True, slots=True)
class LabOption:
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """What is wrong with one choice, as `vingt check` says it."""

    key: str
    name: str
    message: str
    details: Told


@dataclass(frozen=True, slots=True)
class LabField:
    """One choice. `accepts` are the readings that open it further, each with whether it is accepted."""

    name: str
    label: str
    kind: FieldKind
    value: str
    permitted: str
    cite: Cite
    options: tuple[LabOption, ...] = ()
    low: str = ""
    high: str = ""
    step: str = ""
    notes: tuple[str, ...] = ()
    accepts: tuple[tuple[str, bool, str], ...] = ()
    problems: tuple[FieldProblem, ...] = ()
    changed: bool = False

    @property
    def said(self) -> str:
        """The value as the field shows it."""
        chosen = (each.label for each in self.options if each.value == self.value)
        return next(chosen, self.value.replace("_", " "))

    @property
    def is_open(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.options) != 1 or self.changed or bool(self.problems or self.accepts)


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """`more` are the fields of a side wager besides whether it is offered; `was` the paytable drawn."""

    id: str
    title: str
    fields: tuple[LabField, ...]
    is_open: bool = False
    wager: str = ""
    was: str = ""

    @property
    def says(self) -> str:
        """What stands in its first fields."""
        return " · ".join(f"{each.label} {each.said}" for each in self.fields[:SAID] if each.value)

    @property
    def changed(self) -> int:
        return sum(each.changed for each in self.fields)

    @property
    def wrong(self) -> int:
        return sum(bool(each.problems) for each in self.fields)


@dataclass
class FormOf:
    """Draws the fields of one table; problems that no field takes are left in `loose`."""

    table: LabTable
    taken: set[Problem] = field(default_factory=set)

    def sections(self) -> list[FieldGroup]:
        choices = choices_of(self.table.document)
        fields: dict[str, list[LabField]] = {"first": []}
        for key in dict.fromkeys((*ASKED_FOR, *choices)):
            if key not in choices:
                continue
            section = choices[key].path.split(".")[0]
            if section != "wager" and (choice := self.choice(key, choices[key])).is_open:
                fields.setdefault("first" if key in ASKED_FOR else section, []).append(choice)
        order = {section: at for at, section in enumerate(("first", *FIRST))}
        return [
            FieldGroup(
                f"s-{section}",
                section_name(section),
                tuple(fields[section]),
                section == "first" or any(field.problems for field in fields[section]),
            )
            for section in sorted(fields, key=lambda name: order.get(name, len(order)))
            if fields[section]
        ]

    def wagers(self) -> list[FieldGroup]:
        return [self.wager(wager) for wager in self.table.document.wagers.values() if not wager.is_asked_for]

    def loose(self) -> tuple[FieldProblem, ...]:
        return tuple(self.shown(problem) for problem in self.table.problems if problem not in self.taken)

    # -- one choice ----------------------------------------------------------------------------------------

    def choice(self, key: str, leaf: Leaf) -> LabField:
        raw = self.table.raw
        said = raw.get(key, leaf.default)
        kind: FieldKind = "select" if leaf.choices else "number" if is_number(leaf) else "text"
        unless = "" if leaf.is_required else f"{as_word(leaf.default)} unless chosen"
        low, high = leaf.bounds
        return LabField(
            name=key,
            label=f"{choice_name(key)}, $" if is_money(leaf) else choice_name(key),
            kind=kind,
            value="" if said is MISSING else as_word(said),
            permitted="; ".join(words for words in (leaf.permitted(), unless) if words),
            cite=leaf.whole_cite,
            options=tuple(self.options(key, leaf, said)),
            low="" if low is None else as_amount(leaf, low),
            high="" if high is None else as_amount(leaf, high),
            step="1" if leaf.kind is int else "any",
            notes=tuple(requirement(need) for need in self.needs(key)),
            accepts=tuple(self.departures(leaf, said)),
            problems=self.problems(key),
            changed=key in dict(self.table.address.choices),
        )

    def options(self, key: str, leaf: Leaf, said: object) -> Iterator[LabOption]:
        if said is not MISSING and leaf.choices and word(said) not in map(word, leaf.choices):
            yield LabOption(as_word(said), f"{value_name(key, as_word(said))}: not permitted")
        if said is MISSING:
            yield LabOption("", "must be chosen")
        for choice in leaf.choices:
            text = word(choice)
            name = value_name(key, choice)
            reading = leaf.departure(choice)
            barred = self.barred_by(key, choice)
            label = f"{name}: only by accepting {reading}" if reading else name
            yield LabOption(text, f"{label}: not with {barred}" if barred else label)

    def needs(self, key: str) -> Iterator[Requirement]:
        for need in self.table.document.requirements:
            if need.key == key:
                yield need

    def barred_by(self, key: str, choice: object) -> str:
        """The other choice with which this one does not go, as things stand."""
        keys = self.table.document.keys
        for need in self.needs(key):
            holds = need.applies(lambda each: self.table.raw.get(each, keys[each].default))
            if holds and ((need.one_of and choice not in need.one_of) or choice in need.not_one_of):
                return need.condition
        return ""

    def departures(self, leaf: Leaf, said: object) -> Iterator[tuple[str, bool, str]]:
        """The reading by which what is chosen departs from the printed words, and those accepted already."""
        asked = {leaf.departure(said)} if said is not MISSING else set()
        why = f"Departs from the printed words: {leaf.words}."
        for reading, accepted, words in self.accepts(leaf.departs.values(), why):
            if accepted or reading in asked:
                yield reading, accepted, words

    def accepts(self, readings: Iterable[str], why: str) -> Iterator[tuple[str, bool, str]]:
        accepted = self.table.raw.get("accept_readings", [])
        for reading in dict.fromkeys(readings):
            yield reading, reading in accepted, why

    def problems(self, key: str) -> tuple[FieldProblem, ...]:
        own = [problem for problem in self.table.problems if problem.key == key]
        self.taken.update(own)
        return tuple(self.shown(problem) for problem in own)

    def shown(self, problem: Problem) -> FieldProblem:
        told = details(problem, self.table.document.inventory)
        return FieldProblem(
            problem.key,
            self.named(problem.key),
            problem.message,
            tuple((label, text) for label, text in told if text),
        )

    def named(self, key: str) -> str:
        """What a person calls the key of a problem."""
        wager = self.table.document.wagers.get(wager_path(key)[0])
        return choice_name(key) if wager is None else wager.name

    # -- a side wager --------------------------------------------------------------------------------------

    def wager(self, wager: WagerDocument) -> FieldGroup:
        base, offered = f"wagers.{wager.id}", self.table.raw.get("wagers", {})
        table = offered.get(wager.id) if isinstance(offered, dict) else None
        words = flat(table) if table is not None else {}
        named = OFF if table is None else words.pop("paytable", ON)
        changed = {key for key, _ in self.table.address.choices if key.startswith(f"{base}.")}
        options = tuple(self.paytables(wager, named))
        first = LabField(
            name=f"{base}.paytable",
            label=wager.name,
            kind="select",
            value=named,
            permitted="offered or not" if len(options) == 2 else "not offered, or with one of its paytables",
            cite=wager.cite + wager.choice_cite,
            options=options,
            accepts=tuple(
                each
                for bar in wager.barred
                for each in self.accepts(bar.cite.readings, f"Barred by a reading: {bar.because}.")
            )
            if table is not None
            else (),
            problems=self.problems(base) + self.problems(f"{base}.paytable"),
            changed=f"{base}.paytable" in changed,
        )
        more = [] if table is None else [*self.stated(wager, words, changed), *self.own_options(wager)]
        return FieldGroup(f"w-{wager.id}", wager.name, (first, *more), wager=wager.id, was=named)

    def paytables(self, wager: WagerDocument, named: str) -> Iterator[LabOption]:
        decks = self.table.raw.get("decks")
        yield LabOption(OFF, "not offered")
        by_decks = any(paytable.chosen_by == "decks" for paytable in wager.paytables)
        if len(wager.paytables) == 1 or by_decks or named == ON:
            yield LabOption(ON, "offered")
        if by_decks:
            return
        for paytable in wager.paytables if len(wager.paytables) > 1 else ():
            fits = not isinstance(decks, int) or paytable.allows_decks(decks)
            label = f"paytable {paytable.table.id}"
            yield LabOption(
                paytable.table.id, label if fits else f"{label}: for {paytable.decks_in_words()} only"
            )

    def stated(self, wager: WagerDocument, words: dict[str, str], changed: set[str]) -> Iterator[LabField]:
        """Stakes, caps, meters, wheels: what a submission states of the wager."""
        usual: tuple[str, ...] = ("stake",) if wager.stake.exact else ("stake_min", "stake_max")
        if wager.rides_on is not None or "no_wager" in wager.needs:
            usual = ()
        caps = ("payout_cap",) if wager.cap is not None else ()
        choice = ("community",) if len(wager.community) > 1 else ()
        for key in dict.fromkeys((*usual, *choice, *words, *caps)):
            name = f"wagers.{wager.id}.{key}"
            head = key.split(".")[0]
            permitted = {"stake": stake_permitted(wager.stake), "stake_min": stake_permitted(wager.stake)}
            if wager.cap is not None:
                permitted["payout_cap"] = cap_permitted(wager.cap)
            yield LabField(
                name=name,
                label=key.replace("_", " ").replace(".", " "),
                kind="text" if head in ("community", "pays") else "number",
                value=words.get(key, ""),
                permitted=permitted.get(key, ""),
                cite=wager.stake.cite if head.startswith("stake") else wager.cite,
                step="any",
                low="0",
                problems=self.problems(name),
                changed=name in changed,
            )

    def own_options(self, wager: WagerDocument) -> Iterator[LabField]:
        for leaf in wager.leaves():
            if leaf.key is not None and not leaf.is_fixed:
                yield self.choice(leaf.key, leaf)


def requirement(need: Requirement) -> str:
    return f"with {need.condition}: {need.permitted()} ({need.cite})"


def is_number(leaf: Leaf) -> bool:
    return leaf.kind is int or leaf.kind is Cents


def is_money(leaf: Leaf) -> bool:
    return "Cents" in str(leaf.kind)


def as_amount(leaf: Leaf, bound: object) -> str:
    """A bound in the words of a submission: money in dollars."""
    if is_money(leaf) and isinstance(bound, int):
        return typed(bound)
    return str(bound)
