"""One browser and one house for each test process; each test opens tables of its own there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.stage import House, Stage
from tests.web.test_lobby import known_edges

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Two of the test processes begin with the tests in the browser, which mostly wait, while the others keep
    the processors at work: each is dealt a run of neighbours, and one would have all of them at the end."""
    processes = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    waiting = [item for item in items if item.path.parent == HERE]
    others = [item for item in items if item.path.parent != HERE]
    first, second = waiting[::2], waiting[1::2]
    beside = len(items) // processes - len(first)
    if processes > 2 and beside > 0:
        items[:] = [*first, *others[:beside], *second, *others[beside:]]


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    made = Stage()
    yield made
    made.close()


@pytest.fixture(scope="session")
def house(stage: Stage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    known_edges(folder)
    made = House(stage.browser, folder)
    stage.play(made.start())
    yield made
    stage.play(made.stop())
