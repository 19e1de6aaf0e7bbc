"""`vingt verify`: is everything in the log true?"""

from __future__ import annotations

import getpass
import json as json_module
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vingt.cli.terminal.arguments import JsonOption, option
from vingt.cli.terminal.errors import NOT_ALLOWED
from vingt.cli.terminal.log_folder import FOLDER, DataOption, Patience, key_of, snapshot
from vingt.cli.terminal.output import written_whole
from vingt.core.rules.submission import Unreadable
from vingt.report.log.audit import audit_page, genuine_page, not_genuine_page
from vingt.report.text.page import print_json
from vingt.rulebook.inputs import read_input

if TYPE_CHECKING:
    from vingt.live.books.audit import AuditReport


def verify(
    data: DataOption = FOLDER,
    keep: Annotated[
        Path | None, option("FILE", "Write the ends of all streams here, when all is sound.")
    ] = None,
    against: Annotated[
        Path | None, option("FILE", "Check that the log still holds what --keep or --report wrote.")
    ] = None,
    since: Annotated[
        Path | None,
        option(
            "FILE",
            "Check only what came after the heads that --keep or --report wrote; trust what came before.",
        ),
    ] = None,
    report: Annotated[
        Path | None, option("FILE", "Write a report here, signed with the house's own key.")
    ] = None,
    check_report: Annotated[Path | None, option("FILE", "Check a signed report, and nothing else.")] = None,
    public_key: Annotated[
        str | None, option("KEY", "The house's public key: hexadecimal, PEM, or a file of either.")
    ] = None,
    write_verifier: Annotated[
        Path | None,
        option("FILE", "Write a small program that checks an export without vingt, and do nothing else."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Check a house's log: nothing changed, every cent accounted for, every round by the book.

    The hash chain of each stream; the ledger, which must sum to zero; every shoe against
    what was committed to; and every round, played again by the engine from the stored
    commands and the revealed cards to the same events and payments.

    A chain shows that nothing within it was changed, not that its end was never cut off or
    all of it written anew: --keep the ends elsewhere, or a --report that holds them too, and
    check --against either later.

    A long log need not be checked whole each time: --since the heads of an earlier check, the
    log must still hold them, and what came after is checked as always. What came before is
    trusted: a change there that left the heads alone is found by a whole check only.

    A report says who checked what, when, and with which result, signed with the house's own
    key (Ed25519), which is made when it is first needed; the house publishes its public half
    at /house-key.

    Examples:
      vingt verify
      vingt verify --keep heads.json
      vingt verify --against heads.json --json
      vingt verify --since heads.json --keep heads.json
      vingt verify --report report.json
      vingt verify --check-report report.json
      vingt verify --write-verifier check_vingt_log.py
    """
    if check_report is not None:
        told_of_report(check_report, public_key, json)
        return
    if public_key is not None:
        raise Unreadable("--public-key goes with --check-report")
    from vingt.live.books import audit
    from vingt.live.books.reports import heads_in
    from vingt.live.log import check_vingt_log
    from vingt.live.log.signing import published_key

    if write_verifier is not None:
        with written_whole(write_verifier) as file:
            file.write(Path(check_vingt_log.__file__).read_text("utf-8"))
        return

    known = heads_in(str(against), read_input(against)) if against is not None else None
    trusted = heads_in(str(since), read_input(since), sound=True) if since is not None else None
    vault, without_key = key_of(data)
    began = now()
    with snapshot(data) as log:
        total = sum(log.streams.values()) + sum(
            version for stream, version in log.streams.items() if stream.startswith("table/")
        )
        with Patience("checked", total) as progress:
            result = audit.verify(log, vault, known, progress, trusted)
    if without_key:
        result.notes.append(f"{without_key}; rounds from shoes still sealed are not played again")
    if keep is not None and result.sound:
        with written_whole(keep) as file:
            json_module.dump(audit.heads_json(result.heads), file, indent=2)
            file.write("\n")
    if report is not None:
        write_report(report, data, result, began, with_key=vault is not None)
    key = published_key(data)
    if json:
        print_json(result.as_json() | {"public_key": key.hex if key else None})
    else:
        audit_page(result, key.hex if key else "").print()
    if not result.sound:
        raise typer.Exit(NOT_ALLOWED)


def now() -> int:
    return time.time_ns() // 1_000_000


def write_report(path: Path, data: Path, result: AuditReport, began: int, *, with_key: bool) -> None:
    from vingt.live.books.reports import report_of, written
    from vingt.live.log.signing import SigningError, house_key

    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = str(os.getuid())
    by = {"os_user": user, "name": user, "login": "", "person": ""}
    try:
        signed = house_key(data).signed(report_of(result, by, began, now(), with_key=with_key))
    except SigningError as error:
        raise Unreadable(f"the report cannot be signed: {error}") from error
    with written_whole(path) as file:
        file.write(written(signed))


def told_of_report(path: Path, key: str | None, json: bool) -> None:
    """Whether a report is genuine; exit code 1 where it is not."""
    from vingt.live.books.reports import judged_report, read_key

    judged = judged_report(path.read_bytes(), read_key(key) if key is not None else None)
    if json:
        print_json(judged.as_json())
    elif judged.report is None:
        not_genuine_page(str(path), judged.why).print()
    else:
        genuine_page(judged.report, judged.public_key, judged.key_given).print()
    if judged.report is None:
        raise typer.Exit(NOT_ALLOWED)
