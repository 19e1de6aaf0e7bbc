"""Log lines as JSON objects. They name tables, persons, commands and versions, never what an event holds."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable

logger = logging.getLogger("vingt.live")


def log(what: str, **fields: str | int) -> None:
    if logger.isEnabledFor(logging.INFO):
        logger.info(what, extra={"fields": fields})


def warn(what: str, **fields: str | int) -> None:
    """Seen by the operator without --verbose too."""
    logger.warning(what, extra={"fields": fields})


class JsonLines(logging.Formatter):
    """One JSON object to a line; for the handler of who serves."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": int(record.created * 1000),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
        return json.dumps(line, ensure_ascii=True)


class Sampled(logging.Filter):
    """At most `most` warnings of a kind in a minute: whoever can cause one must not be able to fill a disk.
    The first one of the next minute says how many were left out. What is not a warning passes."""

    def __init__(self, most: int = 20, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._most, self._clock = most, clock
        self._minute = 0
        self._seen: dict[tuple[str, object], int] = {}
        self._left_out: dict[tuple[str, object], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        minute = int(self._clock() // 60)
        if minute != self._minute:
            over = {kind: seen - self._most for kind, seen in self._seen.items() if seen > self._most}
            self._minute, self._seen, self._left_out = minute, {}, over
        kind = (record.name, str(record.msg)[:60])
        self._seen[kind] = self._seen.get(kind, 0) + 1
        if self._seen[kind] > self._most:
            return False
        if left_out := self._left_out.pop(kind, 0):
            record.fields = {**getattr(record, "fields", {}), "left_out": left_out}
        return True
