"""The dealing school by forms alone: a lesson answered, recorded once, reported, and nobody else's."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.web.inside import Browser, inside
from vingt.live.school.lessons import EXERCISES, lesson
from vingt.rulebook import library
from vingt.web.entrance.games import games
from vingt.web.training.school_record import FILE, SchoolRecord

RULES = library.table_rules("md-pontoon-21")
GAME = RULES.identity


def where(exercise: str, at: int | None = None, page: str = "") -> str:
    return f"/school/{exercise}{page}?game={GAME}&seed=5{'' if at is None else f'&at={at}'}"


async def say(browser: Browser, address: str, **given: str) -> int:
    """An answer to the question of a page, by its own form."""
    form = next(each for each in await browser.forms(address) if each.action.startswith("/school/"))
    return (await browser.client.post(form.action, data={"token": form.fields["token"], **given})).status_code


def test_a_lesson_is_answered_by_forms_and_reported(tmp_path: Path) -> None:
    async def learn() -> None:
        async with inside(tmp_path) as here, here.browser() as ada, here.browser() as eve:
            assert (await ada.client.get(where("pay"))).status_code in (303, 401)
            await ada.come("Ada")
            await eve.come("Eve")
            page = (await ada.get("/school")).text
            assert all(f'value="{name}"' in page for name in EXERCISES)
            assert all(f'value="{game.rules.identity}"' in page for game in games())
            begun = await ada.get(f"/school/begin?exercise=pay&game={GAME}&seed=5")
            assert begun.headers["location"] == where("pay")
            asked = lesson(RULES, "pay", "5")
            before = here.house.people.purse(here.house.people.everybody()[0].id)
            for number, question in enumerate(asked, 1):
                answer = {"answer": "push"} if number == 3 else by_hand(question.right)
                assert await say(ada, where("pay", number), **answer) == 303
            wrong = int(asked[2].right != "push")
            end = await ada.get(where("pay", len(asked) + 1))
            assert end.headers["location"] == where("pay", page="/report")
            told = " ".join((await ada.get(where("pay", page="/report"))).text.split())
            assert f"right, of {len(asked)} answers" in told
            assert told.count('<details class="place">') == wrong == 1
            assert asked[2].cite.clauses[0] in told
            assert await say(ada, where("pay", 3), **by_hand(asked[2].right)) == 303
            once = await ada.client.get(where("pay", page="/report"), headers={"accept": "application/json"})
            assert (once.json()["right"], once.json()["answers"]) == (len(asked) - 1, len(asked)), (
                "the first counts"
            )
            assert once.json()["cost"] > 0
            assert once.json()["seconds_an_answer"] > 0
            assert "Nothing was answered" in (await eve.get(where("pay", page="/report"))).text
            assert f"{len(asked) - 1} of {len(asked)}" in (await ada.get("/school")).text
            assert here.house.people.purse(here.house.people.everybody()[0].id) == before
            assert not [stream for stream in here.house.store.streams() if stream.startswith("table/")]
        record = SchoolRecord(tmp_path)
        (person,) = {each.person for each in await record.of(here.house.people.everybody()[0].id)} or {""}
        assert person
        await record.close()
        assert (tmp_path / FILE).exists()

    asyncio.run(learn())


def by_hand(right: str) -> dict[str, str]:
    return {"amount": right.removeprefix("pay $")} if right.startswith("pay") else {"answer": right}


def test_what_is_no_answer_is_said_and_counts_nothing(tmp_path: Path) -> None:
    async def learn() -> None:
        async with inside(tmp_path) as here, here.browser() as ada:
            await ada.come("Ada")
            assert await say(ada, where("count", 1), amount="many") == 400
            assert await say(ada, where("turn", 1), answer="Go home") == 400
            assert "0 of 0 right" in (await ada.get(where("count", 1))).text
            for address in (
                where("juggle"),
                where("count", 0),
                where("count").replace(GAME, "nothing"),
                where("count").replace("seed=5", "seed="),
                where("count").replace("seed=5", "seed=" + "5" * 41),
            ):
                assert (await ada.get(address)).status_code == 404, address
            assert await say(ada, where("count", 1), amount=lesson(RULES, "count", "5")[0].right) == 303
            assert "Right: " in (await ada.get(where("count", 2))).text
            form = next(each for each in await ada.forms("/school") if each.action == "/school/forget")
            assert (await ada.send(form)).status_code == 303
            assert "Nothing yet" in (await ada.get("/school")).text

    asyncio.run(learn())


def test_a_table_of_own_rules_is_practised_too(tmp_path: Path) -> None:
    async def learn() -> None:
        async with inside(tmp_path) as here, here.browser() as ada:
            await ada.come("Ada")
            submission = library.sample("mbs-pontoon")
            changed = type(submission)(
                submission.source, submission.rulebook, {**submission.raw, "table_minimum": 50}
            )
            table = await here.house.open_table(changed, "house")
            identity = table.rules.identity
            assert identity not in {game.rules.identity for game in games()}
            assert f'value="{identity}"' in (await ada.get("/school")).text
            page = await ada.get(f"/school/pay?game={identity}&seed=1")
            assert page.status_code == 200

    asyncio.run(learn())
