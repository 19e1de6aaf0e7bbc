"""What an outsider writes down while a round goes on: who paid what to whom, and which cards were shown."""

from __future__ import annotations

from collections import Counter

from vingt.core.cards import Card
from vingt.core.rounds import event as e
from vingt.core.rounds.state import RoundState

Place = tuple[str, int, str]  # player, box, wager


class Ledger:
    """Players, the house and what lies on the layout: every cent is in one of the three."""

    def __init__(self) -> None:
        self.players: Counter[str] = Counter()
        self.house = 0
        self.layout: Counter[Place] = Counter()

    def enter(self, event: e.Event) -> None:
        match event:
            case e.WagerPlaced():
                place = (event.player, event.box, event.wager)
                self.stake(place, event.amount - self.layout[place])
            case e.WagerWithdrawn():
                self.stake((event.player, event.box, event.wager), -event.amount)
            case e.InsurancePlaced():
                self.stake((event.player, event.box, "insurance"), event.amount)
            case e.HandDoubled() | e.HandSplit() | e.SplitCovered():
                self.stake((event.player, event.box, "main"), event.amount)
            case e.WagerSettled():
                assert event.stake >= 0, f"a negative stake: {event}"
                assert event.returns >= 0, f"less than nothing returned: {event}"
                place = (event.player, event.box, event.wager)
                self.layout[place] -= event.stake
                assert self.layout[place] >= 0, f"settled more than was staked: {event}"
                self.players[event.player] += event.returns
                self.house += event.stake - event.returns
            case e.WagerUnwound():
                self.players[event.player] += event.amount
                self.house -= event.amount
            case _:
                pass

    def stake(self, place: Place, amount: int) -> None:
        self.players[place[0]] -= amount
        self.layout[place] += amount
        assert self.layout[place] >= 0, f"less than nothing staked: {place}"

    def check(self) -> None:
        total = sum(self.players.values()) + self.house + sum(self.layout.values())
        assert total == 0, f"{total} cents came from nowhere"

    def check_closed(self) -> None:
        left = {place: amount for place, amount in self.layout.items() if amount}
        assert not left, f"never settled: {left}"
        assert self.house == -sum(self.players.values())


class Shown:
    """The cards everybody at the table has seen."""

    def __init__(self) -> None:
        self.cards: Counter[Card] = Counter()

    def enter(self, event: e.Event) -> None:
        match event:
            case e.CardDealt(card=card, face_up=True):
                self.cards[card] += 1
            case e.HoleRevealed(card) | e.CardExposed(card, _) | e.DoubleCardTurned(card=card):
                self.cards[card] += 1
            case e.HandTurned(cards=turned):
                self.cards.update(turned)
            case e.ExposedCardTaken():
                pass  # its CardDealt shows it a second time: one copy too many, which hides nothing
            case e.CardSetAside(card, why, _, _):
                self.cards[card] += why != "unexposed"
            case _:
                pass


def cards_in(state: RoundState) -> Counter[Card]:
    """Every card that lies anywhere in this state."""
    found = Counter(card for _, _, hand in state.hands() for card in hand.own_cards)
    found.update(card for _, _, hand in state.hands() for card in hand.unseen if card is not None)
    found.update((*state.dealer, *state.community))
    found.update((*state.set_aside, *state.burned))
    found.update(card for card in (state.held_card, state.exposed) if card is not None)
    return found
