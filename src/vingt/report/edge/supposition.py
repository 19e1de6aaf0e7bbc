"""What a rule would be worth that is not allowed, said so that nobody takes it for a table."""

from __future__ import annotations

from vingt.analysis.exact.edge import Edge
from vingt.analysis.options.what_if import WhatIf
from vingt.core.money import Cents, dollars
from vingt.report.proposal import Proposal
from vingt.report.text.page import Page
from vingt.report.words.figures import percent, points
from vingt.report.words.values import short


def what_if_page(at: Proposal, supposed: WhatIf, edge: Edge, base: Edge, wager: Cents) -> Page:
    page, document = Page(), at.document
    page.text(f"NOT ALLOWED under {document.title}: no table may be dealt so.", "bold red")
    page.text(f"What if {at.rules.title} had {'; '.join(supposed.changes)}?", "bold")
    page.block(
        f"house edge  {percent(edge.house_edge)}",
        "supposed",
        [
            ("as allowed", percent(base.house_edge)),
            ("effect", f"{points(edge.house_edge - base.house_edge)} percentage points"),
            ("wager", f"{dollars(wager)}, best play by the exact cards of the hand"),
            ("against", f"{document.cites_as} {short(supposed.cites, document.cites_as)}"),
        ],
    )
    return page


def what_if_json(at: Proposal, supposed: WhatIf, edge: Edge, base: Edge, wager: Cents) -> dict[str, object]:
    return {
        "allowed": False,
        "rulebook": at.rules.rulebook,
        "what_if": list(supposed.changes),
        **supposed.cites.as_json(),
        "wager": wager,
        "house_edge": edge.house_edge,
        "ev": edge.ev,
        "house_edge_as_allowed": base.house_edge,
        "effect": edge.house_edge - base.house_edge,
        "rules_identity_as_allowed": at.rules.identity,
    }
