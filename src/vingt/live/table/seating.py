"""Who holds which box, and who may wager where: what the table sees to before the rules of play are asked."""

from __future__ import annotations

from collections.abc import Iterable

from vingt.core.rounds.command import PlaceWager
from vingt.core.rounds.decide import advance
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.state import new_round
from vingt.core.rules.offered_wager import OfferedWager
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.playability import missing
from vingt.live.memory import Remembered
from vingt.live.table.state import TableState

ASKED: Remembered[Refusal | None] = Remembered(4_000)


def seat_refused(rules: TableRules, state: TableState, person: str, box: int) -> Refusal | None:
    """A box is held by one person; how many one person may hold, and which, the rules of wagering say."""
    if state.closed:
        return Refusal("the table is closed")
    held = state.held_by(person)
    if box in held:
        return Refusal(f"you hold box {box} already")
    if state.holder(box):
        return Refusal(f"box {box} is held by another player")
    return boxes_refused(rules, person, (*held, box))


def boxes_refused(rules: TableRules, person: str, boxes: Iterable[int]) -> Refusal | None:
    """Whether the rules let one player wager on these boxes: asked by placing the least wager on each."""
    among = tuple(sorted(boxes))
    return ASKED.get((rules,), (person, among), lambda: among_refused(rules, person, among))


def among_refused(rules: TableRules, person: str, boxes: tuple[int, ...]) -> Refusal | None:
    round_ = new_round()
    for box in boxes:
        advanced = advance(rules, round_, PlaceWager(person, box, rules.wagering.minimum))
        if isinstance(advanced, Refusal):
            return advanced
        round_ = advanced[0]
    return None


def share_refused(
    rules: TableRules, state: TableState, person: str, box: int, shared: bool
) -> Refusal | None:
    if state.holder(box) != person:
        return Refusal(f"you do not hold box {box}")
    if state.is_shared(box) == shared:
        return Refusal(f"box {box} is {'shared' if shared else 'yours alone'} already")
    if rules.boxes.bettors_max == 1:
        return Refusal("a box takes the wagers of one player here", rules.cite("boxes.bettors_max"))
    return None


def wager_refused(rules: TableRules, state: TableState, command: PlaceWager) -> Refusal | None:
    """What bars a wager before its amount is looked at."""
    if state.closed:
        return Refusal("the table is closed")
    if not state.round_open:
        return Refusal("wagers are taken when the cards are in the shoe")
    if command.coupon and (command.player, command.coupon) not in state.coupons:
        return Refusal("you hold no such coupon at this table", rules.cite("wagering.coupons_accepted"))
    return (
        barred_until_shuffle(rules, state, command.player)
        or device_missing(rules.wager(command.wager))
        or box_refused(rules, state, command)
    )


def barred_until_shuffle(rules: TableRules, state: TableState, person: str) -> Refusal | None:
    """Who missed a round since the shuffle waits for the next, where the submission says so (I-149)."""
    return None if state.round.betting_closed else missed_a_round(rules, state, person)


def missed_a_round(rules: TableRules, state: TableState, person: str) -> Refusal | None:
    """And waits for a shuffle, or for a floorperson to let them wager again."""
    return missed_since_shuffle(rules, state.in_every_round, person)


def missed_since_shuffle(
    rules: TableRules, in_every_round: frozenset[str] | None, person: str
) -> Refusal | None:
    if rules.wagering.mid_shoe_entry == "open" or in_every_round is None:
        return None
    if person in in_every_round:
        return None
    return Refusal(
        "who has missed a round since the shuffle may wager after the next",
        rules.cite("wagering.mid_shoe_entry"),
    )


def device_missing(wager: OfferedWager | None) -> Refusal | None:
    """Meters and wheels come later: until then a live table takes no wager that only they can pay."""
    if wager is None or not (needs := missing(wager)):
        return None
    return Refusal(f"{wager.name} needs a {needs}, which this house does not have yet", wager.cite)


def box_refused(rules: TableRules, state: TableState, command: PlaceWager) -> Refusal | None:
    holder = state.holder(command.box)
    if holder == command.player or not 1 <= command.box <= rules.box_count:
        return None
    wager = rules.wager(command.wager)
    if wager is not None and wager.main_wager == "box":
        return None  # needs only that somebody has a main wager there (MBS-P 3.5.2)
    if not holder:
        return Refusal(f"take box {command.box} before you wager on it")
    if not state.is_shared(command.box):
        # The first bettor has to agree (MA-P21 13(a)); the holder is the first: nobody else may be before.
        return Refusal(f"the holder of box {command.box} does not share it", rules.cite("boxes.bettors_max"))
    box = state.round.box(command.box)
    first = box.bettor(holder) if box else None
    if first is None or not first.main:
        return Refusal(f"the holder of box {command.box} wagers first", rules.cite("boxes.bettors_max"))
    return None
