"""What an audit found, and whether a signed report of one is genuine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vingt.core.money import dollars
from vingt.report.text.page import Page
from vingt.report.words.grammar import plural

if TYPE_CHECKING:
    from vingt.live.books.audit import AuditReport

SHOWN = 50  # problems; --json has all


def genuine_page(report: dict[str, Any], key: str, key_given: bool) -> Page:
    page = Page()
    page.text("genuine", "bold")
    by = report["by"]
    result = "sound" if report["sound"] else f"not sound: {plural(len(report['problems']), 'problem')}"
    rows = [
        ("the log was", result),
        (
            "checked by",
            " ".join(filter(None, (by["name"], by["login"] and f"({by['login']})", by["person"]))),
        ),
        ("began", report["began"]),
        ("ended", report["ended"]),
        ("with", f"vingt {report['vingt']}"),
        ("events", f"{report['events']:,} in {plural(len(report['heads']), 'stream')}"),
        ("signed with", key),
    ]
    if report.get("since") is not None:
        held = plural(len(report["since"]), "head")
        rows.insert(
            5, ("since", f"{held}; {report['trusted']:,} events up to there were trusted, not checked")
        )
    page.table(("report", "says"), rows)
    if not key_given:
        page.text(
            "note: by the key in the report itself. That shows that nothing was changed; who signed it shows "
            "only the house's own key: --public-key KEY, from its page /house-key."
        )
    return page


def not_genuine_page(named: str, why: str) -> Page:
    page = Page()
    page.text("not genuine", "bold")
    page.text(f"{named}: {why}", "red")
    return page


def audit_page(report: AuditReport, key: str = "") -> Page:
    page = Page()
    page.text("sound" if report.sound else f"not sound: {plural(len(report.problems), 'problem')}", "bold")
    revealed = f"{report.shoes_revealed:,} revealed and as committed to"
    sealed = (
        f"; {report.rounds_sealed:,} from shoes still sealed, not played again"
        if report.rounds_sealed
        else ""
    )
    rows = []
    if report.since is not None:
        held = plural(len(report.since), "head")
        rows.append(("since", f"{held}; {report.trusted:,} events up to there trusted, not checked"))
    rows += [
        ("events", f"{report.events:,} in {plural(len(report.heads), 'stream')}"),
        ("rounds", f"{report.rounds:,}{sealed}"),
        ("payments", f"{report.settlements:,} computed anew, the same to the cent"),
        ("shoes", f"{report.shoes:,}; {revealed}"),
        ("ledger", f"sum {dollars(sum(report.balances.values()))}"),
    ]
    if key:
        rows.append(("key", f"{key} signs this house's reports"))
    page.table(("checked", "found"), rows)
    page.table(("accounts", "balance"), [(name, dollars(amount)) for name, amount in report.balances.items()])
    for note in report.notes:
        page.text(f"note: {note}")
    for problem in sorted(report.problems)[:SHOWN]:
        page.text(str(problem), "red")
    if len(report.problems) > SHOWN:
        page.text(f"… and {len(report.problems) - SHOWN} more: --json lists all")
    return page
