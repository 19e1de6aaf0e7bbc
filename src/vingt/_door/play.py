"""A round played by a program: the engine says what is due, the shoe gives cards, the caller decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from typing import Protocol

from vingt._door.arguments import CARDS, cents, plain, text, whole
from vingt._door.made import Made
from vingt.core.cards import Card, cards
from vingt.core.cite import Cite
from vingt.core.money import dollars
from vingt.core.rounds import command as c
from vingt.core.rounds.command_words import ACTION_COMMANDS
from vingt.core.rounds.decide import advance
from vingt.core.rounds.event import Event, WagerSettled, WagerUnwound
from vingt.core.rounds.legal import legal
from vingt.core.rounds.outcome_words import outcome_words
from vingt.core.rounds.place_words import place_of
from vingt.core.rounds.playing import insurance_limit
from vingt.core.rounds.procedure import CardDue, DecisionDue, DeviceDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import counts_of
from vingt.core.rounds.state import COMMUNITY, Box, RoundState, new_round
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.core.wager_kind import MAIN
from vingt.live.log.playability import NO_DEVICES, missing, not_dealt
from vingt.live.shoes.private_shoe import PrivateShoe

PLAYER = "you"
# Besides the actions of a hand, what somebody answers who wagers on another player's box.
JOINING: dict[str, Callable[[str, int, int], c.Command]] = {
    "decline double": c.DeclineDouble,
    "stay on hand": c.StayOnHand,
}
COMMANDS: dict[str, Callable[[str, int, int], c.Command]] = {
    **{str(name): command for name, command in ACTION_COMMANDS.items()},
    **JOINING,
}
INSURE, DECLINE, EVEN_MONEY = "insure", "decline", "even money"


class Refused(Exception):
    """The rules do not allow it: `why`, and the clauses that say so. Nothing has changed."""

    __module__ = "vingt"

    why: str
    cite: Cite

    def __init__(self, why: str, cite: Cite = Cite()) -> None:
        super().__init__(why, cite)
        self.why = why
        self.cite = cite

    def __str__(self) -> str:
        return str(Refusal(self.why, self.cite))


@dataclass(frozen=True)
class Choice:
    """One answer to a decision: allowed, or `why` not and by which clause."""

    __module__ = "vingt"

    name: str
    allowed: bool
    why: str
    cite: Cite

    def __str__(self) -> str:
        return self.name if self.allowed else f"{self.name}: not allowed, {Refusal(self.why, self.cite)}"


@dataclass(frozen=True)
class Decision:
    """What a player is asked: about a hand (box and place in it), or whether to insure."""

    __module__ = "vingt"

    question: str
    player: str
    box: int
    hand: int
    cards: tuple[str, ...]
    total: int
    soft: bool
    choices: tuple[Choice, ...]

    @property
    def allowed(self) -> tuple[str, ...]:
        """What `Round.act` takes now."""
        return tuple(choice.name for choice in self.choices if choice.allowed)

    def __str__(self) -> str:
        total = f"{'soft ' if self.soft else ''}{self.total}"
        asked = "" if self.question == "action" else f"{self.question}? "
        return f"box {self.box}, {' '.join(self.cards)} ({total}): {asked}{', '.join(self.allowed)}"


@dataclass(frozen=True)
class Payment:
    """A wager settled, in cents: `returns` is all that comes back, the stake included."""

    __module__ = "vingt"

    player: str
    box: int
    hand: int
    wager: str
    outcome: str
    stake: int
    returns: int
    cite: Cite

    @property
    def net(self) -> int:
        return self.returns - self.stake

    def __str__(self) -> str:
        back = dollars(self.returns)
        return f"{self.wager} {dollars(self.stake)}: {outcome_words(self.outcome)}, {back} back [{self.cite}]"


class CardSource(Protocol):
    """The shoe as a round needs it; `private_shoe.Shoe` is one."""

    def take(self, box: int = 0) -> Card | None: ...
    def refill(self, layout: RoundState) -> tuple[Card, ...] | None: ...
    def follow(self, *events: Event) -> None: ...


class WrittenCards:
    """Cards in the order somebody wrote down."""

    def __init__(self, text: str) -> None:
        self._order = cards(text.replace(",", " "))
        self._at = 0

    def take(self, box: int = 0) -> Card:
        if self._at == len(self._order):
            whom = f"{place_of(box)} {'are' if box == COMMUNITY else 'is'}"
            raise Unreadable(
                f"{whom} due a card, and the {self._at} cards given are all dealt: begin again with more; "
                "nothing of this has happened"
            )
        self._at += 1
        return self._order[self._at - 1]

    def refill(self, layout: RoundState) -> None:
        return None

    def follow(self, *events: Event) -> None:
        pass


def shoe_of(rules: TableRules, seed: str | int | None, written: str | None) -> CardSource:
    if seed is not None and written is not None:
        raise Unreadable("cards are either written down or shuffled from a seed, not both")
    if written is not None:
        return WrittenCards(text("cards", written, CARDS))
    number = plain(seed)
    words = str(number) if isinstance(number, int) else seed
    return PrivateShoe(rules, None if seed is None else text("seed", words, "write a text or a whole number"))


class Round(Made):
    """Made by `Table.new_round`: place wagers, `deal`, then `act` while `decision` is not None. Each of these
    changes this round and gives it back, so that calls can be written in a row; an error changes nothing."""

    __module__ = "vingt"

    _made_by = "Table.new_round and Round.next_round"
    _rules: TableRules
    _shoe: CardSource
    _state: RoundState
    _events: list[Event]

    # -- what a player does ------------------------------------------------------------------------------

    def wager(self, stake: int, wager: str = MAIN, *, box: int = 1, player: str = PLAYER) -> Round:
        """Place the main wager, or a side wager by its id; the stake in cents."""
        staked, at = cents("stake", stake), whole("box", box, 1)
        who = text("player", player, "write a name")
        offer = self._rules.wager(text("wager", wager, "write the id of a wager"))
        if offer is not None and (needs := missing(offer, NO_DEVICES)):
            raise Refused(f"{wager} needs {needs}, which is not here", offer.cite)
        self._give(c.PlaceWager(who, at, staked, wager))
        return self

    def deal(self) -> Round:
        """No more wagers: cards are dealt until somebody must decide, or the round is over."""
        self._dealt_on(c.CloseBetting())
        return self

    def act(self, name: str, amount: int | None = None) -> Round:
        """Answer the decision that is due, then deal on. `amount`, in cents, is for a double or an insurance
        of less than the most."""
        due = self._due()
        if due is None:
            raise Refused("the round is over" if self.over else "no decision is due: wager, then deal")
        command = self._command(due, name, None if amount is None else cents("amount", amount))
        if command is None:
            known = (INSURE, DECLINE, EVEN_MONEY) if due.kind == "insurance" else tuple(COMMANDS)
            raise Unreadable(f"{name!r} is no answer here: there are {', '.join(known)}")
        self._dealt_on(command)
        return self

    def next_round(self) -> Round:
        """The next one from the same shoe, which is shuffled first where the rulebook says so."""
        if not self.over:
            raise Refused("the round is not over")
        if isinstance(self._shoe, PrivateShoe) and self._shoe.ends is not None:
            self._shoe.load()
        return round_at(self._rules, self._shoe, new_round(self._state.held_card))

    # -- what can be seen --------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None while wagers are taken, and once the round is over."""
        due = self._due()
        if due is None:
            return None
        held = self._box(due.box).hands[due.hand].cards
        total = counts_of(self._rules).total(held)
        choices = tuple(self._choices(due))
        named = tuple(map(str, held))
        return Decision(due.kind, due.players[0], due.box, due.hand, named, total.points, total.soft, choices)

    @property
    def over(self) -> bool:
        return self._state.over

    @property
    def dealer(self) -> tuple[str, ...]:
        """The dealer's cards as they lie: one that is face down is "??"."""
        shown = [str(card) for card in self._state.dealer]
        return (*shown[:1], "??", *shown[2:]) if self._state.hole_hidden and len(shown) > 1 else tuple(shown)

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """Every player's hand, by box."""
        return tuple(tuple(map(str, hand.cards)) for _, _, hand in self._state.hands())

    @property
    def payments(self) -> tuple[Payment, ...]:
        """Every wager settled so far, with the clauses that order it."""
        settled = (event for event in self._events if isinstance(event, WagerSettled))
        return tuple(
            Payment(
                event.player,
                event.box,
                event.hand,
                event.wager,
                event.outcome,
                event.stake,
                event.returns,
                event.cite,
            )
            for event in settled
        )

    @property
    def net(self) -> int:
        """What all players together have won or lost by what is settled, in cents."""
        unwound = sum(event.amount for event in self._events if isinstance(event, WagerUnwound))
        return unwound + sum(payment.net for payment in self.payments)

    def __repr__(self) -> str:
        return f"<vingt.Round {self}>"

    def __str__(self) -> str:
        hands = " | ".join(" ".join(hand) for hand in self.hands)
        standing = f"net {dollars(self.net)}" if self.over else self._state.stage
        return f"dealer {' '.join(self.dealer) or '-'}; hands {hands or '-'}; {standing}"

    # -- the engine --------------------------------------------------------------------------------------

    def _due(self) -> DecisionDue | None:
        step = next_step(self._rules, self._state)
        return step if isinstance(step, DecisionDue) else None

    def _box(self, number: int) -> Box:
        box = self._state.box(number)
        assert box is not None
        return box

    def _give(self, command: c.Command) -> None:
        advanced = advance(self._rules, self._state, command)
        if isinstance(advanced, Refusal):
            raise Refused(advanced.why, advanced.cite)
        self._state, events = advanced
        self._shoe.follow(*events)
        self._events += events

    def _dealt_on(self, command: c.Command) -> None:
        """Give a command and all that follows without a decision, or nothing of it."""
        state, events, shoe = self._state, len(self._events), copy(self._shoe)
        try:
            self._give(command)
            self._carry_on()
        except Unreadable:  # the cards that were written down have run out
            self._state, self._shoe = state, shoe
            del self._events[events:]
            raise

    def _carry_on(self) -> None:
        """Supply all that needs no decision."""
        while True:
            match next_step(self._rules, self._state):
                case CardDue(box=box):
                    self._deal_to(box)
                case DeviceDue(device="card_reader"):
                    self._give(c.CheckHoleCard())
                case _:
                    return

    def _deal_to(self, box: int) -> None:
        if (card := self._shoe.take(box)) is not None:
            self._give(c.Deal(card))
        elif (burned := self._shoe.refill(self._state)) is not None:
            self._give(c.ReportShoeEmpty(burned))
        else:
            self._give(c.VoidRound("all cards are on the table"))

    def _choices(self, due: DecisionDue) -> Iterator[Choice]:
        """Asked of the engine itself: what it would say to each answer."""
        if due.kind == "action":
            for action in legal(self._rules, self._state, due.box, due.hand):
                yield Choice(action.name, action.allowed, action.why, action.cite)
            return
        for name in (INSURE, EVEN_MONEY, DECLINE) if due.kind == "insurance" else tuple(COMMANDS):
            command = self._command(due, name, None)
            assert command is not None
            answer = advance(self._rules, self._state, command)
            if not isinstance(answer, Refusal):
                yield Choice(name, True, "", Cite())
            elif due.kind == "insurance":
                yield Choice(name, False, answer.why, answer.cite)

    def _command(self, due: DecisionDue, name: str, amount: int | None) -> c.Command | None:
        player, box = due.players[0], due.box
        if due.kind != "insurance":
            if name == "double":
                return c.Double(player, box, due.hand, amount)
            named = COMMANDS.get(name)
            return None if named is None else named(player, box, due.hand)
        match name:
            case "insure":
                main = next(bettor.main for bettor in self._box(box).bettors if bettor.player == player)
                return c.Insure(player, box, insurance_limit(self._rules, main) if amount is None else amount)
            case "even money":
                return c.TakeEvenMoney(player, box)
            case "decline":
                return c.DeclineInsurance(player, box)
            case _:
                return None


def round_at(rules: TableRules, shoe: CardSource, state: RoundState | None = None) -> Round:
    for note in not_dealt(rules):
        raise Refused(str(note), note.cite)
    opened = Round.__new__(Round)
    opened._rules, opened._shoe, opened._events = rules, shoe, []
    opened._state = new_round() if state is None else state
    return opened
