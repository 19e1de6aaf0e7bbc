"""What a dealer can do next, in words: what is due, with its clause, among what is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.rounds.event import WagerSettled
from vingt.core.rounds.irregularity_words import any_hand
from vingt.core.rounds.procedure import CardDue, DecisionDue, DeviceDue, Step
from vingt.core.rounds.state import COMMUNITY, DEALER, RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.core.shoe import double_shoe, procedure
from vingt.core.shoe.state import ShoeState
from vingt.live.shoes.private_shoe import Below
from vingt.live.table.duty_steps import (
    BURN_BEFORE_ROUND,
    READ_HOLE_CARD,
    deal_cite,
    deal_words,
    determinant_cite,
    determinant_words,
    given_words,
)
from vingt.live.table.state import TableState

CHOICES_MOST = 5
INSURANCE = "Offer insurance"
REPAIR = "Wait until the card reader works"
SETTLE = "Settle the wagers"


def card_words(box: int, hand: int, *, face_up: bool) -> str:
    return deal_words(CardDue(box, hand, face_up))


def decides(box: int, hand: int) -> str:
    return f"Ask {any_hand(box, hand)}"


def due_words(due: Step, *, held: bool = False) -> str:
    """`held`: the card is out of the shoe already, as the determinant card is."""
    match due:
        case CardDue():
            return given_words(due) if held else deal_words(due)
        case DecisionDue(kind="insurance"):
            return INSURANCE
        case DecisionDue(kind="switch", box=box):
            return f"Ask {any_hand(box, 0)} whether to switch"
        case DecisionDue(box=box, hand=hand):
            return decides(box, hand)
        case DeviceDue(device="card_reader"):
            return READ_HOLE_CARD
        case DeviceDue(device="reader_repair"):
            return REPAIR
        case _:
            return SETTLE


def due_cite(rules: TableRules, state: RoundState, due: Step) -> Cite:
    """The clause that makes it due."""
    match due:
        case CardDue():
            return deal_cite(rules, TableState(round=state), due)
        case DecisionDue(kind="insurance"):
            return rules.cite("insurance.up_cards")
        case DeviceDue():
            return rules.cite("dealer.checked_up_cards")
        case _:
            return rules.cite("play.direction")


def possible_acts(rules: TableRules, state: RoundState, due: Step) -> Iterator[str]:
    """All that somebody could think of at such a table, due or not."""
    face_down = isinstance(due, CardDue) and due.box != DEALER and not due.face_up
    for box in state.boxes:
        for at in range(max(1, len(box.hands))):
            yield card_words(box.number, at, face_up=True)
            if face_down:
                yield card_words(box.number, at, face_up=False)
            if state.stage not in ("betting", "deal"):
                yield decides(box.number, at)
    if rules.variant.community_cards:
        yield card_words(COMMUNITY, 0, face_up=True)
    yield card_words(DEALER, 0, face_up=True)
    if rules.dealer.takes_hole_card:
        yield card_words(DEALER, 0, face_up=False)
        yield READ_HOLE_CARD
    if state.up is not None:
        yield INSURANCE
        yield SETTLE


def before_first_card(rules: TableRules, cards: ShoeState) -> tuple[str, Cite] | None:
    """What is done with the cards when the betting is closed: a double shoe's determinant card is drawn, a
    card is burned where they are dealt from the hand; None where the first card follows at once."""
    if rules.variant.has_determinant:
        return determinant_words(double_shoe.drawing(rules, cards)), determinant_cite(rules)
    burned = procedure.burn_before_round(rules, cards)
    return None if burned is None else (BURN_BEFORE_ROUND, burned.cite)


def among(right: str, others: Sequence[str], below: Below) -> tuple[str, ...]:
    """The right one in some place between a few of the others."""
    left = [each for each in dict.fromkeys(others) if each != right]
    chosen = [left.pop(below(len(left))) for _ in range(min(CHOICES_MOST - 1, len(left)))]
    chosen.insert(below(len(chosen) + 1), right)
    return tuple(chosen)


def wager_words(rules: TableRules, settled: WagerSettled) -> str:
    """Whose wager it is: box 2's Royal Match 21, $5."""
    amount = f", {dollars(settled.stake)}" if settled.stake else ""
    return f"{any_hand(settled.box, settled.hand)}: {rules.wager_name(settled.wager)}{amount}"
