"""How a table is dealt: by itself or by a person, who that is, and how far the procedure of hands has come.

What hands alone do (looking the decks over, washing them, signing the sheet) stands here as acknowledged
steps of the checklist under way; everything that moves cards or money is an event of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from vingt.core.money import dollars
from vingt.core.rounds import event as e
from vingt.core.shoe.state import ShoeState
from vingt.core.wager_kind import MAIN
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.kinds import StreamEvent
from vingt.live.log.people_events import RoleName

SETUP, READER, CONDUCT = "setup_sheet", "inspect_card_reader", "dealers_conduct"  # they hold beyond a round
RECEIVE, RECEIVE_PRESHUFFLED = "receive_decks", "receive_preshuffled_decks"
JAM, FAILED, REPAIRED = "shuffler_jammed", "shuffler_failed", "shuffler_repaired"
WAIVE_BURN = "waive_relief_burn"
ANNOUNCE = "announce"
SHOW_BURNED = "show_burned_card"
RECUT, RECUT_BY_NEXT = "order_recut", "order_recut_by_next"
CONFIRM, DECLINE = "confirm_wager", "decline_wager"  # of one that was spoken
DEVICE_STEPS = ("put_cards_into_shuffler", "take_out_the_other_batch", "single_stack")  # a shuffle's own


MINUTE, DAY_MINUTES = 60_000, 24 * 60


DecidedWager = e.WagerSettled | e.WagerUnwound  # the latter was taken or paid, and then the round was void


class PerformedStep(NamedTuple):
    """A step of a checklist, by whom and in which role."""

    step: str
    what: str
    by: str
    role: RoleName


class DealingState(NamedTuple):
    mode: t.DealingMode = "automatic"
    dealer: str = ""  # who deals; "": nobody, or the house
    burn_owed: bool = False  # by a dealer who came to a loaded shoe
    standing: tuple[PerformedStep, ...] = ()  # what was signed for the table, and by this dealer
    done: tuple[PerformedStep, ...] = ()  # of the checklist under way
    uncollected: bool = False  # wagers and cards of the last round
    unpaid: tuple[DecidedWager, ...] = ()  # wagers that are decided, and neither taken nor paid by hand
    received: tuple[tuple[str, int], ...] = ()  # the decks that are here, by the side of a double shoe: when
    reader_inspected: int = 0
    shuffler_failed: bool = False
    shuffler_stopped: bool = False  # a continuous one, in a round: no card comes before a reshuffle
    shuffler_set_aside: bool = False  # covered, signed or taken away: cards may be shuffled by hand
    called: tuple[t.WagerCalled, ...] = ()  # spoken wagers that wait to be confirmed
    burned: t.Place | None = None  # the card burned last, while it is in the rack of this shoe
    burned_entered: bool = False  # where cards are real: it was shown before, and entered then
    announced: str = ""  # what the dealer said last
    clocks: bool = False  # players' time to answer is limited, as at a table that deals by itself
    day_begins: int = 0  # the gaming day, in minutes after midnight, UTC
    decks_counted: t.DecksCounted | None = None  # the last that were, where cards are real

    @property
    def automatic(self) -> bool:
        return self.mode == "automatic"

    def gaming_day(self, moment: int) -> int:
        """The day that a moment, in milliseconds since 1970, belongs to: any two may be compared."""
        return (moment // MINUTE - self.day_begins) // DAY_MINUTES

    @property
    def decks_received(self) -> int:
        """When the oldest came, milliseconds since 1970 as the log is stamped; 0: none are here."""
        return min((at for _, at in self.received), default=0)

    def received_for(self, side: str) -> int:
        return dict(self.received).get(side, 0)

    def receiving(self, side: str, at: int) -> DealingState:
        """0: those of this side are here no more."""
        others = tuple(each for each in self.received if each[0] != side)
        return self._replace(received=(*others, (side, at)) if at else others)

    def has(self, step: str, what: str = "") -> bool:
        return any((each.step, each.what) == (step, what) for each in self.done)


def evolve_dealing(dealing: DealingState, shoe: ShoeState, event: StreamEvent, at: int) -> DealingState:
    """`shoe` is the one before the event, which was stored at this moment. At an automatic table nothing of
    this happens, and asking costs nothing."""
    if dealing.mode == "automatic" and not isinstance(event, t.TableOpened):
        return dealing
    match event:
        case t.StepPerformed(step) if step in (JAM, FAILED) and shoe.loaded:
            return performed(dealing, event, at)._replace(shuffler_stopped=True)
        case t.ShoeOpened() if dealing.shuffler_stopped:
            return dealing._replace(shuffler_stopped=False, done=())
        case t.TableOpened(dealing=mode):
            return dealing._replace(mode=mode)
        case t.DealerCame(person):
            return dealing._replace(
                dealer=person, burn_owed=shoe.loaded, standing=signed_for_table(dealing.standing)
            )
        case f.GamingDaySet(begins):
            return dealing._replace(day_begins=begins)
        case f.ClocksSet(running):
            return dealing._replace(clocks=running)
        case t.DecksCounted():  # what is not complete is not received
            counted = dealing._replace(decks_counted=event)
            return counted if event.complete else counted._replace(done=()).receiving(event.side, 0)
        case t.DealerLeft():
            return dealing._replace(dealer="", burn_owed=False)
        case t.StepPerformed():
            return performed(dealing, event, at)
        case t.WagerCalled():
            return dealing._replace(called=(*dealing.called, event))
        case e.WagerPlaced(player=player, box=box, wager=wager) if any(
            (each.person, each.box, each.wager) == (player, box, wager) for each in dealing.called
        ):
            return without_calls(dealing, [each for each in dealing.called if each.person == player])
        case t.SeatLeft(person, box) if dealing.called:
            return without_calls(
                dealing, [each for each in dealing.called if (each.person, each.box) == (person, box)]
            )
        case e.BettingClosed() if dealing.called:  # what nobody confirmed is no wager
            return dealing._replace(called=())
        case t.CardsBurned(shoe=number, first=first):
            owed = dealing.burn_owed and event.why != "dealer_change"
            return dealing._replace(burn_owed=owed, burned=t.Place(number, first), burned_entered=False)
        case t.CardScanned(shoe=number, at=place) if dealing.burned == t.Place(number, place):
            return dealing._replace(burned_entered=True)
        case t.ShoeEnded(why=why):
            kept = dealing.receiving(words(shoe, event.shoe), 0) if why == "decks_retired" else dealing
            return kept._replace(burn_owed=False, done=(), burned=None)
        case t.ShoeCounted() if not event.complete:  # these decks are dealt no more
            return dealing._replace(done=()).receiving(words(shoe, event.shoe), 0)
        case e.WagerSettled():
            return dealing._replace(unpaid=(*dealing.unpaid, event))
        case e.WagerUnwound():
            return dealing._replace(unpaid=unwound(dealing.unpaid, event))
        case e.RoundEnded():
            return dealing._replace(done=(), uncollected=True)
        case t.ShoeShuffled() | t.RealCardsShuffled() | t.RoundStarted() if (
            dealing.done
        ):  # another checklist begins
            return dealing._replace(done=())
        case _:
            return dealing


def performed(dealing: DealingState, event: t.StepPerformed, at: int) -> DealingState:
    step = PerformedStep(event.step, event.what, event.by, event.role)
    match event.step:
        case "setup_sheet" | "dealers_conduct":
            return dealing._replace(standing=(*dealing.standing, step))
        case "inspect_card_reader":
            return dealing._replace(reader_inspected=at)
        case "announce":
            return dealing._replace(announced=event.what)
        case "waive_relief_burn":
            return dealing._replace(burn_owed=False)
        case "show_burned_card":
            return dealing._replace(announced=f"Burned: {event.what}")
        case "shuffler_jammed":
            kept = tuple(each for each in dealing.done if each.step not in DEVICE_STEPS)
            return dealing._replace(done=kept)
        case "shuffler_failed":
            kept = tuple(each for each in dealing.done if each.step not in DEVICE_STEPS)
            return dealing._replace(done=kept, shuffler_failed=True)
        case "cover_or_sign" | "remove_from_table":
            return dealing._replace(shuffler_set_aside=True)
        case "shuffler_repaired":
            return dealing._replace(shuffler_failed=False, shuffler_set_aside=False)
        case "take_and_pay":
            due = payment_due(dealing.unpaid)
            if due is not None and event.what == due.words:
                return dealing._replace(unpaid=dealing.unpaid[len(due.wagers) :])
            left = tuple(each for each in dealing.unpaid if box_words(each.box) != event.what)
            return dealing._replace(
                unpaid=left
            )  # as logs have it in which a box came once, whatever lay there
        case "decline_wager":
            return without_calls(
                dealing, [each for each in dealing.called if called_words(each) == event.what][:1]
            )
        case "pick_up_cards":
            return dealing._replace(done=(), uncollected=False, announced="")
        case "receive_decks" | "receive_preshuffled_decks":
            return dealing._replace(done=(*dealing.done, step)).receiving(event.what, at)
        case _:
            return dealing._replace(done=(*dealing.done, step))


def unwound(unpaid: tuple[DecidedWager, ...], event: e.WagerUnwound) -> tuple[DecidedWager, ...]:
    """A wager that no hand has touched yet lies there, and goes back as it lies."""
    for at, each in enumerate(unpaid):
        same = (each.player, each.box, each.wager) == (event.player, event.box, event.wager)
        if isinstance(each, e.WagerSettled) and same and each.net == -event.amount:
            back = replace(each, outcome="void", returns=each.stake)
            return (*unpaid[:at], back, *unpaid[at + 1 :])
    return (*unpaid, event) if event.amount else unpaid


class PaymentDue(NamedTuple):
    """The wagers that are taken or paid next, at one box."""

    words: str
    wagers: tuple[DecidedWager, ...]


def payment_due(unpaid: tuple[DecidedWager, ...]) -> PaymentDue | None:
    """Box by box in the order in which the engine settled them. Where all that is lost is taken before
    anything is paid, a box with both comes twice."""
    if not unpaid:
        return None
    box = unpaid[0].box
    wagers = tuple(takewhile(lambda each: each.box == box, unpaid))
    again = any(each.box == box for each in unpaid[len(wagers) :])
    return PaymentDue(box_words(box) + (", what is lost" if again else ""), wagers)


def without_calls(dealing: DealingState, gone: Sequence[t.WagerCalled]) -> DealingState:
    """Spoken wagers that lie now, or never will; who had begun to confirm one has confirmed no other."""
    named = {called_words(each) for each in gone}
    return dealing._replace(
        called=tuple(each for each in dealing.called if each not in gone),
        done=tuple(each for each in dealing.done if each.step != CONFIRM or each.what not in named),
    )


def called_words(called: t.WagerCalled) -> str:
    wager = "" if called.wager == MAIN else f" {called.wager}"
    return f"{box_words(called.box)}{wager} {dollars(called.amount)}"


def words(shoe: ShoeState, number: int) -> str:
    return side_words(shoe.numbered(number).side)


def side_words(side: t.ShoeSide | None) -> str:
    """How steps tell the sides of a double shoe apart; a single shoe needs no word."""
    return f"{side} side" if side is not None else ""


def box_words(box: int) -> str:
    return f"box {box}"


def signed_for_table(standing: tuple[PerformedStep, ...]) -> tuple[PerformedStep, ...]:
    """What outlasts a dealer."""
    return tuple(each for each in standing if each.step == SETUP)
