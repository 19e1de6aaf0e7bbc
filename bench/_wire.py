"""The least of WebSockets and HTTP that a load needs: clients share the machine with what they measure."""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
Told = Callable[[bytes], None]


class Socket(asyncio.Protocol):
    """A WebSocket: `told` gets every text message, undecoded; `gone` the close code, or 0."""

    def __init__(self, path: str, headers: str, told: Told, gone: Callable[[int], None]) -> None:
        self.told, self.gone = told, gone
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
        ).encode()
        self._read = bytearray()
        self._open = False
        self._code = 0
        self.bytes = 0
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self._read += data
        if not self._open:
            head, found, rest = bytes(self._read).partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(head[:60].decode("latin-1"))
            self._open, self._read = True, bytearray(rest)
        while self._frame():
            pass

    def _frame(self) -> bool:
        read = self._read
        if len(read) < 2:
            return False
        size, start = read[1], 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            if len(read) < 2 + wide:
                return False
            size, start = int.from_bytes(read[2 : 2 + wide], "big"), 2 + wide
        if len(read) < start + size:
            return False
        kind, content = read[0] & 15, bytes(read[start : start + size])
        del read[: start + size]
        if kind == TEXT:
            self.told(content)
        elif kind == PING:
            self._send(PONG, content)
        elif kind == CLOSE:
            self._code = int.from_bytes(content[:2], "big")
        return True

    def send(self, text: str) -> None:
        self._send(TEXT, text.encode())

    def _send(self, kind: int, content: bytes) -> None:
        """Masked with zeros, which costs nothing and is a mask like any other."""
        assert self.transport is not None
        size = len(content)
        head = struct.pack("!BB", 0x80 | kind, 0x80 | min(size, 126))
        wide = struct.pack("!H", size) if size >= 126 else b""
        self.transport.write(head + wide + bytes(4) + content)

    def connection_lost(self, error: Exception | None) -> None:
        self.gone(self._code)


class Requests(asyncio.Protocol):
    """A connection for one request after the other; `told` gets each answer's status line, or b"" when the
    connection was lost. One that the house closed, because nothing was asked for a while, is opened anew."""

    def __init__(self, port: int, headers: str) -> None:
        self.port, self.headers = port, headers
        self._read = b""
        self.told: Told | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport, self._read = transport, b""

    def get(self, path: str, told: Told) -> None:
        self._ask(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{self.headers}\r\n", told)

    def post(self, path: str, body: str, told: Told) -> None:
        kind = "application/x-www-form-urlencoded"
        self._ask(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(body)}\r\n{self.headers}\r\n{body}",
            told,
        )

    def _ask(self, request: str, told: Told) -> None:
        self.told = told
        self._sending = asyncio.ensure_future(self._send(request.encode()))

    async def _send(self, request: bytes) -> None:
        if self.transport is None or self.transport.is_closing():
            await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)
        assert self.transport is not None
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._read += data
        head, found, body = self._read.partition(b"\r\n\r\n")
        if not found:
            return
        size = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
        if len(body) >= int(size or b"0"):
            self._answer(head.partition(b"\r\n")[0])

    def connection_lost(self, error: Exception | None) -> None:
        self.transport = None
        self._answer(b"")

    def _answer(self, line: bytes) -> None:
        told, self.told, self._read = self.told, None, b""
        if told is not None:
            told(line)


def cpu_seconds(process: int) -> float:
    """What a process has used so far, its threads included."""
    with open(f"/proc/{process}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
