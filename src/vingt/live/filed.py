"""The submission of a table as its log keeps it, and the rules it gives."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from vingt.core.rules.resolve import resolve
from vingt.core.rules.submission import Submission
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.procedure import cut_limits
from vingt.live.events import TableOpened
from vingt.rulebook import library

DECIMAL = "decimal"


class NotPlayable(Exception):
    """Permitted by its rulebook, but not played by this version."""


def filed(submission: Submission) -> dict[str, Any]:
    """As JSON: numbers with a point are written {"decimal": "1.10"}, for the log holds whole numbers only."""
    return {"source": submission.source, "title": submission.title, "choices": plain(submission.raw)}


def submission_of(opened: TableOpened) -> Submission:
    kept = opened.submission
    return Submission(kept["source"], opened.rulebook, restored(kept["choices"]))


def rules_of(opened: TableOpened) -> TableRules:
    """What this version makes of the submission, by the document under which it was filed;
    `opened.rules_hash` is of what was in force then."""
    submission = submission_of(opened)
    return resolve(library.document_filed(submission, opened.document), submission)


def playable_rules(submission: Submission) -> TableRules:
    """The rules in force, or why no table can be opened: not allowed, or not played by this version.

    A side wager that is not played is no reason: the table refuses that wager and says why.
    """
    rules = resolve(library.document_of(submission), submission)
    refuse_unplayable(rules)
    return rules


def refuse_unplayable(rules: TableRules) -> None:
    about_wagers = tuple(f"{wager.id} (" for wager in rules.wagers)
    for note in rules.not_playable:
        if not note.startswith(about_wagers):
            raise NotPlayable(note)
    try:
        cut_limits(rules, len(rules.cards.shoe))
    except ValueError as error:
        raise NotPlayable(str(error)) from error


def plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return {DECIMAL: str(value)} if isinstance(value, Decimal) else value


def restored(value: Any) -> Any:
    if isinstance(value, dict):
        if value.keys() == {DECIMAL}:
            return Decimal(value[DECIMAL])
        return {key: restored(each) for key, each in value.items()}
    return [restored(each) for each in value] if isinstance(value, list) else value
