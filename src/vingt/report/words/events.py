"""What happens in a round, whoever plays there, in words: the one place for the terminal and for replays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vingt.core.cards import Card
from vingt.core.money import dollars
from vingt.core.rounds import event as e
from vingt.core.rounds.outcome_words import settled_words
from vingt.core.rounds.place_words import place_of
from vingt.core.rounds.result import counts_of, total_of
from vingt.core.rounds.state import COMMUNITY, DEALER, Box, RoundState
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.live.books.recheck import BLANK
from vingt.report.words.figures import signed


def hand_place(box: Box | None, number: int, at: int) -> str:
    """Box 2; where it has several hands, box 2, hand 1."""
    several = box is not None and len(box.hands) > 1
    return f"box {number}, hand {at + 1}" if several else f"box {number}"


def card_name(card: Card) -> str:
    """A card that nobody may know yet is just a card."""
    return "a card" if card == BLANK else f"the {card}"


@dataclass(frozen=True)
class EventWords:
    """`face` writes a card, `place` names a hand of a box: a terminal has suits, and short names to type."""

    rules: TableRules
    face: Callable[[Card], str] = str
    place: Callable[[Box | None, int, int], str] = hand_place

    def of(self, state: RoundState, event: e.Event) -> str | None:
        """`state` is that after the event; None where a person did it, or there is nothing to tell."""
        match event:
            case e.CardDealt():
                return self.dealt(state, event)
            case e.UnseenCardDealt():
                return "the dealer gets a card face down that nobody knows"
            case e.HoleChecked(natural=natural):
                return f"the card reader shows {'a' if natural else 'no'} {self.rules.natural.name}"
            case e.HoleRevealed(card=card):
                total = counts_of(self.rules).total(state.dealer[:2])
                return f"the dealer's hole card is {self.face(card)}: {total}"
            case e.DoubleCardTurned(box=box, hand=at, card=card):
                where, counted = self.hand(state, box, at), self.counted(state, box, at)
                return f"the card of the double on {where} is {self.face(card)}{counted}"
            case e.HandTurned(box=box, hand=at, cards=cards):
                where, counted = self.hand(state, box, at), self.counted(state, box, at)
                return f"{where} is turned: {' '.join(map(self.face, cards))}{counted}"
            case e.HandFinished(box=box, hand=at, status="busted"):
                return f"{self.hand(state, box, at)} is over 21"
            case e.HandFinished(box=box, hand=at, status=status):
                return f"{self.hand(state, box, at)}: {status.replace('_', ' ')}"
            case e.DealerFinished(natural=natural, points=points):
                return f"the dealer has {f'a {self.rules.natural.name}' if natural else points}"
            case e.ShoeRefilled():
                return "the shoe ran short: the discards are shuffled and burned from"
            case e.RoundVoided(reason=reason):
                return f"the round is void: {reason}"
            case _:
                return None

    def dealt(self, state: RoundState, event: e.CardDealt) -> str:
        if event.card == BLANK:
            return f"a card face down for {place_of(event.box)}"
        lies = "" if event.face_up else " face down"
        if event.box == DEALER:
            drawn = "draws" if event.face_up and len(state.dealer) > 1 else "gets"
            total = f": {counts_of(self.rules).total(state.dealer)}" if event.face_up else ""
            return f"the dealer {drawn} {self.face(event.card)}{lies}{total}"
        if event.box == COMMUNITY:
            return f"the community card for {place_of(event.box)} is {self.face(event.card)}"
        counted = self.counted(state, event.box, event.hand)
        return f"{self.hand(state, event.box, event.hand)} gets {self.face(event.card)}{lies}{counted}"

    def counted(self, state: RoundState, number: int, at: int) -> str:
        """What the hand comes to, unless a card of it is unseen."""
        box = state.box(number)
        if box is None:
            return ""
        hand = box.hands[at]
        return "" if hand.unseen or BLANK in hand.cards else f": {total_of(self.rules, hand)}"

    def hand(self, state: RoundState, number: int, at: int) -> str:
        box = state.box(number)
        return self.place(box if box is not None and at < len(box.hands) else None, number, at)

    def settled(self, state: RoundState, event: e.WagerSettled) -> tuple[str, str, str]:
        """Where, what for, and how it came out."""
        where = self.hand(state, event.box, event.hand) if event.wager == MAIN else f"box {event.box}"
        what = f"{self.rules.wager_name(event.wager)} {dollars(event.stake)}".removesuffix(" $0")
        return where, what, settled_words(self.rules, event.wager, event.outcome)

    def unwound(self, event: e.WagerUnwound) -> str:
        return f"{self.rules.wager_name(event.wager)} is undone, {signed(event.amount)}"
