"""Advice on one hand as a page and as JSON."""

from __future__ import annotations

from vingt.analysis.advice.hand import Advice
from vingt.analysis.advice.question import AskedHand
from vingt.core.money import dollars
from vingt.core.rounds.command_words import action_words
from vingt.core.rules.table_rules import TableRules
from vingt.report.text.page import Page
from vingt.report.words.grammar import plural
from vingt.report.words.values import short


def as_json(
    rules: TableRules, asked: AskedHand, wager: int | None, answers: list[Advice]
) -> dict[str, object]:
    return {
        "rulebook": rules.rulebook,
        "title": rules.title,
        "rules_identity": rules.identity,
        "hand": [str(card) for card in asked.hand],
        "total": asked.total(rules),
        "doubled": asked.doubled,
        "split_hands": asked.split_hands,
        "up": str(asked.up),
        "seen": [str(card) for card in asked.seen],
        "wager": wager,
        "actions": [answer.as_json() for answer in answers],
    }


def advice_page(rules: TableRules, asked: AskedHand, wager: int | None, answers: list[Advice]) -> Page:
    page = Page()
    page.title(rules.title)
    shown = " ".join(str(card) for card in asked.hand)
    history = f", {asked.history()}," if asked.played else ""
    shoe = f"{plural(rules.cards.decks, 'deck')}" + (
        f" less {plural(len(asked.seen), 'card')} seen" if asked.seen else ", fresh"
    )
    page.text(f"{shown} ({asked.total(rules)}){history} against {asked.up}; {shoe}")
    actions = [answer for answer in answers if answer.allowed and answer.action != "insurance"]
    best = max(answer.expectation or 0.0 for answer in actions) if actions else 0.0
    rows = [
        (
            action_words(answer.action, doubled=bool(asked.doubled)),
            f"{answer.expectation or 0.0:+.6f}",
            "best" if answer.best else f"{(answer.expectation or 0.0) - best:+.6f}",
            short(answer.cite, rules.cites_as),
        )
        for answer in actions
    ]
    page.table(("action", "expectation", "", rules.cites_as), rows, ("bold", "", "", ""))
    for answer in answers:
        if answer.action == "insurance":
            words = "worth taking" if answer.best else "not worth taking"
            page.text(f"insurance {answer.expectation or 0.0:+.6f} for each unit insured: {words}")
    barred = [
        (answer.action, answer.why, short(answer.cite, rules.cites_as))
        for answer in answers
        if not answer.allowed
    ]
    page.table(("not allowed", "why", rules.cites_as), barred)
    page.text(remark(rules, asked, wager), "dim")
    return page


def remark(rules: TableRules, asked: AskedHand, wager: int | None) -> str:
    told = ["Expectations in original wagers"]
    if asked.total(rules) == rules.natural.name:
        told.append(", before anybody knows the dealer's second card")
    elif rules.dealer.second_card == "hole_reader":
        told.append(", once the dealer is known to have no natural")
    told.append(".")
    if asked.mixed:
        told.append(" Suits that were not named are taken as mixed.")
    if asked.played:
        told.append(" Of this hand alone; the cards of the box's other hands belong into --seen.")
        return "".join(told)
    if rules.super_bonus is not None:
        with_it = (
            f"counted at {dollars(wager)}" if wager is not None else "not counted without --wager-amount"
        )
        told.append(f" Super bonus: {with_it}.")
    return "".join(told)
