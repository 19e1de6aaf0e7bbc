"""What one person may see and do at a live table: plain frozen values, whole cents, no card unseen.

Whoever draws a table needs nothing else and knows no rule: every button is a `Choice`, every number is here.
A card is written "7s" or "10h"; None is a card that lies face down. `as_json` gives the same as JSON values.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Literal

from vingt.core.cite import Cite
from vingt.core.rules.offered_wager import Placed
from vingt.live.log.events import DealingMode, Pace
from vingt.live.log.floor_events import MishapName
from vingt.live.log.people_events import RoleName
from vingt.live.table.clocks import ClockName
from vingt.live.table.questions import PromptKind

Phase = Literal[
    "closed",  # the table takes no more players
    "cut",  # the stack is shuffled and offered for the cut
    "betting",
    "deal",
    "insurance",
    "check",  # the hole card in the reader
    "play",
    "dealer",
    "over",  # everything is paid; the next round follows
]
FaceUp = str | None


@dataclass(frozen=True, slots=True)
class Choice:
    """One button. Send `command` with the fields below (those that are not None), and what it `takes`.

    Amounts: a multiple of `unit` from `least` to `most`, or `most` itself; one of `exact` where given.
    The engine accepts exactly what is allowed here; `why_not` and `cite` say what bars the rest.
    """

    command: str  # a word of commands.READERS
    label: str
    allowed: bool
    cite: Cite = Cite()
    why_not: str = ""
    box: int | None = None
    hand: int | None = None
    wager: str | None = None
    shared: bool | None = None
    takes: Literal["nothing", "amount", "place"] = "nothing"  # `place` of a cut: least to most cards
    least: int = 0
    most: int = 0
    unit: int = 1
    exact: tuple[int, ...] = ()
    now: int = 0  # what lies there already, for wagers
    cost: int = 0  # chips that a double, split or insurance takes, at `most`
    buys: int = 0  # chips it buys from the purse first, at `most` (wagers: at `least`)


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something this person may answer now. `urgent`: the table waits for it.

    `id` changes with the question: a command that names it in `answers` is taken for this one or not at all.
    """

    kind: PromptKind
    id: str
    question: str
    choices: tuple[Choice, ...]
    urgent: bool = False
    box: int | None = None
    hand: int | None = None
    default: str = ""  # what happens when the clock runs out, in words


@dataclass(frozen=True, slots=True)
class Clock:
    """Milliseconds since 1970 by the server's clock, which `TableView.now` shows too."""

    name: ClockName
    started: int
    deadline: int


@dataclass(frozen=True, slots=True)
class StakeSeen:
    person: str
    name: str
    yours: bool
    base: int
    raises: tuple[int, ...]
    total: int
    open: bool
    surrendered: bool


@dataclass(frozen=True, slots=True)
class HandSeen:
    number: int  # 0 is the first; splits add more
    cards: tuple[FaceUp, ...]
    total: str  # "17", "soft 17", the natural's name, or "" without cards
    points: int
    status: str  # playing, doubled, stood, busted, natural, twenty_one, surrendered, dead
    doubled: bool
    doubles: int  # the last so many cards came by doubling
    from_split: bool
    turn: bool
    caller: str  # the person who decides for it
    stakes: tuple[StakeSeen, ...]
    shared: int = 0  # the first so many cards are community cards, which are in every hand


@dataclass(frozen=True, slots=True)
class SideSeen:
    wager: str
    name: str
    amount: int
    open: bool


@dataclass(frozen=True, slots=True)
class BettorSeen:
    person: str
    name: str
    yours: bool
    main: int
    sides: tuple[SideSeen, ...]
    insurance: int | None  # None: not asked or not answered; 0: declined
    insurance_open: bool
    ready: bool


@dataclass(frozen=True, slots=True)
class BoxSeen:
    number: int
    holder: str  # the person who holds the box, or ""
    holder_name: str
    yours: bool
    shared: bool
    away: bool  # the holder has left, or was not seen for a while
    bettors: tuple[BettorSeen, ...]
    hands: tuple[HandSeen, ...]


@dataclass(frozen=True, slots=True)
class DealerSeen:
    cards: tuple[FaceUp, ...]
    total: str
    points: int
    natural: bool
    finished: bool
    drawing: bool


@dataclass(frozen=True, slots=True)
class Payment:
    """One settlement, in the order of payment."""

    at: int  # 1, 2, 3… within the round
    person: str
    name: str
    yours: bool
    box: int
    hand: int
    wager: str
    wager_name: str
    outcome: str
    outcome_words: str
    stake: int
    returns: int
    net: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class PayLine:
    outcome: str
    words: str
    pays: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class WagerOffered:
    """A side-wager area of the layout with everything it pays."""

    wager: str
    name: str
    least: int
    most: int
    exact: tuple[int, ...]
    pays: tuple[PayLine, ...]
    playable: bool
    why_not: str
    cite: Cite
    placed: Placed = "before_deal"


@dataclass(frozen=True, slots=True)
class SeedSeen:
    person: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class DeterminantSeen:
    """The card that said from which side of a double shoe the round is dealt."""

    card: str
    drawn_from: str
    side: str
    first_card: bool  # it is the first player's; else it lies in the segregated area of where it came from
    cite: Cite


@dataclass(frozen=True, slots=True)
class ShoeSeen:
    """Of a double shoe, the side at hand: the one that the round comes from, or that is made ready."""

    number: int
    shuffler: str
    cards: int
    dealt: int  # all that left the shoe, burned cards included
    burned: int
    commitment: str  # SHA-256 published before the cut; the order is published when the shoe ends
    cut: int | None  # cards moved from the top to the bottom
    cutter: str  # the person's name, "dealer", or ""
    cover_card_at: int | None  # cards before the cover card
    cover_card_out: bool
    decks: int  # as many of each card are in it; 0: it was made of the discards when the one before ran short
    revealed: int  # the orders of all shoes up to this number have been published
    seeds: tuple[SeedSeen, ...] = ()  # what players added to the shuffle
    seeds_open: bool = False  # whether `give_seed` may still be said by who holds a box and has not
    side: str = ""  # "left" or "right"; "" of a single shoe
    backs: str = ""  # the colour of its backs: "red" for the side of hearts and diamonds, else "blue"
    segregated: int = 0  # determinant cards that named the other side
    determinant: DeterminantSeen | None = None  # of this round, or the last one
    other: ShoeSeen | None = None  # the other side
    unpublished: tuple[
        int, ...
    ] = ()  # shoes of both sides, in play or just ended, whose order is not published


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """One finished round as it lay on the table when it ended."""

    number: int
    void: bool
    dealer: tuple[FaceUp, ...]
    dealer_total: str
    payments: tuple[Payment, ...]
    yours: int | None  # what you won or lost; None: you had no wager
    boxes: tuple[BoxSeen, ...]  # those that were played, in the newest round; () in older ones


@dataclass(frozen=True, slots=True)
class You:
    person: str
    name: str
    purse: int
    rack: int  # chips at this table
    in_play: int  # your wagers on the layout
    boxes: tuple[int, ...]
    ready: bool
    barred: str  # why you may not wager until the next shuffle, or ""
    money: int  # purse and rack: what you can play with here
    pace: Pace  # your choice; the table goes by the slowest
    waited_for: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A set phrase, heard for a moment."""

    person: str
    name: str
    box: int  # the first one the person holds, or 0
    phrase: str
    words: str
    at: int


@dataclass(frozen=True, slots=True)
class LimitsSeen:
    """What a main wager may be from the next round on: wagers lie that were laid by others."""

    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class OrderSeen:
    """What the rulebook orders after an irregularity."""

    words: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class IrregularitySeen:
    """What went wrong, who reported it, and what was ordered."""

    number: int
    round: int
    what: MishapName
    words: str
    by: str
    role: RoleName
    orders: tuple[OrderSeen, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    table: str
    name: str
    title: str  # of the rulebook
    rulebook: str
    submission: str
    private: bool
    currency: str
    main_wager: str
    minimum: int  # of a main wager in this round
    maximum: int
    chip_unit: int
    chips: tuple[int, ...]
    version: int  # of the table's stream: it rises with everything that is stored
    revision: int  # rises with everything that can be seen, while the house is open
    now: int
    phase: Phase
    round: int  # number of this round, from 1; 0 before the first
    clock: Clock | None
    waiting_for: str  # who or what the table waits for, in words
    boxes: tuple[BoxSeen, ...]  # every box of the table, by number
    dealer: DealerSeen
    payments: tuple[Payment, ...]  # of this round so far
    prompts: tuple[Prompt, ...]  # for this person; urgent ones first
    you: You | None
    wagers: tuple[WagerOffered, ...]
    shoe: ShoeSeen | None
    last_rounds: tuple[RoundPlayed, ...]  # newest first
    pace: Pace
    closed: bool
    said: tuple[Said, ...]  # oldest first
    out_of_service: str = ""  # why nothing can be done here at the moment; it passes by itself
    limits_next: LimitsSeen | None = None  # posted, and not in force before the next round
    limits_are_new: bool = False  # posted in this round or the one before
    stopped: bool = False  # by a dealer or floorperson, who looks into something
    irregularities: tuple[IrregularitySeen, ...] = ()  # newest first, of this round
    announced: str = ""  # what the person who deals said last
    dealing: DealingMode = "automatic"
    dealt_by: str = ""  # the name of who deals, where a person does
    community: tuple[FaceUp, ...] = ()  # cards that lie there once and are in every hand


def as_json(value: object) -> object:
    """A view as JSON values."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is tuple:
        return [as_json(each) for each in value]  # type: ignore[attr-defined]
    if isinstance(value, Cite):
        return value.as_json()
    names = names_of(kind)  # type: ignore[arg-type]
    return {name: as_json(getattr(value, name)) for name in names} if names else value


PLAIN = frozenset((str, int, bool, type(None)))


@cache
def names_of(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
