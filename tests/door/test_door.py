"""`import vingt`: small, typed, quick, and the same answers as the command line's."""

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import vingt
from tests.cli.command import vingt as command
from tests.live import golden


def test_importing_it_brings_nothing_and_every_name_is_there() -> None:
    code = (
        "import sys; before = set(sys.modules); import vingt; "
        "print(sorted(each for each in set(sys.modules) - before if each.startswith('vingt')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['vingt', 'vingt._version']\n"
    assert dir(vingt) == sorted(vingt.__all__)
    for name in vingt.__all__:
        assert getattr(vingt, name) is not None
    with pytest.raises(AttributeError, match="'vingt' has no attribute 'tabel'"):
        _ = vingt.tabel  # type: ignore[attr-defined]


def test_what_is_not_allowed_prints_every_problem(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('rulebook = "md-pontoon-21"\ndecks = 7\n')
    with pytest.raises(vingt.NotAllowed) as refused:
        vingt.table(mine)
    said = str(refused.value)
    assert f"{mine}:2: decks: expected 6 or 8, not 7\n    clause: MD-P21 3.A: " in said
    assert said.count("\n" + str(mine)) == len(refused.value.problems) > 1
    assert not vingt.check(mine)
    assert str(vingt.check(mine)) == said
    with pytest.raises(vingt.Unreadable, match="no rulebook has that id"):
        vingt.check("md-blakjack")


def test_side_wagers_that_a_choice_bars_are_left_out_and_named() -> None:
    table = vingt.table("md-blackjack", decks=2)
    assert any(each.startswith("match-the-dealer is left out at this table: ") for each in table.left_out)
    assert not vingt.check("md-blackjack", decks=2)  # to the letter
    with pytest.raises(vingt.Unreadable, match="rulebook"):
        vingt.table("md-blackjack", rulebook="mbs-pontoon")


def test_the_edge_is_that_of_the_command_line() -> None:
    edge = vingt.table("md-blackjack", soft17="S17").edge()
    told = command("edge", "md-blackjack", "--set", "soft17=S17", "--json").json
    assert edge.house_edge == told["house_edge"]
    assert edge.json["variance"] == edge.variance == told["variance"]
    assert sum(edge.net_results.values()) == pytest.approx(1)
    assert -edge.house_edge == edge.expectation


def test_amounts_that_make_no_sense_are_refused() -> None:
    table = vingt.table("md-blackjack")
    with pytest.raises(ValueError, match=r"a wager of 100 cents is \$1: this table takes \$5 to \$1,000"):
        table.edge(wager=100)
    with pytest.raises(ValueError, match="whole cents"):
        table.strategy(wager=25.0)  # type: ignore[arg-type]
    for wrong in ({"rounds": 0}, {"boxes": 9}, {"cut": 1.5}, {"wagers": ["nothing"]}, {"device": "abacus"}):
        with pytest.raises(ValueError, match=next(iter(wrong))[:5]):
            table.simulate(**{"rounds": 10, **wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "options", "words"),
    [
        ({"rounds": 1.5}, ("--rounds", "1.5"), "write a whole number of rounds, at least 1"),
        ({"rounds": 1e16}, ("--rounds", "1e16"), "at most 1e+15 rounds"),
        ({"seed": -1}, ("--seed", "-1"), "write a whole number from 0"),
        ({"boxes": 8}, ("--boxes", "8"), "this table has 1 to 7 (MD-BJ"),
        ({"cut": 1.0}, ("--shoe", "cut=1"), "0.75 for the share dealt before the cover card"),
        ({"threads": 1025}, ("--threads", "1025"), "write 1 to 1024"),
        ({"until_se": 2.0}, ("--until-se", "2"), "write a standard error between 0 and 1"),
        ({"wagers": "lucky"}, ("--wagers", "lucky"), "no side wager at this table 'lucky'"),
        ({"device": "gpu"}, ("--device", "gpu"), "no device 'gpu'"),
        ({"strategy": "."}, ("--strategy", "."), "is a folder"),
    ],
)
def test_what_a_simulation_is_asked_for_is_judged_as_on_the_command_line(
    wrong: dict[str, object], options: tuple[str, ...], words: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        vingt.table("md-blackjack").simulate(**wrong)  # type: ignore[arg-type]
    assert words in command("simulate", "md-blackjack", *options).err


def test_a_simulation_tells_how_far_it_is_and_counts_as_the_command_line() -> None:
    told: list[vingt.Progress] = []
    run = vingt.table("md-pontoon-21").simulate(3000, seed=3, wagers="none", progress=told.append)
    assert told[-1].rounds == told[-1].of == run.rounds == 3000
    assert all(one.rounds < next_.rounds for one, next_ in pairwise(told))
    asked = ("md-pontoon-21", "--rounds", "3000", "--seed", "3", "--wagers", "none", "--json")
    assert run.json["counts"] == command("simulate", *asked).json["counts"]


def test_a_round_with_insurance_a_split_and_a_shoe_that_goes_on() -> None:
    table = vingt.table("md-blackjack")
    game = table.new_round(cards="8s Ah 8d 7c 3s Td 9h").wager(2000).deal()
    assert game.decision is not None
    assert (game.decision.question, game.decision.cards) == ("insurance", ("8s", "8d"))
    assert game.decision.allowed == ("insure", "decline")
    with pytest.raises(vingt.Refused, match=r"insurance here is .* to \$10"):
        game.act("insure", 1500)
    game.act("insure")
    assert game.dealer == ("Ah", "??")
    game.act("split")
    assert game.hands == (("8s", "3s"), ("8d",))
    with pytest.raises(ValueError, match="'fold' is no answer here"):
        game.act("fold")
    game.act("stand")
    game.act("stand")
    assert game.over
    assert game.dealer == ("Ah", "7c")
    nets = sorted((each.wager, each.net) for each in game.payments)
    assert nets == [("insurance", -1000), ("main", -2000), ("main", 0)]
    with pytest.raises(vingt.Refused, match="the round is over"):
        game.act("hit")


def test_a_shoe_is_dealt_on_and_a_seed_deals_the_same_cards() -> None:
    table = vingt.table("mbs-pontoon")

    def played() -> list[str]:
        game, lines = table.new_round(seed="s"), []
        for _ in range(30):
            game = game.wager(table.limits[0]).deal()
            while (asked := game.decision) is not None:
                game.act("decline" if asked.question == "insurance" else "stand")
            lines.append(str(game))
            game = game.next_round()
        return lines

    first = played()
    assert first == played()
    assert len(set(first)) > 25


def test_cards_that_run_out_and_wagers_that_need_a_device_are_said() -> None:
    table = vingt.table("md-blackjack")
    with pytest.raises(ValueError, match="the dealer is due a card, and the 3 cards given are all dealt"):
        table.new_round(cards="Ts 6h 9d").wager(2500).deal()
    with pytest.raises(ValueError, match="not both"):
        table.new_round(cards="Ts", seed="s")
    with pytest.raises(vingt.Refused) as refused:
        table.new_round().wager(1)
    assert refused.value.cite.readings == ("J-97",)
    with pytest.raises(vingt.Refused, match="hit-and-run needs meter, which is not here"):
        vingt.table("md-blackjack/double-deck-progressives").new_round().wager(100, "hit-and-run")


def test_a_log_is_read_as_the_rounds_that_were_played(tmp_path: Path) -> None:
    folder = golden.house_folder("v1", tmp_path)
    with vingt.house(folder) as house:
        played = [each for each in house.rounds("mbs-pontoon-1") if each.finished]
        told = command("replay", "mbs-pontoon-1", "3", "--data", str(folder), "--json").json
        assert [line.text for line in played[2].lines] == [line["text"] for line in told["lines"]]
        assert list(played[2].net.values()) == [each["amount"] for each in told["net"]]
        with pytest.raises(ValueError, match="there are ma-pontoon-21-1"):
            next(house.rounds("nowhere"))
    with pytest.raises(vingt.Unreadable, match="no house was ever opened here"):
        vingt.house(tmp_path / "nowhere")
