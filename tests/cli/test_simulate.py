"""`vingt simulate`: what it says and what it refuses. A toy stands in for the devices."""

import re
from pathlib import Path

import pytest

from tests.cli.command import vingt
from tests.cli.toy_simulation import FEW, NO_CUDA, counts_of, simulate
from vingt.analysis.simulation.counts import Counts
from vingt.analysis.simulation.devices import cluster
from vingt.analysis.simulation.devices import device as devices
from vingt.analysis.simulation.figures.cut_card import FEW_CARDS

pytestmark = pytest.mark.usefixtures("toy_devices")


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
