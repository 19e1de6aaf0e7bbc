"""The manager in the lab: two choices, what they cost, a bar with its clause, an address to share, files."""

from __future__ import annotations

import json
from base64 import b64encode
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from playwright.async_api import ViewportSize

from tests.browser.stage import House, Stage
from tests.browser.test_pages import check
from vingt._version import __version__
from vingt.web.lab import units
from vingt.web.lab.address import lab_table
from vingt.web.lab.errands import packet_unit

COMPUTES = 120_000  # milliseconds for an edge, compiled first, on a machine however busy
PLAIN = "rules=md-blackjack"
SIX_TO_FIVE = f"{PLAIN}&blackjack_pays=6%3A5"
CHANGED = f"{SIX_TO_FIVE}&wagers.lucky-ladies.paytable=B"


def known_figures(folder: Path) -> None:
    """As a house keeps them, so that no test waits for what takes long: all but the edge and Lucky Ladies."""
    (folder / "lab").mkdir(exist_ok=True)
    for at, query in enumerate((PLAIN, CHANGED), 1):
        table = lab_table(query)
        parts = units.first_units(table.text)
        change = {
            **{"named": "soft17=S17", "instead_of": "H17", "clauses": [], "readings": ["J-18"], "text": ""},
            **{"words": "dealer's soft 17: stands (S17)", "instead": "hits (H17)"},
            **{"choices": [["soft17", "S17"]], "accepts": []},
        }
        other = {"changes": [{**change, "unit": f"value-s17-{at}"}], "barred": [], "unaffected": 9}
        figures = {parts["worth"][1][0]: other, f"value-s17-{at}": {"house_edge": 0.003 * at}}
        figures |= {
            name: {"why": "not in this test"} for part in ("strategy", "law") for name, _ in parts[part][-1:]
        }
        for name, (_, (_, wager)) in parts["wagers"]:
            if wager != "lucky-ladies":
                figures[name] = {"why": "not in this test", "paytables": []}
        day = datetime.now(UTC).date().isoformat()
        packet = {"html": "<p>packet", "pdf": b64encode(b"%PDF").decode(), "digest": "d1" * 32, "sheets": 16}
        figures[packet_unit(table.text, day)[0]] = packet
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
            await ada.page.locator("#verdict", has_text="Blackjack pays: 6 to 5").wait_for()
            await ada.page.locator("#s-wagers > summary").press("Enter")
            await ada.page.locator("#i-w-lucky-ladies").select_option("B")
            await ada.page.wait_for_url(f"**/lab?{CHANGED}")
            await ada.page.locator("#part-edge .great b", has_not_text=before).wait_for(timeout=COMPUTES)
            after = await edge.inner_text()
            assert float(after[:-1]) - float(before[:-1]) > 1.3  # points that 6 to 5 is known to cost
            assert await ada.page.locator("#tile-edge .figure").inner_text() == after
            assert before in await ada.page.locator("#tile-edge .words").last.inner_text()  # where she began
            assert await worth.inner_text() != costs
            change = worth.get_by_role("link", name="Dealer's soft 17: stands (S17)")
            assert await change.get_attribute("href") == f"/lab?{CHANGED}&soft17=S17"
            ladies = ada.page.locator("#part-wagers details.side", has_text="Lucky Ladies")
            assert "24.709%" in await ladies.locator("summary").inner_text()
            await ada.page.go_back()
            await ada.page.wait_for_url(f"**/lab?{SIX_TO_FIVE}")
            await ada.until("document.getElementById('i-w-lucky-ladies').value === 'A'")
            await ada.page.go_forward()
            await ada.until("document.getElementById('i-w-lucky-ladies').value === 'B'")
            await ada.page.get_by_label("Decks", exact=True).press("ArrowUp")  # 7: a paytable goes by decks
            await ada.page.locator("#verdict .refused").wait_for()
            told = await ada.page.locator("#verdict .problem", has_text="match-the-dealer").inner_text()
            assert "MD-BJ" in told
            assert "Do not offer it" in told
            assert await ada.page.get_by_role("button", name="Open this table").is_disabled()
            await ada.page.get_by_label("Decks", exact=True).press("ArrowDown")
            await ada.page.locator("#verdict .allowed").wait_for()
            async with ada.page.expect_download() as coming:
                await ada.page.get_by_role("link", name="TOML").click()
            kept = (await coming.value).suggested_filename
            assert kept == "my-table.toml"
            await ada.page.get_by_role("button", name="Make the packet").press(" ")
            async with ada.page.expect_download() as coming:
                await ada.page.get_by_role("link", name="The packet, PDF").click()
            assert (await coming.value).suggested_filename == "packet.pdf"
            await ada.page.get_by_role("button", name="Leave the packet").press("Enter")
            await bob.page.set_viewport_size(ViewportSize(width=360, height=640))
            await bob.page.goto(ada.page.url)  # shared
            assert await bob.page.locator("#part-edge .great b").inner_text() == after
            assert await bob.page.evaluate("document.documentElement.scrollWidth") == 360
            assert await bob.page.locator("#tile-day").is_visible()  # answers come first
            await check(bob)
            await check(ada)
            kinds = (
                ("csv", "lucky-ladies"),
                ("html", after),
                ("toml", 'blackjack_pays = "6:5"'),
                ("pdf", after),
            )
            for kind, words in kinds:
                answer = await ada.context.request.get(f"{house.address}/lab/my-table.{kind}?{CHANGED}")
                assert words.encode() in await answer.body(), kind
            await ada.page.get_by_role("button", name="Open this table").click()
            await ada.connected()
            assert "Blackjack pays 6 to 5" in await ada.page.content()
            await ada.see(f"/lab?{PLAIN}&against={quote(CHANGED)}")
            await ada.page.locator("#part-compare", has_text="Blackjack pays").wait_for()

    stage.play(look())
