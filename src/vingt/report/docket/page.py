"""The docket in words: the list, and one case with what it did to every wager."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vingt.report.docket.case import DocketCase
from vingt.report.docket.case_replay import CaseReplay
from vingt.report.text.page import Page
from vingt.report.words.figures import percent, points

if TYPE_CHECKING:  # the list of cases needs no part that values wagers
    from vingt.report.docket.effect import CaseEffect

MEAN_IS_NOTHING = (
    "Nobody could name the cards. Over all that may have been missing, each as likely as any other, the mean "
    "change of every wager is exactly 0: a card that nobody knows is like one behind the cover card. What "
    "such a shoe is worth to who knows it is shown by two shoes that it may have been."
)


def docket_page(cases: Sequence[DocketCase]) -> Page:
    page = Page()
    page.title("The docket: what real houses were fined or sued for")
    page.table(
        ("case", "what happened", "where", "exposed"),
        [(case.id, case.title, case.where, case.exposed) for case in cases],
    )
    page.text("vingt docket CASE tells one, vingt docket run CASE replays it at a table.")
    return page


def case_page(case: DocketCase, effects: Sequence[CaseEffect]) -> Page:
    page = Page()
    page.block(
        case.id,
        case.title,
        [
            ("where", f"{case.where}: {case.penalty}"),
            ("happened", case.happened),
            ("exposed", case.exposed),
            ("source", case.source),
            ("replayed at", case.at_table),
            ("the rulebook orders", "\n".join(f"{clause}: {said}" for clause, said in case.ordered)),
            ("not before", case.late),
        ],
    )
    if case.fault.unknown:
        page.text(MEAN_IS_NOTHING)
    for effect in effects:
        page.text(f"House edge, {effect.words}", "bold")
        page.table(
            ("wager", "as filed", "as dealt", "points", "played by"),
            [
                (each.name, percent(each.whole), percent(each.faulty), points(each.change), each.play)
                for each in effect.changes
            ],
        )
    if not effects:
        page.text("The cards and the rules were right: no wager's edge was another.")
    return page


def replay_page(case: DocketCase, told: CaseReplay) -> Page:
    page = Page()
    page.title(f"{case.id}: {case.title}")
    page.table(
        ("", "tried", "what the house did", "by"),
        [("STOPPED" if step.stopped else "", step.tried, step.answer, str(step.cite)) for step in told.steps],
    )
    page.block(
        "rounds exposed",
        "",
        [
            ("then", case.exposed),
            ("here", told.exposed_words),
            ("not before", case.late if told.exposed else ""),
            (
                "log",
                f"{told.events} events, {'sound' if told.sound else 'NOT SOUND'} by vingt verify's checks",
            ),
        ],
    )
    return page


def case_json(case: DocketCase, effects: Sequence[CaseEffect] | None = None) -> dict[str, object]:
    told: dict[str, object] = {
        "case": case.id,
        "title": case.title,
        "where": case.where,
        "penalty": case.penalty,
        "happened": case.happened,
        "exposed": case.exposed,
        "source": case.source,
        "table": case.table,
        "choices": dict(case.choices),
        "orders": [{"clause": clause, "says": said} for clause, said in case.ordered],
        "missing": [str(card) for card in case.fault.missing],
        "missing_unknown": case.fault.unknown,
        "late": case.late,
    }
    if effects is not None:
        told["effects"] = [effect.as_json() for effect in effects]
    return told
