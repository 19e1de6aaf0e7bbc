"""A rulebook document: every field of `TableRules`, fixed or left open, cited; and its side wagers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING as NO_DEFAULT
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, cached_property
from types import MappingProxyType, NoneType
from typing import Any, get_args, get_origin, get_type_hints

from vingt.core.cite import Cite, Inventory, UnknownCite
from vingt.core.rules.form_1 import rewritten
from vingt.core.rules.kinds import WrongKind, one_of, read, shown
from vingt.core.rules.leaf import DocumentError, Leaf, parse_leaf
from vingt.core.rules.sections import VARIED, VariantRules
from vingt.core.rules.settles_document import SettlesDocument, parse_settles
from vingt.core.rules.table_rules import TableRules
from vingt.core.rules.wager_document import WagerDocument, parse_wager, refuse_unknown, require_cite

HEAD = ("id", "title", "cites_as", "edition", "jurisdiction", "main_wager", "currency")
NOT_SECTIONS = frozenset(
    ("rulebook", "cites_as", "title", "main_wager", "currency", "settles", "wagers", "cites", "edition")
)


@dataclass(frozen=True, slots=True)
class Requirement:
    """When the submission says `when`, `key` must keep these bounds (a batch shuffler needs two decks)."""

    when: Mapping[str, object]
    unless: Mapping[str, object]
    key: str
    least: int | None
    most: int | None
    one_of: tuple[object, ...]
    not_one_of: tuple[object, ...]
    cite: Cite

    def applies(self, says: Callable[[str], object]) -> bool:
        """`says` gives the word in force for a key."""
        return all(says(key) == word for key, word in self.when.items()) and not any(
            says(key) == word for key, word in self.unless.items()
        )

    @property
    def condition(self) -> str:
        """When it applies, in words: shuffler = "batch"."""
        return " and ".join(f"{key} = {shown(word)}" for key, word in self.when.items())

    def permitted(self) -> str:
        """What the key may be then, in words."""
        if self.not_one_of:
            return f"anything but {one_of(self.not_one_of)}"
        if self.one_of:
            return one_of(self.one_of)
        if self.least is not None and self.most is not None:
            return f"{self.least} to {self.most}"
        return f"at least {self.least}" if self.least is not None else f"at most {self.most}"


@dataclass(frozen=True)
class Document:
    """`leaves` by path ("split.hands_max"), `records` for lists of cited lines ("bonus.lines"). `edition` is
    what the regulator calls the text; `number` that of our edition of it, 0 where it is in no library."""

    id: str
    title: str
    cites_as: str
    edition: str
    number: int
    jurisdiction: str
    main_wager: str
    currency: str
    inventory: Inventory
    leaves: Mapping[str, Leaf]
    records: Mapping[str, tuple[Any, ...]]
    settles: tuple[SettlesDocument, ...]
    absent: frozenset[str]
    wagers: Mapping[str, WagerDocument]
    requirements: tuple[Requirement, ...]
    varied: tuple[VariedValue, ...]

    @property
    def address(self) -> str:
        return f"{self.id}@{self.number}" if self.number else self.id

    def every_leaf(self) -> Iterator[Leaf]:
        """All cited values, those of side wagers included."""
        yield from self.leaves.values()
        for wager in self.wagers.values():
            yield from wager.leaves()

    def dealt_as(self, game: object) -> Document:
        """The document as it reads under a way to deal, which may change some of its values."""
        rows = [row for row in self.varied if row.variant == game]
        if not rows:
            return self
        leaves = {row.path: row.leaf for row in rows if row.leaf is not None}
        records = {row.path: row.lines for row in rows if row.leaf is None}
        return replace(
            self,
            leaves=MappingProxyType({**self.leaves, **leaves}),
            records=MappingProxyType({**self.records, **records}),
        )

    @cached_property
    def keys(self) -> Mapping[str, Leaf]:
        """The words a submission may use, each with the value it chooses."""
        return {leaf.key: leaf for leaf in self.every_leaf() if leaf.key is not None}


@cache
def sections() -> Mapping[str, tuple[type, bool]]:
    """Section name -> its class, and whether a rulebook may lack it."""
    hints = get_type_hints(TableRules)
    by_name: dict[str, tuple[type, bool]] = {}
    for field in fields(TableRules):
        if field.name in NOT_SECTIONS:
            continue
        kinds = get_args(hints[field.name]) or (hints[field.name],)
        by_name[field.name] = (next(kind for kind in kinds if kind is not NoneType), NoneType in kinds)
    return MappingProxyType(by_name)


@cache
def kinds_of(section: type) -> Mapping[str, Any]:
    hints = get_type_hints(section)
    return MappingProxyType({field.name: hints[field.name] for field in fields(section)})


def record_of(kind: Any) -> type | None:
    """The dataclass in `tuple[BonusLine, ...]`: such a field is a list of lines, each with its own cite."""
    if get_origin(kind) is tuple and is_dataclass(get_args(kind)[0]):
        return get_args(kind)[0]  # type: ignore[no-any-return]
    return None


def parse_document(
    raw: Mapping[str, Any], inventory: Inventory, *, edition: int = 0, older: bool = False
) -> Document:
    """Read a whole document or raise `DocumentError` at the first thing that breaks the grammar.

    An `older` edition may lack fields that came later: they stand at their default; and it may be written in
    an older form.
    """
    if older:
        raw = rewritten(raw)
    head = raw.get("document", {})
    if missing := [each for each in HEAD if not isinstance(head.get(each), str)]:
        raise DocumentError(f"document.{missing[0]}: missing")
    if unknown := sorted(set(head) - set(HEAD)):
        raise DocumentError(f"document: unknown key {unknown[0]!r}")
    if unknown := sorted(set(raw) - set(sections()) - {"document", "settles", "wager", "requires", "varies"}):
        raise DocumentError(f"unknown section {unknown[0]!r}")
    leaves: dict[str, Leaf] = {}
    records: dict[str, tuple[Any, ...]] = {}
    absent: set[str] = set()
    for name, (section, optional) in sections().items():
        if name not in raw:
            if not optional:
                raise DocumentError(f"section {name!r} is missing")
            absent.add(name)
            continue
        parse_section(name, section, raw[name], inventory, leaves, records, older=older)
    settles = parse_settles(raw.get("settles", []), inventory, leaves["variant.game"])
    leaves |= {row.leaf.path: row.leaf for row in settles}
    wagers = {
        name: parse_wager(name, each, inventory, older=older) for name, each in raw.get("wager", {}).items()
    }
    document = Document(
        **{each: head[each] for each in HEAD},
        number=edition,
        inventory=inventory,
        leaves=MappingProxyType(leaves),
        records=MappingProxyType(records),
        settles=settles,
        absent=frozenset(absent),
        wagers=MappingProxyType(wagers),
        requirements=tuple(
            parse_requirement(f"requires[{at}]", each, inventory)
            for at, each in enumerate(raw.get("requires", []))
        ),
        varied=tuple(
            parse_varied(f"varies[{at}]", each, leaves, inventory)
            for at, each in enumerate(raw.get("varies", []))
        ),
    )
    refuse_shared_keys(document)
    refuse_unknown_requirements(document)
    return document


def parse_section(
    name: str,
    section: type,
    raw: object,
    inventory: Inventory,
    leaves: dict[str, Leaf],
    records: dict[str, tuple[Any, ...]],
    *,
    older: bool = False,
) -> None:
    if not isinstance(raw, dict):
        raise DocumentError(f"{name}: expected a section, not {shown(raw)}")
    kinds = kinds_of(section)
    if name == "variant":
        kinds = {**{field: kinds[field] for field in kinds if field != "options"}, **variant_options(raw)}
    if unknown := sorted(set(raw) - set(kinds)):
        raise DocumentError(f"{name}.{unknown[0]}: unknown key")
    for field, kind in kinds.items():
        path = f"{name}.{field}"
        if field not in raw:
            known = next((each for each in fields(section) if each.name == field), None)
            if known is not None and known.metadata.keys() & VARIED.keys():
                continue
            if older and known is not None and known.default is not NO_DEFAULT:
                leaves[path] = Leaf(path, kind, Cite(), value=known.default)
                continue
            raise DocumentError(f"{path}: missing")
        if record := record_of(kind):
            records[path] = parse_records(path, record, raw[field], inventory)
        else:
            leaves[path] = parse_leaf(path, kind, raw[field], inventory)


def variant_options(raw: Mapping[str, Any]) -> dict[str, Any]:
    """A variant's own options are free words: they wait for the version that plays the variant."""
    return {each: str for each in raw if each not in kinds_of(VariantRules)}


@dataclass(frozen=True, slots=True)
class VariedValue:
    """What one way to deal has instead of a value of every table, or as lines of a list (`leaf` None)."""

    variant: str
    path: str
    leaf: Leaf | None
    lines: tuple[Any, ...] = ()


def parse_varied(
    at: str, raw: Mapping[str, Any], leaves: Mapping[str, Leaf], inventory: Inventory
) -> VariedValue:
    """`variant` and `path`, and a value as any is written. The key of the value that it stands for is kept:
    a submission may say it, and is told what it is here."""
    if not isinstance(raw, dict) or not isinstance(raw.get("path"), str):
        raise DocumentError(f"{at}.path: missing")
    variant, path = raw.get("variant"), raw["path"]
    if variant not in leaves["variant.game"].choices:
        raise DocumentError(f"{at}.variant: {shown(variant)} is no way to deal")
    name, _, field = path.partition(".")
    section = sections().get(name, (None, False))[0]
    kind = kinds_of(section).get(field) if section is not None else None
    if kind is None:
        raise DocumentError(f"{at}.path: there is no {path}")
    given = {key: each for key, each in raw.items() if key not in ("variant", "path")}
    if record := record_of(kind):
        return VariedValue(str(variant), path, None, parse_records(path, record, given["value"], inventory))
    leaf = parse_leaf(path, kind, given, inventory)
    usual = leaves.get(path)
    if leaf.key is None and usual is not None:
        leaf = replace(leaf, key=usual.key)
    return VariedValue(str(variant), path, leaf)


def parse_records(path: str, record: type, raw: object, inventory: Inventory) -> tuple[Any, ...]:
    if not isinstance(raw, list):
        raise DocumentError(f"{path}: expected a list of cited lines, not {shown(raw)}")
    return tuple(parse_record(f"{path}[{at}]", record, each, inventory) for at, each in enumerate(raw))


def parse_record(path: str, record: type, raw: object, inventory: Inventory) -> Any:
    if not isinstance(raw, dict):
        raise DocumentError(f"{path}: expected {{ …, cite = … }}, not {shown(raw)}")
    if "cite" not in raw:
        raise DocumentError(f"{path}: uncited value")
    kinds = kinds_of(record)
    if unknown := sorted(set(raw) - set(kinds)):
        raise DocumentError(f"{path}.{unknown[0]}: unknown key")
    values: dict[str, Any] = {}
    for field in fields(record):
        if field.name not in raw:
            if field.default is NO_DEFAULT:
                raise DocumentError(f"{path}.{field.name}: missing")
            continue
        try:
            if kinds[field.name] is Cite:
                values[field.name] = inventory.cite(raw[field.name])
            else:
                values[field.name] = read(kinds[field.name], raw[field.name])
        except (UnknownCite, WrongKind) as error:
            raise DocumentError(f"{path}.{field.name}: {error}") from error
    return record(**values)


def refuse_shared_keys(document: Document) -> None:
    seen: dict[str, str] = {}
    for leaf in document.every_leaf():
        if leaf.key is None:
            continue
        if leaf.key in seen:
            raise DocumentError(f"{leaf.path}: key {leaf.key!r} already chooses {seen[leaf.key]}")
        seen[leaf.key] = leaf.path


REQUIREMENT_KEYS = ("when", "unless", "key", "min", "max", "one_of", "not_one_of", "cite")


def parse_requirement(path: str, raw: Mapping[str, Any], inventory: Inventory) -> Requirement:
    refuse_unknown(path, raw, frozenset(REQUIREMENT_KEYS))
    require_cite(path, raw)
    try:
        return Requirement(
            when=MappingProxyType(dict(raw["when"])),
            unless=MappingProxyType(dict(raw.get("unless", {}))),
            key=raw["key"],
            least=raw.get("min"),
            most=raw.get("max"),
            one_of=tuple(raw.get("one_of", ())),
            not_one_of=tuple(raw.get("not_one_of", ())),
            cite=inventory.cite(raw["cite"]),
        )
    except (UnknownCite, KeyError) as error:
        raise DocumentError(f"{path}: {error}") from error


def refuse_unknown_requirements(document: Document) -> None:
    for need in document.requirements:
        for key in (need.key, *need.when, *need.unless):
            if key not in document.keys:
                raise DocumentError(f"requires: no key {key!r}")
