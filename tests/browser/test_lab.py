"""The manager in the lab: two choices, what they cost, a bar with its clause, an address to share, files."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

from playwright.async_api import ViewportSize

from tests.browser.stage import House, Stage
from tests.browser.test_pages import check
from vingt._version import __version__
from vingt.web.lab import units
from vingt.web.lab.address import lab_table

COMPUTES = 120_000  # milliseconds for an edge, compiled first, on a machine however busy
PLAIN = "rules=md-blackjack"
CHANGED = f"{PLAIN}&blackjack_pays=6%3A5&wagers.lucky-ladies.paytable=B"


def known_figures(folder: Path) -> None:
    """As a house keeps them, so that no test waits for what takes long: all but the edge and Lucky Ladies."""
    (folder / "lab").mkdir(exist_ok=True)
    for at, query in enumerate((PLAIN, CHANGED), 1):
        table = lab_table(query)
        parts = units.first_units(table.text)
        change = {"named": "soft17=S17", "instead_of": "H17", "clauses": [], "readings": ["J-18"], "text": ""}
        other = {"changes": [{**change, "unit": f"value-s17-{at}"}], "barred": [], "unaffected": 9}
        figures = {parts["worth"][1][0]: other, f"value-s17-{at}": {"house_edge": 0.003 * at}}
        figures |= {
            name: {"why": "not in this test"} for part in ("strategy", "law") for name, _ in parts[part][-1:]
        }
        for name, (_, (_, wager)) in parts["wagers"]:
            if wager != "lucky-ladies":
                figures[name] = {"why": "not in this test", "paytables": []}
        for name, figure in figures.items():
            kept = json.dumps({"vingt": __version__, "value": figure})
            (folder / "lab" / f"{name}.json").write_text(kept, "utf-8")


def test_a_manager_sees_what_six_to_five_is_worth_and_is_stopped_by_a_clause(
    house: House, stage: Stage
) -> None:
    known_figures(house.folder)

    async def look() -> None:
        async with house.guests(2) as (ada, bob):
            await ada.see("/lab")
            edge, worth = (ada.page.locator(part) for part in ("#part-edge .great b", "#part-worth .body"))
            await edge.wait_for(timeout=COMPUTES)
            before, costs = await edge.inner_text(), await worth.inner_text()
            await ada.page.get_by_label("Blackjack pays", exact=True).select_option("6:5")
            await ada.page.locator("#verdict", has_text="blackjack_pays 6:5").wait_for()
            await ada.page.locator("#i-w-lucky-ladies").select_option("B")
            await ada.page.wait_for_url(f"**/lab?{CHANGED}")
            await ada.page.locator("#part-edge .great b", has_not_text=before).wait_for(timeout=COMPUTES)
            after = await edge.inner_text()
            assert float(after[:-1]) - float(before[:-1]) > 1.3  # points that 6 to 5 is known to cost
            assert await worth.inner_text() != costs
            ladies = ada.page.locator("#part-wagers tr.on", has_text="Lucky Ladies")
            assert "24.709%" in await ladies.inner_text()
            await ada.page.get_by_label("Decks", exact=True).press("ArrowUp")  # 7: a paytable goes by decks
            await ada.page.locator("#verdict .refused").wait_for()
            told = await ada.page.locator("#verdict .problem", has_text="match-the-dealer").inner_text()
            assert "MD-BJ" in told
            assert await ada.page.get_by_role("button", name="Open this table").is_disabled()
            await ada.page.get_by_label("Decks", exact=True).press("ArrowDown")
            await ada.page.locator("#verdict .allowed").wait_for()
            async with ada.page.expect_download() as coming:
                await ada.page.get_by_role("link", name="TOML").click()
            kept = (await coming.value).suggested_filename
            assert kept == "my-table.toml"
            await bob.page.set_viewport_size(ViewportSize(width=360, height=640))
            await bob.page.goto(ada.page.url)  # shared
            assert await bob.page.locator("#part-edge .great b").inner_text() == after
            await check(bob)
            await check(ada)
            for kind, words in (("csv", "lucky-ladies"), ("html", after), ("toml", 'blackjack_pays = "6:5"')):
                answer = await ada.context.request.get(f"{house.address}/lab/my-table.{kind}?{CHANGED}")
                assert words in await answer.text(), kind
            await ada.page.get_by_role("button", name="Open this table").click()
            await ada.connected()
            assert "Blackjack pays 6 to 5" in await ada.page.content()
            await ada.see(f"/lab?{PLAIN}&against={quote(CHANGED)}")
            await ada.page.locator("#part-compare", has_text="pays.natural").wait_for()

    stage.play(look())
