"""A handful of what `make bench ONLY=kill_house` does five hundred times, with other damage every day."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from bench import kill_house


def test_whatever_happens_to_the_files_is_noticed_or_harmless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    monkeypatch.setattr(kill_house, "COPIED_AFTER", (1, 2))
    monkeypatch.setattr(kill_house, "DAMAGED_AFTER", 3)
    folder = tmp_path / "house"
    watcher = kill_house.Watcher(folder)
    for seed in range(3):
        kill_house.once(folder, seed, watcher)
        kill_house.copied(folder, seed + 1)
    seed = datetime.date.today().toordinal()
    damage = kill_house.damaged(folder, 12, seed)
    assert (watcher.wrong, damage.wrong) == ([], []), f"seed {seed}"
    assert sum(damage.outcomes.values()) == 12
