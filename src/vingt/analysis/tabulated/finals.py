"""What finished hands get, asked of the round engine itself: one whole round is played for every kind of
ending against every ending of the dealer, and its cents are written down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from vingt.analysis.tabulated.dealer import NATURAL, Ending, dealer_endings
from vingt.core.cards import Card, Rank
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import COMMANDS
from vingt.core.rounds.decide import advance
from vingt.core.rounds.event import Event, StageReached, WagerSettled
from vingt.core.rounds.procedure import (
    CardDue,
    DecisionDue,
    DeviceDue,
    further_cards_wanted,
    next_step,
    second_card_wanted,
)
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import OVER_21
from vingt.core.rounds.settle import settle_main_wagers
from vingt.core.rounds.state import (
    Bettor,
    Box,
    Hand,
    HandStake,
    HandStatus,
    RoundState,
    Settled,
    new_round,
)
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import BUSTED_RETURNED, MAIN, SUPER_BONUS

PLAYER = "player"
SECOND, FURTHER = 1, 2  # cards of the dealer that a hand wants
FILLERS: tuple[Rank, ...] = ("9", "8", "7", "6", "5", "4", "3", "2")  # for cards that nothing hangs on


class Path(NamedTuple):
    """How a hand came to its end: its cards, the first two dealt and then one for each action that draws.
    `pair` is the card a split hand was split from; `actions` are core's words."""

    cards: tuple[Card, ...]
    actions: tuple[str, ...]
    pair: Card | None = None


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


class Impossible(Exception):
    """The path cannot be played at this table."""


def play_out(rules: TableRules, stake: int, path: Path, dealer: tuple[Card, ...]) -> tuple[list[Event], int]:
    """The events of a round with one box in which a hand takes that path; hands beside it stand. Besides,
    which of the dealer's cards that hand wanted."""
    state = new_round()
    events: list[Event] = []
    mine = list(path.cards)
    actions = list(path.actions)
    hands = 1
    dealers = list(dealer)
    first_two = [path.pair, path.pair] if path.pair is not None else []
    wants = 0

    def do(command: c.Command) -> None:
        nonlocal state
        advanced = advance(rules, state, command)
        if isinstance(advanced, Refusal):
            raise Impossible(f"{command}: {advanced}")
        state, caused = advanced
        events.extend(caused)

    do(c.PlaceWager(PLAYER, 1, stake))
    if rules.wagering.locks_at == "no_more_bets":
        do(c.CloseBetting())
    filler = Card(next(rank for rank in FILLERS if rank not in rules.cards.removed_ranks), "clubs")
    while not state.over:
        due = next_step(rules, state)
        match due:
            case CardDue(box=0):  # the dealer
                wants |= wanted(rules, state)
                do(c.Deal(dealers.pop(0) if dealers else filler))
            case CardDue(hand=at):
                if first_two:
                    do(c.Deal(first_two.pop(0) or filler))
                elif at == 0:
                    do(c.Deal(mine.pop(0)))
                else:
                    do(c.Deal(filler))
            case DecisionDue(kind="insurance"):
                if actions[:1] == ["even money"]:
                    actions.pop(0)
                    do(c.TakeEvenMoney(PLAYER, 1))
                else:
                    do(c.DeclineInsurance(PLAYER, 1))
            case DecisionDue(hand=at):
                word = "stand"
                if hands == 1 and path.pair is not None:
                    word, hands = "split", 2
                    mine.pop(0)
                elif at == 0 and actions:
                    word = actions.pop(0)
                do(COMMANDS[word](PLAYER, 1, at))
            case DeviceDue(device="card_reader"):
                do(c.CheckHoleCard())
            case _:
                if state.stage == "betting":
                    do(c.Deal(first_two.pop(0) or filler) if first_two else c.Deal(mine.pop(0)))
                else:
                    raise Impossible(str(due))
    if set(actions) - {"stand"} and not state.reader_says_natural:
        raise Impossible(f"{path}: the hand ended before {actions}")
    return events, wants


def wanted(rules: TableRules, state: RoundState) -> int:
    """What the engine would deal the dealer now if the first hand of the box were its only one."""
    box = state.boxes[0]
    alone = state._replace(boxes=(box._replace(hands=box.hands[:1]),))
    if state.stage == "reveal":
        return SECOND if second_card_wanted(rules, alone) else 0
    return FURTHER if state.stage == "dealer" and further_cards_wanted(rules, alone) else 0


def settle(rules: TableRules, stake: int, path: Path, dealers: Mapping[Ending, tuple[Card, ...]]) -> Final:
    """Play the path against every ending of the dealer, each with its cards, and read what the hand got."""
    nets: dict[Ending, int] = {}
    outcomes: dict[Ending, str] = {}
    bonus: dict[Ending, int] = {}
    raised = wants = 0
    collected = False
    for ending, dealer in dealers.items():
        played, wanting = play_out(rules, stake, path, dealer)
        wants |= wanting
        collected |= ending != NATURAL and settled_early(played)
        events = [event for event in played if isinstance(event, WagerSettled) and event.hand == 0]
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
