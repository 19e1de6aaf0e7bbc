"""Connections: how many, for how long without a request. uvicorn waits for headers and bodies for ever.

A connection waits until it has sent a whole request's headers. When an address, or all together, hold as many
connections as they may, the one that has waited longest makes room; so whoever opens a thousand connections
and says nothing keeps nobody out.
"""

from __future__ import annotations

import asyncio
import resource
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Any, ClassVar, cast

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from vingt.live.people.addresses import counted_as, parsed
from vingt.web.network.limits import RequestLimits

AT_A_TIME = 512  # connections taken at once: asyncio takes as many as may queue before it looks at any
LEAST = 128  # however few files the system lends
OTHER_FILES = 2 * AT_A_TIME  # what the log, its threads and newly taken connections need besides
FILES_WANTED = 65_536


def plain_answer(status: str, words: str, *more: str) -> bytes:
    head = [f"HTTP/1.1 {status}", "content-type: text/plain; charset=utf-8", f"content-length: {len(words)}"]
    return "\r\n".join([*head, "connection: close", *more, "", words]).encode()


TOO_SLOW = plain_answer("408 Request Timeout", "the request took too long to arrive")
TOO_MANY = plain_answer("429 Too Many Requests", "too many connections", "retry-after: 10")


class Connections:
    """Every open connection, by the address it comes from."""

    def __init__(self, limits: RequestLimits, proxies: Collection[str] = (), most: int | None = None) -> None:
        self.limits = limits
        self.most = min(limits.connections, most if most is not None else files_available())
        # Many people come through one.
        self._proxies = {counted_as(proxy) for proxy in proxies if parsed(proxy)}
        self._names: dict[asyncio.Transport, str] = {}
        self._held: dict[str, int] = {}
        self._waiting: dict[str, OrderedDict[asyncio.Transport, None]] = {}
        self.refused = self.pushed_out = 0

    def __len__(self) -> int:
        return len(self._names)

    def admit(self, transport: asyncio.Transport, address: str) -> bool:
        """Whether there is room, perhaps because one that waits makes it."""
        name = counted_as(address)
        most = self.limits.at_address(self.limits.connections_at_address, address)
        if name not in self._proxies and self._held.get(name, 0) >= most and not self._make_room(name):
            self.refused += 1
            return False
        if len(self._names) >= self.most and not self._make_room(self._most_waiting()):
            self.refused += 1
            return False
        self._names[transport] = name
        self._held[name] = self._held.get(name, 0) + 1
        self.wait(transport)
        return True

    def wait(self, transport: asyncio.Transport) -> None:
        if transport in self._names:
            self._waiting.setdefault(self._names[transport], OrderedDict())[transport] = None

    def serve(self, transport: asyncio.Transport) -> None:
        """It has asked for something: it is not pushed out before it got its answer."""
        name = self._names.get(transport, "")
        if waiting := self._waiting.get(name):
            waiting.pop(transport, None)
            if not waiting:
                del self._waiting[name]

    def release(self, transport: asyncio.Transport) -> None:
        self.serve(transport)
        name = self._names.pop(transport, None)
        if name is not None:
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]

    def _most_waiting(self) -> str:
        return max(self._waiting, key=lambda name: len(self._waiting[name]), default="")

    def _make_room(self, name: str) -> bool:
        waiting = self._waiting.get(name)
        if not waiting:
            return False
        oldest = next(iter(waiting))
        self.release(oldest)
        oldest.abort()
        self.pushed_out += 1
        return True


class Timer:
    """Runs once it is started, and is not started again before it is stopped."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float, then: Callable[[], None]) -> bool:
        """Whether it did not run before."""
        if self._handle is not None:
            return False
        self._handle = self._loop.call_later(seconds, then)
        return True

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class LimitedHttp(H11Protocol):
    """One connection. `held` is given by `settings`, which makes a class of its own for each server."""

    held: ClassVar[Connections]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._headers, self._body, self._reader = (Timer(self.loop) for _ in range(3))

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self.held.admit(transport, self.client[0] if self.client else ""):
            transport.write(TOO_MANY)
            transport.close()
            return
        self._await_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timers()
        self.held.release(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        """Set the deadline for what is missing now; a WebSocket, which the connection may have become, waits
        for nothing."""
        if self.transport.get_protocol() is not self:
            return
        if self.conn.their_state is h11.IDLE and self.conn.our_state is h11.IDLE:
            self._await_headers()
            return
        self._headers.stop()
        self.held.serve(self.transport)
        if self.conn.their_state is h11.SEND_BODY:
            self._body.start(self.held.limits.body_seconds, self._too_slow)
        else:
            self._body.stop()

    def _await_headers(self) -> None:
        self._body.stop()
        if self._headers.start(self.held.limits.header_seconds, self._too_slow):
            self.held.wait(self.transport)

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            answering = cast(RequestResponseCycle | None, self.cycle)
            if answering is None or answering.response_complete or not answering.response_started:
                self.transport.write(TOO_SLOW)
            self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_timers()
        self.held.serve(self.transport)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.start(self.held.limits.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._reader.stop()
        super().resume_writing()

    def _stop_timers(self) -> None:
        for timer in (self._headers, self._body, self._reader):
            timer.stop()


class LimitedSocket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket: it counts until it is lost."""

    held: ClassVar[Connections]

    def connection_lost(self, exc: Exception | None) -> None:
        self.held.release(self.transport)
        super().connection_lost(exc)


def files_available() -> int:
    """How many connections the system lends us files for, having asked for all that it lends."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < FILES_WANTED:
        soft = FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, FILES_WANTED)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(LEAST, soft - OTHER_FILES)


def settings(app: Any, limits: RequestLimits, proxies: Collection[str] = ()) -> Config:
    """How a house is served. Only `proxies` are believed what they say about whom they speak for."""
    held = Connections(limits, proxies)
    http = type("Http", (LimitedHttp,), {"held": held})
    sockets = type("Socket", (LimitedSocket,), {"held": held})
    return Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http=cast(type[asyncio.Protocol], http),
        ws=cast(type[asyncio.Protocol], sockets),
        ws_max_size=2 * limits.message_bytes,
        ws_per_message_deflate=False,  # what is pushed is small, and squeezing it costs more than drawing
        ws_ping_interval=4,  # a network that died is noticed, and its player away, in a few seconds
        ws_ping_timeout=4,
        h11_max_incomplete_event_size=limits.header_bytes,
        backlog=AT_A_TIME,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        lifespan="off",  # whoever serves opens the house first, and the app with it
        timeout_graceful_shutdown=3,
    )
