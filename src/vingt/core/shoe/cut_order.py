"""Who is offered the cut: the steps of `rules.shoe.cut_order`, one function each. Box 1 lies at the dealer's
far left, so the farthest to the right is the highest box and counterclockwise is falling."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from vingt.core.cite import Cite
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe.event import ShoeEnd


class Company(NamedTuple):
    """Who sits at the table: boxes and their holders, and the persons in the order of their arrival."""

    seats: tuple[tuple[int, str], ...] = ()
    arrived: tuple[str, ...] = ()

    @property
    def from_the_right(self) -> list[tuple[int, str]]:
        """Each person once, at their box farthest to the right."""
        box_of: dict[str, int] = {}
        for box, person in sorted(self.seats, reverse=True):
            box_of.setdefault(person, box)
        return [(box, person) for person, box in box_of.items()]


class CutSituation(NamedTuple):
    company: Company
    game_starts: bool
    shoes_of_game: int  # this one included
    ended_by: ShoeEnd | None
    cover_box: int | None


Cutter = tuple[int, str] | None


def first_to_arrive(now: CutSituation) -> Cutter:
    if not now.game_starts:
        return None
    boxes = {person: box for box, person in now.company.from_the_right}
    return next(((boxes[person], person) for person in now.company.arrived if person in boxes), None)


def cover_card_box(now: CutSituation) -> Cutter:
    if now.ended_by not in ("cover_card", "ran_short") or not now.cover_box:
        return None
    return next(((box, person) for box, person in now.company.seats if box == now.cover_box), None)


def farthest_right(now: CutSituation) -> Cutter:
    return next(iter(now.company.from_the_right), None)


def after_ordered_reshuffle(now: CutSituation) -> Cutter:
    return farthest_right(now) if now.ended_by == "ordered" else None


def one_further_each_shoe(now: CutSituation) -> Cutter:
    """The second shoe of a game is offered at the far right, the third one seat further (reading I-127)."""
    people = now.company.from_the_right
    return people[(now.shoes_of_game - 2) % len(people)] if people and now.shoes_of_game > 2 else None


def not_further(now: CutSituation) -> Cutter:
    return farthest_right(now) if now.shoes_of_game <= 2 else None


STEPS: dict[str, Callable[[CutSituation], Cutter]] = {
    "first_to_arrive": first_to_arrive,
    "box_that_received_cover_card": cover_card_box,
    "farthest_right_after_ordered_reshuffle": after_ordered_reshuffle,
    # A cover card that came out on no player is taken as one on the dealer's hand (reading I-126).
    "farthest_right_if_cover_card_on_dealer": farthest_right,
    "farthest_right": not_further,
    "one_seat_counterclockwise_each_shoe": one_further_each_shoe,
    "configured_cut": farthest_right,
}
LAST = "farthest_right_if_cover_card_on_dealer"


def first_cutter(
    rules: TableRules,
    company: Company,
    game_starts: bool,
    shoes_of_game: int,
    ended_by: ShoeEnd | None,
    cover_box: int | None,
) -> tuple[int, str, Cite] | None:
    """The box and person who is offered the cut first, and the clause; None where nobody sits."""
    now = CutSituation(company, game_starts, shoes_of_game, ended_by, cover_box)
    steps = sorted(rules.shoe.cut_order, key=lambda step: step.what == LAST)  # the others are conditions
    for step in steps:
        if chosen := STEPS[step.what](now):
            return (*chosen, step.cite)
    return None


def after_declining(
    rules: TableRules, company: Company, box: int, declined: tuple[str, ...]
) -> tuple[int, str, Cite] | None:
    """The next to be offered it after the person at `box` declined; None when the dealer cuts."""
    if rules.shoe.cut_declined != "next_counterclockwise_then_dealer":
        return None
    chosen = next_counterclockwise(company, box, declined)
    return (*chosen, rules.cite("shoe.cut_declined")) if chosen is not None else None


def next_counterclockwise(company: Company, box: int, passed: tuple[str, ...]) -> tuple[int, str] | None:
    """The next box and person after `box`, without those who are passed over; None where nobody is left."""
    people = company.from_the_right
    around = [seat for seat in people if seat[0] < box] + [seat for seat in people if seat[0] >= box]
    return next((seat for seat in around if seat[1] not in passed), None)
