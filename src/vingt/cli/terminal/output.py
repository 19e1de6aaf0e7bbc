"""Files that commands write: whole or not at all, and never into something that is no plain file."""

from __future__ import annotations

import os
import signal
import stat
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import BinaryIO, NoReturn, TextIO

from vingt.core.rules.submission import Unreadable


def refuse_odd_target(path: Path) -> None:
    """A device would swallow it, a pipe cannot be renamed over, and a link would be replaced by a file."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        kinds = {stat.S_IFLNK: "a link", stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe"}
        what = kinds.get(stat.S_IFMT(mode), "a device or socket")
        raise Unreadable(f"{path}: is {what}; name a plain file, or leave it out to write to stdout")


@contextmanager
def written_bytes(path: Path) -> Iterator[BinaryIO]:
    """Written beside and renamed when it is whole and on disk. Whatever happens before, the file that was
    there stays and nothing new is left behind."""
    refuse_odd_target(path)
    with (
        named(path),
        ended_by_signal(),
        tempfile.NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file,
    ):
        try:
            os.fchmod(file.fileno(), mode_for(path))
            yield file  # type: ignore[misc]
            file.flush()
            os.fsync(file.fileno())
            refuse_odd_target(path)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


@contextmanager
def named(path: Path) -> Iterator[None]:
    """An error of the disk says which file it was about; by itself it does not where a write failed."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def written_whole(path: Path | None) -> Iterator[TextIO]:
    """The same for text; None is stdout."""
    if path is None:
        yield sys.stdout
        return
    with written_bytes(path) as file:
        yield (text := Utf8(file))  # type: ignore[misc]
        text.flush()


class Utf8:
    """Text into a file of bytes, which stays open."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        return self._file.write(text.encode("utf-8"))

    def flush(self) -> None:
        self._file.flush()


def mode_for(path: Path) -> int:
    """As it was; for a new file what the user's umask leaves."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def ended_by_signal() -> Iterator[None]:
    """SIGTERM and SIGHUP end the work as an exception does, so that it can tidy up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, _: FrameType | None) -> NoReturn:
        sys.exit(128 + number)

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def writable(option: str, name: str) -> Path:
    """A file that can be written there, judged before hours are spent on what shall be in it."""
    path = Path(name)
    folder = path.absolute().parent
    if path.is_dir():
        raise Unreadable(f"{option} {name}: is a folder; name a file")
    refuse_odd_target(path)
    if not folder.is_dir():
        raise Unreadable(f"{option} {name}: there is no folder {folder}")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise Unreadable(f"{option} {name}: may not be written")
    return path
