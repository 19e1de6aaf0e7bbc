"""Templates: the one place where values become HTML. Everything is escaped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from vingt._version import __version__
from vingt.core.money import dollars
from vingt.core.rounds.outcome_words import even_words, outcome_words
from vingt.live.books.reports import utc
from vingt.live.views.view import SeedSeen, ShoeSeen
from vingt.report.words import figures
from vingt.report.words.grammar import sentence
from vingt.web.html.cards import face
from vingt.web.html.law import passages

HERE = Path(str(files("vingt.web")))
STATIC = HERE / "static"
STACK = 6  # chips drawn at most in one pile


def signed(amount: int) -> str:
    return with_minus(figures.signed(amount))


def with_minus(text: str) -> str:
    """A figure with a printed minus sign."""
    return text.replace("-", "−")


def pile(amount: int, chips: Iterable[int]) -> list[int]:
    """The chips of an amount, greatest first; what no chip makes is left to the label."""
    stack: list[int] = []
    for chip in sorted(chips, reverse=True):
        count, amount = divmod(amount, chip)
        stack.extend([chip] * count)
    return stack[:STACK]


def short_money(amount: int) -> str:
    """A chip's face: 25, ½, 1k."""
    if amount == 50:
        return "½"
    if amount % 100:
        return dollars(amount).removeprefix("$")
    whole = amount // 100
    return f"{whole // 1000}k" if whole >= 1000 and whole % 1000 == 0 else str(whole)


def moment(milliseconds: int) -> str:
    """A time as people read it, with its zone."""
    return utc(milliseconds).replace("T", " ").replace("Z", " UTC")


def seeds_json(seeds: Iterable[SeedSeen]) -> str:
    """What players added to a shuffle, as the page's own check compares it."""
    return json.dumps([[seed.person, seed.text] for seed in seeds], ensure_ascii=False, separators=(",", ":"))


def sides_json(shoe: ShoeSeen) -> str:
    """Both sides of a double shoe, as the page's own check notes them; the one at hand first."""
    noted = [
        {
            "shoe": side.number,
            "commitment": side.commitment,
            "cards": side.cards,
            "decks": side.decks,
            "cut": "" if side.cut is None else side.cut,
            "dealt": side.dealt,
            "seeds": seeds_json(side.seeds),
            "seedsOpen": "yes" if side.seeds_open else "no",
        }
        for side in (shoe, shoe.other)
        if side is not None and side.commitment
    ]
    return json.dumps(noted, ensure_ascii=False, separators=(",", ":"))


def percent(value: float, digits: int = 3) -> str:
    return with_minus(figures.percent(value, digits))


def expected(value: float) -> str:
    return with_minus(f"{value:+.4f}")


def often(times: float) -> str:
    """Once in so many: 4.2, 1,234."""
    return f"{times:.1f}" if times < 10 else f"{round(times):,}"


@cache
def asset(name: str) -> str:
    """The address of a static file, with its content in it, so that it may be kept for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={digest}"


@cache
def environment() -> Environment:
    jinja = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,  # else each use asks the disk whether the template has changed
        cache_size=-1,
    )
    jinja.filters.update(
        money=dollars,
        signed=signed,
        face=face,
        pile=pile,
        short_money=short_money,
        plain_money=figures.typed,
        percent=percent,
        seeds_json=seeds_json,
        sides_json=sides_json,
        expected=expected,
        often=often,
        passages=passages,
        moment=moment,
        utc=utc,
        words=outcome_words,
        even=even_words,
        sentence=sentence,
    )
    jinja.globals.update(asset=asset, version=__version__)
    return jinja


def compile_templates() -> None:
    """All of them, so that nobody waits for it who opens a page first."""
    for name in environment().list_templates():
        environment().get_template(name)


def render(template: str, /, **values: Any) -> str:
    return environment().get_template(template).render(**values)
