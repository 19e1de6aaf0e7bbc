"""Points to tell about a table, and the words they are told in."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from vingt.core.cards import Card, cards
from vingt.core.cite import Cite
from vingt.core.rules.table_rules import TableRules
from vingt.web.html.picture import Pictured

SHOWN = 1000  # cents: the wager in examples
RESULTS = {"win": "wins", "push": "is a push", "lose": "loses"}


@dataclass(frozen=True, slots=True)
class KeyPoint:
    """One thing to know: a title, a sentence or two, pictures, and the clauses it rests on.

    `short` says it in half a sentence, for the lobby; "" where it is not one of the great differences.
    `aside` says a small one so, for a game that would else be called blackjack as people know it.
    """

    title: str
    text: str
    cite: Cite
    pictures: tuple[Pictured, ...] = ()
    short: str = ""
    aside: str = ""


def listed(names: tuple[str, ...] | list[str], joint: str = "and") -> str:
    return f" {joint} ".join(part for part in (", ".join(names[:-1]), names[-1]) if part) if names else ""


def a(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def share_words(share: Fraction) -> str:
    return "half" if share == Fraction(1, 2) else str(share)


def natural_in(suits: str) -> tuple[Card, ...]:
    """Ace and king in these suits: a natural of every shoe."""
    return cards(f"A{suits[0]} K{suits[1]}")


def cited(rules: TableRules, *paths: str) -> Cite:
    """The clauses of fields; a field of a part that this table lacks is passed over."""
    known = dict(rules.cites).keys() | rules.settles.by_path.keys()
    return rules.cite(*(path for path in paths if path in known))
