"""What hands do at a table, item by item, in the order and under the clauses of its rulebook.

Nothing here moves a card or a cent. Each item is acknowledged by who did it and, where the text wants a
second pair of eyes, by a floorperson too. The order is that of the rules' own lists: `opening.steps`,
`shoe.shuffle_steps`, `layout`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vingt.core.cite import Cite
from vingt.core.rules.procedure import ConductRules
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.events import WagerCalled
from vingt.live.log.people_events import RoleName
from vingt.live.table.commands import LOOK_OVER
from vingt.live.table.dealing import (
    ANNOUNCE,
    CONDUCT,
    CONFIRM,
    DECLINE,
    FAILED,
    JAM,
    READER,
    RECEIVE,
    RECEIVE_PRESHUFFLED,
    REPAIRED,
    SETUP,
    SHOW_BURNED,
    WAIVE_BURN,
    DealingState,
    box_words,
    called_words,
    payment_due,
)
from vingt.live.table.state import TableState

DEALER: tuple[RoleName, ...] = ("dealer",)
FLOOR: tuple[RoleName, ...] = ("floorperson",)
BOTH: tuple[RoleName, ...] = ("dealer", "floorperson")
PLAYER: tuple[RoleName, ...] = ("player",)

MARK_TRIGGER = "mark_trigger"
LOOK, PAY, PICK_UP_BOX, PICK_UP = LOOK_OVER, "take_and_pay", "pick_up_box", "pick_up_cards"
BATCHES, PUT_IN, TAKE_OUT = (
    "two_batches_of_equal_decks_and_two_colours",
    "put_cards_into_shuffler",
    "take_out_the_other_batch",
)
TWO_BACKS = "sides_of_equal_decks_and_two_colours"
WAIVABLE = "relief_burns_unless_the_floor_waives_it"
UNSAID = ConductRules((), (), (), (), (), (), (), ())  # an edition from before this was data

WORDS: Mapping[str, str] = {
    SETUP: "Sign the table-setup sheet: what lies on the layout is what it says",
    READER: "Inspect the card reader: not tampered with, and working",
    CONDUCT: "Read how cards are handled here, and deal so",
    RECEIVE: "Receive and count the decks",
    RECEIVE_PRESHUFFLED: "Receive decks that are inspected and shuffled already",
    LOOK: "The first player looks the cards over",
    "inspect_decks": "Inspect every deck for defects: count, ranks and suits, backs",
    "remove_and_tear_10s": "Remove any 10s, tear them in half and put them into the decks' box",
    "remove_10s_and_verify": "Remove any 10s; the floorperson verifies that none is left",
    "spread_face_up": "Spread the cards face up",
    "fan_by_deck_suit_and_rank": "Fan them deck by deck, by suit and in sequence",
    "turn_down_wash_and_stack": "Turn the cards face down, wash them thoroughly and stack them",
    "wash_again_if_a_card_was_seen": "No card was seen in the wash, or it was done again",
    "random_shuffle": "Shuffle until the cards are randomly intermixed",
    "configured_shuffle": "Shuffle as the house has laid down",
    "plug": "Plug: work the cards from behind the cutting card into the discards",
    "riffle": "Riffle: interlace two piles",
    "strip": "Strip: running cuts",
    "turn_and_riffle": "Turn: rotate one of two stacks half round, and riffle",
    "single_stack": "Bring all decks into one stack",
    "wash_and_stack": "Wash the cards thoroughly and stack them",
    "align_stack_along_the_shoe": "Line the whole stack up along the shoe",
    TWO_BACKS: "Hold them beside the other side's: as many decks, one design, backs of another colour",
    BATCHES: "Two batches of equally many decks, one design, backs of two colours",
    PUT_IN: "Put into the shuffler",
    TAKE_OUT: "Take out of the shuffler, shuffled, for play",
    "cover_or_sign": "Cover the shuffler, or put a sign on it that it is out of order",
    "remove_from_table": "Take the shuffler off the table",
    JAM: "The shuffler jammed, stopped or left a cycle unfinished: shuffle again",
    FAILED: "The shuffler cannot be used",
    REPAIRED: "The shuffler works again",
    ANNOUNCE: "Announce",
    WAIVABLE: "Who relieves a dealer burns a card before dealing, unless a floorperson waives it",
    WAIVE_BURN: "Waive the card that the new dealer would burn",
    CONFIRM: "Confirm the spoken wager, and change its cash into chips",
    DECLINE: "Do not take the spoken wager",
    SHOW_BURNED: "Show the burned card to the player who asks",
    MARK_TRIGGER: "Mark the trigger with its button or lammer, and deal on",
    PAY: "Take and pay",
    PICK_UP_BOX: "Pick up the cards",
    PICK_UP: "Pick up the dealer's cards last, and put all into the discard rack",
}
NTH = {"2": "for the second time", "3": "for the third time", "4": "for the fourth time"}


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """`what` tells one of several apart: the box, the batch. Each role in `who` signs, nobody twice."""

    step: str
    words: str
    cite: Cite
    who: tuple[RoleName, ...] = DEALER
    what: str = ""

    @property
    def id(self) -> str:
        return f"{self.step}#{self.what}" if self.what else self.step


def item(step: str, cite: Cite, who: tuple[RoleName, ...] = DEALER, what: str = "") -> ChecklistItem:
    return ChecklistItem(step, step_words(step, what), cite, who, what)


def step_words(step: str, what: str = "") -> str:
    words = WORDS.get(step, step.replace("_", " "))
    if what.isdecimal():
        return f"{words}, {NTH.get(what, what)}"
    return f"{words}: {what}" if what else words


def unsigned(dealing: DealingState, wanted: ChecklistItem) -> tuple[RoleName, ...]:
    """The roles that have not signed it yet."""
    performed = (*dealing.standing, *dealing.done)
    signed = {each.role for each in performed if (each.step, each.what) == (wanted.step, wanted.what)}
    if "floorperson" in signed and wanted.who == PLAYER:
        return ()  # who saw that the player had the opportunity
    return tuple(role for role in wanted.who if role not in signed)


def conduct(rules: TableRules) -> ConductRules:
    return rules.conduct or UNSAID


# -- before a round ------------------------------------------------------------------------------------------


def setup(rules: TableRules) -> ChecklistItem:
    """One sheet of all that the layout must show and have."""
    layout = rules.layout
    listed = (*layout.inscriptions, *layout.areas, *layout.signs, *layout.equipment)
    values = rules.cite("dealer.soft17", "layout.odds_shown_on", "layout.approval")
    cite = sum((each.cite for each in listed), values)
    return item(SETUP, cite, BOTH)


def reader_inspection(rules: TableRules) -> ChecklistItem | None:
    """At the start of each gaming day, where a reader is in use and the rulebook asks for it."""
    asked = next(
        (each for each in rules.layout.equipment if each.what == "card_reader_inspected_each_day"), None
    )
    in_use = rules.dealer.second_card == "hole_reader"
    return item(READER, asked.cite, FLOOR) if asked is not None and in_use else None


def relief_waiver(rules: TableRules) -> ChecklistItem | None:
    """Where a floorperson may spare a new dealer the burned card."""
    asked = next((each for each in conduct(rules).handling if each.what == WAIVABLE), None)
    return item(WAIVE_BURN, asked.cite, FLOOR) if asked is not None else None


def dealers_conduct(rules: TableRules) -> ChecklistItem | None:
    """What only hands can do right, read and acknowledged by each dealer who comes."""
    said = conduct(rules)
    listed = (
        *(each for each in said.handling if each.what != WAIVABLE or relief_burns(rules)),
        *said.players,
    )
    return item(CONDUCT, sum((each.cite for each in listed), Cite())) if listed else None


def relief_burns(rules: TableRules) -> bool:
    """With a double shoe the determinant card stands instead of every burned one (MD-BJ 7.C)."""
    return not rules.variant.has_determinant


# -- wagers that are spoken ----------------------------------------------------------------------------------


def confirmation(rules: TableRules, called: WagerCalled) -> ChecklistItem:
    """Of a wager that was spoken: by the dealer, and where the text says so by a floorperson too."""
    roles = {"dealer_confirms": "dealer", "floorperson_confirms": "floorperson"}
    asked = {roles[each.what] for each in conduct(rules).spoken_wagers}
    who = tuple(role for role in BOTH if role in asked)
    return item(CONFIRM, called.cite, who, called_words(called))


def refusal_of_call(called: WagerCalled) -> ChecklistItem:
    """It may be taken, and need not; who called it may think better of it until it lies."""
    return item(DECLINE, called.cite, (*BOTH, *PLAYER), called_words(called))


# -- after a round -------------------------------------------------------------------------------------------


def payment(rules: TableRules, dealing: DealingState) -> ChecklistItem | None:
    """A bust while others play, the rest at last."""
    due = payment_due(dealing.unpaid)
    return item(PAY, settlement_cite(rules), DEALER, due.words) if due is not None else None


def collection(rules: TableRules, state: TableState) -> Iterator[ChecklistItem]:
    """Wagers, then the cards."""
    last = next(iter(state.last_rounds), None)
    if last is None or not state.dealing.uncollected:
        return
    if (paying := payment(rules, state.dealing)) is not None:
        yield paying
    ordered = {each.what: each.cite for each in conduct(rules).collection}
    if (far_right := ordered.get("from_the_far_right_counterclockwise")) is not None:
        for box in sorted((box.number for box in last.boxes), reverse=True):
            yield item(PICK_UP_BOX, far_right, DEALER, box_words(box))
    last_of_all = ordered.get("dealers_cards_last") or ordered.get("so_that_hands_can_be_reconstructed")
    yield item(PICK_UP, last_of_all or settlement_cite(rules))


def settlement_cite(rules: TableRules) -> Cite:
    return rules.cite("settlement.procedure", "settlement.direction")
