"""Neither house nor players alone decide the order of a shoe, and anyone can check it without vingt."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import vingt
from tests.live import golden
from tests.live.quiet_house import Arranged, HandClock, Table, clocks, table_of
from vingt.core.cards import cards
from vingt.core.rounds.refusal import Refusal
from vingt.core.shoe.state import PlayerSeed
from vingt.live.books.audit import Snapshot, verify
from vingt.live.books.publishing import digest_of
from vingt.live.books.round_index import RoundIndex, at_versions
from vingt.live.books.shoe_proof import proofs_in
from vingt.live.house.house import DATABASE, KEY, Accepted, House
from vingt.live.log import check_vingt_log
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.shoes.shuffle import Binding, commitment, mixed
from vingt.live.shoes.vault import open_vault
from vingt.rulebook import library

DECK = cards("2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac")
NONCE = bytes(range(32))


def test_a_commitment_stands_for_one_shoe_of_one_table_under_one_set_of_rules() -> None:
    about = Binding("t1", 3, "abc")
    made = commitment(NONCE, DECK, about)
    others = [about._replace(table="t2"), about._replace(shoe=4), about._replace(rules="abd"), None]
    assert len({made, *(commitment(NONCE, DECK, each) for each in others)}) == 5


def test_seeds_mix_the_committed_order_and_none_leave_it() -> None:
    assert mixed(DECK, NONCE, ()) == DECK
    one = mixed(DECK, NONCE, [PlayerSeed("ann", "7")])
    assert sorted(one) == sorted(DECK)
    assert one != DECK
    assert one == mixed(DECK, NONCE, [PlayerSeed("ann", "7")])
    others = [
        [PlayerSeed("ann", "8")],
        [PlayerSeed("bob", "7")],
        [PlayerSeed("ann", "7"), PlayerSeed("bob", "")],
    ]
    assert len({one, *(mixed(DECK, NONCE, each) for each in others)}) == 4
    assert mixed(DECK, bytes(32), [PlayerSeed("ann", "7")]) != one, "without the nonce nobody can foresee it"


def test_every_card_is_as_likely_at_the_top_whatever_seed_is_given() -> None:
    """Chi-squared with 12 degrees of freedom is above 36.5 in fewer than 3 of 10,000 honest shuffles."""
    tops = [mixed(DECK, NONCE, [PlayerSeed("ann", str(n))])[0] for n in range(2600)]
    chi = sum((tops.count(card) - 200) ** 2 / 200 for card in DECK)
    assert chi < 36.5


@pytest.mark.parametrize("shuffler", ["manual", "continuous"])
def test_a_seed_is_taken_once_after_the_commitment_and_before_the_first_card(shuffler: str) -> None:
    async def play() -> None:
        rules = library.table_rules("md-players-edge-21", {"shuffler": shuffler})
        table = await table_of(rules, Arranged(seed=1))
        live = table.live
        ann = await table.come("ann", 1)
        watcher = await table.come("walt")
        assert live.view(ann).shoe.seeds_open  # type: ignore[union-attr]
        assert isinstance(await table.say(watcher, "give_seed", text="x"), Refusal), "who holds no box"
        for bad in ("", "x" * 65, "a\nb"):
            assert isinstance(await table.say(ann, "give_seed", text=bad), Refusal)
        before = live._orders.dealing_order(1)
        assert isinstance(await table.say(ann, "give_seed", text="my luck ☘"), Accepted)
        assert isinstance(await table.say(ann, "give_seed", text="again"), Refusal)
        assert live._orders.dealing_order(1) != before
        assert [seed.text for seed in live.view(None).shoe.seeds] == ["my luck ☘"]  # type: ignore[union-attr]
        bob = await table.come("bob", 2)
        while live.view(ann).phase != "betting":
            await table.run_out()
        assert isinstance(await table.say(bob, "give_seed", text="late, but no card is out"), Accepted)
        carl = await table.come("carl", 3)
        await table.say(ann, "place_wager", box=1, amount=1000)
        number = live.state.round_number
        await table.run_out()
        if live.state.round_number == number and not live.state.round.over:  # no natural has ended it
            assert isinstance(await table.say(carl, "give_seed", text="too late"), Refusal)
        await live.stop()

    asyncio.run(play())


async def seeded(folder: Path, shuffler: str, publish: Path | None = None) -> None:
    """A few rounds with seeds, until a shoe is revealed."""
    clock = HandClock()
    house = await House.open(folder, shoes=Arranged(seed=2), clocks=clocks(clock), publish=publish)
    submission = library.submission("md-players-edge-21").with_choices({"shuffler": shuffler})
    live = await house.open_table(submission, "house")
    table = Table(house, live, clock)
    ann = await table.come("ann", 1)
    await table.say(ann, "give_seed", text="seven")
    while live.state.round_number < 3:
        if live.view(ann).phase == "betting":
            await table.say(ann, "place_wager", box=1, amount=1000)
        await table.run_out()
    if not live.state.round_open or live.state.betting:
        await table.say(ann, "withdraw_wager", box=1)
    while live.state.round_open and not live.state.betting:
        await table.run_out()
    await table.say(ann, "leave_table")
    await live.close("house")
    for _ in range(20):
        clock.pass_(60_000)
        await asyncio.sleep(0.02)
    await house.close()


@pytest.fixture(params=["manual", "continuous"])
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    asyncio.run(seeded(tmp_path / "house", request.param, tmp_path / "published.jsonl"))
    return tmp_path / "house"


def test_a_seeded_shoe_is_verified_told_and_checked_without_vingt(played: Path, tmp_path: Path) -> None:
    store = SqliteStore(played / DATABASE, read_only=True)
    log, table = Snapshot(store, store.streams()), "md-players-edge-21-1"
    report = verify(log, open_vault(played / KEY))
    index = RoundIndex()  # by which pages find a shoe
    index.catch_up(log)
    proofs = proofs_in(list(at_versions(log, f"table/{table}", index.shoe(table, 1))))
    asyncio.run(store.close())
    assert report.problems == []
    assert report.shoes_revealed > 0
    assert proofs[0].seeds
    assert proofs[0].holds
    assert checked(played, tmp_path) == 0


def exported(house: Path, tmp_path: Path) -> list[dict[str, Any]]:
    output = tmp_path / "export.jsonl"
    assert vingt("export", "--data", str(house), "--output", str(output)).code == 0
    return [json.loads(line) for line in output.read_text("utf-8").splitlines()]


def checked(house: Path, tmp_path: Path) -> int:
    """By the file as it is shipped, in a Python that knows no vingt."""
    exported(house, tmp_path)
    script = tmp_path / "check.py"
    assert vingt("verify", "--write-verifier", str(script)).code == 0
    command = [sys.executable, "-I", "-S", str(script), str(tmp_path / "export.jsonl")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ("sound" in done.stdout) == (done.returncode < 2), done.stderr
    return done.returncode


def test_the_small_verifier_agrees_on_the_golden_log(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    golden.house_folder("v1", folder)
    assert checked(folder, tmp_path) == 0


def rechained(lines: list[dict[str, Any]]) -> None:
    """A forger who computes every hash anew."""
    heads: dict[str, str] = {}
    for line in lines[1:-1]:
        line["previous"] = heads.get(line["stream"], "0" * 64)
        if "withheld" not in line:
            line["hash"] = check_vingt_log.hash_of(line)
        heads[line["stream"]] = line["hash"]


def first(lines: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    data: dict[str, Any] = next(line for line in lines if line.get("kind") == kind)["data"]
    return data


def swap(order: list[str]) -> None:
    other = next(at for at, card in enumerate(order) if card != order[0])
    order[0], order[other] = order[other], order[0]


def shown_card(lines: list[dict[str, Any]]) -> None:
    dealt = next(
        line["data"]
        for line in lines
        if line.get("kind") == "card_dealt" and isinstance(line["data"]["card"], str)
    )
    dealt["card"] = "2c" if dealt["card"] != "2c" else "3c"


@pytest.mark.parametrize(
    ("attack", "found"),
    [
        (lambda lines: swap(first(lines, "shoe_revealed")["order"]), "not the one committed to"),
        (lambda lines: first(lines, "seed_given").update(seed="eight"), "did not lie at place"),
        (lambda lines: first(lines, "shoe_shuffled").update(rules="0" * 64), "not the one committed to"),
        (lambda lines: first(lines, "shoe_shuffled").update(scheme=1), "not the one committed to"),
        (shown_card, "did not lie at place"),
    ],
)
def test_the_small_verifier_finds_what_a_forger_changed(
    tmp_path: Path, attack: Callable[[list[dict[str, Any]]], object], found: str
) -> None:
    asyncio.run(seeded(tmp_path / "house", "continuous"))
    lines = exported(tmp_path / "house", tmp_path)
    attack(lines)
    wrong, _ = check_vingt_log.check(map(json.dumps, lines))
    assert any("does not match its hash" in each for each in wrong)
    rechained(lines)
    wrong, _ = check_vingt_log.check(map(json.dumps, lines))
    assert any(found in each for each in wrong), wrong


def test_the_small_verifier_refuses_what_is_not_whole(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    folder.mkdir()
    golden.house_folder("v1", folder)
    lines = list(map(json.dumps, exported(folder, tmp_path)))
    for broken in (lines[:-1], lines[1:], [*lines[:50], *lines[51:]], ["{}"], [], ["not json"]):
        with pytest.raises(check_vingt_log.NoExport):
            check_vingt_log.check(iter(broken))
    assert check_vingt_log.main([str(tmp_path / "nowhere")]) == 2


def test_commitments_and_heads_are_published_before_anybody_is_told(played: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in (tmp_path / "published.jsonl").read_text("utf-8").splitlines()]
    store = SqliteStore(played / DATABASE, read_only=True)
    made = [
        stored.data["commitment"]
        for stored in store.read("table/md-players-edge-21-1")
        if stored.kind == "shoe_shuffled"
    ]
    heads = store.heads()
    asyncio.run(store.close())
    assert [line["commitment"] for line in lines if line["what"] == "commitment"] == made
    assert lines[-1]["what"] == "head"
    assert lines[-1]["digest"] == digest_of(heads)
