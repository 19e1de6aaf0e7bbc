"""What stands between the network and the pages: headers, size limits, origin, and no trace of an error."""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import sys
import time
import traceback
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vingt.web.network.exposure import Exposure
from vingt.web.network.limits import LIMITS
from vingt.web.network.metrics import WebMetrics

BODY_MAX = LIMITS.body_bytes  # the largest we ask for is a submission with all its comments
UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
log = logging.getLogger("vingt.web")


class TooLarge(Exception):
    """The body of a request is larger than anything we ask for."""


def same_origin(scope: Scope, headers: Mapping[str, str]) -> bool:
    """Whether a browser sent this from one of our own pages; what is no browser names no origin."""
    if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        named = urlsplit(origin)
    except ValueError:
        return False
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    return named.scheme == scheme and named.netloc == headers.get("host", "")


def form_token(secret: str) -> str:
    """The token that forms carry, made from a cookie that scripts of other sites cannot read."""
    return hashlib.sha256(f"vingt form\0{secret}".encode()).hexdigest()


def token_matches(secret: str, given: object) -> bool:
    return (
        bool(secret)
        and isinstance(given, str)
        and hmac.compare_digest(form_token(secret).encode(), given.encode("utf-8", "replace"))
    )


class Guard:
    """The outermost layer. Every answer gets the headers; what goes wrong below becomes a clean answer."""

    def __init__(self, app: ASGIApp, metrics: WebMetrics, exposure: Exposure) -> None:
        self.app, self.metrics, self.exposure = app, metrics, exposure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, headers, status = time.perf_counter(), Headers(scope=scope), 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                shown = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    shown[name] = value
                shown.setdefault("cache-control", "no-store")
                if scope["scheme"] == "https":
                    shown["strict-transport-security"] = "max-age=31536000"
            await send(message)

        refused = self.not_ours(headers) or refused_request(scope, headers)
        try:
            if refused is not None:
                await refused(scope, receive, answer)
            else:
                await self.app(scope, limited(receive), answer)
        except ClientDisconnect:  # gone, or too slow, before the body was all here
            status = status or 408
        except TooLarge:
            if not status:
                await plain(413, f"the request is larger than {BODY_MAX} bytes")(scope, receive, answer)
        except Exception:
            number = secrets.token_hex(4)
            log.error("failed", extra={"fields": {"number": number, "path": scope["path"], "where": where()}})
            if not status:
                await plain(500, f"something went wrong here; it is noted as {number}")(
                    scope, receive, answer
                )
        finally:
            taken = time.perf_counter() - began
            self.metrics.request(scope, status, taken)
            fields = {"method": scope["method"], "path": scope["path"][:200], "status": status}
            log.info("request", extra={"fields": {**fields, "ms": round(1000 * taken, 1)}})

    def not_ours(self, headers: Headers) -> Response | None:
        """A name that is not ours may be another site's, pointed at this machine to be read by its script."""
        words = self.exposure.refuses(headers.get("host"))
        return plain(421, words) if words else None

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if not same_origin(scope, headers) or self.exposure.refuses(headers.get("host")):
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": "from another site"})
            return
        with self.metrics.open_socket():
            try:
                await self.app(scope, receive, send)
            except Exception:
                log.error("failed", extra={"fields": {"path": scope["path"], "where": where()}})


def refused_request(scope: Scope, headers: Headers) -> Response | None:
    if scope["method"] in UNSAFE and not same_origin(scope, headers):
        return plain(403, "this came from another site")
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdecimal()):
        return plain(400, "content-length is no number")
    if len(length) > 12 or int(length) > BODY_MAX:
        return plain(413, f"the request is larger than {BODY_MAX} bytes")
    return None


def where() -> str:
    """The error being handled."""
    error = sys.exception()
    return passed(error) if error is not None else ""


def passed(error: BaseException) -> str:
    """An error and the lines it passed; its message stays out, for it may hold a card."""
    lines = " > ".join(f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__))
    return f"{type(error).__name__} in {lines}"


def plain(status: int, words: str) -> Response:
    return JSONResponse({"error": words}, status)


def limited(receive: Receive) -> Receive:
    """The same messages, but no more than BODY_MAX bytes of them."""
    left = BODY_MAX

    async def counted() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise TooLarge
        return message

    return counted
