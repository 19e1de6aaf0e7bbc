"""Where clauses and readings stand, and the addresses under which they are found.

A clause stands on the page of its section, in its context: rules/md-blackjack/7/#7.D(3). Its own address,
rules/md-blackjack/7.D(3), is a page that leads there, so it can be typed and works from any web server.
A browser takes what follows a # for a place within a page, so in an address 2(a)#1 is 2(a)~1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from urllib.parse import quote

from vingt.core.cite import headings_of
from vingt.rulebook import library

LEADING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0; url={there}"><link rel="canonical" href="{there}">
<link rel="icon" href="{root}assets/icon.svg"></head>
<body><p><a href="{there}">{name}</a></p></body></html>
"""


def bare(clause: str) -> str:
    """A clause without the name of its rulebook: 7.D(3)."""
    return clause.partition(" ")[2]


def section(named: str) -> str:
    """The section of a clause or heading, by its bare id: 7 of 7.D(3)."""
    found = re.match(r"\w+", named)
    assert found is not None, named
    return found[0]


def letter(reading: str) -> str:
    """The list a reading belongs to: I of I-3."""
    return reading.partition("-")[0]


def anchor(named: str) -> str:
    """An id of an element holds no blank."""
    return named.replace(" ", "-")


def fragment(named: str) -> str:
    return "#" + quote(anchor(named), safe="()")


def typed(named: str) -> str:
    """A clause or heading as its address has it."""
    return named.replace("#", "~")


def clause_at(clause: str) -> str:
    """The place of a clause or heading from the top of the pages, by its full id."""
    return f"rules/{rulebook_of(clause)}/{section(bare(clause))}.md{fragment(bare(clause))}"


def reading_at(reading: str) -> str:
    return f"readings/{letter(reading)}.md{fragment(reading)}"


def rulebook_of(clause: str) -> str:
    prefix = clause.partition(" ")[0]
    return next(each for each in library.RULEBOOKS if library.inventory(each).prefix == prefix)


def headings(rulebook: str) -> list[str]:
    """Everything of a rulebook that can be cited, by its bare id: clauses, and headings over them."""
    found: dict[str, None] = {}
    for clause in library.clauses(rulebook):
        for heading in sorted(headings_of(clause.id), key=len):
            found[bare(heading)] = None
        found[bare(clause.id)] = None
    return list(found)


def leading_pages() -> Iterator[tuple[str, str]]:
    """Folder of an address -> the page that leads to the place; sections are pages themselves."""
    for rulebook in library.RULEBOOKS:
        prefix = library.inventory(rulebook).prefix
        for named in headings(rulebook):
            if named != section(named):
                there = f"../{section(named)}/{fragment(named)}"
                page = leading(f"{prefix} {named}", there, "../../../")
                for address in dict.fromkeys((typed(named), named)):  # 2(a)%231 was the address once
                    yield f"rules/{rulebook}/{address}", page
    for reading in library.readings():
        there = f"../{letter(reading.id)}/{fragment(reading.id)}"
        yield f"readings/{reading.id}", leading(f"Reading {reading.id}", there, "../../")


def leading(name: str, there: str, root: str) -> str:
    return LEADING.format(name=escape(name), there=escape(there), root=root)
