"""`vingt play`: whole games through stdin, how a player leaves, and what the page shows."""

import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.scripted_game import Play, payments
from vingt.core.money import cents
from vingt.rulebook import library

VINGT = [sys.executable, "-m", "vingt"]
PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
SAMPLES = [f"{each}/{name}" for each in library.RULEBOOKS for name in library.samples(each)]


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
