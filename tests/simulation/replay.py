"""Rounds as a kernel played them, card for card, and the same cards and play given to the round engine.

The kernels' own text is run as plain Python with a recorder in place of the function that draws. What each
box got is compared in cents; what differs is told step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any
from unittest.mock import patch

import numpy as np

from tests.simulation.play_by_policy import action_by
from vingt.analysis.simulation import devices
from vingt.analysis.simulation.codes import (
    ENDINGS_BITS,
    FIRST_ROW,
    PEEKED_BIN,
    ROOT_ROW,
    SINGLE_BIN,
    SPLIT_HANDS_BIN,
    SPLIT_NETS_BIN,
)
from vingt.analysis.simulation.compile import Array
from vingt.analysis.simulation.jit import plain
from vingt.analysis.simulation.laid_flat import (
    Flat,
)
from vingt.analysis.simulation.policy import Policy
from vingt.analysis.simulation.reading import names_of
from vingt.analysis.simulation.side_stakes import NOT_OFFERED, stake_of
from vingt.core.cards import DECK, Card
from vingt.core.rounds import command as c
from vingt.core.rounds import event as e
from vingt.core.rounds.decide import advance
from vingt.core.rounds.order import boxes_in
from vingt.core.rounds.playing import insurance_limit
from vingt.core.rounds.procedure import CardDue, DecisionDue, DeviceDue, NothingDue, next_step
from vingt.core.rounds.refusal import Refusal
from vingt.core.rounds.result import bonus_line, counts_of, is_natural
from vingt.core.rounds.state import DEALER, new_round
from vingt.core.wagers.outcome import LOSE

MASK = 2**64 - 1
NO_NATURAL = Card("9", "clubs")  # for a dealer whose cards nothing hangs on
COMMANDS: dict[str, Callable[[str, int, int], c.Command]] = {
    "hit": c.Hit,
    "stand": c.Stand,
    "double": c.Double,
    "split": c.Split,
    "surrender": c.Surrender,
    "rescue": c.Rescue,
}


Recorders = Mapping[str, Callable[[Any], Any]]  # by name: the function itself to one that stands for it


class Differs(AssertionError):
    """Kernel and engine do not agree; the message tells the round and the first step that differs."""


@dataclass
class Got:
    """What one box got: cents of the main wager without the super bonus, cents of that, the named events of
    its hands, and outcome, stake and returns of each side wager that was settled."""

    net: int = 0
    super_bonus: int = 0
    events: Counter[str] = field(default_factory=Counter)
    sides: dict[str, tuple[str, int, int]] = field(default_factory=dict)


@dataclass
class Played:
    """A round by the kernel. `firsts` and `drawn` are by box in order of play; `dealer` begins with the up
    card. `found` are the bins it counted in. `cards` is None where the kernel does not count them."""

    unit: int
    dealer: list[Card] = field(default_factory=list)
    firsts: list[list[Card]] = field(default_factory=list)
    drawn: list[list[Card]] = field(default_factory=list)
    found: list[int] = field(default_factory=list)
    cards: int | None = None


# -- what the kernels draw ---------------------------------------------------------------------------------


def swapped(kernel: Any, others: Recorders) -> Any:
    """The kernel as plain Python, and each function it calls by one of these names wrapped."""
    made = plain(kernel)
    waiting: list[FunctionType] = [made]
    while waiting:
        caller = waiting.pop()
        names = caller.__globals__  # each plain kernel has its own
        for name in caller.__code__.co_names:
            value = names.get(name)
            if isinstance(value, FunctionType):
                waiting.append(value)
                if name in others:
                    names[name] = others[name](value)
    return made


def rounds_of(flat: Flat, first: int, units: int) -> tuple[list[Played], Array, Array]:
    """Every round of these units, and the bins and sums that the same run left."""
    return tables_played(flat, first, units) if flat.whole_table else walked(flat, first, units)


def recorded(flat: Flat, first: int, units: int, others: Recorders) -> tuple[Array, Array]:
    """A stretch by plain Python, as `devices` plays it, with recorders in it."""
    recording = patch.object(devices, "plain", lambda kernel: swapped(kernel, others))
    with recording, np.errstate(over="ignore"):
        return devices.stretch(flat, first, units, compiled=False)


def tables_played(flat: Flat, first: int, units: int) -> tuple[list[Played], Array, Array]:
    card_of = [DECK[each] for each in flat.lookups.card_of]
    rounds: list[Played] = []
    log: list[Card] = []
    edges: list[int] = []  # where the drawn cards of each box end
    out: set[int] = set()  # places that are not in the shoe
    table: list[int] = []
    shoe = -1

    def take(real: Any) -> Any:
        def taking(t: Any, m: Any, x: Any, number: Any) -> Any:
            nonlocal shoe
            if number != shoe or len(out) == len(card_of):
                out.clear()
                out.update(table if number == shoe else ())
                shoe = number
            x, place = real(t, m, x, number)
            if place in out:
                raise Differs(f"shoe {number}: {card_of[place]} came twice from its place {place}")
            out.add(int(place))
            return x, place

        return taking

    def draw(real: Any) -> Any:
        def drawing(t: Any, m: Any, x: Any, number: Any) -> Any:
            x, place = real(t, m, x, number)
            log.append(card_of[place])
            table.append(int(place))
            return x, place

        return drawing

    def play_hands(real: Any) -> Any:
        def playing(*given: Any) -> Any:
            if not edges:
                edges.append(len(log))
            found = real(*given)
            edges.append(len(log))
            return found

        return playing

    def play_table(real: Any) -> Any:
        def playing(t: Any, m: Any, x: Any, number: Any) -> Any:
            log.clear()
            table.clear()
            edges.clear()
            x, found, total, cards = real(t, m, x, number)
            made = Played(int(number), found=[int(each) for each in m.found[:found]], cards=int(cards))
            dealt = 1 + int(t.hole)
            made.dealer = log[:dealt]
            made.firsts = [log[dealt + 2 * box : dealt + 2 * box + 2] for box in range(t.boxes)]
            ends = edges or [dealt + 2 * int(t.boxes)] * (t.boxes + 1)
            made.drawn = [log[ends[box] : ends[box + 1]] for box in range(t.boxes)]
            made.dealer = made.dealer + log[ends[-1] :]
            rounds.append(made)
            return x, found, total, cards

        return playing

    recorders = {"take": take, "draw": draw, "play_hands": play_hands, "play_table": play_table}
    return rounds, *recorded(flat, first, units, recorders)


def walked(flat: Flat, first: int, units: int) -> tuple[list[Played], Array, Array]:
    found = flat.lookups
    card_of = [DECK[each] for each in found.card_of]
    dealers = range(FIRST_ROW + found.ups, FIRST_ROW + 2 * found.ups)
    rounds = [Played(first)]
    seen: set[int] = set()
    at_dealer = False

    def written(result: Any) -> Any:
        nonlocal at_dealer
        over, counted = result[-2:]
        made = rounds[-1]
        if counted:
            made.found.append(int(counted))
        if over:
            cards = [card for each in made.drawn for card in each]
            made.firsts, made.drawn = [cards[:2]], [cards[2:]]
            rounds.append(Played(made.unit + 1))
            seen.clear()
            at_dealer = False
        return result

    def step(real: Any) -> Any:
        def stepping(t: Any, m: Any, x: Any, base: Any, number: Any, row: Any, *rest: Any) -> Any:
            nonlocal at_dealer
            place = place_of(int(x), len(card_of))
            at_dealer = at_dealer or row in dealers
            if place not in seen:
                seen.add(place)
                if row == ROOT_ROW or at_dealer:
                    rounds[-1].dealer.append(card_of[place])
                else:
                    rounds[-1].drawn.append([card_of[place]])
            return written(real(t, m, x, base, number, row, *rest))

        return stepping

    def resolve(real: Any) -> Any:
        return lambda *given: written(real(*given))

    bins, sums = recorded(flat, first, units, {"step": step, "resolve": resolve})
    return rounds[:-1], bins, sums


def place_of(x: int, cards: int) -> int:
    """SplitMix64's upper half, scaled to the shoe."""
    z = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return (z >> 32) * cards >> 32


# -- what the kernel's bins say ----------------------------------------------------------------------------


def gains(flat: Flat, played: Played) -> list[Got]:
    """What each box got, read from the bins."""
    found = flat.lookups
    placed = {int(place): each for place, each in zip(found.place, found.finished, strict=True)}
    outcomes = [each for names in flat.sides.outcomes for each in names] if flat.sides else []
    named = (
        [name for name, each in zip(flat.sides.names, flat.sides.outcomes, strict=True) for _ in each]
        if flat.sides
        else []
    )
    boxes: list[Got] = []
    settled = True  # whether the last box's hands are all told
    for at in played.found:
        if at >= flat.side_bin:
            side = outcomes[at - flat.side_bin]
            wager = flat.plan.rules.wager(named[at - flat.side_bin])
            assert wager is not None
            if side.outcome != NOT_OFFERED and (wager.rides_on is None or side.outcome != LOSE):
                boxes[-1].sides[wager.id] = (side.claim or side.outcome, side.staked, side.returns)
            continue
        if at < PEEKED_BIN:
            split = at >= SPLIT_HANDS_BIN
            place, ending = divmod(at - (SPLIT_HANDS_BIN if split else SINGLE_BIN), 1 << ENDINGS_BITS)
            if not split or settled:
                boxes.append(Got())
            settled = not split
            boxes[-1].super_bonus += int(found.super_bonus[place, ending])
            boxes[-1].events.update(names_of(found, place, placed[place], ending))
            if not split:
                boxes[-1].net = int(found.nets[place, ending]) * found.unit
        elif at == PEEKED_BIN:
            boxes.append(Got(found.peeked_net * found.unit, events=Counter(["dealer natural"])))
            settled = True
        else:
            boxes[-1].net = (at - SPLIT_NETS_BIN + found.net_least) * found.unit
            settled = True
    return boxes


# -- the same round at the engine --------------------------------------------------------------------------


class Replay:
    def __init__(self, flat: Flat, policy: Policy, played: Played, boxes_each: int = 1) -> None:
        self.flat, self.policy, self.played = flat, policy, played
        self.plan, self.rules = flat.plan, flat.plan.rules
        self.state = new_round()
        self.events: list[e.Event] = []
        self.steps: list[str] = []
        self.dealt = 0
        self.dealer = list(played.dealer)
        self.left = dict(zip(self.numbers(), map(list, played.drawn), strict=True))
        self.first = dict(zip(self.numbers(), map(list, played.firsts), strict=True))
        most = max(1, min(boxes_each, self.rules.boxes.per_player))
        self.player = {box: f"player {(box - 1) // most + 1}" for box in self.numbers()}

    def numbers(self) -> list[int]:
        """Boxes in order of play."""
        boxes = list(range(1, self.plan.boxes + 1))
        return boxes if self.rules.play.direction == "clockwise" else boxes[::-1]

    def differs(self, words: str) -> Differs:
        table = f"{self.rules.rulebook} {self.rules.hash[:12]}"
        where = f"seed {self.plan.seed}, unit {self.played.unit}"
        boxes = "; ".join(
            f"box {box}: {spoken(first)} then {spoken(drawn) or 'nothing'}"
            for box, first, drawn in zip(self.numbers(), self.played.firsts, self.played.drawn, strict=True)
        )
        kernel = f"the kernel dealt {boxes}; dealer {spoken(self.played.dealer)}"
        return Differs(f"{table}, {where}: {words}\n{kernel}\nthe engine: {', '.join(self.steps)}")

    def give(self, command: c.Command) -> None:
        advanced = advance(self.rules, self.state, command)
        if isinstance(advanced, Refusal):
            raise self.differs(f"the engine refuses {command}: {advanced.why}")
        self.state, caused = advanced
        self.events.extend(caused)

    def play(self) -> None:
        for box in sorted(self.player):
            self.give(c.PlaceWager(self.player[box], box, self.plan.stake))
            for name in self.placed():
                wager = self.rules.wager(name)
                assert wager is not None
                self.give(
                    c.PlaceWager(self.player[box], box, stake_of(self.rules, wager, self.plan.stake), name)
                )
        self.give(c.CloseBetting())
        while True:
            match next_step(self.rules, self.state):
                case NothingDue():
                    return
                case CardDue(box=box, hand=hand):
                    self.deal(box, hand)
                case DecisionDue(kind="insurance"):
                    self.insure()
                case DecisionDue(box=box, hand=hand):
                    self.act(box, hand)
                case DeviceDue(device="claim", player=player, box=box, wager=wager_id):
                    self.give(c.AnswerClaim(player, box, wager_id, 0))
                case DeviceDue():
                    self.give(c.CheckHoleCard())
                case due:
                    raise self.differs(f"the engine waits for {due}")

    def placed(self) -> list[str]:
        """Side wagers placed before the deal, a wager that needs another beside it after that one."""
        wagers = [each for name in self.plan.wagers if (each := self.rules.wager(name)) is not None]
        wagers.sort(key=lambda each: "companion" in dict(each.options))
        return [each.id for each in wagers if each.id != "insurance"]

    def deal(self, box: int, hand: int) -> None:
        card = self.card_for(box, hand)
        self.dealt += 1
        self.steps.append(f"{card} to {'the dealer' if box == DEALER else f'box {box}'}")
        self.give(c.Deal(card))

    def card_for(self, box: int, hand: int) -> Card:
        if box == DEALER:
            if self.dealer:
                return self.dealer.pop(0)
            # The kernel for one box leaves out dealers that nothing hangs on.
            if self.flat.whole_table or len(self.played.dealer) > 1:
                raise self.differs("the engine deals the dealer a card that the kernel did not draw")
            return NO_NATURAL
        if self.first[box]:
            return self.first[box].pop(0)
        if not self.left[box]:
            raise self.differs(f"the engine deals box {box}, hand {hand + 1} a card the kernel did not draw")
        return self.left[box].pop(0)

    def insure(self) -> None:
        for box in boxes_in(self.state, "clockwise"):
            for bettor in box.insurable:
                if bettor.insurance is None:
                    amount = insurance_limit(self.rules, bettor.main)
                    insured = "insurance" in self.plan.wagers
                    self.give(
                        c.Insure(bettor.player, box.number, amount)
                        if insured
                        else c.DeclineInsurance(bettor.player, box.number)
                    )
        self.steps.append("insurance")

    def act(self, number: int, at: int) -> None:
        box = self.state.box(number)
        assert box is not None
        word = action_by(self.policy, self.rules, self.state, box, at)
        self.steps.append(f"box {number}, {spoken(box.hands[at].cards)}: {word}")
        self.give(COMMANDS[word](self.player[number], number, at))

    # -- what came of it -----------------------------------------------------------------------------------

    def check_cards(self) -> None:
        natural = counts_of(self.rules).is_natural(self.state.dealer)
        for box, left in self.left.items():
            # One box: a natural found by looking ends the round before cards that the kernel had drawn.
            peeked = natural and bool(self.state.reader_says_natural) and not self.flat.whole_table
            if left and not peeked:
                raise self.differs(f"the kernel drew {spoken(left)} more for box {box} than the engine deals")
        if self.flat.whole_table and self.dealer:
            raise self.differs(f"the kernel drew {spoken(self.dealer)} for the dealer, the engine did not")
        if self.played.cards not in (None, self.dealt):
            raise self.differs(f"{self.dealt} cards dealt, the kernel counts {self.played.cards}")

    def got(self, number: int) -> Got:
        found = Got()
        box = self.state.box(number)
        assert box is not None
        for each in self.events:
            match each:
                case e.WagerSettled(box=settled) if settled != number:
                    continue
                case e.WagerSettled(wager="main" | "busted-returned"):
                    found.net += each.returns - each.stake
                    line = bonus_line(self.rules, box.hands[each.hand]) if each.wager == "main" else None
                    if line is not None and each.outcome == line.outcome:
                        found.events[f"bonus {each.outcome}"] += 1
                case e.WagerSettled(wager="super-bonus"):
                    found.super_bonus += each.returns
                    found.events["super bonus"] += bool(each.returns)
                case e.WagerSettled(wager="envy"):
                    continue  # paid by others' hands, which a simulation leaves out
                case e.WagerSettled():
                    found.sides[each.wager] = (each.outcome, each.stake, each.returns)
                case e.HandRescued(box=settled) if settled == number:
                    found.events["rescue"] += 1
                case e.HandSurrendered(box=settled) if settled == number:
                    found.events["surrender"] += 1
                case e.HandFinished(box=settled, status="busted") if settled == number:
                    found.events["over 21"] += 1
                case _:
                    continue
        for hand in box.hands:
            found.events["natural"] += is_natural(self.rules, hand)
            found.events["double"] += hand.doubles > 0
            found.events["double again"] += max(hand.doubles - 1, 0)
        if self.state.reader_says_natural:
            found.events["dealer natural"] += len(box.hands)
        found.events = +found.events
        return found

    def compare(self) -> None:
        self.play()
        self.check_cards()
        for number, kernel in zip(self.numbers(), gains(self.flat, self.played), strict=True):
            engine = self.got(number)
            if not self.state.reader_says_natural:  # met at the end by hands that waited for it
                kernel.events.pop("dealer natural", None)
            for name in ("net", "super_bonus", "events", "sides"):
                mine, its = getattr(engine, name), getattr(kernel, name)
                if mine != its:
                    raise self.differs(f"box {number}, {name}: the engine {mine}, the kernel {its}")


def spoken(cards: Any) -> str:
    return " ".join(map(str, cards))


def replay(flat: Flat, policy: Policy, first: int, units: int) -> tuple[int, Array, Array]:
    """Play these units by the kernel and each of their rounds by the engine; raises `Differs`. Comes back how
    many rounds there were, and what the kernel counted."""
    rounds, bins, sums = rounds_of(flat, first, units)
    for at, played in enumerate(rounds):
        Replay(flat, policy, played, boxes_each=1 + at % 3).compare()
    return len(rounds), bins, sums
