"""What hands do at a table, item by item, in the order and under the clauses of its rulebook.

Nothing here moves a card or a cent. Each item is acknowledged by who did it and, where the text wants a
second pair of eyes, by a floorperson too. The order is that of the rules' own lists: `opening.steps`,
`shoe.shuffle_steps`, `layout`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from vingt.core.cite import Cite
from vingt.core.rules.procedure import CitedItem, ConductRules
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import procedure as shoe
from vingt.core.shoe.state import ShoeState
from vingt.live.log.events import RoleName, WagerCalled
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
    side_words,
)
from vingt.live.table.state import TableState

DEALER: tuple[RoleName, ...] = ("dealer",)
FLOOR: tuple[RoleName, ...] = ("floorperson",)
BOTH: tuple[RoleName, ...] = ("dealer", "floorperson")
PLAYER: tuple[RoleName, ...] = ("player",)
HOUR = 3_600_000
DAY = 24 * HOUR

OTHERS = "The cards that are not on the layout"
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
WITNESSED = frozenset(("inspect_decks", "remove_and_tear_10s", "remove_10s_and_verify"))  # by the floorperson
NOT_OF_ONE_STACK = frozenset(("shuffle", "double_shoe_sides_apart", "shuffler_batches_apart"))
WASHING = ("turn_down_wash_and_stack", "wash_again_if_a_card_was_seen")
SPREAD_APART = frozenset(("spread_face_up", "turn_down_wash_and_stack"))  # of a double shoe, side by side


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


# -- decks ---------------------------------------------------------------------------------------------------


def deck_life(rules: TableRules) -> int | None:
    """In hours: shorter where the cards are dealt from the hand."""
    return rules.variant.deck_life_hours or rules.cards.deck_life_hours


def deck_life_cite(rules: TableRules) -> Cite:
    own = rules.variant.deck_life_hours is not None
    return rules.cite("variant.hand_dealt_deck_life_hours" if own else "cards.deck_life_hours")


def side_at_hand(rules: TableRules, state: TableState) -> str:
    """Whose cards are made ready now, as steps name it; "" where there is but one stack."""
    return side_words(shoe.side_opened(rules, state.shoe))


def worn_side(rules: TableRules, state: TableState, now: int) -> ShoeState | None:
    """Cards that must leave the game before another is dealt: their decks have been in play too long."""
    return next(
        (each for each in state.shoe.sides if is_worn(rules, state, side_words(each.side), now)), None
    )


def is_worn(rules: TableRules, state: TableState, side: str, now: int) -> bool:
    life, received = deck_life(rules), state.dealing.received_for(side)
    return life is not None and bool(received) and now - received >= life * HOUR


def needs_decks(rules: TableRules, state: TableState, now: int, side: str) -> bool:
    """Whether the shoe to come is of decks that are yet to be received, or are being looked over."""
    dealing = state.dealing
    receiving = dealing.has(RECEIVE, side) or dealing.has(RECEIVE_PRESHUFFLED, side)
    return receiving or not dealing.received_for(side) or is_worn(rules, state, side, now)


def receipt(rules: TableRules, side: str = "") -> ChecklistItem:
    cite = rules.cite("cards.decks", "cards.removed_ranks") + deck_life_cite(rules)
    return item(RECEIVE, cite, BOTH, side)


def batches_received(rules: TableRules) -> int:
    """A shuffler's two batches come together."""
    return 2 if rules.shoe.shuffler == "batch" else 1


def preshuffled_receipt(rules: TableRules, side: str = "") -> ChecklistItem | None:
    """Decks may come inspected and shuffled: then the opening's steps fall away."""
    if not rules.opening.preshuffled_decks_skip_steps:
        return None
    return item(RECEIVE_PRESHUFFLED, rules.cite("opening.preshuffled_decks_skip_steps"), BOTH, side)


def opening(rules: TableRules, side: str = "") -> Iterator[ChecklistItem]:
    """From the receipt of decks to the stack that is shuffled; batches of a shuffler, and the sides of a
    double shoe, one after the other and apart."""
    yield receipt(rules, side)
    sides = [each for each in conduct(rules).double_shoe if side and each.what == TWO_BACKS]
    batched = [
        each for each in conduct(rules).batches if rules.shoe.shuffler == "batch" and each.what == BATCHES
    ]
    yield from (item(each.what, each.cite, BOTH, side) for each in (*sides, *batched))
    steps = {each.what: each.cite for each in rules.opening.steps}
    apart = steps.get("shuffler_batches_apart")
    batches = ("batch 1", "batch 2") if apart is not None and rules.shoe.shuffler == "batch" else ("",)
    between = steps.get("double_shoe_sides_apart", Cite()) if side else Cite()
    for batch in batches:
        what = ", ".join(each for each in (side, batch) if each)
        for step in rules.opening.steps:
            if step.what in NOT_OF_ONE_STACK:
                continue
            if step.what == "turn_down_wash_and_stack":
                yield item(LOOK, steps.get("spread_face_up", Cite()) + step.cite, PLAYER, what)
            cite = step.cite + apart if apart is not None and batch else step.cite
            cite += between if step.what in SPREAD_APART else Cite()
            yield item(step.what, cite, BOTH if step.what in WITNESSED else DEALER, what)


def before_players(rules: TableRules, state: TableState, now: int) -> Iterator[ChecklistItem]:
    """What is done with new decks before anybody comes: they lie spread for the first who does."""
    side = side_at_hand(rules, state)
    if not needs_decks(rules, state, now, side) or state.dealing.has(RECEIVE_PRESHUFFLED, side):
        return
    for each in opening(rules, side):
        if each.who == PLAYER:
            return
        yield each


def after_idling(rules: TableRules, side: str = "") -> Iterator[ChecklistItem]:
    """The cards lay spread: the first who comes looks at them, then they are washed."""
    cite = rules.cite("shoe.idle_table")
    yield item(LOOK, cite, PLAYER, side)
    if rules.shoe.idle_table == "spread":  # as new decks are, whatever shuffles them (MA-P21 4(i))
        washing = (each for each in rules.opening.steps if each.what in WASHING)
        yield from (item(each.what, cite + each.cite, what=side) for each in washing)
    elif rules.shoe.shuffler != "batch":  # which takes the stack as it is
        yield item("wash_and_stack", cite, what=side)


def shuffling(rules: TableRules, state: TableState, now: int) -> list[ChecklistItem]:
    """All that comes before the stack is one and can be cut. The last item is the shuffle's end."""
    side = side_at_hand(rules, state)
    fresh = needs_decks(rules, state, now, side)
    idled = not fresh and state.shoe.ended_by == "idle" and rules.shoe.idle_table is not None
    if state.dealing.has(RECEIVE_PRESHUFFLED, side):
        receiving = preshuffled_receipt(rules, side)
        return [receiving] if receiving is not None else []
    items: list[ChecklistItem] = []
    if fresh:
        items += opening(rules, side)
    elif idled:
        items += after_idling(rules, side)
    items += set_aside(rules, state)
    if rules.shoe.shuffler == "batch":
        return [*items, *batch_items(rules, state, fresh, side)]
    if rules.shoe.shuffler == "continuous":
        return items  # the device does the rest by itself
    return [*items, *numbered(shuffle_items(rules, unused_cards=not fresh and not idled))]


def batch_items(rules: TableRules, state: TableState, fresh: bool, side: str) -> Iterator[ChecklistItem]:
    """The batch that was dealt goes in, the other comes out: each is in play for every second shoe."""
    batch = f"{side}, batch" if side else "batch"
    cites = {each.what: each.cite for each in conduct(rules).batches}
    cite = rules.cite("shoe.shuffler")
    put_in, take_out = cites.get(PUT_IN, cite), cites.get(TAKE_OUT, cite)
    comes, other = (1, 2) if state.shoe.shoes_opened % 2 == 0 else (2, 1)
    yield item(PUT_IN, put_in, what=f"{batch} {comes if fresh else other}")
    yield item(TAKE_OUT, take_out, what=f"{batch} {comes}")
    if fresh:
        yield item(PUT_IN, put_in, what=f"{batch} {other}")
    for step in rules.shoe.shuffle_steps:
        if step.what == "single_stack":
            yield item(step.what, step.cite)


def shuffle_items(rules: TableRules, *, unused_cards: bool) -> Iterator[CitedItem]:
    for step in rules.shoe.shuffle_steps:
        if step.what == "cut" or (step.what == "plug" and not unused_cards):
            continue  # the cut is an event; before the first shoe no card lies behind a cutting card
        yield step


def shuffling_discards(rules: TableRules, state: TableState) -> list[ChecklistItem]:
    """In a round for which the shoe is too short: by hand in the same steps; a device does them by itself."""
    if state.dealing.shuffler_stopped:
        return after_failure(rules, state)
    rack = shoe.rack_size(rules, state.round, state.shoe)
    if rules.shoe.shuffler != "manual" or rack <= rules.irregularity.shoe_runs_short_burns:
        return []
    cite = rules.cite("irregularity.shoe_runs_short")
    items = numbered(shuffle_items(rules, unused_cards=False))
    return [
        replace(each, words=f"The shoe is empty. The discards: {each.words}", cite=cite + each.cite)
        for each in items
    ]


def after_failure(rules: TableRules, state: TableState) -> list[ChecklistItem]:
    """Of a continuous shuffler, in a round: what jammed goes on by itself, what failed is set aside first."""
    if rules.shoe.shuffler != "manual":
        return []
    by_hands = numbered(shuffle_items(rules, unused_cards=False))
    return [*set_aside(rules, state), *(replace(each, words=f"{OTHERS}: {each.words}") for each in by_hands)]


def set_aside(rules: TableRules, state: TableState) -> list[ChecklistItem]:
    if not state.dealing.shuffler_failed or state.dealing.shuffler_set_aside:
        return []
    return [item(each.what, each.cite) for each in conduct(rules).shuffler_out_of_order]


def numbered(steps: Iterator[CitedItem]) -> Iterator[ChecklistItem]:
    """The second riffle is not the first."""
    counts: dict[str, int] = {}
    for step in steps:
        counts[step.what] = counts.get(step.what, 0) + 1
        yield item(step.what, step.cite, DEALER, str(counts[step.what]) if counts[step.what] > 1 else "")


def before_loading(rules: TableRules) -> list[ChecklistItem]:
    return [item(each.what, each.cite) for each in conduct(rules).loading]


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
