"""Advice on switching two hands as a page and as JSON."""

from __future__ import annotations

from vingt.analysis.advice.switch import TwoHandsAdvice
from vingt.core.cards import Card
from vingt.core.rules.table_rules import TableRules
from vingt.report.text.page import Page


def switch_json(
    rules: TableRules, up: Card, seen: tuple[Card, ...], choices: tuple[TwoHandsAdvice, TwoHandsAdvice]
) -> dict[str, object]:
    return {
        "rulebook": rules.rulebook,
        "title": rules.title,
        "rules_identity": rules.identity,
        "up": str(up),
        "seen": [str(card) for card in seen],
        "choices": [choice.as_json() for choice in choices],
    }


def switch_page(rules: TableRules, up: Card, choices: tuple[TwoHandsAdvice, TwoHandsAdvice]) -> Page:
    page = Page()
    page.title(rules.title)
    best, other = choices
    page.text(
        f"{'Switch' if best.switched else 'Keep'} against {up}: "
        f"{best.expectation:+.6f} of both wagers, {best.expectation - other.expectation:+.6f} better."
    )
    rows = [
        (
            "switch" if choice.switched else "keep",
            " ".join(map(str, hand.cards)),
            hand.action,
            f"{hand.expectation:+.6f}",
        )
        for choice in choices
        for hand in choice.hands
    ]
    page.table(("", "hand", "best play", "expectation"), rows, ("bold", "", "", ""))
    page.text(
        "Expectations of a hand in its own wager, once the dealer is known to have no natural; each hand is "
        "played with the cards of both out of the shoe.",
        "dim",
    )
    return page
