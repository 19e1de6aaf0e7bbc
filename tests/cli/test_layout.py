"""Wrapping: nothing is lost, and a line keeps to its width wherever that is possible."""

import re

from hypothesis import given
from hypothesis import strategies as st

from vingt.report.text.layout import Paragraph, TextBlock, TextTable, lines_of, wrapped

TEXTS = st.text(st.sampled_from("abc _-./,()\n"), max_size=60)


@given(TEXTS, st.integers(1, 40))
def test_wrapping_loses_nothing_and_keeps_to_the_width(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", text)
    assert all(len(line) <= width for line in lines)


def test_names_are_broken_at_their_joints() -> None:
    assert wrapped("split_two_card_against_dealer_21", 20) == ["split_two_card_", "against_dealer_21"]


def test_without_a_width_each_row_is_one_line() -> None:
    table = TextTable(("field", "value"), ["section", ("name", "word " * 50), ("other", "x")])
    lines = ["".join(text for text, _ in line) for line in lines_of(table, None)]
    assert lines[:2] == ["  field  value", "section"]
    assert len(lines) == 4
    assert lines[3] == "  other  x"


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=4), st.integers(40, 120))
def test_tables_and_blocks_keep_to_the_width(rows: list[tuple[str, ...]], width: int) -> None:
    for part in (
        TextTable(("one", "two", "three"), ["heading", *rows]),
        TextBlock("head", rows[0][0], [("label", row[1]) for row in rows]),
        Paragraph(rows[0][2]),
    ):
        for line in lines_of(part, width):
            assert sum(len(text) for text, _ in line) <= width
