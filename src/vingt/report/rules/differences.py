"""What differs between two tables, and between two rulebooks also in what they permit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vingt.core.cite import Cite
from vingt.core.rules.document import Document
from vingt.core.rules.kinds import shown
from vingt.core.rules.leaf import Leaf
from vingt.core.rules.wager_document import WagerDocument
from vingt.report.proposal import Proposal
from vingt.report.rules.values import sections_in_force
from vingt.report.text.page import Page
from vingt.report.words.values import in_words, paytables_permitted, short, stake_permitted


@dataclass(frozen=True)
class Side:
    """`choices` are compared without regard to their order; a text is compared as it stands."""

    text: str
    cite: Cite
    value: object = None
    choices: frozenset[object] = frozenset()

    @property
    def compared(self) -> object:
        return self.choices or self.text

    def as_json(self) -> dict[str, object]:
        return {"value": self.text if self.value is None else self.value, **self.cite.as_json()}


Sides = Mapping[str, Side]
Differences = Mapping[str, tuple[Side | None, Side | None]]


def differing(left: Sides, right: Sides) -> Differences:
    """Section by section in the order of the first, what only the second has standing where it would."""
    order = [
        path
        for section in merged(sections_of(left), sections_of(right))
        for path in merged(
            *([path for path in side if section_of(path) == section] for side in (left, right))
        )
    ]
    pairs = {path: (left.get(path), right.get(path)) for path in order}
    return {path: pair for path, pair in pairs.items() if not same(*pair)}


def same(left: Side | None, right: Side | None) -> bool:
    return left is not None and right is not None and left.compared == right.compared


def section_of(path: str) -> str:
    return ".".join(path.split(".")[: 2 if path.startswith("wagers.") else 1])


def sections_of(sides: Sides) -> list[str]:
    return list(dict.fromkeys(section_of(path) for path in sides))


def merged(first: list[str], second: list[str]) -> list[str]:
    """Both orders in one: each name of the second after the one it follows there."""
    order = list(first)
    known = set(first)
    at = 0
    for name in second:
        if name in known:
            at = order.index(name) + 1
        else:
            order.insert(at, name)
            at += 1
    return order


def in_force(table: Proposal) -> Sides:
    return {
        value.path: Side(value.text, value.cite, value.value)
        for values in sections_in_force(table).values()
        for value in values
    }


def permitted_by(left: Document, right: Document) -> tuple[Sides, Sides]:
    """Choices by field, those that neither leaves open left out, and every wager with its pays."""
    sides: tuple[dict[str, Side], dict[str, Side]] = ({}, {})
    fixed = {path for path, leaf in left.leaves.items() if leaf.is_fixed and is_fixed(right, path)}
    fixed |= {path for path, leaf in right.leaves.items() if leaf.is_fixed and is_fixed(left, path)}
    for document, side in zip((left, right), sides, strict=True):
        side.update((path, leaf_permits(leaf)) for path, leaf in document.leaves.items() if path not in fixed)
        for wager in document.wagers.values():
            side.update(wager_permits(wager))
    return sides


def is_fixed(document: Document, path: str) -> bool:
    return path not in document.leaves or document.leaves[path].is_fixed


def leaf_permits(leaf: Leaf) -> Side:
    if leaf.is_fixed:
        return Side(f"fixed: {in_words(leaf.resolved(), leaf.kind)}", leaf.cite)
    departing = {
        choice: reading for choice in leaf.choices if (reading := leaf.departure(choice)) is not None
    }
    only = "".join(f", {shown(choice)} only by accepting {reading}" for choice, reading in departing.items())
    choices = frozenset((choice, departing.get(choice)) for choice in leaf.choices)
    return Side(f"{leaf.key}: {leaf.permitted()}{only}", leaf.cite, choices=choices)


def wager_permits(wager: WagerDocument) -> Iterator[tuple[str, Side]]:
    base = f"wagers.{wager.id}"
    yield base, Side("permitted", wager.cite)
    yield f"{base}.stake", Side(stake_permitted(wager.stake), wager.stake.cite)
    yield f"{base}.paytables", Side(paytables_permitted(wager.paytables), wager.cite)
    named = {"settles": wager.settles, "main_wager": wager.main_wager, **wager.procedure, **wager.options}
    for name, leaf in named.items():
        yield f"{base}.{name}", leaf_permits(leaf)
    for paytable in wager.paytables:
        yield (
            f"{base}.paytable.{paytable.table.id}",
            Side(f"for {paytable.decks_in_words()}", paytable.table.cite),
        )
    for path, line in wager.lines():
        yield f"wagers.{path.removeprefix('wager.')}", Side(str(line.pays), line.cite)


def differences_page(left: Proposal, right: Proposal, parts: Mapping[str, Differences]) -> Page:
    page = Page()
    names = (left.named, right.named if left.named != right.named else f"{right.named} with --set")
    page.title(" and ".join(dict.fromkeys(table.rules.title for table in (left, right))))
    prefixes = (left.document.cites_as, right.document.cites_as)
    if not any(parts.values()):
        page.text("no difference")
    for part, differences in parts.items():
        rows: list[tuple[str, ...] | str] = []
        section = ""
        for path, sides in shortened(differences):
            if section_of(path) != section:
                section = section_of(path)
                rows.append(section)
            cells = (cell(side, prefix) for side, prefix in zip(sides, prefixes, strict=True))
            rows.append((path.removeprefix(section).removeprefix(".") or "wager", *cells))
        heading = {"in_force": "in force", "permitted": "permitted"}[part]
        page.table((heading, *names), rows, ("", "", ""))
    return page


def shortened(differences: Differences) -> Iterator[tuple[str, tuple[Side | None, Side | None]]]:
    """Without the fields of a wager that one side does not have at all: the wager itself says it."""
    lacking = [
        f"{path}." for path, sides in differences.items() if path.startswith("wagers.") and None in sides
    ]
    for path, sides in differences.items():
        if not any(path.startswith(wager) for wager in lacking if wager != f"{path}."):
            yield path, sides


def cell(side: Side | None, prefix: str) -> str:
    if side is None:
        return "–"
    return f"{side.text} [{short(side.cite, prefix)}]" if side.cite else side.text


def differences_json(left: Proposal, right: Proposal, parts: Mapping[str, Differences]) -> dict[str, object]:
    head = [
        {
            "rulebook": table.rules.rulebook,
            "address": table.rules.address,
            "title": table.rules.title,
            "identity": table.rules.identity,
        }
        for table in (left, right)
    ]
    return {
        "first": head[0],
        "second": head[1],
        **{
            part: {
                path: [side.as_json() if side is not None else None for side in sides]
                for path, sides in differences.items()
            }
            for part, differences in parts.items()
        },
    }
