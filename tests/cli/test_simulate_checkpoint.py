"""What `vingt simulate` keeps: checkpoints, and what was done when it is stopped or the disk is full."""

import os
import shlex
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import vingt
from tests.cli.toy_simulation import counts_of, simulate
from tests.simulation import toy
from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.devices import device as devices
from vingt.analysis.simulation.plan import Plan

pytestmark = pytest.mark.usefixtures("toy_devices")


def test_a_checkpoint_is_gone_on_with() -> None:
    simulate("--rounds", "2000", "--paths", "2", "--checkpoint", "run.json")
    again = simulate("--rounds", "4500", "--paths", "2", "--checkpoint", "run.json", "--json")
    straight = simulate("--rounds", "4500", "--paths", "2", "--json")
    assert counts_of(again) == counts_of(straight)
    assert again.json["convergence"] == straight.json["convergence"]
    fewer = simulate("--rounds", "3000", "--checkpoint", "run.json")
    assert fewer.code == 2
    assert "holds 4,500 rounds already" in fewer.err


def test_a_foreign_or_damaged_checkpoint_is_refused_and_kept(tmp_path: Path) -> None:
    simulate("--rounds", "2000", "--paths", "2", "--checkpoint", "run.json")
    file = tmp_path / "run.json"
    before = file.read_bytes()
    foreign = simulate("--rounds", "2000", "--checkpoint", "run.json", "--seed", "2")
    assert (foreign.code, foreign.err.count("\n"), file.read_bytes()) == (2, 1, before)
    assert "run.json: the checkpoint of another simulation (Maryland Blackjack" in foreign.err
    file.write_bytes(before[:-40])
    damaged = simulate("--rounds", "2000", "--checkpoint", "run.json")
    assert (damaged.code, damaged.err.count("\n"), file.read_bytes()) == (2, 1, before[:-40])
    assert "damaged" in damaged.err


class Interrupting:
    """Presses Ctrl-C during the third batch."""

    def __init__(self, times: int = 1) -> None:
        self.batches, self.times = 0, times

    def __call__(self, plan: Plan, device: str, first: int, units: int, threads: int | None) -> Counts:
        self.batches += 1
        if self.batches == 3:
            for _ in range(self.times):
                os.kill(os.getpid(), signal.SIGINT)
        return toy.play(plan, device, first, units, threads)


@pytest.mark.parametrize("named", [True, False], ids=["checkpoint named", "none named"])
@pytest.mark.parametrize("times", [1, 2], ids=["once", "twice"])
def test_ctrl_c_keeps_what_was_done(monkeypatch: pytest.MonkeyPatch, named: bool, times: int) -> None:
    whole = counts_of(simulate("--rounds", "5e3", "--paths", "2", "--json"))
    options = ("--rounds", "5e3", *(("--checkpoint", "my run.json") if named else ()))
    monkeypatch.setattr(devices, "play", Interrupting(times))
    halted = simulate(*options, "--json")
    assert halted.code == 130
    assert halted.json["complete"] is False
    assert 0 < halted.json["rounds"] < 5000
    assert f"interrupted; {halted.json['rounds']:,} rounds are kept. Go on with:" in halted.err
    command = shlex.split(halted.err.splitlines()[-1])
    assert command[:3] == ["vingt", "simulate", "md-blackjack"]
    assert command[command.index("--checkpoint") + 1] == "my run.json" if named else True
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert counts_of(vingt(*command[1:], "--paths", "2", "--json")) == whole


def test_ctrl_c_prints_the_result_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "play", Interrupting())
    halted = simulate("--rounds", "5e3", "--paths", "2")
    assert "house edge" in halted.out
    assert "not all that was asked for" in halted.out


def test_a_full_disk_does_not_lose_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, run: Any) -> None:
        if run.units:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("vingt.analysis.simulation.checkpoint.write", full)
    done = simulate("--rounds", "2000", "--paths", "2", "--checkpoint", "run.json")
    assert "house edge" in done.out
    assert done.code != 0
    assert "could not be kept in run.json: No space left" in done.err
