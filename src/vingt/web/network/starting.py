"""The open port of a house that is still reading its log: every path answers that it is starting, to browsers
by a page that looks again."""

from __future__ import annotations

import hashlib
from base64 import b64encode

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from vingt.web.network.security import HEADERS

AGAIN = 2  # seconds
LATER = {"retry-after": f"{AGAIN}", "cache-control": "no-store"}
TRY_AGAIN_LATER = 1013  # the close code of WebSockets for it
# Nothing else is served yet: the page brings its own few lines of style, in the colours of vingt.css.
STYLE = """
:root { color-scheme: light dark;
  --paper: #f4f1ea; --sheet: #fffdf8; --ink: #1d211e; --soft: #5c635d; --line: #ddd8cb }
@media (prefers-color-scheme: dark) {
  :root { --paper: #101412; --sheet: #191f1c; --ink: #e9ece6; --soft: #a3aca5; --line: #2d3631 }
}
body { margin: 0; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif }
main { max-width: 27rem; margin: 15vh auto 0; padding: 1.1rem 1.25rem; background: var(--sheet);
  border: 1px solid var(--line); border-radius: 14px }
h1 { margin: 0 0 .5rem; font: 400 1.6rem/1.2 "Palatino Linotype", Palatino, Georgia, serif }
progress { width: 100%; accent-color: #17694a }
p { margin: .6rem 0 0; color: var(--soft) }
"""
ALLOWED = f"sha256-{b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}"
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="{again}"><title>The house is starting · vingt</title>
<style>{style}</style></head>
<body><main><h1>The house is starting</h1>
<progress aria-label="The house reads its log"></progress>
<p>It reads its log, so that every table goes on where it was. {then}</p></main></body></html>
"""


class Door:
    """Whatever stands behind it answers; until then, the door does."""

    def __init__(self) -> None:
        self.behind: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.behind is not None:
            await self.behind(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": "starting"})
        else:
            await starting(scope)(scope, receive, send)


def starting(scope: Scope) -> Response:
    if "text/html" not in Headers(scope=scope).get("accept", ""):
        told = {"status": "starting", "error": "the house reads its log: try again in a moment"}
        return JSONResponse(told, 503, headers=LATER)
    if scope["method"] in ("GET", "HEAD"):
        page = PAGE.format(style=STYLE, again=AGAIN, then="This page comes by itself in a moment.")
    else:  # what was sent is not sent again
        page = PAGE.format(style=STYLE, again=f"{AGAIN}; url=/", then="What you sent was not done.")
    policy = f"default-src 'none'; style-src '{ALLOWED}'; base-uri 'none'; frame-ancestors 'none'"
    return HTMLResponse(page, 503, headers={**HEADERS, "content-security-policy": policy, **LATER})
