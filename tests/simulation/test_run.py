"""A run ends at the same counts however it is cut, halted, killed and resumed."""

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.simulation import toy
from vingt.analysis.simulation.checkpoint import Checkpoint, CheckpointRefused, read, write
from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.devices.batches import LocalPlayer
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.run import Goal, Run, rounds_of_a_shoe_at_most, simulate

ROOT = Path(__file__).parents[2]


def player(plan: Plan, batch: int = 500) -> LocalPlayer:
    return LocalPlayer(toy.play, plan, "toy", batch)


def finished(plan: Plan, goal: Goal, batch: int = 500) -> Run:
    return simulate(Run(plan), goal, player(plan, batch))


@pytest.mark.parametrize("batch", [1, 7, 999, 100_000])
def test_batches_of_any_size_give_the_same_run(batch: int) -> None:
    plan = toy.plan()
    run = finished(plan, Goal(3_210), batch)
    assert run.counts == toy.play(plan, "toy", 0, 3_210)
    assert run.track == finished(plan, Goal(3_210)).track
    assert [point.units for point in run.track] == [1000, 1334, 1778, 2371, 3162]


@pytest.mark.parametrize("rounds", [1, 40, 41, 997, 2_000])
def test_shoes_are_whole_and_no_more_than_needed(rounds: int) -> None:
    plan = toy.cut_plan()
    run = finished(plan, Goal(rounds), 3)
    assert run.counts == toy.play(plan, "toy", 0, run.units)
    assert run.counts.rounds >= rounds > toy.play(plan, "toy", 0, run.units - 1).rounds
    assert run.counts.shoes == run.units
    assert rounds_of_a_shoe_at_most(plan) >= toy.MOST


def test_more_rounds_later_are_the_same_rounds() -> None:
    for plan in (toy.plan(), toy.cut_plan()):
        run = finished(plan, Goal(1_500))
        again = simulate(run, Goal(4_000), player(plan, 77))
        assert again.counts == finished(plan, Goal(4_000)).counts


@pytest.mark.parametrize("plan", [toy.plan(), toy.cut_plan()], ids=["fresh", "shoes"])
def test_a_run_until_an_error_stops_there_and_at_the_same_round_everywhere(plan: Plan) -> None:
    goal = Goal(10**15, until_se=0.02)
    run = finished(plan, goal)
    assert run.figures.standard_error <= 0.02 < run.track[-2].standard_error
    assert run.figures.standard_error > 0.019
    for batch in (1, 333):
        assert finished(plan, goal, batch).counts == run.counts


def test_an_error_reached_long_ago_is_noticed_at_once() -> None:
    plan = toy.plan()
    run = finished(plan, Goal(3_000))
    assert simulate(run, Goal(10**15, until_se=0.05), player(plan)).units == 3_000


def moved(run: Run, before: int) -> bool:
    return run.units > before


def test_a_halt_keeps_what_was_counted(tmp_path: Path) -> None:
    """Halted after every batch and resumed from the file each time: the same in the end."""
    plan, goal = toy.plan(), Goal(10**15, until_se=0.025)
    whole = finished(plan, goal, 300)
    file, halts = tmp_path / "run.json", 0
    while True:
        kept = Checkpoint(file)
        run = kept.start(plan)
        before = run.units
        simulate(run, goal, player(plan, 300), stopped=partial(moved, run, before))
        kept.write(run)
        if run.units == before:
            break
        halts += 1
    assert halts > 5
    assert (run.counts, run.track) == (whole.counts, whole.track)


KILLED = """
import sys
from functools import partial
from pathlib import Path
from tests.simulation import toy
from vingt.analysis.simulation.devices.batches import LocalPlayer
from vingt.analysis.simulation.checkpoint import Checkpoint
from vingt.analysis.simulation.run import Goal, simulate
plan = toy.plan()
kept = Checkpoint(Path(sys.argv[1]), seconds=0)
run = kept.start(plan)
def seen(run):
    kept.keep(run)
    print(run.units, flush=True)
simulate(run, Goal(40_000), LocalPlayer(toy.slow_play, plan, "toy", 100), seen=seen)
"""


def test_a_killed_run_is_resumed_to_identical_counts(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, file], stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= 1_200:
                process.send_signal(signal.SIGKILL)
                break
    plan = toy.plan()
    run = Checkpoint(file).start(plan)
    assert 1_200 <= run.units < 40_000
    assert simulate(run, Goal(5_000), player(plan)).counts == toy.play(plan, "toy", 0, 5_000)


# -- what a file may not be ------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    file = tmp_path / "run.json"
    write(file, finished(toy.plan(), Goal(1_100)))
    return file


def test_a_file_holds_the_run_exactly(kept: Path) -> None:
    found, run = read(kept, toy.plan()), finished(toy.plan(), Goal(1_100))
    assert (found.units, found.counts, found.track) == (run.units, run.counts, run.track)
    assert [path.name for path in kept.parent.iterdir()] == ["run.json"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"-2500": ', '"-2501": ', "damaged, its content does not match its hash"),
        ('"rounds": 1100', '"rounds": 1101', "damaged"),
        ("simulation checkpoint 1", "simulation checkpoint 9", "not 'vingt simulation checkpoint 1'"),
        ('"kind"', '"sort"', "no simulation checkpoint"),
        ("}", "", "no simulation checkpoint, or a damaged one"),
    ],
)
def test_a_damaged_file_is_refused_and_left_alone(kept: Path, old: str, new: str, words: str) -> None:
    text = kept.read_text()
    assert old in text
    kept.write_text(text.replace(old, new))
    before = kept.read_bytes()
    with pytest.raises(CheckpointRefused, match=words) as refused:
        Checkpoint(kept).start(toy.plan())
    assert str(kept) in str(refused.value)
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    "other",
    [toy.plan(seed=8), toy.plan(wagers=()), toy.plan(stake=5000), toy.plan("md-pontoon-21"), toy.cut_plan()],
    ids=["seed", "wagers", "stake", "rules", "shoe"],
)
def test_the_file_of_another_plan_is_refused_by_name(kept: Path, other: Plan) -> None:
    before = kept.read_bytes()
    with pytest.raises(CheckpointRefused, match=r"of another simulation .*Maryland Blackjack.*seed 7"):
        Checkpoint(kept).start(other)
    assert kept.read_bytes() == before


def test_a_writing_that_fails_leaves_the_old_file(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    before = kept.read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write(kept, Run(toy.plan(), 1, Counts(rounds=1)))
    assert kept.read_bytes() == before
    assert [path.name for path in kept.parent.iterdir()] == ["run.json"]
