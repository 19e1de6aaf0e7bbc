"""`vingt verify`: is everything in the log true?"""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vingt.cli.errors import NOT_ALLOWED
from vingt.cli.given import Json
from vingt.cli.log_folder import FOLDER, Data, Patience, key_of, snapshot
from vingt.cli.output import written_whole
from vingt.cli.page import Page, print_json
from vingt.cli.words import plural
from vingt.core.money import dollars
from vingt.core.rules.submission import Unreadable
from vingt.rulebook.inputs import read_input

if TYPE_CHECKING:
    from vingt.live.audit import Head, Report

SHOWN = 50  # problems; --json has all

Keep = Annotated[
    Path | None,
    typer.Option("--keep", metavar="FILE", help="Write the ends of all streams here, when all is sound."),
]
Against = Annotated[
    Path | None,
    typer.Option("--against", metavar="FILE", help="Check that the log still holds what --keep wrote."),
]


WriteVerifier = Annotated[
    Path | None,
    typer.Option(
        "--write-verifier",
        metavar="FILE",
        help="Write a small program that checks an export without vingt, and do nothing else.",
    ),
]


def verify(
    data: Data = FOLDER,
    keep: Keep = None,
    against: Against = None,
    write_verifier: WriteVerifier = None,
    json: Json = False,
) -> None:
    """Check a house's log: nothing changed, every cent accounted for, every round by the book.

    The hash chain of each stream; the ledger, which must sum to zero; every shoe against
    what was committed to; and every round, played again by the engine from the stored
    commands and the revealed cards to the same events and payments.

    A chain shows that nothing within it was changed, not that its end was never cut off or
    all of it written anew: --keep the ends elsewhere, and check --against them later.

    Examples:
      vingt verify
      vingt verify --keep heads.json
      vingt verify --against heads.json --json
      vingt verify --write-verifier check_vingt_log.py
    """
    from vingt.live import audit, check_vingt_log

    if write_verifier is not None:
        with written_whole(write_verifier) as file:
            file.write(Path(check_vingt_log.__file__).read_text("utf-8"))
        return

    known = read_heads(against) if against is not None else None
    vault, without_key = key_of(data)
    with snapshot(data) as log:
        total = sum(log.streams.values()) + sum(
            version for stream, version in log.streams.items() if stream.startswith("table/")
        )
        with Patience("checked", total) as progress:
            report = audit.verify(log, vault, known, progress)
    if without_key:
        report.notes.append(f"{without_key}; rounds from shoes still sealed are not played again")
    if keep is not None and report.sound:
        heads = {name: {"version": head.version, "hash": head.hash} for name, head in report.heads.items()}
        with written_whole(keep) as file:
            json_module.dump(heads, file, indent=2)
            file.write("\n")
    if json:
        print_json(report.as_json())
    else:
        page(report).print()
    if not report.sound:
        raise typer.Exit(NOT_ALLOWED)


def read_heads(path: Path) -> dict[str, Head]:
    from vingt.live.audit import Head

    try:
        kept = json_module.loads(read_input(path))
        return {stream: Head(int(head["version"]), str(head["hash"])) for stream, head in kept.items()}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Unreadable(f"{path}: not a file that vingt verify --keep wrote") from error


def page(report: Report) -> Page:
    made = Page()
    made.text("sound" if report.sound else f"not sound: {plural(len(report.problems), 'problem')}", "bold")
    revealed = f"{report.shoes_revealed:,} revealed and as committed to"
    sealed = (
        f"; {report.rounds_sealed:,} from shoes still sealed, not played again"
        if report.rounds_sealed
        else ""
    )
    rows = [
        ("events", f"{report.events:,} in {plural(len(report.heads), 'stream')}"),
        ("rounds", f"{report.rounds:,}{sealed}"),
        ("payments", f"{report.settlements:,} computed anew, the same to the cent"),
        ("shoes", f"{report.shoes:,}; {revealed}"),
        ("ledger", f"sum {dollars(sum(report.balances.values()))}"),
    ]
    made.table(("checked", "found"), rows)
    made.table(("accounts", "balance"), [(name, dollars(amount)) for name, amount in report.balances.items()])
    for note in report.notes:
        made.text(f"note: {note}")
    for problem in sorted(report.problems)[:SHOWN]:
        made.text(str(problem), "red")
    if len(report.problems) > SHOWN:
        made.text(f"… and {len(report.problems) - SHOWN} more: --json lists all")
    return made
