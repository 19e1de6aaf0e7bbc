"""The lookups as `kernel.walk` reads them: rows by where they begin, and few bins, so that a lane needs
little memory; and the way back from its bins to those of `codes`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from vingt.analysis.simulation.kernel.codes import (
    ASKS,
    DRAWS,
    ENDINGS_BITS,
    ENDS,
    FIRST_ROW,
    FURTHER_DRAWS,
    GROUP,
    HANDS_MOST,
    LIVE,
    NET_BITS,
    PEEKED_BIN,
    ROOT_ROW,
    ROUND_AHEAD,
    SINGLE_BIN,
    SPLIT_HANDS_BIN,
    SPLIT_NETS_BIN,
    SPLITS,
    UNIT_DRAWS,
    WALK_ASKS,
    WALK_ENDS,
    WALK_LIVE,
    WALK_SPLITS,
    WALK_SUMS,
    WORTH_BITS,
)
from vingt.analysis.simulation.kernel.one_box import play_shoes
from vingt.analysis.simulation.kernel.random_numbers import MASK, key_and_gamma
from vingt.analysis.simulation.kernel.walk import Tables
from vingt.analysis.simulation.lookups.compile import Array, Finished, Lookups, waits
from vingt.analysis.simulation.lookups.dealer_wants import FURTHER, SECOND, SECOND_OF_TWO, wants_of
from vingt.analysis.tabulated.dealer import NATURAL
from vingt.analysis.tabulated.hands import value_of
from vingt.analysis.tabulated.refusal import NotCarried

U, W = np.uint64, np.uint32
ENDINGS = 1 << ENDINGS_BITS
PILOT_SHOES, PILOT_SEED = 64, 20_261_116
CARDS_OF_A_ROUND = 48  # so many or more: not once in a million million rounds
ONE_MORE_ROUND = 24  # cards for a round of the control that is dealt beyond the cover card
SELDOM_MORE = 6  # cards of most rounds
BELOW_MEAN, DEVIATIONS = 1, 5  # by which the control stays below the rounds that a shoe usually has
CODE_BITS = 16
BEYOND_THE_COVER = 16  # cards that are dealt ahead beyond those before the cover card


@dataclass(frozen=True)
class WalkTables:
    """Tables without key and jump; `standard[bin]` is what a bin of the walk is among those of `codes`, and
    `answers` are those of `Lookups` as codes of the walk."""

    tables: Tables
    standard: Array
    answers: Array
    dealt_on: bool
    near_bins: int  # bins before those of splits as a whole, which are counted seldom
    burned: int
    longest: int  # cards that one round may take

    @property
    def bins(self) -> int:
        return len(self.standard)

    @property
    def suffices(self) -> bool:
        """Whether a shoe does not run short: the cover card leaves enough for a round."""
        enough = min(self.longest, CARDS_OF_A_ROUND)
        return not self.dealt_on or int(self.tables.stop) - self.burned >= enough

    def keyed(self, seed: int) -> Tables:
        _, gamma = key_and_gamma(seed)
        jump, further = gamma * UNIT_DRAWS & MASK, gamma * FURTHER_DRAWS & MASK
        return self.tables._replace(gamma=U(gamma), jump=U(jump), further=U(further))

    def memory(self) -> tuple[Array, Array, Array]:
        """Deck, places and hands of one lane."""
        places = np.zeros(DRAWS * len(self.tables.bounds), dtype=np.uint16)
        return (
            np.zeros(len(self.tables.fresh), dtype=np.uint8),
            places,
            np.zeros(2 * HANDS_MOST, dtype=np.uint16),
        )

    def spread(self, bins: Array, size: int) -> Array:
        """The bins of the walk as those of `codes`."""
        spread_out = np.zeros(size, dtype=np.int64)
        np.add.at(spread_out, self.standard, bins.astype(np.int64))
        return spread_out


def fits(lookups: Lookups) -> bool:
    """Whether rows and questions find their numbers among the codes of the walk."""
    rows = lookups.table[:, FIRST_ROW:].size
    return rows <= WALK_LIVE and len(lookups.answers) <= (1 << CODE_BITS) - WALK_ASKS


def walk_of(lookups: Lookups, cover: int | None) -> WalkTables:
    """For rounds from fresh shoes, or for shoes whose cover card comes out after so many cards."""
    walk = WalkLaying(lookups, dealt_on=cover is not None).walk(cover)
    if cover is None or not walk.suffices or len(lookups.answers):  # a count is not controlled
        return walk
    return replace(walk, tables=walk.tables._replace(even=W(rounds_to_control(walk))))


def rounds_to_control(walk: WalkTables) -> int:
    """A number of rounds that nearly every shoe has, or has cards for beyond the cover card: the worth of so
    many is known exactly."""
    sums, counts = np.zeros(WALK_SUMS, dtype=np.int64), np.zeros(walk.bins, dtype=np.uint64)
    key, _ = key_and_gamma(PILOT_SEED)
    with np.errstate(over="ignore"):
        play_shoes(walk.keyed(PILOT_SEED), *walk.memory(), U(key), PILOT_SHOES, counts, sums)
    mean = int(sums[0]) / PILOT_SHOES
    deviation = sqrt(max(int(sums[8]) / PILOT_SHOES - mean**2, 0.0))
    beyond = max(int(walk.tables.stop) - SELDOM_MORE - ONE_MORE_ROUND, 0) // SELDOM_MORE
    return max(int(mean - max(BELOW_MEAN, DEVIATIONS * deviation - beyond)), 1)


def fours_ahead(cards: int, wanted: int) -> int:
    """How many fours of cards are dealt ahead, so that these many are: what a pack has is always fours."""
    assert cards % DRAWS == 0, "each rank comes in four suits"
    return -(-min(cards, wanted) // DRAWS)


def bounds_of(cards: int, fours: int, times: int) -> Array:
    """The cards left before each four that is dealt ahead, for so many shuffles of the pack."""
    left: Array = np.tile(cards - DRAWS * np.arange(fours), times)
    return left.astype(np.uint32)


class WalkLaying:
    """One table laid out. Classes are numbered from 1: those that want further cards of the dealer, those
    that want the second alone, then the others."""

    def __init__(self, lookups: Lookups, *, dealt_on: bool) -> None:
        self.lookups, self.dealt_on = lookups, dealt_on
        self.rules = lookups.rules
        self.columns = lookups.ups
        wants = [self.wanted(each) for each in lookups.finished]
        self.order = sorted(
            range(len(wants)), key=lambda at: (not wants[at] & FURTHER, not wants[at] & SECOND)
        )
        self.number = {int(lookups.place[at]): number for number, at in enumerate(self.order, 1)}
        self.further = sum(each & FURTHER != 0 for each in wants)
        self.waiting = sum(each != 0 for each in wants)
        self.rest = next(at for at, each in enumerate(lookups.endings) if each != NATURAL)

    @property
    def hole(self) -> bool:
        """Whether the dealer's second card comes with the first ones; from a fresh shoe it may as well."""
        return self.rules.dealer.takes_hole_card or not self.dealt_on

    def wanted(self, each: Finished) -> int:
        """Which cards of the dealer are drawn for a hand that ended alone. Where the dealer has looked, no
        natural can come any more."""
        wants = wants_of(self.rules, self.lookups.stake, each)
        if wants & FURTHER or self.rules.dealer.draws_when_idle:
            return FURTHER | SECOND
        if each.key.up.checked:
            return 0
        return SECOND if waits(each) or (not self.hole and wants & SECOND) else 0

    def split_wants(self) -> Array:
        """The same for hands of a split: a natural may still take from all of them together."""
        wants = np.zeros(len(self.order) + 1, dtype=np.uint8)
        for number, at in enumerate(self.order, 1):
            hand = self.lookups.finished[at]
            asked = wants_of(self.rules, self.lookups.stake, hand)
            if self.rules.dealer.draws_when_idle:
                asked = FURTHER | SECOND
            if hand.key.up.checked:
                asked &= FURTHER
            elif self.rules.dealer.takes_hole_card:
                asked |= SECOND
            wants[number] = asked & (FURTHER | SECOND | SECOND_OF_TWO)
        return wants

    def code(self, code: int) -> int:
        """A code of `codes` as one of the walk's."""
        if code < LIVE:
            return self.row(code)
        if code < ENDS:
            return WALK_LIVE + self.number[code - LIVE]
        if code >= ASKS:
            return code - ASKS + WALK_ASKS
        return code - ENDS + WALK_ENDS if code < SPLITS else code - SPLITS + WALK_SPLITS

    def coded(self, codes: Array) -> Array:
        numbers = {code: self.code(code) for code in map(int, np.unique(codes))}
        return np.array([numbers[int(code)] for code in codes.ravel()], dtype=np.uint16)

    def row(self, row: int) -> int:
        """Where a row begins."""
        return (row - FIRST_ROW) * self.columns

    def walk(self, cover: int | None) -> WalkTables:
        lookups, columns = self.lookups, self.columns
        rows = lookups.table.T[FIRST_ROW:]
        assert fits(lookups), "such a table takes the kernel for whole tables"
        classes = len(self.order) + 1
        split_hands = ENDINGS * classes
        near = 2 * split_hands
        cards = len(lookups.card_of)
        burned = self.rules.shoe.burn_on_load if cover is not None else 0
        stop = 0 if cover is None else max(cards + burned - cover, 0)
        fours = fours_ahead(cards, ROUND_AHEAD if cover is None else cards - stop + BEYOND_THE_COVER)
        standard = self.standard(classes)
        tables = Tables(
            gamma=U(0),
            jump=U(0),
            further=U(0),
            cards=W(cards),
            ahead=W(DRAWS * fours),
            bounds=bounds_of(cards, fours, GROUP if cover is None else 1),
            columns=W(columns),
            dealers=W(self.row(FIRST_ROW + columns)),
            hole=W(self.hole),
            natural=W(WALK_ENDS + lookups.natural),
            alone=W(WALK_LIVE + self.further + 1),
            dead=W(WALK_LIVE + self.waiting + 1),
            rest=W(WALK_ENDS + self.rest),
            split_hands=W(split_hands),
            split_bin=W(near - lookups.net_least),
            stop=W(stop),
            least=W(ONE_MORE_ROUND + burned),
            even=W(0),
            fresh=lookups.column_of,
            codes=self.coded(rows),
            checked=lookups.checked,
            own_natural=self.own_natural(classes),
            one=self.one(),
            pair_first=lookups.pair_first,
            pair_second=lookups.pair_second,
            hands_max=lookups.hands_max,
            worth=self.worth(classes),
            joint_net=lookups.joint_net.astype(np.int32).view(np.uint32),
            wants=self.split_wants(),
            nets=self.nets(standard),
            count=(),
        )
        answers = self.coded(lookups.answers)
        return WalkTables(tables, standard, answers, self.dealt_on, near, burned, self.longest())

    def one(self) -> Array:
        rows = self.lookups.one.astype(np.int64)
        walked = np.where(rows >= FIRST_ROW, (rows - FIRST_ROW) * self.columns, 0)
        return walked.astype(np.uint16).ravel()

    def own_natural(self, classes: int) -> Array:
        naturals = np.zeros(classes, dtype=np.uint8)
        for number, at in enumerate(self.order, 1):
            naturals[number] = self.lookups.finished[at].key.natural
        return naturals

    def worth(self, classes: int) -> Array:
        """Net and joint weight of a split hand in one word, as the walk adds them up."""
        lookups = self.lookups
        if abs(lookups.nets).max() >= 1 << NET_BITS or len(lookups.joint_net) > 1 << (32 - WORTH_BITS):
            stake, unit = lookups.stake, lookups.unit
            raise NotCarried(f"a main wager of {stake} cents: its pays take too many units of {unit}")
        worth = np.zeros((classes, ENDINGS), dtype=np.uint32)
        for place, number in self.number.items():
            worth[number] = lookups.nets[place] + (1 << NET_BITS)
            worth[number, lookups.natural] += lookups.joint_weight[place + 1] << WORTH_BITS
        return worth.ravel()

    def standard(self, classes: int) -> Array:
        """Each bin of the walk among those of `codes`; the first is of hands kept from play, and what belongs
        to no class is never counted in."""
        place_of = {number: place for place, number in self.number.items()}
        bins = [PEEKED_BIN] * ENDINGS
        for number in range(1, classes):
            begin = SINGLE_BIN + (place_of[number] << ENDINGS_BITS)
            bins += range(begin, begin + ENDINGS)
        bins += [PEEKED_BIN] * ENDINGS
        for number in range(1, classes):
            begin = SPLIT_HANDS_BIN + (place_of[number] << ENDINGS_BITS)
            bins += range(begin, begin + ENDINGS)
        bins += range(SPLIT_NETS_BIN, SPLIT_NETS_BIN + 1 + self.lookups.net_most - self.lookups.net_least)
        return np.array(bins, dtype=np.int64)

    def nets(self, standard: Array) -> Array:
        """What a round that ends in a bin gained, in units; hands of a split are counted in its own bin."""
        lookups = self.lookups
        nets = np.zeros(len(standard), dtype=np.int32)
        for at, bin_ in enumerate(standard):
            if SINGLE_BIN <= bin_ < SPLIT_HANDS_BIN:
                nets[at] = lookups.nets[divmod(int(bin_) - SINGLE_BIN, ENDINGS)]
            elif bin_ == PEEKED_BIN:
                nets[at] = lookups.peeked_net
            elif bin_ >= SPLIT_NETS_BIN:
                nets[at] = bin_ - SPLIT_NETS_BIN + lookups.net_least
        return nets

    def longest(self) -> int:
        """The most cards that a round can take: by the longest hands there are, and by what so many hands can
        hold of the smallest cards of the shoe before each is past 21."""
        table = self.lookups.table
        depth = np.zeros(table.shape[1], dtype=np.int64)
        changed = True
        while changed:
            leads = np.where(table < LIVE, depth[np.minimum(table, table.shape[1] - 1)], 0)
            deeper = leads.max(axis=0) + 1
            deeper[: ROOT_ROW + 1] = 0
            changed = bool((deeper != depth).any())
            depth = deeper
        ups = self.lookups.ups
        begin = FIRST_ROW + ups
        hands = int(self.lookups.hands_max.max())
        split = int(depth[self.lookups.one.ravel()].max())
        alone = int(depth[FIRST_ROW:begin].max())
        by_hands = 1 + max(alone, 2 + hands * split) + int(depth[begin : begin + ups].max())
        points = np.sort([value_of(card.rank) + 1 for card in self.rules.cards.shoe]).cumsum()
        by_points = int((points <= 21 * (hands + 1)).sum()) + hands + 1
        return min(by_hands, by_points)
