"""Whether a submission is allowed: what it chooses, or everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator

from vingt.core.rules.submission import Problem
from vingt.live.log.playability import not_played
from vingt.report.proposal import Proposal
from vingt.report.rules.values import RuleValue, sections_in_force
from vingt.report.text.page import Page
from vingt.report.words.values import chosen_word, short


def resolved(table: Proposal) -> list[tuple[RuleValue, str]]:
    """Every open choice with the word that was chosen, the submission's own where it has one."""
    keys = table.document.keys
    return [
        (each, chosen_word(keys[each.key], table.word(keys[each.key])) if each.key in keys else each.text)
        for values in sections_in_force(table).values()
        for each in values
        if each.is_open
    ]


def allowed_page(table: Proposal, found: list[tuple[RuleValue, str]]) -> Page:
    document, rules = table.document, table.rules
    page = Page()
    page.text("allowed", "bold green")
    page.text(f"{rules.title}: {document.title}, identity {rules.identity[:12]}", "dim")
    for note in not_played(rules):
        page.text(f"note: {note}", "yellow")
    rows: list[tuple[str, ...] | str] = []
    for heading, origin in (("chosen", "submission"), ("left at the default", "default")):
        listed = [
            (each.key, word, short(each.cite, document.cites_as), each.permitted)
            for each, word in found
            if each.origin == origin
        ]
        rows += [heading, *listed] if listed else []
    columns = ("key", "value", f"{document.cites_as} and readings", "permitted")
    page.table(columns, rows, ("", "bold", "cyan", "green"))
    page.text(f"wagers offered: {', '.join(each.id for each in rules.wagers)}")
    return page


def allowed_json(table: Proposal, found: list[tuple[RuleValue, str]]) -> dict[str, object]:
    rules = table.rules
    return {
        "allowed": True,
        "source": table.submission.source,
        "rulebook": rules.rulebook,
        "title": rules.title,
        "identity": rules.identity,
        "choices": {each.key: {"word": word} | each.as_json() for each, word in found},
        "wagers": [each.id for each in rules.wagers],
        "not_playable": [each.as_json() for each in not_played(rules)],
        "problems": [],
    }


def refused_json(table: Proposal, problems: list[Problem]) -> dict[str, object]:
    return {
        "allowed": False,
        "source": table.submission.source,
        "rulebook": table.document.id,
        "title": table.submission.title,
        "problems": list(problems_json(table, problems)),
    }


def problems_json(table: Proposal, problems: list[Problem]) -> Iterator[dict[str, object]]:
    for problem in problems:
        yield problem.as_json() | {"place": table.place(problem)}
