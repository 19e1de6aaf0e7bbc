"""`vingt check`: is a submission allowed, and if not, everything that is wrong with it."""

from __future__ import annotations

from typing import Annotated

import typer

from vingt.cli.terminal.arguments import JsonOption, SetOption, argument, complete_rules, given
from vingt.cli.terminal.errors import NOT_ALLOWED
from vingt.core.rules.submission import Unreadable
from vingt.report.proposal import ProposalRefused
from vingt.report.rules.problems import problem_page
from vingt.report.rules.verdict import allowed_json, allowed_page, refused_json, resolved
from vingt.report.text.page import print_json


def check(
    file: Annotated[
        str, argument("FILE", "A submission; a rulebook id or a sample name works too.", complete_rules)
    ],
    choices: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Is this submission allowed? If not, all problems with line, clause and what is permitted.

    Exit code 0: allowed; 1: not allowed; 2: cannot be read.

    Examples:
      vingt check my-table.toml
      vingt check md-pontoon-21 --set decks=7
      vingt check my-table.toml --json
    """
    try:
        table = given(file, choices, to_the_letter=True)
        open_choices = resolved(table)
    except ProposalRefused as refusal:
        if json:
            print_json(refused_json(refusal.proposal, refusal.problems))
        else:
            problem_page(refusal.proposal, refusal.problems).print()
        raise typer.Exit(NOT_ALLOWED) from None
    except Unreadable as error:
        if json:
            print_json({"allowed": False, "source": file, "unreadable": str(error), "problems": []})
        raise
    if json:
        print_json(allowed_json(table, open_choices))
    else:
        allowed_page(table, open_choices).print()
