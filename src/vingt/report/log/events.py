"""The significant events of a house as a page."""

from __future__ import annotations

from collections.abc import Sequence

from vingt.live.books.significant import Significant
from vingt.report.text.page import Page
from vingt.report.words.figures import moment
from vingt.report.words.grammar import plural


def events_page(events: Sequence[Significant]) -> Page:
    page = Page()
    rows = [(moment(event.at), event.words, f"{event.stream} {event.version}") for event in events]
    page.table(("when (UTC)", "what", "place"), rows)
    page.text(plural(len(events), "significant event"), "bold")
    return page
