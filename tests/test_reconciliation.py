"""A scanned shoe against its decks: what cannot be is found at that card, what is missing is named."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vingt.core.cards import Card, card, cards
from vingt.core.shoe.reconciliation import impossible, reconcile
from vingt.rulebook import library

FOUR_DECKS = library.table_rules("mbs-pontoon/four-decks")
PONTOON = library.table_rules("md-pontoon-21")


def test_a_fifth_king_of_spades_of_four_decks_cannot_be() -> None:
    king = card("Ks")
    assert impossible(FOUR_DECKS, Counter({king: 3}), king) is None
    found = impossible(FOUR_DECKS, Counter({king: 4}), king)
    assert found is not None
    assert (found.why, found.held, found.cite) == ("one_too_many", 4, FOUR_DECKS.cite("cards.decks"))
    assert str(found) == "Ks cannot be: all 4 of it have been seen already"


def test_a_removed_rank_cannot_be_at_its_first_card() -> None:
    found = impossible(PONTOON, {}, card("10h"))
    assert found is not None
    assert found.why == "removed_rank"
    assert "MD-P21 13.C" in found.cite.clauses
    assert str(found) == "10h cannot be: these decks hold no 10"


@pytest.mark.parametrize("book", library.RULEBOOKS)
def test_a_whole_shoe_is_complete(book: str) -> None:
    rules = library.table_rules(book)
    whole = reconcile(rules, rules.cards.shoe)
    assert whole.complete
    assert whole.words() == (f"{whole.expected} of {whole.expected} cards: complete",)


def test_missing_and_extra_cards_are_named() -> None:
    shoe = list(PONTOON.cards.shoe)
    for gone in cards("7h 7h Ks"):
        shoe.remove(gone)
    told = reconcile(PONTOON, [*shoe, card("10c")])
    assert (told.missing, told.extra, told.balance) == (cards("7h 7h Ks"), cards("10c"), -2)
    assert told.words()[1:] == ("too many: 10c", "missing: 2 × 7h, Ks")


def test_cards_counted_by_their_backs_stand_for_as_many_missing_ones() -> None:
    shoe = PONTOON.cards.shoe
    even = reconcile(PONTOON, shoe[:-40], unscanned=40)
    assert even.complete
    assert not even.named
    short = reconcile(PONTOON, shoe[:-40], unscanned=39)
    assert not short.complete
    assert short.words()[1] == "1 is missing, among 40 that were not scanned"


@given(data=st.data())
def test_what_was_taken_out_and_put_in_is_what_is_named(data: st.DataObject) -> None:
    shoe = list(FOUR_DECKS.cards.shoe)
    out = data.draw(st.lists(st.sampled_from(shoe), max_size=6))
    gone: Counter[Card] = Counter(out) & Counter(shoe)
    extra = data.draw(st.lists(st.sampled_from([each for each in shoe if not gone[each]]), max_size=4))
    told = reconcile(FOUR_DECKS, [*(Counter(shoe) - gone).elements(), *extra])
    assert Counter(told.missing) == gone
    assert Counter(told.extra) == Counter(extra)
    assert told.complete is (not gone and not extra)
