"""What somebody asks of the audit: the fields of its form read, or said to be wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypeVar
from urllib.parse import urlencode

from vingt.core.cards import NotACard, card
from vingt.live.books.round import Search
from vingt.live.people.people import People
from vingt.live.people.person import Person

T = TypeVar("T")
FIELDS = ("player", "from", "to", "amount", "card", "round", "table")
MONEY = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?")
PAGES_MOST = 10**6


@dataclass(frozen=True, slots=True)
class SearchForm:
    """The fields as they were typed, what they mean, and which of them mean nothing."""

    typed: dict[str, str]
    search: Search
    page: int
    wrong: dict[str, str] = field(default_factory=dict)

    def address(self, path: str, page: int) -> str:
        """The same search, another page."""
        given = {name: text for name, text in self.typed.items() if text}
        query = urlencode(given | ({"page": str(page)} if page > 1 else {}))
        return f"{path}?{query}" if query else path

    @property
    def narrowed(self) -> bool:
        return any(self.typed.values())


class WrongField(ValueError):
    """A field that cannot be read, in words for who typed it."""


def read_search(given: Mapping[str, str], people: People) -> SearchForm:
    typed = {name: given.get(name, "").strip()[:100] for name in FIELDS}
    wrong: dict[str, str] = {}

    def read(name: str, reader: Callable[[str], T]) -> T | None:
        if not typed[name]:
            return None
        try:
            return reader(typed[name])
        except WrongField as error:
            wrong[name] = str(error)
            return None

    search = Search(
        people=read("player", lambda text: people_called(text, people.everybody())),
        since=read("from", lambda text: moment_of(text)[0]),
        until=read("to", lambda text: moment_of(text)[1]),
        amount=read("amount", cents),
        card=read("card", card_named),
        number=read("round", whole),
        table=typed["table"] or None,
    )
    try:
        page = min(max(whole(given.get("page", "1")), 1), PAGES_MOST)
    except WrongField:
        page = 1
    return SearchForm(typed, search, page, wrong)


def people_called(text: str, everybody: tuple[Person, ...]) -> frozenset[str]:
    """Whose id it is, or whose name or login holds it."""
    wanted = text.casefold()
    return frozenset(
        person.id
        for person in everybody
        if person.id == text or wanted in person.name.casefold() or wanted in person.login
    )


def moment_of(text: str) -> tuple[int, int]:
    """The first millisecond of what was written and the first one after it: a day, a minute or a second of
    UTC, unless it says otherwise."""
    try:
        begins = datetime.fromisoformat(text)
    except ValueError:
        raise WrongField("write a day or a time, like 2026-11-16 or 2026-11-16T05:19 (UTC)") from None
    lasts = timedelta(days=1) if len(text) <= 10 else timedelta(minutes=1)
    if re.search(r":\d\d:\d\d", text):
        lasts = timedelta(seconds=1)
    begins = begins if begins.tzinfo else begins.replace(tzinfo=UTC)
    try:
        return int(begins.timestamp() * 1000), int((begins + lasts).timestamp() * 1000)
    except (OverflowError, ValueError):
        raise WrongField("that time is out of reach") from None


def cents(text: str) -> int:
    amount = MONEY.fullmatch(text)
    if amount is None:
        raise WrongField("write an amount, like 25 or 12.50")
    return 100 * int(amount[1].replace(",", "")) + int((amount[2] or "0").ljust(2, "0"))


def card_named(text: str) -> str:
    try:
        return str(card(text))
    except NotACard:
        raise WrongField("write a card as rank and suit, like 7h, 10s or Kc") from None


def whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise WrongField("write a whole number")
    return int(text)
