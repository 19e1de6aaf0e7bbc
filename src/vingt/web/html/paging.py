"""One page of a long list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

PageRow = TypeVar("PageRow")


@dataclass(frozen=True, slots=True)
class ShownPage(Generic[PageRow]):
    """As `parts/records.html` counts and turns pages."""

    rows: Sequence[PageRow]
    total: int
    page: int
    pages: int
    first: int

    @property
    def last(self) -> int:
        return self.first + len(self.rows) - 1


def paged(rows: Sequence[PageRow], page: str, size: int) -> ShownPage[PageRow]:
    """The page that a request names; the first or the last one where it names none of them."""
    pages = max(1, -(-len(rows) // size))
    number = int(page) if page.isascii() and page.isdecimal() and len(page) < 10 else 1
    number = min(max(1, number), pages)
    start = (number - 1) * size
    return ShownPage(rows[start : start + size], len(rows), number, pages, start + 1)
