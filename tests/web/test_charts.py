"""Charts for pages: computed ahead, kept, and the cell of the hand in play."""

from __future__ import annotations

import asyncio
import time
from functools import cache
from pathlib import Path

import pytest

from tests.live.quiet_house import Arranged
from tests.web.inside import inside, settle
from vingt.analysis.chart.chart import row_name
from vingt.analysis.chart.place import place_of
from vingt.analysis.chart.rows import rows_of
from vingt.analysis.exact.lookups import lookups
from vingt.core.cards import DECK, cards
from vingt.core.rounds.state import Hand
from vingt.rulebook import library
from vingt.web.computation.charts import ChartShown, cell_of, chart_made, chart_of, shown
from vingt.web.computation.figures import AHEAD, NOW, FigureJson, FigureWorkers, Wait, keep

EDGE_21 = "md-players-edge-21/default"  # doubles again, rescues, stars, exceptions by number of cards


@cache
def made(game: str) -> FigureJson:
    return chart_made(library.table_rules(game))


def rung(
    game: str, held: str, up: str, *, may_split: bool = True, **more: object
) -> tuple[str, str, str, str]:
    """Title, row, text and advice of the cell that is marked for a hand."""
    rules = library.table_rules(game)
    hand = Hand(cards(held), **more)  # type: ignore[arg-type]
    chart = shown(made(game), place_of(rules, hand, cards(up)[0], may_split=may_split))
    marked = [
        (table.title, row.name, cell.text)
        for table in chart.tables
        for row in table.rows
        for cell in row.cells
        if cell.now
    ]
    assert len(marked) == 1
    assert [row.now for table in chart.tables for row in table.rows].count(True) == 1
    return (*marked[0], chart.says)


@pytest.mark.parametrize("game", [EDGE_21, "md-blackjack/default"])
def test_a_hand_is_found_where_charts_are_made(game: str) -> None:
    """For every hand of two and three values: the section and row by which best_chart sorts it."""
    rules = library.table_rules(game)
    found = lookups(rules)
    sections, rows = rows_of(found)
    one = {each: next(c for c in DECK if c.rank == each) for each in ("A", *map(str, range(2, 10)), "K")}
    by_value = list(one.values())
    checked = 0
    for index in range(len(found.hands)):
        counts = found.hands.counts[index]
        if found.hands.size[index] in (2, 3) and found.total[index] < 21:
            held = tuple(by_value[value] for value in range(10) for _ in range(counts[value]))
            place = place_of(rules, Hand(held), by_value[5], may_split=True)
            section = sections[index]
            assert place.rows[0] == (section, row_name(section, int(rows[index])))
            checked += 1
    assert checked > 200


def test_the_cell_of_every_kind_of_hand() -> None:
    assert rung("md-blackjack/default", "Ks 6h", "10d")[:3] == ("Hard totals", "16", "Rs")
    assert rung("md-blackjack/default", "As 7h", "6d")[:2] == ("Soft totals", "18")
    assert rung("md-blackjack/default", "8s 8h", "6d")[:3] == ("Pairs", "88", "P")
    assert rung("md-blackjack/default", "Ks Qh", "6d")[3] == "Your pair of tens against a 6: stand."
    assert rung("md-blackjack/default", "8s 8h", "6d", may_split=False)[:2] == ("Hard totals", "16")
    assert rung("md-blackjack/default", "5s 6h", "6d")[3] == "Your hard 11 against a 6: double."
    assert rung("md-blackjack/default", "2s 3h 6d", "6d")[3] == "Your hard 11 in 3 cards against a 6: hit."
    assert rung(EDGE_21, "5s 6h", "6d", from_split=True)[0] == "After a split: hard"
    once = rung(EDGE_21, "5s 6h 2d", "Kd", doubles=1)
    assert once[0] == "Doubled once: hard"
    assert once[3] == "Your doubled 13 against a ten: rescue."
    assert rung(EDGE_21, "5s 6h 2d 2c 2h", "Kd", doubles=3)[0] == "Doubled thrice: hard"


def test_what_a_cell_says_depends_on_the_number_of_cards() -> None:
    """S4: stand with three cards, hit with four."""
    chart = made(EDGE_21)
    row = next(row for row in chart["tables"][0]["rows"] if "14" in row["covers"])
    at, (text, _) = next((at, cell) for at, cell in enumerate(row["cells"]) if cell[0].startswith("S4"))
    up = f"{chart['ups'][at]}d"
    assert chart["plays"][text][:3] == "SSH"
    assert rung(EDGE_21, "2s 4h 8d", up)[3].endswith("stand.")
    assert rung(EDGE_21, "2s 4h 5d 3c", up)[3].endswith("hit.")


def test_every_place_of_a_chart_can_be_found() -> None:
    """No section of a chart is out of reach of `cell_of`."""
    chart = made(EDGE_21)
    reached = set()
    for held in ("5s 9h", "As 6h", "8s 8h"):
        for more in ({}, {"from_split": True}, {"doubles": 1}, {"doubles": 2}, {"doubles": 3}):
            hand = Hand((*cards(held), *(cards("2d") if "doubles" in more else ())))._replace(**more)
            place = place_of(library.table_rules(EDGE_21), hand, cards("6d")[0], may_split=not more)
            found = cell_of(chart, place)
            assert found is not None
            reached.add(found[0])
    assert reached == set(range(len(chart["tables"])))


def test_a_chart_is_computed_ahead_and_found_again_after_a_restart(tmp_path: Path) -> None:
    rules = library.table_rules("md-pontoon-21")

    async def first() -> None:
        figures = FigureWorkers(tmp_path)
        asked = chart_of(figures, rules, urgency=AHEAD)
        assert isinstance(asked, Wait)
        while isinstance(asked, Wait):
            assert not asked.failed
            await asyncio.sleep(0.05)
            asked = chart_of(figures, rules)
        await figures.close()

    async def again() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table = await here.table("md-pontoon-21")
            before = time.process_time()  # however busy the machine is
            page = await browser.get(f"/tables/{table.id}/chart")
            took = time.process_time() - before
            assert "Hard totals" in page.text
            assert "refresh" not in page.headers
            assert took < 0.3

    asyncio.run(first())
    asyncio.run(again())


def test_a_chart_that_is_not_ready_says_so_and_looks_again(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            release = asyncio.Event()
            loop = asyncio.get_running_loop()
            blocked = here.app.state.desk.figures.slow.do(
                lambda: asyncio.run_coroutine_threadsafe(release.wait(), loop).result(20)
            )
            table = await here.table("md-blackjack")
            page = await browser.get(f"/tables/{table.id}/chart")
            assert page.status_code == 200
            assert "being computed" in page.text
            assert page.headers["refresh"] == "2"
            drawn = await browser.get(f"/tables/{table.id}/chart?drawer")
            assert "refresh" not in drawn.headers  # it would reload the table under the drawer
            assert 'data-again="2"' in drawn.text
            here.app.state.desk.figures.slow.stop()
            release.set()
            await asyncio.wrap_future(blocked)

    asyncio.run(look())


def test_what_somebody_waits_for_comes_before_what_nobody_asked_for(tmp_path: Path) -> None:
    async def look() -> None:
        figures, order = FigureWorkers(tmp_path), list[str]()
        release = asyncio.Event()
        loop = asyncio.get_running_loop()
        figures.slow.do(lambda: asyncio.run_coroutine_threadsafe(release.wait(), loop).result(20))

        def make(name: str) -> FigureJson:
            order.append(name)
            return {"name": name}

        for name in ("first", "second", "third"):
            assert isinstance(figures.look(name, lambda name=name: make(name), AHEAD), Wait)  # type: ignore[misc]
        hurried = figures.look("third", lambda: make("third"), NOW)
        assert isinstance(hurried, Wait)
        assert hurried.before == 0
        await asyncio.sleep(0.01)
        release.set()
        while figures.jobs:
            await asyncio.sleep(0.01)
        assert order == ["third", "first", "second"]
        assert FigureWorkers(tmp_path).look("second", dict) == {"name": "second"}
        keep(tmp_path / "figures" / "second.json", '{"vingt": "another", "value": {}}')
        assert FigureWorkers(tmp_path).read("second") is None
        await figures.close()

    asyncio.run(look())


def test_a_figure_that_fails_is_not_tried_for_ever(tmp_path: Path) -> None:
    async def look() -> None:
        figures = FigureWorkers(tmp_path)

        def fail() -> FigureJson:
            raise ArithmeticError

        figures.look("bad", fail)
        while not figures.jobs["bad"].failed:
            await asyncio.sleep(0.01)
        found = figures.look("bad", fail)
        assert isinstance(found, Wait)
        assert found.failed
        await figures.close()

    asyncio.run(look())


def test_the_page_rings_the_decision_at_hand(tmp_path: Path) -> None:
    async def look() -> None:
        shoes = Arranged(seed=21)
        shoes.first = cards("2c Ks 6d 6h 9c 5d")
        async with inside(tmp_path, shoes) as here, here.browser() as browser:
            here.app.state.desk.figures.by_name[f"chart-{library.table_rules('md-blackjack').identity}"] = (
                made("md-blackjack/default")
            )
            table = await here.table("md-blackjack")
            person = await browser.come("Ada")
            calm = (await browser.get(f"/tables/{table.id}/chart")).text
            assert 'id="chart-now"' not in calm
            await browser.press(table, "take_seat", box="1")
            await settle(table)
            view = table.view(person)
            cut = next(p.choices[0] for p in view.prompts if p.kind == "cut")
            await browser.press(table, "cut", place=str((cut.least + cut.most) // 2))
            await settle(table)
            await browser.press(table, "place_wager", box="1", wager="main", amount="500")
            await browser.press(table, "ready")
            await settle(table)
            view = table.view(person)
            mine = next(box for box in view.boxes if box.yours).hands[0]
            page = (await browser.get(f"/tables/{table.id}/chart?drawer")).text
            assert page.count('id="chart-now"') == 1
            assert "now: " in page
            chart = chart_of(here.app.state.desk.figures, table.rules)
            assert isinstance(chart, ChartShown)
            assert f"{mine.points}" in page.partition("chart-says")[2][:90]

    asyncio.run(look())
