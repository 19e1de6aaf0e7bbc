"""`vingt simulate` with a toy in the place of the devices."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Done, vingt
from tests.simulation import toy
from vingt.analysis.simulation.devices import device as devices

NO_CUDA = "no driver for an NVIDIA graphics card is installed"
FEW = ("--rounds", "3000", "--paths", "50")


@pytest.fixture
def toy_devices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(devices, "play", toy.play)
    monkeypatch.setattr(devices, "why_no_cuda", lambda: NO_CUDA)
    monkeypatch.setattr(devices, "units_per_call", lambda plan, device: 500 if plan.cut is None else 10)
    monkeypatch.chdir(tmp_path)


def simulate(*options: str) -> Done:
    return vingt("simulate", "md-blackjack", "--wagers", "lucky-ladies", *options)


def counts_of(done: Done) -> Any:
    assert done.code == 0, done.err
    return done.json["counts"]
