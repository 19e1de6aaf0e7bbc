"""`vingt tables`: the tables of a house, as its log has them."""

from __future__ import annotations

from vingt.cli.terminal.arguments import JsonOption
from vingt.cli.terminal.log_folder import FOLDER, DataOption, Patience, snapshot
from vingt.report.log.opened import tables_in
from vingt.report.log.tables import table_summary, tables_page
from vingt.report.text.page import print_json


def tables(data: DataOption = FOLDER, json: JsonOption = False) -> None:
    """The tables of a house: rounds played, when last, and what the table won.

    Examples:
      vingt tables
      vingt tables --data friday-night --json
    """
    with snapshot(data) as log:
        total = sum(version for stream, version in log.streams.items())
        with Patience("read", total) as progress:
            tables = [table_summary(log, table, progress) for table in tables_in(log)]
    if json:
        print_json({"tables": tables})
    else:
        tables_page(data, tables).print()
