"""A counter at `vingt simulate`: what the page and JSON tell, and what is refused."""

import random
from pathlib import Path

import pytest

from tests.cli.command import vingt
from tests.cli.two_indices import two_indices
from tests.simulation.random_charts import random_chart
from vingt.analysis.chart.chart import write_chart
from vingt.analysis.simulation.devices import device as devices
from vingt.analysis.simulation.devices.device import play as play_on_devices


@pytest.fixture
def real_devices(toy_devices: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "play", play_on_devices)
    monkeypatch.setattr("vingt.cli.commands.simulate.indices_at", two_indices)


def test_a_counter_is_simulated_and_told(real_devices: None, tmp_path: Path) -> None:
    chart = tmp_path / "chart.txt"
    chart.write_text(write_chart(random_chart(random.Random(1), two_indices().rules), ""), "utf-8")
    asked = ("simulate", "md-blackjack", "--strategy", str(chart), "--count", "hi-lo", "--rounds", "4e3")
    page = tmp_path / "page.html"
    done = vingt(*asked, "--ramp", "1:3,2:5", "--wong-in", "0", "--wong-out", "-1", "--html", str(page))
    assert done.code == 0, done.err
    assert "1, 3 from +1, 5 from +2; in from +0, out below -1" in done.out
    assert "insurance from +3" in done.out
    assert page.read_text("utf-8").count("<svg") == (3 if "does not win" in done.out else 5)
    found = vingt(*asked, "--spread", "1-8", "--json").json
    assert found["insured_from"] == 3
    assert found["played_share"] == 1
    assert {row["count"]: row["units"] for row in found["by_count"]}[3] == 7  # 1.75% of the 2% for 8
    assert sum(row["share"] for row in found["by_count"]) == pytest.approx(1)
    mean = sum(row["share"] * row["edge"] * row["units"] for row in found["by_count"])
    assert found["per_100"] == pytest.approx(100 * mean)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--spread", "1-8"), "--spread goes with --count"),
        (("--cut", "0.5"), "--shoe cut=0.75"),
        (("--count", "hi-lo", "--spread", "8"), "like 1-8"),
        (("--count", "hi-lo", "--ramp", "2:4,1:2"), "the lowest first"),
        (("--count", "hi-lo", "--ramp", "2"), "like 1:2,2:4,3:8"),
        (("--count", "hi-lo", "--ramp", "1:2", "--spread", "1-8"), "not both"),
        (("--count", "hi-lo", "--wong-out", "1"), "--wong-out: at most"),
        (("--count", "hi-lo", "--cut", "1.5"), "like 0.75"),
        (("--count", "no-such"), "no system 'no-such'"),
        (("--count", "ko", "--running"), "--ramp"),
    ],
)
def test_a_counter_is_refused_in_words(real_devices: None, options: tuple[str, ...], told: str) -> None:
    done = vingt("simulate", "md-players-edge-21", "--rounds", "1e3", *options)
    assert done.code != 0
    assert told in done.err
