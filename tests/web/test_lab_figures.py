"""What the lab computes: the figures of the commands, one thing at a time for each visitor, and kept."""

from __future__ import annotations

import asyncio
import json
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from vingt.analysis.exact.side.cases import as_offered
from vingt.analysis.exact.side.value import value
from vingt.analysis.options.worth import Varied, feels, plan
from vingt.report.edge.variation import vary_page
from vingt.report.lab.day import DayAsked, day_shown
from vingt.report.lab.main_wager import worth_shown
from vingt.report.lab.side_wagers import wagers_shown
from vingt.report.wagers.par_sheet import facts, overview
from vingt.report.words.figures import percent, signed
from vingt.web.lab import errands, jobs, units
from vingt.web.lab.address import lab_table
from vingt.web.lab.jobs import LabJobs
from vingt.web.network.limits import LIMITS, TooMany

TABLE = lab_table("rules=md-blackjack&blackjack_pays=6%3A5&wagers.lucky-ladies.paytable=B")


def test_what_each_option_is_worth_is_what_vary_says(monkeypatch: pytest.MonkeyPatch) -> None:
    at = units.proposal_of(TABLE.text)
    planned = plan(at.document, at.submission)
    monkeypatch.setattr(units, "plan", lambda *given: planned)
    changes = units.changes_made(TABLE.text)
    for change, told in zip(planned.changes, changes["changes"], strict=True):
        assert feels(units.proposal_of(told["text"]).rules) == feels(change.rules)
    edges = {told["unit"]: 0.01 + 0.0007 * at for at, told in enumerate(changes["changes"], -4)}
    values = {name: {"house_edge": edge} for name, edge in edges.items()}
    shown = worth_shown(
        {"house_edge": 0.01}, changes, values, at.document.cites_as, 7_000_000, lambda change: change["named"]
    )
    varied = [
        Varied(change, edges[told["unit"]], edges[told["unit"]] - 0.01)
        for change, told in zip(planned.changes, changes["changes"], strict=True)
    ]
    varied.sort(key=lambda each: -abs(each.effect))

    class Base:
        rules, house_edge = at.rules, 0.01

    page: Any = vary_page(at, Base(), planned, varied, 2500)  # type: ignore[arg-type]
    table = next(each for each in page.parts if getattr(each, "columns", ())[:1] == ("choice",))
    rows = [(each.named, each.instead_of, each.edge, each.effect, each.cite) for each in shown.moved]
    assert rows == [tuple(row) for row in table.rows]
    assert all(each.bar.gains == each.effect.startswith("+") for each in shown.moved)
    largest = shown.moved[0]
    assert largest.a_day == signed(round(float(largest.effect) / 100 * 7_000_000 / 100) * 100)
    assert shown.first + shown.rest == shown.moved
    last = changes["changes"][-1]["unit"]  # not known yet: the others are shown meanwhile, and ranked alike
    early = {name: figure for name, figure in values.items() if name != last}
    part = worth_shown({"house_edge": 0.01}, changes, early, at.document.cites_as, 1, lambda change: "")
    waiting = [told["named"] for told in changes["changes"] if told["unit"] == last]
    assert part.waits == len(waiting)
    named = [each.named for each in shown.moved if each.named not in waiting]
    assert [each.named for each in part.moved] == named


def test_a_progressive_wager_says_what_it_holds_in_the_long_run() -> None:
    text = lab_table("rules=md-players-edge-21/eight-decks-monster-match").text
    at = units.proposal_of(text)
    (shown,) = wagers_shown(at, {"monster-match": units.wager_made(text, "monster-match")}).offered
    offer = at.rules.wager("monster-match")
    assert offer is not None
    told = dict(facts(value(as_offered(at.document, at.rules, offer, at.submission.raw))))
    assert shown.here is not None
    assert shown.here.long_run == percent(-float(told["in the long run"].split()[0]), 3)
    assert shown.here.long_run in shown.besides
    assert shown.here.long_run != shown.here.edge


def test_side_wagers_are_as_the_command_prints_them() -> None:
    at = units.proposal_of(TABLE.text)
    known = {"lucky-ladies": units.wager_made(TABLE.text, "lucky-ladies")}
    (shown,) = wagers_shown(at, known).offered
    assert [(table.id, table.offered) for table in shown.paytables] == [("A", False), ("B", True)]
    offer = at.rules.wager("lucky-ladies")
    assert offer is not None
    page: Any = overview(at, [value(as_offered(at.document, at.rules, offer, at.submission.raw))])
    row = next(each for each in page.parts if hasattr(each, "rows")).rows[0]
    table = shown.paytables[1]
    assert (table.edge, table.ev, table.hits, table.deviation, table.covers) == tuple(row[3:8])
    day = day_shown(at.rules, {"why": "not asked"}, known, DayAsked(560, 5, 2500, 500, 0.5))
    (main, ladies) = day.rows
    assert main.interval is None
    assert main.mean is None
    assert ladies.handle == 5 * 500 * 280
    assert ladies.interval is not None
    assert ladies.interval.mean == pytest.approx(known["lucky-ladies"]["law"]["edge"] * ladies.handle)
    assert ladies.interval.least < ladies.interval.mean < ladies.interval.most
    assert day.all.interval is not None
    assert day.all.interval.mean == ladies.interval.mean


def test_a_progressive_wager_is_in_the_day_with_what_goes_into_its_meters() -> None:
    text = lab_table("rules=md-blackjack/double-deck-progressives").text
    at = units.proposal_of(text)
    known = {wager: units.wager_made(text, wager) for wager in ("super-4",)}
    day = day_shown(at.rules, {"why": "not asked"}, known, DayAsked(560, 5, 2500, 500, 0.5))
    _, super_4 = day.rows
    (paytable,) = [each for each in known["super-4"]["paytables"] if each["paytable"] == "A"]
    assert super_4.mean == pytest.approx(-paytable["long_run_ev"] * super_4.handle)
    assert super_4.interval is not None
    assert any("what goes into its meters" in note for note in day.notes)
    assert any("Must Hit Progressive: left out" in note for note in day.notes)  # it comes with Super 4


def test_figures_that_a_change_cannot_move_keep_their_names() -> None:
    base, other = (
        lab_table(f"rules=md-blackjack{more}") for more in ("", "&wagers.trilux.paytable=off&seats=5")
    )
    named = [units.first_units(each.text) for each in (base, other)]
    assert named[0]["edge"][0][0] == named[1]["edge"][0][0]
    assert named[0]["strategy"][0][0] == named[1]["strategy"][0][0]
    moved = units.first_units(TABLE.text)
    assert moved["edge"][0][0] != named[0]["edge"][0][0]
    same = {unit[0] for unit in named[0]["wagers"]} & {unit[0] for unit in moved["wagers"]}
    assert len(same) == len(moved["wagers"]) - 2  # Lucky Ladies, and Bad Beat, which hands decide


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> dict[str, threading.Event]:
    """Units are named by what they wait for; `done` lists them as they end."""
    gates: dict[str, threading.Event] = {}

    def work(unit: errands.Unit) -> Any:
        gate = gates.setdefault(unit[0], threading.Event())
        return partial(waited, gate, unit[0])

    monkeypatch.setattr(jobs, "work", work)
    monkeypatch.setattr(jobs, "PROCESSES", 1)
    return gates


def waited(gate: threading.Event, name: str) -> dict[str, str]:
    assert gate.wait(20)
    return {"made": name}


def unit(name: str) -> errands.Unit:
    return name, ("value", ())


async def until(holds: Any) -> None:
    for _ in range(1000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError


def test_visitors_take_turns_the_newest_wish_first_and_all_is_kept(
    tmp_path: Path, slow: dict[str, threading.Event]
) -> None:
    async def go() -> None:
        lab = LabJobs(tmp_path, False, LIMITS)
        ada, bob = lab.visitor("ada", "10.0.0.1"), lab.visitor("bob", "10.0.0.2")
        lab.want(ada, [unit("a1"), unit("a2")])
        lab.want(bob, [unit("b1")])
        assert list(lab.running) == ["a1"]
        lab.want(ada, [unit("a3")])  # she has turned another knob: a2 is never computed
        for name, after in (("a1", "b1"), ("b1", "a3")):
            await until(lambda name=name: name in slow)
            slow[name].set()
            await until(lambda after=after: after in lab.running)
            assert len(lab.running) == 1
        await until(lambda: "a3" in slow)
        slow["a3"].set()
        await until(lambda: not lab.running)
        assert sorted(path.stem for path in tmp_path.glob("lab/*.json")) == ["a1", "a3", "b1"]
        await lab.close()
        again = LabJobs(tmp_path, False, LIMITS)
        await again.store.look(["a1", "a2"])
        assert again.store.get("a1") == {"made": "a1"}
        again.want(again.visitor("ada", "10.0.0.1"), [unit("a1")])
        assert not again.running
        await again.close()

    asyncio.run(go())


def test_two_pages_of_one_visitor_do_not_take_each_others_figures_away(
    tmp_path: Path, slow: dict[str, threading.Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "UNWANTED", 0.0)

    async def go() -> None:
        lab = LabJobs(tmp_path, False, LIMITS)
        ada = lab.visitor("ada", "10.0.0.1")
        lab.want(ada, [unit("packet"), unit("a2")], "one")
        await until(lambda: "packet" in slow)
        lab.want(ada, [unit("b1")], "two")  # another table on another page
        assert not lab.running["packet"].given_up
        slow["packet"].set()
        await until(lambda: "b1" in lab.running)  # the pages take turns
        await until(lambda: "b1" in slow)
        lab.want(ada, [unit("b2")], "two")  # a knob turned there: nobody waits for b1 any more
        assert lab.running["b1"].given_up
        slow["b1"].set()
        await until(lambda: "a2" in lab.running)
        for name in ("a2", "b2"):
            await until(lambda name=name: name in slow)
            slow[name].set()
        await until(lambda: not lab.running)
        await lab.close()

    asyncio.run(go())


def test_beyond_its_limits_the_lab_says_that_it_is_busy(tmp_path: Path) -> None:
    lab = LabJobs(tmp_path, False, LIMITS)
    for at in range(LIMITS.lab_visitors_at_address):
        lab.visitor(f"v{at}", "10.0.0.1")
    lab.visitor("v0", "10.0.0.1")
    with pytest.raises(TooMany, match="busy"):
        lab.visitor("one more", "10.0.0.1")
    lab.visitor("elsewhere", "10.0.0.2")
    for visitor in lab.visitors.values():
        visitor.seen -= jobs.PATIENCE + 1
    lab.visitor("one more", "10.0.0.1")
    assert len(lab.visitors) == 1
    asyncio.run(lab.close())


def test_a_damaged_or_older_figure_is_computed_anew(tmp_path: Path) -> None:
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "a.json").write_text("{")
    (tmp_path / "lab" / "b.json").write_text(json.dumps({"vingt": "0.0.1", "value": {"made": "b"}}))
    store = jobs.FigureStore(tmp_path)
    asyncio.run(store.look(["a", "b"]))
    assert store.get("a") is None
    assert store.get("b") is None
