"""A submission to begin with: what must be chosen is chosen, every other choice stands there as a comment.

Two kinds of comment: `# ` explains, and `#` right before a key is a choice, at its default, that is made by
taking the sign away. So the file is allowed as it is, and with any one of them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from vingt.core.cite import Cite
from vingt.core.money import Cents, dollars
from vingt.core.rules.document import Document, Requirement
from vingt.core.rules.kinds import one_of, shown
from vingt.core.rules.leaf import Leaf
from vingt.core.rules.problem_words import statement
from vingt.core.rules.resolve import choices_of
from vingt.core.rules.wager_document import MeterDocument, PaytableDocument, WagerDocument
from vingt.rulebook import library

WIDTH = 100
INDENT = "    "
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
LEAST, MOST = 1, 100  # dollars: the stakes of a side wager to begin with
RATE = "0.05"  # of a meter, likewise
WHEEL = "$100"  # a wheel's symbol where the rulebook prints none


def starter(rulebook: str, title: str = "") -> str:
    """The text of a submission of this rulebook, allowed as it stands."""
    document, chosen = library.load(rulebook), library.sample(rulebook).raw
    return "\n".join([*Starter(document, chosen, rulebook, title).lines(), ""])


class Starter:
    def __init__(self, document: Document, chosen: Mapping[str, Any], rulebook: str, title: str) -> None:
        """`chosen` are the words for what has no default: those of the sample."""
        self.document, self.chosen, self.rulebook = document, chosen, rulebook
        self.title = title or f"My table of {document.title}"

    def lines(self) -> Iterator[str]:
        document = self.document
        yield from said(f"A submission under {document.title}, edition {document.edition}.")
        yield from said(
            "It is allowed as it stands: vingt check FILE says so, and what is wrong once you have changed "
            "it. A line that begins with # and a space explains. Take away the # right before a key to "
            "choose it: it stands at its default. In brackets are clauses (vingt clauses) and readings, "
            "with ids like I-3 (vingt readings I-3)."
        )
        yield ""
        yield f"rulebook = {shown(self.rulebook)}"
        yield f"title = {shown(self.title)}"
        yield ""
        yield from said("Readings that are accepted although a choice departs from the printed words.")
        yield "#accept_readings = []"
        own = [leaf for leaf in choices_of(document).values() if not leaf.path.startswith("wager.")]
        yield from heading("What must be chosen")
        for leaf in own:
            if leaf.is_required:
                yield from self.choice(leaf)
        yield from heading("What may be chosen")
        for leaf in own:
            if not leaf.is_required:
                yield from self.choice(leaf)
        yield from self.wager_options()
        yield from heading("Side wagers: take away the # of a whole block to offer one")
        for wager in document.wagers.values():
            if not wager.is_asked_for:
                yield from self.wager(wager)

    # -- choices -------------------------------------------------------------------------------------------

    def choice(self, leaf: Leaf) -> Iterator[str]:
        key = str(leaf.key)
        default = "" if leaf.is_required else f"; {toml(leaf, leaf.default)} unless chosen"
        yield ""
        yield from said(f"{key}: {leaf.permitted()}{default} {self.brackets(leaf.cite)}")
        yield from self.reasons(leaf.whole_cite)
        for word, reading in leaf.departs.items():
            yield from said(
                f'{word} departs from the printed words ({leaf.words}): with accept_readings = ["{reading}"]',
                INDENT,
            )
        for need in self.document.requirements:
            if key == need.key or key in need.when:
                yield from said(requirement(need), INDENT)
        sign = "" if leaf.is_required else "#"
        word = self.chosen.get(key, leaf.choices[0] if leaf.choices else leaf.bounds[0])
        yield f"{sign}{key} = {toml(leaf, word if leaf.is_required else leaf.default)}"

    def reasons(self, cite: Cite) -> Iterator[str]:
        inventory = self.document.inventory
        for clause in cite.clauses:
            if clause in inventory.clauses:
                yield from said(statement(clause, inventory).partition(" ")[2], INDENT)
        for each in cite.readings:
            reading = inventory.readings[each]
            yield from said(f"{each}: {reading.question} Taken: {reading.default}", INDENT)

    def brackets(self, cite: Cite) -> str:
        names = (*(clause.partition(" ")[2] for clause in cite.clauses), *cite.readings)
        return f"[{', '.join(names)}]" if names else ""

    def wager_options(self) -> Iterator[str]:
        """A side wager's own choices are keys of the submission, above all tables."""
        for wager in self.document.wagers.values():
            options = [leaf for leaf in wager.leaves() if leaf.key is not None and not leaf.is_fixed]
            if options:
                yield from heading(f"Choices of {wager.name} ({wager.id})")
            for leaf in options:
                yield from self.choice(leaf)

    # -- side wagers ---------------------------------------------------------------------------------------

    def wager(self, wager: WagerDocument) -> Iterator[str]:
        decks = int(self.chosen["decks"])
        fitting = [paytable for paytable in wager.paytables if paytable.allows_decks(decks)]
        table = next((each for each in fitting if not self.is_barred(wager, each, decks)), None)
        yield ""
        yield from said(f"{wager.name} {self.brackets(wager.cite)}")
        yield from self.reasons(wager.cite)
        for words in self.conditions(wager, decks, table):
            yield from said(words, INDENT)
        if len(wager.paytables) > 1:
            listed = "; ".join(
                f"{paytable.table.id}: {paytable.decks_in_words()}" for paytable in wager.paytables
            )
            yield from said(f"paytables: {listed}", INDENT)
        table = table or wager.paytables[0]
        base = f"wagers.{wager.id}"
        yield f"#[{base}]"
        if table.chosen_by == "submission" and len(wager.paytables) > 1:
            yield f"#paytable = {shown(table.table.id)}"
        yield from self.stake(wager, table)
        if table.prize_min is not None:
            yield f"#prize = {number(table.prize_min)} # at least {dollars(table.prize_min)}"
        for meter in wager.meters:
            if table.table.id in meter.paytables and self.applies(wager, meter):
                yield from meter_lines(f"{base}.meters.{quoted(meter.name)}", meter)
        if "wheel" in wager.needs:
            yield f"#[{base}.wheel] # whole weights: these are an example"
            alone = wager.community if len(wager.community) == 1 else ()  # of several none, unless chosen
            lines = [line for each in (table, *alone) for line in each.table.lines]
            symbols = [line.outcome for line in lines if line.pays.kind != "wheel"] or [WHEEL]
            for symbol in dict.fromkeys(symbols):
                yield f"#{quoted(symbol)} = 1"

    def conditions(self, wager: WagerDocument, decks: int, table: PaytableDocument | None) -> Iterator[str]:
        if table is None:
            allowed = " or ".join(dict.fromkeys(paytable.decks_in_words() for paytable in wager.paytables))
            yield f"not offered with {decks} decks: {allowed}"
        if len(wager.community) > 1:
            names = one_of(tuple(paytable.table.id for paytable in wager.community))
            yield f"community = {names} adds a Community Pay, with its symbols on the wheel"
        if wager.rides_on is not None:
            yield f"only together with [wagers.{wager.rides_on}]"
        if "switch" in wager.needs:
            yield 'only with variant = "switch"'

    def is_barred(self, wager: WagerDocument, table: PaytableDocument, decks: int) -> bool:
        """Whether a reading refuses this table at the deck count and the defaults of the wager's options."""
        return any(
            (not bar.paytables or table.table.id in bar.paytables)
            and (not bar.decks or decks in bar.decks)
            and all(self.word(wager.options[name]) == word for name, word in bar.options.items())
            for bar in wager.barred
        )

    def applies(self, wager: WagerDocument, meter: MeterDocument) -> bool:
        return all(self.word(wager.options[name]) == word for name, word in meter.when.items())

    def word(self, leaf: Leaf) -> object:
        return leaf.value if leaf.is_fixed else self.chosen.get(str(leaf.key), leaf.default)

    def stake(self, wager: WagerDocument, table: PaytableDocument) -> Iterator[str]:
        if wager.rides_on is not None or "no_wager" in wager.needs:
            return
        exact = (table.stake or wager.stake).exact if wager.stake.exact else ()
        if exact:
            amounts = " or ".join(dollars(amount) for amount in exact)
            yield f"#stake = {number(exact[0])} # {amounts}"
            return
        least = max(wager.stake.minimum or 0, LEAST * 100)
        yield f"#stake_min = {number(Cents(least))}"
        yield f"#stake_max = {max(MOST, -(-least // 100))}"


def meter_lines(base: str, meter: MeterDocument) -> Iterator[str]:
    yield f"#[{base}]"
    initial = max(meter.initial_min, meter.reset_min)
    yield f"#initial = {number(Cents(initial))} # at least {dollars(meter.initial_min)}"
    yield f"#reset = {number(meter.reset_min)} # at least {dollars(meter.reset_min)}"
    if meter.maximum_min is not None:
        yield f"#maximum = {number(meter.maximum_min)} # at least {dollars(meter.maximum_min)}"
    yield f"#rate = {RATE} # above 0, at most 1: an example"


def requirement(need: Requirement) -> str:
    return f"with {need.condition}: {need.key} is {need.permitted()} ({need.cite})"


# -- how it is written -------------------------------------------------------------------------------------


def heading(text: str) -> Iterator[str]:
    yield ""
    yield f"# -- {text} ".ljust(WIDTH, "-")


def said(text: str, indent: str = "") -> Iterator[str]:
    sign = f"# {indent}"
    yield from textwrap.wrap(
        text,
        WIDTH,
        initial_indent=sign,
        subsequent_indent=f"{sign}{INDENT if indent else ''}",
        break_on_hyphens=False,
    )


def quoted(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else f'"{key}"'


def number(amount: Cents) -> str:
    """Dollars as TOML writes a number: 5, 0.50."""
    return str(amount // 100) if amount % 100 == 0 else f"{Decimal(amount) / 100:.2f}"


def toml(leaf: Leaf, word: object) -> str:
    """A word of the submission; money that a document quotes is written as the number it is."""
    if isinstance(word, list | tuple):
        return f"[{', '.join(toml(leaf, each) for each in word)}]"
    money = "Cents" in str(leaf.kind) and isinstance(word, str) and re.fullmatch(r"\d+(\.\d+)?", word)
    return str(word) if money else shown(word)
