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
ON_THE_CLOTH = {"take_seat", "place_wager", "withdraw_wager"}
SELDOM = {"seat", "chips", "share"}
DECLINING = {"decline_cut", "decline_double", "stay_on_hand"}
CHIPS_TO_SIT = 50  # times the table's minimum
ARC = 8  # steps between the outermost box and the middle of the curve


class Offered(NamedTuple):
    """One button in the dock, its key ("" for none) and, where it takes an amount, the one proposed."""

    choice: Choice
    key: str
    proposed: int
    next: bool  # the golden one: what the table waits for, or what comes next


@dataclass(frozen=True, slots=True)
class Asked:
    name: str
    prompt: Prompt
    offered: tuple[Offered, ...]


class Hint(NamedTuple):
    """What to do now, in one line, and the keys that do it."""

    words: str = ""
    keys: tuple[tuple[str, str], ...] = ()


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
    rest: tuple[Asked, ...]  # boxes and chips: always there, seldom wanted
    hint: Hint
    to_sit: int  # what sitting down buys
    back: tuple[Choice, ...]  # wagers that may be taken back
    wagering: bool  # chips may be laid somewhere now
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
    every = asked(view)
    wagering = any(c.allowed for c in places.values())
    return TableModel(
        view=view,
        boxes=boxes,
        asked=tuple(each for each in every if each.name not in SELDOM),
        rest=tuple(each for each in every if each.name in SELDOM),
        hint=hint(view, wagering),
        to_sit=chips_to_sit(view),
        back=tuple(c for p in view.prompts for c in p.choices if c.command == "withdraw_wager"),
        wagering=wagering,
        insured=tuple(
            (box.number, bettor.name, bettor.insurance)
            for box in view.boxes
            for bettor in box.bettors
            if bettor.insurance and bettor.insurance_open
        ),
        barred=barred(c for p in view.prompts for c in p.choices),
        waiting=waiting(view),
        say=said(view, hint(view, wagering).words),
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


def hint(view: TableView, wagering: bool) -> Hint:
    """What a newcomer has to do now; nothing where a question says it or there is nothing to do."""
    you = view.you
    if you is None or any(prompt.urgent for prompt in view.prompts):
        return Hint()
    if not you.boxes:
        chips = chips_to_sit(view)
        with_chips = f": it brings {dollars(chips)} in chips" if chips else ""
        free = any(c.allowed for p in view.prompts for c in p.choices if c.command == "take_seat")
        return Hint(f"Sit at a box to play{with_chips}.", (("T", "sit"),)) if free else Hint()
    if view.phase == "over":
        return Hint(won_or_lost(view))
    if must_buy(view):
        return Hint(f"A wager is at least {dollars(view.minimum)}: buy chips first.", (("B", "buy"),))
    if you.in_play and view.phase == "betting" and not you.ready:
        return Hint("Deal, or lay more chips.", (("G", "deal"), ("W", "one more chip")))
    if wagering and not you.in_play:
        keys = (("1", "to"), (str(len(view.chips)), "chip"), ("W", "lay it"))
        return Hint(f"Choose a chip and press your circle: {dollars(view.minimum)} at least.", keys)
    return Hint()


def must_buy(view: TableView) -> bool:
    """Somebody at a box whose chips here do not make one wager."""
    you = view.you
    return you is not None and bool(you.boxes) and you.rack + you.in_play < view.minimum


def chips_to_sit(view: TableView) -> int:
    """What sitting down buys: nothing where the chips at hand make a wager."""
    you = view.you
    if you is None or you.rack + you.in_play >= view.minimum:
        return 0
    return min(CHIPS_TO_SIT * view.minimum, you.purse)


def asked(view: TableView) -> tuple[Asked, ...]:
    """What is asked in the dock. Buying chips is asked by itself where nothing else can be done."""
    found = []
    taken: set[str] = set()
    for prompt in view.prompts:
        offered = [
            Offered(choice, key_of(choice, taken), proposed(view, choice), comes_next(view, prompt, choice))
            for choice in prompt.choices
            if choice.command not in ON_THE_CLOTH
        ]
        apart = [each for each in offered if each.choice.command == "buy_in" and each.next]
        others = [each for each in offered if each not in apart]
        if apart:
            found.append(Asked("buy", prompt, tuple(apart)))
        if others:
            found.append(Asked(prompt.kind, prompt, tuple(others)))
    return tuple(found)


def comes_next(view: TableView, prompt: Prompt, choice: Choice) -> bool:
    if not choice.allowed:
        return False
    if choice.command == "buy_in":
        return must_buy(view)
    if choice.command == "ready":
        return view.you is not None and view.you.in_play > 0
    return prompt.urgent and choice.command not in DECLINING


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


def proposed(view: TableView, choice: Choice) -> int:
    """The amount a form begins with: all of a double or insurance, some chips, a cut in the middle."""
    if choice.takes == "place":
        return (choice.least + choice.most) // 2
    if choice.exact:
        return choice.exact[0]
    if choice.command == "buy_in":
        return min(choice.most, max(choice.least, CHIPS_TO_SIT * view.minimum))
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


def said(view: TableView, hinted: str) -> str:
    """One sentence for people who listen: what is asked of you, else what to do or what is waited for."""
    for prompt in view.prompts:
        if not prompt.urgent:
            continue
        may = [choice.label for choice in prompt.choices if choice.allowed]
        return f"{prompt.question} {hand_said(view, prompt)}You may: {', '.join(may)}."
    return won_or_lost(view) or hinted or waiting(view)


def won_or_lost(view: TableView) -> str:
    mine = [each.net for each in view.payments if each.yours]
    if not mine:
        return ""
    net = sum(mine)
    how = "won" if net > 0 else "lost" if net < 0 else "neither won nor lost"
    amount = f" {dollars(abs(net))}" if net else ""
    return f"You have {how}{amount} in this round{'' if view.phase == 'over' else ' so far'}."


def hand_said(view: TableView, prompt: Prompt) -> str:
    for box in view.boxes:
        if box.number == prompt.box:
            for hand in box.hands:
                if hand.number == (prompt.hand or 0) and hand.total:
                    return f"Your hand counts {hand.total}; the dealer shows {view.dealer.total}. "
    return ""
