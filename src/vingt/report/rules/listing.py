"""Every value in force at a table, with its clause, its reading and the choice it leaves."""

from __future__ import annotations

from vingt.core.rules.carrier import CARRIERS, IN_WORDS
from vingt.live.log.playability import not_played
from vingt.report.proposal import Proposal
from vingt.report.rules.layout import shown_at
from vingt.report.rules.values import RuleValue
from vingt.report.text.page import Page
from vingt.report.words.values import paytables_permitted, short


def rules_page(table: Proposal, sections: dict[str, list[RuleValue]], *, whole: bool) -> Page:
    document, in_force = table.document, table.rules
    page = Page()
    page.title(in_force.title)
    named = f"{in_force.address}, identity {in_force.identity[:12]}"
    page.text(f"{document.title}, {document.edition}; {named}", "dim")
    for note in not_played(in_force):
        page.text(f"note: {note}", "yellow")
    if set(sections) == {"layout"}:
        shown = [(where, words, short(cite, document.cites_as)) for where, words, cite in shown_at(in_force)]
        page.table(
            ("where", "what this table must show or have", document.cites_as), shown, ("", "bold", "cyan")
        )
        sections = {"layout": [value for value in sections["layout"] if value.is_open]}
    rows: list[tuple[str, ...] | str] = []
    for name, values in sections.items():
        rows.append(name)
        rows += [
            (value.name, value.marked, short(value.cite, document.cites_as), value.choice) for value in values
        ]
    page.table(
        ("field", "value", f"{document.cites_as} and readings", "choice"), rows, ("", "bold", "cyan", "green")
    )
    carriers = {value.carrier for values in sections.values() for value in values}
    for carrier in CARRIERS:
        if carrier in carriers:
            page.text(f"[{carrier}]: {IN_WORDS[carrier]}.", "dim")
    if whole:
        add_rest(page, table)
    return page


def add_rest(page: Page, table: Proposal) -> None:
    """What the table does not have: wagers it could offer, parts its rulebook lacks."""
    document = table.document
    decks = table.rules.cards.decks
    rows: list[tuple[str, ...] | str] = ["permitted, not offered here"]
    for wager in document.wagers.values():
        if table.rules.wager(wager.id) is None:
            fitting = [paytable for paytable in wager.paytables if paytable.allows_decks(decks)]
            tables = (
                f"paytable {paytables_permitted(fitting)}" if fitting else f"no paytable for {decks} decks"
            )
            rows.append((wager.id, wager.name, short(wager.cite, document.cites_as), tables))
    if len(rows) > 1:
        page.table(("wager", "name", document.cites_as, "paytables"), rows, ("", "", "cyan", ""))
    if document.absent:
        page.text(f"{document.title} has no {' and no '.join(sorted(document.absent))}.")


def rules_json(table: Proposal, sections: dict[str, list[RuleValue]]) -> dict[str, object]:
    in_force = table.rules
    return {
        "rulebook": in_force.rulebook,
        "address": in_force.address,
        "title": in_force.title,
        "source": table.submission.source,
        "identity": in_force.identity,
        "main_wager": in_force.main_wager,
        "currency": in_force.currency,
        "not_playable": [note.as_json() for note in not_played(in_force)],
        "absent": sorted(table.document.absent),
        "not_offered": [wager for wager in table.document.wagers if in_force.wager(wager) is None],
        "layout": [
            {"where": where, "text": words, **cite.as_json()} for where, words, cite in shown_at(in_force)
        ],
        "values": {value.path: value.as_json() for values in sections.values() for value in values},
    }
