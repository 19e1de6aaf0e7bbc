"""What a table keeps of the irregularities that were reported, and of what was done about them."""

from __future__ import annotations

from vingt.core.rounds import event as e
from vingt.core.shoe.state import ShoeState
from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.table.state import Irregularity, TableState

IRREGULARITIES_KEPT = 12


def looked_into(shoe: ShoeState) -> ShoeState:
    """A floorperson has looked at what was entered and could not be."""
    in_order = shoe.refused is not None and shoe.refused.why == "deck_order"
    return shoe._replace(refused=None, order_passed=shoe.order_passed or in_order)


def reported(state: TableState, event: f.IrregularityReported) -> TableState:
    told = Irregularity(
        event.number,
        state.round_number,
        event.what,
        event.by,
        event.role,
        event.box,
        event.hand,
        seen=event.role != "dealer",
    )
    kept = (
        each for at, each in enumerate(state.irregularities, 1) if at < IRREGULARITIES_KEPT or not each.seen
    )
    failed = event.what == "reader_failed" or (state.reader_down and event.what != "reader_repaired")
    match event.what:  # a reader may fail, and be repaired, when no round hangs on it
        case "reader_failed":
            commands = state.round_open
        case "reader_repaired":
            commands = state.round.suspended
        case "impossible_card" | "unshuffled_cards" | "cards_missing":
            commands = False  # a floorperson looks first
        case "misread_card":
            commands = False  # it is entered again, as a card is dealt
        case "unread_card":
            commands = False  # it is the next card, and entered when it is dealt
        case _:
            commands = True
    return state._replace(
        irregularities=(told, *kept),
        irregularities_told=event.number,
        reader_down=failed,
        remedying=2 if commands else 0,
    )


def remedied(state: TableState, event: e.Event | t.ScanCorrected) -> TableState:
    newest, *older = state.irregularities
    return state._replace(irregularities=(newest._replace(remedies=(*newest.remedies, event)), *older))
