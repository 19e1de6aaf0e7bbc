"""What hands do with decks, item by item: from their receipt to the shoe, and how long they last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vingt.core.cite import Cite
from vingt.core.rules.procedure import CitedItem
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import procedure as shoe
from vingt.core.shoe.state import ShoeState
from vingt.live.table.checklist import (
    BATCHES,
    BOTH,
    DEALER,
    LOOK,
    PLAYER,
    PUT_IN,
    TAKE_OUT,
    TWO_BACKS,
    ChecklistItem,
    conduct,
    item,
)
from vingt.live.table.dealing import RECEIVE, RECEIVE_PRESHUFFLED, side_words
from vingt.live.table.state import TableState

HOUR = 3_600_000
OTHERS = "The cards that are not on the layout"
WITNESSED = frozenset(("inspect_decks", "remove_and_tear_10s", "remove_10s_and_verify"))  # by the floorperson
NOT_OF_ONE_STACK = frozenset(("shuffle", "double_shoe_sides_apart", "shuffler_batches_apart"))
WASHING = ("turn_down_wash_and_stack", "wash_again_if_a_card_was_seen")
SPREAD_APART = frozenset(("spread_face_up", "turn_down_wash_and_stack"))  # of a double shoe, side by side


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
