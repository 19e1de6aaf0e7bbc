"""The shoe of `vingt play`: its cards, when they are shuffled, and what happens when they run out."""

import pytest

from tests.cli.scripted_game import Play, payments
from vingt.core.cards import cards
from vingt.core.rounds.event import CardDealt
from vingt.core.rounds.state import Box, Hand, HandStake, RoundState
from vingt.live.shoes.private_shoe import PrivateShoe, Seeded
from vingt.live.shoes.shuffle import shuffled
from vingt.rulebook import library


def test_the_shoe_holds_the_rulebooks_cards_and_is_shuffled() -> None:
    rules = library.table_rules("md-pontoon-21")
    for seed in (None, "7"):
        shoe = PrivateShoe(rules, seed)
        assert len(shoe.all) == 288
        assert len(shoe.left) == 288 - rules.shoe.burn_on_load
        assert all(card.rank != "10" for card in shoe.all)
        assert shoe.left != shoe.all[1:]
    # Fixed for good: a seed named in a report must deal the same cards in a year.
    assert [str(card) for card in PrivateShoe(rules, "7").left[:5]] == SEED_7
    assert sorted(shuffled(cards("7s 7h 7s Kd"), Seeded("x"))) == sorted(cards("7s 7h 7s Kd"))


SEED_7 = ["Ks", "3c", "4c", "2s", "3d"]


def test_seeded_numbers_are_spread_evenly() -> None:
    below = Seeded("even")
    counts = [0] * 6
    for _ in range(6000):
        counts[below(6)] += 1
    assert all(850 < count < 1150 for count in counts)


def test_all_cards_are_shuffled_when_the_cover_card_is_out(play: Play) -> None:
    rules = library.table_rules("md-blackjack")
    shoe = PrivateShoe(rules, "1")
    for _ in range(234 - rules.shoe.burn_on_load):
        draw(shoe)
    assert len(shoe.left) == 78
    assert shoe.ends is None, "the cover card is the next to come out: that round is played (reading I-128)"
    draw(shoe)
    assert shoe.ends is not None
    early = ("--seed", "1", "--set", 'cover_card_from_back="9/10"')
    done = play("md-blackjack", *["", "s", "s"] * 20, args=early)
    assert "The cover card is out: all cards are shuffled. [MD-BJ 5.G, 7.D, 7.E, J-2]" in done.out


def draw(shoe: PrivateShoe) -> None:
    card = shoe.take()
    assert card is not None
    shoe.follow(CardDealt(1, 0, card, face_up=True))


def test_a_continuous_shuffler_shuffles_each_round_and_burns_at_its_first_load_only() -> None:
    """Reading I-129; `vingt play` once burned on every load."""
    shoe = PrivateShoe(library.table_rules("md-blackjack", {"shuffler": "continuous"}), "1")
    burned = []
    for _ in range(3):
        burned.append(shoe.state.burned)
        draw(shoe)
        assert shoe.ends is not None
        shoe.load()
    assert burned == [1, 0, 0]


LOAD = PrivateShoe.load


def nearly_empty(shoe: PrivateShoe) -> None:
    """Four cards are left, and the dealer will have to draw."""
    LOAD(shoe)
    shoe.orders[shoe.state.number] = (*shoe.order[:-4], *cards("2c 3c 4c 5c"))
    shoe.state = shoe.state._replace(out=shoe.state.cards - 4, cover_card_after=None)


def test_a_hand_that_went_over_21_is_in_the_discard_rack_when_the_shoe_runs_out() -> None:
    """Reading I-11: 308 cards are shuffled again, where `vingt play` once left out the three of the hand."""
    shoe = PrivateShoe(library.table_rules("md-blackjack"), "1")
    gone = Hand(cards("9c 8c 7c"), (HandStake("you", 500, open=False),), "busted")
    lying = Hand(cards("2c 4c"), (HandStake("you", 500),))
    layout = RoundState(dealer=cards("5c Kd"), boxes=(Box(1, hands=(gone,)), Box(2, hands=(lying,))))
    burned = shoe.refill(layout)
    assert burned == shoe.order[:1]
    assert (len(shoe.all), shoe.state.cards) == (312, 308)
    assert sorted((*shoe.order, *cards("2c 4c 5c Kd"))) == sorted(shoe.all)
    everything = RoundState(boxes=(Box(1, hands=(Hand(shoe.all, (HandStake("you", 500),)),)),))
    assert shoe.refill(everything) is None


def test_a_shoe_that_runs_out_is_filled_from_the_discards(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PrivateShoe, "load", nearly_empty)
    done = play("md-blackjack", "", "s", "s")
    assert "The shoe ran short: the discards are shuffled and burned from. [MD-BJ 14.F" in done.out
    assert payments(done.out)
    monkeypatch.setattr(PrivateShoe, "refill", lambda *_: None)
    done = play("md-blackjack", "25", "h", "h", "h")
    assert "The round is void: all cards are on the table." in done.out
    assert done.out.endswith("leave with $500: $0.\n")
