"""What `vingt serve --table` names: read, or refused as `vingt check` does, before anything is opened."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from vingt.cli.terminal.arguments import given
from vingt.cli.terminal.errors import NOT_ALLOWED, UNREADABLE
from vingt.core.rules.submission import Unreadable
from vingt.live.house.named_tables import NamedTable, file_and_dealing
from vingt.live.log.filing import refuse_unplayable
from vingt.live.log.playability import NotPlayable
from vingt.report.proposal import ProposalRefused
from vingt.report.rules.problems import problem_page


def tables_named(named: Sequence[str]) -> tuple[NamedTable, ...]:
    """All of them, or the end of the program with every problem of every file."""
    read: dict[str, NamedTable] = {}
    code = 0
    for name in dict.fromkeys(named):
        file, dealing = file_and_dealing(name)
        try:
            table = given(file, to_the_letter=True)
            refuse_unplayable(table.rules)
            read[name] = NamedTable(table.submission, dealing)
        except ProposalRefused as refusal:
            problem_page(refusal.proposal, refusal.problems).print(sys.stderr)
            code = max(code, NOT_ALLOWED)
        except NotPlayable as error:
            print(f"vingt: {file}: {error}", file=sys.stderr)
            code = max(code, NOT_ALLOWED)
        except Unreadable as error:
            print(f"vingt: {error}", file=sys.stderr)
            code = max(code, UNREADABLE)
    if code:
        print("vingt: nothing was opened", file=sys.stderr)
        raise typer.Exit(code)
    return tuple(read[name] for name in named)
