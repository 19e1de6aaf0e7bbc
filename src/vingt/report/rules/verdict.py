"""Whether a submission is allowed: what it chooses, or everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator

from vingt.core.rules.submission import Problem
from vingt.live.log.playability import not_played
from vingt.report.proposal import Proposal
from vingt.report.rules.cautions import cautions
from vingt.report.rules.values import RuleValue, sections_in_force
from vingt.report.text.page import Page
from vingt.report.words.values import chosen_word, short


def resolved(table: Proposal) -> list[tuple[RuleValue, str]]:
    """Every open choice with the word that was chosen, the submission's own where it has one."""
    keys = table.document.keys
    return [
        (
            value,
            chosen_word(keys[value.key], table.word(keys[value.key])) if value.key in keys else value.text,
        )
        for values in sections_in_force(table).values()
        for value in values
        if value.is_open
    ]


def allowed_page(table: Proposal, open_choices: list[tuple[RuleValue, str]]) -> Page:
    document, rules = table.document, table.rules
    page = Page()
    page.text("allowed", "bold green")
    page.text(f"{rules.title}: {document.title}, identity {rules.identity[:12]}", "dim")
    for note in not_played(rules):
        page.text(f"note: {note}", "yellow")
    for caution in cautions(rules):
        page.text(f"warning: {caution}", "yellow")
    rows: list[tuple[str, ...] | str] = []
    for heading, origin in (("chosen", "submission"), ("left at the default", "default")):
        listed = [
            (value.key, word, short(value.cite, document.cites_as), value.permitted)
            for value, word in open_choices
            if value.origin == origin
        ]
        rows += [heading, *listed] if listed else []
    columns = ("key", "value", f"{document.cites_as} and readings", "permitted")
    page.table(columns, rows, ("", "bold", "cyan", "green"))
    page.text(f"wagers offered: {', '.join(wager.id for wager in rules.wagers)}")
    return page


def allowed_json(table: Proposal, open_choices: list[tuple[RuleValue, str]]) -> dict[str, object]:
    rules = table.rules
    return {
        "allowed": True,
        "source": table.submission.source,
        "rulebook": rules.rulebook,
        "title": rules.title,
        "identity": rules.identity,
        "choices": {value.key: {"word": word} | value.as_json() for value, word in open_choices},
        "wagers": [wager.id for wager in rules.wagers],
        "not_playable": [note.as_json() for note in not_played(rules)],
        "warnings": cautions(rules),
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
