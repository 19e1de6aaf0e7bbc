"""`vingt edge --vary` as a page: every open choice made otherwise, the largest effect first."""

from __future__ import annotations

from collections.abc import Sequence

from vingt.analysis.exact.edge import Edge
from vingt.analysis.options.worth import Change, Varied, WorthPlan, plainly
from vingt.core.money import Cents, dollars
from vingt.core.rules.leaf import MISSING
from vingt.report.proposal import Proposal
from vingt.report.text.page import Page
from vingt.report.words.figures import percent, points
from vingt.report.words.grammar import plural
from vingt.report.words.trade_names import trade_name
from vingt.report.words.values import short

HALF = 18  # cells of a bar on either side of the axis
NOTHING = 5e-9
EIGHTHS = " ▏▎▍▌▋▊▉█"


def vary_page(
    at: Proposal, base: Edge, planned: WorthPlan, variations: Sequence[Varied], wager: Cents
) -> Page:
    page = Page()
    page.title(base.rules.title)
    page.text(
        f"house edge {percent(base.house_edge)} under best play at {dollars(wager)} as the table stands."
    )
    page.text("Below: what it would be with one choice made otherwise, in percent and percentage points.")
    moved = [
        varied for varied in variations if varied.house_edge is not None and abs(varied.effect) > NOTHING
    ]
    still = [
        varied for varied in variations if varied.house_edge is not None and abs(varied.effect) <= NOTHING
    ]
    most = max((abs(varied.effect) for varied in moved), default=1.0)
    cites_as = base.rules.cites_as
    page.table(
        ("choice", "instead of", "house edge", "effect", cites_as),
        [
            (
                named(varied.change),
                text_of(varied.change.instead_of),
                percent(varied.house_edge or 0.0),
                points(varied.effect),
                short(varied.change.cite, cites_as),
            )
            for varied in moved
        ],
    )
    page.table(
        ("effect", "to player ".rjust(HALF) + "│ to house"),
        [(named(varied.change), bar(varied.effect / most)) for varied in moved],
    )
    if still:
        page.text("No effect: " + ", ".join(named(varied.change) for varied in still))
    if refused := [
        f"{named(varied.change)} ({varied.refusal})" for varied in variations if varied.house_edge is None
    ]:
        page.text("Not carried by the exact analysis: " + ", ".join(refused))
    if planned.barred:
        barred = [f"{key}={text_of(word)} ({why})" for key, word, why in planned.barred]
        page.text("Not with the other choices: " + ", ".join(barred))
    skipped = plural(len(planned.unaffected), "open choice")
    page.text(f"Left out, for they cannot affect the main wager: {skipped}.")
    page.text(f"Rules identity {base.rules.identity}", "dim")
    return page


def named(change: Change) -> str:
    along = "".join(f", {key}={text_of(word)}" for key, word in change.along)
    return f"{change.key}={text_of(change.word)}{trade_name(change.key, change.word)}{along}"


def text_of(word: object) -> str:
    if word is MISSING:
        return "none"
    return ("true" if word else "false") if isinstance(word, bool) else str(word)


def bar(share: float) -> str:
    """A bar from an axis in the middle: to the right where the house gains."""
    eighths = round(abs(share) * HALF * 8)
    full, part = divmod(eighths, 8)
    if share >= 0:
        return " " * HALF + "│" + "█" * full + EIGHTHS[part].strip()
    half = "▐" if part >= 4 or not full else ""  # the only block that fills from the right
    return (half + "█" * full).rjust(HALF) + "│"


def vary_json(
    base: Edge, planned: WorthPlan, variations: Sequence[Varied], wager: Cents
) -> dict[str, object]:
    return {
        "rulebook": base.rules.rulebook,
        "title": base.rules.title,
        "rules_identity": base.rules.identity,
        "strategy": base.strategy,
        "wager": wager,
        "house_edge": base.house_edge,
        "method": base.method,
        "variations": [varied.as_json() for varied in variations],
        "not_affecting": list(planned.unaffected),
        "not_with_other_choices": [
            {"key": key, "value": plainly(word), "why": why} for key, word, why in planned.barred
        ],
    }
