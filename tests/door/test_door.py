"""`import vingt`: small, typed, quick, and the same answers as the command line's."""

import asyncio
import copy
import multiprocessing
import pickle
import re
import subprocess
import sys
import typing
import warnings
from concurrent.futures import ProcessPoolExecutor
from dataclasses import is_dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vingt
from tests.cli.command import vingt as command
from tests.live import golden
from vingt.live.log.store import DATABASE


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
    with pytest.raises(ValueError, match=r"stake=100: that is \$1, and this table takes \$5 to \$1,000"):
        table.edge(stake=100)
    with pytest.raises(ValueError, match="whole cents"):
        table.strategy(stake=25.0)  # type: ignore[arg-type]
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


def test_an_argument_that_makes_no_sense_is_unreadable_by_its_name() -> None:
    table: Any = vingt.table("md-blackjack")
    asked: dict[str, list[dict[str, Any]]] = {
        "simulate": [
            {"rounds": None}, {"rounds": 1.5}, {"seed": "x"}, {"seed": 1.5}, {"boxes": 1.5}, {"boxes": "2"},
            {"boxes": True}, {"threads": "2"}, {"threads": 1.5}, {"until_se": "x"},
            {"until_se": float("nan")}, {"wagers": 5}, {"wagers": [5]}, {"device": 5}, {"cut": "x"},
            {"progress": 5}, {"stake": "x"}, {"strategy": None}, {"strategy": ""},
        ],
        "edge": [{"other_players": "x"}, {"stake": 25.0}],
        "new_round": [{"seed": 1.5}, {"cards": 5}],
    }  # fmt: skip
    for method, each in asked.items():
        for wrong in each:
            ((name, given),) = wrong.items()
            with pytest.raises(vingt.Unreadable, match=re.escape(f"{name}={given!r}: ")):
                getattr(table, method)(**wrong)
    for hand in ((None, "6"), (["10s", "6h"], "6"), (16, 10), ("T6", None), ("T6", "6", None)):
        with pytest.raises(vingt.Unreadable, match=r'=.*: write cards as text, like "7s 7h"'):
            table.advise(*hand)
    with pytest.raises(vingt.Unreadable, match="not a card"):
        table.new_round(cards="Ts Zz")
    for wrong, said in (
        ({"stake": "5"}, "stake='5': money is whole cents, so $25 is 2500"),
        ({"stake": 2500, "box": "x"}, "box='x': write a whole number"),
        ({"stake": 2500, "player": 5}, "player=5: write a name"),
        ({"stake": 2500, "wager": 5}, "wager=5: write the id of a wager"),
    ):
        with pytest.raises(vingt.Unreadable, match=re.escape(said)):
            table.new_round().wager(**wrong)
    any_table: Any = vingt.table
    for rules in (5, None, ""):
        with pytest.raises(vingt.Unreadable, match=f"rules={rules!r}: write a rulebook's id"):
            any_table(rules)
    for choices in ({1: 2}, 5):
        with pytest.raises(vingt.Unreadable, match=r"choices=.*write a mapping of keys to values"):
            any_table("md-blackjack", choices)


def test_numbers_of_numpy_and_whole_floats_are_numbers() -> None:
    table = vingt.table("md-blackjack", decks=np.int64(8), table_minimum=7.5)
    assert (table.title, table.limits[0]) == ("Maryland Blackjack, eight decks, H17, 3 to 2", 750)
    asked: dict[str, Any] = {"wagers": "none", "device": "python"}
    run = table.simulate(np.float32(500), seed=np.int64(3), boxes=1.0, **asked)  # type: ignore[arg-type]
    assert (run.rounds, run.seed) == (500, 3)
    assert run.json["counts"] == table.simulate(500, seed=3, **asked).json["counts"]
    assert table.new_round().wager(np.int64(2500)).hands == ()  # type: ignore[arg-type]


def test_a_strategy_that_is_none_is_said_with_what_may_have_been_meant(tmp_path: Path) -> None:
    table = vingt.table("md-blackjack")
    known = "a strategy is composition, chart or a strategy file"
    with pytest.raises(vingt.Unreadable, match=f"^compositon: .*; {known}; did you mean composition\\?$"):
        table.edge("compositon")
    with pytest.raises(vingt.Unreadable, match=f"^nonsense.txt: no such file or directory; {known}$"):
        table.simulate(10, strategy="nonsense.txt")
    with pytest.raises(vingt.Unreadable, match=f"is a folder; {known}$"):
        table.edge(tmp_path)
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    with pytest.raises(vingt.Unreadable, match="binary: not UTF-8 text, so no strategy"):
        table.edge(tmp_path / "binary")
    (tmp_path / "other").write_text("[build]\n")
    with pytest.raises(vingt.Unreadable, match=r"other, line 1: no section \[build\]"):
        table.edge(tmp_path / "other")


def test_a_strategy_made_for_other_rules_is_never_followed_in_silence(tmp_path: Path) -> None:
    chart = vingt.table("md-blackjack").strategy()
    (tmp_path / "chart.txt").write_text(chart.text)
    table = vingt.table("md-blackjack", soft17="S17")
    title = "Maryland Blackjack, six decks, H17, 3 to 2"
    with pytest.warns(
        vingt.OtherRules, match=f"the strategy given was made for other rules .{title}"
    ) as told:
        edge = table.edge(chart)
    assert told[0].filename == __file__
    assert str(edge).endswith(" by the strategy given")
    with pytest.warns(vingt.OtherRules, match=r"chart\.txt was made for other rules"):
        assert table.edge(tmp_path / "chart.txt").strategy == "file"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        vingt.table("md-blackjack").edge(chart)


def test_a_name_of_no_sample_or_edition_is_unreadable_with_what_may_have_been_meant() -> None:
    for named, hint in (("md-blackjack/electronik", "electronic"), ("md-blackjack@9", "md-blackjack@2")):
        with pytest.raises(vingt.Unreadable, match=rf"there are .*; did you mean {hint}\?$"):
            vingt.table(named)


def test_tables_that_play_the_same_are_equal_here_and_in_another_process() -> None:
    table = vingt.table("md-blackjack", decks=2, soft17="S17")
    same = vingt.table("md-blackjack", {"title": "Another name"}, decks=2, soft17="S17")
    assert table == same
    assert len({table, same, vingt.table("md-blackjack")}) == 2
    assert table != "md-blackjack"
    copied = copy.deepcopy(table)
    assert (copied, copied.title, copied.left_out) == (table, table.title, table.left_out)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        there, edge = pool.submit(sent, table).result()
    assert (there, there.left_out, edge) == (table, table.left_out, table.edge().house_edge)


def sent(table: vingt.Table) -> tuple[vingt.Table, float]:
    return table, table.edge().house_edge


def test_what_a_choice_made_wrong_is_told_first() -> None:
    with pytest.raises(vingt.NotAllowed) as refused:
        vingt.table("md-blackjack", decks=-1)
    for problems in (refused.value.problems, vingt.check("md-blackjack", decks=-1).problems):
        keys = [problem.key for problem in problems]
        assert keys[0] == "decks"
        assert len(keys) > 5
        lines = [problem.line or 0 for problem in problems[1:]]
        assert lines == sorted(lines)


def test_public_errors_and_classes_show_as_such_and_are_sent_whole() -> None:
    for name in vingt.__all__:
        if isinstance(each := getattr(vingt, name), type):
            assert f"{each.__module__}.{each.__qualname__}" == f"vingt.{name}"
            assert pickle.loads(pickle.dumps(each)) is each
            if is_dataclass(each):
                assert typing.get_type_hints(each)
    game = vingt.table("md-blackjack").new_round(cards="Ts 6h 9d 7c 5s").wager(2500).deal()
    errors: list[Exception] = []
    for ask in (
        lambda: game.act("split"),
        lambda: vingt.table("md-blackjack", decks=9),
        lambda: vingt.table("md-blakjack"),
    ):
        with pytest.raises(Exception) as raised:  # noqa: PT011
            ask()
        errors.append(raised.value)
    assert [type(error) for error in errors] == [vingt.Refused, vingt.NotAllowed, vingt.Unreadable]
    for error in errors:
        assert str(pickle.loads(pickle.dumps(error))) == str(error)
        assert "object at 0x" not in repr(error)


def test_what_is_printed_is_for_people() -> None:
    verdict = vingt.check("md-pontoon-21", decks=7)
    assert str(verdict.problems[0]).startswith(
        "submission: decks: expected 6 or 8, not 7\n    clause: MD-P21"
    )
    decision = vingt.table("md-blackjack").new_round(cards="As 6h 7d 7c").wager(2500).deal().decision
    assert decision is not None
    assert str(decision) == "box 1, As 7d (soft 18): hit, stand, double, surrender"
    choices = {choice.name: str(choice) for choice in decision.choices}
    assert choices["hit"] == "hit"
    assert choices["split"].startswith("split: not allowed, only two cards of equal value are split [MD-BJ ")
    run = vingt.table("md-blackjack").simulate(500, wagers=["lucky-ladies"], device="python")
    assert re.fullmatch(r"lucky-ladies: house edge \S+% ± \S+%, exactly 17\.6391%", str(run.wagers[0]))


def test_what_a_function_makes_is_not_made_by_its_class() -> None:
    for made, function in (
        (vingt.Table, "vingt.table"),
        (vingt.House, "vingt.house"),
        (vingt.Round, "new_round"),
    ):
        with pytest.raises(TypeError, match=f"a {made.__name__} is made by .*{function}"):
            made("md-blackjack")


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
    game = table.new_round(cards="Ts 6h 9d").wager(2500)
    for _ in range(2):
        with pytest.raises(
            vingt.Unreadable, match="the dealer is due a card, and the 3 cards given are all dealt"
        ):
            game.deal()
        assert str(game) == "dealer -; hands -; betting"
    game = table.new_round(cards="Ts 6h 2d 7c").wager(2500).deal()
    with pytest.raises(vingt.Unreadable, match="box 1 is due a card, and the 4 cards given are all dealt"):
        game.act("hit")
    assert game.decision is not None
    assert (game.hands, game.over, game.payments) == ((("10s", "2d"),), False, ())
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
        with pytest.raises(vingt.Unreadable, match=r"no table 'mbs-ponton-1': .*did you mean mbs-pontoon-1"):
            house.rounds("mbs-ponton-1")
        begun = house.rounds("mbs-pontoon-1")
        next(begun)
    for late in (lambda: next(begun), lambda: house.rounds("mbs-pontoon-1"), lambda: house.tables):
        with pytest.raises(vingt.Unreadable, match=r"this house was closed; vingt.house\(…\) opens it again"):
            late()
    with pytest.raises(vingt.Unreadable, match="no house was ever opened here"):
        vingt.house(tmp_path / "nowhere")


def test_two_people_of_one_name_keep_what_each_of_them_won(tmp_path: Path) -> None:
    folder = golden.house_folder("v1", tmp_path)
    with vingt.house(folder) as house:
        before = next(house.rounds("md-blackjack-1"))
    file = folder / DATABASE
    file.write_bytes(file.read_bytes().replace(b'"Bob"', b'"Ann"'))
    with vingt.house(folder) as house:
        after = next(house.rounds("md-blackjack-1"))
    assert after.net == before.net
    assert sorted(before.names.values()) == ["Ann", "Bob", "Cy"]
    assert sorted(after.names.values()) == ["Ann", "Ann", "Cy"]
    assert set(after.net) <= {line.person for line in after.lines}
    first, second = (person for person, name in after.names.items() if name == "Ann")
    assert str(before) == "md-blackjack-1, round 1: Cy -$67, Bob -$114, Ann -$39.75"
    assert str(after) == f"md-blackjack-1, round 1: Cy -$67, Ann ({first}) -$114, Ann ({second}) -$39.75"


def test_a_log_is_read_where_a_loop_is_running(tmp_path: Path) -> None:
    """As in a notebook."""
    folder = golden.house_folder("v1", tmp_path)

    async def read() -> int:
        with vingt.house(folder) as house:
            here = len(list(house.rounds("md-blackjack-1")))
        with await asyncio.to_thread(vingt.house, folder) as house:
            assert len(await asyncio.to_thread(list, house.rounds("md-blackjack-1"))) == here
        return here

    assert asyncio.run(read()) == 5
