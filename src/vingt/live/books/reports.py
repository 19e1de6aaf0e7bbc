"""Reports of `verify`: who had the log checked, when, what was found, and where each stream ended then."""

from __future__ import annotations

import json
import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from vingt._version import __version__
from vingt.core.rules.submission import Unreadable
from vingt.live.books.audit import AuditReport
from vingt.live.log.chain import Head
from vingt.live.log.signing import NotGenuine, PublicKey, SigningError, genuine, public_key

FOLDER = "reports"
NAME = re.compile(r"\d{8}T\d{6}Z-[0-9a-f]{8}")
CHECKED = (
    "the chain of each stream: no event changed, left out, added or moved",
    "the ledger: every event's postings sum to zero, and no purse, rack or layout is below zero",
    "each revealed shoe against what was published before its first card, and its cut, cover card and burn",
    "each round: the stored commands and cards, given to the engine, lead to exactly the stored events",
)


SINCE = "only what came after the heads in `since`: everything up to them was trusted, and not checked again"


def utc(milliseconds: int) -> str:
    """2026-11-16T05:19:05Z"""
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def report_of(
    report: AuditReport, by: Mapping[str, str], began: int, ended: int, *, with_key: bool
) -> dict[str, Any]:
    """What is signed. `by` names who asked for it: person, name and login here, or a user of the machine."""
    return {
        "by": dict(by),
        "began": utc(began),
        "ended": utc(ended),
        "vingt": __version__,
        "checked": [*CHECKED] if report.since is None else [*CHECKED, SINCE],
        "with_key": with_key,  # whether shoes still sealed were opened for the check
        **report.as_json(),
    }


class KeptReport(NamedTuple):
    """A report that the house has kept, newest first in a list of them."""

    name: str
    document: dict[str, Any]

    @property
    def report(self) -> dict[str, Any]:
        report: dict[str, Any] = self.document["report"]
        return report


class Reports:
    """Signed reports as files in a folder beside the log, each written whole and never changed."""

    def __init__(self, house: Path) -> None:
        self.folder = house / FOLDER

    def keep(self, document: dict[str, Any], at: int) -> str:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = f"{utc(at).replace('-', '').replace(':', '')}-{secrets.token_hex(4)}"
        handle, unfinished = tempfile.mkstemp(dir=self.folder, prefix=".report.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(written(document))
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, self.folder / f"{name}.json")
        except BaseException:
            Path(unfinished).unlink(missing_ok=True)
            raise
        return name

    def get(self, name: str) -> KeptReport | None:
        if not NAME.fullmatch(name):
            return None
        try:
            return KeptReport(name, json.loads((self.folder / f"{name}.json").read_text("utf-8")))
        except (FileNotFoundError, ValueError):
            return None

    def newest(self, most: int) -> list[KeptReport]:
        names = (path.stem for path in self.folder.glob("*.json")) if self.folder.is_dir() else ()
        reports = (self.get(name) for name in sorted(names, reverse=True)[:most])
        return [report for report in reports if report is not None]


def written(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def heads_in(named: str, data: bytes, *, sound: bool = False) -> dict[str, Head]:
    """Of a file that was kept, or of a report. `sound`: the log must have been, for what came before is to be
    trusted."""
    try:
        kept = json.loads(data)
        was_sound = True
        if "vingt_report" in kept:
            kept = kept["report"]
            was_sound, kept = kept["sound"] is True, kept["heads"]
        heads = {stream: Head(int(head["version"]), str(head["hash"])) for stream, head in kept.items()}
        if any(head.version < 1 for head in heads.values()):
            raise ValueError("versions count from 1")
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Unreadable(f"{named}: not a file that vingt verify --keep wrote, nor a report") from error
    if sound and not was_sound:
        raise Unreadable(f"{named}: the log was not sound when this report was made; check all of it")
    return heads


class JudgedReport(NamedTuple):
    """A signed report that somebody brought; `report` is None where it is not genuine, and `why` says it."""

    report: dict[str, Any] | None
    public_key: str = ""
    key_given: bool = False
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        if self.report is None:
            return {"genuine": False, "why": self.why}
        key = {"public_key": self.public_key, "key_given": self.key_given}
        return {"genuine": True, **key, "report": self.report}


def judged_report(data: bytes, known: PublicKey | None) -> JudgedReport:
    """By the key that is known, or else by the one in the report itself."""
    try:
        document = json.loads(data)
    except ValueError:
        document = None  # whatever it is, it is no report
    try:
        report = genuine(document, known)
    except NotGenuine as error:
        return JudgedReport(None, why=str(error))
    return JudgedReport(report, document["public_key"], known is not None)


def read_key(given: str) -> PublicKey:
    """The key itself, or the file that holds it."""
    text = given
    if not given.startswith("-----BEGIN") and Path(given).is_file():
        text = Path(given).read_text("utf-8", "replace")
    try:
        return public_key(text)
    except SigningError as error:
        raise Unreadable(f"--public-key {given[:80]}: {error}") from error
