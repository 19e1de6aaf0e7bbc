"""The schema promises only what runs: a field is used, has one value only, or says who else carries it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from tests.live.shoe_table import Table
from tests.progressive import test_draws, test_linked_meters, test_meter_book
from tests.rounds.test_worked_rounds import play, rounds
from tests.rulebook.watched import watched
from vingt.core.cite import Cite
from vingt.core.pays import Pay
from vingt.core.rounds.result import counts_of
from vingt.core.rules.carrier import carrier_of
from vingt.core.rules.document import sections
from vingt.core.rules.leaf import DocumentError
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.procedure import change_dealer, end_when_idle, order_recut, shuffle_steps
from vingt.core.shoe.state import ShoeState
from vingt.live.log.events import WagerCalled
from vingt.live.log.playability import not_played
from vingt.live.table import checklist, decks
from vingt.live.table.announcements import before
from vingt.live.table.dealing import DealingState
from vingt.live.table.seating import barred_until_shuffle
from vingt.live.table.state import RoundRecord, TableState
from vingt.live.table.steps import shuffler_steps, steps
from vingt.report.rules.felt import felt_of
from vingt.rulebook import library

# Names, and the chips on the felt: they are shown, and nothing else is done by them.
SHOWN = ("Paytable.id", "OfferedWager.name", "WageringRules.chips")


def classes(kind: Any) -> Iterator[type[Any]]:
    """The rule classes that a type holds, itself included, but for what others carry out."""
    if dataclasses.is_dataclass(kind) and isinstance(kind, type) and kind not in (Cite, Pay):
        yield kind
        for name, each in get_type_hints(kind).items():
            if carrier_of(kind, name) is None:
                yield from classes(each)
    for each in get_args(kind):
        yield from classes(each)


HELD = (*(kind for kind, _ in sections().values()), OfferedWager)
SCHEMA = tuple(dict.fromkeys(one for kind in HELD for one in classes(kind)))
FIELDS = {
    f"{section.__name__}.{each.name}": (section, each.name, get_type_hints(section)[each.name])
    for section in SCHEMA
    for each in dataclasses.fields(section)
}


def used() -> set[str]:
    """What the engine, the shoe, the seats and the felt read, all worked rounds played."""
    counts_of.cache_clear()  # what another test made it remember would not be read again
    for rulebook in library.RULEBOOKS:
        assert hash(library.table_rules(rulebook))
    tables = [
        library.table_rules(f"{rulebook}/{name}")
        for rulebook in library.RULEBOOKS
        for name in library.samples(rulebook)
    ]
    tables.append(library.table_rules("md-blackjack", {"shuffler": "continuous"}))
    with watched(
        SCHEMA,
        (*(f"vingt.core.{room}." for room in ("progressive", "rounds", "shoe", "wagers")), "vingt.live."),
    ) as seen:
        play_for_meters_and_wheels()
        for worked in rounds():
            play(worked.values[0])
        for rules in tables:
            barred_until_shuffle(rules, TableState(), "ann")
            not_played(rules)
            handle_a_shoe(rules)
            perform_the_procedure(rules)
    with watched(SCHEMA, ("vingt.report.rules.felt",)) as drawn:
        for rules in tables:
            felt_of(rules)
    return seen | drawn


def play_for_meters_and_wheels() -> None:
    test_meter_book.test_a_royal_flush_of_diamonds_takes_the_meter_and_a_supervisor_confirms_it()
    test_meter_book.test_the_contribution_that_reaches_the_secret_trigger_pays_a_participant()
    test_draws.test_xtreme_16_pays_the_hot_spot_its_wheel_and_the_others_the_community_prize(1, 20_000, 2_500)
    test_draws.test_bad_beat_draws_a_seat_and_a_card(1, "2c", (500, 2_000))
    test_linked_meters.test_two_tables_that_hit_at_one_instant_are_paid_in_the_order_of_the_log()
    test_meter_book.test_a_round_that_becomes_void_gives_the_meter_back_what_was_won()


def handle_a_shoe(rules: TableRules) -> None:
    """Shuffled, cut by nobody, loaded; another dealer comes, everybody goes."""
    table = Table(rules)
    table.open()
    assert table.shoe.number
    while table.asked:
        table.decline(table.asked)
    assert shuffle_steps(rules) is not None
    change_dealer(rules, table.shoe)
    end_when_idle(rules, table.shoe)


def perform_the_procedure(rules: TableRules) -> None:
    """What a person who deals is told to do with hands and voice."""
    dealing = DealingState("guided", "dee", uncollected=True, shuffler_failed=True)
    state = TableState(dealing=dealing, last_rounds=(RoundRecord(1, (), (), False),))
    assert steps(rules, state, 0)
    for shuffler in ("manual", "batch"):
        by_machine = dataclasses.replace(rules, shoe=dataclasses.replace(rules.shoe, shuffler=shuffler))
        decks.shuffling(by_machine, state, 0)
    checklist.setup(rules)
    checklist.reader_inspection(rules)
    checklist.dealers_conduct(rules)
    decks.preshuffled_receipt(rules)
    decks.worn_side(rules, state, 0)
    decks.before_loading(rules)
    list(checklist.collection(rules, state))
    list(shuffler_steps(rules, state))
    before(rules, state, "start_round")
    order_recut(rules, ShoeState("cut"), "fay")
    checklist.confirmation(rules, WagerCalled("ann", 1, "main", 500, Cite()))


def only_value(kind: Any) -> bool:
    return get_origin(kind) is Literal and len(get_args(kind)) == 1


def test_every_field_is_used_or_has_one_value_or_says_who_carries_it() -> None:
    read = used()
    assert len(read) > 100
    promised, unmarked = [], []
    for field, (section, name, kind) in FIELDS.items():
        if kind is Cite or only_value(kind) or field in SHOWN:
            continue
        if carrier_of(section, name) is None and field not in read:
            promised.append(field)
        if carrier_of(section, name) is not None and field in read:
            unmarked.append(field)
    assert promised == [], (
        "read by nothing that runs: use them, give them one value, or mark who carries them"
    )
    assert unmarked == [], "marked as carried by others, and vingt itself goes by them"


@pytest.mark.parametrize(
    ("path", "written", "wrong", "words"),
    [
        ("double.cards_dealt", "cards_dealt = { value = 1", "cards_dealt = { value = 2", "expected 1, not 2"),
        (
            "double.cards_dealt",
            "cards_dealt = { value = 1",
            "cards_dealt = { value = true",
            "expected 1, not true",
        ),
        (
            "bonus.highest_line_only",
            "highest_line_only = { value = true",
            "highest_line_only = { value = false",
            "expected true, not false",
        ),
    ],
)
def test_another_value_than_the_only_one_is_refused_with_its_line(
    path: str, written: str, wrong: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = library.rulebook_text("md-pontoon-21")
    line = next(at for at, each in enumerate(text.splitlines(), 1) if each.startswith(written))
    monkeypatch.setattr(library, "rulebook_text", lambda _: text.replace(written, wrong))
    with pytest.raises(DocumentError) as refused:
        library.load.__wrapped__("md-pontoon-21")
    assert str(refused.value) == f"md-pontoon-21@2, rulebook.toml, line {line}: {path}: {words}"
