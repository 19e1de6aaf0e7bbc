"""Events and commands survive being stored, and a face-down card is never among what is stored."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exploring import examples
from vingt.core.cards import DECK, Card
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.command_words import COMMANDS
from vingt.live.books.export import WITHHELD
from vingt.live.log import codec, kinds
from vingt.live.log.chain import START, StoredEvent, canonical
from vingt.live.log.events import Commanded, Place

json_values = st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=3), max_size=2)
st.register_type_strategy(dict, json_values)
st.register_type_strategy(Card, st.sampled_from(DECK))

any_event = st.sampled_from(sorted(kinds.EVENTS)).flatmap(lambda kind: st.from_type(kinds.EVENTS[kind]))
any_command = st.sampled_from(sorted(COMMANDS)).flatmap(lambda word: st.from_type(COMMANDS[word]))


def stored(event: Any, drawn: list[Place]) -> StoredEvent:
    new = codec.new(event, drawn)
    data = json.loads(canonical(new.data))
    return StoredEvent("table/1", 1, new.kind, kinds.VERSIONS[new.kind], 0, "", "", data, START, "")


def cards_in(value: Any) -> list[Card]:
    if isinstance(value, Card):
        return [value]
    if isinstance(value, tuple):
        return [card for each in value for card in cards_in(each)]
    if type(value) in COMMANDS.values() or type(value) in kinds.EVENTS.values():
        return [card for field in fields(value) for card in cards_in(getattr(value, field.name))]
    return []


@given(any_event | any_command.map(Commanded))
@settings(deadline=None, max_examples=examples(300))
def test_every_event_comes_back_as_it_was(event: Any) -> None:
    """With the order of the shoe at hand; without it, exactly those with a hidden card do not."""
    cards = cards_in(event)
    places = [Place(1, at) for at in range(len(cards))]
    kept = stored(event, places)
    assert codec.event_of(kept, lambda place: cards[place.at]) == event
    hidden = codec.hides_cards(event.command if isinstance(event, Commanded) else event) and cards
    if hidden:
        with pytest.raises(codec.CardHidden):
            codec.event_of(kept)
        assert not any(f'"{card}"' in canonical(kept.data) for card in cards)
    else:
        assert codec.event_of(kept) == event


def test_a_hole_card_cannot_be_stored_without_its_place() -> None:
    hole = e.CardDealt(0, 0, DECK[0], face_up=False)
    with pytest.raises(ValueError, match="place in the shoe"):
        codec.new(hole)
    assert codec.new(hole, [Place(2, 7)]).data["card"] == {"shoe": 2, "at": 7}
    assert codec.new(e.CardDealt(0, 0, DECK[0], face_up=True), [Place(2, 7)]).data["card"] == str(DECK[0])


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ({"player": "ann", "box": 1}, "missing fields"),
        ({"player": "ann", "box": "1", "amount": 5}, "is not int"),
        ({"player": "ann", "box": 1, "amount": 5, "extra": 1}, "unknown fields"),
        ({"player": "ann", "box": True, "amount": 5}, "is not int"),
    ],
)
def test_data_that_is_no_event_is_refused_with_its_place(data: dict[str, Any], what: str) -> None:
    bad = StoredEvent("table/1", 17, "insurance_placed", 1, 0, "", "", data, START, "")
    with pytest.raises(codec.NotAnEvent, match=rf"table/1, version 17.*{what}"):
        codec.event_of(bad)


def test_kinds_of_a_newer_vingt_are_named() -> None:
    with pytest.raises(kinds.UnknownKind, match="newer"):
        kinds.current("levitated", 1, {})
    with pytest.raises(kinds.UnknownKind, match="version 2"):
        kinds.current("round_started", 2, {})


COMMAND_WORDS = """
place_wager withdraw_wager close_betting deal check_hole_card answer_claim insure decline_insurance
take_even_money hit stand double decline_double rescue split stay_on_hand surrender
report_shoe_empty void_round
"""
EVENT_KINDS = """
wager_placed wager_withdrawn betting_closed stage_reached card_dealt insurance_placed insurance_declined
hole_checked hole_revealed card_requested hand_doubled hand_split split_covered wager_stayed hand_surrendered
hand_rescued hand_finished asked answered dealer_finished wager_settled shoe_refilled round_voided
wager_unwound round_ended
table_opened table_closed seat_taken seat_left bought_in cashed_out shoe_opened shoe_shuffled cut_offered
cut_declined cut_made cover_card_placed cards_burned cover_card_out shoe_ended shoe_revealed round_started
commanded clock_ran_out box_shared ready_said shoe_loaded pace_set
guest_welcomed account_made password_changed role_given session_opened session_closed purse_filled
return_code_made chips_bought
chips_returned
"""


def test_stored_names_do_not_change() -> None:
    """A log outlives the classes: who renames one must keep its stored name, or upgrade the old one."""
    assert set(COMMANDS) >= set(COMMAND_WORDS.split())
    assert set(kinds.EVENTS) >= set(EVENT_KINDS.split())
    parts = (
        kinds.ROUND_EVENTS,
        kinds.TABLE_EVENTS,
        kinds.PEOPLE_EVENTS,
        kinds.HOUSE_EVENTS,
        kinds.METER_EVENTS,
    )
    assert len(kinds.EVENTS) == sum(map(len, parts))
    assert len(COMMANDS) == len(get_args(c.Command))


def test_the_schema_of_the_export_names_every_kind_and_field() -> None:
    page = (Path(__file__).parents[2] / "docs" / "live-export.md").read_text("utf-8")
    for kind, made in {
        **kinds.TABLE_EVENTS,
        **kinds.PEOPLE_EVENTS,
        **kinds.HOUSE_EVENTS,
        **kinds.METER_EVENTS,
    }.items():
        row = next(line for line in page.splitlines() if line.startswith("|") and f"`{kind}`" in line)
        for field in fields(made):
            if field.name not in WITHHELD.get(kind, ()):
                assert f"`{field.name}`" in row, (kind, field.name)


def test_every_event_and_command_with_cards_says_whether_they_are_seen() -> None:
    everything = (*COMMANDS.values(), *kinds.EVENTS.values())
    held = {each for each in everything if re.search(r"\bCard\b", str([*get_type_hints(each).values()]))}
    assert set(get_args(codec.HoldsCards)) == held
