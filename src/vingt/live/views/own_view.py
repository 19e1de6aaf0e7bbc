"""What all see, with the marks of what is one's own."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from vingt.live.memory import Remembered
from vingt.live.views import view as v

PLACES: Remembered[dict[str, set[int]]] = Remembered(2_000)
BOXES: Remembered[v.BoxSeen] = Remembered(8_000)
PAYMENTS: Remembered[tuple[v.Payment, ...]] = Remembered(8_000)
PAYMENT: Remembered[v.Payment] = Remembered(8_000)
ROUND: Remembered[v.RoundPlayed] = Remembered(32_000)
ROUNDS: Remembered[tuple[v.RoundPlayed, ...]] = Remembered(8_000)


def own_boxes(boxes: tuple[v.BoxSeen, ...], person: str) -> tuple[v.BoxSeen, ...]:
    places = PLACES.get((boxes,), None, partial(places_of, boxes)).get(person)
    if places is None:
        return boxes
    mine = list(boxes)
    for at in places:
        mine[at] = BOXES.get((boxes[at],), person, partial(marked, boxes[at], person))
    return tuple(mine)


def places_of(boxes: tuple[v.BoxSeen, ...]) -> dict[str, set[int]]:
    """Where each person's boxes and wagers are."""
    places: dict[str, set[int]] = {}
    for at, box in enumerate(boxes):
        bettors = [bettor.person for bettor in box.bettors]
        stakes = [stake.person for hand in box.hands for stake in hand.stakes]
        for person in (box.holder, *bettors, *stakes):
            places.setdefault(person, set()).add(at)
    return places


def own_rounds(rounds: tuple[v.RoundPlayed, ...], person: str) -> tuple[v.RoundPlayed, ...]:
    def made() -> tuple[v.RoundPlayed, ...]:
        return tuple([ROUND.get((round_,), person, partial(own_round, round_, person)) for round_ in rounds])

    return ROUNDS.get((rounds,), person, made)


def marked(box: v.BoxSeen, person: str) -> v.BoxSeen:
    bettors = tuple(
        replace(bettor, yours=True) if bettor.person == person else bettor for bettor in box.bettors
    )
    hands = tuple(
        replace(hand, stakes=tuple(replace(s, yours=True) if s.person == person else s for s in hand.stakes))
        if any(s.person == person for s in hand.stakes)
        else hand
        for hand in box.hands
    )
    return replace(box, yours=box.holder == person, bettors=bettors, hands=hands)


def own_payments(payments: tuple[v.Payment, ...], person: str) -> tuple[v.Payment, ...]:
    if not any(payment.person == person for payment in payments):
        return payments
    return PAYMENTS.get((payments,), person, lambda: marked_payments(payments, person))


def marked_payments(payments: tuple[v.Payment, ...], person: str) -> tuple[v.Payment, ...]:
    return tuple(
        PAYMENT.get((payment,), None, partial(replace, payment, yours=True))
        if payment.person == person
        else payment
        for payment in payments
    )


def own_round(played: v.RoundPlayed, person: str) -> v.RoundPlayed:
    mine = [payment.net for payment in played.payments if payment.person == person]
    return replace(
        played,
        payments=own_payments(played.payments, person),
        yours=sum(mine) if mine else None,
        boxes=own_boxes(played.boxes, person),
    )
