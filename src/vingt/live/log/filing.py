"""The submission of a table as its log keeps it, and the rules it gives."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any

from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.rules_json import NotRules, from_json, to_json
from vingt.core.rules.submission import Submission
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.procedure import cut_limits
from vingt.live.log.chain import canonical
from vingt.live.log.events import TableOpened
from vingt.live.log.playability import NotPlayable, refuse_undealt
from vingt.rulebook import library

DECIMAL = "decimal"


def filed(submission: Submission) -> dict[str, Any]:
    """As JSON: numbers with a point are written {"decimal": "1.10"}, for the log holds whole numbers only."""
    return {"source": submission.source, "title": submission.title, "choices": plain(submission.raw)}


def rules_of(opened: TableOpened) -> TableRules:
    """The rules that the table was opened with: no later rulebook and no later vingt has a say."""
    return from_json(opened.rules)


def identity_in(opened: Mapping[str, Any]) -> str:
    """What a stored `table_opened` calls its rules: a hash of another form in version 1. Shoes are bound to
    it as it stands there, so that anybody can compare the two."""
    return str(opened["identity"] if "identity" in opened else opened["rules_hash"])


def with_resolved_rules(data: dict[str, Any]) -> dict[str, Any]:
    """`table_opened` of version 1, which held the submission and a hash of what it resolved to: resolved by
    the document under which it was filed. Where that is not known, the old hash stays, and is nobody's
    identity: who asks sees that these need not be the rules that were in force."""
    rulebook, digest = data["rulebook"], data.get("document", "")
    rules = _resolved(canonical([rulebook, digest, data["submission"]]))
    known = library.edition_filed(rulebook, digest) is not None
    kept = {name: each for name, each in data.items() if name != "rules_hash"}
    return kept | {"identity": rules.identity if known else data["rules_hash"], "rules": to_json(rules)}


@lru_cache(maxsize=256)
def _resolved(filed_as: str) -> TableRules:
    rulebook, digest, kept = json.loads(filed_as)
    submission = Submission(kept["source"], rulebook, restored(kept["choices"]))
    try:
        under = library.edition_filed(rulebook, digest)
        return resolve(library.load(str(under or rulebook)), submission)
    except NotAllowed as error:
        raise NotRules(f"its submission is not allowed any more: {error.briefly}") from error
    except library.NoSuchRulebook as error:
        raise NotRules(f"its submission is not allowed any more: {error}") from error


def playable_rules(submission: Submission) -> TableRules:
    """The rules in force, or why no table can be opened: not allowed, or not played by this version."""
    rules = resolve(library.document_of(submission), submission)
    refuse_unplayable(rules)
    return rules


def refuse_unplayable(rules: TableRules) -> None:
    refuse_undealt(rules)
    try:
        cut_limits(rules, len(rules.cards.shoe))
    except ValueError as error:
        raise NotPlayable(str(error)) from error


def plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return {DECIMAL: str(value)} if isinstance(value, Decimal) else value


def restored(value: Any) -> Any:
    if isinstance(value, dict):
        if value.keys() == {DECIMAL}:
            return Decimal(value[DECIMAL])
        return {key: restored(item) for key, item in value.items()}
    return [restored(item) for item in value] if isinstance(value, list) else value
