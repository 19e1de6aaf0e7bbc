"""Other players at the table, as they are asked for."""

from __future__ import annotations

from collections.abc import Callable

from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules


def checked_others(rules: TableRules, others: int, said: Callable[[str, object], str]) -> int:
    most = rules.boxes.others_most
    if not 0 <= others <= most:
        asked = said("other_players", others)
        raise Unreadable(f"{asked}: at this table there is room for 0 to {most}")
    return others
