"""Logs of earlier versions, which every later version must still read, verify and go on from."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from vingt.live.books.heads import HEADS
from vingt.live.log.sqlite_file import COLUMNS, INSERT, opened
from vingt.live.log.store import DATABASE, KEY

HERE = Path(__file__).parent
NAMES = tuple(sorted(path.name.removesuffix(".jsonl.gz") for path in HERE.glob("*.jsonl.gz")))


def events_of(name: str) -> list[dict[str, Any]]:
    with gzip.open(HERE / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@cache
def database(name: str) -> bytes:
    """The file that holds the log; many tests begin with it."""
    columns = COLUMNS.split(", ")
    rows = []
    for event in events_of(name):
        event["data"] = json.dumps(event["data"], sort_keys=True, separators=(",", ":"))
        rows.append(tuple(event[column] for column in columns))
    with TemporaryDirectory() as folder:
        file = Path(folder) / DATABASE
        connection: sqlite3.Connection = opened(file, read_only=False)
        with connection:
            connection.executemany(INSERT, rows)
        connection.close()
        return file.read_bytes()


def house_folder(name: str, folder: Path) -> Path:
    """A house's folder as the version that wrote the log left it."""
    (folder / DATABASE).write_bytes(database(name))
    (folder / DATABASE).chmod(0o600)
    shutil.copy(HERE / f"{name}.key", folder / KEY)
    (folder / KEY).chmod(0o600)
    if (HERE / f"{name}.heads").exists():  # v1 is older than they are
        shutil.copy(HERE / f"{name}.heads", folder / HEADS)
    return folder
