"""`decide(rules, state, command)`: the events a command causes, or why it is refused."""

from __future__ import annotations

from typing import assert_never

from vingt.core.rounds import betting, hole_card, irregularity, missed_cards, playing, switching
from vingt.core.rounds import command as c
from vingt.core.rounds.command_form import malformed
from vingt.core.rounds.event import (
    Asked,
    CardDealt,
    Event,
    WagerSettled,
)
from vingt.core.rounds.evolve import evolve
from vingt.core.rounds.legal import can_rescue, ended_by
from vingt.core.rounds.procedure import CardDue, consequences, next_step
from vingt.core.rounds.refusal import EventsOrRefusal, Refusal
from vingt.core.rounds.result import total_of
from vingt.core.rounds.state import DEALER, Hand, RoundState
from vingt.core.rules.table_rules import TableRules


def decide(rules: TableRules, state: RoundState, command: c.Command) -> tuple[Event, ...] | Refusal:
    """Pure: the same rules, state and command always give the same events."""
    advanced = advance(rules, state, command)
    return advanced if isinstance(advanced, Refusal) else advanced[1]


def advance(
    rules: TableRules, state: RoundState, command: c.Command
) -> tuple[RoundState, tuple[Event, ...]] | Refusal:
    """`decide` and `evolve` in one: the next state besides the events that lead to it."""
    if (wrong := malformed(command)) is not None:
        return wrong
    if state.over and not isinstance(command, c.ReportDealerOverdraw):
        place = (command.box, command.hand) if isinstance(command, c.HandCommand) else ()
        return Refusal("the round is over", ended_by(rules, state, *place))
    if state.suspended and not isinstance(command, c.ReportReaderRepaired | c.VoidRound):
        return Refusal(
            "dealing is stopped until the card reader works", rules.cite("irregularity.reader_failure")
        )
    decided = decided_by(rules, state, command)
    if isinstance(decided, Refusal):
        return decided
    events: list[Event] = []
    while decided:
        for event in decided:
            state = evolve(state, event)
        events.extend(decided)
        decided = consequences(rules, state)
    return state, tuple(events)


def decided_by(rules: TableRules, state: RoundState, command: c.Command) -> EventsOrRefusal:
    match command:
        case c.PlaceWager():
            return betting.place(rules, state, command)
        case c.WithdrawWager():
            return betting.withdraw(rules, state, command)
        case c.CloseBetting():
            return betting.close(rules, state, command)
        case c.Deal():
            return deal(rules, state, command)
        case c.DealUnseen():
            return hole_card.deal_unseen(rules, state)
        case c.CheckHoleCard():
            return hole_card.check(rules, state)
        case c.ReadHoleCard():
            return hole_card.read(rules, state, command)
        case c.TurnHoleCard():
            return hole_card.turn(rules, state, command)
        case c.AnswerClaim():
            return answer_claim(rules, state, command)
        case c.Insure():
            return playing.insure(rules, state, command)
        case c.DeclineInsurance():
            return playing.decline_insurance(rules, state, command)
        case c.TakeEvenMoney():
            return playing.take_even_money(rules, state, command)
        case c.Hit():
            return playing.hit(rules, state, command)
        case c.Stand():
            return playing.stand(rules, state, command)
        case c.Double():
            return playing.double(rules, state, command)
        case c.DeclineDouble():
            return playing.decline_double(rules, state, command)
        case c.Rescue():
            return playing.rescue(rules, state, command)
        case c.Split():
            return playing.split(rules, state, command)
        case c.StayOnHand():
            return playing.stay_on_hand(rules, state, command)
        case c.Surrender():
            return playing.surrender(rules, state, command)
        case c.SwitchCards():
            return switching.switch_cards(rules, state, command)
        case c.KeepCards():
            return switching.keep_cards(rules, state, command)
        case c.ReportFaceUpCard():
            return irregularity.face_up_card(rules, state, command)
        case c.ReportStrayCard():
            return irregularity.stray_card(rules, state, command)
        case c.ReportWrongDecks():
            return irregularity.wrong_decks(rules, state, command)
        case c.ReportUnshuffledCards():
            return irregularity.unshuffled_cards(rules, state)
        case c.ReportExtraCard():
            return irregularity.extra_card(rules, state, command)
        case c.AcceptExposedCard():
            return irregularity.accept_exposed(rules, state, command)
        case c.RefuseExposedCard():
            return irregularity.refuse_exposed(rules, state, command)
        case c.ReportDealerOverdraw():
            return irregularity.dealer_overdraw(rules, state, command)
        case c.ReportMissedBox():
            return missed_cards.missed_box(rules, state, command)
        case c.ReportMissedCard():
            return missed_cards.missed_card(rules, state, command)
        case c.ReportDealerMissedCard():
            return missed_cards.dealer_missed_card(rules, state, command)
        case c.TakeLateCard():
            return missed_cards.take_late_card(rules, state, command)
        case c.GiveUpHand():
            return missed_cards.give_up_hand(rules, state, command)
        case c.ReportShoeEmpty():
            return irregularity.shoe_empty(rules, state, command)
        case c.ReportReaderMisuse():
            return irregularity.reader_misuse(rules, state, command)
        case c.ReportReaderFailure():
            return irregularity.reader_failure(rules, state, command)
        case c.ReportWrongSide():
            return irregularity.wrong_side(rules, state)
        case c.ReportTouchedWager():
            return irregularity.touched_wager(rules, state, command)
        case c.ReportReaderRepaired():
            return irregularity.reader_repaired(rules, state, command)
        case c.VoidRound():
            return irregularity.void_round(rules, state, command)
        case _:
            assert_never(command)


def deal(rules: TableRules, state: RoundState, command: c.Deal) -> EventsOrRefusal:
    opening: list[Event] = []
    if state.stage == "betting":
        if rules.wagering.locks_at == "no_more_bets":
            return Refusal("betting must be closed before a card is dealt", rules.cite("wagering.locks_at"))
        closed = betting.close(rules, state, c.CloseBetting())
        if isinstance(closed, Refusal):
            return closed
        opening = closed
        for event in closed:
            state = evolve(state, event)
    if command.card.rank in rules.cards.removed_ranks:
        return Refusal(f"{command.card} does not belong in this shoe", rules.cite("cards.removed_ranks"))
    due = next_step(rules, state)
    if not isinstance(due, CardDue):
        return Refusal("no card is due", rules.cite("play.direction"))
    if state.held_card is not None and command.card != state.held_card:
        return Refusal(
            f"{state.held_card} was drawn by mistake and is the next card",
            rules.cite("irregularity.unexposed_extra_card", "irregularity.exposed_during_deal"),
        )
    dealt = CardDealt(due.box, due.hand, command.card, due.face_up)
    return [*opening, dealt, *ask_rescues(rules, state, dealt)]


def ask_rescues(rules: TableRules, state: RoundState, dealt: CardDealt) -> list[Event]:
    """Each co-bettor who doubled decides rescue for himself (MBS-P 3.11.4.1, reading I-143)."""
    box = state.box(dealt.box) if dealt.box != DEALER else None
    if box is None or rules.rescue is None or not dealt.face_up:
        return []
    hand = box.hands[dealt.hand]
    joined = [stake.player for stake in playing.co_bettors(rules, box, hand) if stake.raises]
    if not joined or not hand.doubles:
        return []
    after = Hand(cards=(*hand.cards, dealt.card), doubles=hand.doubles)
    paid_at_once = total_of(rules, after).points == 21 and rules.twenty_one.paid == "at_once"
    if paid_at_once or total_of(rules, after).points > 21 or not can_rescue(rules, after):
        return []
    return [Asked("rescue", player, dealt.box, dealt.hand) for player in joined]


def answer_claim(rules: TableRules, state: RoundState, command: c.AnswerClaim) -> EventsOrRefusal:
    for claim in state.claims:
        if (claim.player, claim.box, claim.wager) == (command.player, command.box, command.wager):
            if command.amount < 0:
                return Refusal("a claim is answered with an amount")
            returns = command.amount + (claim.stake if claim.returns_stake else 0)
            outcome, cite = claim.line, claim.cite
            if command.symbol:
                wager = rules.wager(claim.wager)
                if wager is None or command.symbol not in wager.symbols:
                    return Refusal(f"no wheel of {command.wager} has {command.symbol[:40]!r}", claim.cite)
                line = wager.symbol_line(command.symbol)
                outcome, cite = line.outcome, line.cite + claim.cite
            settled = (claim.player, claim.box, 0, claim.wager, outcome, claim.stake, returns, cite)
            return [WagerSettled(*settled)]
    return Refusal(f"{command.player} has no claim from {command.wager} on box {command.box}")
