"""A server with a real socket on this machine, in the loop of the test."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn


@asynccontextmanager
async def local_server(config: uvicorn.Config, host: str = "127.0.0.1") -> AsyncIterator[int]:
    """It listens until the test has left; the port."""
    listener = socket.create_server((host, 0))
    server = uvicorn.Server(config)
    task = asyncio.create_task(server._serve([listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await task
        listener.close()
