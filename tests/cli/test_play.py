"""`vingt play`: scripted games through stdin, from a seed or from a shoe that was stacked for the test."""

import io
import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.cli.command import Done, vingt
from vingt.core.cards import Card, cards
from vingt.core.money import cents
from vingt.core.rounds.command import CloseBetting, Command, Deal, Double, PlaceWager, Stand
from vingt.core.rounds.decide import advance
from vingt.core.rounds.event import CardDealt
from vingt.core.rounds.legal import legal
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import Box, Hand, HandStake, RoundState, new_round
from vingt.live.shoes.private_shoe import PrivateShoe, Seeded
from vingt.live.shoes.shuffle import shuffled
from vingt.report.play.choices import KEYS, TurnChoice
from vingt.report.play.wagers import offer
from vingt.rulebook import library

VINGT = [sys.executable, "-m", "vingt"]
PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
SAMPLES = [f"{each}/{name}" for each in library.RULEBOOKS for name in library.samples(each)]

Play = Callable[..., Done]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """`vingt play` with these answers; with a shoe from which these cards come first."""

    def run(rules: str, *answers: str, args: tuple[str, ...] = (), shoe: str | None = None) -> Done:
        if shoe is not None:

            def stacked(self: PrivateShoe, given: Sequence[Card]) -> tuple[Card, ...]:
                first, burned = cards(shoe), self.rules.shoe.burn_on_load
                rest = [card for card in given if card not in first]
                return (*rest[:burned], *first, *rest[burned:])

            monkeypatch.setattr(PrivateShoe, "shuffle", stacked)
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{each}\n" for each in answers)))
        return vingt("play", rules, *args)

    return run


def payments(out: str) -> list[str]:
    """Result lines with one space between the words."""
    return [re.sub(" +", " ", line).strip() for line in out.splitlines() if re.match("  box .*]$", line)]


def money(words: list[str]) -> int:
    return sum(cents(each.lstrip("+").replace("-$", "-")) for each in words)


# -- whole games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SAMPLES)
def test_a_round_of_every_table_runs_to_its_payments(play: Play, rules: str) -> None:
    done = play(rules, "", "n", *["s"] * 9, args=("--seed", "1"))
    assert (done.code, done.err) == (0, "")
    prefix = library.table_rules(rules).cites_as
    assert re.search(r"^│.*│   │.*│$", done.out, re.MULTILINE)
    assert payments(done.out)
    assert all(re.search(rf"\[({prefix} |[IJ]-\d)", line) for line in payments(done.out))
    assert re.search(r"^Round 1: ", done.out, re.MULTILINE)
    assert re.search(
        r"^You played \d+ rounds?, bought in for \$[\d,]+ and leave with ", done.out, re.MULTILINE
    )


ANSWERS = ("h", "s", "d", "p", "u", "r", "y", "n", "e", "", "", "", "25", "50 a5", "2: 50 a1", "2: -", "d 5")
ODD = (
    "?",
    "?d",
    "w",
    "zz",
    "²",
    "-5",
    "9" * 40,
    "d 5.25",
    "r 2.2",
    "\x1b[31m",
    "25 25",
    "10 nope=5",
    "?!",
    "s 5",
)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_typed_the_game_goes_on_and_no_cent_is_lost(play: Play, seed: int) -> None:
    chance = random.Random(seed)
    typed = [chance.choice(ODD if chance.random() < 0.2 else ANSWERS) for _ in range(chance.randint(0, 80))]
    args = ("--seed", str(seed), "--boxes", str(chance.choice((1, 2, 5))))
    done = play(chance.choice(SAMPLES), *typed, args=args)
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    nets = re.findall(r"^Round \d+: (\S+)$", done.out, re.MULTILINE)
    lines = [match[1] for line in payments(done.out) if (match := re.search(r" ([+-]?\$[\d,.]+) \[", line))]
    last = re.search(r"played (\d+) .* for (\S+) and leave with (\S+): (\S+)\.\n$", done.out)
    assert last
    assert len(nets) == int(last[1])
    assert money(nets) == money(lines) == money([last[4]]) == money([last[3]]) - money([last[2]])


def test_a_seed_deals_the_same_game_again(play: Play) -> None:
    answers = ("", "h", "s", "", "s", "", "h", "h", "s")
    first, again, other = (play("md-pontoon-21", *answers, args=("--seed", seed)) for seed in ("x", "x", "y"))
    assert first == again
    assert first != other
    assert play("md-pontoon-21", "", args=()).out != play("md-pontoon-21", "", args=()).out


def test_rounds_follow_each_other_with_the_same_wager_at_enter(play: Play) -> None:
    done = play("md-blackjack", "25 a5", "s", "", "s", shoe="6s 9h Kd 8c 6s 9h Kd 8c")
    assert "Round 1: -$30" in done.out
    assert "Round 2 · bankroll $470\nYour wager?  Enter: $25 a5 · an amount" in done.out
    assert done.out.endswith("You played 2 rounds, bought in for $500 and leave with $440: -$60.\n")


def test_chips_are_bought_when_they_run_out(play: Play) -> None:
    done = play("md-blackjack", "400", "d", shoe="6s 5h 5d 7c Kh")
    assert "Your chips do not cover that: you buy in for another $500." in done.out
    assert "bought in for $1,000" in done.out


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


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("x", "'x' is no amount: press Enter or write an amount, like 25, or with a side wager: 25 a1."),
        ("0", "A wager is more than nothing."),
        ("4", "The table takes $5 to $1,000. ["),
        ("1e3", "'1e3' is no amount"),
        ("5.25", "A wager is a multiple of the smallest chip, $0.50. ["),
        ("25 a26", "Lucky Ladies Twenty Point Bonus takes $1 to $25. [MD-BJ "),
        ("25 lucky-ladies=26", "Lucky Ladies Twenty Point Bonus takes $1 to $25. [MD-BJ "),
        ("25 zz5", "No side wager 'zz' at this table; w lists them."),
        ("25 25", "Two amounts for one box"),
        ("3: 25", "You play boxes 1 and 2; there is no box 3."),
        ("25 buster-free-bonus=5", "comes with buster-blackjack and takes no wager of its own. ["),
    ],
)
def test_a_wager_that_cannot_be_is_refused_before_the_deal(play: Play, typed: str, said: str) -> None:
    done = play("md-blackjack", typed, args=("--boxes", "2"))
    assert said in done.out
    assert done.out.endswith("You played 0 rounds, bought in for $500 and leave with $500: $0.\n")


def test_wagers_for_one_box_and_an_empty_box(play: Play) -> None:
    done = play("ma-pontoon-21", "2: 50 a 5", "1: -", "", "s", args=("--boxes", "2"), shoe="10s 7h 8d 8c")
    assert "Enter: $5 on box 1, $50 a5 on box 2" in done.out
    assert "Enter: $50 a5 on box 2 ·" in done.out
    assert {line[:5] for line in payments(done.out)} == {"box 2"}
    nothing = play("ma-pontoon-21", "1: -", "")
    assert "Nobody has made a Pontoon 21 wager. [MA-P21" in nothing.out


def test_wagers_are_listed_with_stakes_and_pays(play: Play) -> None:
    done = play("md-blackjack/double-deck-progressives", "w", "25 super-4=2")
    listed = done.out.partition("> w\n")[2]
    assert "a  Royal Match 21 (royal-match-21)\n  stake   $5 to $50\n  pays " in listed
    assert (
        "d  Super 4 Progressive (super-4)\n  stake   $1\n  pays    royal flush of diamonds 100% of" in listed
    )
    assert "Must Hit Progressive comes with super-4 and takes no wager of its own." in listed
    assert "Super 4 Progressive takes $1. [J-8]" in listed


def test_a_meter_grows_with_each_wager_and_a_royal_flush_of_diamonds_has_it(play: Play) -> None:
    done = play("md-blackjack/double-deck-progressives", "25 d1", "n", "s", "", shoe="Qd Ad Jd Kd")
    assert "Meters: Hit and Run Progressive $1,000, Super 4 Progressive $10,000, Must Hit" in done.out
    assert any(
        "Super 4" in line and "+$9,999" in line and "13.H(1)(a)" in line for line in payments(done.out)
    )
    assert "Super 4 Progressive $10,000.25, Must Hit Progressive $250.05" in done.out


def test_a_wheel_turns_in_the_terminal_and_its_prize_is_paid_by_its_clause(play: Play) -> None:
    played = ("md-pontoon-21/eight-decks-wheels", "25 b5", "s")
    done = play(*played, args=("--seed", "7"), shoe="As 7h Kd 8c")
    assert "The wheel of Bonus Spin Progressive turns." in done.out
    (stopped,) = re.findall(r"The wheel stops at (\$[\d,]+|Jackpot)", done.out)
    (paid,) = [line for line in payments(done.out) if "Bonus Spin" in line]
    assert f"{stopped} symbol" in paid.replace("jackpot", "Jackpot")
    assert "MD-P21 12.D(4)(" in paid


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


# -- leaving ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answers", [("25", "q"), ("25",), ("25", "?", "x", "QUIT")])
def test_leaving_in_a_round_finishes_it_by_standing(play: Play, answers: tuple[str, ...]) -> None:
    done = play("md-blackjack", *answers, shoe="10s 7h 8d 10c")
    assert (done.code, done.err) == (0, "")
    assert "You leave: your hands stand, nothing more is insured, and the round is finished." in done.out
    assert payments(done.out)[0].startswith("box 1 Blackjack Wager $25 higher total +$25")
    assert done.out.endswith("You played 1 round, bought in for $500 and leave with $525: +$25.\n")


def test_leaving_at_insurance_declines_it_on_every_box(play: Play) -> None:
    done = play("md-blackjack", "10", "q", shoe="10s 9s Ah 8d 9c 2c", args=("--boxes", "2"))
    assert done.code == 0
    assert "Insurance $" not in done.out
    assert len(payments(done.out)) == 2


def test_leaving_before_the_deal_takes_no_wager(play: Play) -> None:
    for answers in ((), ("q",), ("1: 25 a5",)):
        done = play("md-blackjack", *answers)
        assert done.code == 0
        assert "You leave before the deal: no wager is taken." in done.out
        assert done.out.endswith("leave with $500: $0.\n")


@pytest.mark.parametrize("end", ["ctrl-c", "ctrl-d"])
def test_ctrl_c_and_ctrl_d_leave_a_terminal_kindly(end: str) -> None:
    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with subprocess.Popen(
        [*VINGT, "play", "md-pontoon-21", "--seed", "1"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment | {"TERM": "xterm-256color", "COLUMNS": "120"},
    ) as running:
        sent = read_until(ours, b"\n> ")
        os.write(ours, b"25\n")
        sent += read_until(ours, b"q leave\r\n> ")
        if end == "ctrl-c":
            running.send_signal(signal.SIGINT)
        else:
            os.write(ours, b"\x04")
        sent += read_until(ours, b"You played 1 round")
        assert running.wait(timeout=20) == 0
    os.close(ours)
    os.close(theirs)
    assert b"\x1b[1;31m2\xe2\x99\xa5\x1b[0m" in sent  # the 2 of hearts, red
    bare = re.sub(r"\x1b\[[0-9;]*m", "", sent.decode())
    assert "╭──╭──╮   ╭──╭──╮" in bare
    assert "You leave: your hands stand" in bare
    assert "Traceback" not in bare


def read_until(terminal: int, sign: bytes) -> bytes:
    sent = b""
    deadline = time.monotonic() + 20
    while sign not in sent:
        assert time.monotonic() < deadline, sent.decode(errors="replace")
        sent += os.read(terminal, 4096)
    return sent


def test_a_closed_or_binary_input_and_a_plain_terminal_are_no_trouble() -> None:
    command = f"'{sys.executable}' -m vingt play md-pontoon-21 --seed 1"
    closed = subprocess.run(["sh", "-c", f"{command} <&-"], capture_output=True)
    assert (closed.returncode, closed.stderr) == (0, b"")
    junk = subprocess.run([*VINGT, "play", "md-pontoon-21"], input=bytes(range(256)), capture_output=True)
    assert (junk.returncode, junk.stderr) == (0, b"")
    plain = subprocess.run(
        [*VINGT, "play", "md-pontoon-21", "--seed", "1"],
        input=b"\ns\n",
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert b"+--+--+   +--+--+\n|6d|##|   |Ah|2h|\n" in plain.stdout


# -- tables and shoes ------------------------------------------------------------------------------------


def test_more_boxes_than_a_player_may_hold_are_played_for_several(play: Play) -> None:
    done = play("md-pontoon-21/eight-decks-wheels", "", *["s"] * 9, args=("--boxes", "5", "--seed", "4"))
    assert "A player holds at most 2 boxes here [MD-P21 6.H" in done.out
    assert "so you play for 3 players with one bankroll" in done.out
    table = offer(library.table_rules("md-pontoon-21/eight-decks-wheels"), 5)
    assert [table.player(box) for box in range(1, 6)] == ["player 1"] * 2 + ["player 2"] * 2 + ["player 3"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--boxes", "8"), "--boxes 8: the table has boxes 1 to 7 [MD-BJ 2.A"),
        (("--boxes", "0"), "--boxes 0: the table has boxes 1 to 7"),
    ],
)
def test_what_cannot_be_played_is_one_line_and_exit_2(play: Play, args: tuple[str, ...], said: str) -> None:
    done = play("md-blackjack", args=args)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


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


# -- documentation ---------------------------------------------------------------------------------------


def test_the_piped_example_of_the_page_is_what_the_command_prints() -> None:
    (example,) = re.findall(r"^```\n\$ (printf .+)\n((?:.*\n)+?)```$", PAGE, re.MULTILINE)
    command, expected = example
    command = command.replace("vingt play", f"'{sys.executable}' -m vingt play")
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    pattern = "".join(
        r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in expected.splitlines()
    )
    assert re.fullmatch(pattern, done.stdout), done.stdout
