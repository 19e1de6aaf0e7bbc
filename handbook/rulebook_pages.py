"""The pages of a rulebook: what it is, its values, its clauses by section; and the readings of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from handbook.addresses import bare, letter, section
from handbook.page import Made, cited, made
from vingt.core.cite import headings_of
from vingt.core.rules.carrier import IN_WORDS
from vingt.report.proposal import table_named
from vingt.report.rules.citations import by_reading
from vingt.report.rules.clauses import NAMED_MOST, ClauseEntry, entries, summary
from vingt.report.rules.readings import is_about, key_lines
from vingt.report.rules.subjects import Subject
from vingt.report.rules.values import sections_in_force
from vingt.rulebook import library


@dataclass(frozen=True)
class Block:
    """A clause, and the ids of headings that begin with it."""

    entry: ClauseEntry
    name: str
    anchors: tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """What stands under one heading of a section: 7.D."""

    name: str
    blocks: tuple[Block, ...]


def rulebook_pages(rulebook: str, *, charted: bool) -> Iterator[Made]:
    """`charted`: there is a page with its strategy chart too."""
    base, document = f"rules/{rulebook}", library.load(rulebook)
    listed = list(entries(Subject((rulebook,))))
    by_section = sections_of(rulebook)
    yield made(
        f"{base}/index",
        "rulebook.md",
        document=document,
        editions=[str(library.Address(rulebook, each)) for each in library.editions(rulebook)],
        samples=[f"{rulebook}/{name}" for name in library.samples(rulebook)],
        summary=summary(listed),
        sections={name: (len(group), areas(group)) for name, group in by_section.items()},
        readings=[each for each in library.readings() if is_about(each, Subject((rulebook,)))],
        charted=charted,
    )
    yield values_page(rulebook)
    in_force = {each.path for values in sections_in_force(table_named(rulebook)).values() for each in values}
    for name, group in by_section.items():
        yield made(
            f"{base}/{name}",
            "section.md",
            document=document,
            section=name,
            subject=subject(group),
            groups=groups(group),
            in_force=in_force,
            named_most=NAMED_MOST,
        )


def sections_of(rulebook: str) -> dict[str, list[ClauseEntry]]:
    listed = entries(Subject((rulebook,)))
    return {
        name: list(group) for name, group in groupby(listed, key=lambda each: section(bare(each.clause.id)))
    }


def areas(listed: list[ClauseEntry]) -> str:
    counted = Counter(each.clause.area for each in listed)
    return ", ".join(area for area, _ in counted.most_common())


def subject(listed: list[ClauseEntry]) -> str:
    """What a section is about, in few words."""
    return ", ".join(areas(listed).split(", ")[:2])


def groups(listed: list[ClauseEntry]) -> list[Group]:
    """Clauses under their second heading, in printed order; every id becomes an anchor once."""
    known: set[str] = set()
    found = []
    for name, group in groupby(listed, key=second_heading):
        known.add(name)
        blocks = []
        for entry in group:
            over = sorted((bare(each) for each in headings_of(entry.clause.id)), key=len)
            own = bare(entry.clause.id)
            new = [each for each in (*over, own) if each not in known and each != section(own)]
            known.update(new)
            blocks.append(Block(entry, own, tuple(new)))
        found.append(Group(name, tuple(blocks)))
    return found


def second_heading(entry: ClauseEntry) -> str:
    over = sorted((bare(each) for each in headings_of(entry.clause.id)), key=len)
    return [*over, bare(entry.clause.id)][min(1, len(over))]


def values_page(rulebook: str) -> Made:
    """Every value in force at the default table."""
    table = table_named(rulebook)
    sections = sections_in_force(table)
    carriers = {each.carrier for values in sections.values() for each in values if each.carrier}
    return made(
        f"rules/{rulebook}/values",
        "values.md",
        table=table,
        sections=sections,
        cited=cited,
        carriers={each: words for each, words in IN_WORDS.items() if each in carriers},
    )


def reading_pages() -> Iterator[Made]:
    """All doubts about the texts, by the letter of their ids."""
    everything = Subject(library.RULEBOOKS)
    lists: dict[str, list[dict[str, object]]] = {}
    for reading in library.readings():
        values = [
            f"{rulebook}: {each.statement}"
            for rulebook in library.RULEBOOKS
            for each in by_reading(rulebook).get(reading.id, ())
        ]
        keys = key_lines(reading, everything)
        lists.setdefault(letter(reading.id), []).append(
            {"reading": reading, "keys": keys, "values": dict.fromkeys(values)}
        )
    yield made("readings/index", "readings.md", lists=lists)
    for name, listed in lists.items():
        yield made(f"readings/{name}", "readings_of.md", name=name, listed=listed)
