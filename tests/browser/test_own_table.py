"""A submission of our own, handed in by an administrator as a file, opened, played, its limits changed."""

from __future__ import annotations

from pathlib import Path

from tests.browser.stage import House, Stage
from tests.browser.test_pages import PASSWORD, check, sign_in
from tests.live.test_named_tables import OWN

DROP = """(text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "corner.toml"));
  const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
  document.getElementById("text").dispatchEvent(drop);
}"""


def test_a_file_is_judged_opened_and_played(house: House, stage: Stage, tmp_path: Path) -> None:
    mine = tmp_path / "corner.toml"

    async def play() -> None:
        await house.order("administrator", f"floor {PASSWORD}")
        await house.order("arrange", "5s 9c 6d Kc 9h 8c 7h")
        async with house.guests(2) as (floor, ada):
            await sign_in(floor, "floor")
            await check(floor, "/admin/tables/new")
            mine.write_text(OWN.format(decks=7), "utf-8")
            await floor.page.set_input_files("#file", mine)
            await floor.page.wait_for_function("document.getElementById('text').value !== ''")
            await floor.page.get_by_role("button", name="Look at it").click()
            await floor.page.get_by_text("expected 6 or 8, not 7", exact=False).wait_for()
            await check(floor)
            floor.errors.clear()  # of the page that says no

            await floor.page.evaluate(DROP, OWN.format(decks=8))
            await floor.page.wait_for_function("document.getElementById('text').value.includes('decks = 8')")
            await floor.page.get_by_role("button", name="Look at it").click()
            await floor.page.get_by_role("heading", name="The corner table").wait_for()
            await check(floor)
            await floor.page.get_by_role("button", name="Open this table").click()
            await floor.page.wait_for_url("**/tables/md-pontoon-21-*")
            table = floor.page.url.rpartition("/")[2]

            await ada.see("/")
            await ada.page.get_by_role("button", name="Deal me in at The corner table").click()
            await ada.page.wait_for_url(f"**/tables/{table}")
            ada.table = table
            await ada.connected()
            seen = await ada.seen()
            (box,) = seen["you"]["boxes"]
            assert (seen["minimum"], seen["maximum"]) == (2500, 50_000)
            await ada.press("place_wager", box=box, wager="main")
            await ada.press("ready")

            await floor.see("/admin")
            form = floor.page.locator(f'form[action="/admin/tables/{table}/limits"]')
            await floor.page.locator("details", has=form).locator("summary").click()
            await form.get_by_label("Minimum").fill("50")
            await form.get_by_role("button").click()
            await floor.page.get_by_text("from the next round").first.wait_for()
            await ada.page.get_by_text("from the next round $50–$500").wait_for()  # pushed to the felt
            await ada.press("stand", box=box)
            await ada.page.get_by_text("New limits: $50–$500").wait_for()
            assert (await ada.seen())["minimum"] == 5000
            assert (await ada.seen())["last_rounds"][0]["number"] == 1

    stage.play(play())
