"""`vingt win`: the daily win report of a house, from its log."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from vingt.cli.terminal.analysis import at_work
from vingt.cli.terminal.arguments import JsonOption, argument, flag, option, output_option
from vingt.cli.terminal.log_folder import FOLDER, DataOption, Patience, snapshot
from vingt.cli.terminal.output import written_whole
from vingt.core.rules.submission import Unreadable
from vingt.report.text.page import print_json


def win(
    day: Annotated[
        str, argument("[DAY]", "The gaming day; without it, the last one played.", show_default=True)
    ] = "",
    begins: Annotated[str, option("HH:MM", "When a gaming day begins, in universal time.")] = "00:00",
    csv: Annotated[bool, flag("--csv", "As comma-separated values, money in dollars.")] = False,
    output: Annotated[Path | None, output_option("Write the CSV here, not to stdout.")] = None,
    data: DataOption = FOLDER,
    json: JsonOption = False,
) -> None:
    """What each table and wager won on a gaming day, beside its exact 95% interval.

    A round belongs to the day on which it ended. Nothing but the log is asked.

    Examples:
      vingt win 2026-11-16
      vingt win 2026-11-16 --begins 11:00
      vingt win 2026-11-16 --csv --output monday.csv
    """
    from vingt.analysis.exact.hold import wager_law
    from vingt.live.books.win import NoDay, gaming_day, last_day, table_win
    from vingt.report.log.opened import tables_in
    from vingt.report.log.win import win_csv, win_page, win_report

    if output is not None and not csv:
        raise Unreadable("--output is for the CSV: add --csv")
    with snapshot(data) as log:
        try:
            chosen = gaming_day(day, begins) if day else last_day(log, tables_in(log), begins)
        except NoDay as error:
            raise Unreadable(str(error)) from None
        with Patience("read", sum(log.streams.values())) as progress:
            tables = [
                table_win(table, log.read(f"table/{table}"), chosen, progress) for table in tables_in(log)
            ]
    with at_work("valuing every wager"):
        report = win_report(chosen, tables, wager_law)
    if json:
        print_json(report.as_json())
    elif csv:
        with written_whole(output) as file:
            file.write(win_csv(report))
    else:
        win_page(report).print()
