"""Rounds as a kernel played them, card for card. The kernels' own text is run as plain Python with recorders
in place of the functions that draw; what each box got is read from the bins it counted in."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any
from unittest.mock import patch

import numpy as np

from vingt.analysis.jit import plain
from vingt.analysis.simulation.devices import device as devices
from vingt.analysis.simulation.devices.bins import names_of
from vingt.analysis.simulation.kernel.codes import (
    BOXES_MOST,
    ENDINGS_BITS,
    GROUP,
    PEEKED_BIN,
    SINGLE_BIN,
    SPLIT_HANDS_BIN,
    SPLIT_NETS_BIN,
    TABLE_GROUP,
)
from vingt.analysis.simulation.kernel.table_shoe import GONE
from vingt.analysis.simulation.lookups.compile import Array
from vingt.analysis.simulation.lookups.flat import Flat
from vingt.analysis.simulation.side.stakes import NOT_OFFERED
from vingt.core.cards import DECK, Card
from vingt.core.wagers.outcome import LOSE

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
    racks: list[int] = field(default_factory=list)  # how many discards were shuffled when the shoe ran short
    determinant: tuple[int, Card] | None = None  # of a double shoe: the side it was drawn from, and the card
    counts: bool = True  # whether the round is counted


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
    card_of = flat.lookups.card_of
    there_are = Counter(int(card) for card in card_of)
    fresh = flat.plan.cut is None
    skipped = first % TABLE_GROUP if fresh else 0  # played and taken off again
    unit = first - skipped - 1
    rounds: list[Played] = []
    log: list[Card] = []
    edges: list[int] = []  # where the drawn cards of each box end
    outs: dict[int, Counter[int]] = defaultdict(Counter)  # by the memory of a shoe: cards not in it
    racks: list[int] = []
    determinant: tuple[int, Card] | None = None

    def out_of(m: Any) -> Counter[int]:
        return outs[id(m.deck)]

    def opened(real: Any) -> Any:
        def opening(*given: Any) -> Any:
            nonlocal unit
            out_of(given[1]).clear()
            unit += not fresh
            shoe = real(*given)
            out_of(given[1]).update(map(int, given[1].deck[int(shoe.left) :]))
            return shoe

        return opening

    def both_whole(real: Any) -> Any:
        def opening(*given: Any) -> Any:
            nonlocal unit
            unit += not fresh
            return real(*given)

        return opening

    def whole(real: Any) -> Any:
        def opening(t: Any, m: Any, again: Any) -> Any:
            out_of(m).clear()
            return real(t, m, again)

        return opening

    def determined(real: Any) -> Any:
        def drawing(t: Any, m: Any, shoe: Any, drawn: Any) -> Any:
            nonlocal determinant
            before, begins = out_of(m).copy(), len(log)
            after, named = real(t, m, shoe, drawn)
            determinant = int(drawn), log[begins]
            if after.left == shoe.left:  # put back, to be drawn again in its place
                out_of(m).clear()
                out_of(m).update(before)
            return after, named

        return drawing

    def play_from_sides(real: Any) -> Any:
        def playing(t: Any, one: Any, other: Any, double: Any) -> Any:
            double, found, total, again = real(t, one, other, double)
            rounds[-1].determinant, rounds[-1].counts = determinant, fresh or again == 0
            return double, found, total, again

        return playing

    def beyond_control(real: Any) -> Any:
        def standing(t: Any, beyond: Any, *given: Any) -> Any:
            rounds[-1].counts = bool(beyond.counted)
            return real(t, beyond, *given)

        return standing

    def collect(real: Any) -> Any:
        def collecting(t: Any, m: Any) -> None:
            real(t, m)
            out_of(m).clear()
            out_of(m).update(int(card) for card in m.table[: m.out[1]] if card < GONE)

        return collecting

    def refill(real: Any) -> Any:
        def filling(t: Any, m: Any, shoe: Any) -> Any:
            shoe = real(t, m, shoe)
            burned = int(t.burned_when_short)
            racks.append(int(shoe.left) + burned)
            out_of(m).update(map(int, m.deck[int(shoe.left) :][:burned]))
            return shoe

        return filling

    def draw(real: Any) -> Any:
        def drawing(*given: Any) -> Any:
            shoe, card = real(*given)
            out = out_of(given[1])
            out[int(card)] += 1
            if out[int(card)] > there_are[int(card)]:
                raise Differs(f"unit {unit}: {DECK[card]} came {out[int(card)]} times from its shoe")
            log.append(DECK[card])
            return shoe, card

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
        def playing(t: Any, m: Any, shoe: Any) -> Any:
            nonlocal unit
            log.clear()
            racks.clear()
            edges.clear()
            if fresh:
                out_of(m).clear()
                unit += 1
            shoe, found, total, cards = real(t, m, shoe)
            made = Played(unit, found=[int(each) for each in m.bins[:found]], cards=int(cards))
            made.racks = list(racks)
            del log[: int(t.burned_each)]
            edges[:] = [each - int(t.burned_each) for each in edges]
            dealt = 1 + int(t.hole)
            made.dealer = log[:dealt]
            shared = log[dealt : dealt + int(t.shared_cards)]
            begin, own = dealt + len(shared), 2 - len(shared)
            made.firsts = [
                shared + log[begin + own * box : begin + own * (box + 1)] for box in range(t.boxes)
            ]
            ends = edges or [begin + own * int(t.boxes)] * (int(t.boxes) + 1)
            made.drawn = [log[ends[box] : ends[box + 1]] for box in range(t.boxes)]
            made.dealer = made.dealer + log[ends[-1] :]
            rounds.append(made)
            return shoe, found, total, cards

        return playing

    recorders: Recorders = {
        "opened": opened,
        "collect": collect,
        "refill": refill,
        "draw": draw,
        "play_hands": play_hands,
        "play_table": play_table,
        "both_whole": both_whole,
        "whole": whole,
        "determined": determined,
        "play_from_sides": play_from_sides,
        "beyond_control": beyond_control,
    }
    bins, sums = recorded(flat, first, units, recorders)
    return rounds[skipped : skipped + units] if fresh else rounds, bins, sums


def walked(flat: Flat, first: int, units: int) -> tuple[list[Played], Array, Array]:
    """By the kernels for one box. They know columns of cards, not cards: which of a column is dealt must not
    matter, so any is. Rounds that a shoe is dealt on for its control alone are left out."""
    lookups, walk = flat.lookups, flat.walk
    dice = random.Random(first)
    alike = [
        [DECK[card] for card in lookups.card_of[lookups.column_of == column]] for column in range(lookups.ups)
    ]
    shoes = flat.plan.cut is not None
    skipped = 0 if shoes else first % GROUP  # played and taken off again
    unit = first - 1 if shoes else first - skipped
    rounds: list[Played] = []
    made = Played(unit)
    to_dealer = -1  # the row from which the dealer draws
    out: Counter[int] = Counter()  # by column: cards that are not in the shoe

    def card_of(column: Any) -> Card:
        out[int(column)] += 1
        if out[int(column)] > len(alike[int(column)]):
            raise Differs(f"unit {unit}: {alike[int(column)]} came {out[int(column)]} times from their shoe")
        card: Card = dice.choice(alike[int(column)])
        return card

    def open_shoe(real: Any) -> Any:
        def opening(*given: Any) -> Any:
            nonlocal unit
            unit += 1
            out.clear()
            return real(*given)

        return opening

    def play_round(real: Any) -> Any:
        def playing(t: Any, m: Any, shoe: Any, deal: Any) -> Any:
            nonlocal made, to_dealer
            if not shoes:
                out.clear()
            up, one, other, hole = (int(column) for column in deal)
            made = Played(unit, [card_of(up)], [[card_of(one), card_of(other)]], [[]])
            to_dealer = up * int(t.columns) + int(t.dealers)
            if t.hole:
                made.dealer.append(card_of(hole))
                to_dealer = int(m.codes[to_dealer + hole])
            return real(t, m, shoe, deal)

        return playing

    def draw(real: Any) -> Any:
        def drawing(t: Any, m: Any, shoe: Any, code: Any) -> Any:
            nonlocal to_dealer
            shoe, leads_to = real(t, m, shoe, code)
            card = card_of(m.deck[int(shoe.left)])
            if int(code) == to_dealer:
                to_dealer = int(leads_to)
                made.dealer.append(card)
            else:
                made.drawn[0].append(card)
            return shoe, leads_to

        return drawing

    def counted_bin(real: Any) -> Any:
        def counting(t: Any, m: Any, played: Any, counts: Any, counted: Any) -> Any:
            nonlocal unit
            bin_ = real(t, m, played, counts, counted)
            hands = [
                (int(each) << ENDINGS_BITS) + int(played.ending) for each in m.hands[: int(played.hands)]
            ]
            made.found = [int(walk.standard[int(t.split_hands) + each]) for each in hands]
            made.found.append(int(walk.standard[bin_]))
            if shoes:
                made.cards = sum(map(len, (made.dealer, *made.firsts, *made.drawn)))
            if counted:
                rounds.append(made)
            unit += not shoes
            return bin_

        return counting

    recorders = {"open_shoe": open_shoe, "play_round": play_round, "draw": draw, "counted_bin": counted_bin}
    bins, sums = recorded(flat, first, units, recorders)
    return rounds if shoes else rounds[skipped : skipped + units], bins, sums


# -- what the kernel's bins say ----------------------------------------------------------------------------


def gains(flat: Flat, played: Played) -> list[Got]:
    """What each box got, read from the bins."""
    found = flat.lookups
    placed = {int(place): each for place, each in zip(found.place, found.finished, strict=True)}
    boxes: list[Got] = []
    settled = True  # whether the last box's hands are all told
    for at in played.found:
        if flat.envy_bin <= at < flat.side_bin:
            continue  # of the round as a whole: `envy_of`
        if at >= flat.side_bin:
            assert flat.sides is not None
            assert flat.joint is not None
            for number, outcome in flat.joint.says[at - flat.side_bin]:
                side = flat.sides.outcomes[number][outcome]
                wager = flat.plan.rules.wager(flat.sides.names[number])
                assert wager is not None
                if side.outcome != NOT_OFFERED and (wager.rides_on is None or side.outcome != LOSE):
                    boxes[-1].sides[wager.id] = (side.claim or side.outcome, side.staked, side.returns)
            continue
        if at >= flat.position_bin:
            continue  # of two hands together
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


def envy_of(flat: Flat, played: Played) -> Counter[str]:
    """How often each line of envy was paid in the round."""
    paid: Counter[str] = Counter()
    for at in played.found:
        if flat.envy_bin <= at < flat.side_bin:
            line, more = divmod(at - flat.envy_bin, BOXES_MOST)
            paid[flat.envy[line]] += more + 1
    return paid
