"""Where an error becomes a message and an exit code."""

from __future__ import annotations

import sys

import typer

from vingt._door.parts import missing_part
from vingt.core.rules.leaf import DocumentError
from vingt.core.rules.resolve import NotAllowed
from vingt.core.rules.submission import Unreadable
from vingt.report.proposal import ProposalRefused
from vingt.report.rules.problems import problem_page
from vingt.report.words.unknown import Unknown
from vingt.rulebook.library import NoSuchRulebook

NOT_ALLOWED = 1
UNREADABLE = 2


def ended(message: object, code: int) -> typer.Exit:
    """To be raised: the message is on stderr."""
    print(f"vingt: {message}", file=sys.stderr)
    return typer.Exit(code)


def report(error: Exception) -> int:
    """Say on stderr what went wrong and give the exit code; what is nobody's mistake but ours is raised."""
    match error:
        case ProposalRefused() | NotAllowed():
            page = problem_page(
                error.proposal if isinstance(error, ProposalRefused) else None, error.problems
            )
            page.print(sys.stderr)
            return NOT_ALLOWED
        case Unreadable() | NoSuchRulebook() | Unknown():
            message = str(error)
        case ImportError() if (missing := missing_part(error)) is not None:
            message = str(missing)
        case DocumentError():
            message = f"a rulebook of vingt itself is faulty: {error}"
        case RecursionError():
            message = "nested too deeply to be read"
        case OSError():
            message = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        case _:
            raise error
    print(f"vingt: {message}", file=sys.stderr)
    return UNREADABLE
