"""A table changed beyond its rulebook: what a rule would be worth that the regulator does not permit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from vingt.core.cite import Cite
from vingt.core.rules.document import Document
from vingt.core.rules.kinds import WrongKind, read
from vingt.core.rules.settles import Settles
from vingt.core.rules.submission import Unreadable, parse_choice
from vingt.core.rules.table_rules import TableRules

EARLY = "surrender=early"  # before anybody looks for a dealer natural: no field of any rulebook here


@dataclass(frozen=True)
class WhatIf:
    """`rules` are in force nowhere; `changes` says each of them in words, `cites` what they break."""

    rules: TableRules
    changes: tuple[str, ...]
    cites: Cite
    early_surrender: bool = False


def what_if(document: Document, rules: TableRules, wanted: list[str]) -> WhatIf:
    """Each change is `PATH=VALUE` with a path of `vingt rules`, or `surrender=early`. What the rulebook
    leaves to the operator is no what-if: it is refused with the key that chooses it."""
    changed, told, cites, early = rules, [], Cite(), False
    for change in wanted:
        if change.replace(" ", "") == EARLY:
            if not rules.surrender.offered:
                changed = replace(changed, surrender=replace(changed.surrender, offered=True))
            early = True
            told.append("early surrender, before a dealer natural is looked for")
            cites += rules.cite("surrender.offered")
            continue
        path, word = parse_choice(change)
        leaf = document.leaves.get(path)
        if leaf is None or path.startswith("wager."):
            raise Unreadable(
                f"--what-if {change}: no value {path!r}; vingt rules lists them: double.after_split=false"
            )
        if leaf.key is not None and not leaf.is_fixed and leaf.permits(word) is None:
            raise Unreadable(
                f"--what-if {change}: this rulebook permits it: --set {leaf.key}={word_text(word)}"
            )
        try:
            value = read(leaf.kind, leaf.means.get(str(word), word))
        except WrongKind as wrong:
            raise Unreadable(f"--what-if {change}: {wrong}") from None
        section, _, field = path.partition(".")
        part = getattr(changed, section)
        if part is None:
            raise Unreadable(f"--what-if {change}: this game has no {section}")
        before: Any
        after: Any
        if isinstance(part, Settles):
            row = part.at(path)
            if row is None:
                raise Unreadable(f"--what-if {change}: not asked at this table, which is dealt otherwise")
            before, after = row.pays, part.paying(row, value)
        else:
            before, after = getattr(part, field), replace(part, **{field: value})
        if before == value:
            raise Unreadable(f"--what-if {change}: that is so at this table already")
        changed = replace(changed, **{section: after})
        told.append(f"{path} = {word_text(word)}, not {word_text(before)}")
        cites += leaf.whole_cite
    return WhatIf(replace(changed, title=f"{rules.title}: WHAT IF"), tuple(told), cites, early)


def word_text(word: Any) -> str:
    return str(word).lower() if isinstance(word, bool) else str(word)
