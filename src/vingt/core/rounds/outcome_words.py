"""How a wager came out, in words: the one place that felt, results, replay and terminal go by."""

from __future__ import annotations

import re
from collections.abc import Collection

from vingt.core.money import dollars
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.core.wagers.outcome import LOSE, TRIGGER

# Outcomes that are named by counts, and a wager that is lost, as a person says them.
SAID = {
    LOSE: "lost",
    TRIGGER: "the wheel",
    "2-suited": "both match, both in suit",
    "1-suited-1-unsuited": "both match, one in suit",
    "1-suited": "one matches, in suit",
    "2-unsuited": "both match, in other suits",
    "1-unsuited": "one matches, in another suit",
}
RETURNED = frozenset({"void", "dead-hand"})  # the stake went back before anything was decided
RANKS = re.compile(r"(?<!\d)\d-\d-\d(?!\d)|^\d{3}(?=-|$)")


def outcome_words(outcome: str) -> str:
    """ "678-one-suit" is 6-7-8 one suit, "suited-6-7-8" suited 6-7-8, "usd-25-symbol" $25 symbol."""
    if outcome in SAID:
        return SAID[outcome]
    if outcome.startswith("$"):  # what a submission has on its wheel
        return symbol_words(outcome)
    ranks = ["-".join(each.replace("-", "")) for each in RANKS.findall(outcome)]
    others = [each.replace("-", " ") for each in RANKS.split(outcome)]
    words = others[0] + "".join(f"{rank}{other}" for rank, other in zip(ranks, others[1:], strict=True))
    return words.removeprefix("winner ").replace("usd ", "$")


def symbol_words(symbol: str) -> str:
    """A symbol as it stands on a wheel: usd-250-and-usd-100-symbol is $250 and $100."""
    words = symbol.removesuffix("-symbol").replace("usd-", "$").replace("-", " ")
    parts = [
        dollars(int(part[1:]) * 100) if part[:1] == "$" and part[1:].isdigit() else part
        for part in words.split(" ")
    ]
    words = " ".join(parts)
    return words if words.startswith("$") else words.capitalize()


def even_words(outcomes: Collection[str]) -> str:
    """What is said where nothing was won or lost: a push, or that the stakes were returned undecided."""
    return "returned" if outcomes and RETURNED.issuperset(outcomes) else "push"


def settled_words(rules: TableRules, wager: str, outcome: str) -> str:
    """The outcome of a wager at a table; on the main wager a natural goes by the name it has there."""
    words = outcome_words(outcome)
    return words.replace("natural", rules.natural.name) if wager == MAIN else words
