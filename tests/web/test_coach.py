"""The coach at a table: hints before, a quiz after, the cost of a known mistake, and leaving the chart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.live.quiet_house import Arranged, table_of
from tests.live.test_hand_dealt import wager
from tests.web.inside import Browser, Inside, inside, settle
from tests.web.test_playing import at_decision, decide_all
from vingt.analysis.advice.switch import advise_switch
from vingt.analysis.exact.chart_sheet import sheet
from vingt.core.cards import card, cards
from vingt.core.rounds import command as c
from vingt.core.rounds.command import Double, Hit, Insure, Split
from vingt.core.rounds.state import HandStake
from vingt.live.house.house import LiveTable
from vingt.live.table.commands import Ready
from vingt.rulebook import library
from vingt.web.coaching.classes import class_of, decision_of, row_of
from vingt.web.coaching.coach import Coach, Coaches
from vingt.web.coaching.drill import asked, hand_of
from vingt.web.coaching.record import RecordedDecision
from vingt.web.coaching.situation import Situation, answers, judged, rows_of, situations_of, still_due
from vingt.web.coaching.words import departure, verdict_of

EIGHTS = "8s 9h 8d 7c 3d"  # 8-8 against a 9: split is best, hitting loses 0.13 (docs/exact.md)


async def choose(browser: Browser, table: LiveTable, mode: str) -> None:
    forms = await browser.forms(f"/tables/{table.id}")
    form = next(each for each in forms if each.action.endswith("/coach"))
    assert (await browser.send(form, mode=mode)).status_code == 303


async def coached(here: Inside, browser: Browser, mode: str) -> tuple[LiveTable, Coach]:
    """At a decision of box 1 with this coach; its worth is known."""
    table = await at_decision(here, browser)
    coach = coach_of(here, table)
    assert coach.mode == "off"
    await choose(browser, table, mode)
    await browser.get(f"/tables/{table.id}")
    while not coach.valued:
        await asyncio.sleep(0.02)
    return table, coach


def coach_of(here: Inside, table: LiveTable) -> Coach:
    coach = here.app.state.desk.coaches.of(table.id, next(iter(table.state.bettors)))
    assert isinstance(coach, Coach)
    return coach


async def recorded(here: Inside, table: LiveTable, count: int = 1) -> list[RecordedDecision]:
    coaches: Coaches = here.app.state.desk.coaches
    ((_, person),) = coaches.at
    while len(found := await coaches.record.of(person)) < count:
        await asyncio.sleep(0.02)
    return found


def test_hints_show_every_worth_and_count_what_a_mistake_costs(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged(EIGHTS)) as here, here.browser() as browser:
            table, coach = await coached(here, browser, "hints")
            assert coach.rows[0].action == "split"
            assert coach.best == {"split"}
            assert set(coach.worth) == {"hit", "stand", "double", "split", "surrender"}
            assert coach.worth["surrender"] == "−0.500"
            page = (await browser.get(f"/tables/{table.id}")).text
            assert "−0.5000" in page
            await browser.press(table, "hit")
            (decision,) = await recorded(here, table)
            assert coach.mistakes == coach.decisions == 1
            assert 0.12 < decision.loss < 0.14
            assert coach.cost == pytest.approx(2500 * decision.loss)
            assert coach.verdict is not None
            assert coach.verdict.kind == "bad"
            assert coach.verdict.text.startswith("Hit instead of split cost 0.1")
            assert coach.verdict.text.endswith(f"of $25: ${2500 * decision.loss / 100:.2f}.")
            assert (decision.mode, decision.kind, decision.row) == ("hints", "pair", "8-8")
            assert (decision.round, decision.taken, decision.best) == (1, "hit", "split")

    asyncio.run(play())


def test_a_quiz_shows_nothing_before_and_the_verdict_after(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged(EIGHTS)) as here, here.browser() as browser:
            table, coach = await coached(here, browser, "quiz")
            assert (coach.rows, coach.worth, coach.best, coach.departs) == ((), {}, frozenset(), "")
            assert coach.verdict is None
            page = (await browser.get(f"/tables/{table.id}")).text
            assert "Your choice first" in page
            assert "−0.5000" not in page
            assert "data-verdict" not in page
            await browser.press(table, "split")
            (decision,) = await recorded(here, table)
            assert decision.right
            assert decision.mode == "quiz"
            page = (await browser.get(f"/tables/{table.id}")).text
            assert "Split was best. Hit would have cost $3." in page
            assert coach.verdict is not None
            assert f'data-verdict="{coach.verdict.id}"' in page

    asyncio.run(play())


def test_off_computes_and_keeps_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged(EIGHTS)) as here, here.browser() as browser:
            table = await at_decision(here, browser)
            await browser.press(table, "hit")
            await settle(table)
            coaches: Coaches = here.app.state.desk.coaches
            assert not coaches.tasks
            assert not coach_of(here, table).decisions
            assert not (tmp_path / "training.db").exists()

    asyncio.run(play())


def test_a_command_sent_twice_is_judged_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged("2s 9h 3d 5c 2d 2h 3s")) as here, here.browser() as browser:
            table, coach = await coached(here, browser, "quiz")
            forms = await browser.forms(f"/tables/{table.id}")
            hit = next(form for form in forms if form.fields.get("command") == "hit")
            for _ in range(3):
                await browser.send(hit, key="once")
                await settle(table)
            await recorded(here, table)
            await asyncio.gather(*here.app.state.desk.coaches.tasks)
            assert coach.decisions == 1

    asyncio.run(play())


def test_the_chosen_mode_follows_to_other_tables_and_outlives_a_restart(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            table, other = await here.table("md-pontoon-21"), await here.table("md-blackjack")
            person = await browser.come("Ada")
            await choose(browser, table, "quiz")
            found = here.app.state.desk.coaches.of(other.id, person)
            assert found.mode == "quiz"
            assert (await browser.client.post(f"/tables/{table.id}/coach")).status_code in (403, 415)
            forms = await browser.forms(f"/tables/{table.id}")
            form = next(each for each in forms if each.action.endswith("/coach"))
            assert (await browser.send(form, mode="shout")).status_code == 400
        async with inside(tmp_path) as here:
            assert here.app.state.desk.coaches.of("md-pontoon-21-1", person).mode == "quiz"
            assert here.app.state.desk.coaches.of("md-pontoon-21-1", None) is None

    asyncio.run(play())


def test_insurance_is_judged_for_each_box_in_whatever_order(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged("9s 8s Ah 7d 6d 5c")) as here, here.browser() as browser:
            table = await here.table("md-blackjack")
            await browser.come("Ada")
            await browser.press(table, "buy_in", dollars="500")
            for box in "12":
                await browser.press(table, "take_seat", box=box)
            await settle(table)
            await decide_all(browser, table, "decline_cut")
            for box in "12":
                await browser.press(table, "place_wager", box=box, wager="main", amount="2500")
            await choose(browser, table, "quiz")
            await browser.press(table, "ready")
            await settle(table)
            await browser.press(table, "insure", box="2", amount="1200")
            await browser.press(table, "decline_insurance", box="1")
            found = sorted(await recorded(here, table, 2), key=lambda each: each.taken)
            assert [(each.kind, each.right) for each in found] == [("insurance", True), ("insurance", False)]
            assert 0.02 * 2500 < found[1].cents < 0.05 * 2500

    asyncio.run(play())


def test_every_game_is_judged_in_its_own_words(tmp_path: Path) -> None:
    """Whatever is asked in a few rounds of each game is judged, or there was only one answer."""

    async def play(rulebook: str, folder: Path) -> None:
        async with inside(folder, Arranged(seed=5)) as here, here.browser() as browser:
            table = await here.table(rulebook)
            await browser.come("Ada")
            await choose(browser, table, "quiz")
            await browser.press(table, "buy_in", dollars="500")
            await browser.press(table, "take_seat", box="1")
            await settle(table)
            await decide_all(browser, table, "decline_cut")
            for _ in range(3):
                await browser.press(table, "place_wager", box="1", wager="main", amount="2500")
                await browser.press(table, "ready")
                await settle(table)
                await decide_all(browser, table, "decline_insurance", "double", "split", "rescue", "stand")
            coaches: Coaches = here.app.state.desk.coaches
            while coaches.tasks:
                await asyncio.gather(*coaches.tasks)
            coach = next(iter(coaches.at.values()))
            assert coach.decisions >= 2
            assert len(await recorded(here, table, coach.decisions)) == coach.decisions

    for at, rulebook in enumerate(library.RULEBOOKS):
        asyncio.run(play(rulebook, tmp_path / str(at)))


# -- what a decision is -------------------------------------------------------------------------------------


def situation(
    rulebook: str, hand: str, up: str, seen: str = "", *, insurance: bool = False, doubles: int = 0
) -> Situation:
    rules = library.table_rules(rulebook)
    found = asked(rules, hand_of(rules, cards(hand), doubles), card(up), insurance=insurance)
    return Situation(
        rules, found.hand, found.up, cards(seen), found.wager, found.allowed, insurance, found.may_make
    )


def test_insurance_costs_what_was_laid_on_it() -> None:
    """Half the wager at most: all of it loses twice what half of it loses."""
    found = situation("md-blackjack", "9s 7h", "Ad", insurance=True)
    rows = rows_of(found)
    assert [row.command for row in rows] == ["decline_insurance", "insure"]
    whole = judged(found, rows, Insure("ada", 1, found.wager // 2))
    part = judged(found, rows, Insure("ada", 1, found.wager // 4))
    assert whole is not None
    assert part is not None
    assert whole.loss == pytest.approx(2 * part.loss)
    assert 0.03 < whole.loss < 0.05  # -7.4% of half a wager, a ten-value card or two apart
    assert class_of(whole) == "insurance"


def test_a_double_for_less_is_not_judged() -> None:
    found = situation("md-blackjack", "6s 5h", "6d")
    rows = rows_of(found)
    assert judged(found, rows, Double("ada", 1, 0, found.wager - 100)) is None
    full = judged(found, rows, Double("ada", 1, 0, found.wager))
    assert full is not None
    assert full.right


def test_a_doubled_hand_is_kept_or_rescued() -> None:
    found = situation("md-pontoon-21", "6s 5h 2d", "9d", doubles=1)
    rows = rows_of(found)
    assert {row.action for row in rows} == {"keep the double", "rescue"}
    assert row_of(found.rules, found.hand) == "13"


def test_a_split_hand_is_worth_splitting_again() -> None:
    rules = library.table_rules("md-blackjack")
    hand = hand_of(rules, cards("8s 8h"), from_split=True)
    found = asked(rules, hand, card("6d"))
    rows = rows_of(found)
    assert rows[0].command == "split"
    judgement = judged(found, rows, Hit("ada", 1, 0))
    assert judgement is not None
    assert class_of(judgement) == "split"
    right = judged(found, rows, Split("ada", 1, 0))
    assert right is not None
    assert verdict_of(right).kind == "good"


def test_the_seen_cards_leave_the_chart() -> None:
    """12 against a 3 is hit by the chart; with enough small cards gone the shoe is rich in tens: stand."""
    rules = library.table_rules("md-blackjack")
    chart = sheet(rules, 2500).chart
    small = " ".join(f"{rank}{suit}" for rank in "23456" for suit in "cdhs" for _ in range(2))
    usual = situation("md-blackjack", "9s 3h", "3d")
    rich = situation("md-blackjack", "9s 3h", "3d", small)
    assert departure(chart, usual) == ""
    assert departure(chart, rich) == (
        "The cards you have seen make it right to stand here; the chart says hit."
    )
    insured = situation("md-blackjack", "9s 7h", "Ad", small, insurance=True)
    assert "make it right to take insurance here" in departure(chart, insured)
    assert departure(chart, situation("md-blackjack", "9s 7h", "Ad", insurance=True)) == ""


def test_a_hand_of_its_own_leaves_the_chart_without_any_card_seen() -> None:
    """The chart knows totals only: where the very cards decide otherwise, that is what is said."""
    rules = library.table_rules("md-blackjack")
    chart = sheet(rules, 2500).chart
    said = {
        departure(chart, situation("md-blackjack", f"{first}s {second}h", up))
        for first, second in (("K", "2"), ("9", "3"), ("8", "4"), ("7", "5"), ("K", "5"), ("8", "7"))
        for up in ("2d", "3d", "4d", "10d", "Kd")
    }
    assert any(each.startswith("These very cards make it right") for each in said)
    assert not any("you have seen" in each for each in said)


def test_the_coach_says_a_departure_in_hints_only(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here:
            coaches: Coaches = here.app.state.desk.coaches
            small = " ".join(f"{rank}{suit}" for rank in "23456" for suit in "cdhs" for _ in range(2))
            now = situation("md-blackjack", "9s 3h", "3d", small)
            hints, quiz = Coach("hints", situation=now), Coach("quiz", situation=now)
            for coach in (hints, quiz):
                await coaches.value(coach, now)
            assert hints.departs.endswith("the chart says hit.")
            assert quiz.departs == ""

    asyncio.run(look())


def test_stakes_of_others_on_a_shared_hand_are_not_mine() -> None:
    found = situation("ma-pontoon-21", "8s 8h", "9d")
    stakes = (HandStake("bea", 5000), *found.hand.stakes)
    shared = Situation(found.rules, found.hand._replace(stakes=stakes), found.up, (), 700, found.allowed)
    judgement = judged(shared, rows_of(shared), Hit("player", 1, 0))
    assert judgement is not None
    assert judgement.cents == pytest.approx(700 * judgement.loss)
    assert "of $7:" in verdict_of(judgement).text


def test_both_hands_of_a_switch_table_are_valued_with_all_cards_shown() -> None:
    async def play() -> None:
        rules = library.table_rules("md-blackjack", {"variant": "switch"})
        table = await table_of(rules, Arranged("10s 5h 6d 6c Ks Kd 9c 3s"))
        ann = await table.come("ann", 1)
        await table.run_out()
        await table.must(ann, c.PlaceWager(ann, 1, 1000))
        await table.must(ann, Ready())
        await table.rest()
        (waits,) = situations_of(rules, table.live.state, ann, table.live.view(ann).prompts)
        assert [(row.command, row.best) for row in rows_of(waits)] == [
            ("switch_cards", True),
            ("keep_cards", False),
        ]
        keeping = judged(waits, rows_of(waits), c.KeepCards(ann, 2))
        assert keeping is not None
        assert (class_of(keeping), decision_of(keeping, ann, "hints").row) == ("switch", "16 and 15")
        told = verdict_of(keeping)
        assert told.where == "Boxes 1 and 2"
        assert told.text == f"Keep instead of switch cost {keeping.loss:.4f} of $20: $15.05."
        assert answers(waits, c.KeepCards(ann, 2))
        assert not answers(waits, c.Stand(ann, 1, 0))
        assert still_due(table.live, ann, waits)
        await table.must(ann, c.SwitchCards(ann, 1))
        assert not still_due(table.live, ann, waits)
        best = []
        for box, command in ((1, c.Stand(ann, 1, 0)), (2, c.Stand(ann, 2, 0))):
            (waiting,) = situations_of(rules, table.live.state, ann, table.live.view(ann).prompts)
            assert waiting.box == box
            best.append(rows_of(waiting)[0].command)
            kept, switched = sorted(
                advise_switch(rules, cards("10s 6c"), cards("5h Ks"), card("6d")),
                key=lambda each: each.switched,
            )
            assert rows_of(waiting)[0].expectation == pytest.approx(switched.hands[box - 1].expectation)
            assert kept.expectation < switched.expectation
            await table.must(ann, command)
        assert best == ["stand", "double"]
        await table.live.stop()

    asyncio.run(play())


def test_a_community_card_is_gone_from_the_shoe_once() -> None:
    """Electronic: 5-6 against a 9 beside 5-K, where all hands share one 5."""

    async def play() -> None:
        rules = library.table_rules("md-blackjack/electronic")
        table = await table_of(rules, Arranged("5s 9c 6h Kd 10c 10h"))
        ann, bob = [await table.come(name, box) for box, name in enumerate(("ann", "bob"), 1)]
        await table.run_out()
        await wager(table, {ann: 1, bob: 2})
        (waits,) = situations_of(rules, table.live.state, ann, table.live.view(ann).prompts)
        assert (waits.hand.cards, waits.up, waits.seen) == (cards("5s 6h"), card("9c"), cards("Kd"))
        assert rows_of(waits)[0].command == "double"
        await table.live.stop()

    asyncio.run(play())
