"""`vingt docket`: what real houses were fined or sued for, replayed at a table of ours."""

from __future__ import annotations

from typing import Annotated

from vingt.cli.terminal.arguments import JsonOption, argument
from vingt.core.rules.submission import Unreadable
from vingt.report.docket.case import DocketCase, NoSuchCase, case_named
from vingt.report.docket.case import docket as every_case
from vingt.report.docket.page import case_json, case_page, docket_page, replay_page
from vingt.report.text.page import print_json
from vingt.report.words.unknown import Unknown


def complete_case(typed: str) -> list[str]:
    return [case.id for case in every_case() if case.id.startswith(typed)]


def docket(
    case: Annotated[
        list[str] | None,
        argument("[CASE | run CASE]", "One case by its name; with run before it, its replay.", complete_case),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Published incidents: what happened, what the rulebook orders, what it did to each wager's edge.

    With run, a table is really driven to the fault: each step, and where
    the house refuses or stops. A case needs the part analysis, run the part serve.

    Examples:
      vingt docket
      vingt docket skipped-card
      vingt docket run seven-of-hearts
      vingt docket --json
    """
    match case or []:
        case []:
            if json:
                print_json({"cases": [case_json(each) for each in every_case()]})
            else:
                docket_page(every_case()).print()
        case [id]:
            told(named(id), json)
        case ["run", id]:
            replayed(named(id), json)
        case _:
            raise Unreadable("vingt docket takes one case, or run and one case")


def named(id: str) -> DocketCase:
    try:
        return case_named(id)
    except NoSuchCase:
        raise Unknown("case", id, (each.id for each in every_case())) from None


def told(case: DocketCase, json: bool) -> None:
    from vingt.cli.terminal.analysis import at_work
    from vingt.report.docket.effect import effects

    with at_work("valuing every wager"):
        changes = effects(case)
    if json:
        print_json(case_json(case, changes))
    else:
        case_page(case, changes).print()


def replayed(case: DocketCase, json: bool) -> None:
    from vingt.cli.terminal.analysis import at_work
    from vingt.report.docket.scenarios import replay

    with at_work("driving a table to the fault"):
        told = replay(case)
    if json:
        print_json({**case_json(case), "replay": told.as_json()})
    else:
        replay_page(case, told).print()
