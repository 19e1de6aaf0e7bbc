"""`vingt rulebooks`: the rulebooks, with title, edition, clauses, decks, wagers and sample submissions."""

from __future__ import annotations

from vingt.cli.terminal.arguments import JsonOption
from vingt.report.rules.rulebooks import rulebooks_json, rulebooks_page
from vingt.report.text.page import print_json


def rulebooks(json: JsonOption = False) -> None:
    """The rulebooks: title, edition, clauses, decks permitted, wagers.

    An id, or the name of a sample, is what other commands take as RULES.
    The bare id means the newest edition of our document of the text.

    Examples:
      vingt rulebooks
      vingt rulebooks --json | jq -r '.[].id'
    """
    if json:
        print_json(rulebooks_json())
    else:
        rulebooks_page().print()
