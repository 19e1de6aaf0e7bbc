"""A run on several worker processes, one of them killed: the counts are those of one process."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import CancelledError
from typing import Any

import pytest

from tests.simulation import toy
from vingt.analysis.simulation.devices import cluster
from vingt.analysis.simulation.devices.cluster import ClusterPlayer, ClusterRefused, connected
from vingt.analysis.simulation.run import Goal, Run, simulate


@pytest.fixture
def client() -> Iterator[Any]:
    with connected("local:3") as client:
        yield client


def test_a_killed_worker_changes_nothing(client: Any) -> None:
    plan = toy.plan()
    plan.rules.cite("dealer.soft17")  # what the rules have cached must not travel
    killed: list[int] = []

    def kill_once(run: Run) -> None:
        if run.units >= 1_500 and not killed:
            workers = client.scheduler_info(n_workers=-1)["workers"]
            busy = next(iter(workers))
            killed.append(client.run(os.getpid, workers=[busy])[busy])
            os.kill(killed[0], signal.SIGKILL)

    play = ClusterPlayer(client, toy.slow_play, plan, "toy", batch=100)
    run = simulate(Run(plan), Goal(4_000), play, seen=kill_once)
    assert killed
    assert run.counts == toy.play(plan, "toy", 0, 4_000)
    assert [point.units for point in run.track][:2] == [1000, 1334]


def test_what_is_no_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 1)
    for where, words in (
        ("local:0", "local:4"),
        ("local:many", "local:4"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers"),
        ("nonsense://x", "no Dask scheduler answers"),
    ):
        with pytest.raises(ClusterRefused, match=words), connected(where):
            pass


class Deserted:
    """A client whose workers have all gone, or whose scheduler has."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def nthreads(self) -> dict[str, int]:
        return {}

    def submit(self, *_: object, **__: object) -> "Deserted":
        return self

    def cancel(self, tasks: list[object]) -> None: ...

    def result(self, timeout: float) -> None:
        raise self.error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (TimeoutError(), "no worker for 0 seconds"),
        (CancelledError("scheduler lost"), "gave up: scheduler lost"),
    ],
)
def test_a_deserted_cluster_ends_the_run_with_what_was_counted(error: Exception, words: str) -> None:
    plan = toy.plan()
    run = Run(plan)
    with pytest.raises(ClusterRefused, match=words):
        simulate(run, Goal(4_000), ClusterPlayer(Deserted(error), toy.play, plan, "toy", 100, patience=0))
    assert run.units == 0


def test_without_dask_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(cluster, "import_module", missing)
    with pytest.raises(ClusterRefused, match=r"pip install 'vingt\[cluster\]'"), connected("local:2"):
        pass
