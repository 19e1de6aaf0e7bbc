"""Change each cited value of a rulebook document once: a proof that survives its change proves nothing."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from vingt.core.cards import RANKS
from vingt.core.rules.document import kinds_of, record_of, sections
from vingt.core.rules.settles import DealerWord, HandWord, Odds
from vingt.core.rules.wager_document import OPTION_KINDS

Path = tuple[str | int, ...]
Raw = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Mutation:
    path: Path
    was: object
    becomes: object
    cite: object  # as the document writes it

    @property
    def name(self) -> str:
        return ".".join(str(each) for each in self.path)

    @property
    def change(self) -> str:
        becomes = tuple(self.becomes) if isinstance(self.becomes, dict) else self.becomes
        return f"{self.name}: {self.was!r} -> {becomes!r}"

    def apply(self, raw: Raw) -> Raw:
        changed = deepcopy(raw)
        place: Any = changed
        for part in self.path[:-1]:
            place = place[part]
        place[self.path[-1]] = self.becomes
        return changed


def mutations(raw: Raw) -> Iterator[Mutation]:
    """One change for every value, choice, bound, default, line, deck limit, stake, meter and cap."""
    for section, (kind, _) in sections().items():
        if section not in raw:
            continue
        kinds = kinds_of(kind)
        for field, leaf in raw[section].items():
            path = (section, field)
            if isinstance(leaf, list):
                record = record_of(kinds[field])
                assert record is not None
                for at, line in enumerate(leaf):
                    yield from of_record((*path, at), line, kinds_of(record))
            else:
                yield from of_leaf(path, leaf, kinds.get(field, str))
    for at, row in enumerate(raw["settles"]):
        yield from of_row(("settles", at), row)
    for at, row in enumerate(raw.get("varies", [])):
        yield from of_varied(("varies", at), row)
    for at, need in enumerate(raw.get("requires", [])):
        for bound in ("min", "max"):
            if bound in need:
                yield Mutation(("requires", at, bound), need[bound], need[bound] + 1, need["cite"])
    for name, wager in raw.get("wager", {}).items():
        yield from of_wager(("wager", name), wager)


def of_leaf(path: Path, leaf: Raw, kind: Any) -> Iterator[Mutation]:
    for part in ("value", "min", "max", "default"):
        if part in leaf:
            taken = leaf.get("one_of", ())
            yield Mutation((*path, part), leaf[part], other(kind, leaf[part], taken, leaf), leaf["cite"])
    for at, choice in enumerate(leaf.get("one_of", ())):
        cite = leaf.get("cites", {}).get(choice, leaf["cite"]) if isinstance(choice, str) else leaf["cite"]
        yield Mutation((*path, "one_of", at), choice, other(kind, choice, leaf["one_of"], {}), cite)


def of_varied(path: Path, row: Raw) -> Iterator[Mutation]:
    """What a way to deal has of its own: a value like any other, or lines of a list."""
    section, field = row["path"].split(".")
    kind = kinds_of(sections()[section][0])[field]
    if record := record_of(kind):
        for at, line in enumerate(row["value"]):
            yield from of_record((*path, "value", at), line, kinds_of(record))
    else:
        yield from of_leaf(path, row, kind)


def of_record(path: Path, record: Raw, kinds: Any) -> Iterator[Mutation]:
    for field, value in record.items():
        if field not in ("cite", "outcome"):
            yield Mutation((*path, field), value, other(kinds[field], value, (), {}), record["cite"])


def of_row(path: Path, row: Raw) -> Iterator[Mutation]:
    """Another hand, another dealer's hand, another payment: each alone."""
    for field, kind in (("hand", HandWord), ("dealer", DealerWord)):
        yield Mutation((*path, field), row[field], other(kind, row[field], (), {}), row["cite"])
    pays = row["pays"]
    if isinstance(pays, dict) and "value" not in pays:
        yield from of_leaf((*path, "pays"), {**pays, "cite": row["cite"]}, Odds)
        return
    place = (*path, "pays", "value") if isinstance(pays, dict) else (*path, "pays")
    was = pays["value"] if isinstance(pays, dict) else pays
    yield Mutation(place, was, "lose" if was == "push" else "push", row["cite"])


def of_wager(path: Path, wager: Raw) -> Iterator[Mutation]:
    from vingt.core.rules.offered_wager import Moment, Need, TerminalUse  # the words a wager may use

    yield from of_leaf((*path, "settles"), wager["settles"], Moment)
    yield from of_leaf((*path, "main_wager"), wager["main_wager"], Literal["own", "box"])
    for name, kind in (("terminal", TerminalUse), ("wins_validated", bool)):
        if name in wager:
            yield from of_leaf((*path, name), wager[name], kind)
    for at, need in enumerate(wager.get("needs", [])):
        yield Mutation((*path, "needs", at), need, other(Need, need, (), {}), wager["cite"])
    for name, leaf in wager.get("option", {}).items():
        yield from of_leaf((*path, "option", name), leaf, OPTION_KINDS[leaf.get("kind", "word")])
    yield from of_stake((*path, "stake"), wager["stake"])
    for group in ("paytable", "community"):
        for name, table in wager.get(group, {}).items():
            yield from of_paytable((*path, group, name), table)
    if "choice_cite" in wager and len(wager["paytable"]) > 1:
        fewer = dict(list(wager["paytable"].items())[:-1])
        yield Mutation((*path, "paytable"), tuple(wager["paytable"]), fewer, wager["choice_cite"])
    for at, meter in enumerate(wager.get("meter", [])):
        if meter.get("optional"):
            continue
        for field in ("initial_min", "reset_min", "maximum_min"):
            if field in meter:
                yield Mutation((*path, "meter", at, field), meter[field], dearer(meter[field]), meter["cite"])
        yield Mutation((*path, "meter", at, "paytables", 0), meter["paytables"][0], "Z", meter["cite"])
    for at, bar in enumerate(wager.get("barred", [])):
        for field in ("decks", "paytables"):
            if field in bar:
                wrong = bar[field][0] + 1 if field == "decks" else "F"
                yield Mutation((*path, "barred", at, field, 0), bar[field][0], wrong, bar["cite"])
    if "cap" in wager:
        cap = wager["cap"]
        yield Mutation((*path, "cap", "min"), cap["min"], dearer(cap["min"]), cap["cite"])
        times = cap["times_maximum_wager"]
        yield Mutation((*path, "cap", "times_maximum_wager"), times, times + 1, cap["cite"])


def of_stake(path: Path, stake: Raw) -> Iterator[Mutation]:
    for at, amount in enumerate(stake.get("exact", [])):
        yield Mutation((*path, "exact", at), amount, dearer(amount), stake["cite"])
    if "min" in stake:
        yield Mutation((*path, "min"), stake["min"], dearer(stake["min"]), stake["cite"])
    limited = stake.get("at_most_main_wager", False)
    yield Mutation((*path, "at_most_main_wager"), limited, not limited, stake["cite"])


def of_paytable(path: Path, table: Raw) -> Iterator[Mutation]:
    cite = table["cite"]
    for at, decks in enumerate(table.get("decks", [])):
        yield Mutation((*path, "decks", at), decks, decks + 1, cite)
    if "decks_min" in table:
        yield Mutation((*path, "decks_min"), table["decks_min"], table["decks_min"] + 1, cite)
    for flag in ("each_card", "odds_are_minimums"):
        if flag in table:
            yield Mutation((*path, flag), table[flag], not table[flag], cite)
    if "prize_min" in table:
        yield Mutation(
            (*path, "prize_min"), table["prize_min"], dearer(table["prize_min"]), table["prize_cite"]
        )
    if "stake" in table:
        yield from of_stake((*path, "stake"), table["stake"])
    for at, line in enumerate(table["lines"]):
        yield Mutation((*path, "lines", at, "pays"), line["pays"], better(line["pays"]), line["cite"])


# -- another value of the same kind ------------------------------------------------------------------------


def other(kind: Any, value: Any, taken: Any, leaf: Raw) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return another_list(value)
    words = [each for each in words_of(kind) if each != value and each not in taken]
    if value in leaf.get("one_of", ()):  # a default: another of the choices
        return next((each for each in leaf["one_of"] if each != value), f"not {value}")
    if value in words_of(kind) and words:
        return words[0]
    if value == "none":
        return 3 if int in get_args(kind) else words[0] if words else "1 to 1"
    if " to " in value or " for " in value or value.startswith("$") or "%" in value:
        return better(value)
    if value.replace(".", "").isdigit():
        changed = dearer(value)
        while changed in taken:
            changed = dearer(changed)
        return changed
    if "/" in value:
        top, bottom = value.split("/")
        return f"{top}/{int(bottom) + 1}"
    return words[0] if words else f"not {value}"


def words_of(kind: Any) -> list[Any]:
    if get_origin(kind) is Literal:
        return [each for each in get_args(kind) if isinstance(each, str)]
    return [each for inner in get_args(kind) if get_origin(inner) is Literal for each in get_args(inner)]


def another_list(values: list[Any]) -> list[Any]:
    """Another length where the list may have any, another member where it may not."""
    if not values:
        return ["10"]
    if values[0] in RANKS and len(set(values)) == 1:
        return ["8", *values[1:]]
    return [values[0] + 1, *values[1:]] if isinstance(values[0], int) else values[:-1]


def better(pays: str) -> str:
    """Odds with one more, a dollar more, a percent less."""
    if pays.startswith("$"):
        return f"${int(pays[1:].replace(',', '')) + 1}"
    if "%" in pays:
        share, _, rest = pays.partition("%")
        return f"{int(share) - 1}%{rest}"
    for sign in (" to ", " for "):
        if sign in pays:
            first, _, second = pays.partition(sign)
            whole, point, part = first.partition(".")
            return f"{int(whole) + 1}{point}{part}{sign}{second}"
    return "lose" if pays != "lose" else "push"


def dearer(amount: Any) -> str:
    whole, point, part = str(amount).partition(".")
    return f"{int(whole) + 1}{point}{part}"
