"""What a table's page says in words: what to do now, who is waited for, and all of it aloud."""

from __future__ import annotations

from typing import NamedTuple

from vingt.core.money import dollars
from vingt.core.rounds.outcome_words import even_words
from vingt.live.views.view import HandSeen, Payment, Prompt, TableView
from vingt.web.html.cards import face


class Hint(NamedTuple):
    """What to do now, in one line, and the keys that do it."""

    words: str = ""
    keys: tuple[tuple[str, str], ...] = ()


def waiting(view: TableView) -> str:
    if view.out_of_service:
        return f"This table is out of service: {view.out_of_service}. It goes on by itself."
    if any(prompt.urgent for prompt in view.prompts):
        return "It is your turn."
    return f"Waiting for {view.waiting_for}." if view.waiting_for else ""


def hint(view: TableView, wagering: bool) -> Hint:
    """What a newcomer has to do now; nothing where a question says it or there is nothing to do."""
    you = view.you
    if you is None or view.out_of_service or any(prompt.urgent for prompt in view.prompts):
        return Hint()
    if not you.boxes:
        free = any(c.allowed for p in view.prompts for c in p.choices if c.command == "take_seat")
        return Hint("Sit at a free box to play.", (("T", "sit"),)) if free else Hint()
    if view.phase == "over" and view.payments:
        return Hint(won_or_lost(view) or "The round is over.")
    if wagering and you.money + you.in_play < view.minimum:
        return Hint(f"A wager is at least {dollars(view.minimum)}: you have {dollars(you.money)}.")
    if you.barred:
        return Hint(f"You sit this one out: {you.barred}.")
    if called := next((each for each in view.prompts if is_called(each)), None):
        return Hint(f"{called.question}.")
    if view.dealing != "automatic" and view.phase == "betting" and (wagering or you.in_play):
        least = f"Lay your wager: {dollars(view.minimum)} at least."
        return Hint("The dealer closes the betting." if you.in_play else least, (("W", "one more chip"),))
    if you.in_play and view.phase == "betting" and not you.ready:
        return Hint("Deal, or lay more chips.", (("G", "deal"), ("W", "one more chip")))
    if wagering and not you.in_play:
        return Hint(f"Deal, or lay your own wager: {dollars(view.minimum)} at least.", (("G", "deal"),))
    return Hint()


def is_called(prompt: Prompt) -> bool:
    """A wager that was spoken waits to be confirmed."""
    return any(choice.command == "unsay_wager" for choice in prompt.choices)


def said(view: TableView, hinted: str) -> str:
    """One message for people who listen: new limits; the question with the cards, else what was won, what to
    do, who is waited for."""
    announced = f"{view.announced}. " if view.announced else ""
    return f"{announced}{limits_said(view)}{irregular_said(view)}{said_of_play(view, hinted)}"


def irregular_said(view: TableView) -> str:
    """What went wrong last in this round, and what was ordered."""
    stopped = "The dealing is stopped. " if view.stopped else ""
    for irregularity in view.irregularities[:1]:
        orders = "; ".join(order.words for order in irregularity.orders)
        return f"{stopped}{irregularity.words}. {f'Ordered: {orders}. ' if orders else ''}"
    return stopped


def limits_said(view: TableView) -> str:
    if not view.limits_are_new:
        return ""
    limits = view.limits_next or view
    when = "From the next round the" if view.limits_next is not None else "The"
    return f"{when} limits are {dollars(limits.minimum)} to {dollars(limits.maximum)}. "


def said_of_play(view: TableView, hinted: str) -> str:
    for prompt in view.prompts:
        if not prompt.urgent:
            continue
        may = [choice.label for choice in prompt.choices if choice.allowed]
        return f"{prompt.question} {hand_said(view, prompt)}You may: {', '.join(may)}."
    if view.phase == "over" and view.payments:
        return f"{dealer_said(view)}{results_said(view)}{won_or_lost(view)}"
    return won_or_lost(view) or hinted or f"{dealt_said(view)}{waiting(view)}"


def dealer_said(view: TableView) -> str:
    if not view.dealer.total:
        return ""
    return f"The dealer has {cards_said(view.dealer.cards)}: {view.dealer.total}. "


def dealt_said(view: TableView) -> str:
    """One's own cards while somebody else is waited for."""
    mine = [(box.number, hand) for box in view.boxes if box.yours for hand in box.hands if hand.cards]
    return "".join(f"Box {number}: {hand_words(hand)}. " for number, hand in mine)


def results_said(view: TableView) -> str:
    return "".join(
        f"{payment.wager_name}, box {payment.box}: {payment.outcome_words}, {came_out(payment)}. "
        for payment in view.payments
        if payment.yours
    )


def came_out(payment: Payment) -> str:
    if not payment.net:
        return even_words([payment.outcome])
    return f"{won(payment.net)} {dollars(abs(payment.net))}"


def won(net: int) -> str:
    return "won" if net > 0 else "lost"


def won_or_lost(view: TableView) -> str:
    mine = [payment.net for payment in view.payments if payment.yours]
    if not mine:
        return ""
    net = sum(mine)
    how = won(net) if net else "neither won nor lost"
    amount = f" {dollars(abs(net))}" if net else ""
    return f"You have {how}{amount} in this round{'' if view.phase == 'over' else ' so far'}."


def hand_said(view: TableView, prompt: Prompt) -> str:
    for box in view.boxes:
        if box.number == prompt.box:
            for hand in box.hands:
                if hand.number == (prompt.hand or 0) and hand.total:
                    up = cards_said(view.dealer.cards)
                    return f"You have {hand_words(hand)}; the dealer shows {up}, {view.dealer.total}. "
    return ""


def hand_words(hand: HandSeen) -> str:
    return f"{cards_said(hand.cards)}: {hand.total}"


def cards_said(cards: tuple[str | None, ...]) -> str:
    names = [face(card).name for card in cards if card is not None]
    return " and ".join((", ".join(names[:-1]), names[-1]) if len(names) > 1 else names)
