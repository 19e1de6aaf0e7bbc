"""Rules keep their identity: what changes a round tells them apart, and nothing else does."""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from vingt.core.cite import Cite
from vingt.core.pays import Pay, pay
from vingt.core.rules.document import sections
from vingt.core.rules.identity import BESIDE, FORM, canonical, identity_of
from vingt.core.rules.sections import PlayRules
from vingt.core.rules.settles import Settles
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

SAMPLES = [f"{book}/{name}" for book in library.RULEBOOKS for name in library.samples(book)]


def is_beside(each: Field[Any]) -> bool:
    return BESIDE.items() <= each.metadata.items()


def otherwise(value: object) -> Any:
    """Some other value, which need not be permitted."""
    match value:
        case Pay():
            return pay("7 to 5") if value != pay("7 to 5") else pay("1 to 1")
        case Cite():
            return Cite(("X 1",))
        case bool():
            return not value
        case int() | Fraction():
            return value + 1
        case str():
            return f"{value} otherwise"
        case None:
            return "something"
        case tuple():
            return (*value, "something")
        case _:
            raise TypeError(value)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_field_that_can_change_a_round_changes_identity_and_no_other_does(name: str) -> None:
    rules = library.table_rules(name)
    looked_at = 0
    for section in sections():
        before = getattr(rules, section)
        whole = next(each for each in fields(TableRules) if each.name == section)
        for each in fields(before) if before is not None else ():
            changed = replace(before, **{each.name: otherwise(getattr(before, each.name))})
            after = replace(rules, **{section: changed})
            alike = is_beside(whole) or is_beside(each)
            assert (after.identity == rules.identity) == alike, (section, each.name)
            looked_at += 1
    assert looked_at > 100
    for wager in rules.wagers:
        for each in fields(wager):
            value = getattr(wager, each.name)
            if is_dataclass(value) and not isinstance(value, Cite | Pay):
                continue
            other = replace(wager, **{each.name: otherwise(value)})
            after = replace(rules, wagers=tuple(other if one is wager else one for one in rules.wagers))
            alike = isinstance(value, Cite) or is_beside(each)
            assert (after.identity == rules.identity) == alike, (wager.id, each.name)


def test_a_title_a_cite_a_name_and_a_printed_form_change_nothing() -> None:
    rules = library.table_rules("md-pontoon-21")
    cites = tuple((path, Cite(("X 1",))) for path, _ in rules.cites)
    same_pay = replace(rules.pays, natural=pay("6 to 4"))
    assert rules.pays.natural == pay("3 to 2")
    for other in (
        replace(rules, title="Another title"),
        replace(rules, cites=cites),
        replace(rules, natural=replace(rules.natural, name="Twenty-one")),
        replace(rules, layout=replace(rules.layout, inscriptions=())),
        replace(rules, pays=same_pay),
    ):
        assert other != rules
        assert other.identity == rules.identity
    assert replace(rules, pays=replace(rules.pays, natural=pay("6 to 5"))).identity != rules.identity


def test_a_field_that_joins_with_a_default_leaves_identity_as_it_was() -> None:
    @dataclass(frozen=True, slots=True)
    class LaterPlay(PlayRules):
        doubles_on_any_total: bool = True

    @dataclass(frozen=True)
    class LaterRules(TableRules):
        side_pot: LaterPlay | None = None
        remark: str = field(default="", metadata=BESIDE)

    rules = library.table_rules("md-blackjack")
    given = {each.name: getattr(rules, each.name) for each in fields(rules)}
    play = LaterPlay(rules.play.direction, rules.play.no_draw_from)
    later = LaterRules(**given | {"play": play})
    assert later.identity == rules.identity
    assert replace(later, remark="another wording").identity == rules.identity
    assert replace(later, play=replace(play, doubles_on_any_total=False)).identity != rules.identity
    assert replace(later, side_pot=play).identity != rules.identity


def test_the_form_is_named_and_holds_whole_numbers_and_text_only() -> None:
    assert FORM == "vingt-rules/2"

    def walk(value: object) -> None:
        if isinstance(value, dict):
            for each in value.values():
                walk(each)
        elif isinstance(value, list):
            for each in value:
                walk(each)
        else:
            assert value is None or isinstance(value, str | int), value

    for name in SAMPLES:
        walk(canonical(library.table_rules(name)))


def test_identities_are_the_same_in_every_version() -> None:
    """In logs, checkpoints and strategy files: should one of these change, a form was changed unawares. The
    first edition of a rulebook never changes, so neither do they; those of form 1 are in test_form_1.py."""
    assert identity_of(library.table_rules("mbs-pontoon")) == (
        "a3aa1505c65c7a0a9a0e5f4fa9ca9d0cf914da2d280dc99cffe0b4bc7db6aed3"
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_every_row_that_settles_something_tells_rules_apart(name: str) -> None:
    rules = library.table_rules(name)
    reached = {id(row) for row in rules.settles.by_path.values()}  # Switch puts rows before others
    for row in (row for row in rules.settles.rows if id(row) in reached):
        for pays in ("win", "natural", "push", "lose", pay("7 to 5")):
            other = replace(rules, settles=rules.settles.paying(row, pays))
            assert (other.identity == rules.identity) == (pays == row.pays), (row, pays)


def test_rows_written_otherwise_are_the_same_rules() -> None:
    """A word that takes in several kinds, or a row for each of them; another order; another cite; odds in
    other figures: what the rows come to is what counts."""
    rules = library.table_rules("md-blackjack")
    first, *rest = rules.settles.rows
    assert (first.hand, first.dealer) == ("natural", "natural")
    apart = [
        replace(row, dealer=dealer) if row.dealer == "over_21" else row
        for row in rules.settles.rows
        for dealer in (("22", "over_21") if row.dealer == "over_21" else (row.dealer,))
    ]
    assert len(apart) == len(rules.settles.rows) + 1
    for rows in (apart, [*rest[:1], first, *rest[1:]], [replace(first, cite=Cite(("X 1",))), *rest]):
        other = replace(rules, settles=Settles(tuple(rows)))
        assert other != rules
        assert other.identity == rules.identity
    one = replace(rules, settles=rules.settles.paying(first, pay("1 to 1")))
    assert replace(rules, settles=rules.settles.paying(first, pay("2 to 2"))).identity == one.identity
    pushes = [replace(first, hand="21_or_less", dealer="22", pays="push"), *rules.settles.rows]
    assert replace(rules, settles=Settles(tuple(pushes))).identity != rules.identity
