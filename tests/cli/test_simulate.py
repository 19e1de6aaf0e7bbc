"""`vingt simulate`: what it says, what it keeps, what it refuses. A toy stands in for the devices."""

import json
import os
import random
import re
import shlex
import signal
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Done, vingt
from tests.cli.two_indices import two_indices
from tests.simulation import toy
from tests.simulation.random_charts import random_chart
from vingt.analysis.chart.chart import write_chart
from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.devices import cluster
from vingt.analysis.simulation.devices import device as devices
from vingt.analysis.simulation.devices.device import play as play_on_devices
from vingt.analysis.simulation.figures.cut_card import FEW_CARDS
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.report import Day, Exact, Manner, report
from vingt.analysis.simulation.run import Goal, Run
from vingt.report.simulation.html import html_page
from vingt.report.words.figures import rounded

NO_CUDA = "no driver for an NVIDIA graphics card is installed"
FEW = ("--rounds", "3000", "--paths", "50")


@pytest.fixture(autouse=True)
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


def test_json_has_what_programs_need() -> None:
    found = simulate(*FEW, "--seed", "7", "--json").json
    nets = {int(net): count for net, count in found["counts"]["nets"].items()}
    assert found["ev"] == pytest.approx(sum(net * count for net, count in nets.items()) / 3000 / 2500)
    assert found["standard_error"] == pytest.approx((found["variance"] / 3000) ** 0.5)
    assert found["ev_without_super_bonus"] == found["ev"]  # no super bonus in this game
    assert (found["rounds"], found["seed"], found["device"], found["complete"]) == (3000, 7, "cpu", True)
    assert found["exact"]["ev"] == pytest.approx(-0.00342329, abs=1e-6)
    off = (found["ev"] - found["exact"]["ev"]) / found["standard_error"]
    assert found["exact"]["standard_errors"] == pytest.approx(off)
    assert found["events"]["natural"]["count"] == nets[3750]
    assert sum(each["probability"] for each in found["net_results"]) == pytest.approx(1)
    (ladies,) = found["wagers"]
    assert ladies["wager"] == "lucky-ladies"
    assert ladies["exact_ev"] == pytest.approx(-0.176391, abs=1e-6)
    assert sum(line["count"] for line in ladies["lines"]) == 3000
    assert found["hold"]["rounds"] == 560
    assert found["bankroll"]["drawdown_cents"]["0.99"] >= found["bankroll"]["drawdown_cents"]["0.5"] > 0
    assert found["convergence"][-1] == {key: found[key] for key in ("rounds", "ev", "standard_error")}
    assert len(found["rules_identity"]) == len(found["fingerprint"]) == 64


def test_the_page_says_it_in_words() -> None:
    out = simulate(*FEW, "--rounds-per-hour", "100", "--hours", "3").out
    for words in (
        "house edge",
        "± ",
        "3,000",
        "standard errors from it",
        "natural",
        "lucky-ladies",
        "Philox",
    ):
        assert words in out
    assert "3 hours at 100 rounds: 300 rounds, $7,500 in main wagers" in out
    assert "super bonus" in vingt("simulate", "md-pontoon-21", "--wagers", "none", *FEW).out


@pytest.mark.parametrize(
    ("text", "rounds"), [("1e3", 1000), ("1_000", 1000), ("2.5e2", 250), ("1,234", 1234)]
)
def test_rounds_are_written_as_people_do(text: str, rounds: int) -> None:
    assert simulate("--rounds", text, "--paths", "2", "--json").json["rounds"] == rounds


@pytest.mark.parametrize("rounds", ["1", "2"])
def test_hardly_any_rounds_are_no_error(rounds: str, tmp_path: Path) -> None:
    done = simulate("--rounds", rounds, "--paths", "2", "--html", "page.html")
    assert done.code == 0
    assert "house edge" in done.out
    found = simulate("--rounds", rounds, "--paths", "2", "--json").json
    assert (found["standard_error"] is None) is (rounds == "1")
    assert "<h2>A day" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--rounds", "0"), "at least 1"),
        (("--rounds", "-5"), "at least 1"),
        (("--rounds", "1e30"), "at most 1e+15 rounds"),
        (("--rounds", "1.5"), "a whole number"),
        (("--rounds", "many"), "like 1e9 or 1_000_000"),
        (("--rounds", "nan"), "a whole number"),
        (("--seed", "-1"), "a whole number from 0"),
        (("--device", "gpu"), "no device 'gpu': there are python, cpu, cuda"),
        (("--device", "cuda"), f"--device cuda cannot be used here: {NO_CUDA}"),
        (("--threads", "0"), "--threads 0"),
        (("--boxes", "0"), "this table has 1 to 7"),
        (("--boxes", "8"), "this table has 1 to 7"),
        (("--shoe", "cut=1.5"), "cut=0.75"),
        (("--shoe", "stale"), "write fresh"),
        (("--wagers", "lucky-laddies"), "did you mean lucky-ladies?"),
        (("--stake", "2"), "this table takes $5 to $1,000"),
        (("--stake", "much"), "is no amount"),
        (("--until-se", "0"), "between 0 and 1"),
        (("--until-se", "nan"), "between 0 and 1"),
        (("--hours", "-1"), "above 0"),
        (("--rounds-per-hour", "inf"), "above 0"),
        (("--paths", "1"), "at least 2"),
        (("--paths", "1000000", "--path-rounds", "1e6"), "too many draws"),
        (("--strategy", "nowhere.txt"), "no such file"),
        (("--html", "no/such/folder.html"), "there is no folder"),
        (("--html", "."), "is a folder"),
        (("--checkpoint", "no/such/run.json"), "there is no folder"),
        (("--cluster", "local:none"), "write local:4"),
    ],
)
def test_misuse_is_one_line(options: tuple[str, ...], words: str) -> None:
    done = simulate("--rounds", "1000", *options)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert words in done.err


def test_an_illegal_action_is_refused_by_its_line(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(vingt("strategy", "md-blackjack").out)
    done = simulate(
        *FEW, "--strategy", "mine.txt", "--set", "surrender=false", "--set", 'accept_readings=["J-27"]'
    )
    assert (done.code, done.out) == (2, "")
    assert re.search(r"mine\.txt, line \d+: .*no surrender", done.err)
    followed = simulate(*FEW, "--strategy", "mine.txt", "--json").json
    assert followed["strategy"] == "mine.txt"
    assert followed["exact"]["ev"] == pytest.approx(-0.0034348, abs=1e-6)


def test_a_table_that_is_not_carried_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> Counts:
        raise devices.NotCarried("a rule nobody heard of")

    monkeypatch.setattr(devices, "play", refuse)
    done = simulate(*FEW)
    assert (done.code, done.err) == (
        1,
        "vingt: the simulation does not carry this: a rule nobody heard of\n",
    )


def test_whole_shoes_are_played_to_the_cover_card() -> None:
    found = simulate(*FEW, "--shoe", "cut", "--json").json
    assert found["shoe"] == "cut=0.75"
    assert found["rounds"] >= 3000
    assert found["shoes"] > 1
    assert found["exact"]["standard_errors"] is None
    assert "from a fresh shoe; dealing on" in simulate(*FEW, "--shoe", "cut=0.5").out


def test_why_the_cut_card_effect_is_known_no_better_is_said() -> None:
    """Here of shoes that keep no control; in one line of the notes."""
    notes = simulate(*FEW, "--shoe", "cut", "--boxes", "5", "--json").json["notes"]
    (why,) = [each for each in notes if "cut-card effect" in each]
    assert why == f"The cut-card effect is the plain difference from the exact value: {FEW_CARDS}."


def test_a_run_stops_at_the_error_asked_for() -> None:
    found = simulate("--until-se", "0.02", "--paths", "2", "--json").json
    assert 0.019 < found["standard_error"] <= 0.02
    assert found["complete"]
    short = simulate("--until-se", "1e-9", "--rounds", "2000", "--paths", "2", "--json").json
    assert short["rounds"] == 2000


# -- nothing is lost -------------------------------------------------------------------------------------


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


# -- a cluster -------------------------------------------------------------------------------------------


def test_a_local_cluster_counts_the_same() -> None:
    alone = counts_of(simulate("--rounds", "2500", "--paths", "2", "--json"))
    together = simulate("--rounds", "2500", "--paths", "2", "--cluster", "local:2", "--json")
    assert counts_of(together) == alone
    assert together.json["cluster"] == "local:2"


def test_without_dask_or_a_scheduler_the_message_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 1)
    nobody = simulate(*FEW, "--cluster", "tcp://127.0.0.1:1")
    assert (nobody.code, nobody.err) == (2, "vingt: no Dask scheduler answers at tcp://127.0.0.1:1\n")

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(cluster, "import_module", missing)
    none = simulate(*FEW, "--cluster", "local:2")
    assert none.code == 2
    assert "pip install 'vingt[cluster]'" in none.err


# -- the page --------------------------------------------------------------------------------------------


class Outline(HTMLParser):
    """Headings, drawings, every address an element would load, and tags left open."""

    VOID = frozenset({"meta", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.headings: list[str] = []
        self.drawings: list[str] = []
        self.loads: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.loads += [str(given[name]) for name in ("src", "href", "data", "action") if name in given]
        if tag in ("script", "link", "iframe", "img"):
            self.loads.append(tag)
        if tag == "svg":
            self.drawings.append(str(given["aria-label"]))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


@pytest.mark.parametrize("shoe", ["fresh", "cut"])
def test_the_html_page_stands_by_itself(tmp_path: Path, shoe: str) -> None:
    simulate(*FEW, "--shoe", shoe, "--html", "page.html")
    text = (tmp_path / "page.html").read_text()
    seen = Outline()
    seen.feed(text)
    assert seen.open == []
    assert seen.loads == []
    assert "//" not in text.replace("<!doctype html>", "")
    assert not re.search(r"\b(nan|inf)\b", text)
    drawn = ["Convergence", "A day's hold", "Net results", "Bankrolls", "Drawdown", "Side wagers"]
    assert set(drawn) <= set(seen.drawings)
    assert ("Difference from the exact value" in seen.drawings) is (shoe == "fresh")
    assert seen.headings[:3] == ["Convergence", "A day's hold", "Net results"]
    assert "exact 0.3423%" in text
    ids = re.findall(r'id="([^"]+)"', text)
    assert len(ids) == len(set(ids))


def test_a_name_is_no_markup_and_a_missing_exact_value_is_told() -> None:
    plan = toy.plan()
    run = Run(plan, 2000, toy.play(plan, "toy", 0, 2000))
    manner = Manner("cpu", "<b>.txt", seconds=1.0, rounds=2000)
    text = html_page(report(run, Goal(2000), True, manner, (), Exact(None, "a <i> rule"), Day(70, 8, 20)))
    assert "the chart in &lt;b&gt;.txt" in text
    assert "a &lt;i&gt; rule" in text
    assert not re.search("<b>.txt|<i> rule", text)


def test_numbers_are_short() -> None:
    found = [rounded(number) for number in (7, 999.4, 999.9, 33_940_000, 999_999_999, 2e10)]
    assert found == ["7", "999", "1 k", "33.9 M", "1 G", "20 G"]


def test_what_is_printed_is_json_alone() -> None:
    json.loads(simulate(*FEW, "--json", "--html", "page.html").out)


@pytest.fixture
def real_devices(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_what_a_shuffler_does_to_the_cut_card_effect_is_said() -> None:
    """MD-BJ 3.B, 5.J, 5.K: two batches change nothing; with a continuous shuffler there is no such effect."""
    alternating = simulate("--set", "shuffler=batch", "--shoe", "cut", *FEW, "--json").json
    assert "MD-BJ 3.B" in alternating["shuffled"]
    assert "the cut-card effect is that of one" in alternating["shuffled"]
    assert simulate("--shoe", "cut", *FEW, "--json").json["shuffled"] is None
    continuous = ("--set", "shuffler=continuous")
    assert "MD-BJ 5.K" in simulate(*continuous, *FEW).out
    refused = simulate(*continuous, "--shoe", "cut", *FEW)
    assert refused.code == 2
    assert "no cut-card effect; leave it out" in refused.err


def test_without_a_control_the_cut_card_effect_is_the_plain_difference() -> None:
    told = simulate("--shoe", "cut", "--boxes", "2", *FEW, "--json").json
    effect = told["cut_card_effect"]
    assert effect["effect"] == pytest.approx(told["ev_without_super_bonus"] - told["exact"]["ev"])
    assert effect["standard_error"] == told["standard_error"]
    assert effect["controlled_rounds_of_a_shoe"] == 0
