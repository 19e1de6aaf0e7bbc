"""`vingt check`: is a submission allowed, and if not, everything that is wrong with it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from vingt.cli.terminal.errors import NOT_ALLOWED, UNREADABLE
from vingt.cli.terminal.given import Json, Set, complete_rules, given
from vingt.core.rules.submission import Problem, Unreadable
from vingt.live.log.playability import not_played
from vingt.report.proposal import Proposal, ProposalRefused
from vingt.report.rules.problems import problem_page
from vingt.report.rules.values import Value, sections_in_force
from vingt.report.text.page import Page, print_json
from vingt.report.words.values import chosen_word, short

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A submission; a rulebook id or a sample name works too.",
        show_default=False,
        autocompletion=complete_rules,
    ),
]


def check(file: File, choices: Set = None, json: Json = False) -> None:
    """Is this submission allowed? If not, all problems with line, clause and what is permitted.

    Exit code 0: allowed; 1: not allowed; 2: cannot be read.

    Examples:
      vingt check my-table.toml
      vingt check md-pontoon-21 --set decks=7
      vingt check my-table.toml --json
    """
    try:
        table = given(file, choices, to_the_letter=True)
        found = resolved(table)
    except ProposalRefused as refusal:
        if json:
            print_json(refused_json(refusal.proposal, refusal.problems))
        else:
            problem_page(refusal.proposal, refusal.problems).print()
        raise typer.Exit(NOT_ALLOWED) from None
    except Unreadable as error:
        if json:
            print_json({"allowed": False, "source": file, "unreadable": str(error), "problems": []})
            print(f"vingt: {error}", file=sys.stderr)
            raise typer.Exit(UNREADABLE) from None
        raise
    if json:
        print_json(allowed_json(table, found))
    else:
        allowed_page(table, found).print()


def resolved(table: Proposal) -> list[tuple[Value, str]]:
    """Every open choice with the word that was chosen, the submission's own where it has one."""
    keys = table.document.keys
    return [
        (each, chosen_word(keys[each.key], table.word(keys[each.key])) if each.key in keys else each.text)
        for values in sections_in_force(table).values()
        for each in values
        if each.is_open
    ]


def allowed_page(table: Proposal, found: list[tuple[Value, str]]) -> Page:
    document, rules = table.document, table.rules
    page = Page()
    page.text("allowed", "bold green")
    page.text(f"{rules.title}: {document.title}, identity {rules.identity[:12]}", "dim")
    for note in not_played(rules):
        page.text(f"note: {note}", "yellow")
    rows: list[tuple[str, ...] | str] = []
    for heading, origin in (("chosen", "submission"), ("left at the default", "default")):
        listed = [
            (each.key, word, short(each.cite, document.cites_as), each.permitted)
            for each, word in found
            if each.origin == origin
        ]
        rows += [heading, *listed] if listed else []
    columns = ("key", "value", f"{document.cites_as} and readings", "permitted")
    page.table(columns, rows, ("", "bold", "cyan", "green"))
    page.text(f"wagers offered: {', '.join(each.id for each in rules.wagers)}")
    return page


def allowed_json(table: Proposal, found: list[tuple[Value, str]]) -> dict[str, object]:
    rules = table.rules
    return {
        "allowed": True,
        "source": table.submission.source,
        "rulebook": rules.rulebook,
        "title": rules.title,
        "identity": rules.identity,
        "choices": {each.key: {"word": word} | each.as_json() for each, word in found},
        "wagers": [each.id for each in rules.wagers],
        "not_playable": [each.as_json() for each in not_played(rules)],
        "problems": [],
    }


def refused_json(table: Proposal, problems: list[Problem]) -> dict[str, object]:
    return {
        "allowed": False,
        "source": table.submission.source,
        "rulebook": table.document.id,
        "title": table.submission.title,
        "problems": list(problems_json(table, problems)),
    }


def problems_json(table: Proposal, problems: list[Problem]) -> Iterator[dict[str, object]]:
    for problem in problems:
        yield problem.as_json() | {"place": table.place(problem)}
