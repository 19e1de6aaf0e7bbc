"""`vingt export`: the log as JSON lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from vingt.cli.terminal.arguments import JsonOption, argument, output_option
from vingt.cli.terminal.log_folder import FOLDER, DataOption, Patience, snapshot
from vingt.cli.terminal.output import written_whole


def export(
    tables: Annotated[
        list[str] | None, argument("[TABLE]...", "Only these tables; without any, everything.")
    ] = None,
    output: Annotated[Path | None, output_option("Write here and not to stdout.")] = None,
    data: DataOption = FOLDER,
    json: JsonOption = False,
) -> None:
    """Every event as a line of JSON, in the order of each stream; docs/live-export.md says what they hold.

    What lies face down stays a place in a sealed shoe; hashes of passwords and of session
    tokens are left out. --json changes nothing: it is JSON already.

    Examples:
      vingt export > everything.jsonl
      vingt export md-blackjack-1 --output blackjack.jsonl
    """
    from vingt.live.books.export import lines
    from vingt.live.log.store import TABLE
    from vingt.report.log.opened import known_table

    with snapshot(data) as log:
        streams = [f"{TABLE}{known_table(log, table)}" for table in tables or ()] or list(log.streams)
        total = sum(log.streams[stream] for stream in streams)
        with Patience("exported", total) as progress, written_whole(output) as file:
            for at, line in enumerate(lines(log, streams), 1):
                file.write(line)
                if at % 500 == 0:
                    progress(500)
