"""Results of a long benchmark, kept as they come: with VINGT_KEPT=FILE a run that was broken off goes on
where it stopped. A file is of one commit: another one begins another file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Row = Mapping[str, Any]


class Kept:
    """Rows by the name of what was tried, one JSON object a line; nowhere where no file is named."""

    def __init__(self) -> None:
        named = os.environ.get("VINGT_KEPT")
        self.path = Path(named) if named else None
        lines = self.path.read_text("utf-8").splitlines() if self.path and self.path.exists() else []
        self.rows: dict[str, Row] = dict(self.read(lines))

    @staticmethod
    def read(lines: list[str]) -> Iterator[tuple[str, Row]]:
        for line in lines:
            try:
                row = json.loads(line)
            except ValueError:
                continue  # the last line of a run that was broken off
            yield row["tried"], row

    def __contains__(self, tried: object) -> bool:
        return tried in self.rows

    def keep(self, tried: str, row: Row) -> Row:
        self.rows[tried] = row
        if self.path:
            with self.path.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps({"tried": tried, **row}, ensure_ascii=False) + "\n")
        return row
