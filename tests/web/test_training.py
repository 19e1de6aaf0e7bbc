"""Training pages: drills right and wrong, the review of a session to the cent, and nobody else's figures."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.live.quiet_house import Arranged
from tests.web.inside import Browser, inside, settle
from tests.web.test_coach import choose, recorded
from tests.web.test_coach_record import MISTAKE
from tests.web.test_playing import at_decision, decide_all
from vingt.core.cards import cards
from vingt.rulebook import library
from vingt.web.coaching.classes import row_of
from vingt.web.coaching.drill import close_one, hand_of, like
from vingt.web.coaching.graph import graph
from vingt.web.coaching.record import RecordedDecision
from vingt.web.coaching.session import SessionRound, review, sessions_of
from vingt.web.coaching.situation import rows_of


async def answered(browser: Browser, page: httpx.Response, action: str) -> httpx.Response:
    found = re.search(r'name="question" value="(\w+)"', page.text)
    token = re.search(r'name="token" value="(\w+)"', page.text)
    assert found is not None
    assert token is not None
    data = {"token": token[1], "question": found[1], "action": action}
    return await browser.client.post("/training/drill", data=data, headers={"accept": "text/html"})


def test_a_drill_asks_judges_counts_and_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            person = await browser.come("Ada")
            record = here.app.state.desk.coaches.record
            asked = here.app.state
            for count, right in enumerate((True, False), 1):
                page = await browser.get("/training/drill")
                assert page.status_code == 200
                assert "was best" not in page.text
                (question,) = asked.questions.asked.values()
                rows = rows_of(question.situation)
                taken = rows[0] if right else rows[-1]
                told = await answered(browser, page, taken.command)
                assert told.status_code == 200
                assert ("was best." in told.text) == right
                assert (" instead of " in told.text) != right
                assert all(f"{row.expectation:+.4f}".replace("-", "−") in told.text for row in rows)
                assert f"1 of {count} right" in told.text
                again = await answered(browser, page, taken.command)  # the same answer sent twice
                assert again.status_code == 303
                decisions = await record.of(person)
                assert [each.mode for each in decisions] == ["drill"] * count
                assert decisions[-1].right == right
                assert 'href="/training/drill?game=' in told.text

    asyncio.run(play())


def test_no_answer_but_those_offered_and_only_to_ones_own_question(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser, here.browser() as other:
            await browser.come("Ada")
            eve = await other.come("Eve")
            page = await browser.get("/training/drill")
            assert (await answered(browser, page, "fly")).status_code == 400
            page = await browser.get("/training/drill")
            theirs = await other.get("/training/drill")
            name = re.search(r'name="question" value="(\w+)"', page.text)
            token = re.search(r'name="token" value="(\w+)"', theirs.text)
            assert name is not None
            assert token is not None
            data = {"token": token[1], "question": name[1], "action": "stand"}
            assert (await other.client.post("/training/drill", data=data)).status_code == 303
            assert await here.app.state.desk.coaches.record.of(eve) == []

    asyncio.run(play())


def test_a_leak_found_at_the_table_is_drilled(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged("8s 9h 8d 7c 3d")) as here, here.browser() as browser:
            table = await at_decision(here, browser)
            await choose(browser, table, "quiz")
            await browser.press(table, "hit")
            await recorded(here, table)
            page = (await browser.get("/training")).text
            assert "8-8 against 9" in page
            assert "hit instead of split" in page
            link = re.search(r"/training/drill\?leak=\w+", page)
            assert link is not None
            await browser.get(link[0])
            (question,) = here.app.state.questions.asked.values()
            held = question.situation.hand.cards
            assert {each.rank for each in held} == {"8"}
            assert question.situation.up.rank == "9"
            told = await answered(browser, await browser.get(link[0]), "split")
            assert "Split was best" in told.text
            assert link[0] in told.text
            assert "drilled: 1 of 1 right" in (await browser.get("/training")).text

    asyncio.run(play())


def test_figures_are_ones_own_and_a_stranger_is_asked_who_they_are(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            inside(tmp_path, Arranged("8s 9h 8d 7c 3d")) as here,
            here.browser() as browser,
            here.browser() as other,
            here.browser() as stranger,
        ):
            table = await at_decision(here, browser)
            await choose(browser, table, "quiz")
            await browser.press(table, "hit")
            await recorded(here, table)
            await settle(table)
            await decide_all(browser, table, "stand")
            link = re.search(r"/training/drill\?leak=\w+", (await browser.get("/training")).text)
            assert link is not None
            await other.come("Eve")
            for path in ("/training", f"/training/session/{table.id}"):
                page = await other.get(path)
                assert page.status_code == 200
                assert "8-8" not in page.text
                assert "instead of" not in page.text
            played = await other.get(f"/training/session/{table.id}")
            assert "You have played no round here" in played.text
            assert (await other.get(link[0])).status_code == 404
            assert (await other.get("/training/session/nowhere")).status_code == 404
            assert (await browser.get(f"/training/session/{table.id}?session=7")).status_code == 404
            assert (await browser.get(f"/training/session/{table.id}?session=x")).status_code == 404
            for path in ("/training", "/training/drill", f"/training/session/{table.id}"):
                assert (await stranger.get(path)).status_code == 401
            assert (await other.client.post("/training/forget", data={"token": "0"})).status_code == 403

    asyncio.run(play())


def test_an_account_made_of_a_guest_keeps_the_figures_and_may_forget_them(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path) as here, here.browser() as browser:
            person = await browser.come("Ada")
            here.app.state.desk.coaches.record.add(replace(MISTAKE, person=person))
            form = next(each for each in await browser.forms("/sign-in") if each.action == "/register")
            sent = await browser.send(form, login="ada", password="a long enough password")
            assert sent.status_code == 303
            assert "Hard 16 against 10" in (await browser.get("/training")).text
            form = next(each for each in await browser.forms("/training") if each.action.endswith("forget"))
            assert (await browser.send(form)).status_code == 303
            assert "Nothing judged yet" in (await browser.get("/training")).text

    asyncio.run(play())


def test_a_session_is_reviewed_with_the_money_of_the_log(tmp_path: Path) -> None:
    async def play() -> None:
        async with inside(tmp_path, Arranged("8s 9h 8d 7c 3d")) as here, here.browser() as browser:
            table = await at_decision(here, browser)
            desk = here.app.state.desk
            desk.figures.edges[table.rules.identity] = 0.004
            await choose(browser, table, "quiz")
            await browser.press(table, "hit")
            (mistake, *_) = await recorded(here, table)
            await settle(table)
            await decide_all(browser, table, "stand")
            person = mistake.person
            await recorded(here, table, 2)
            (played,) = table.view(person).last_rounds
            page = (await browser.get(f"/training/session/{table.id}")).text
            shown = re.findall(r'<td class="[a-z]*">([+−]?\$[\d,.]+)|<td>([+−]?\$[\d,.]+)', page)
            expected, mistakes, luck, result = [
                round(100 * float((one or two).replace("−", "-").replace("$", "").replace("+", "")))
                for one, two in shown[:4]
            ]
            assert played.yours is not None
            assert result == played.yours
            assert expected == -10
            assert mistakes == -round(sum(each.cents for each in await recorded(here, table, 2)))
            assert expected + mistakes + luck == result
            assert f'href="/tables/{table.id}/rounds/1"' in page

    asyncio.run(play())


@pytest.mark.parametrize("rulebook", ["md-pontoon-21", "md-blackjack", "mbs-pontoon"])
def test_a_session_without_a_coach_is_judged_from_the_log_as_it_would_have_been(
    rulebook: str, tmp_path: Path
) -> None:
    """What was judged while playing, forgotten, is found again: the same decisions, to the last digit."""

    async def play() -> None:
        async with inside(tmp_path, Arranged(seed=11)) as here, here.browser() as browser:
            table = await here.table(rulebook)
            here.app.state.desk.figures.edges[table.rules.identity] = 0.005
            person = await browser.come("Ada")
            await choose(browser, table, "quiz")
            await browser.press(table, "buy_in", dollars="2000")
            await browser.press(table, "take_seat", box="1")
            await settle(table)
            await decide_all(browser, table, "decline_cut")
            coaches = here.app.state.desk.coaches
            for answers in (("split", "hit", "stand"), ("double", "rescue", "stand"), ("stand",)) * 2:
                await browser.press(table, "place_wager", box="1", wager="main", amount="2500")
                await browser.press(table, "ready")
                await settle(table)
                await decide_all(browser, table, "decline_insurance", *answers)
                while coaches.tasks:
                    await asyncio.gather(*coaches.tasks)
            live = await coaches.record.of(person)
            assert len(live) > 4
            path = f"/training/session/{table.id}"
            await coaches.record.forget(person)
            assert f"{len(live)} decision" in (await browser.get(path)).text
            for _ in range(2):  # a second look back adds nothing
                form = {"token": (await browser.forms("/sign-in"))[0].fields["token"]}
                assert (await browser.client.post(path, data=form)).status_code == 303
                while coaches.tasks:
                    await asyncio.gather(*coaches.tasks)
            again = await coaches.record.of(person)
            assert [replace(each, at=0, mode="") for each in again] == [
                replace(each, at=0, mode="") for each in live
            ]
            page = await browser.get(path)
            assert "refresh" not in page.headers
            assert "Judge them now" not in page.text

    asyncio.run(play())


@pytest.mark.parametrize("edge", [None, 0.00527])
def test_luck_play_edge_and_sides_make_the_result_to_the_cent(edge: float | None) -> None:
    chance = Random(8)
    rounds = [
        SessionRound(
            n, n * 60_000, chance.choice((500, 2500)), chance.randint(-7550, 9000), chance.randint(-500, 500)
        )
        for n in range(1, 200)
    ]
    made: list[RecordedDecision] = [
        replace(MISTAKE, round=chance.randint(1, 220), loss=chance.random() / 7) for _ in range(90)
    ]
    found = review(rounds, made, edge)
    assert found.expected + found.mistakes + found.sides + found.luck == found.result
    assert found.result == sum(each.net for each in rounds)
    within = [each for each in made if each.round < 200]
    assert found.mistakes == -round(sum(each.cents for each in within))
    assert found.decisions == len(within) < 90
    assert found.by_best_play[-1] - found.by_own_play[-1] == pytest.approx(-found.mistakes, abs=0.51)
    assert found.won[-1] == found.result
    assert len(found.won) == len(rounds) + 1
    drawn = graph([found.won, found.by_own_play, found.by_best_play])
    assert all(len(line.split()) == len(found.won) for line in drawn.lines)
    assert all(drawn.top <= tick.at <= drawn.bottom for tick in drawn.up)


def test_a_long_pause_begins_another_session() -> None:
    minute = 60_000
    rounds = [SessionRound(n, at * minute) for n, at in enumerate((0, 1, 40, 120, 121))]
    assert [[each.number for each in found] for found in sessions_of(rounds)] == [[0, 1, 2], [3, 4]]


# -- hands of a drill ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "example"),
    [
        ("md-blackjack", MISTAKE),
        ("md-blackjack", replace(MISTAKE, cards="5s 6h 5d", row="16")),
        ("md-blackjack", replace(MISTAKE, cards="As 6h", row="soft 17", up="6d")),
        ("md-blackjack", replace(MISTAKE, cards="8s 8h", row="8-8", up="Ad", kind="pair")),
        ("md-blackjack", replace(MISTAKE, cards="8s 4h", row="12", split=1, kind="split")),
        ("md-blackjack", replace(MISTAKE, row="16", up="Ad", kind="insurance", taken="insure")),
        ("md-pontoon-21", replace(MISTAKE, cards="6s 5h 3d", row="14", doubles=1, kind="doubled")),
        ("md-players-edge-21", replace(MISTAKE, cards="6s 4h 2d 3c", row="15", doubles=2, kind="doubled")),
    ],
)
def test_a_drill_deals_other_cards_of_the_same_row(rulebook: str, example: RecordedDecision) -> None:
    rules, chance = library.table_rules(rulebook), Random(2)
    assert (
        row_of(rules, hand_of(rules, cards(example.cards), example.doubles, bool(example.split)))
        == example.row
    )
    seen = set()
    for _ in range(8):
        found = like(rules, [example], chance)
        assert row_of(rules, found.hand) == example.row
        assert (found.hand.doubles, int(found.hand.from_split)) == (example.doubles, example.split)
        assert len(found.hand.cards) == len(example.cards.split())
        assert found.insurance == (example.kind == "insurance")
        assert len(rows_of(found)) > 1
        seen.add((found.hand.cards, found.up))
    assert len(seen) > 4


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_a_game_is_drilled_with_hands_that_come_close(rulebook: str) -> None:
    rules, chance = library.table_rules(rulebook), Random(rulebook)
    gaps = []
    for _ in range(12):
        rows = rows_of(close_one(rules, chance))
        assert len(rows) > 1
        gaps.append(rows[0].expectation - rows[1].expectation)
    assert sorted(gaps)[6] < 0.2  # of hands as dealt half lie further apart
