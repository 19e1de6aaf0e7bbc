"""The docket in pages: every case is listed, and one is replayed while its page waits."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.web.inside import inside
from vingt.report.docket.case import docket


def test_the_page_lists_every_case_and_replays_one(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            listed = (await browser.get("/docket")).text
            for case in docket():
                assert f'href="/docket/{case.id}"' in listed
            assert (await browser.get("/docket/nothing")).status_code == 404
            first = await browser.get("/docket/unlicensed-trainee")
            assert "What the rulebook orders" in first.text
            page, tries = first, 0
            while "refresh" in page.headers and tries < 600:
                await asyncio.sleep(0.05)
                page, tries = await browser.get("/docket/unlicensed-trainee"), tries + 1
            assert "<strong>Stopped.</strong> refused: dealers and floorpersons deal" in page.text
            assert "here none" in page.text
            told = (await browser.get("/docket/unlicensed-trainee/figures.json")).json()
            assert told["ready"]
            assert told["replay"]["log_sound"]

    asyncio.run(look())
