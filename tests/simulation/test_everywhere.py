"""One plan on every device of this machine, in any number of threads, batches and halts: the same counts."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.simulation import toy
from vingt.analysis.simulation.checkpoint import Checkpoint
from vingt.analysis.simulation.devices.batches import LocalPlayer
from vingt.analysis.simulation.devices.device import play
from vingt.analysis.simulation.run import Goal, Run, simulate

PLANS = {
    "fresh": (toy.plan("md-pontoon-21", wagers=()), 700),
    "shoes": (toy.plan(cut=Fraction(3, 4), boxes=2, wagers=("buster-blackjack",)), 150),
}


@pytest.mark.parametrize("name", PLANS)
def test_devices_threads_batches_and_halts_change_no_count(name: str, tmp_path: Path) -> None:
    plan, rounds = PLANS[name]

    def counted(device: str, batch: int, threads: int | None = None, run: Run | None = None) -> Run:
        return simulate(run or Run(plan), Goal(rounds), LocalPlayer(play, plan, device, batch, threads))

    slow = counted("python", 400)
    assert slow.counts.rounds >= rounds
    assert sum(slow.counts.nets.values()) == slow.counts.rounds * plan.boxes
    assert counted("cpu", 10**6, threads=1).counts == slow.counts
    assert counted("cpu", 33, threads=3).counts == slow.counts
    kept = Checkpoint(tmp_path / "run.json")
    half = simulate(kept.start(plan), Goal(rounds // 2), LocalPlayer(play, plan, "cpu", 50))
    kept.write(half)
    assert counted("python", 100, run=kept.start(plan)).counts == slow.counts


def test_the_error_of_shoes_and_boxes_is_that_of_their_sums() -> None:
    """The sums that a device hands over are those of the net results."""
    plan, _ = PLANS["shoes"]
    found = play(plan, "cpu", 0, 50)
    assert found.shoe_net_sum == sum(net * count for net, count in found.nets.items())
    alone = [play(plan, "cpu", unit, 1) for unit in range(50)]
    assert found.shoe_net_squares == sum(each.shoe_net_sum**2 for each in alone)
    boxes = toy.plan(boxes=2, wagers=())
    rounds = [play(boxes, "cpu", unit, 1) for unit in range(50)]
    assert play(boxes, "cpu", 0, 50).shoe_net_squares == sum(each.shoe_net_sum**2 for each in rounds)
