"""The handbook in the browser, as the house serves it: nothing is barred, search works, it fits a phone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import uvicorn
from playwright.async_api import ViewportSize

from tests.browser.stage import PATIENCE, Stage
from tests.handbook.built import built_site
from tests.web.inside import inside

PATHS = (
    "/docs",
    "/docs/rules/md-blackjack/values/",
    "/docs/rules/md-blackjack/wagers/",
    "/docs/guide/manager/",
)


def test_the_handbook_in_the_browser(
    stage: Stage, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> None:
    site = built_site(tmp_path_factory, worker_id)

    async def scene() -> None:
        async with inside(tmp_path, site=site) as here:
            server = uvicorn.Server(uvicorn.Config(here.app, host="127.0.0.1", port=0, log_level="warning"))
            serving = asyncio.create_task(server.serve())
            while not server.started:
                await asyncio.sleep(0.05)
            port = server.servers[0].sockets[0].getsockname()[1]
            try:
                for size in (ViewportSize(width=360, height=640), ViewportSize(width=1366, height=650)):
                    await look(stage, f"http://127.0.0.1:{port}", size)
            finally:
                server.should_exit = True
                await serving

    stage.play(scene())


async def look(stage: Stage, house: str, size: ViewportSize) -> None:
    context = await stage.browser.new_context(viewport=size)
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith(house) else wrong.append(asked.url))
    for path in PATHS:
        await page.goto(house + path)
        await page.wait_for_load_state("networkidle")
        assert await page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
    await page.goto(f"{house}/docs/rules/ma-pontoon-21/2(a)%231")
    await page.wait_for_url("**/ma-pontoon-21/2/#2(a)%231")
    assert await page.evaluate("document.querySelector(':target') !== null")
    await page.wait_for_load_state("networkidle")
    await page.keyboard.press("Control+k")
    await page.keyboard.type("determinant card")
    found = page.get_by_role("option", name="MD-BJ 7.C").first
    await found.wait_for()
    assert wrong == []
    await context.close()
