"""Files that are there whole or not at all, and files that only their owner may read."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def replace_whole(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Written beside and renamed, and on disk when this returns."""
    with written_beside(path, content, mode) as unfinished:
        os.replace(unfinished, path)


def write_once(path: Path, content: bytes) -> None:
    """Readable by its owner only; never half of it, and never over a file that is there: FileExistsError."""
    with written_beside(path, content) as unfinished:
        os.link(unfinished, path)


@contextmanager
def written_beside(path: Path, content: bytes, mode: int = 0o600) -> Iterator[Path]:
    """The content on disk under another name, to be given its own; whatever happens, no other is left."""
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield unfinished
    finally:
        unfinished.unlink(missing_ok=True)
    sync_folder(path.parent)


class Exposed(Exception):
    """Others than its owner may read the file."""


def read_private(path: Path, most: int) -> bytes:
    """At most so many bytes of a file that nobody else may read; `Exposed`, or OSError as by `open`."""
    with path.open("rb") as file:
        status, content = os.fstat(file.fileno()), file.read(most)
    if status.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        mode = stat.S_IMODE(status.st_mode)
        raise Exposed(f"{path} may be read by others (mode {mode:04o}): run chmod 600 {path}")
    return content


def sync_folder(path: Path) -> None:
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
