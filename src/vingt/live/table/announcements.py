"""What a dealer says aloud, in the words that a rulebook prints, and when it wants them heard.

Words before an act (*Dealer's Card* before it is drawn) and totals after a card: each stands in the log
beside what it belongs to, and is read out to the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vingt.core.cite import Cite
from vingt.core.rounds.event import WagerSettled
from vingt.core.rounds.procedure import CardDue, next_step
from vingt.core.rounds.result import counts_of, is_natural, total_of
from vingt.core.rounds.state import RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.live.table.checklist import PAY, conduct
from vingt.live.table.dealing import payment_due
from vingt.live.table.state import TableState

PRINTED: Mapping[str, str] = {
    "place_your_bets": "Place your bets, please",
    "no_more_bets": "No more bets",
    "dealers_card": "Dealer's Card",
}


class Announcement(NamedTuple):
    words: str
    cite: Cite


def asked(rules: TableRules, what: str) -> Cite | None:
    """The clause that has it announced; None where none does."""
    return next((each.cite for each in conduct(rules).announcements if each.what == what), None)


def printed(rules: TableRules, what: str) -> Announcement | None:
    cite = asked(rules, what)
    return None if cite is None else Announcement(PRINTED[what], cite)


def before(rules: TableRules, state: TableState, step: str) -> Announcement | None:
    """What is said before this step is done."""
    match step:
        case "start_round":
            return printed(rules, "place_your_bets")
        case "close_betting":
            return printed(rules, "no_more_bets")
        case "deal":
            due = next_step(rules, state.round)
            second = isinstance(due, CardDue) and not due.box and len(state.round.dealer) == 1
            after_players = not rules.dealer.takes_hole_card and state.round.stage != "deal"
            return printed(rules, "dealers_card") if second and after_players else None
        case _ if step.startswith(f"{PAY}#"):
            return natural_paid(rules, state)
        case _:
            return None


def natural_paid(rules: TableRules, state: TableState) -> Announcement | None:
    """A natural is named as it is paid, where no card reader had to be asked before."""
    cite, due = asked(rules, "natural"), payment_due(state.dealing.unpaid)
    if cite is None or due is None or is_checked(rules, state.round):
        return None
    box = state.round.box(due.wagers[0].box)
    settled = [each for each in due.wagers if isinstance(each, WagerSettled) and each.wager == MAIN]
    won = [each for each in settled if each.returns > each.stake]
    hands = box.hands if box is not None else ()  # none where a log is followed whose cards are sealed
    if box is None or not any(is_natural(rules, hand) for each in won for hand in hands[each.hand :][:1]):
        return None
    return Announcement(f"Box {box.number}: {rules.natural.name}", cite)


def after_check(rules: TableRules, round_: RoundState) -> Announcement | None:
    """The dealer has no natural: those of players are named, where they wait to be paid."""
    cite = asked(rules, "natural")
    waits = rules.natural.paid_against_checked_up_card == "at_settlement"
    if cite is None or not waits:
        return None
    boxes = [box.number for box in round_.boxes if box.hands and is_natural(rules, box.hands[0])]
    words = ". ".join(f"Box {box}: {rules.natural.name}" for box in boxes)
    return Announcement(words, cite) if boxes else None


def is_checked(rules: TableRules, round_: RoundState) -> bool:
    return round_.up is not None and round_.up.rank in rules.dealer.checked_up_cards


def after(rules: TableRules, due: CardDue, round_: RoundState) -> Announcement | None:
    """What is said when the card lies: of all hands once each has two cards, and of a hand that gets an
    additional one, which changes its total."""
    if (cite := asked(rules, "two_card_totals")) is not None and last_of_deal(rules, due, round_):
        totals = (f"Box {box.number}: {total_of(rules, box.hands[0])}" for box in round_.boxes if box.hands)
        return Announcement(". ".join(totals), cite)
    if not due.face_up:
        return None
    if not due.box:
        cite = asked(rules, "dealer_total")
        if cite is None or round_.hole_hidden or len(round_.dealer) < 2 + rules.dealer.takes_hole_card:
            return None
        return Announcement(f"Dealer: {counts_of(rules).total(round_.dealer)}", cite)
    box = round_.box(due.box)
    cite = asked(rules, "new_total")
    if cite is None or box is None or due.hand >= len(box.hands):
        return None
    hand = box.hands[due.hand]
    additional = len(hand.cards) > 2 or (hand.from_split and len(hand.cards) == 2)
    if hand.unseen or not additional:
        return None
    which = f", hand {due.hand + 1}" if len(box.hands) > 1 else ""
    return Announcement(f"Box {due.box}{which}: {total_of(rules, hand)}", cite)


def last_of_deal(rules: TableRules, due: CardDue, round_: RoundState) -> bool:
    """Whether this card ended the first deal: all hands have two cards, and the dealer those of the deal."""
    hands = [hand for box in round_.boxes for hand in box.hands]
    if not hands or any(hand.from_split or len(hand.cards) != 2 for hand in hands):
        return False
    return bool(due.box) != rules.dealer.takes_hole_card and (bool(due.box) or not due.face_up)
