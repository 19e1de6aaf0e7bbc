"""A page of the handbook, and the templates that pages are made with. Everything is escaped."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from handbook.addresses import anchor, clause_at, reading_at
from vingt import __version__
from vingt.core.cite import Cite
from vingt.report.template import emphasised
from vingt.report.words.grammar import plural

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters.update(
    anchor=anchor, clause_at=clause_at, emphasised=emphasised, reading_at=reading_at, plural=plural
)
TEMPLATES.globals.update(version=__version__)


@dataclass(frozen=True)
class Made:
    """A page as Markdown, by its path without suffix: "rules/md-blackjack/7"; `files` stand beside it."""

    path: str
    text: str
    files: dict[str, bytes] = field(default_factory=dict)


def made(path: str, template: str, files: dict[str, bytes] | None = None, **values: Any) -> Made:
    """`root` leads from the page to the top: links are written from page to page."""
    text = TEMPLATES.get_template(template).render(root="../" * path.count("/"), **values)
    title = re.search(r"^# (.+)$", text, re.MULTILINE)
    assert title is not None, path
    # Said twice: by itself a page is called what the navigation calls it, and "Values" names no game.
    return Made(path, f"---\ntitle: {json.dumps(unescape(title[1]))}\n---\n\n{text}", files or {})


def cited(cite: Cite) -> list[tuple[str, str]]:
    """Each clause and reading of a cite with its place."""
    return [
        *((each.partition(" ")[2], clause_at(each)) for each in cite.clauses),
        *((each, reading_at(each)) for each in cite.readings),
    ]
