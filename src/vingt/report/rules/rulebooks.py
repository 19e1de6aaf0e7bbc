"""The rulebooks: title, edition, clauses, decks, wagers and sample submissions."""

from __future__ import annotations

from vingt.report.text.page import Page
from vingt.rulebook import library


def rulebooks_page() -> Page:
    page = Page()
    for document in map(library.load, library.RULEBOOKS):
        page.block(
            document.id,
            document.title,
            (
                ("text", document.edition),
                ("editions", ", ".join(editions_of(document.id))),
                ("clauses", f"{len(document.inventory.clauses)}, cited as {document.cites_as}"),
                ("decks", document.leaves["cards.decks"].permitted()),
                ("wagers", ", ".join(document.wagers)),
                ("samples", ", ".join(samples_of(document.id))),
            ),
        )
    page.text("Next:  vingt rules md-pontoon-21    vingt check my-table.toml", "dim")
    return page


def rulebooks_json() -> list[dict[str, object]]:
    return [
        {
            "id": document.id,
            "title": document.title,
            "cites_as": document.cites_as,
            "edition": document.edition,
            "editions": editions_of(document.id),
            "jurisdiction": document.jurisdiction,
            "main_wager": document.main_wager,
            "currency": document.currency,
            "clauses": len(document.inventory.clauses),
            "decks": document.leaves["cards.decks"].permitted(),
            "wagers": {
                wager.id: [paytable.table.id for paytable in wager.paytables]
                for wager in document.wagers.values()
            },
            "samples": samples_of(document.id),
        }
        for document in map(library.load, library.RULEBOOKS)
    ]


def editions_of(rulebook: str) -> list[str]:
    """The names of a rulebook's editions, the newest, which the bare id means, last."""
    return [str(library.Address(rulebook, edition)) for edition in library.editions(rulebook)]


def samples_of(rulebook: str) -> list[str]:
    return [f"{rulebook}/{name}" for name in library.samples(rulebook)]
