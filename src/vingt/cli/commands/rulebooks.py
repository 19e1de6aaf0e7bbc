"""`vingt rulebooks`: the rulebooks, with title, edition, clauses, decks, wagers and sample submissions."""

from __future__ import annotations

from vingt.cli.terminal.given import Json
from vingt.report.text.page import Page, print_json
from vingt.rulebook import library


def rulebooks(json: Json = False) -> None:
    """The rulebooks: title, edition, clauses, decks permitted, wagers.

    An id, or the name of a sample, is what other commands take as RULES.
    The bare id means the newest edition of our document of the text.

    Examples:
      vingt rulebooks
      vingt rulebooks --json | jq -r '.[].id'
    """
    documents = [library.load(each) for each in library.RULEBOOKS]
    if json:
        print_json(
            [
                {
                    "id": each.id,
                    "title": each.title,
                    "cites_as": each.cites_as,
                    "edition": each.edition,
                    "editions": editions_of(each.id),
                    "jurisdiction": each.jurisdiction,
                    "main_wager": each.main_wager,
                    "currency": each.currency,
                    "clauses": len(each.inventory.clauses),
                    "decks": each.leaves["cards.decks"].permitted(),
                    "wagers": {
                        wager.id: [table.table.id for table in wager.paytables]
                        for wager in each.wagers.values()
                    },
                    "samples": [f"{each.id}/{name}" for name in library.samples(each.id)],
                }
                for each in documents
            ]
        )
        return
    page = Page()
    for each in documents:
        page.block(
            each.id,
            each.title,
            (
                ("text", each.edition),
                ("editions", ", ".join(editions_of(each.id))),
                ("clauses", f"{len(each.inventory.clauses)}, cited as {each.cites_as}"),
                ("decks", each.leaves["cards.decks"].permitted()),
                ("wagers", ", ".join(each.wagers)),
                ("samples", ", ".join(f"{each.id}/{name}" for name in library.samples(each.id))),
            ),
        )
    page.text("Next:  vingt rules md-pontoon-21    vingt check my-table.toml", "dim")
    page.print()


def editions_of(rulebook: str) -> list[str]:
    """The names of a rulebook's editions, the newest, which the bare id means, last."""
    return [str(library.Address(rulebook, edition)) for edition in library.editions(rulebook)]
