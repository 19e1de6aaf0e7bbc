"""What every event store must do. A store's tests subclass `StoreContract` and say how it is opened."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.exploring import examples
from vingt.live.log.chain import START, broken_links
from vingt.live.log.kinds import UnknownKind
from vingt.live.log.store import Conflict, EventStore, KeyUsed, NewEvent, StoreClosed

Open = Callable[[Path], EventStore]


def said(what: object, key: str = "", actor: str = "ann") -> NewEvent:
    return NewEvent("ready_said", {"person": "ann", "what": what}, key, actor)


def whats(store: EventStore, stream: str, after: int = 0) -> list[object]:
    return [event.data["what"] for event in store.read(stream, after)]


class StoreContract:
    @staticmethod
    def open(folder: Path) -> EventStore:
        raise NotImplementedError

    @asynccontextmanager
    async def opened(self, folder: Path) -> AsyncIterator[EventStore]:
        store = self.open(folder)
        try:
            yield store
        finally:
            await store.close()

    def test_what_was_appended_is_read_back_in_order_and_after_reopening(self, tmp_path: Path) -> None:
        async def play() -> None:
            async with self.opened(tmp_path) as store:
                appended = await store.append({"table/1": (0, [said(1), said(2)])})
                assert [event.version for event in appended["table/1"]] == [1, 2]
                await store.append({"table/1": (2, [said({"n": [3, None, "é"]})])})
                kept = list(store.read("table/1"))
                assert kept[:2] == list(appended["table/1"])
            async with self.opened(tmp_path) as store:
                assert list(store.read("table/1")) == kept
                assert whats(store, "table/1", after=2) == [{"n": [3, None, "é"]}]
                assert store.streams() == {"table/1": 3}
                assert list(store.read("nowhere")) == []

        asyncio.run(play())

    def test_events_are_chained_from_the_start(self, tmp_path: Path) -> None:
        async def play() -> None:
            async with self.opened(tmp_path) as store:
                await store.append({"people": (0, [said(n) for n in range(5)]), "table/1": (0, [said("t")])})
            async with self.opened(tmp_path) as store:
                await store.append({"people": (5, [said(5)])})
                people = list(store.read("people"))
                assert people[0].previous == START
                assert all(b.previous == a.hash for a, b in pairwise(people))
                assert not list(broken_links("people", people))

        asyncio.run(play())

    def test_a_wrong_version_is_a_conflict_and_leaves_no_trace(self, tmp_path: Path) -> None:
        async def play() -> None:
            async with self.opened(tmp_path) as store:
                await store.append({"a": (0, [said(1)])})
                for expected in (0, 2, -1):
                    with pytest.raises(Conflict) as conflict:
                        await store.append({"b": (0, [said("b")]), "a": (expected, [said("x")])})
                    assert (conflict.value.expected, conflict.value.actual) == (expected, 1)
                assert store.streams() == {"a": 1}
                await store.append({"a": (1, [said(2)]), "b": (0, [said("b")])})
                assert whats(store, "a") == [1, 2]

        asyncio.run(play())

    def test_of_appends_that_race_for_a_version_one_wins(self, tmp_path: Path) -> None:
        async def play() -> None:
            async with self.opened(tmp_path) as store:
                racing = [store.append({"a": (0, [said(n)])}) for n in range(20)]
                outcomes = await asyncio.gather(*racing, return_exceptions=True)
                assert sum(isinstance(each, Conflict) for each in outcomes) == 19
                assert len(whats(store, "a")) == 1

        asyncio.run(play())

    def test_appends_without_waiting_keep_their_order(self, tmp_path: Path) -> None:
        async def play() -> None:
            async with self.opened(tmp_path) as store:
                await asyncio.gather(*(store.append({"a": (n, [said(n)])}) for n in range(50)))
                assert whats(store, "a") == list(range(50))

        asyncio.run(play())

    def test_a_key_is_used_once_by_an_actor_in_a_stream_even_after_reopening(self, tmp_path: Path) -> None:
        async def play() -> None:
            async with self.opened(tmp_path) as store:
                await store.append({"a": (0, [said(1, key="k"), said(2)])})
                await store.append({"a": (2, [said(3, key="k", actor="bob")]), "b": (0, [said(4, key="k")])})
            async with self.opened(tmp_path) as store:
                with pytest.raises(KeyUsed):
                    await store.append({"c": (0, [said("c")]), "a": (3, [said(5, key="k")])})
                assert store.streams() == {"a": 3, "b": 1}
                found = store.find("a", "ann", "k")
                assert found is not None
                assert (found.version, found.data["what"]) == (1, 1)
                assert store.find("a", "ann", "") is None
                assert store.find("a", "carl", "k") is None

        asyncio.run(play())

    def test_the_same_key_twice_at_once_is_stored_once(self, tmp_path: Path) -> None:
        async def play() -> None:
            async with self.opened(tmp_path) as store:
                both = [store.append({"a": (n, [said(n, key="k")])}) for n in range(2)]
                outcomes = await asyncio.gather(*both, return_exceptions=True)
                assert sum(isinstance(each, KeyUsed) for each in outcomes) == 1
                assert whats(store, "a") == [0]

        asyncio.run(play())

    def test_what_cannot_be_stored_is_refused_to_its_caller_alone(self, tmp_path: Path) -> None:
        async def play() -> None:
            async with self.opened(tmp_path) as store:
                bad = [NewEvent("no_such_kind"), NewEvent("ready_said", {"person": object()})]
                bad.append(NewEvent("ready_said", {"x": float("nan")}))
                appends = [store.append({"bad": (0, [each])}) for each in bad]
                appends.append(store.append({"bad": (0, [said(1, key="k"), said(2, key="k")])}))
                appends.append(store.append({"good": (0, [said("good")])}))
                outcomes = await asyncio.gather(*appends, return_exceptions=True)
                assert isinstance(outcomes[0], UnknownKind)
                assert all(isinstance(each, TypeError | ValueError) for each in outcomes[:-1])
                assert store.streams() == {"good": 1}

        asyncio.run(play())

    def test_a_closed_store_takes_nothing_more_but_kept_what_was_under_way(self, tmp_path: Path) -> None:
        async def play() -> None:
            store = self.open(tmp_path)
            under_way = asyncio.ensure_future(store.append({"a": (0, [said(1)])}))
            await asyncio.sleep(0)
            await store.close()
            await under_way
            with pytest.raises(StoreClosed):
                await store.append({"a": (1, [said(2)])})
            await store.close()
            async with self.opened(tmp_path) as again:
                assert whats(again, "a") == [1]

        asyncio.run(play())

    def test_an_append_whose_caller_went_away_is_still_all_or_nothing(self, tmp_path: Path) -> None:
        async def play() -> None:
            async with self.opened(tmp_path) as store:
                gone = asyncio.ensure_future(store.append({"a": (0, [said(1)])}))
                await asyncio.sleep(0)
                gone.cancel()
                await store.append({"a": (1, [said(2)])})
                assert whats(store, "a") == [1, 2]

        asyncio.run(play())

    @given(
        st.lists(
            st.tuples(
                st.lists(st.sampled_from("abc"), min_size=1, unique=True), st.integers(0, 3), st.booleans()
            ),
            max_size=25,
        )
    )
    @settings(
        deadline=None, max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    def test_any_mix_of_appends_equals_a_list_per_stream(
        self,
        tmp_path_factory: pytest.TempPathFactory,
        appends: list[tuple[list[str], int, bool]],
    ) -> None:
        """Right and wrong versions, one stream or several, all in one turn: a store is growing lists."""

        async def play() -> None:
            folder = tmp_path_factory.mktemp("store")
            model: dict[str, list[object]] = {}
            async with self.opened(folder) as store:
                running, right = [], []
                for at, (streams, count, stale) in enumerate(appends):
                    batch = {
                        stream: (len(model.get(stream, ())) + stale, [said([at, n]) for n in range(count)])
                        for stream in streams
                    }
                    running.append(store.append(batch))
                    right.append(not stale)
                    if not stale and count:
                        for stream in streams:
                            model.setdefault(stream, []).extend([at, n] for n in range(count))
                outcomes = await asyncio.gather(*running, return_exceptions=True)
                assert [not isinstance(each, Conflict) for each in outcomes] == right
            async with self.opened(folder) as store:
                assert {stream: whats(store, stream) for stream in store.streams()} == model
                assert not [link for stream in model for link in broken_links(stream, store.read(stream))]

        asyncio.run(play())
