"""One browser and one house for each test process; each test opens tables of its own there."""

from collections.abc import Iterator

import pytest

from tests.browser.stage import House, Stage
from tests.web.test_lobby import known_edges


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
