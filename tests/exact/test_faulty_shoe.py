"""A shoe short of a card, or with one too many: what that does to every wager."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from vingt.analysis.exact.side.cases import as_offered
from vingt.analysis.exact.side.composition import NotAShoe, composition
from vingt.analysis.exact.side.value import value
from vingt.analysis.options.faulty_shoe import BEST_PLAY, CHART, faulty_shoe, shoe_of, side_change
from vingt.core.cards import DECK, RANKS, card, cards
from vingt.rulebook import library

NO_SIDES = "md-blackjack/as-dealt"


def test_every_wager_of_a_table_is_told() -> None:
    rules = library.table_rules(NO_SIDES)
    told = faulty_shoe(library.load(rules.address), rules, cards("Js"))
    assert told.cards == len(rules.cards.shoe) - 1
    assert [(change.wager, change.play) for change in told.changes] == [
        ("main", BEST_PLAY),
        ("main", CHART),
        ("insurance", ""),
    ]
    best, chart, insurance = told.changes
    assert best.change > 0.0005  # a ten less is bad for players
    assert chart.faulty > best.faulty  # and who does not know plays a little worse
    tens = rules.cards.decks * 16
    left = rules.cards.decks * 52
    assert insurance.whole == pytest.approx(1 - 3 * tens / (left - 1))
    assert insurance.faulty == pytest.approx(1 - 3 * (tens - 1) / (left - 2))


def test_a_missing_card_of_an_even_wager_changes_nothing_at_all() -> None:
    """Whichever card is gone, a wager that favours no card is as it was: seen from outside, an unknown card
    that is missing is like one that lies behind the cover card."""
    rules = library.table_rules("md-pontoon-21")
    submission = library.submission("md-pontoon-21")
    offer = rules.wager("match-super-bonus")
    assert offer is not None
    case = as_offered(library.document_of(submission), rules, offer, submission.raw)
    changed = side_change(case, shoe_of(rules, cards("7h"), ()))
    assert changed is not None
    assert changed.change == 0
    two_gone = side_change(case, shoe_of(rules, cards("7h 7h"), ()))
    assert two_gone is not None
    assert two_gone.change != 0


def test_over_all_cards_that_may_be_missing_the_mean_change_is_nothing() -> None:
    """Exactly: each of 52 cards as likely as any other, in fractions."""
    rules = library.table_rules("md-blackjack")
    submission = library.submission("md-blackjack")
    offer = rules.wager("lucky-ladies")
    assert offer is not None
    case = as_offered(library.document_of(submission), rules, offer, submission.raw)
    whole = value(case).house_edge
    assert whole is not None
    edges = [value(replace(case, odd_shoe=shoe_of(rules, (gone,), ()))).house_edge for gone in DECK]
    assert len(set(edges)) > 1
    assert sum((each for each in edges if each is not None), Fraction(0)) / 52 == whole


def test_more_cards_than_the_decks_hold_cannot_be_missing() -> None:
    with pytest.raises(NotAShoe, match="7h 3 times cannot be missing: there are 2 decks"):
        composition(RANKS, 2, cards("7h 7h 7h"))


def test_a_card_that_may_not_be_used_counts_nothing() -> None:
    rules = library.table_rules("md-pontoon-21")
    assert shoe_of(rules, (), (card("10h"),)) == shoe_of(rules, (), ())
    assert shoe_of(rules, (), (card("9h"),)) != shoe_of(rules, (), ())
