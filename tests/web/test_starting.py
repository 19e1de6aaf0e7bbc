"""A house that is still reading its log."""

from __future__ import annotations

import asyncio
import re

import httpx

from vingt.web.network.starting import Door


def test_a_browser_gets_a_page_that_looks_again_and_a_program_json() -> None:
    async def scene() -> None:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(Door()), base_url="http://house"
        ) as client:
            page = await client.get("/lab?rules=md-blackjack", headers={"accept": "text/html,*/*;q=0.8"})
            sent = await client.post("/enter", headers={"accept": "text/html"})
            told = await client.get("/lab")
        assert [each.status_code for each in (page, sent, told)] == [503] * 3
        assert refreshed(page) == "2"  # the same address
        assert refreshed(sent) == "2; url=/"  # nothing is sent twice
        assert "was not done" in sent.text
        assert told.json()["status"] == "starting"

    asyncio.run(scene())


def refreshed(page: httpx.Response) -> str:
    found = re.search(r'http-equiv="refresh" content="([^"]*)"', page.text)
    return found[1] if found else ""
