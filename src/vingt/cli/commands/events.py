"""`vingt events`: the significant events of a house."""

from __future__ import annotations

from vingt.cli.terminal.arguments import JsonOption
from vingt.cli.terminal.log_folder import FOLDER, DataOption, opened_log
from vingt.report.text.page import print_json


def events(data: DataOption = FOLDER, json: JsonOption = False) -> None:
    """Starts and stops, faults, lost history, log-ins and their failures, roles, tables opened and closed.

    Oldest first, with the place of each in the log.

    Examples:
      vingt events
      vingt events --data friday-night --json
    """
    from vingt.live.books.significant import significant_events
    from vingt.report.log.events import events_page

    with opened_log(data) as store:
        events = list(significant_events(store))
    if json:
        print_json({"events": [event.as_json() for event in events]})
    else:
        events_page(events).print()
