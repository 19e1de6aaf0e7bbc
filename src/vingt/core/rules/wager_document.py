"""A side wager as its rulebook prints it: stake, paytables, meters, caps, and what a reading bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, get_args

from vingt.core.cite import Cite, Inventory, UnknownCite
from vingt.core.money import Cents, NotMoney, cents
from vingt.core.pays import NotAPay, Pay, pay
from vingt.core.rules.kinds import shown
from vingt.core.rules.leaf import DocumentError, Leaf, parse_leaf
from vingt.core.rules.offered_wager import (
    Moment,
    Need,
    Paytable,
    PaytableLine,
    Placed,
    TerminalUse,
)
from vingt.core.wager_kind import INSURANCE, OWN_WAGERS

ChosenBy = Literal["submission", "decks", "fixed"]
OPTION_KINDS: dict[str, Any] = {"word": str | bool, "money": Cents, "fraction": Fraction}


@dataclass(frozen=True, slots=True)
class StakeDocument:
    exact: tuple[Cents, ...]
    minimum: Cents | None
    at_most_main_wager: bool
    open: bool  # a reading gives the amount and lets the submission set another
    unpriced: tuple[Cents, ...]  # printed as a stake, but no paytable prices it
    because: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class PaytableDocument:
    """A printed paytable with the deck counts and stakes to which it is limited."""

    table: Paytable
    chosen_by: ChosenBy
    decks: tuple[int, ...]
    decks_min: int
    stake: StakeDocument | None
    odds_are_minimums: bool
    prize_min: Cents | None
    prize_cite: Cite

    def allows_decks(self, decks: int) -> bool:
        return decks >= self.decks_min and (not self.decks or decks in self.decks)

    def decks_in_words(self) -> str:
        if self.decks:
            return " or ".join(str(each) for each in self.decks) + (
                " deck" if self.decks == (1,) else " decks"
            )
        return f"{self.decks_min} or more decks" if self.decks_min > 1 else "any number of decks"


@dataclass(frozen=True, slots=True)
class MeterDocument:
    name: str
    paytables: tuple[str, ...]
    initial_min: Cents
    reset_min: Cents
    maximum_min: Cents | None
    when: Mapping[str, object]
    cite: Cite
    rate_cite: Cite
    optional: bool = False  # the rulebook speaks of it and prints no amounts: a submission may have it


@dataclass(frozen=True, slots=True)
class Bar:
    """A combination a reading refuses unless the submission accepts that reading by name."""

    paytables: tuple[str, ...]
    decks: tuple[int, ...]
    options: Mapping[str, object]
    because: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class Cap:
    """A limit on the aggregate paid for some lines in one round (MD-BJ 13.J to M)."""

    lines: tuple[str, ...]
    minimum: Cents
    times_maximum_wager: int
    on_every_box: bool  # what one player could win is counted over all boxes he may play
    cite: Cite


@dataclass(frozen=True, slots=True)
class WagerDocument:
    id: str
    name: str
    evaluator: str
    settles: Leaf
    main_wager: Leaf
    placed: Leaf
    needs: tuple[Need, ...]
    rides_on: str | None
    stake: StakeDocument
    options: Mapping[str, Leaf]
    paytables: tuple[PaytableDocument, ...]
    community: tuple[PaytableDocument, ...]
    meters: tuple[MeterDocument, ...]
    barred: tuple[Bar, ...]
    cap: Cap | None
    terminal: Leaf | None
    wins_validated: Leaf | None
    wheel_cite: Cite
    choice_cite: Cite  # the clause that leaves the choice of paytable
    cite: Cite

    @property
    def is_asked_for(self) -> bool:
        """The round asks for it, because the rulebook orders that; every other the operator may offer."""
        return self.placed.value == "when_asked"

    @property
    def procedure(self) -> Mapping[str, Leaf]:
        """What is done about its rounds and wins away from the cards, by the name of the value."""
        named = {"terminal": self.terminal, "wins_validated": self.wins_validated}
        return {name: leaf for name, leaf in named.items() if leaf is not None}

    def leaves(self) -> Iterator[Leaf]:
        yield self.settles
        yield self.main_wager
        if self.is_asked_for:
            yield self.placed
        yield from self.procedure.values()
        yield from self.options.values()

    def paytable(self, name: str) -> PaytableDocument | None:
        return next((paytable for paytable in self.paytables if paytable.table.id == name), None)

    def lines(self) -> Iterator[tuple[str, PaytableLine]]:
        for group, tables in (("paytable", self.paytables), ("community", self.community)):
            for table in tables:
                for line in table.table.lines:
                    yield f"wager.{self.id}.{group}.{table.table.id}.{line.outcome}", line


WAGER_KEYS = frozenset(
    (
        *(
            "name",
            "evaluator",
            "cite",
            "settles",
            "main_wager",
            "placed",
            "needs",
            "rides_on",
            "stake",
            "option",
        ),
        *("paytable", "community", "meter", "barred", "cap", "wheel_cite", "choice_cite"),
        *("terminal", "wins_validated"),
    )
)
PAYTABLE_KEYS = frozenset(
    (
        *("cite", "chosen_by", "decks", "decks_min", "stake", "each_card", "odds_are_minimums"),
        *("prize_min", "prize_cite", "lines", "note"),
    )
)
STAKE_KEYS = ("exact", "min", "at_most_main_wager", "open", "unpriced", "because", "cite")
METER_KEYS = frozenset(
    ("name", "paytables", "initial_min", "reset_min", "maximum_min", "when", "cite", "rate_cite", "optional")
)


def parse_wager(
    name: str, raw: Mapping[str, Any], inventory: Inventory, *, older: bool = False
) -> WagerDocument:
    path = f"wager.{name}"
    try:
        refuse_unknown(path, raw, WAGER_KEYS)
        for each in ("name", "evaluator", "cite", "settles", "main_wager", "stake", "paytable"):
            if each not in raw:
                raise DocumentError(f"{path}.{each}: missing")
        return WagerDocument(
            id=name,
            name=raw["name"],
            evaluator=raw["evaluator"],
            settles=parse_leaf(f"{path}.settles", Moment, raw["settles"], inventory),
            main_wager=parse_leaf(f"{path}.main_wager", Literal["own", "box"], raw["main_wager"], inventory),
            placed=parse_placed(path, name, raw, inventory, older),
            needs=parse_needs(path, raw.get("needs", [])),
            rides_on=raw.get("rides_on"),
            stake=parse_stake(f"{path}.stake", raw["stake"], inventory),
            options=MappingProxyType(
                {
                    each: parse_option(f"{path}.option.{each}", leaf, inventory)
                    for each, leaf in raw.get("option", {}).items()
                }
            ),
            paytables=parse_paytables(f"{path}.paytable", raw["paytable"], inventory),
            community=parse_paytables(f"{path}.community", raw.get("community", {}), inventory),
            meters=tuple(
                parse_meter(f"{path}.meter[{at}]", each, inventory)
                for at, each in enumerate(raw.get("meter", []))
            ),
            barred=tuple(
                parse_bar(f"{path}.barred[{at}]", each, inventory)
                for at, each in enumerate(raw.get("barred", []))
            ),
            cap=parse_cap(f"{path}.cap", raw["cap"], inventory) if "cap" in raw else None,
            terminal=parse_optional(f"{path}.terminal", TerminalUse, raw.get("terminal"), inventory),
            wins_validated=parse_optional(
                f"{path}.wins_validated", bool, raw.get("wins_validated"), inventory
            ),
            wheel_cite=inventory.cite(raw["wheel_cite"]) if "wheel_cite" in raw else Cite(),
            choice_cite=inventory.cite(raw["choice_cite"]) if "choice_cite" in raw else Cite(),
            cite=inventory.cite(raw["cite"]),
        )
    except DocumentError:
        raise
    except (UnknownCite, NotMoney, NotAPay, TypeError, AttributeError, KeyError) as error:
        raise DocumentError(f"{path}: {error}") from error


def parse_placed(path: str, name: str, raw: Mapping[str, Any], inventory: Inventory, older: bool) -> Leaf:
    """Before the deal, unless the rulebook has the round ask for it, which older editions do not say."""
    if name in OWN_WAGERS and name != INSURANCE:
        raise DocumentError(f"{path}: {name} is a word of the round's own")
    if "placed" not in raw:
        if name == INSURANCE and not older:
            raise DocumentError(f"{path}.placed: missing")
        unsaid = "when_asked" if name == INSURANCE else "before_deal"
        return Leaf(f"{path}.placed", Placed, inventory.cite(raw["cite"]), value=unsaid)
    leaf = parse_leaf(f"{path}.placed", Placed, raw["placed"], inventory)
    if not leaf.is_fixed:
        raise DocumentError(f"{path}.placed: when a wager is placed is not the operator's to choose")
    if (leaf.value == "when_asked") != (name == INSURANCE):
        raise DocumentError(f"{path}.placed: the round asks for {INSURANCE} and for nothing else")
    return leaf


def parse_optional(
    path: str, kind: object, raw: Mapping[str, Any] | None, inventory: Inventory
) -> Leaf | None:
    return None if raw is None else parse_leaf(path, kind, raw, inventory)


def parse_option(path: str, raw: Mapping[str, Any], inventory: Inventory) -> Leaf:
    """A wager's own option: a word, unless it says that it is money or a fraction."""
    named = raw.get("kind", "word")
    if named not in OPTION_KINDS:
        raise DocumentError(f"{path}.kind: expected one of {', '.join(OPTION_KINDS)}, not {shown(named)}")
    return parse_leaf(path, OPTION_KINDS[named], {key: raw[key] for key in raw if key != "kind"}, inventory)


def parse_needs(path: str, raw: list[str]) -> tuple[Need, ...]:
    for each in raw:
        if each not in get_args(Need):
            raise DocumentError(f"{path}.needs: unknown need {each!r}")
    return tuple(raw)  # type: ignore[arg-type]


def parse_stake(path: str, raw: Mapping[str, Any], inventory: Inventory) -> StakeDocument:
    refuse_unknown(path, raw, frozenset(STAKE_KEYS))
    require_cite(path, raw)
    if raw.get("exact") and raw.get("at_most_main_wager"):
        raise DocumentError(f"{path}.at_most_main_wager: an exact stake has no other limit")
    return StakeDocument(
        exact=tuple(cents(each) for each in raw.get("exact", ())),
        minimum=cents(raw["min"]) if "min" in raw else None,
        at_most_main_wager=raw.get("at_most_main_wager", False),
        open=raw.get("open", False),
        unpriced=tuple(cents(each) for each in raw.get("unpriced", ())),
        because=raw.get("because", ""),
        cite=inventory.cite(raw["cite"]),
    )


def parse_paytables(path: str, raw: Mapping[str, Any], inventory: Inventory) -> tuple[PaytableDocument, ...]:
    return tuple(parse_paytable(f"{path}.{name}", name, each, inventory) for name, each in raw.items())


def parse_paytable(path: str, name: str, raw: Mapping[str, Any], inventory: Inventory) -> PaytableDocument:
    refuse_unknown(path, raw, PAYTABLE_KEYS)
    require_cite(path, raw)
    lines = []
    for at, line in enumerate(raw.get("lines", [])):
        where = f"{path}.lines[{at}]"
        refuse_unknown(where, line, frozenset(("outcome", "pays", "meter", "cite")))
        require_cite(where, line)
        try:
            lines.append(
                PaytableLine(
                    line["outcome"], pay(line["pays"], line.get("meter", "")), inventory.cite(line["cite"])
                )
            )
        except (UnknownCite, NotAPay, NotMoney, KeyError, TypeError) as error:
            raise DocumentError(f"{where}: {error}") from error
    if not lines:
        raise DocumentError(f"{path}: a paytable without lines")
    pays: dict[str, Pay] = {}
    for each in lines:  # printed twice, as in MD-BJ 13.Q(3)(f) and (j), a line pays one thing
        if pays.setdefault(each.outcome, each.pays) != each.pays:
            raise DocumentError(f"{path}: {each.outcome} pays {pays[each.outcome]} and {each.pays}")
    if raw.get("chosen_by", "submission") not in get_args(ChosenBy):
        raise DocumentError(
            f"{path}.chosen_by: expected one of {get_args(ChosenBy)}, not {shown(raw['chosen_by'])}"
        )
    return PaytableDocument(
        table=Paytable(name, inventory.cite(raw["cite"]), tuple(lines), raw.get("each_card", False)),
        chosen_by=raw.get("chosen_by", "submission"),
        decks=tuple(raw.get("decks", ())),
        decks_min=raw.get("decks_min", 1),
        stake=parse_stake(f"{path}.stake", raw["stake"], inventory) if "stake" in raw else None,
        odds_are_minimums=raw.get("odds_are_minimums", False),
        prize_min=cents(raw["prize_min"]) if "prize_min" in raw else None,
        prize_cite=inventory.cite(raw["prize_cite"]) if "prize_cite" in raw else Cite(),
    )


def parse_meter(path: str, raw: Mapping[str, Any], inventory: Inventory) -> MeterDocument:
    refuse_unknown(path, raw, METER_KEYS)
    require_cite(path, raw)
    return MeterDocument(
        name=raw["name"],
        paytables=tuple(raw["paytables"]),
        initial_min=cents(raw.get("initial_min", raw["reset_min"])),
        reset_min=cents(raw["reset_min"]),
        maximum_min=cents(raw["maximum_min"]) if "maximum_min" in raw else None,
        when=MappingProxyType(dict(raw.get("when", {}))),
        cite=inventory.cite(raw["cite"]),
        rate_cite=inventory.cite(raw["rate_cite"]),
        optional=raw.get("optional", False),
    )


def parse_bar(path: str, raw: Mapping[str, Any], inventory: Inventory) -> Bar:
    refuse_unknown(path, raw, frozenset(("paytables", "decks", "options", "because", "cite")))
    require_cite(path, raw)
    return Bar(
        paytables=tuple(raw.get("paytables", ())),
        decks=tuple(raw.get("decks", ())),
        options=MappingProxyType(dict(raw.get("options", {}))),
        because=raw["because"],
        cite=inventory.cite(raw["cite"]),
    )


def parse_cap(path: str, raw: Mapping[str, Any], inventory: Inventory) -> Cap:
    refuse_unknown(path, raw, frozenset(("lines", "min", "times_maximum_wager", "on_every_box", "cite")))
    require_cite(path, raw)
    return Cap(
        tuple(raw["lines"]),
        cents(raw["min"]),
        raw["times_maximum_wager"],
        raw.get("on_every_box", False),
        inventory.cite(raw["cite"]),
    )


def refuse_unknown(path: str, raw: object, known: frozenset[str]) -> None:
    if not isinstance(raw, dict):
        raise DocumentError(f"{path}: expected a table, not {shown(raw)}")
    if unknown := sorted(set(raw) - known):
        raise DocumentError(f"{path}.{unknown[0]}: unknown key")


def require_cite(path: str, raw: Mapping[str, Any]) -> None:
    if "cite" not in raw:
        raise DocumentError(f"{path}: uncited value")
