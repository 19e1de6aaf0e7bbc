"""What uvicorn has to say, in the house's words. A client that breaks off, or sends what is no HTTP, is no
fault of ours; how connections end while the house closes is known. Everything else is a warning."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from vingt.web.network.security import passed

log = logging.getLogger("vingt.web")

OF_CLIENTS = (
    "Invalid HTTP request",
    "Unsupported upgrade request",
    "No supported WebSocket",
    "Invalid UTF-8",
)
OF_CLOSING = ("Cancel ",)
GONE = (ConnectionError, asyncio.CancelledError)
WORDS: Mapping[str, str] = {  # how uvicorn's message begins -> what happened
    "Exception in ASGI": "an answer failed",
    "ASGI callable returned without starting": "a request got no answer",
    "ASGI callable returned without completing": "an answer ended too soon",
    "ASGI callable should return": "an answer failed",
    "Exceeded concurrency": "too much at once",
}


class ServerLog(logging.Handler):
    """For the logger `uvicorn`. The message of an error stays out, for it may hold a card."""

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage().strip()
        error = record.exc_info[1] if record.exc_info else None
        if said.startswith(OF_CLIENTS + OF_CLOSING) or isinstance(error, GONE):
            return
        known = next((words for begins, words in WORDS.items() if said.startswith(begins)), "")
        fields = {"of": "server", **({} if known else {"said": said[:200]})}
        if error is not None:
            fields["where"] = passed(error)
        log.warning(known or "the server warns", extra={"fields": fields})
