"""A rulebook and a submission give `TableRules`, or every problem at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from vingt.core.cite import Cite, Inventory, is_reading
from vingt.core.money import dollars
from vingt.core.rules.document import Document, Requirement, kinds_of, record_of, sections
from vingt.core.rules.kinds import one_of, shown
from vingt.core.rules.leaf import MISSING, Leaf
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.problem_words import problems_text
from vingt.core.rules.resolve_wager import WagerResolver
from vingt.core.rules.sections import VariantRules
from vingt.core.rules.settles import Settles, SettlesRow
from vingt.core.rules.submission import Problem, Submission
from vingt.core.rules.table_rules import TableRules

OWN_KEYS = ("rulebook", "title", "accept_readings", "wagers")


class NotAllowed(Exception):
    """The submission asks for something its rulebook does not permit."""

    __module__ = "vingt"

    problems: list[Problem]
    source: str

    def __init__(self, problems: list[Problem], source: str = "", inventory: Inventory | None = None) -> None:
        super().__init__(problems, source, inventory)
        self.problems = problems
        self.source = source
        self._inventory = inventory

    def __str__(self) -> str:
        """Every problem with its line, clause and hint."""
        return problems_text(self.problems, self.source, self._inventory)

    def __repr__(self) -> str:
        return f"NotAllowed({self.briefly!r}, source={self.source!r})"

    @property
    def briefly(self) -> str:
        """On one line, for a sentence that goes on."""
        return "; ".join(f"{problem.key}: {problem.message}" for problem in self.problems)


@dataclass
class Resolver:
    document: Document
    submission: Submission
    problems: list[Problem] = field(default_factory=list)
    chosen: dict[str, Any] = field(default_factory=dict)
    offered: list[OfferedWager] = field(default_factory=list)

    def run(self) -> TableRules:
        accepted = self.accepted_readings()
        self.check_title()
        mistyped = self.read_choices()
        self.check_departures(accepted)
        self.read_wagers(accepted)
        self.find_missing(mistyped)
        self.check_requirements()
        self.check_sizes()
        if self.problems:
            self.problems.sort(key=lambda each: (each.line is None, each.line or 0))
            raise NotAllowed(self.problems, self.submission.source, self.document.inventory)
        return self.rules()

    def problem(self, path: tuple[str, ...], message: str, **details: Any) -> None:
        self.problems.append(Problem(".".join(path), message, line=self.submission.line(*path), **details))

    # -- choices -----------------------------------------------------------------------------------------

    def accepted_readings(self) -> frozenset[str]:
        raw = self.submission.raw.get("accept_readings", [])
        known = self.document.inventory.readings
        if not isinstance(raw, list) or not all(isinstance(each, str) for each in raw):
            self.problem(
                ("accept_readings",), "expected a list of reading ids", given=shown(raw), permitted='["J-84"]'
            )
            return frozenset()
        for each in raw:
            if not is_reading(each) or each not in known:
                self.problem(
                    ("accept_readings",), "no such reading", given=shown(each), permitted="an id like J-84"
                )
        return frozenset(raw)

    def check_title(self) -> None:
        title = self.submission.raw.get("title", "")
        if not isinstance(title, str):
            self.problem(("title",), "expected text", given=shown(title), permitted='title = "My table"')

    def read_choices(self) -> set[str]:
        """Judge every top-level key; the known keys that unknown ones probably mean are returned."""
        keys = self.document.keys
        mistyped: set[str] = set()
        for key, raw in self.submission.raw.items():
            if key in OWN_KEYS:
                continue
            leaf = keys.get(key)
            if leaf is None:
                near = get_close_matches(key, (*keys, *OWN_KEYS), n=1)
                mistyped.update(near)
                hint = f"did you mean {near[0]}?" if near else "vingt rules lists the keys of a rulebook"
                self.problem(
                    (key,), "unknown key", given=shown(raw), permitted="a key of this rulebook", hint=hint
                )
            elif wrong := leaf.permits(raw):
                self.problem(
                    (key,), wrong, given=shown(raw), permitted=leaf.permitted(), cite=leaf.whole_cite
                )
                self.chosen[key] = MISSING
            else:
                self.chosen[key] = raw
        return mistyped

    def check_departures(self, accepted: frozenset[str]) -> None:
        """No choice against the plain words, unless the submission accepts the reading that offers it."""
        for key, raw in self.chosen.items():
            leaf = self.document.keys[key]
            reading = leaf.departure(raw)
            if raw is MISSING or reading is None or reading in accepted:
                continue
            within = one_of([choice for choice in leaf.choices if leaf.departure(choice) is None])
            self.problem(
                (key,),
                f"departs from the printed words: {leaf.words}",
                given=shown(raw),
                permitted=f"{within}, or accept_readings = [{shown(reading)}]",
                cite=leaf.cite,
            )

    def find_missing(self, mistyped: set[str]) -> None:
        wagers = self.submission.raw.get("wagers", {})
        offered = wagers if isinstance(wagers, dict) else {}
        for leaf in self.document.every_leaf():
            if leaf.key is None or not leaf.is_required or leaf.key in self.chosen or leaf.key in mistyped:
                continue
            wager = leaf.path.split(".")[1] if leaf.path.startswith("wager.") else None
            if wager is not None and wager not in offered:
                continue
            self.problems.append(
                Problem(leaf.key, "must be chosen and is not", permitted=leaf.permitted(), cite=leaf.cite)
            )

    def raw_of(self, leaf: Leaf) -> Any:
        """The submission's word for a leaf, its default, or MISSING where the choice was faulty."""
        if leaf.key is not None and leaf.key in self.chosen:
            return self.chosen[leaf.key]
        return leaf.value if leaf.is_fixed else leaf.default

    def value_of(self, leaf: Leaf) -> Any:
        raw = self.raw_of(leaf)
        return MISSING if raw is MISSING else leaf.choose(raw)

    def value_at(self, path: str) -> Any:
        return self.value_of(self.document.leaves[path])

    # -- wagers ------------------------------------------------------------------------------------------

    def read_wagers(self, accepted: frozenset[str]) -> None:
        raw = self.submission.raw.get("wagers", {})
        if not isinstance(raw, dict):
            self.problem(("wagers",), "expected tables like [wagers.insurance]", given=shown(raw))
            return
        known = self.document.wagers
        for name in raw:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"did you mean {near[0]}?" if near else ""
                self.problem(
                    ("wagers", name),
                    "not a wager of this rulebook",
                    given=name,
                    permitted=", ".join(known),
                    hint=hint,
                )
        for name, wager in known.items():
            # What the round asks for, the rulebook orders; every other wager is the operator's to offer.
            if name not in raw and not wager.is_asked_for:
                continue
            table = raw.get(name, {})
            if not isinstance(table, dict):
                self.problem(("wagers", name), f"expected a table, not {shown(table)}", given=shown(table))
                continue
            resolver = WagerResolver(self, wager, table, accepted)
            if (offered := resolver.run()) is not None:
                self.offered.append(offered)

    # -- what must agree ---------------------------------------------------------------------------------

    def check_requirements(self) -> None:
        for need in self.document.requirements:
            if need.applies(lambda key: self.raw_of(self.document.keys[key])):
                self.check_requirement(need)

    def check_requirement(self, need: Requirement) -> None:
        leaf = self.document.keys[need.key]
        raw, value = self.raw_of(leaf), self.value_of(leaf)
        if raw is MISSING:
            return
        too_low = need.least is not None and value < need.least
        too_high = need.most is not None and value > need.most
        wrong_word = (need.one_of and raw not in need.one_of) or raw in need.not_one_of
        if too_low or too_high or wrong_word:
            self.problem(
                (need.key,),
                f"does not go with {need.condition}",
                given=shown(raw),
                permitted=need.permitted(),
                cite=need.cite,
            )

    def check_sizes(self) -> None:
        at = self.value_at
        leaves = self.document.leaves
        if larger(at("boxes.per_player"), at("boxes.seats")):
            cite = leaves["boxes.per_player"].cite + leaves["boxes.seats"].cite
            seats = at("boxes.seats")
            self.problem(
                ("boxes_per_player",),
                "more boxes than the table has",
                given=str(at("boxes.per_player")),
                permitted=f"1 to {seats}",
                cite=cite,
            )
        if larger(at("wagering.minimum"), at("wagering.maximum")):
            self.problem(
                ("table_maximum",),
                "below the table minimum",
                given=dollars(at("wagering.maximum")),
                permitted=f"at least {dollars(at('wagering.minimum'))}",
                cite=leaves["wagering.maximum"].cite,
            )
        self.check_chips()
        unit = at("wagering.chip_unit")
        for path in ("wagering.minimum", "wagering.maximum", "wagering.chips"):
            amounts = at(path)
            for amount in amounts if isinstance(amounts, tuple) else (amounts,):
                if amount is not MISSING and unit is not MISSING and amount % unit:
                    self.problem(
                        (str(leaves[path].key),),
                        "cannot be made with the smallest chip",
                        given=dollars(amount),
                        permitted=f"a multiple of {dollars(unit)}",
                        cite=leaves["wagering.chip_unit"].cite,
                    )
        if larger(at("split.aces_hands_max"), at("split.hands_max")):
            self.problem(
                ("split_aces_hands_max",),
                "more hands for aces than for other pairs",
                given=str(at("split.aces_hands_max")),
                permitted=f"at most {at('split.hands_max')}",
                cite=leaves["split.aces_hands_max"].cite,
            )
        if at("split.aces_double") is True and at("split.aces_draw") is False:
            self.problem(
                ("split_aces_double",),
                "a double draws a card, which split_aces_draw = false bars",
                given="true",
                permitted="false",
                cite=leaves["split.aces_double"].cite,
            )

    def check_chips(self) -> None:
        chips = self.value_at("wagering.chips")
        if chips is not MISSING and (not chips or min(chips) <= 0):
            listed = ", ".join(dollars(chip) for chip in chips) or "no chip"
            cite = self.document.leaves["wagering.chips"].cite
            self.problem(
                ("chips",), "not denominations of chips", given=listed, permitted="[0.50, 1, 5, …]", cite=cite
            )

    # -- the result --------------------------------------------------------------------------------------

    def rules(self) -> TableRules:
        document = self.document
        built: dict[str, Any] = {}
        cites: dict[str, Cite] = {}
        for name, (section, _) in sections().items():
            if name in document.absent:
                built[name] = None
                continue
            values: dict[str, Any] = {}
            for each, kind in kinds_of(section).items():
                path = f"{name}.{each}"
                if record_of(kind):
                    values[each] = document.records[path]
                elif path in document.leaves:
                    leaf = document.leaves[path]
                    values[each] = self.value_of(leaf)
                    cites[path] = leaf.cite_for(self.raw_of(leaf))
            if section is VariantRules:
                options = {
                    path.removeprefix("variant."): leaf
                    for path, leaf in document.leaves.items()
                    if path.startswith("variant.") and path not in cites
                }
                values["options"] = tuple((each, self.value_of(leaf)) for each, leaf in options.items())
                cites |= {leaf.path: leaf.cite_for(self.raw_of(leaf)) for leaf in options.values()}
            built[name] = section(**values)
        return TableRules(
            rulebook=document.id,
            cites_as=document.cites_as,
            title=self.submission.title,
            main_wager=document.main_wager,
            currency=document.currency,
            **built,
            settles=Settles(naturals_alike(tuple(self.rows_in_force()))),
            wagers=tuple(self.offered),
            cites=tuple(sorted(cites.items())),
            edition=document.number,
        )

    def rows_in_force(self) -> Iterator[SettlesRow]:
        game = self.value_at("variant.game")
        for row in self.document.settles:
            if row.variant in ("", game):
                cite = row.leaf.cite_for(self.raw_of(row.leaf))
                yield SettlesRow(row.hand, row.dealer, self.value_of(row.leaf), cite)


def naturals_alike(rows: tuple[SettlesRow, ...]) -> tuple[SettlesRow, ...]:
    """A row that pays a natural as such pays what the row for any dealer's hand has a natural paid (J-56)."""
    any_hand = next((row for row in rows if (row.hand, row.dealer) == ("natural", "any")), None)
    if any_hand is None or any_hand.pays == "natural":
        return rows
    return tuple(
        replace(row, pays=any_hand.pays, cite=row.cite + any_hand.cite)
        if (row.hand, row.pays) == ("natural", "natural")
        else row
        for row in rows
    )


def resolve(document: Document, submission: Submission) -> TableRules:
    """The rules in force at the table, or `NotAllowed` with every problem."""
    return Resolver(document.dealt_as(submission.raw.get("variant")), submission).run()


def accepting_departures(document: Document, submission: Submission) -> Submission:
    """The submission with every reading accepted that offers a choice against the printed words: for whoever
    asks what such a choice would be worth, never for a table that is opened."""
    offered = {reading for leaf in document.every_leaf() for reading in leaf.departs.values()}
    accepted = submission.raw.get("accept_readings", [])
    already = accepted if isinstance(accepted, list) else []
    return submission.with_choices({"accept_readings": [*already, *sorted(offered.difference(already))]})


def larger(first: Any, second: Any) -> bool:
    return first is not MISSING and second is not MISSING and first > second


def choices_of(document: Document) -> Mapping[str, Leaf]:
    """Every key a submission of this rulebook may use and that leaves a real choice."""
    return {key: leaf for key, leaf in document.keys.items() if not leaf.is_fixed}
