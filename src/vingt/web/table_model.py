"""A `TableView` arranged for drawing: which choice stands where, with which key, and what to say aloud."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.live.view import BoxSeen, Choice, Prompt, TableView
from vingt.web.felt import area_signs

# The letter that presses a button; where one is taken, the next choice gets a digit.
KEYS = {
    "take_seat": "t",
    "buy_in": "b",
    "ready": "g",
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "surrender": "u",
    "rescue": "r",
    "insure": "i",
    "take_even_money": "e",
    "decline_insurance": "n",
    "decline_double": "n",
    "stay_on_hand": "n",
    "cut": "c",
    "decline_cut": "n",
}
Places = dict[tuple[int | None, str | None], Choice]
ARC = 8  # steps between the outermost box and the middle of the curve


class Offered(NamedTuple):
    """One button in the dock, its key ("" for none) and, where it takes an amount, the one proposed."""

    choice: Choice
    key: str
    proposed: int


@dataclass(frozen=True, slots=True)
class Asked:
    prompt: Prompt
    offered: tuple[Offered, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """An area of one box: what lies there for all, and what this person may lay."""

    wager: str
    name: str
    sign: str
    mine: int
    others: int
    place: Choice | None
    next_amount: int
    playable: bool


@dataclass(frozen=True, slots=True)
class BoxModel:
    seen: BoxSeen
    arc: int
    sit: Choice | None
    main: Spot
    sides: tuple[Spot, ...]
    paid: tuple[tuple[int, int], ...]  # (order, net) of this round's payments for this box
    turn: bool


@dataclass(frozen=True, slots=True)
class Barred:
    """What the layout shows as closed, those together that have the same reason."""

    labels: str
    why: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class TableModel:
    view: TableView
    boxes: tuple[BoxModel, ...]
    asked: tuple[Asked, ...]
    back: tuple[Choice, ...]  # wagers that may be taken back
    wagering: bool  # chips may be laid somewhere now
    penniless: bool  # no chips here: buying some comes first
    barred: tuple[Barred, ...]
    insured: tuple[tuple[int, str, int], ...]
    waiting: str
    say: str


def table_model(view: TableView) -> TableModel:
    seats = {
        c.box: c for p in view.prompts if p.kind == "seat" for c in p.choices if c.command == "take_seat"
    }
    places: Places = {
        (c.box, c.wager): c for p in view.prompts for c in p.choices if c.command == "place_wager" and c.box
    }
    boxes = tuple(
        box_model(view, box, at, seats.get(box.number), places) for at, box in enumerate(view.boxes)
    )
    drawn_elsewhere = {"take_seat", "place_wager", "withdraw_wager"}
    return TableModel(
        view=view,
        boxes=boxes,
        asked=asked(view.prompts, drawn_elsewhere),
        back=tuple(c for p in view.prompts for c in p.choices if c.command == "withdraw_wager"),
        wagering=any(c.allowed for c in places.values()),
        penniless=view.you is not None and not view.you.rack and not view.you.in_play,
        insured=tuple(
            (box.number, bettor.name, bettor.insurance)
            for box in view.boxes
            for bettor in box.bettors
            if bettor.insurance and bettor.insurance_open
        ),
        barred=barred((*seats.values(), *places.values())),
        waiting=waiting(view),
        say=said(view),
    )


def barred(choices: Iterable[Choice]) -> tuple[Barred, ...]:
    found: dict[tuple[str, Cite], list[str]] = {}
    for choice in choices:
        if not choice.allowed:
            where = f", box {choice.box}" if choice.command == "place_wager" else ""
            found.setdefault((choice.why_not, choice.cite), []).append(f"{choice.label}{where}")
    return tuple(Barred("; ".join(labels), why, cite) for (why, cite), labels in found.items())


def waiting(view: TableView) -> str:
    if any(prompt.urgent for prompt in view.prompts):
        return "It is your turn."
    return f"Waiting for {view.waiting_for}." if view.waiting_for else ""


def asked(prompts: Iterable[Prompt], left_out: set[str]) -> tuple[Asked, ...]:
    found = []
    taken: set[str] = set()
    for prompt in prompts:
        offered = []
        for choice in prompt.choices:
            if choice.command in left_out:
                continue
            offered.append(Offered(choice, key_of(choice, taken), proposed(choice)))
        if offered:
            found.append(Asked(prompt, tuple(offered)))
    return tuple(found)


def key_of(choice: Choice, taken: set[str]) -> str:
    if not choice.allowed:
        return ""
    wanted = KEYS.get(choice.command)
    if wanted is None:
        return ""
    if wanted in taken:
        return ""
    taken.add(wanted)
    return wanted


def proposed(choice: Choice) -> int:
    """The amount a form begins with: all of a double or insurance, some chips, a cut in the middle."""
    if choice.takes == "place":
        return (choice.least + choice.most) // 2
    if choice.exact:
        return choice.exact[0]
    if choice.command == "buy_in":
        return min(choice.most, max(choice.least, 50_000))
    return choice.most


def box_model(
    view: TableView,
    box: BoxSeen,
    at: int,
    sit: Choice | None,
    places: Places,
) -> BoxModel:
    last = max(len(view.boxes) - 1, 1)
    across = 2 * at / last - 1  # -1 at one end, +1 at the other
    payments = [each for each in view.payments if each.box == box.number]
    sides = tuple(
        side_spot(view, box, wager.wager, wager.name, wager.playable, places)
        for wager in view.wagers
        if wager.wager != "insurance"
    )
    return BoxModel(
        seen=box,
        arc=round(ARC * (1 - across * across)),
        sit=sit,
        main=main_spot(view, box, places),
        sides=sides,
        paid=tuple((each.at, each.net) for each in payments),
        turn=any(hand.turn for hand in box.hands),
    )


def main_spot(
    view: TableView,
    box: BoxSeen,
    places: Places,
) -> Spot:
    place = places.get((box.number, "main"))
    mine, others = lying(box, yours=True), lying(box, yours=False)
    return Spot("main", view.main_wager, "", mine, others, place, next_amount(view, place), True)


def lying(box: BoxSeen, *, yours: bool) -> int:
    """The main wagers that still lie there: on the hands once there are any."""
    if box.hands:
        stakes = [stake for hand in box.hands for stake in hand.stakes if stake.yours == yours]
        return sum(stake.total for stake in stakes if stake.open)
    return sum(bettor.main for bettor in box.bettors if bettor.yours == yours)


def side_spot(
    view: TableView,
    box: BoxSeen,
    wager: str,
    name: str,
    playable: bool,
    places: Places,
) -> Spot:
    place = places.get((box.number, wager))
    mine = sum(s.amount for b in box.bettors if b.yours for s in b.sides if s.wager == wager and s.open)
    others = sum(s.amount for b in box.bettors if not b.yours for s in b.sides if s.wager == wager and s.open)
    sign = area_signs(tuple(each.name for each in view.wagers))[name]
    return Spot(wager, name, sign, mine, others, place, next_amount(view, place), playable)


def next_amount(view: TableView, place: Choice | None) -> int:
    """What one more press lays when no chip is chosen: the least there, or the smallest chip on top."""
    if place is None:
        return 0
    if place.exact:
        above = [each for each in place.exact if each > place.now]
        return above[0] if above else place.exact[0]
    return min(place.most, max(place.least, place.now + min(view.chips, default=place.unit)))


def said(view: TableView) -> str:
    """One sentence for people who listen: what is asked of you, else what the table waits for."""
    for prompt in view.prompts:
        if not prompt.urgent:
            continue
        may = [choice.label for choice in prompt.choices if choice.allowed]
        return f"{prompt.question} {hand_said(view, prompt)}You may: {', '.join(may)}."
    mine = [each for each in view.payments if each.yours]
    if mine:
        net = sum(each.net for each in mine)
        how = "won" if net > 0 else "lost" if net < 0 else "neither won nor lost"
        amount = f" {dollars(abs(net))}" if net else ""
        return f"You have {how}{amount} in this round so far."
    return waiting(view)


def hand_said(view: TableView, prompt: Prompt) -> str:
    for box in view.boxes:
        if box.number == prompt.box:
            for hand in box.hands:
                if hand.number == (prompt.hand or 0) and hand.total:
                    return f"Your hand counts {hand.total}; the dealer shows {view.dealer.total}. "
    return ""
