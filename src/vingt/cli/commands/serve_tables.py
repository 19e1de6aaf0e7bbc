"""What `vingt serve --table` names: read, or refused as `vingt check` does, before anything is opened."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from vingt.cli.terminal.arguments import given
from vingt.cli.terminal.errors import NOT_ALLOWED, UNREADABLE
from vingt.core.rules.submission import Submission, Unreadable
from vingt.live.log.filing import refuse_unplayable
from vingt.live.log.playability import NotPlayable
from vingt.report.proposal import ProposalRefused
from vingt.report.rules.problems import problem_page


def submissions_named(files: Sequence[str]) -> tuple[Submission, ...]:
    """All of them, or the end of the program with every problem of every file."""
    read: dict[str, Submission] = {}
    code = 0
    for file in dict.fromkeys(files):
        try:
            table = given(file, to_the_letter=True)
            refuse_unplayable(table.rules)
            read[file] = table.submission
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
    return tuple(read[file] for file in files)
