"""The open port of a house that is still reading its log: every path answers that it is starting."""

from __future__ import annotations

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LATER = {"retry-after": "2", "cache-control": "no-store"}
TRY_AGAIN_LATER = 1013  # the close code of WebSockets for it


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
            told = {"status": "starting", "error": "the house reads its log: try again in a moment"}
            await JSONResponse(told, 503, headers=LATER)(scope, receive, send)
