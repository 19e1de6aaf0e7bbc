"""The dealer's hole card: looked at by the card reader, and turned. Of a physical shoe it may be known to
nobody; then what the reader says is an input, and what the card is comes when it is turned."""

from __future__ import annotations

from vingt.core.cite import Cite
from vingt.core.rounds import command as c
from vingt.core.rounds.event import Event, HoleChecked, HoleRevealed, UnseenCardDealt
from vingt.core.rounds.procedure import CardDue, TurnDue, next_step
from vingt.core.rounds.refusal import EventsOrRefusal, Refusal
from vingt.core.rounds.result import counts_of
from vingt.core.rounds.state import DEALER, RoundState
from vingt.core.rules.table_rules import TableRules


def deal_unseen(rules: TableRules, state: RoundState) -> EventsOrRefusal:
    """Only the hole card: every other card that comes out is seen, or is known to the shoe's order."""
    due = next_step(rules, state)
    if not isinstance(due, CardDue) or due.box != DEALER or due.face_up or not state.dealer:
        return Refusal("only the dealer's hole card is dealt unseen", rules.cite("dealer.second_card"))
    if state.held_card is not None:
        return Refusal(
            "the card that was drawn by mistake is the next card",
            rules.cite("irregularity.unexposed_extra_card", "irregularity.exposed_during_deal"),
        )
    return [UnseenCardDealt()]


def check(rules: TableRules, state: RoundState) -> EventsOrRefusal:
    """What the reader says of a card that is known."""
    if refusal := not_to_be_read(rules, state):
        return refusal
    if state.hole_unseen:
        return Refusal("nobody knows the hole card: say what the card reader shows", reader_cite(rules))
    return [HoleChecked(counts_of(rules).is_natural(state.dealer))]


def read(rules: TableRules, state: RoundState, command: c.ReadHoleCard) -> EventsOrRefusal:
    """What the reader said; against a card that was scanned it is held at once."""
    if refusal := not_to_be_read(rules, state):
        return refusal
    if not state.hole_unseen and command.natural != counts_of(rules).is_natural(state.dealer):
        return Refusal(
            "the card reader contradicts the hole card that was scanned: call the floorperson", failed(rules)
        )
    return [HoleChecked(command.natural)]


def not_to_be_read(rules: TableRules, state: RoundState) -> Refusal | None:
    if state.stage == "check" and state.reader_says_natural is None:
        return None
    return Refusal("the hole card is not to be checked now", rules.cite("dealer.checked_up_cards"))


def turn(rules: TableRules, state: RoundState, command: c.TurnHoleCard) -> EventsOrRefusal:
    """A natural that the reader did not show is settled by the clauses for one that appears late (reading
    I-19). One that it showed and that is none stops: no clause lets players act on a card they have seen."""
    if not isinstance(next_step(rules, state), TurnDue) or state.up is None:
        return Refusal("the hole card is not to be turned now", rules.cite("dealer.second_card"))
    if command.card.rank in rules.cards.removed_ranks:
        return Refusal(f"{command.card} does not belong in this shoe", rules.cite("cards.removed_ranks"))
    if state.reader_says_natural and not counts_of(rules).is_natural((state.up, command.card)):
        return Refusal(
            f"the card reader showed a {rules.natural.name}, and {state.up} {command.card} is none: "
            "call the floorperson, who reports the reader's failure or voids the round",
            failed(rules),
        )
    revealed: list[Event] = [HoleRevealed(command.card)]
    return revealed


def reader_cite(rules: TableRules) -> Cite:
    return rules.cite("dealer.checked_up_cards")


def failed(rules: TableRules) -> Cite:
    return rules.cite("irregularity.reader_failure")
