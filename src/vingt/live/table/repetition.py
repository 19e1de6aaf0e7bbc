"""A key that comes again: whether it is the same command, judged by what the log says the first one did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from vingt.core.rounds import command as c
from vingt.live.log import codec
from vingt.live.log import events as t
from vingt.live.log.chain import StoredEvent
from vingt.live.log.store import EventStore
from vingt.live.table import commands as ask
from vingt.live.table.acts import act_of

ABOUT = (t.SeatTaken, t.SeatLeft, t.BoxShared, t.BoughtIn, t.CashedOut, t.CutMade, t.CutDeclined)
KINDS = {
    each.kind: each
    for each in (
        *ABOUT,
        t.ReadySaid,
        t.PaceSet,
        t.SeedGiven,
        t.Commanded,
        t.DealerCame,
        t.DealerLeft,
        t.WagerCalled,
    )
}


def caused(store: EventStore, first: StoredEvent) -> Iterator[StoredEvent]:
    """The events of the command whose key the first one carries: all of one append."""
    yield first
    for stored in store.read(first.stream, first.version):
        if stored.key or stored.actor != first.actor:
            return
        yield stored


def could_have_caused(command: ask.PersonCommand, stored: Sequence[StoredEvent]) -> bool:
    """Whether these events are what this command does. The chips that a wager needs may come before it, and a
    round that it begins; what follows from it comes after."""
    events = [codec.event_of(event) for event in stored if event.kind in KINDS]
    left = [event.box for event in events if isinstance(event, t.SeatLeft)]
    commands = [event.command for event in events if isinstance(event, t.Commanded)]
    paid_out = any(isinstance(event, t.CashedOut) for event in events)
    if isinstance(command, ask.RoundCommand):
        return bool(commands) and not left and as_asked(commands[0]) == as_asked(command)
    match command:
        case ask.LeaveSeat(box):
            return left == [box] and not paid_out
        case ask.LeaveTable():
            return bool(left) or paid_out
        case ask.TakeSeat(box):
            return any(isinstance(event, t.SeatTaken) and event.box == box for event in events)
        case ask.ShareBox(box, shared):
            return any(
                isinstance(event, t.BoxShared) and (event.box, event.shared) == (box, shared)
                for event in events
            )
        case ask.BuyIn(amount):
            return [event.amount for event in events if isinstance(event, t.BoughtIn)] == [
                amount
            ] and not commands
        case ask.CashOut(amount):
            return not left and any(
                isinstance(event, t.CashedOut) and event.amount == amount for event in events
            )
        case ask.Cut(place):
            return any(isinstance(event, t.CutMade) and event.place == place for event in events)
        case ask.DeclineCut():
            return not left and any(isinstance(event, t.CutDeclined) for event in events)
        case ask.GiveSeed(text):
            return any(isinstance(event, t.SeedGiven) and event.seed == text for event in events)
        case ask.Ready():
            return any(isinstance(event, t.ReadySaid) for event in events)
        case ask.SetPace(pace):
            return any(isinstance(event, t.PaceSet) and event.pace == pace for event in events)
        case ask.CallWager(box, amount, wager):
            return any(
                isinstance(event, t.WagerCalled)
                and (event.box, event.amount, event.wager) == (box, amount, wager)
                for event in events
            )
        case ask.LayCoupon(box, wager):
            placed = [each for each in commands if isinstance(each, c.PlaceWager) and each.coupon]
            return [(each.box, each.wager) for each in placed] == [(box, wager)]
        case ask.TakeTable():
            return any(isinstance(event, t.DealerCame) for event in events)
        case ask.HandOverTable():
            return any(isinstance(event, t.DealerLeft) for event in events)
        case ask.PerformStep(step):
            refused = stored[0].kind == t.ScanRefused.kind  # what was entered could not be
            return refused or any(
                act_of(each) == step or act_of(each).startswith(f"{step}#") for each in stored
            )
        case _:
            assert_never(command)


def as_asked(command: c.Command) -> c.Command:
    """Without what the table knows and adds: whether the bettor holds the box."""
    return replace(command, seated=True) if isinstance(command, c.PlaceWager) else command
