"""Files that users name: read up to a size that no honest one reaches."""

from __future__ import annotations

from pathlib import Path

from vingt.core.rules.submission import Unreadable

MOST = 4 << 20  # bytes; the largest rulebook has a tenth of it


def read_input(path: Path, most: int = MOST) -> bytes:
    """All of the file; OSError as by `open`. One that does not end (/dev/zero) is refused at `most` bytes."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise Unreadable(f"{path}: longer than {most:,} bytes, so it is none of the files that vingt reads")
    return data
