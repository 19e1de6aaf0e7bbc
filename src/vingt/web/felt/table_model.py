"""A `TableView` arranged for drawing: the boxes, and in the dock which choice stands where with which key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from vingt.core.cite import Cite
from vingt.live.memory import Remembered
from vingt.live.views.view import Choice, Prompt, TableView
from vingt.web.felt.box_model import BoxModel, Places, boxes
from vingt.web.felt.speech import Hint, hint, said, waiting

# The letter that presses a button.
KEYS = {
    "take_seat": "t",
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
    "switch_cards": "x",
    "keep_cards": "n",
}
ON_THE_CLOTH = {"take_seat", "place_wager", "withdraw_wager"}
SELDOM = {"seat", "chips", "share", "call"}
INSURING = {"insurance", "even_money"}
DECLINING = {"decline_cut", "decline_double", "stay_on_hand", "decline_insurance", "keep_cards"}
CHIPS_TO_SIT = 50  # times the table's minimum
FAVOURITES = 3  # side wagers on the cloth for who has chosen none


class DockButton(NamedTuple):
    """One button in the dock, its key ("" for none) and, where it takes an amount, the one proposed."""

    choice: Choice
    key: str
    proposed: int
    next: bool  # the golden one: what the table waits for, or what comes next


@dataclass(frozen=True, slots=True)
class AskedPlayer:
    name: str
    prompt: Prompt
    offered: tuple[DockButton, ...]


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
    asked: tuple[AskedPlayer, ...]
    insuring: tuple[AskedPlayer, ...]  # for several boxes in one row
    rest: tuple[AskedPlayer, ...]  # boxes and chips: always there, seldom wanted
    ready: DockButton | None
    hint: Hint
    wagering: bool  # chips may be laid somewhere now
    chips: tuple[int, ...]  # that one can afford and lay
    barred: tuple[Barred, ...]
    insured: tuple[tuple[int, str, int], ...]
    waiting: str
    say: str
    urgent: bool
    question: str  # the one that is asked, where it is only one


ASKED: Remembered[tuple[AskedPlayer, ...]] = Remembered(4_000)
BARRED: Remembered[tuple[Barred, ...]] = Remembered(4_000)


def table_model(view: TableView, favourites: frozenset[str] | None = None) -> TableModel:
    """`favourites` are the side wagers to show on the cloth; None where a person has chosen none yet."""
    choices = [choice for prompt in view.prompts for choice in prompt.choices]
    places: Places = {(c.box, c.wager): c for c in choices if c.command == "place_wager" and c.box}
    every = asked(view)
    wagering = any(c.allowed for c in places.values())
    hinted = hint(view, wagering)
    urgent = [prompt for prompt in view.prompts if prompt.urgent]
    return TableModel(
        view=view,
        boxes=boxes(view, choices, places, liked(view) if favourites is None else favourites),
        asked=tuple(question for question in every if question.name not in SELDOM | INSURING | {"ready"}),
        insuring=tuple(question for question in every if question.name in INSURING),
        rest=tuple(question for question in every if question.name in SELDOM),
        ready=next((question.offered[0] for question in every if question.name == "ready"), None),
        hint=hinted,
        wagering=wagering,
        chips=affordable(view),
        insured=tuple(
            (box.number, bettor.name, bettor.insurance)
            for box in view.boxes
            for bettor in box.bettors
            if bettor.insurance and bettor.insurance_open
        ),
        barred=BARRED.get(view.prompts, None, lambda: barred(choices)),
        waiting=waiting(view),
        say=said(view, hinted.words),
        urgent=bool(urgent),
        question=urgent[0].question if len(urgent) == 1 else "",
    )


def liked(view: TableView) -> frozenset[str]:
    """The first side wagers of the layout, for who has chosen no favourites."""
    playable = [wager.wager for wager in view.wagers if wager.playable and wager.placed == "before_deal"]
    return frozenset(playable[:FAVOURITES])


def affordable(view: TableView) -> tuple[int, ...]:
    money = view.you.money if view.you is not None else 0
    return tuple(chip for chip in view.chips if chip <= min(money, view.maximum))


def barred(choices: Iterable[Choice]) -> tuple[Barred, ...]:
    reasons: dict[tuple[str, Cite], list[str]] = {}
    for choice in choices:
        if not choice.allowed:
            where = f", box {choice.box}" if choice.command == "place_wager" else ""
            reasons.setdefault((choice.why_not, choice.cite), []).append(f"{choice.label}{where}")
    return tuple(Barred("; ".join(labels), why, cite) for (why, cite), labels in reasons.items())


def chips_to_sit(view: TableView) -> int:
    """What sitting down buys: nothing where the chips at hand make a wager."""
    you = view.you
    if you is None or you.rack + you.in_play >= view.minimum:
        return 0
    return min(CHIPS_TO_SIT * view.minimum, you.purse)


# -- the dock ----------------------------------------------------------------------------------------------


def asked(view: TableView) -> tuple[AskedPlayer, ...]:
    lies = view.you is not None and view.you.in_play > 0
    return ASKED.get(view.prompts, (view.minimum, lies, view.phase == "over"), lambda: every_asked(view))


def every_asked(view: TableView) -> tuple[AskedPlayer, ...]:
    taken: set[str] = set()
    every = []
    for prompt in view.prompts:
        offered = tuple(
            DockButton(
                choice, key_of(choice, taken), proposed(view, choice), comes_next(view, prompt, choice)
            )
            for choice in prompt.choices
            if choice.command not in ON_THE_CLOTH
        )
        if offered:
            every.append(AskedPlayer(prompt.kind, prompt, offered))
    return tuple(every)


def comes_next(view: TableView, prompt: Prompt, choice: Choice) -> bool:
    if not choice.allowed:
        return False
    if choice.command == "ready":
        return view.you is not None and (view.you.in_play > 0 or view.phase == "over")
    return prompt.urgent and choice.command not in DECLINING


def key_of(choice: Choice, taken: set[str]) -> str:
    wanted = KEYS.get(choice.command, "") if choice.allowed else ""
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
    if choice.command == "call_wager":
        return min(choice.most, max(choice.least, view.minimum))
    return choice.most
