"""The port that `vingt serve` opens."""

from __future__ import annotations

import asyncio
import socket

import pytest

from vingt.web.serving import listening


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_answers_do_not_wait_for_acknowledgements(host: str) -> None:
    async def serve() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def come(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            met = writer.get_extra_info("socket")
            found.set_result(met.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listening(host, 0) as listener:
            assert listener.proto == socket.IPPROTO_TCP  # by which asyncio knows it
            server = await asyncio.start_server(come, sock=listener)
            async with server:
                _, writer = await asyncio.open_connection(host, listener.getsockname()[1])
                no_delay = await asyncio.wait_for(found, 10)
                writer.close()
                return no_delay

    assert asyncio.run(serve()) != 0
