"""The value stated with a chart is that of the chart printed; `make bench ONLY=printed_charts` tries all."""

from __future__ import annotations

import random

import pytest

from tests.exact.printed_charts import Printed, every_table, stated_and_followed
from tests.simulation.daily import daily_seed

# With five decks a split hand that was doubled once made a choice of its own that no row printed.
FIVE_DECKS = Printed("md-players-edge-21", 5, "H17")


def todays() -> Printed:
    return random.Random(daily_seed()).choice(sorted(set(every_table()) - {FIVE_DECKS}, key=str))


@pytest.mark.parametrize("table", [FIVE_DECKS, todays()], ids=["five decks", "today's"])
def test_the_value_stated_is_that_of_the_chart_printed(table: Printed) -> None:
    stated, followed = stated_and_followed(table)
    assert stated == pytest.approx(followed, abs=1e-12), str(table)


def test_every_permitted_number_of_decks_is_among_them() -> None:
    tables = set(every_table())
    assert {each.decks for each in tables if each.rulebook == "md-players-edge-21"} == {5, 6, 8}
    assert FIVE_DECKS in tables
