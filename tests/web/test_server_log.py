"""What the operator is told of the server itself: its faults, and none of the noise that clients make."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

import httpx
import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.web.local_server import local_server
from vingt.live.program_log import JsonLines
from vingt.web.network.connections import settings
from vingt.web.network.limits import LIMITS
from vingt.web.serving import configure_logs

LOGGERS = ("vingt", "vingt.web", "asyncio", "uvicorn", "uvicorn.error")


@pytest.fixture
def said() -> Iterator[list[str]]:
    """What the operator reads on stderr without --verbose, line by line, once the test has looked."""
    before = [
        (each, each.level, each.handlers[:], each.propagate) for each in map(logging.getLogger, LOGGERS)
    ]
    configure_logs(verbose=False)
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLines().format(record))

    logging.getLogger("vingt").addHandler(Kept())
    yield lines
    for logger, level, handlers, propagate in before:
        logger.level, logger.handlers, logger.propagate = level, handlers, propagate


async def broken(scope: Scope, receive: Receive, send: Send) -> None:
    """An application with a fault at each of its paths."""
    start = {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"9")]}
    if scope["path"] == "/fails":
        raise LookupError("the hole card is the ace of spades")
    if scope["path"] == "/stops":
        await send(start)
        await send({"type": "http.response.body", "body": b"1234", "more_body": True})
    if scope["path"] == "/slow":
        await asyncio.sleep(60)
    if scope["path"] == "/body":
        while (await receive())["type"] != "http.disconnect":
            pass
        raise ConnectionResetError
    if scope["path"] == "/fine":
        await send({**start, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})


@asynccontextmanager
async def served(app: ASGIApp) -> AsyncIterator[int]:
    config = settings(app, LIMITS)
    config.timeout_graceful_shutdown = 1
    async with local_server(config) as port:
        yield port


def test_a_fault_of_ours_is_a_warning_in_our_words_and_tells_no_card(said: list[str]) -> None:
    async def ask() -> None:
        async with served(broken) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            assert (await client.get("/fails")).status_code == 500
            assert (await client.get("/nothing")).status_code == 500
            with suppress(httpx.RemoteProtocolError):
                await client.get("/stops")

    asyncio.run(ask())
    told = [json.loads(line) for line in said]
    assert [each["what"] for each in told] == [
        "an answer failed",
        "a request got no answer",
        "an answer ended too soon",
    ]
    assert {each["level"] for each in told} == {"warning"}
    assert told[0]["where"].startswith("LookupError in ")
    assert "broken:" in told[0]["where"]
    assert "ace of spades" not in "".join(said)


def test_what_uvicorn_says_that_we_do_not_know_is_passed_on(said: list[str]) -> None:
    logging.getLogger("uvicorn.error").error("something %s", "new")
    assert [json.loads(line)["said"] for line in said] == ["something new"]


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x00\xff this is no HTTP\r\n\r\n",
        b"GET /fine HTTP/9.9\r\n\r\n",
        b"GET /fine HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: gopher\r\n\r\n",
        b"POST /body HTTP/1.1\r\nhost: here\r\ncontent-length: 100\r\n\r\nhalf of i",
        b"GET /slow HTTP/1.1\r\nhost: here\r\n\r\n",
    ],
)
def test_clients_that_break_off_and_a_house_that_closes_are_no_news(said: list[str], sent: bytes) -> None:
    async def ask() -> None:
        async with served(broken) as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            await asyncio.sleep(0.1)
            if b"/slow" not in sent:  # that one waits until the house closes
                writer.transport.abort()
            await asyncio.sleep(0.1)
        writer.close()

    asyncio.run(ask())
    assert said == []
