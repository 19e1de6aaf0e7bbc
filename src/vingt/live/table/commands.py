"""What a person may ask of a live table: the core's own commands about wagers and hands, and those below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast, get_args

from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS
from vingt.core.rounds.refusal import Refusal
from vingt.core.wager_kind import MAIN
from vingt.live.log.events import Pace

ENTERED_MOST = 4000  # characters: a whole shoe, card by card
# The steps of the procedure that are a player's too: a look at the cards, a word taken back, a spin.
LOOK_OVER, UNSAY, SENSOR = "first_player_looks", "decline_wager", "cover_sensor"
AMOUNT_MAX = 10**12  # cents; far beyond any table, far within what JSON and SQLite keep exactly


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Hold a box: only who holds it wagers there, unless the holder shares it. Several may be held."""

    box: int


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Give up one box; its wagers are taken back, which is possible until betting closes."""

    box: int


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """Give up every box and take all chips back to the purse."""


@dataclass(frozen=True, slots=True)
class ShareBox:
    """The holder agrees, or agrees no longer, that others wager on the box too (MA-P21 13(a))."""

    box: int
    shared: bool


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Change money of the purse into chips of this table."""

    amount: int


@dataclass(frozen=True, slots=True)
class CashOut:
    """Change chips of this table back into money of the purse."""

    amount: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut the shuffled stack: `place` cards go from the top to the bottom."""

    place: int


@dataclass(frozen=True, slots=True)
class DeclineCut:
    """Leave the cut to the next player, or to the dealer."""


@dataclass(frozen=True, slots=True)
class GiveSeed:
    """Add a text of your own to the shuffle, after its commitment and before its first card: it is mixed into
    the order, so that the house alone does not decide it."""

    text: str


@dataclass(frozen=True, slots=True)
class Ready:
    """No more wagers from me: when all say so, the cards are dealt before the clock runs out.

    All are those who wagered, and those who hold a box and did not sit out the round before. Said after a
    round it begins the next one, or, when the shoe ends, spares the pause before the shuffle.
    """


@dataclass(frozen=True, slots=True)
class SetPace:
    """How fast the cards come for me; the table goes by the slowest of those who sit."""

    pace: Pace


@dataclass(frozen=True, slots=True)
class CallWager:
    """Speak a wager, with cash of the purse: where a person deals, and takes it when it is confirmed."""

    box: int
    amount: int
    wager: str = MAIN


@dataclass(frozen=True, slots=True)
class LayCoupon:
    """Lay the greatest of your match-play coupons beside a wager that lies there."""

    box: int
    wager: str = MAIN


@dataclass(frozen=True, slots=True)
class TakeTable:
    """Deal here from now on, and relieve whoever did before."""


@dataclass(frozen=True, slots=True)
class HandOverTable:
    """Deal here no longer."""


@dataclass(frozen=True, slots=True)
class PerformStep:
    """Do a step of the procedure, by its id; where the cards are real, `card` is the one that came."""

    step: str
    card: str = ""


DealerCommand = TakeTable | HandOverTable | PerformStep
TableCommand = (
    TakeSeat
    | LeaveSeat
    | LeaveTable
    | ShareBox
    | BuyIn
    | CashOut
    | Cut
    | DeclineCut
    | GiveSeed
    | Ready
    | SetPace
    | CallWager
    | LayCoupon
)
RoundCommand = (
    c.PlaceWager
    | c.WithdrawWager
    | c.Insure
    | c.DeclineInsurance
    | c.TakeEvenMoney
    | c.Hit
    | c.Stand
    | c.Double
    | c.DeclineDouble
    | c.Rescue
    | c.Split
    | c.StayOnHand
    | c.Surrender
    | c.SwitchCards
    | c.KeepCards
    | c.AcceptExposedCard
    | c.RefuseExposedCard
    | c.TakeLateCard
    | c.GiveUpHand
)
PersonCommand = TableCommand | RoundCommand | DealerCommand

CommandFields = Mapping[str, object]


class Unclear(ValueError):
    """A field of a command is missing or is not what it must be."""


def read_command(person: str, fields: CommandFields) -> PersonCommand | Refusal:
    """A command as a form or a message names it: {"command": "double", "box": 3, "hand": 0, "amount": 500}.

    The player is always `person`: nobody can name another. Amounts are cents. What is no command is refused.
    """
    word = fields.get("command")
    reader = READERS.get(word) if isinstance(word, str) else None
    if reader is None:
        return Refusal(f"{str(word)[:40]!r} is no command: {', '.join(READERS)}")
    try:
        return reader(person, fields)
    except Unclear as error:
        return Refusal(f"{word}: {error}")


def answers_of(fields: CommandFields) -> str:
    """The prompt that a command was meant for, where a form or a message names one."""
    value = fields.get("answers")
    return value if isinstance(value, str) else "" if value is None else "?"


def whole(fields: CommandFields, name: str) -> int:
    value = fields.get(name)
    if isinstance(value, str) and len(value) < 16 and value.isascii() and value.isdecimal():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unclear(f"{name} must be a whole number")
    if not 0 <= value <= AMOUNT_MAX:
        raise Unclear(f"{name} must be from 0 to {AMOUNT_MAX}")
    return value


def whole_or_none(fields: CommandFields, name: str) -> int | None:
    return None if fields.get(name) in (None, "") else whole(fields, name)


def word_of(fields: CommandFields, name: str, default: str) -> str:
    value = fields.get(name, default)
    if not isinstance(value, str) or not value or len(value) > 60:
        raise Unclear(f"{name} must be a short text")
    return value


def text_of(fields: CommandFields, name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise Unclear(f"{name} must be a text")
    return value


def entered_text(fields: CommandFields) -> str:
    """A card, or all the cards of a count."""
    value = fields.get("card") or ""
    if not isinstance(value, str) or len(value) > ENTERED_MOST:
        raise Unclear(f"card must be a text of at most {ENTERED_MOST} characters")
    return value


def truth(fields: CommandFields, name: str) -> bool:
    value = fields.get(name)
    if value in (True, "true"):
        return True
    if value in (False, "false"):
        return False
    raise Unclear(f"{name} must be true or false")


def pace_of(fields: CommandFields) -> Pace:
    for pace in get_args(Pace):
        if fields.get("pace") == pace:
            return cast(Pace, pace)
    raise Unclear(f"pace must be one of {', '.join(get_args(Pace))}")


def of_hand(make: Callable[[str, int, int], PersonCommand]) -> Callable[[str, CommandFields], PersonCommand]:
    return lambda person, fields: make(person, whole(fields, "box"), whole_or_none(fields, "hand") or 0)


READERS: Mapping[str, Callable[[str, CommandFields], PersonCommand]] = {
    "take_seat": lambda _, fields: TakeSeat(whole(fields, "box")),
    "leave_seat": lambda _, fields: LeaveSeat(whole(fields, "box")),
    "leave_table": lambda _, fields: LeaveTable(),
    "share_box": lambda _, fields: ShareBox(whole(fields, "box"), truth(fields, "shared")),
    "buy_in": lambda _, fields: BuyIn(whole(fields, "amount")),
    "cash_out": lambda _, fields: CashOut(whole(fields, "amount")),
    "cut": lambda _, fields: Cut(whole(fields, "place")),
    "decline_cut": lambda _, fields: DeclineCut(),
    "give_seed": lambda _, fields: GiveSeed(text_of(fields, "text")),
    "ready": lambda _, fields: Ready(),
    "set_pace": lambda _, fields: SetPace(pace_of(fields)),
    "call_wager": lambda _, fields: CallWager(
        whole(fields, "box"), whole(fields, "amount"), word_of(fields, "wager", MAIN)
    ),
    "unsay_wager": lambda _, fields: PerformStep(UNSAY),
    "lay_coupon": lambda _, fields: LayCoupon(whole(fields, "box"), word_of(fields, "wager", MAIN)),
    "take_table": lambda _, fields: TakeTable(),
    "hand_over_table": lambda _, fields: HandOverTable(),
    "look_over": lambda _, fields: PerformStep(LOOK_OVER),
    "cover_sensor": lambda _, fields: PerformStep(SENSOR),
    "perform_step": lambda _, fields: PerformStep(word_of(fields, "step", ""), entered_text(fields)),
    "place_wager": lambda person, fields: c.PlaceWager(
        person, whole(fields, "box"), whole(fields, "amount"), word_of(fields, "wager", MAIN)
    ),
    "withdraw_wager": lambda person, fields: c.WithdrawWager(
        person, whole(fields, "box"), word_of(fields, "wager", MAIN)
    ),
    "insure": lambda person, fields: c.Insure(person, whole(fields, "box"), whole(fields, "amount")),
    "decline_insurance": lambda person, fields: c.DeclineInsurance(person, whole(fields, "box")),
    "take_even_money": lambda person, fields: c.TakeEvenMoney(person, whole(fields, "box")),
    **{word: of_hand(command) for word, command in ACTION_COMMANDS.items()},
    "double": lambda person, fields: c.Double(
        person,
        whole(fields, "box"),
        whole_or_none(fields, "hand") or 0,
        whole_or_none(fields, "amount"),
    ),
    "decline_double": of_hand(c.DeclineDouble),
    "stay_on_hand": of_hand(c.StayOnHand),
    "switch_cards": of_hand(c.SwitchCards),
    "keep_cards": of_hand(c.KeepCards),
    "accept_exposed_card": of_hand(c.AcceptExposedCard),
    "refuse_exposed_card": of_hand(c.RefuseExposedCard),
    "take_late_card": of_hand(c.TakeLateCard),
    "give_up_hand": of_hand(c.GiveUpHand),
}
