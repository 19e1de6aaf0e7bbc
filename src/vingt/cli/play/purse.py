"""The player's money in `vingt play`: what lies behind the boxes, and what was bought in."""

from __future__ import annotations

from vingt.cli.play.screen import Screen
from vingt.core.money import dollars
from vingt.core.rounds.event import Event, HandDoubled, HandSplit, InsurancePlaced, WagerSettled, WagerUnwound


class Purse:
    """When the chips do not cover a wager, the player buys in again: no rule of the game depends on money."""

    def __init__(self, buy_in: int, screen: Screen) -> None:
        self.buy_in = buy_in
        self.screen = screen
        self.bought = buy_in
        self.chips = buy_in

    @property
    def net(self) -> int:
        return self.chips - self.bought

    def stake(self, amount: int) -> None:
        self.chips -= amount
        if self.chips < 0:
            more = -(self.chips // self.buy_in) * self.buy_in
            self.chips += more
            self.bought += more
            self.screen.text(
                f"Your chips do not cover that: you buy in for another {dollars(more)}.", "yellow"
            )

    def follow(self, event: Event) -> None:
        match event:
            case InsurancePlaced(amount=amount) | HandDoubled(amount=amount) | HandSplit(amount=amount):
                self.stake(amount)
            case WagerSettled(returns=returns):
                self.chips += returns
            case WagerUnwound(amount=amount):
                self.chips += amount
            case _:
                pass
