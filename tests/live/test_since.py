"""`verify` since heads that were kept: what came before is trusted, what came after is checked as always."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import replace

import pytest

from tests.live import golden
from tests.live.test_audit import FORGERIES, STREAM, TAPE, rewritten
from tests.live.written import Written, written
from vingt.live.books.audit import verify
from vingt.live.log.chain import Head, StoredEvent
from vingt.live.shoes.vault import Vault
from vingt.rulebook import library

TABLE = "table/md-blackjack-1"


@pytest.fixture(scope="module")
def log() -> Written:
    """The golden log: several tables, rounds and shoes."""
    made = Written()
    for each in golden.events_of("v1"):
        made.streams.setdefault(each["stream"], []).append(StoredEvent(**each))
    return made


def heads(log: Written, share: float = 1.0) -> dict[str, Head]:
    ends = {stream: events[max(0, int(len(events) * share) - 1)] for stream, events in log.streams.items()}
    return {stream: Head(end.version, end.hash) for stream, end in ends.items()}


def changed(log: Written, stream: str, version: int) -> Written:
    """Another actor in one event, and nothing hashed anew."""
    made = Written()
    made.streams = {name: list(events) for name, events in log.streams.items()}
    made.streams[stream][version - 1] = replace(made.streams[stream][version - 1], actor="eve")
    return made


def test_a_sound_log_is_sound_since_any_of_its_heads(log: Written) -> None:
    vault = Vault(b64decode((golden.HERE / "v1.key").read_text("ascii")))
    whole = verify(log.snapshot, vault)
    events = log.streams[TABLE]
    for at in (1, *range(97, len(events), len(events) // 7), len(events)):
        since = {TABLE: Head(at, events[at - 1].hash)}
        report = verify(log.snapshot, vault, since=since)
        assert report.problems == []
        assert (report.since, report.trusted, report.events) == (since, at, whole.events - at)
        assert (report.balances, report.heads) == (whole.balances, whole.heads)


def test_rounds_before_the_heads_are_not_played_again(log: Written) -> None:
    whole = verify(log.snapshot)
    rounds = [each.version for each in log.streams[TABLE] if each.kind == "round_started"]
    assert len(rounds) > 3
    others = heads(log)
    for left, version in enumerate(reversed(rounds), 1):
        before = log.streams[TABLE][version - 1]
        since = {**others, TABLE: Head(before.version, before.hash)}
        report = verify(log.snapshot, since=since)
        closed = [each.version for each in log.streams[TABLE] if each.kind == "betting_closed"]
        assert report.problems == []
        assert report.rounds == sum(each > version for each in closed) <= left, (
            "the round under way, and later ones"
        )
    nothing_new = verify(log.snapshot, since=others)
    assert (nothing_new.events, nothing_new.rounds, nothing_new.shoes) == (0, 0, 0)
    assert (nothing_new.trusted, nothing_new.balances) == (whole.events, whole.balances)


def test_what_was_changed_before_the_heads_is_trusted_and_at_or_after_them_found(log: Written) -> None:
    since = heads(log, 0.6)
    head = since[TABLE].version
    rounds = [each.version for each in log.streams[TABLE] if each.kind == "round_started"]
    early = changed(log, TABLE, rounds[0])
    assert verify(early.snapshot, since=since).problems == []
    assert not verify(early.snapshot).sound
    at = verify(changed(log, TABLE, head).snapshot, since=since).problems
    assert (TABLE, head) in [(each.stream, each.version) for each in at if "history was changed" in each.what]
    for later in (head + 1, len(log.streams[TABLE])):
        found = verify(changed(log, TABLE, later).snapshot, since=since).problems
        assert [(each.stream, each.version) for each in found] == [(TABLE, later)]


def test_a_history_written_anew_is_noticed_and_then_nothing_of_it_is_trusted(log: Written) -> None:
    forged = Written()
    forged.streams = {**log.streams, TABLE: []}
    for each in log.streams[TABLE]:
        forged.add(TABLE, replace(each, actor="eve"))  # type: ignore[arg-type]  # hashed anew
    report = verify(forged.snapshot, since=heads(log, 0.6))
    head = heads(log, 0.6)[TABLE].version
    assert (TABLE, head, "differs from the head that was kept: history was changed") in [
        (each.stream, each.version, each.what) for each in report.problems
    ]
    rounds = sum(each.kind == "betting_closed" for each in log.streams[TABLE])
    assert report.rounds >= rounds


def test_a_log_that_ends_before_a_head_or_lost_a_stream_is_noticed(log: Written) -> None:
    shorter = Written()
    shorter.streams = {name: list(events) for name, events in log.streams.items()}
    del shorter.streams[TABLE][-3:]
    since = heads(log) | {"table/gone": Head(4, "f" * 64)}
    found = {each.stream: each.what for each in verify(shorter.snapshot, since=since).problems}
    assert found[TABLE] == found["table/gone"] == "the log ends before a head that was kept"


def test_a_table_opened_after_the_heads_is_checked_whole(log: Written) -> None:
    since = heads(log)
    del since[TABLE]
    report = verify(log.snapshot, since=since)
    closed = sum(each.kind == "betting_closed" for each in log.streams[TABLE])
    assert (report.problems, report.rounds) == ([], closed)
    assert report.events == len(log.streams[TABLE])


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forger_of_what_came_after_the_head_is_found_out(forgery: str) -> None:
    """The head is the event just before the first that was forged: in a round, in a shoe."""
    true = written(library.sample("md-pontoon-21"), TAPE)
    change, found = FORGERIES[forgery]
    forged = rewritten(true, change)
    pairs = zip(true.streams[STREAM], forged.streams[STREAM], strict=False)
    same = [old for old, new in pairs if old.hash == new.hash]
    since = {STREAM: Head(same[-1].version, same[-1].hash)} if same else {}  # none before the opening
    assert verify(true.snapshot, since=since).problems == []
    report = verify(forged.snapshot, since=since)
    assert any(found in problem.what for problem in report.problems), report.problems


def test_the_report_says_since_what(log: Written) -> None:
    since = heads(log, 0.5)
    said = json.loads(json.dumps(verify(log.snapshot, since=since).as_json()))
    assert said["since"][TABLE] == {"version": since[TABLE].version, "hash": since[TABLE].hash}
    assert said["trusted"] == sum(head.version for head in since.values())
    assert json.loads(json.dumps(verify(log.snapshot).as_json()))["since"] is None
