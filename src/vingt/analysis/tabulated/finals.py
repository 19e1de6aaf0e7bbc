"""What finished hands get, asked of the round engine itself: one whole round is played for every kind of
ending against every ending of the dealer, and its cents are written down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vingt.analysis.tabulated.dealer import NATURAL, Ending, dealer_endings
from vingt.analysis.tabulated.played_round import PLAYER, HandPath, play_out
from vingt.core.cards import Card
from vingt.core.rounds.event import Event, StageReached, WagerSettled
from vingt.core.rounds.result import OVER_21
from vingt.core.rounds.settle import settle_main_wagers
from vingt.core.rounds.state import Bettor, Box, Hand, HandStake, HandStatus, RoundState, Settled
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import BUSTED_RETURNED, MAIN, SUPER_BONUS


@dataclass(frozen=True)
class Final:
    """What one ending of a hand is worth: net cents, super bonus cents and the engine's word for the outcome
    against each ending of the dealer; `raised` is the money that lay on the hand in the end, `wants` which of
    the dealer's cards are dealt because of this hand alone, `collected` whether it is settled, and its cards
    are gone, before the dealer's turn."""

    nets: dict[Ending, int]
    super_bonus: dict[Ending, int]
    outcomes: dict[Ending, str]
    raised: int
    wants: int
    collected: bool = False


def settle(
    rules: TableRules, stake: int, path: HandPath, dealers: Mapping[Ending, tuple[Card, ...]]
) -> Final:
    """Play the path against every ending of the dealer, each with its cards, and read what the hand got."""
    nets: dict[Ending, int] = {}
    outcomes: dict[Ending, str] = {}
    bonus: dict[Ending, int] = {}
    raised = wants = 0
    collected = False
    for ending, dealer in dealers.items():
        played, wanting = play_out(rules, stake, path, dealer)
        wants |= wanting
        collected |= ending != NATURAL and settled_early(played.events)
        events = [event for event in played.events if isinstance(event, WagerSettled) and event.hand == 0]
        main = [event for event in events if event.wager in (MAIN, BUSTED_RETURNED)]
        nets[ending] = sum(event.returns - event.stake for event in main)
        outcomes[ending] = next((event.outcome for event in main if event.wager == MAIN), "")
        raised = max([raised, *(event.stake for event in main if ending != NATURAL)])
        bonus[ending] = sum(event.returns for event in events if event.wager == SUPER_BONUS)
    return Final(nets, bonus, outcomes, raised, wants, collected)


def settled_early(played: Iterable[Event]) -> bool:
    """Whether the engine settles the first hand before the dealer's turn."""
    for event in played:
        if event == StageReached("reveal"):
            return False
        if isinstance(event, WagerSettled) and (event.hand, event.wager) == (0, MAIN):
            return True
    return False


def together(
    rules: TableRules, stake: int, up: Card, endings: Iterable[tuple[bool, int, tuple[Card, ...]]]
) -> int:
    """Net cents of several hands of one box when the dealer turns out to have a natural nobody had looked
    for; each hand is (busted, cents on it, its cards)."""
    hands: list[Hand] = []
    settled: list[Settled] = []
    lost = 0
    for at, (busted, on_it, cards) in enumerate(endings):
        raises = (on_it - stake,) if on_it > stake else ()
        open_stake = HandStake(PLAYER, stake, raises, open=not busted)
        status: HandStatus = "busted" if busted else "stood"
        hands.append(Hand(cards, (open_stake,), status, from_split=True, doubles=len(raises)))
        if busted:
            settled.append(Settled(PLAYER, 1, at, MAIN, OVER_21, on_it, 0, bool(raises)))
            lost += on_it
    box = Box(1, (Bettor(PLAYER, stake),), tuple(hands))
    natural = dealer_endings(rules, up)[NATURAL]
    state = RoundState("settlement", (box,), dealer=natural, settled=tuple(settled), dealer_done=True)
    events = [event for event in settle_main_wagers(rules, state) if isinstance(event, WagerSettled)]
    return sum(event.returns - event.stake for event in events) - lost
