"""What goes wrong at a table, as a dealer or floorperson reports it, with the remedy the rulebook orders."""

from __future__ import annotations

from typing import Literal

from vingt.core.cards import Card
from vingt.core.cite import Cite
from vingt.core.rounds import command as c
from vingt.core.rounds.event import (
    CardExposed,
    CardHeld,
    CardSetAside,
    CardsWithdrawn,
    Event,
    ExposedCardRefused,
    HandFinished,
    ReaderIncident,
    RoundEnded,
    RoundVoided,
    ShoeRefilled,
    WagerSettled,
    WagersStand,
    WagerUnwound,
    WrongSideStands,
)
from vingt.core.rounds.playing import barred, hit
from vingt.core.rounds.procedure import leave_over, must_draw
from vingt.core.rounds.refusal import EventsOrRefusal, Refusal
from vingt.core.rounds.state import Box, RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import INSURANCE, MAIN

WITHDRAWN: dict[str | None, Literal["reshuffle", "retire_decks"]] = {
    "void_and_reshuffle": "reshuffle",
    "void_and_retire_decks": "retire_decks",
}
WRONG_SIDE = "round_from_the_wrong_side_stands"
AFTER_DEAL = ("insurance", "check", "play", "reveal", "dealer")


def in_round(rules: TableRules, state: RoundState) -> Refusal | None:
    if state.betting_closed:
        return None
    return Refusal("no card has been dealt", rules.cite("wagering.locks_at"))


# -- cards -----------------------------------------------------------------------------------------------


def is_foreign(rules: TableRules, card: Card) -> bool:
    """A card of a rank that was taken out of these decks may not be used however it turns up."""
    return card.rank in rules.cards.removed_ranks


def face_up_card(rules: TableRules, state: RoundState, command: c.ReportFaceUpCard) -> EventsOrRefusal:
    if refusal := in_round(rules, state):
        return refusal
    if is_foreign(rules, command.card):
        return stray_card(rules, state, c.ReportStrayCard(command.card))
    rule = rules.irregularity
    aside = CardSetAside(command.card, "face_up", rule.face_up_card, rules.cite("irregularity.face_up_card"))
    if state.face_up_found == 0 or rule.several_face_up_cards == "each_set_aside":
        return [aside]
    return [
        aside,
        *void(
            rules,
            state,
            "several cards face up",
            rules.cite("irregularity.several_face_up_cards"),
            rule.several_face_up_cards,
        ),
    ]


def stray_card(rules: TableRules, state: RoundState, command: c.ReportStrayCard) -> EventsOrRefusal:
    if refusal := in_round(rules, state):
        return refusal
    rule = rules.irregularity
    # Where any foreign card voids the round (MBS-P 5.1.1) it may be of any rank: its back gives it away.
    known = is_foreign(rules, command.card) or rule.stray_card == "void_round"
    if rule.stray_card is None or not known:
        return Refusal(f"{command.card} belongs in this shoe", rules.cite("cards.removed_ranks"))
    cite = rules.cite("irregularity.stray_card")
    aside = CardSetAside(command.card, "stray", rule.stray_card, cite)
    if rule.stray_card == "void_round":
        return [aside, *void(rules, state, "a foreign card", cite)]
    if state.strays_found == 0:
        return [aside]
    cite = rules.cite("irregularity.several_stray_cards")
    return [aside, *void(rules, state, "several stray cards", cite, rule.several_stray_cards)]


def wrong_decks(rules: TableRules, state: RoundState, command: c.ReportWrongDecks) -> EventsOrRefusal:
    """No rulebook lets a round stand that was dealt from other decks than it names: wagers go back, and the
    decks leave the game as after several cards that do not belong in them."""
    if refusal := in_round(rules, state):
        return refusal
    cite = rules.cite("cards.decks", "settlement.void_round_settled_wagers")
    reason = f"{command.card} is none of these decks"
    return void(rules, state, reason, cite, "void_and_retire_decks")


def unshuffled_cards(rules: TableRules, state: RoundState) -> EventsOrRefusal:
    """Cards are shuffled before they are dealt: a round of cards that were not goes back, and they are."""
    if refusal := in_round(rules, state):
        return refusal
    cite = rules.cite("shoe.shuffle_procedure", "settlement.void_round_settled_wagers")
    return void(rules, state, "the cards were not shuffled", cite, "void_and_reshuffle")


def extra_card(rules: TableRules, state: RoundState, command: c.ReportExtraCard) -> EventsOrRefusal:
    if refusal := in_round(rules, state):
        return refusal
    if is_foreign(rules, command.card):
        return stray_card(rules, state, c.ReportStrayCard(command.card))
    if state.held_card is not None or state.exposed is not None:
        return Refusal(
            "the earlier extra card must be used first", rules.cite("irregularity.unexposed_extra_card")
        )
    rule = rules.irregularity
    if not command.exposed:
        cite = rules.cite("irregularity.unexposed_extra_card")
        if rule.unexposed_extra_card == "next_card":
            return [CardHeld(command.card, cite)]
        return [CardSetAside(command.card, "unexposed", rule.unexposed_extra_card, cite)]
    if state.queue:
        cite = rules.cite("irregularity.exposed_during_deal")
        if rules.irregularity.exposed_during_deal == "next_card":
            return [CardHeld(command.card, cite)]
        return [CardSetAside(command.card, "exposed", rules.irregularity.exposed_during_deal, cite)]
    cite = rules.cite("irregularity.exposed_extra_card")
    if rule.exposed_extra_card in ("offered_in_play_order", "next_card"):
        return [CardExposed(command.card, cite)]
    return [CardSetAside(command.card, "exposed", rule.exposed_extra_card, cite)]


def accept_exposed(rules: TableRules, state: RoundState, command: c.AcceptExposedCard) -> EventsOrRefusal:
    """The exposed card is the next card: who takes it draws."""
    if state.exposed is None:
        return Refusal("no exposed card is offered", rules.cite("irregularity.exposed_extra_card"))
    return hit(rules, state, c.Hit(command.player, command.box, command.hand))


def refuse_exposed(rules: TableRules, state: RoundState, command: c.RefuseExposedCard) -> EventsOrRefusal:
    """Who refuses it gets no more cards in the round: the hand stands, and so do all of the player's."""
    if state.exposed is None:
        return Refusal("no exposed card is offered", rules.cite("irregularity.exposed_extra_card"))
    if refusal := barred(rules, state, command, "hit"):
        return refusal
    cite = rules.cite("irregularity.refused_exposed_card")
    return [
        ExposedCardRefused(command.player, cite),
        HandFinished(command.box, command.hand, "stood", cite),
    ]


def dealer_overdraw(rules: TableRules, state: RoundState, command: c.ReportDealerOverdraw) -> EventsOrRefusal:
    done = len(state.dealer) > 1 and not state.hole_hidden and not must_draw(rules, state.dealer)
    if not done:
        return Refusal("the dealer does not stand yet", rules.cite("dealer.stands_on_hard"))
    if is_foreign(rules, command.card) and not state.over:
        return stray_card(rules, state, c.ReportStrayCard(command.card))
    fate = rules.irregularity.dealer_overdraw
    return [CardSetAside(command.card, "overdraw", fate, rules.cite("irregularity.dealer_overdraw"))]


def shoe_empty(rules: TableRules, state: RoundState, command: c.ReportShoeEmpty) -> EventsOrRefusal:
    if refusal := in_round(rules, state):
        return refusal
    burns = rules.irregularity.shoe_runs_short_burns
    if len(command.burned) != burns:
        return Refusal(
            f"after the shuffle of the discards {burns} card is burned",
            rules.cite("irregularity.shoe_runs_short_burns"),
        )
    return [ShoeRefilled(command.burned, rules.cite("irregularity.shoe_runs_short"))]


def wrong_side(rules: TableRules, state: RoundState) -> EventsOrRefusal:
    """Nothing about the round changes: where its cards come from is the shoe's."""
    if not rules.variant.has_determinant:
        return Refusal("no double shoe is dealt from here", rules.cite("variant.shoe"))
    return in_round(rules, state) or [WrongSideStands(wrong_side_cite(rules))]


def wrong_side_cite(rules: TableRules) -> Cite:
    listed = rules.conduct.double_shoe if rules.conduct is not None else ()
    return next((each.cite for each in listed if each.what == WRONG_SIDE), rules.cite("variant.shoe"))


# -- wagers ----------------------------------------------------------------------------------------------


def touched_wager(rules: TableRules, state: RoundState, command: c.ReportTouchedWager) -> EventsOrRefusal:
    """A late wager is none, and one that was taken back plays as it lay: nothing about the round changes."""
    if refusal := in_round(rules, state):
        return refusal
    box = state.box(command.box)
    cite = rules.cite("wagering.late_wager" if command.late else "wagering.withdrawn_wager")
    if not 1 <= command.box <= rules.box_count:
        return Refusal(f"the table has boxes 1 to {rules.box_count}", rules.cite("boxes.seats"))
    if not command.late and (box is None or not box.bettors):
        return Refusal(f"no wager lay on box {command.box}", cite)
    return [WagersStand(command.box, command.late, cite)]


# -- the card reader -------------------------------------------------------------------------------------


def reader_misuse(rules: TableRules, state: RoundState, command: c.ReportReaderMisuse) -> EventsOrRefusal:
    rule = rules.irregularity
    fate = rule.reader_misused_seen if command.seen else rule.reader_misused_unseen
    if fate is None or not state.hole_hidden:
        return Refusal("there is no hole card to read", rules.cite("dealer.second_card"))
    if state.up is not None and state.up.rank in rules.dealer.checked_up_cards:
        return Refusal("with this up card the reader is used rightly", rules.cite("dealer.checked_up_cards"))
    if command.seen:
        return void(
            rules, state, "the hole card could be seen", rules.cite("irregularity.reader_misused_seen")
        )
    return [ReaderIncident("misused_unseen", rules.cite("irregularity.reader_misused_unseen"))]


def reader_failure(rules: TableRules, state: RoundState, _: c.ReportReaderFailure) -> EventsOrRefusal:
    rule = rules.irregularity
    if rule.reader_failure is None or rules.dealer.second_card != "hole_reader":
        return Refusal("this table uses no card reader", rules.cite("dealer.second_card"))
    cite = rules.cite("irregularity.reader_failure", "irregularity.reader_failure_midround")
    if rule.reader_failure == "continue_without_reader":
        return [ReaderIncident("out_of_use", cite)]
    if rule.reader_failure_midround == "void" and state.betting_closed:
        return void(rules, state, "the card reader failed", cite)
    return [ReaderIncident("stopped", cite)]


def reader_repaired(rules: TableRules, state: RoundState, _: c.ReportReaderRepaired) -> EventsOrRefusal:
    if not state.suspended:
        return Refusal("the table is not stopped", rules.cite("irregularity.reader_failure"))
    return [ReaderIncident("repaired", rules.cite("irregularity.reader_failure"))]


# -- void rounds -----------------------------------------------------------------------------------------


def void_round(rules: TableRules, state: RoundState, command: c.VoidRound) -> EventsOrRefusal:
    if refusal := in_round(rules, state):
        return refusal
    return void(rules, state, command.reason, rules.cite("settlement.void_round_settled_wagers"))


def void(rules: TableRules, state: RoundState, reason: str, cite: Cite, fate: str | None = "") -> list[Event]:
    """Every open wager goes back; settled ones stand or are undone, as the submission says. `fate` is what
    the rulebook orders for the cards (MD-P21 13.B, 13.D, MA-P21 15(a), 15(b))."""
    events: list[Event] = [RoundVoided(reason, cite)]
    for box in state.boxes:
        for at, hand in enumerate(box.hands):
            for stake in hand.stakes:
                if stake.open:
                    events.append(
                        WagerSettled(
                            stake.player, box.number, at, MAIN, "void", stake.total, stake.total, cite
                        )
                    )
        events.extend(return_sides(box, "void", cite, insurance=True))
    for claim in state.claims:
        events.append(
            WagerSettled(claim.player, claim.box, 0, claim.wager, "void", claim.stake, claim.stake, cite)
        )
    if rules.settlement.void_round_settled_wagers == "unwind":
        unwound = rules.cite("settlement.void_round_settled_wagers")
        events.extend(
            WagerUnwound(done.player, done.box, done.wager, done.stake - done.returns, unwound)
            for done in state.settled
        )
    if fate in WITHDRAWN:
        events.append(CardsWithdrawn(WITHDRAWN[fate], cite))
    else:
        events.extend(leave_over(rules, state))
    return [*events, RoundEnded()]


def return_sides(box: Box, outcome: str, cite: Cite, *, insurance: bool) -> list[Event]:
    events: list[Event] = []
    for bettor in box.bettors:
        for side in bettor.sides:
            if side.open:
                events.append(
                    WagerSettled(
                        bettor.player, box.number, 0, side.wager, outcome, side.amount, side.amount, cite
                    )
                )
        if insurance and bettor.insurance_open and bettor.insurance:
            events.append(
                WagerSettled(
                    bettor.player,
                    box.number,
                    0,
                    INSURANCE,
                    outcome,
                    bettor.insurance,
                    bettor.insurance,
                    cite,
                )
            )
    return events
