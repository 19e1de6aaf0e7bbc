"""The lookups as `kernel.walk` reads them: rows by where they begin, and few bins, so that a lane needs
little memory; and the way back from its bins to those of `codes`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt

import numpy as np

from vingt.analysis.simulation.kernel.codes import (
    ENDINGS_BITS,
    ENDS,
    FIRST_ROW,
    LIVE,
    NET_BITS,
    PEEKED_BIN,
    ROOT_ROW,
    SINGLE_BIN,
    SPLIT_HANDS_BIN,
    SPLIT_NETS_BIN,
    SPLITS,
    UNIT_DRAWS,
    WALK_ENDS,
    WALK_OFFSETS,
    WALK_ROOT,
    WALK_SPLITS,
    WALK_SUMS,
    WALK_WAIT,
    WORTH_BITS,
)
from vingt.analysis.simulation.kernel.random_numbers import MASK, key_and_gamma
from vingt.analysis.simulation.kernel.walk import Tables, play_shoes
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


@dataclass(frozen=True)
class WalkTables:
    """Tables without key and jump; `standard[bin]` is what a bin of the walk is among those of `codes`."""

    tables: Tables
    standard: Array
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
        return int(self.tables.stop) == 0 or int(self.tables.stop) - self.burned >= enough

    def keyed(self, seed: int) -> Tables:
        _, gamma = key_and_gamma(seed)
        return self.tables._replace(gamma=U(gamma), jump=U(gamma * UNIT_DRAWS & MASK))

    def seen(self) -> Array:
        return np.zeros(-(-int(self.tables.cards) // 16), dtype=np.uint32)

    def deck(self) -> Array:
        return np.zeros(len(self.tables.fresh), dtype=np.uint8)

    def spread(self, bins: Array, size: int) -> Array:
        """The bins of the walk as those of `codes`."""
        spread_out = np.zeros(size, dtype=np.int64)
        np.add.at(spread_out, self.standard[1:], bins[1:].astype(np.int64))
        spread_out[0] = 0
        return spread_out


def walk_of(lookups: Lookups, cover: int | None) -> WalkTables:
    """For rounds from fresh shoes, or for shoes whose cover card comes out after so many cards."""
    walk = WalkLaying(lookups, dealt_on=cover is not None).walk(cover)
    if cover is None or not walk.suffices:
        return walk
    return replace(walk, tables=walk.tables._replace(even=W(rounds_to_control(walk))))


def rounds_to_control(walk: WalkTables) -> int:
    """A number of rounds that nearly every shoe has, or has cards for beyond the cover card: the worth of so
    many is known exactly."""
    sums, counts = np.zeros(WALK_SUMS, dtype=np.int64), np.zeros(walk.bins, dtype=np.uint64)
    key, _ = key_and_gamma(PILOT_SEED)
    with np.errstate(over="ignore"):
        play_shoes(walk.keyed(PILOT_SEED), walk.deck(), U(key), PILOT_SHOES, counts, sums)
    mean = int(sums[0]) / PILOT_SHOES
    deviation = sqrt(max(int(sums[8]) / PILOT_SHOES - mean**2, 0.0))
    beyond = max(int(walk.tables.stop) - SELDOM_MORE - ONE_MORE_ROUND, 0) // SELDOM_MORE
    return max(int(mean - max(BELOW_MEAN, DEVIATIONS * deviation - beyond)), 1)


def word(follows: int, adds: int) -> int:
    return follows | adds << 16


class WalkLaying:
    """One table laid out. Classes are numbered from 1: those that want further cards of the dealer, those
    that want the second alone, then the others."""

    def __init__(self, lookups: Lookups, *, dealt_on: bool) -> None:
        self.lookups, self.dealt_on = lookups, dealt_on
        self.rules = lookups.rules
        self.columns = lookups.ups
        self.first = lookups.ups * self.columns
        wants = [self.wanted(each) for each in lookups.finished]
        self.order = sorted(
            range(len(wants)), key=lambda at: (not wants[at] & FURTHER, not wants[at] & SECOND)
        )
        self.wants = [wants[at] & (FURTHER | SECOND) for at in self.order]
        self.number = {int(lookups.place[at]): number for number, at in enumerate(self.order, 1)}
        self.waiting = sum(each != 0 for each in self.wants)
        self.dead = ENDINGS * (self.waiting + 1)
        self.natural = lookups.natural
        self.rest = next(at for at, each in enumerate(lookups.endings) if each != NATURAL)
        self.dead_bins: list[int] = []  # among those of `codes`
        self.dead_hands: list[int] = []
        for at in self.order[self.waiting :]:
            place = int(lookups.place[at])
            self.dead_bins.append(SINGLE_BIN + (place << ENDINGS_BITS) + self.rest)
            self.dead_hands.append(self.number[place] << ENDINGS_BITS)

    def wanted(self, each: Finished) -> int:
        """Which cards of the dealer are drawn for a hand that ended alone. Where the dealer has looked, no
        natural can come any more; a shoe also gives the dealer a second card that nobody looks at."""
        wants = wants_of(self.rules, self.lookups.stake, each)
        if wants & FURTHER or self.rules.dealer.draws_when_idle:
            return FURTHER | SECOND
        if each.key.up.checked:
            return 0
        if self.rules.dealer.takes_hole_card:
            return SECOND if self.dealt_on or waits(each) else 0
        return SECOND if waits(each) or (self.dealt_on and wants & SECOND) else 0

    def split_wants(self) -> Array:
        """The same for hands of a split: a natural may still take from all of them together."""
        wants = np.zeros(len(self.order) + 1, dtype=np.uint8)
        for number, at in enumerate(self.order, 1):
            each = self.lookups.finished[at]
            asked = wants_of(self.rules, self.lookups.stake, each)
            if self.rules.dealer.draws_when_idle:
                asked = FURTHER | SECOND
            if each.key.up.checked:
                asked &= FURTHER
            elif self.rules.dealer.takes_hole_card:
                asked |= SECOND
            wants[number] = asked & (FURTHER | SECOND | SECOND_OF_TWO)
        return wants

    @cached_property
    def early(self) -> list[list[int]]:
        """Rows that each up card has for itself: the look, the player's first card, the dealer's second card,
        that card alone, and the first card of a player whom the dealer's natural keeps from play."""
        table, ups = self.lookups.table, self.lookups.ups
        nowhere = [0] * self.columns
        root, looks, firsts, dealers, seconds, kept = [], [], [], [], [], []
        for up in range(ups):
            look, first, dealer, _, peek = ((1 + up + ups * each) * self.columns for each in range(5))
            checked = bool(self.lookups.checked[up])
            root.append(look if checked else word(first, dealer))
            second = [int(each) for each in table[:, FIRST_ROW + ups + up]]
            looks.append([self.looked(each, first, peek) for each in second] if checked else nowhere)
            firsts.append([self.code(int(each)) for each in table[:, FIRST_ROW + up]])
            dealers.append([self.code(each) for each in second])
            seconds.append([word(WALK_ROOT, self.seen_alone(each)) for each in second])
            after = (self.second_cards.index(each) for each in self.kept_from_play(up)) if checked else ()
            kept.append([(1 + 5 * ups + each) * self.columns for each in after] or nowhere)
        return [root, *looks, *firsts, *dealers, *seconds, *kept, *self.second_cards]

    def looked(self, code: int, first: int, peek: int) -> int:
        """After the look the player plays, unless a natural was found; the dealer goes on where the second
        card leads."""
        if self.is_natural(code):
            return peek
        return word(first, code - ENDS + WALK_ENDS if code >= ENDS else self.row(code))

    def seen_alone(self, code: int) -> int:
        """The ending where the dealer's second card is the last."""
        return self.natural if self.is_natural(code) else self.rest

    def is_natural(self, code: int) -> bool:
        return code == ENDS + self.natural

    @cached_property
    def second_cards(self) -> list[list[int]]:
        """The different rows for the second card of a player whom the dealer's natural keeps from play."""
        ups = [up for up in range(self.lookups.ups) if self.lookups.checked[up]]
        rows = {tuple(row): row for up in ups for row in self.kept_from_play(up)}
        return list(rows.values())

    @cached_property
    def more(self) -> int:
        """Where the rows that no up card has for itself begin."""
        return (1 + 5 * self.lookups.ups + len(self.second_cards)) * self.columns

    def kept_from_play(self, up: int) -> list[list[int]]:
        """For each first card, what each second card comes to against a natural found by looking: only a
        natural of one's own counts."""
        table = self.lookups.table
        natural = {
            int(place)
            for place, each in zip(self.lookups.place, self.lookups.finished, strict=True)
            if each.key.natural
        }
        rows = []
        for row in table[:, FIRST_ROW + up]:
            places = [int(each) - LIVE for each in table[:, row]]
            bins = [
                SINGLE_BIN + (place << ENDINGS_BITS) + self.lookups.natural
                if place in natural
                else PEEKED_BIN
                for place in places
            ]
            self.dead_bins += [each for each in dict.fromkeys(bins) if each not in self.dead_bins]
            rows.append([word(WALK_ROOT, self.dead + self.dead_bins.index(each)) for each in bins])
        return rows

    def code(self, code: int) -> int:
        """A code of `codes` as one of the walk's."""
        if code < LIVE:
            return self.row(code)
        if code < ENDS:
            number = self.number[code - LIVE]
            if number > self.waiting:
                return word(WALK_ROOT, self.dead + number - self.waiting - 1)
            alone = not self.wants[number - 1] & FURTHER
            return word(WALK_WAIT + (self.first if alone else 0), number << ENDINGS_BITS)
        return word(WALK_ROOT, code - ENDS) if code < SPLITS else code - SPLITS + WALK_SPLITS

    def row(self, row: int) -> int:
        """Where a row begins that no up card has for itself."""
        beyond = row - FIRST_ROW - 2 * self.lookups.ups
        assert beyond >= 0, "no card leads back"
        return beyond * self.columns + self.more

    def walk(self, cover: int | None) -> WalkTables:
        lookups, columns = self.lookups, self.columns
        early = self.early
        begin = FIRST_ROW + 2 * lookups.ups
        rows = [
            [self.code(int(each)) for each in lookups.table[:, row]]
            for row in range(begin, lookups.table.shape[1])
        ]
        codes = np.array([*early, *rows], dtype=np.int64)
        if codes.size > WALK_WAIT or self.first >= WALK_OFFSETS:
            raise NotCarried(f"an automaton of {len(rows)} states: {WALK_WAIT // columns} are carried")
        classes = len(self.order) + 1
        split_hands = ENDINGS * (self.waiting + 1) + len(self.dead_bins)
        near = split_hands + ENDINGS * classes
        cards = len(lookups.card_of)
        burned = self.rules.shoe.burn_on_load if cover is not None else 0
        longest = self.longest()
        fresh = np.zeros(-(-cards // 4) * 4, dtype=np.uint8)
        fresh[:cards] = lookups.column_of
        tables = Tables(
            gamma=U(0),
            jump=U(0),
            cards=W(cards),
            columns=W(columns),
            first=W(self.first),
            dead=W(self.dead),
            rest=W(self.rest),
            split_hands=W(split_hands),
            split_bin=W(near - lookups.net_least),
            stop=W(0 if cover is None else max(cards + burned - cover, 0)),
            least=W(ONE_MORE_ROUND + burned),
            even=W(0),
            fresh=fresh,
            codes=codes.astype(np.uint32).ravel(),
            one=self.one(),
            pair_first=lookups.pair_first,
            pair_second=lookups.pair_second,
            hands_max=lookups.hands_max,
            dead_hand=np.array(self.dead_hands, dtype=np.uint16),
            worth=self.worth(classes),
            joint_net=lookups.joint_net.astype(np.int32).view(np.uint32),
            wants=self.split_wants(),
            nets=np.zeros(0, dtype=np.int32),
        )
        standard = self.standard(classes)
        return WalkTables(tables._replace(nets=self.nets(standard)), standard, near, burned, longest)

    def one(self) -> Array:
        begin = FIRST_ROW + 2 * self.lookups.ups
        rows = self.lookups.one.astype(np.int64)
        walked = np.where(rows >= begin, (rows - begin) * self.columns + self.more, 0)
        return walked.astype(np.uint16).ravel()

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
        """Each bin of the walk among those of `codes`."""
        place_of = {number: place for place, number in self.number.items()}
        bins = [0] * ENDINGS
        for number in range(1, self.waiting + 1):
            begin = SINGLE_BIN + (place_of[number] << ENDINGS_BITS)
            bins += range(begin, begin + ENDINGS)
        bins += self.dead_bins
        bins += [0] * ENDINGS
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
