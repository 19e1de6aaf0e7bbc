"""What was ordered after an irregularity, in words: the one place that felt, floor and replay go by."""

from __future__ import annotations

from collections.abc import Callable

from vingt.core.cards import Card
from vingt.core.rounds import event as e

INCIDENTS = {
    "misused_unseen": "play goes on: nobody could learn the hole card",
    "stopped": "dealing is stopped until the card reader works",
    "out_of_use": "play goes on without the card reader",
    "repaired": "the card reader works again: dealing goes on",
}


SET_ASIDE = {
    "face_up": "face up in the shoe",
    "stray": "none of these decks",
    "unexposed": "drawn by mistake and not seen",
    "exposed": "drawn by mistake and seen",
    "overdraw": "drawn on a hand that stands",
}
FATES = {
    "discard": "goes into the discard rack",
    "burn": "is burned",
    "remove": "leaves the game",
    "remove_and_destroy": "leaves the game, torn in half by the floorperson",
    "void_round": "is taken out",
}


TOUCHED = {
    True: "what was laid or added late is no wager, and goes back to the player",
    False: "the wager wins or loses as it lay when the betting was closed",
}


def any_hand(box: int, hand: int) -> str:
    return f"box {box}, hand {hand + 1}" if hand else f"box {box}"


def seen_card(card: Card) -> str:
    return f"the {card}"


def remedy_words(
    event: e.Event,
    card_name: Callable[[Card], str] = seen_card,
    hand_name: Callable[[int, int], str] = any_hand,
) -> str | None:
    """None: the event is no remedy. `card_name` keeps back what may not be known yet."""
    match event:
        case e.CardSetAside(card=card, why=why, fate=fate):
            return f"{card_name(card)}, {SET_ASIDE[why]}: it {FATES.get(fate, fate.replace('_', ' '))}"
        case e.CardHeld():
            return "a card was drawn by mistake: it is the next card"
        case e.CardExposed(card=card):
            return f"{card_name(card)} was drawn by mistake and seen: it is offered on"
        case e.CardsWithdrawn(fate="reshuffle"):
            return "all cards are to be shuffled again"
        case e.CardsWithdrawn():
            return "the decks leave the game"
        case e.DealReordered(why=why):
            return f"the deal goes on in another order: {why}"
        case e.HandDelayed(box=box, hand=hand):
            return f"{hand_name(box, hand)} gets its missed card after the others"
        case e.HandFinished(box=box, hand=hand, status="dead"):
            return f"{hand_name(box, hand)}: dead, and its wager goes back"
        case e.Asked(question="late_second_card" | "late_drawn_card", box=box, hand=hand):
            return f"{hand_name(box, hand)}: the player chooses between the late card and a dead hand"
        case e.ReaderIncident(what=what):
            return INCIDENTS[what]
        case e.WrongSideStands():
            return "the round stands, and is finished from the side it came from"
        case e.WagersStand(late=late):
            return TOUCHED[late]
        case e.RoundVoided(reason=reason):
            return f"the round is void: {reason}"
        case _:
            return None
