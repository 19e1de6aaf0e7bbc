"""Log lines as JSON objects. They name tables, persons, commands and versions, never what an event holds."""

from __future__ import annotations

import json
import logging

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
