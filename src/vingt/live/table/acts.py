"""Which step of the procedure an event begins: read from the log, to know a step again and to judge it."""

from __future__ import annotations

from collections.abc import Mapping

from vingt.live.log import events as t
from vingt.live.log import floor_events as f
from vingt.live.log.chain import StoredEvent
from vingt.live.log.progressive_events import JackpotCancelled, SpinDisabled, SpinEnabled, TerminalPressed
from vingt.live.table.dealing import RECUT, RECUT_BY_NEXT, SHOW_BURNED
from vingt.live.table.terminal import PRESS

COMMANDS: Mapping[str, str] = {
    "close_betting": "close_betting",
    "deal": "deal",
    "deal_unseen": "deal",
    "check_hole_card": "check_hole_card",
    "read_hole_card": "check_hole_card",
    "turn_hole_card": "turn_hole_card",
    "report_shoe_empty": "burn_from_discards",
    "void_round": "void_round",
}
EVENTS: Mapping[str, str] = {
    t.ShoeOpened.kind: "shuffle",
    t.CutOffered.kind: "offer_cut",
    t.CoverCardPlaced.kind: "place_cover_card",
    t.ShoeLoaded.kind: "load_shoe",
    t.CardsBurned.kind: "burn",
    t.DeterminantDrawn.kind: "draw_determinant",
    t.CoverCardOut.kind: "deal",
    t.ShoeCounted.kind: "count_shoe",
    t.RoundStarted.kind: "start_round",
    f.AbsentAnswered.kind: "answer_absent",
    SpinEnabled.kind: "enable_spin",
    SpinDisabled.kind: "disable_spin",
    JackpotCancelled.kind: "cancel_jackpot",
}
ENDS: Mapping[str, str] = {
    "idle": "spread_cards",
    "decks_retired": "retire_decks",
    "ordered": "order_reshuffle",
    "ran_short": "shuffle_discards",
    "shuffler_stopped": "shuffle_discards",
}


def act_of(stored: StoredEvent) -> str:
    """The id of the step that begins with this event; "" where none does."""
    match stored.kind:
        case t.StepPerformed.kind:
            what = "" if stored.data["step"] == SHOW_BURNED else stored.data.get("what", "")
            return f"{stored.data['step']}#{what}" if what else str(stored.data["step"])
        case t.CardsBurned.kind if stored.data["why"] == "round":
            return "burn_before_round"
        case t.RecutOrdered.kind:
            return RECUT_BY_NEXT if stored.data.get("to_next") else RECUT
        case t.ShoeEnded.kind:
            return ENDS.get(stored.data["why"], "end_shoe")
        case t.CutMade.kind:  # the dealer's own, where nobody is there to be offered it
            return "" if stored.data["person"] else "offer_cut"
        case t.Commanded.kind:
            return COMMANDS.get(stored.data["command"]["do"], "")
        case TerminalPressed.kind:
            return f"{PRESS}{stored.data['command']}"
        case kind:
            return EVENTS.get(kind, "")
