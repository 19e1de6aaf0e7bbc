"""Every value in force at a table, with its clause, its reading and the choice it leaves."""

from __future__ import annotations

from vingt.core.rules.carrier import CARRIERS, IN_WORDS
from vingt.live.log.playability import not_played
from vingt.report.proposal import Proposal
from vingt.report.rules.layout import shown_at
from vingt.report.rules.values import RuleValue
from vingt.report.text.page import Page
from vingt.report.words.values import paytables_permitted, short


def rules_page(table: Proposal, found: dict[str, list[RuleValue]], *, whole: bool) -> Page:
    document, in_force = table.document, table.rules
    made = Page()
    made.title(in_force.title)
    named = f"{in_force.address}, identity {in_force.identity[:12]}"
    made.text(f"{document.title}, {document.edition}; {named}", "dim")
    for note in not_played(in_force):
        made.text(f"note: {note}", "yellow")
    if set(found) == {"layout"}:
        shown = [(where, words, short(cite, document.cites_as)) for where, words, cite in shown_at(in_force)]
        made.table(
            ("where", "what this table must show or have", document.cites_as), shown, ("", "bold", "cyan")
        )
        found = {"layout": [each for each in found["layout"] if each.is_open]}
    rows: list[tuple[str, ...] | str] = []
    for name, values in found.items():
        rows.append(name)
        rows += [
            (each.name, each.marked, short(each.cite, document.cites_as), each.choice) for each in values
        ]
    made.table(
        ("field", "value", f"{document.cites_as} and readings", "choice"), rows, ("", "bold", "cyan", "green")
    )
    carriers = {each.carrier for values in found.values() for each in values}
    for carrier in CARRIERS:
        if carrier in carriers:
            made.text(f"[{carrier}]: {IN_WORDS[carrier]}.", "dim")
    if whole:
        add_rest(made, table)
    return made


def add_rest(made: Page, table: Proposal) -> None:
    """What the table does not have: wagers it could offer, parts its rulebook lacks."""
    document = table.document
    decks = table.rules.cards.decks
    rows: list[tuple[str, ...] | str] = ["permitted, not offered here"]
    for wager in document.wagers.values():
        if table.rules.wager(wager.id) is None:
            fitting = [each for each in wager.paytables if each.allows_decks(decks)]
            tables = (
                f"paytable {paytables_permitted(fitting)}" if fitting else f"no paytable for {decks} decks"
            )
            rows.append((wager.id, wager.name, short(wager.cite, document.cites_as), tables))
    if len(rows) > 1:
        made.table(("wager", "name", document.cites_as, "paytables"), rows, ("", "", "cyan", ""))
    if document.absent:
        made.text(f"{document.title} has no {' and no '.join(sorted(document.absent))}.")


def rules_json(table: Proposal, found: dict[str, list[RuleValue]]) -> dict[str, object]:
    in_force = table.rules
    return {
        "rulebook": in_force.rulebook,
        "address": in_force.address,
        "title": in_force.title,
        "source": table.submission.source,
        "identity": in_force.identity,
        "main_wager": in_force.main_wager,
        "currency": in_force.currency,
        "not_playable": [each.as_json() for each in not_played(in_force)],
        "absent": sorted(table.document.absent),
        "not_offered": [each for each in table.document.wagers if in_force.wager(each) is None],
        "layout": [
            {"where": where, "text": words, **cite.as_json()} for where, words, cite in shown_at(in_force)
        ],
        "values": {each.path: each.as_json() for values in found.values() for each in values},
    }
