"""The index says of every round what the log says, however it was fed; a search finds exactly what fits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.live import golden
from vingt.live.books import shoe_proof
from vingt.live.books.audit import Snapshot
from vingt.live.books.round import BIT, PAGE, Played, RoundPage, Search
from vingt.live.books.round_index import RoundIndex, at_versions
from vingt.live.house.house import DATABASE
from vingt.live.log.chain import StoredEvent
from vingt.live.log.sqlite_store import SqliteStore
from vingt.live.log.store import TABLE
from vingt.live.shoes.orders import Orders
from vingt.live.shoes.shuffle import commitment
from vingt.live.shoes.vault import open_vault
from vingt.live.table.evolve import follow
from vingt.live.table.state import TableState
from vingt.report.rounds import replay
from vingt.report.rounds.steps import standing


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return golden.house_folder("v1", tmp_path_factory.mktemp("golden"))


@pytest.fixture(scope="module")
def log(folder: Path) -> Iterator[Snapshot]:
    store = SqliteStore(folder / DATABASE, read_only=True)
    yield Snapshot(store, store.streams())
    asyncio.run(store.close())


@pytest.fixture(scope="module")
def index(log: Snapshot) -> RoundIndex:
    made = RoundIndex()
    made.catch_up(log)
    return made


def everything(index: RoundIndex) -> tuple[Played, ...]:
    return index.find(Search()).rows


def test_every_finished_round_is_there_with_its_money_and_its_cards(log: Snapshot, index: RoundIndex) -> None:
    rounds = {(each.table, each.number): each for each in everything(index)}
    assert rounds
    for stream in (each for each in log.streams if each.startswith(TABLE)):
        table = stream.removeprefix(TABLE)
        for number in range(1, replay.last_round(log, table) + 1):
            told = replay.tell(log, table, number)
            assert told.finished == ((table, number) in rounds)
            played = rounds[table, number]
            assert {share.person: share.net for share in played.shares} == told.net
            shown = {line.card for line in told.lines if line.card and "face down" not in line.text}
            assert shown == {card for card, bit in BIT.items() if played.cards & bit}
            assert {shoe.number for shoe in told.shoes} <= set(played.dealt_from)
            assert (played.first, played.started) == (told.lines[0].version, told.lines[0].at)
            assert (played.last, played.ended) == (told.lines[-1].version, told.lines[-1].at)


def test_fed_in_pieces_it_is_the_same(log: Snapshot, index: RoundIndex) -> None:
    pieces = RoundIndex()
    for share in (0.1, 0.35, 0.36, 0.9, 1.0):
        pieces.catch_up(Snapshot(log, {name: int(share * at) for name, at in log.streams.items()}))
    assert everything(pieces) == everything(index)
    assert pieces.read == sum(at for name, at in log.streams.items() if name.startswith(TABLE))


def test_chips_and_boxes_at_the_start_are_those_of_the_table(
    log: Snapshot, index: RoundIndex, folder: Path
) -> None:
    for stream in (each for each in log.streams if each.startswith(TABLE)):
        orders, state = Orders(stream.removeprefix(TABLE), open_vault(folder / "house.key")), TableState()
        for stored in log.read(stream):
            orders.follow(stored)
            if stored.kind == "round_started":
                played = index.played(stream.removeprefix(TABLE), stored.data["round"])
                if played is not None:
                    assert dict(played.racks) == {who: chips for who, chips in state.racks.items() if chips}
                    assert played.held == state.held
            state = follow(state, stored, orders.card_at)


def test_a_shoe_is_found_with_all_that_was_published_of_it(log: Snapshot, index: RoundIndex) -> None:
    shoes = list(at_versions(log, "table/md-blackjack-1", index.shoe("md-blackjack-1", 1)))
    (proof,) = shoe_proof.proofs_in(shoes)
    assert [each.kind for each in shoes][:2] == ["shoe_opened", "shoe_shuffled"]
    assert commitment(bytes.fromhex(proof.nonce), proof.order) == proof.commitment
    assert index.shoe("md-blackjack-1", 999) == index.shoe("nowhere", 1) == ()


def test_a_search_finds_what_fits_and_nothing_else(index: RoundIndex) -> None:
    every = everything(index)
    some = every[len(every) // 2]
    person = some.shares[0].person
    card = next(card for card, bit in BIT.items() if some.cards & bit)
    searches: dict[Search, Callable[[Played], object]] = {
        Search(table=some.table): lambda each: each.table == some.table,
        Search(number=some.number): lambda each: each.number == some.number,
        Search(people=frozenset((person,))): lambda each: each.share_of(person) is not None,
        Search(people=frozenset()): lambda each: False,
        Search(card=card): lambda each: bool(each.cards & BIT[card]),
        Search(since=some.ended): lambda each: each.ended >= some.ended,
        Search(until=some.ended): lambda each: each.ended < some.ended,
        Search(amount=some.largest): lambda each: each.largest >= some.largest,
        Search(amount=some.largest, card=card, table=some.table): lambda each: (
            each.largest >= some.largest and each.cards & BIT[card] and each.table == some.table
        ),
    }
    for search, fits in searches.items():
        assert set(index.find(search).rows) == {each for each in every if fits(each)}
    assert list(every) == sorted(every, key=lambda each: each.ended, reverse=True)


def test_pages_are_whole_and_follow_one_another(log: Snapshot) -> None:
    """Many tables alike: more than one page."""
    index = RoundIndex()
    for copy in range(5):
        other = {f"{name}-{copy}": at for name, at in log.streams.items() if name.startswith(TABLE)}
        index.catch_up(Snapshot(Copies(log), other))
    pages: list[RoundPage] = [index.find(Search(), page) for page in (1, 2, 3)]
    assert [len(page.rows) for page in pages] == [PAGE, pages[0].total - PAGE, 0]
    assert pages[0].pages == 2
    assert [(page.first, page.last) for page in pages[:2]] == [(1, PAGE), (PAGE + 1, pages[0].total)]
    assert not set(pages[0].rows) & set(pages[1].rows)


def test_what_cannot_be_read_is_passed_over(log: Snapshot, index: RoundIndex) -> None:
    """A round of which a payment is unreadable is still found, and every other round unchanged."""
    some = everything(index)[4]
    broken = next(
        each.version
        for each in log.read(f"{TABLE}{some.table}", some.first)
        if each.kind == "wager_settled" and each.version < some.last
    )
    other = RoundIndex()
    other.catch_up(Snapshot(Broken(log, f"{TABLE}{some.table}", broken), log.streams))
    found = {(each.table, each.number): each for each in everything(other)}
    assert found.keys() == {(each.table, each.number) for each in everything(index)}
    assert [each for each in everything(index) if each.table != some.table] == [
        each for each in everything(other) if each.table != some.table
    ]


class Broken:
    def __init__(self, log: Snapshot, stream: str, version: int) -> None:
        self.log, self.where = log, (stream, version)

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        for each in self.log.read(stream, after):
            yield replace(each, data={}) if (stream, each.version) == self.where else each


class Copies:
    def __init__(self, log: Snapshot) -> None:
        self.log = log

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEvent]:
        return self.log.read(stream.rpartition("-")[0], after)


# -- step by step ------------------------------------------------------------------------------------------


def test_every_step_keeps_the_money_and_hides_what_lay_face_down(log: Snapshot, index: RoundIndex) -> None:
    turned = 0
    for played in everything(index):
        stream = f"{TABLE}{played.table}"
        events = [each for each in log.read(stream, played.first - 1) if each.version <= played.last]
        shoes = [
            each
            for shoe in played.dealt_from
            for each in at_versions(log, stream, index.shoe(played.table, shoe))
        ]
        orders = shoe_proof.orders_of(played.table, shoes)
        told = replay.tell(log, played.table, played.number)
        steps = [standing(told, played, events, orders, at) for at in range(1, len(told.lines) + 1)]
        assert {each.person: each.won for each in steps[-1].balances if each.won} == {
            person: net for person, net in told.net.items() if net
        }
        assert all(each.in_play == 0 for each in steps[-1].balances)
        reveals = [at for at, step in enumerate(steps) if step.line.kind == "hole_revealed"]
        downs = [None in step.dealer.cards for step in steps]
        for at, step in enumerate(steps):
            settled = sum(each.net for each in step.payments)
            assert sum(each.won for each in step.balances) == settled
            assert not step.hole or step is steps[-1]
            if reveals and at >= reveals[0]:
                assert not downs[at]
        if reveals:
            turned += 1
            first = next(at for at, step in enumerate(steps) if len(step.dealer.cards) == 2)
            assert all(downs[first : reveals[0]])
    assert turned
