"""`vingt replay TABLE ROUND`: one round from the log, card by card and cent by cent."""

from __future__ import annotations

from typing import Annotated

from vingt.cli.terminal.arguments import JsonOption, argument
from vingt.cli.terminal.log_folder import FOLDER, DataOption, snapshot
from vingt.core.rules.submission import Unreadable
from vingt.report.rounds.page import round_page
from vingt.report.text.page import print_json


def replay(
    table: Annotated[str, argument("TABLE", "A table as `vingt tables` names it.")],
    number: Annotated[int | None, argument("[ROUND]", "Its number; without it, the last.")] = None,
    data: DataOption = FOLDER,
    json: JsonOption = False,
) -> None:
    """Cards, decisions and money of one round in their order, with the clause of every payment.

    What lay face down is named once its shoe has been dealt out and revealed;
    then the proof of the shoe stands below.

    Examples:
      vingt replay md-pontoon-21-1
      vingt replay md-pontoon-21-1 2 --json
    """
    from vingt.report.log.opened import known_table
    from vingt.report.rounds.replay import NoSuchRound, last_round, tell

    with snapshot(data) as log:
        known_table(log, table)
        try:
            told = tell(log, table, last_round(log, table) if number is None else number)
        except NoSuchRound as error:
            raise Unreadable(str(error)) from error
    if json:
        print_json(told.as_json())
    else:
        round_page(told).print()
