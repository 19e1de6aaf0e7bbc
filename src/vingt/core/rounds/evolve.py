"""`evolve(state, event)`: the next state. It judges nothing: what an event says has happened."""

from __future__ import annotations

from typing import Any, assert_never

from vingt.core.cards import Card
from vingt.core.rounds import event as e
from vingt.core.rounds.stakes import (
    betting_closed,
    claim_raised,
    insurance_declined,
    insurance_placed,
    wager_placed,
    wager_settled,
    wager_withdrawn,
)
from vingt.core.rounds.state import COMMUNITY, DEALER, Box, Hand, HandStake, OpenQuestion, RoundState
from vingt.core.rounds.state_parts import box_of, put_box, put_hand, put_stake


def evolve(state: RoundState, event: e.Event) -> RoundState:
    match event:
        case e.WagerPlaced():
            return wager_placed(state, event)
        case e.WagerWithdrawn():
            return wager_withdrawn(state, event)
        case e.BettingClosed():
            return betting_closed(state, event)
        case e.StageReached():
            return state._replace(stage=event.stage)
        case e.CardDealt():
            return card_dealt(state, event)
        case e.UnseenCardDealt():
            return state._replace(queue=state.queue[1:], hole_hidden=True, hole_unseen=True)
        case e.InsurancePlaced():
            return insurance_placed(state, event)
        case e.InsuranceDeclined():
            return insurance_declined(state, event)
        case e.HoleChecked():
            return state._replace(reader_says_natural=event.natural)
        case e.HoleRevealed():
            return hole_revealed(state, event)
        case e.DoubleCardTurned():
            return double_card_turned(state, event)
        case e.HandTurned():
            return hand_turned(state, event)
        case e.CardRequested():
            return card_requested(state, event)
        case e.HandDoubled():
            return hand_doubled(state, event)
        case e.HandSplit():
            return hand_split(state, event)
        case e.SplitCovered():
            return split_covered(state, event)
        case e.WagerStayed():
            return wager_stayed(state, event)
        case e.HandSurrendered():
            return hand_surrendered(state, event)
        case e.CardsSwitched():
            return cards_switched(state, event)
        case e.HandFinished():
            return hand_finished(state, event)
        case e.Asked():
            return asked(state, event)
        case e.Answered():
            return answered(state, event)
        case e.DealerFinished():
            return state._replace(dealer_done=True, ended=event.cite)
        case e.WagerSettled():
            return wager_settled(state, event)
        case e.ClaimRaised():
            return claim_raised(state, event)
        case e.CardSetAside():
            return card_set_aside(state, event)
        case e.CardHeld():
            return state._replace(held_card=event.card)
        case e.CardCarriedOver():
            return state._replace(held_card=None)
        case e.CardExposed():
            return state._replace(exposed=event.card)
        case e.ExposedCardTaken():
            return state._replace(exposed=None)
        case e.ExposedCardRefused():
            return state._replace(refusing=(*state.refusing, event.player))
        case e.DealReordered():
            return state._replace(queue=event.order)
        case e.HandDelayed():
            return hand_delayed(state, event)
        case e.ShoeRefilled():
            return state._replace(burned=(*state.burned, *event.burned))
        case e.WrongSideStands() | e.WagersStand():
            return state
        case e.ReaderIncident():
            return reader_incident(state, event)
        case e.RoundVoided():
            return state._replace(stage="void", queue=(), asked=(), suspended=False, ended=event.cite)
        case e.CardsWithdrawn():
            return state._replace(exposed=None, held_card=None)
        case e.HandRescued() | e.WagerUnwound():
            return state
        case e.RoundEnded():
            return round_ended(state, event)
        case _:
            assert_never(event)


# -- cards -----------------------------------------------------------------------------------------------


def card_dealt(state: RoundState, event: e.CardDealt) -> RoundState:
    changes: dict[str, Any] = {}
    if state.queue:
        changes["queue"] = state.queue[1:]
    elif state.stage == "play":
        changes["drawn"] = state.drawn + 1
    if state.held_card is not None:
        changes["held_card"] = None
    if event.box == DEALER:
        hidden = state.hole_hidden or not event.face_up
        return state._replace(dealer=(*state.dealer, event.card), hole_hidden=hidden, **changes)
    if event.box == COMMUNITY:
        boxes = tuple(community_card_dealt(box, event.card) for box in state.boxes)
        return state._replace(community=(*state.community, event.card), boxes=boxes, **changes)
    box = box_of(state, event.box)
    hand = box.hands[event.hand]
    if hand.doubles and not event.face_up:
        hand = hand._replace(unseen=(*hand.unseen, event.card), card_due=False, late=False)
    else:
        down = hand.face_down if event.face_up else (*hand.face_down, len(hand.cards))
        cards = (*hand.cards, event.card)
        hand = hand._replace(cards=cards, face_down=down, card_due=False, late=False)
    box = box._replace(hands=(*box.hands[: event.hand], hand, *box.hands[event.hand + 1 :]))
    if len(box.hands) == 1 and not hand.from_split and len(hand.cards) <= 2:
        box = box._replace(first_cards=hand.cards)
    boxes = tuple(box if each.number == box.number else each for each in state.boxes)
    return state._replace(boxes=boxes, **changes)


def community_card_dealt(box: Box, card: Card) -> Box:
    """It is a card of every hand that is there: of the first hand of each box, unless that is dead."""
    if not box.in_play or box.hands[0].finished:
        return box
    hand = box.hands[0]
    hand = hand._replace(cards=(*hand.cards, card), shared=hand.shared + 1)
    return box._replace(hands=(hand, *box.hands[1:]), first_cards=hand.cards)


def hole_revealed(state: RoundState, event: e.HoleRevealed) -> RoundState:
    dealer = (*state.dealer, event.card) if state.hole_unseen else state.dealer
    return state._replace(dealer=dealer, hole_hidden=False, hole_unseen=False)


def double_card_turned(state: RoundState, event: e.DoubleCardTurned) -> RoundState:
    hand = box_of(state, event.box).hands[event.hand]
    hand = hand._replace(cards=(*hand.cards, event.card), unseen=hand.unseen[1:])
    return put_hand(state, event.box, event.hand, hand)


def hand_turned(state: RoundState, event: e.HandTurned) -> RoundState:
    """Who follows a sealed shoe learns here what lay face down."""
    hand = box_of(state, event.box).hands[event.hand]
    cards = list(hand.cards)
    for at, card in zip(hand.face_down, event.cards, strict=True):
        cards[at] = card
    hand = hand._replace(cards=tuple(cards), face_down=())
    state = put_hand(state, event.box, event.hand, hand)
    box = box_of(state, event.box)
    return put_box(state, box._replace(first_cards=hand.cards[:2])) if box.first_cards else state


def card_requested(state: RoundState, event: e.CardRequested) -> RoundState:
    hand = box_of(state, event.box).hands[event.hand]
    return put_hand(state, event.box, event.hand, hand._replace(card_due=True, acted=True))


# -- hands -----------------------------------------------------------------------------------------------


def hand_doubled(state: RoundState, event: e.HandDoubled) -> RoundState:
    hand = box_of(state, event.box).hands[event.hand]
    stake = hand.stake_of(event.player)
    assert stake is not None
    joins = any(
        question.question == "join_double" and question.player == event.player for question in state.asked
    )
    hand = put_stake(hand, stake._replace(raises=(*stake.raises, event.amount)))
    if not joins:
        hand = hand._replace(doubles=hand.doubles + 1, status="doubled", acted=True)
    return put_hand(state, event.box, event.hand, hand)


def hand_split(state: RoundState, event: e.HandSplit) -> RoundState:
    box = box_of(state, event.box)
    hand = box.hands[event.hand]
    aces = hand.cards[0].rank == "A"
    first = hand._replace(
        cards=hand.cards[:1],
        from_split=True,
        split_aces=aces,
        switched=False,
        shared=min(hand.shared, 1),
        acted=False,
    )
    stakes = tuple(
        stake._replace(raises=(), coupon=0) for stake in hand.stakes if stake.player == event.player
    )
    second = Hand(
        cards=hand.cards[1:],
        stakes=stakes,
        from_split=True,
        split_aces=aces,
        shared=max(hand.shared - 1, 0),
    )
    hands = (*box.hands[: event.hand], first, second, *box.hands[event.hand + 1 :])
    return put_box(state, box._replace(hands=hands))


def split_covered(state: RoundState, event: e.SplitCovered) -> RoundState:
    box = box_of(state, event.box)
    second = box.hands[event.hand + 1]
    second = second._replace(stakes=(*second.stakes, HandStake(event.player, event.amount)))
    return put_hand(state, event.box, event.hand + 1, second)


def wager_stayed(state: RoundState, event: e.WagerStayed) -> RoundState:
    """`event.hand` is the hand on which the wager stays; it lay on the hand that was split."""
    box = box_of(state, event.box)
    split = next(
        question.hand
        for question in state.asked
        if (question.player, question.box) == (event.player, event.box)
    )
    moved = box.hands[split].stake_of(event.player)
    assert moved is not None
    hands = list(box.hands)
    hands[split] = hands[split]._replace(
        stakes=tuple(stake for stake in hands[split].stakes if stake.player != event.player)
    )
    hands[event.hand] = hands[event.hand]._replace(stakes=(*hands[event.hand].stakes, moved))
    return put_box(state, box._replace(hands=tuple(hands)))


def hand_surrendered(state: RoundState, event: e.HandSurrendered) -> RoundState:
    hand = box_of(state, event.box).hands[event.hand]
    stake = hand.stake_of(event.player)
    assert stake is not None
    return put_hand(state, event.box, event.hand, put_stake(hand, stake._replace(surrendered=True)))


def cards_switched(state: RoundState, event: e.CardsSwitched) -> RoundState:
    one, other = box_of(state, event.box).hands[0], box_of(state, event.other).hands[0]
    first, second = (one.cards[0], other.cards[1]), (other.cards[0], one.cards[1])
    state = put_hand(state, event.box, 0, one._replace(cards=first, switched=True))
    return put_hand(state, event.other, 0, other._replace(cards=second, switched=True))


def hand_finished(state: RoundState, event: e.HandFinished) -> RoundState:
    hand = box_of(state, event.box).hands[event.hand]
    hand = hand._replace(status=event.status, card_due=False, acted=True, late=False, ended=event.cite)
    return put_hand(state, event.box, event.hand, hand)


def hand_delayed(state: RoundState, event: e.HandDelayed) -> RoundState:
    hand = box_of(state, event.box).hands[event.hand]
    return put_hand(state, event.box, event.hand, hand._replace(late=True))


def asked(state: RoundState, event: e.Asked) -> RoundState:
    question = OpenQuestion(event.question, event.player, event.box, event.hand)
    if event.question == "switch":
        state = state._replace(switch_asked=(*state.switch_asked, event.box))
    return state._replace(asked=(*state.asked, question))


def answered(state: RoundState, event: e.Answered) -> RoundState:
    this = OpenQuestion(event.question, event.player, event.box, event.hand)
    at = state.asked.index(this)
    state = state._replace(asked=(*state.asked[:at], *state.asked[at + 1 :]))
    return state


# -- irregularities and the course of the round ------------------------------------------------------------


def card_set_aside(state: RoundState, event: e.CardSetAside) -> RoundState:
    if event.why == "unexposed":
        return state._replace(burned=(*state.burned, event.card))
    aside = state._replace(set_aside=(*state.set_aside, event.card))
    match event.why:
        case "face_up":
            return aside._replace(face_up_found=state.face_up_found + 1)
        case "stray":
            return aside._replace(strays_found=state.strays_found + 1)
        case "exposed":
            return aside._replace(exposed=None)
        case "overdraw":
            return aside
        case _:
            assert_never(event.why)


def reader_incident(state: RoundState, event: e.ReaderIncident) -> RoundState:
    if state.stage == "check":  # what it said there is nothing to go by
        state = state._replace(reader_says_natural=None)
    match event.what:
        case "stopped":
            return state._replace(suspended=True)
        case "repaired":
            return state._replace(suspended=False)
        case "out_of_use":
            return state._replace(reader_out=True)
        case "misused_unseen":
            return state
        case _:
            assert_never(event.what)


def round_ended(state: RoundState, _: e.RoundEnded) -> RoundState:
    return state if state.stage == "void" else state._replace(stage="over")
