"""The pages themselves: nobody is left out, nothing comes from elsewhere, and a name is a name."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import ViewportSize

import vingt
from tests.browser.stage import DESK, PHONE, Guest, House, Stage

AXE = Path(__file__).parent / "axe" / "axe.min.js"
NAME = "<script>alert(1)</script"
AUDITOR, PASSWORD = "axel", "a long enough one"


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESK, "light")])
def test_axe_finds_nothing_serious(size: ViewportSize, scheme: str, house: House, stage: Stage) -> None:
    """On every page and in every state of a table, with a name that is written like a script."""

    async def look() -> None:
        await house.order("arrange", "8s Ah 8d 8c 3h 5d Jc")
        table = await house.order("open", "md-pontoon-21")
        login = f"{AUDITOR}{size['width']}"
        await house.order("auditor", f"{login} {PASSWORD}")
        screen = {"viewport": size, "color_scheme": scheme}
        async with house.guests(2, **screen) as (ada, olga):
            await check(ada, "/", "/sign-in", f"/tables/{table}", "/docket", "/docket/unlicensed-trainee")
            await ada.come_by_the_lobby(NAME, table)
            await ada.beside()
            await check(ada)
            await ada.page.locator("form[action$='/coach'] [value=hints]").click()
            await ada.page.locator("#coach [aria-pressed=true]", has_text="Hints").wait_for()
            await ada.felt_again()
            await ada.sit(2)
            await check(ada)
            await ada.press("decline_cut")
            await ada.press("place_wager", box=2, wager="main")
            await check(ada)
            await ada.press("ready")
            await check(ada)
            await ada.press("decline_insurance")
            await ada.page.locator(".act.best .worth").first.wait_for()
            await check(ada)
            await ada.press("surrender")
            await ada.beside()
            await ada.page.locator(".payments summary").first.click()
            await check(ada)
            await ada.felt_again()
            await ada.page.locator("#box-2 .area.main button.spot").click()
            await check(ada)
            await ada.page.keyboard.press("Escape")
            assert await ada.page.locator("#box-2 .holder").inner_text() == NAME
            under = f"/tables/{table}"
            await check(
                ada, f"{under}/rounds", f"{under}/rounds/1", f"{under}/shoes/1", f"{under}/rules", "/"
            )
            await check(ada, "/training", f"/training/session/{table}", "/training/drill")
            await ada.page.locator(".answers button").first.click()
            await ada.page.locator(".worths").wait_for()
            await check(ada)
            await check(ada, f"{under}/chart", "/nothing-here")
            ada.errors.clear()  # of the page that is not there
            await sign_in(olga, login)
            await check(olga, "/audit", f"{under}/rounds", f"{under}/rounds/1", f"{under}/rounds/1?step=9")
            await check(olga, "/audit?card=x", "/house-key", f"/audit?table={table}&player=a")
            olga.errors.clear()  # of the search that could not be read
            await olga.page.get_by_role("button", name="Verify now").click()
            await olga.page.get_by_text("The log is sound.").wait_for()
            await check(olga)

    stage.play(look())


async def sign_in(guest: Guest, login: str, sees: str = "Audit") -> None:
    await guest.see("/sign-in")
    form = guest.page.locator("form[action='/sign-in']")
    await form.get_by_label("Login").fill(login)
    await form.get_by_label("Password").fill(PASSWORD)
    await form.get_by_role("button").click()
    await guest.page.get_by_role("link", name=sees, exact=True).wait_for()


async def check(guest: Guest, *paths: str) -> None:
    """This page, or these: nothing serious for axe, and nothing wider than the window."""
    for path in paths or (None,):
        if path is not None:
            await guest.see(path)
        if not await guest.page.evaluate("'axe' in window"):
            # not subject to the page's policy, as a tag would be
            await guest.page.evaluate(AXE.read_text("utf-8"))
        # Style sheets and sounds are fetched again for rules that are not asked.
        told: dict[str, Any] = await guest.page.evaluate(
            "axe.run({resultTypes: ['violations'], preload: false})"
        )
        bad = [
            (each["impact"], each["id"], [node["html"][:200] for node in each["nodes"]])
            for each in told["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert bad == [], guest.page.url
        await not_too_wide(guest)


async def not_too_wide(guest: Guest) -> None:
    wide = await guest.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, (guest.page.url, guest.page.viewport_size)


def test_no_served_house_can_have_its_cards_arranged() -> None:
    """Only tests pass `shoes`; nothing in vingt does, and `live` and `web` read no environment."""
    source = Path(vingt.__file__).parent
    for path in source.rglob("*.py"):
        text = path.read_text("utf-8")
        if "shoes" in text:
            assert "shoes" not in {
                each.arg for each in ast.walk(ast.parse(text)) if isinstance(each, ast.keyword)
            }
        if path.is_relative_to(source / "live") or path.is_relative_to(source / "web"):
            assert not re.search(r"\benviron\b|getenv", text), path
