"""What `vingt play` offers at each decision, what a key does, and why; shoes are stacked for the test."""

import re

from tests.cli.scripted_game import Play, payments
from vingt.core.cards import cards
from vingt.core.money import cents
from vingt.core.rounds.command import CloseBetting, Command, Deal, Double, PlaceWager, Stand
from vingt.core.rounds.decide import advance
from vingt.core.rounds.legal import legal
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import RoundState, new_round
from vingt.report.play.choices import KEYS, TurnChoice
from vingt.rulebook import library

# -- decisions -------------------------------------------------------------------------------------------


def test_the_cards_are_drawn_and_the_hole_card_is_not(play: Play) -> None:
    done = play("md-blackjack", "25", "s", shoe="10s 7h Kd 7c")
    before, _, after = done.out.partition("> s\n")
    assert (
        "dealer    ▶ box 1 $25\n╭──╭──╮   ╭───╭──╮\n│7♥│░░│   │10♠│K♦│\n╰──╰──╯   ╰───╰──╯\n7         20\n"
    ) in before
    assert "7♣" not in before
    assert "7♣" in after


def test_insurance_is_offered_within_its_limits(play: Play) -> None:
    shoe = "10s Ah Kd Kc"
    done = play("md-blackjack", "25", "13", "what", "5.25", "y", shoe=shoe)
    assert "Insurance for box 1?  y $12.50 · less: an amount from 0.50 · n no (or Enter)" in done.out
    assert "Insurance here is $0.50 to $12.50 in chips of $0.50. [MD-BJ 8.A, 8.A(1), J-64]" in done.out
    assert "'what' is no answer here." in done.out
    assert "The card reader shows a Blackjack." in done.out
    assert payments(done.out)[0].startswith("box 1 Insurance $12.50 dealer blackjack +$25 [MD-BJ")
    assert "Round 1: $0" in done.out
    assert "Round 1: -$20" in play("md-blackjack", "25", "2.5", shoe=shoe).out
    assert "Round 1: -$25" in play("md-blackjack", "25", "", shoe=shoe).out


def test_even_money_only_where_it_is_offered(play: Play) -> None:
    shoe = "As Ah Kd Kc"
    yes = play("md-blackjack", "10", "e", shoe=shoe, args=("--set", "even_money=true"))
    assert "e even money" in yes.out
    assert payments(yes.out)[0].startswith("box 1 Blackjack Wager $10 even money +$10 [MD-BJ 8.")
    no = play("md-blackjack", "10", "e", "?", "n", shoe=shoe)
    assert "e even money ·" not in no.out
    assert "Even money is not offered at this table. [MD-BJ 8." in no.out
    assert "even money  not allowed: even money is not offered at this table\n  MD-BJ 8." in no.out


def test_a_double_for_less_and_a_rescue(play: Play) -> None:
    shoe = "6s 9h 5d 8c 2h"
    done = play("md-pontoon-21", "25", "d 7.25", "d 26", "d x", "d 10", "r", shoe=shoe)
    assert "d double $25 (for less, from d 0.50)" in done.out
    assert "A wager is a multiple of the smallest chip, $0.50. [MD-P21" in done.out
    assert "A double here is $0.50 to $25. [MD-P21" in done.out
    assert "'x' is no amount." in done.out
    assert "Box 1: 13 against 9♥?  s keep the double · r rescue · ? why · q leave" in done.out
    assert payments(done.out)[0].startswith("box 1 Pontoon 21 Wager $35 rescue, doubled -$25 [MD-P21 10.H")
    assert "Round 1: -$25" in done.out


def test_a_kept_double_is_rescued_late_where_the_table_lets_it(play: Play) -> None:
    shoe = "6s 6h 9h 5d 5c 8c 2h"
    args = ("--boxes", "2", "--set", "rescue_until=dealer_card")
    done = play("md-pontoon-21", "10", "d", "s", "r 1", "s", shoe=shoe, args=args)
    assert "r 1.1 rescue that hand" in done.out
    assert payments(done.out)[0].startswith("box 1 Pontoon 21 Wager $20 rescue, doubled -$10 ")


def test_split_hands_are_played_one_after_the_other(play: Play) -> None:
    done = play("md-blackjack", "10", "p", "h", "s", "d", shoe="8s 6h 8d Kc 2h 9s 3c 10h 10s")
    assert "Box 1.1: 10 against 6♥?" in done.out
    assert "Box 1.1 gets 9♠: 19." in done.out
    assert "Box 1.2: 11 against 6♥?" in done.out
    assert [line.split(" [")[0] for line in payments(done.out)] == [
        "box 1.2 Blackjack Wager $20 dealer over 21, doubled +$20",
        "box 1.1 Blackjack Wager $10 dealer over 21 +$10",
    ]


def test_surrender_and_side_wagers_are_settled(play: Play) -> None:
    done = play("mbs-pontoon", "20 a5", "u", shoe="9s Kh 9d 8c")
    assert [line.split(" [")[0] for line in payments(done.out)] == [
        "box 1 Pair bet $5 pair +$55",
        "box 1 Pontoon main wager $20 surrender -$10",
    ]
    first_table, _, rest = done.out.partition("Pair bet $5 ")
    assert "│K♥│" in first_table  # the cards are seen before what they pay
    assert "Round 1: +$45" in rest


def test_the_dealer_says_why_no_card_is_drawn(play: Play) -> None:
    done = play("md-blackjack", "10", "h", shoe="10s 6h 6d 7c Kh")
    assert "Box 1 is over 21." in done.out
    assert re.search(r"The dealer draws no card, for no wager depends on it\. \[J-18\]", done.out)


# -- keys ------------------------------------------------------------------------------------------------


def test_a_wrong_key_is_answered_and_nothing_happens(play: Play) -> None:
    done = play("md-blackjack", "25", "x", "", "p", "h 5", "s", shoe="10s 7h 8d 10c")
    assert "'x' is none of the keys.\nYou may:  h hit · s stand · d double $25" in done.out
    assert "Nothing was typed." in done.out
    assert "Split: only two cards of equal value are split. [MD-BJ 11.A" in done.out
    assert "'h 5' is none of the keys." in done.out
    assert "Round 1: +$25" in done.out


def test_buttons_are_what_the_engine_says_is_legal() -> None:
    rules = library.table_rules("md-players-edge-21")
    for dealt in ("8s 5h 8d Kc", "As 9h 7d Kc", "Ks 9h Qd 9c"):
        state = given_state("md-players-edge-21", dealt)
        turn = TurnChoice(rules, state, (1, 0), unicode=True)
        allowed = {each.name for each in legal(rules, state, 1, 0) if each.allowed}
        assert {KEYS[each[0]] for each in turn.offered} == allowed
        for key, name in KEYS.items():
            assert isinstance(turn.read(key), Refusal) is (name not in allowed)
            assert isinstance(turn.read(name), Refusal) is (name not in allowed)
    turn = TurnChoice(rules, given_state("md-players-edge-21", "8s 5h 3d Kc"), (1, 0), unicode=False)
    assert turn.read("d") == Double("you", 1, 0)
    assert turn.read("d 25") == turn.read("d25") == turn.read("double $25") == Double("you", 1, 0, cents(25))
    assert turn.alone == Stand("you", 1, 0)


def given_state(rules_named: str, dealt: str) -> RoundState:
    rules = library.table_rules(rules_named)
    state = new_round()
    commands: list[Command] = [PlaceWager("you", 1, 2500), CloseBetting(), *map(Deal, cards(dealt))]
    for command in commands:
        advanced = advance(rules, state, command)
        assert not isinstance(advanced, Refusal)
        state = advanced[0]
    return state


# -- why -------------------------------------------------------------------------------------------------


def test_a_question_mark_says_what_bars_an_action(play: Play) -> None:
    done = play("md-blackjack", "25", "?", "?d", "s", shoe="10s 7h 8d 10c")
    everything, one = done.out.split("> ?")[1:]
    assert (
        "split  not allowed: only two cards of equal value are split\n"
        "  MD-BJ 11.A  Two initial cards of equal value may be "
    ) in everything
    assert "rescue  not allowed: this game has no rescue" in everything
    assert "Nothing has been paid yet." in everything
    assert "hit  " not in everything
    assert one.startswith("d\ndouble  allowed\n  MD-BJ 10.A ")


def test_a_question_mark_says_which_clauses_and_readings_paid(play: Play) -> None:
    done = play("md-blackjack", "25", "s", "?", shoe="10s 7h 8d 10c")
    why = done.out.partition("The last payments")[2]
    assert "box 1  Blackjack Wager $25, higher total: +$25\n" in why
    assert "  MD-BJ 13.A(1)  A winning Blackjack Wager pays 1 to 1.\n" in why
    assert "  J-20           No settlement rule: When does a Blackjack Wager win" in why
