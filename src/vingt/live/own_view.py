"""What all see, with the marks of what is one's own."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from vingt.live import view as v
from vingt.live.remembered import Remembered

BOXES: Remembered[v.BoxSeen] = Remembered(8_000)
PAYMENTS: Remembered[tuple[v.Payment, ...]] = Remembered(8_000)
PAYMENT: Remembered[v.Payment] = Remembered(8_000)
ROUND: Remembered[v.RoundPlayed] = Remembered(32_000)
ROUNDS: Remembered[tuple[v.RoundPlayed, ...]] = Remembered(8_000)


def own_boxes(boxes: tuple[v.BoxSeen, ...], person: str) -> tuple[v.BoxSeen, ...]:
    return tuple([own_box(each, person) for each in boxes])


def own_rounds(rounds: tuple[v.RoundPlayed, ...], person: str) -> tuple[v.RoundPlayed, ...]:
    def made() -> tuple[v.RoundPlayed, ...]:
        return tuple([ROUND.get((each,), person, partial(own_round, each, person)) for each in rounds])

    return ROUNDS.get((rounds,), person, made)


def own_box(box: v.BoxSeen, person: str) -> v.BoxSeen:
    if box.holder != person:
        bets = any([each.person == person for each in box.bettors])
        if not bets and not any([s.person == person for hand in box.hands for s in hand.stakes]):
            return box
    return BOXES.get((box,), person, lambda: marked(box, person))


def marked(box: v.BoxSeen, person: str) -> v.BoxSeen:
    bettors = tuple(replace(each, yours=True) if each.person == person else each for each in box.bettors)
    hands = tuple(
        replace(hand, stakes=tuple(replace(s, yours=True) if s.person == person else s for s in hand.stakes))
        if any(s.person == person for s in hand.stakes)
        else hand
        for hand in box.hands
    )
    return replace(box, yours=box.holder == person, bettors=bettors, hands=hands)


def own_payments(payments: tuple[v.Payment, ...], person: str) -> tuple[v.Payment, ...]:
    if not any([each.person == person for each in payments]):
        return payments
    return PAYMENTS.get((payments,), person, lambda: marked_payments(payments, person))


def marked_payments(payments: tuple[v.Payment, ...], person: str) -> tuple[v.Payment, ...]:
    return tuple(
        PAYMENT.get((each,), None, partial(replace, each, yours=True)) if each.person == person else each
        for each in payments
    )


def own_round(played: v.RoundPlayed, person: str) -> v.RoundPlayed:
    mine = [each.net for each in played.payments if each.person == person]
    return replace(
        played,
        payments=own_payments(played.payments, person),
        yours=sum(mine) if mine else None,
        boxes=own_boxes(played.boxes, person),
    )
