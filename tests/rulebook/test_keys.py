"""Keys of submissions and the readings that leave them open."""

import re
from collections.abc import Iterator

import pytest

from vingt.core.cite import Cite
from vingt.core.rules.document import Document
from vingt.rulebook.library import RULEBOOKS, load, readings

# Keys that everybody uses: commands, files and tests may count on them in every rulebook.
FIXED_KEYS = (
    *("decks", "soft17", "blackjack_pays", "surrender", "even_money", "split_hands_max"),
    *("split_aces_hands_max", "split_aces_draw", "split_aces_double", "double_after_split", "doubles_max"),
    *("dealer_second_card", "settlement", "boxes_per_player", "seats"),
)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_fixed_keys_exist_everywhere(rulebook: str) -> None:
    assert set(FIXED_KEYS) <= load(rulebook).keys.keys()


def open_cites(document: Document) -> Iterator[Cite]:
    """What is cited for everything a submission of this rulebook may choose."""
    for leaf in document.every_leaf():
        if not leaf.is_fixed:
            yield leaf.cite
            yield from leaf.cites.values()
    for wager in document.wagers.values():
        yield from (wager.stake.cite, wager.wheel_cite, wager.choice_cite)
        for meter in wager.meters:
            yield meter.cite + meter.rate_cite
        for table in (*wager.paytables, *wager.community):
            yield table.prize_cite + (table.stake.cite if table.stake else Cite())
        for bar in wager.barred:
            yield bar.cite
        if wager.cap is not None:
            yield wager.cap.cite


def test_every_reading_that_leaves_a_choice_has_a_key_or_a_wager_word() -> None:
    chosen = {each for book in RULEBOOKS for cite in open_cites(load(book)) for each in cite.readings}
    assert {each.id for each in readings() if each.leaves_a_choice} - chosen == set()


def test_every_key_a_reading_names_is_open_with_the_words_it_names() -> None:
    for reading in readings():
        for key, words in re.findall(r"`(\w+)`(?:: (\w+(?: \| \w+)+))?", reading.option):
            leaves = [leaf for book in RULEBOOKS if (leaf := load(book).keys.get(key)) and not leaf.is_fixed]
            assert leaves, f"{reading.id}: {key}"
            named = set(words.split(" | ")) - {""}
            assert any(named <= set(leaf.choices) for leaf in leaves), f"{reading.id}: {key}: {words}"


def test_readings_that_ask_the_same_question_share_one_key() -> None:
    key = "split_two_card_21_vs_dealer_21"
    asked = {"md-pontoon-21": "I-3", "md-players-edge-21": "J-75"}
    for rulebook, reading in asked.items():
        leaf = load(rulebook).keys[key]
        assert leaf.choices == ("tie", "win")
        assert reading in leaf.cite.readings
