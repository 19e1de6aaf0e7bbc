"""What all see, with the marks of what is one's own."""

from __future__ import annotations

from dataclasses import replace

from vingt.live import view as v
from vingt.live.remembered import Remembered

BOXES: Remembered[v.BoxSeen] = Remembered(4_000)
ROUNDS: Remembered[v.RoundPlayed] = Remembered(16_000)
PAYMENTS: Remembered[v.Payment] = Remembered(4_000)


def own(shared: v.TableView, person: str) -> v.TableView:
    """As this person sees it, but for their prompts and money."""
    return replace(
        shared,
        boxes=tuple(own_box(each, person) for each in shared.boxes),
        payments=own_payments(shared.payments, person),
        last_rounds=tuple(
            ROUNDS.get((each,), person, lambda each=each: own_round(each, person))  # type: ignore[misc]
            for each in shared.last_rounds
        ),
    )


def own_box(box: v.BoxSeen, person: str) -> v.BoxSeen:
    holds = box.holder == person
    bets = any(each.person == person for each in box.bettors)
    if not holds and not bets and not any(s.person == person for hand in box.hands for s in hand.stakes):
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
    if not any(each.person == person for each in payments):
        return payments
    return tuple(
        PAYMENTS.get((each,), None, lambda each=each: replace(each, yours=True))  # type: ignore[misc]
        if each.person == person
        else each
        for each in payments
    )


def own_round(played: v.RoundPlayed, person: str) -> v.RoundPlayed:
    mine = [each.net for each in played.payments if each.person == person]
    return replace(
        played,
        payments=own_payments(played.payments, person),
        yours=sum(mine) if mine else None,
        boxes=tuple(own_box(each, person) for each in played.boxes),
    )
