"""What the player types: one line at a time, from a terminal or a pipe, until the player leaves."""

from __future__ import annotations

import signal
import sys
from types import FrameType, TracebackType
from typing import Any

from vingt.report.text.page import harmless

LEAVING = ("q", "quit", "exit", "leave")


class Leave(Exception):
    """The player typed q, the input ended, or Ctrl-C was pressed."""


class Keys:
    """Ctrl-C ends a wait for the player; in between it is kept for the next one, so no event is half told."""

    def __init__(self) -> None:
        self.waiting = False
        self.interrupted = False
        self.before: Any = None
        if reconfigure := getattr(sys.stdin, "reconfigure", None):
            reconfigure(errors="replace")

    def __enter__(self) -> Keys:
        try:
            self.before = signal.signal(signal.SIGINT, self.interrupt)
        except ValueError:  # not the main thread: whoever runs us there sees to Ctrl-C
            self.before = None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)

    def interrupt(self, _number: int, _frame: FrameType | None) -> None:
        self.interrupted = True
        if self.waiting:
            raise KeyboardInterrupt

    def ask(self) -> str:
        """The next line, in lower case and without spaces around it."""
        sys.stdout.write("> ")
        sys.stdout.flush()
        try:
            text = self.line()
        except KeyboardInterrupt:  # it came while the line was being handed over
            text = None
        if text is None:
            sys.stdout.write("\n")
            raise Leave
        if not (sys.stdin and sys.stdin.isatty()):
            sys.stdout.write(harmless(text) + "\n")  # a script's answers belong into its transcript
        text = text.strip().lower()
        if text in LEAVING:
            raise Leave
        return text

    def line(self) -> str | None:
        if self.interrupted or sys.stdin is None:
            return None
        try:
            self.waiting = True
            read = sys.stdin.readline()
        except (KeyboardInterrupt, OSError, ValueError):  # a closed or unreadable input has ended
            return None
        finally:
            self.waiting = False
        return read.rstrip("\r\n") if read else None
