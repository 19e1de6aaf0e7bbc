"""A true log is found sound, and whoever rewrites one, chain and all, is found out."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.exploring import examples
from tests.live.written import KEY, Written, written
from tests.proof import clause
from vingt.core.cards import DECK
from vingt.live.books.audit import AuditReport, verify
from vingt.live.books.export import lines
from vingt.live.log.chain import Head
from vingt.live.log.codec import event_of
from vingt.live.log.store import NewEvent
from vingt.live.shoes.vault import Vault
from vingt.report.rounds import replay
from vingt.rulebook import library

STREAM = "table/t1"
TAPE = bytes(range(7, 207))
tapes = st.binary(min_size=200, max_size=200)
slow = settings(max_examples=examples(15), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def rewritten(log: Written, change: Callable[[list[NewEvent]], None]) -> Written:
    """The log with its table's events changed and everything after them hashed anew, as a forger would."""
    news = [NewEvent(each.kind, deepcopy(each.data), each.key, each.actor) for each in log.streams[STREAM]]
    change(news)
    forged = Written()
    forged.streams["people"] = log.streams["people"]
    forged.add(STREAM, *news)
    return forged


def first(news: list[NewEvent], kind: str, **data: object) -> NewEvent:
    return next(each for each in news if each.kind == kind and data.items() <= each.data.items())


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
@slow
@given(tape=tapes)
def test_every_round_that_was_played_by_the_book_verifies(rulebook: str, tape: bytes) -> None:
    report = verify(written(library.sample(rulebook), tape).snapshot)
    assert report.problems == []
    assert (report.rounds, report.rounds_sealed, report.shoes, report.shoes_revealed) == (1, 0, 1, 1)
    assert report.settlements > 0
    assert sum(report.balances.values()) == 0


@pytest.mark.parametrize("rulebook", library.RULEBOOKS)
def test_an_unrevealed_shoe_verifies_with_the_key_and_is_counted_as_sealed_without(rulebook: str) -> None:
    log = written(library.sample(rulebook), TAPE, revealed=False).snapshot
    with_key, without = verify(log, Vault(KEY)), verify(log)
    assert with_key.problems == without.problems == []
    assert (with_key.rounds_sealed, without.rounds_sealed) == (0, 1)
    assert with_key.settlements > 0
    assert without.settlements == 0
    assert not verify(log, Vault(bytes(32))).sound


FORGERIES: dict[str, tuple[Callable[[list[NewEvent]], Any], str]] = {
    "a cent more is paid": (
        lambda news: first(news, "wager_settled").data.update(
            returns=first(news, "wager_settled").data["returns"] + 1
        ),
        "the log says WagerSettled",
    ),
    "another clause is named": (
        lambda news: first(news, "wager_settled").data["cite"].update(clauses=["X 1"]),
        "the log says WagerSettled",
    ),
    "another is paid": (
        lambda news: first(news, "wager_settled").data.update(player="mallory"),
        "the log says WagerSettled",
    ),
    "another card is shown": (
        lambda news: first(news, "card_dealt", face_up=True).data.update(
            card="2c" if first(news, "card_dealt", face_up=True).data["card"] != "2c" else "3c"
        ),
        "the log says CardDealt",
    ),
    "a settlement is left out": (lambda news: news.remove(first(news, "wager_settled")), "the engine Wager"),
    "a settlement comes twice": (
        lambda news: news.insert(news.index(first(news, "wager_settled")), first(news, "wager_settled")),
        "the log says WagerSettled",
    ),
    "the end is left out": (lambda news: news.remove(first(news, "round_ended")), "round_ended is missing"),
    "another amount was wagered": (
        lambda news: first(news, "commanded").data["command"].update(amount=1),
        "the engine refuses this command",
    ),
    "a card is skipped": (
        lambda news: first_deal(news)["card"].update(at=first_deal(news)["card"]["at"] + 1),
        "card 2 of shoe 1 was due",
    ),
    "two cards change places in the order": (
        lambda news: swap(first(news, "shoe_revealed").data["order"]),
        "not the one that was committed to",
    ),
    "another nonce": (
        lambda news: first(news, "shoe_revealed").data.update(nonce="00"),
        "not the one that was committed to",
    ),
    "another commitment": (
        lambda news: first(news, "shoe_shuffled").data.update(commitment="0" * 64),
        "not the one that was committed to",
    ),
    "another cut": (
        lambda news: first(news, "cut_made").data.update(place=first(news, "cut_made").data["place"] + 1),
        "the log says CardDealt",
    ),
    "a cut too near the end": (
        lambda news: first(news, "cut_made").data.update(place=9),
        "cut at 9, not betw",
    ),
    "the cover card deeper": (
        lambda news: first(news, "cover_card_placed").data.update(after=300),
        "the cover card is not where the rules put it",
    ),
    "no card burned": (lambda news: news.remove(first(news, "cards_burned")), "card 1 of shoe 1 was due"),
    "another card burned": (
        lambda news: first(news, "cards_burned").data.update(first=5),
        "card 1 was to be burned, not 6",
    ),
    "fewer cards opened": (lambda news: first(news, "shoe_opened").data.update(cards=200), "are not 6 decks"),
    "another count of cards": (
        lambda news: first(news, "shoe_ended").data.update(dealt=3),
        "cards came out, not 3",
    ),
    "the shoe revealed before it ended": (
        lambda news: move(news, "shoe_revealed", before="round_started"),
        "was revealed before it ended",
    ),
    "the shoe revealed in play": (lambda news: reveal_in_play(news), "was revealed in a round"),
    "another round number": (
        lambda news: first(news, "round_started").data.update(round=2),
        "round 2 follows round 0",
    ),
    "chips out of nothing": (
        lambda news: first(news, "bought_in").data.update(amount=10**13),
        "one half of a move between purse and rack is missing",
    ),
    "a purse's event at the table": (
        lambda news: news.append(NewEvent("purse_filled", {"person": "ann", "amount": 1})),
        "does not belong into a table's stream",
    ),
    "what is no event": (lambda news: first(news, "wager_placed").data.pop("box"), "missing fields"),
}


def move(news: list[NewEvent], kind: str, before: str) -> None:
    moved = first(news, kind)
    news.remove(moved)
    news.insert(news.index(first(news, before)), moved)


def reveal_in_play(news: list[NewEvent]) -> None:
    """While a player still has to decide."""
    stood = [each for each in news if each.kind == "commanded" and each.data["command"]["do"] == "stand"]
    for kind in ("shoe_ended", "shoe_revealed"):
        moved = first(news, kind)
        news.remove(moved)
        news.insert(news.index(stood[0]), moved)


def first_deal(news: list[NewEvent]) -> dict[str, Any]:
    commands = (each.data["command"] for each in news if each.kind == "commanded")
    return next(command for command in commands if command["do"] == "deal")


def swap(order: list[str]) -> None:
    other = next(at for at, card in enumerate(order) if card != order[0])
    order[0], order[other] = order[other], order[0]


OF_THE_RULES: dict[str, tuple[Callable[[list[NewEvent]], Any], str]] = {
    "other rules than it says": (
        lambda news: first(news, "table_opened").data["rules"]["split"].update(hands_max=2),
        "as it says",
    ),
    "rules of another vingt": (
        lambda news: first(news, "table_opened").data["rules"]["split"].update(tens_only=True),
        "cannot be read: rules.split.tens_only: unknown here",
    ),
}


@pytest.mark.parametrize("forgery", [*FORGERIES, *OF_THE_RULES])
def test_a_forger_who_hashes_everything_anew_is_found_out(forgery: str) -> None:
    change, found = (FORGERIES | OF_THE_RULES)[forgery]
    report = verify(rewritten(written(library.sample("md-pontoon-21"), TAPE), change).snapshot)
    assert any(found in problem.what for problem in report.problems)


@pytest.mark.parametrize(
    "kinds",
    [
        ("wager_settled", "hand_finished", "shoe_ended"),
        ("commanded", "card_dealt"),
        ("shoe_opened", "cut_made", "round_started"),
        ("betting_closed", "shoe_revealed"),
    ],
)
def test_every_event_that_cannot_be_read_is_listed_and_no_other_is_blamed(kinds: tuple[str, ...]) -> None:
    broken: list[int] = []

    def empty(news: list[NewEvent]) -> None:
        for kind in kinds:
            last = [each for each in news if each.kind == kind][-1]
            last.data.clear()
            broken.append(news.index(last) + 1)

    report = verify(rewritten(written(library.sample("md-pontoon-21"), TAPE), empty).snapshot)
    readable = [each for each in report.problems if "lie on the layout" not in each.what]  # the books notice
    assert {each.version for each in readable} == set(broken), readable
    assert {each.stream for each in readable} == {STREAM}


def test_a_cover_card_that_was_passed_over_is_found() -> None:
    submission = library.sample("md-blackjack").with_choices(ONE_DECK)
    log = written(submission, TAPE)
    assert verify(log.snapshot).problems == []
    without = rewritten(log, lambda news: news.remove(first(news, "cover_card_out")))
    assert verify(without.snapshot).problems[0].what == "the cover card was passed over"


ONE_DECK = {"decks": 1, "cover_card_from_back": "9/10", "wagers": {}}


def test_a_changed_event_breaks_the_chain_with_its_place() -> None:
    log = written(library.sample("md-pontoon-21"), TAPE)
    old = log.streams["people"][1]
    changed = replace(old, data={"person": "ann", "amount": 1})
    log.streams["people"][1] = changed
    report = verify(log.snapshot)
    assert ("people", 2, "its content does not match its hash") in [
        (each.stream, each.version, each.what) for each in report.problems
    ]


def test_a_head_that_was_kept_shows_a_log_that_was_cut_short_or_replaced() -> None:
    log = written(library.sample("md-pontoon-21"), TAPE)
    heads = verify(log.snapshot).heads
    assert verify(log.snapshot, known=heads).sound
    shorter = rewritten(log, lambda news: news.__delitem__(slice(-2, None)))
    assert verify(shorter.snapshot).sound
    assert [each.what for each in verify(shorter.snapshot, known=heads).problems] == [
        "the log ends before a head that was kept"
    ]
    other = written(library.sample("md-pontoon-21"), TAPE[::-1])
    early = {STREAM: Head(30, log.streams[STREAM][29].hash), "gone": Head(1, "")}
    assert len(verify(other.snapshot, known=early).problems) == 2


def test_progress_is_told_while_it_goes_on() -> None:
    told: list[int] = []
    log = written(library.sample("md-pontoon-21"), TAPE)
    for _ in range(500):
        log.add("people", NewEvent("purse_filled", {"person": "ann", "amount": 1}))
    report = verify(log.snapshot, progress=told.append)
    assert told
    assert sum(told) <= 2 * report.events


# -- telling a round ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 7.T")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 7(h)#1")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 7.U")),
        "md-blackjack",
        "mbs-pontoon",
    ],
)
@slow
@given(tape=tapes)
def test_a_told_round_holds_every_card_decision_and_payment_of_its_log(rulebook: str, tape: bytes) -> None:
    log = written(library.sample(rulebook), tape)
    told = replay.tell(log.snapshot, "t1", 1)
    kinds = [line.kind for line in told.lines]
    events = [each for each in log.streams[STREAM] if each.kind in ("card_dealt", "wager_settled")]
    for kind in ("card_dealt", "wager_settled"):
        assert kinds.count(kind) == sum(each.kind == kind for each in events)
    settled = [event_of(each) for each in events if each.kind == "wager_settled"]
    lines = [line for line in told.lines if line.kind == "wager_settled"]
    assert [line.cite for line in lines] == [each.cite for each in settled]
    assert all(line.cite for line in lines)
    assert sum(told.net.values()) == sum(each.net for each in settled)
    assert told.finished
    assert bool(told.shoes) == ("card_dealt" in kinds)  # a round can end before its first card
    assert all(proof.holds for proof in told.shoes)
    assert json.loads(json.dumps(told.as_json()))["round"] == 1


TAPES = [bytes([seed]) * 200 for seed in range(256)]


def hole_log(rulebook: str, tape: bytes) -> Written:
    return written(
        library.sample(rulebook).with_choices({"dealer_second_card": "hole_reader"}), tape, revealed=False
    )


def reader_used(log: Written) -> bool:
    return any(each.kind == "hole_checked" for each in log.streams[STREAM])


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("md-pontoon-21", marks=clause("MD-P21 1.B(2)", "MD-P21 7.G(2)(a)")),
        pytest.param("ma-pontoon-21", marks=clause("MA-P21 7(b)#2")),
        pytest.param("md-blackjack", marks=clause("MD-BJ 1.B(3)")),
        pytest.param("md-players-edge-21", marks=clause("MD-PE21 1.B(2)", "MD-PE21 7.G(2)(a)")),
    ],
)
def test_before_the_reveal_no_card_that_lay_face_down_is_told_or_exported(rulebook: str) -> None:
    """The reader's answer is all that anybody learns of a hole card, the log's readers included."""
    log = next(tried for tape in TAPES if reader_used(tried := hole_log(rulebook, tape)))
    hidden = [each for each in log.streams[STREAM] if each.kind == "card_dealt" and not each.data["face_up"]]
    assert hidden
    told = replay.tell(log.snapshot, "t1", 1)
    down = [line for line in told.lines if line.version in {each.version for each in hidden}]
    assert down
    assert all(line.card == "" and not any(str(card) in line.text.split() for card in DECK) for line in down)
    assert all(proof.order == () and proof.nonce == "" for proof in told.shoes)
    exported = [json.loads(line) for line in lines(log.snapshot, log.streams)]
    kept = [each["data"]["card"] for each in exported if each.get("kind") == "card_dealt"]
    checked = [each["data"] for each in exported if each.get("kind") == "hole_checked"]
    assert all(each.keys() == {"natural"} for each in checked)
    assert kept == [each.data["card"] for each in log.streams[STREAM] if each.kind == "card_dealt"]
    assert any(isinstance(card, dict) for card in kept)


def test_a_round_or_table_that_is_not_there_is_named() -> None:
    log = written(library.sample("md-pontoon-21"), TAPE).snapshot
    with pytest.raises(replay.NoSuchRound, match="no round 2: it has played rounds 1 to 1"):
        replay.tell(log, "t1", 2)
    with pytest.raises(replay.NoSuchRound, match="no table 'nowhere'"):
        replay.tell(log, "nowhere", 1)


# -- export ------------------------------------------------------------------------------------------------


def test_an_export_is_the_log_whole_and_in_order_without_what_opens_accounts() -> None:
    log = written(library.sample("md-pontoon-21"), TAPE)
    secret = {"person": "ann", "login": "annie", "name": "Ann", "password": "$argon2id$…"}
    log.add("people", NewEvent("account_made", secret))
    log.add("people", NewEvent("session_opened", {"person": "ann", "token": "ab" * 32}))
    head, *events, end = [json.loads(line) for line in lines(log.snapshot, log.streams)]
    assert head["vingt_export"] == 1
    assert head["streams"] == ["people", STREAM]
    assert end == {"end": True, "events": len(events)}
    assert [(each["stream"], each["version"]) for each in events] == [
        (each.stream, each.version) for stream in sorted(log.streams) for each in log.streams[stream]
    ]
    text = json.dumps(events)
    assert "argon2" not in text
    assert "ab" * 32 not in text
    account = next(each for each in events if each["kind"] == "account_made")
    assert account["withheld"] == ["password"]
    whole = next(each for each in events if each["kind"] == "table_opened")
    assert whole == log.streams[STREAM][0].as_json()


def test_a_report_is_json() -> None:
    assert json.loads(json.dumps(AuditReport().as_json()))["sound"] is True
