"""Cards as they are entered at a table: by letters, by the number pad, by a reader."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vingt.core.cards import COURTS, DECK, Card, NotACard, cards
from vingt.core.scanned_text import PAD_SUITS, scanned_cards
from vingt.core.shoe.deck_order import in_deck_order


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("KS", "Ks"),
        ("10h", "10h"),
        ("th", "10h"),
        ("*KS*", "Ks"),
        ("ks10h7c", "Ks 10h 7c"),
        ("KS;10H|7C\r\nAD", "Ks 10h 7c Ad"),
        ("K♠ 7♥", "Ks 7h"),
        ("7+", "7s"),
        ("1/ 0- +3 *1", "Ac 10h Ks Jd"),
        ("7++38-", "7s Ks 8h"),
        ("", ""),
    ],
)
def test_what_is_entered_is_read(text: str, meant: str) -> None:
    assert scanned_cards(text) == cards(meant)


@pytest.mark.parametrize("text", ["11S", "KX", "K", "S", "+4", "7", "hello", "Ks 1s", "**"])
def test_what_is_no_card_is_refused_with_how_to_enter_one(text: str) -> None:
    with pytest.raises(NotACard, match="enter it like KS, 10H, 7\\+ or \\+3"):
        scanned_cards(text)


def keys(card: Card) -> str:
    """The two keys of the number pad."""
    suit = next(key for key, named in PAD_SUITS.items() if named == card.suit)
    if card.rank in COURTS:
        return suit + str(COURTS.index(card.rank) + 1)
    return {"A": "1", "10": "0"}.get(card.rank, card.rank) + suit


@given(st.lists(st.sampled_from(DECK), max_size=40))
def test_two_keys_a_card_run_together_are_read_back(dealt: list[Card]) -> None:
    entered = "".join(map(keys, dealt))
    assert len(entered) == 2 * len(dealt)
    if not (entered.startswith("*") and entered.endswith("*")):
        assert scanned_cards(entered) == tuple(dealt)
    assert scanned_cards("".join(map(str, dealt))) == tuple(dealt)


@pytest.mark.parametrize(
    ("dealt", "unseen", "found"),
    [
        ("2c 3c 4c 5c 6c 7c 8c", (), True),
        ("Kh Qh Jh 10h 9h 8h 7h", (), True),
        ("2c 3c 4c 6c 7c 8c 9c", (3,), True),
        ("2c 3c 4c 6c 7c 8c 9c", (), False),
        ("2c 3c 4c 5c 6c 7c 8d", (), False),
        ("2c 3c 4c 5c 6c 7c", (), False),
    ],
)
def test_cards_in_the_order_of_a_new_deck(dealt: str, unseen: tuple[int, ...], found: bool) -> None:
    """A place that nobody saw counts as if its card fitted."""
    places = [at for at in range(20) if at not in unseen]
    assert in_deck_order(dict(zip(places, cards(dealt), strict=False))) is found
