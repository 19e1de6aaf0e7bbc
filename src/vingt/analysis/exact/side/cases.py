"""What can be valued: a wager with one paytable, deck count and soft-17 rule, as printed or as offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any, Literal

from vingt.analysis.chart.chart import Chart
from vingt.analysis.exact.side.composition import Composition
from vingt.analysis.tabulated.dealer import DealerDraws
from vingt.core.cards import RANKS, Rank
from vingt.core.cite import Cite
from vingt.core.hand import RankPoints
from vingt.core.rules.document import Document
from vingt.core.rules.leaf import MISSING, Leaf
from vingt.core.rules.offered_wager import OfferedWager, Paytable
from vingt.core.rules.resolve import resolve
from vingt.core.rules.table_rules import TableRules
from vingt.core.rules.wager_document import Bar, PaytableDocument, WagerDocument
from vingt.core.wagers.judge import terms
from vingt.core.wagers.outcome import Options, sight_of
from vingt.core.wagers.registry import EVALUATORS
from vingt.rulebook import library

Soft17 = Literal["H17", "S17"]
BOTH: tuple[Soft17, ...] = ("S17", "H17")
NOMINAL_STAKE = 100  # cents; pays that scale with the stake are the same at any
USUAL_DECKS = (1, 2, 4, 6, 8)  # where a rulebook names no list of deck counts


class NotOffered(ValueError):
    """The rulebook does not have this; `cite` is the clause that says so, where one does."""

    def __init__(self, message: str, cite: Cite = Cite()) -> None:
        super().__init__(f"{message} ({cite})" if cite else message)
        self.cite = cite


@dataclass(frozen=True)
class MeterTerms:
    """A meter as the submission states it, or as low as the rulebook lets it be; then the rate is open. One
    that must hit is won by no card and is not among them."""

    name: str
    reset: int
    rate: Fraction | None = None
    reserve: Fraction = Fraction(0)


@dataclass(frozen=True)
class Case:
    document: Document
    wager: WagerDocument
    paytable: Paytable
    decks: int
    soft17: Soft17 | None  # None where the dealer's drawing does not matter
    options: Mapping[str, object]
    stake: int
    meters: tuple[MeterTerms, ...] = ()
    wheel: tuple[tuple[str, int], ...] = ()
    community: Paytable | None = None
    prize: int | None = None
    seats: int = 1  # among which a seat is drawn
    players: int = 1  # who have the wager at the table
    community_wheel: tuple[tuple[str, int], ...] = ()  # where the rulebook prints no community symbols
    words: Mapping[str, Any] = field(default_factory=dict)
    offered_at: TableRules | None = None
    odd_shoe: Composition | None = None  # the cards it is dealt from, where they are not whole decks
    first_box: bool = False  # of the box whose first card may be a determinant card
    strategy: Chart | None = None  # how hands are played that it looks at; else by best play of that table

    @property
    def table(self) -> TableRules:
        """The table at which hands are played: the one that offers the wager, or the rulebook's usual one,
        with this number of decks."""
        rules = self.offered_at or table_of(self.document.address, self.soft17)
        dealer = replace(rules.dealer, soft17=self.soft17) if self.soft17 else rules.dealer
        return replace(rules, cards=replace(rules.cards, decks=self.decks), dealer=dealer)

    @property
    def plays_hand(self) -> bool:
        """Whether it looks at the player's finished hands, so that their play decides it."""
        return sight_of(EVALUATORS[self.wager.evaluator]).plays_hand

    @property
    def terms(self) -> Options:
        return terms(self.options, self.paytable)

    @property
    def ranks(self) -> tuple[Rank, ...]:
        removed = self.document.leaves["cards.removed_ranks"].resolved()
        return tuple(rank for rank in RANKS if rank not in removed)

    @property
    def counts(self) -> RankPoints:
        leaves = self.document.leaves
        aces = leaves["cards.ace_counts"].resolved()
        return RankPoints(leaves["cards.court_cards_count"].resolved(), max(aces), min(aces))

    @property
    def dealer(self) -> DealerDraws:
        return DealerDraws(table_of(self.document.address, self.soft17))

    @property
    def bar(self) -> Bar | None:
        """The reading that refuses this combination, if one does."""
        for bar in self.wager.barred:
            if bar.paytables and self.paytable.id not in bar.paytables:
                continue
            if bar.decks and self.decks not in bar.decks:
                continue
            if all(self.options.get(name) == word for name, word in bar.options.items()):
                return bar
        return None


@cache
def table_of(rulebook: str, soft17: Soft17 | None) -> TableRules:
    """A table of the rulebook whose dealer plays so: the default sample without side wagers."""
    sample = library.sample(rulebook)
    raw = {key: word for key, word in sample.raw.items() if key != "wagers"}
    if soft17 is not None:
        raw["soft17"] = soft17
    return resolve(library.load(rulebook), replace(sample, raw=raw))


def as_printed(
    document: Document,
    name: str,
    paytable: str | None = None,
    decks: int = 6,
    soft17: Soft17 | None = None,
    words: Mapping[str, Any] | None = None,
) -> Case:
    """A wager with its printed paytable; `words` are choices of a submission, by their keys."""
    if name not in document.wagers:
        raise NotOffered(f"{document.id} has no wager {name!r}: it has {', '.join(document.wagers)}")
    wager = document.wagers[name]
    check_decks(document, decks)
    fitting = [each for each in wager.paytables if each.allows_decks(decks)]
    if paytable is None and not fitting:
        allowed = " or ".join(each.decks_in_words() for each in wager.paytables)
        raise NotOffered(f"{name} has no paytable for {decks} decks: {allowed}", wager.cite)
    table = fitting[0] if paytable is None else wager.paytable(paytable)
    if table is None:
        known = ", ".join(each.table.id for each in wager.paytables)
        raise NotOffered(f"{name} has no paytable {paytable!r}: it has {known}", wager.cite)
    if not table.allows_decks(decks):
        raise NotOffered(
            f"paytable {table.table.id} of {name} is for {table.decks_in_words()}, not for {decks}",
            table.table.cite,
        )
    return printed_case(document, wager, table, decks, soft17, words or {})


def printed_case(
    document: Document,
    wager: WagerDocument,
    table: PaytableDocument,
    decks: int,
    soft17: Soft17 | None,
    words: Mapping[str, Any],
) -> Case:
    options = options_of(wager, words)
    exact = (table.stake or wager.stake).exact
    return Case(
        document=document,
        wager=wager,
        paytable=table.table,
        decks=decks,
        soft17=(soft17 or rule_of(document, words)) if drawing_matters(wager) else None,
        options=options,
        stake=exact[0] if exact else NOMINAL_STAKE,
        meters=tuple(
            MeterTerms(meter.name, meter.reset_min)
            for meter in wager.meters
            if table.table.id in meter.paytables
            and meter.maximum_min is None
            and all(options.get(name) == word for name, word in meter.when.items())
        ),
        seats=table_of(document.address, None).boxes.seats,
        words=words,
    )


def as_offered(document: Document, rules: TableRules, offer: OfferedWager, words: Mapping[str, Any]) -> Case:
    """A wager as a table offers it: its odds, stake, meters, wheel and prize."""
    wager = document.wagers[offer.id]
    table = wager.paytable(offer.paytable.id)
    assert table is not None
    case = printed_case(document, wager, table, rules.cards.decks, rules.dealer.soft17, words)
    return replace(
        case,
        paytable=offer.paytable,
        options=dict(offer.options),
        stake=offer.stake.exact[0] if offer.stake.exact else NOMINAL_STAKE,
        meters=tuple(
            MeterTerms(meter.name, meter.reset, meter.rate, meter.reserve)
            for meter in offer.meters
            if meter.maximum is None
        ),
        wheel=offer.wheel,
        community=offer.community,
        community_wheel=offer.community_wheel,
        prize=offer.prize,
        seats=rules.boxes.seats,
        offered_at=rules,
    )


def every_case(
    document: Document,
    wager: str | None = None,
    paytable: str | None = None,
    decks: int | None = None,
    soft17: Soft17 | None = None,
    words: Mapping[str, Any] | None = None,
) -> Iterator[Case]:
    """Every wager, paytable, deck count and soft-17 rule, or those of them that are named."""
    for each in document.wagers.values():
        if wager not in (None, each.id) or is_drawn(each):
            continue
        for table in each.paytables:
            if paytable not in (None, table.table.id):
                continue
            for count in deck_counts(document) if decks is None else (decks,):
                if not table.allows_decks(count):
                    continue
                for rule in soft17_rules(document, each) if soft17 is None else (soft17,):
                    yield printed_case(document, each, table, count, rule, words or {})


def deck_counts(document: Document) -> tuple[int, ...]:
    """The deck counts to compute; where the rulebook names none, the usual ones within our own limits."""
    leaf = document.leaves["cards.decks"]
    if leaf.is_fixed:
        return (leaf.resolved(),)
    if leaf.choices:
        return tuple(leaf.choose(choice) for choice in leaf.choices)
    return tuple(decks for decks in USUAL_DECKS if leaf.permits(decks) is None)


def check_decks(document: Document, decks: int) -> None:
    leaf = document.leaves["cards.decks"]
    if leaf.permits(decks) is None:
        return
    own = f"; the upper limit is vingt's own, {document.id} has none" if leaf.limit is not None else ""
    raise NotOffered(f"decks = {decks}: permitted is {leaf.permitted()}{own}", leaf.cite)


def soft17_rules(document: Document, wager: WagerDocument) -> tuple[Soft17 | None, ...]:
    if not drawing_matters(wager):
        return (None,)
    leaf = document.leaves["dealer.soft17"]
    return tuple(each for each in BOTH if leaf.permits(each) is None)


def rule_of(document: Document, words: Mapping[str, Any]) -> Soft17:
    leaf = document.leaves["dealer.soft17"]
    chosen = word_of(leaf, words)
    return BOTH[0] if chosen is MISSING else leaf.choose(chosen)


def drawing_matters(wager: WagerDocument) -> bool:
    return wager.settles.value == "dealer_hand"


def is_drawn(wager: WagerDocument) -> bool:
    """A wager that no card decides has no value in cards."""
    return wager.settles.value == "random"


def options_of(wager: WagerDocument, words: Mapping[str, Any]) -> dict[str, object]:
    """The wager's options as chosen or by default; one that only a submission can state is left out."""
    chosen = {name: word_of(leaf, words) for name, leaf in wager.options.items()}
    return {name: wager.options[name].choose(word) for name, word in chosen.items() if word is not MISSING}


def word_of(leaf: Leaf, words: Mapping[str, Any]) -> Any:
    """The submission's word for a value, else the rulebook's own; MISSING where only a submission has one."""
    if leaf.key is not None and leaf.key in words and leaf.permits(words[leaf.key]) is None:
        return words[leaf.key]
    return leaf.value if leaf.is_fixed else leaf.default
