"""The kernels for one box and the main wager on the CPU: rounds from fresh shoes, shoes dealt to the cover
card, and such shoes by a player who counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from vingt.analysis.jit import compiled, inlined
from vingt.analysis.simulation.kernel.codes import GROUP, ROUND_AHEAD, SIDE_SUMS
from vingt.analysis.simulation.kernel.count import MAIN, bin_now, insured_net, sums_at, wagers_now
from vingt.analysis.simulation.kernel.shoe import Shoe, choose, deal_ahead, deal_four, kept_places
from vingt.analysis.simulation.kernel.sums import add_control, add_round, add_shoe, add_unit
from vingt.analysis.simulation.kernel.walk import Memory, bin_of_split, first_four, hand_of_split, play_round

U, W, N = np.uint64, np.uint32, np.int64
ZERO, ONE, TWO, FOUR = W(0), W(1), W(2), W(4)
AHEAD = W(ROUND_AHEAD)


@inlined
def lay(t: Any, m: Any) -> None:
    """A new pack, in the order of its cards: the shuffle is in the dealing."""
    for at in range(t.cards):
        m.deck[at] = t.fresh[at]


@inlined
def open_shoe(t: Any, m: Any, base: Any) -> Any:
    lay(t, m)
    choose(t, m.places, base, N(t.ahead >> TWO))
    deal_ahead(t, m, base, U(0))
    return Shoe(base + t.further, t.cards, W(t.cards - t.ahead), N(0))


@inlined
def deal_two_fours(t: Any, m: Any, x: Any, at: Any) -> Any:
    """Deal what is dealt ahead for one round of a whole pack; comes back the first four."""
    deal = deal_four(m, kept_places(m.places, at, x, t.cards), t.cards)
    left = W(t.cards - FOUR)
    deal_four(m, kept_places(m.places, at + U(4), x + t.gamma, left), left)
    return deal


@inlined
def counted_bin(t: Any, m: Any, played: Any, counts: Any, counting: Any) -> Any:
    """The bin of a round, in which it is counted, as its hands are where there was a split, if at all."""
    bin_ = played.bin_
    if played.hands != ZERO:
        worth = ZERO
        for at in range(played.hands):
            hand = hand_of_split(m, played, W(at))
            counts[W(t.split_hands + hand)] += counting
            worth = W(worth + t.worth[hand])
        bin_ = bin_of_split(t, played, worth)
    counts[bin_] += counting
    return bin_


@compiled
def play_rounds(
    t: Any, deck: Any, places: Any, hands: Any, base: Any, groups: Any, last: Any, counts: Any
) -> None:
    """Groups of rounds from fresh shoes, `last` of them in the last group. All rounds of a group have one
    pack, which each leaves in another order."""
    m = Memory(deck, ZERO, (), places, hands, t.codes)
    fours = N(AHEAD >> TWO)
    for group in range(groups):
        rounds = N(last) if group == groups - 1 else N(GROUP)
        lay(t, m)
        choose(t, places, base, rounds * fours)
        x = base + t.further
        for at in range(rounds):
            deal = deal_two_fours(t, m, base, U(ROUND_AHEAD) * U(at))
            shoe, played = play_round(t, m, Shoe(x, t.cards, W(t.cards - AHEAD), N(0)), deal)
            counted_bin(t, m, played, counts, U(1))
            x = shoe.x
        base = base + t.jump


@compiled
def play_shoes(
    t: Any, deck: Any, places: Any, hands: Any, base: Any, shoes: Any, counts: Any, sums: Any
) -> None:
    """Whole shoes to the cover card. A shoe in which fewer rounds were dealt than its control counts is dealt
    on for that alone. `sums` are those of `sum_up`."""
    m = Memory(deck, ZERO, (), places, hands, t.codes)
    for _ in range(shoes):
        shoe = open_shoe(t, m, base)
        rounds, net, even, counting = ZERO, N(0), N(0), U(1)
        dealt, cards_left, net_dealt = ZERO, ZERO, N(0)
        going = True
        while going:
            shoe, deal = first_four(t, m, shoe)
            shoe, played = play_round(t, m, shoe, deal)
            rounds = W(rounds + ONE)
            net = net + t.nets[counted_bin(t, m, played, counts, counting)]
            even = net if rounds == t.even else even
            if shoe.left < t.stop:
                if counting != U(0):
                    dealt, cards_left, net_dealt, counting = rounds, shoe.left, net, U(0)
                going = rounds < t.even and shoe.left >= t.least
        even = net if rounds < t.even else even
        sum_up(t, sums, dealt, cards_left, net_dealt, rounds, even)
        base = base + t.jump


@compiled
def play_counted(
    t: Any, deck: Any, places: Any, hands: Any, base: Any, shoes: Any, counts: Any, sums: Any
) -> None:
    """Whole shoes to the cover card, by a player who counts. `sums` gets rounds, cards, nets of shoes and
    their squares, then what the counter had of shoes and of rounds by the count."""
    m = Memory(deck, ZERO, (), places, hands, t.codes)
    for _ in range(shoes):
        shoe = open_shoe(t, m, base)
        rounds, net, won, wagers = N(0), N(0), N(0), False
        while shoe.left >= t.stop:
            stood = bin_now(t.count, MAIN, shoe.running, shoe.left)
            wagers = wagers_now(t.count, wagers, stood)
            shoe, deal = first_four(t, m, shoe)
            shoe, played = play_round(t, m, shoe, deal)
            gain = N(t.nets[counted_bin(t, m, played, counts, U(1))])
            rounds += 1
            net += gain
            gain = gain * t.count.main_scale + insured_net(t, played)
            add_round(sums, sums_at(t.count, stood, wagers), gain)
            won += t.count.units[U(stood)] * gain if wagers else N(0)
        add_unit(sums, rounds, N(W(t.cards - shoe.left)), net)
        add_shoe(sums, SIDE_SUMS, won, rounds)
        base = base + t.jump


@inlined
def sum_up(t: Any, sums: Any, dealt: Any, left: Any, net: Any, rounds: Any, even: Any) -> None:
    """Of a shoe; then how it differs from its control."""
    add_unit(sums, N(dealt), N(W(t.cards - left)), net)
    add_control(sums, SIDE_SUMS, net - even, N(dealt) - N(t.even), rounds < t.even)
