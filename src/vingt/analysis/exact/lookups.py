"""What the exact analysis reads about one table: the rights of every hand, and what every finished hand nets
against every ending of the dealer, as the round engine settles it. No rule is written here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np

from vingt.analysis.exact.kernel.dealer_trie import LOWEST, OUTCOMES, outcome_of
from vingt.analysis.exact.kernel.hands import LATE_NATURAL, PLAIN, Stakes, Terms
from vingt.analysis.tabulated.classes import (
    NOTHING_SPECIAL,
    Special,
    UpKind,
    class_key,
    look_at,
    settlements,
    up_kind,
)
from vingt.analysis.tabulated.dealer import NATURAL as DEALER_NATURAL
from vingt.analysis.tabulated.finals import Final, together
from vingt.analysis.tabulated.hands import (
    ACE,
    NO_HAND,
    TEN,
    TENS,
    VALUES,
    Floats,
    Ints,
    all_hands,
    ranks_of,
    value_of,
)
from vingt.analysis.tabulated.played_round import HandPath
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.analysis.tabulated.rights import (
    DOUBLES,
    Rights,
    asked_stake,
    doubled_hand,
    rights,
    suit_lines,
    told_apart,
)
from vingt.analysis.tabulated.super_bonus import super_hand
from vingt.core.cards import SUITS, Card
from vingt.core.rounds.state import Hand
from vingt.core.rules.table_rules import TableRules

NO_ROW = -1


@dataclass(frozen=True)
class SettledNets:
    """What hands net against up cards of one kind, in original wagers."""

    nets: Floats  # [row, outcome]
    bust: Floats  # [doubles, PLAIN or LATE_NATURAL]
    rescue: Floats
    surrender: list[float]


@dataclass(frozen=True)
class ExactLookups(Rights):
    rows: Ints  # [whole or split, hand]: the row of `nets` of the hand as it stands
    doubled_rows: Ints  # [whole or split, doubles, hand]
    low_rows: Ints  # [whole or split, hand, value]: doubled with first aces low and given that card
    settled: dict[int, SettledNets]  # by up value
    even_money: dict[int, float | None]  # what a natural is exchanged for, by up value
    peeks: Ints  # by up value: whether the dealer's natural is known before players act
    natural_takes: float  # what a late natural nets from all hands of a split together; 0: each its own
    busts_count: bool  # and whether it takes nothing beside a hand that has busted
    pays: Floats  # the most that each hand nets, its mixed-suit bonus included
    split_pays: Floats
    suit_pays: dict[int, list[float]]  # what the hand of a suit line nets in each suit

    @property
    def natural_takes_once(self) -> bool:
        """Whether a late natural takes one original wager from all hands of a box together."""
        return self.natural_takes != 0.0

    def stakes(self, up: int) -> Stakes:
        settled = self.settled[up]
        return Stakes(
            settled.nets,
            settled.bust,
            settled.rescue,
            bool((settled.bust[:, PLAIN] != settled.bust[:, LATE_NATURAL]).any()),
            self.doubles_max,
            self.aces_low,
        )

    def terms(self, family: int) -> Terms:
        mine, split = self.family(family), min(family, 1)
        return Terms(
            self.rows[split],
            self.doubled_rows[split],
            self.low_rows[split],
            mine.hit,
            mine.double,
            mine.rescue,
            self.low_rescue,
        )


def lookups(rules: TableRules, wager: int | None = None) -> ExactLookups:
    """Tabulate the rules for a main wager (cents), or refuse by name what the analysis cannot carry."""
    return lookups_at(rules, asked_stake(rules, wager))


@lru_cache(maxsize=64)
def lookups_at(rules: TableRules, stake: int) -> ExactLookups:
    refuse_what_is_not_carried(rules)
    return Tabulation(rules, stake).lookups()


def refuse_what_is_not_carried(rules: TableRules) -> None:
    # Who may look at a card, and where it is held, changes no value: dealt by hand is played alike. Nor does
    # a double shoe: its determinant card goes by its suit, and every rank has as many of each. Nor does a
    # community card, to one hand: whatever others do with it, the cards to come are as likely.
    if rules.variant.hands_switched:
        raise NotCarried(f"variant {rules.variant.game}: one hand alone")
    if rules.dealer.stands_on_hard < LOWEST:
        raise NotCarried(f"dealer.stands_on_hard = {rules.dealer.stands_on_hard}: at least {LOWEST}")
    if rules.settles.tells_22 and rules.dealer.stands_on_hard == LOWEST:
        raise NotCarried(f"a dealer's 22 in its own way, with dealer.stands_on_hard = {LOWEST}")
    if rules.double.times_max >= DOUBLES:
        raise NotCarried(f"double.times_max = {rules.double.times_max}: at most {DOUBLES - 1}")
    if rules.double.first_two_aces_count_one and (rules.double.cards_max != 2 or rules.double.times_max > 1):
        raise NotCarried("double.first_two_aces_count_one with doubles on more than two cards")
    if apart := told_apart(rules):
        raise NotCarried(f"{apart[0]}: ten-value cards treated differently")
    for line in rules.bonus.lines if rules.bonus else ():
        if set(TENS) & set(line.ranks):
            raise NotCarried(f"bonus line {line.outcome}: ranks among the ten-value cards")
        if line.ranks and len(line.ranks) != 3:
            raise NotCarried(f"bonus line {line.outcome}: {len(line.ranks)} ranks, only three are carried")
    wanted = super_hand(rules)
    if wanted and hand_of(wanted[0]) not in {line.hand for line in suit_lines(rules)}:
        raise NotCarried("super_bonus.ranks: no suited bonus line has them")


# The first two cards, or a way to hold one card less, and how that card was drawn.
HandWay = HandPath | tuple["HandWay", Card, str]
Fact = tuple[Special, bool, int]  # a class whatever the up card: what is special, split, doubles


def hand_of(cards: tuple[Card, ...]) -> int:
    return all_hands().of(*(value_of(card.rank) for card in cards))


class Tabulation:
    """Finds the classes that hands end in, with a path to each, and asks what they get."""

    def __init__(self, rules: TableRules, stake: int) -> None:
        self.rules, self.stake = rules, stake
        self.settlements = settlements(rules, stake)
        self.rights = rights(rules, stake)
        self.ranks = ranks_of(rules)
        self.facts: dict[Fact, int] = {}
        self.paths: dict[Fact, HandPath] = {}
        self.whole, self.split = (self.reached(split=split) for split in (False, True))

    def lookups(self) -> ExactLookups:
        rights = self.rights
        rows, doubled, low = self.all_rows()
        suited = {line.hand: self.suited_rows(line.values) for line in rights.suit_lines}
        kinds = {
            value: up_kind(self.rules, rank) for value, rank in enumerate(self.ranks) if rank is not None
        }
        by_kind = {kind: self.settled(kind) for kind in dict.fromkeys(kinds.values())}
        takes, busts_count = self.natural_takes()
        best = np.maximum.reduce([each.nets.max(axis=1) for each in by_kind.values()])
        return ExactLookups(
            **{field.name: getattr(rights, field.name) for field in fields(Rights)},
            rows=rows,
            doubled_rows=doubled,
            low_rows=low,
            settled={value: by_kind[kind] for value, kind in kinds.items()},
            even_money={value: self.even_money(value, kind) for value, kind in kinds.items()},
            peeks=np.array(
                [value in kinds and kinds[value].checked for value in range(VALUES)], dtype=np.int8
            ),
            natural_takes=takes,
            busts_count=busts_count,
            pays=best[rows[0]],
            split_pays=best[rows[1]],
            suit_pays={hand: [float(best[row]) for row in four] for hand, four in suited.items()},
        )

    # -- classes ------------------------------------------------------------------------------------------

    def all_rows(self) -> tuple[Ints, Ints, Ints]:
        rights = self.rights
        many = len(rights.hands)
        rows = np.zeros((2, many), dtype=np.int64)
        doubled = np.zeros((2, DOUBLES, many), dtype=np.int64)
        low = np.full((2, many if rights.aces_low else 0, VALUES), NO_ROW, dtype=np.int64)
        for split, reached in enumerate((self.whole, self.split)):
            for times in range(rights.doubles_max + 1):
                standing = doubled[split, times] if times else rows[split]
                for alike in rights.alike:
                    cards = rights.hands.cards[alike[0]]
                    hand = Hand(cards, from_split=bool(split), doubles=times)
                    ways = (reached[times][at] for at in alike)
                    standing[alike] = self.row(hand, next((way for way in ways if way is not None), None))
            if rights.aces_low:
                for at in np.nonzero(rights.family(split).double[0])[0].tolist():
                    low[split, at] = self.low_rows(at, reached[0][at], bool(split))
        return rows, doubled, low

    def row(self, hand: Hand, way: HandWay | None) -> int:
        """The number of the hand's class; `way` is a way to hold it, if there is one."""
        fact = look_at(self.rules, hand), hand.from_split, hand.doubles
        if way is not None and fact not in self.paths:
            self.paths[fact] = path_of(way)
        return self.facts.setdefault(fact, len(self.facts))

    def low_rows(self, hand: int, way: HandWay | None, split: bool) -> list[int]:
        """A doubled hand whose first aces count low goes by the cards it was doubled on (MBS-P 3.17.2)."""
        rights = self.rights
        rows = []
        pair = None if way is None else path_of(way).pair
        if pair is not None and pair.rank == "A" and not rights.aces.double[0][hand]:
            way = None
        for value in range(VALUES):
            after = doubled_hand(rights.hands.cards[hand], value, split=split)
            rank = self.ranks[value]
            stands = rights.doubled_total[hand, value] > 0
            reached = None if way is None or rank is None else (way, Card(rank, "hearts"), "double")
            rows.append(self.row(after, reached) if stands else NO_ROW)
        return rows

    def suited_rows(self, values: tuple[int, ...]) -> list[int]:
        """The classes of a bonus line in each suit."""
        rows = []
        for suit in SUITS:
            ranks = [self.ranks[value] for value in values]
            cards = tuple(Card(rank, suit) for rank in ranks if rank is not None)
            whole = len(cards) == len(values)
            path = HandPath(cards, ("hit",) * (len(cards) - 2)) if whole else None
            rows.append(self.row(Hand(cards), path))
        return rows

    def reached(self, *, split: bool) -> list[list[HandWay | None]]:
        """For each number of doubles, a way to hold each hand, or None where there is none."""
        rights = self.rights
        many = len(rights.hands)
        cards = [(value, Card(rank, "diamonds")) for value, rank in enumerate(self.ranks) if rank is not None]
        children = rights.hands.children.tolist()
        reached: list[list[HandWay | None]] = [[None] * many for _ in range(DOUBLES)]
        for family in (rights.split, rights.aces) if split else (rights.whole,):
            may_hit, may_double = family.hit.tolist(), family.double.tolist()
            mine: list[list[HandWay | None]] = [[None] * many for _ in range(DOUBLES)]
            for hand, path in self.first_two(split=split, aces=family is rights.aces):
                mine[0][hand] = mine[0][hand] or path
            for hand in range(many):
                for times in range(rights.doubles_max + 1):
                    held = mine[times][hand]
                    if held is None:
                        continue
                    after = []
                    if not times and may_hit[hand]:
                        after.append(("hit", mine[0]))
                    if may_double[times][hand]:
                        after.append(("double", mine[times + 1]))
                    for action, ways in after:
                        for value, card in cards:
                            child = children[hand][value]
                            if child != NO_HAND and ways[child] is None:
                                ways[child] = held, card, action
            for times in range(DOUBLES):
                reached[times] = [old or new for old, new in zip(reached[times], mine[times], strict=True)]
        return reached

    def first_two(self, *, split: bool, aces: bool) -> Iterator[tuple[int, HandPath]]:
        for first, one in enumerate(self.ranks):
            for second, other in enumerate(self.ranks):
                if one is None or other is None:
                    continue
                cards = Card(one, "clubs"), Card(other, "diamonds")
                if not split:
                    yield self.rights.hands.of(first, second), HandPath(cards, ())
                elif self.rights.splits_max[first] >= 2 and (first == ACE) == aces:
                    yield self.rights.hands.of(first, second), HandPath(cards, (), cards[0])

    # -- what they get ------------------------------------------------------------------------------------

    def settled(self, up: UpKind) -> SettledNets:
        nets = np.zeros((len(self.facts), OUTCOMES))
        for fact, row in self.facts.items():
            if fact in self.paths:
                special, split, doubles = fact
                final = self.final("stood", up, self.paths[fact], special, split=split, doubles=doubles)
                for ending, net in final.nets.items():
                    nets[row, outcome_of(ending, tells_22=self.rules.settles.tells_22)] = net / self.stake
        bust, rescue = np.zeros((DOUBLES, 2)), np.zeros((DOUBLES, 2))
        for times in range(self.rights.doubles_max + 1):
            bust[times] = self.decided("over", up, self.over_21(times), times)
            rescue[times] = self.decided("rescued", up, self.rescued(times), times)
        ups = self.settlements.ups[up]
        given_up = self.given_up() if self.rights.surrender_ups.intersection(ups) else None
        return SettledNets(nets, bust, rescue, self.decided("surrendered", up, given_up))

    def final(
        self,
        ending: str,
        up: UpKind,
        path: HandPath,
        special: Special,
        *,
        split: bool = False,
        doubles: int = 0,
    ) -> Final:
        key = class_key(special, ending, up, split=split, doubles=doubles, super_up=False)
        return self.settlements.final(key, path)

    def decided(self, ending: str, up: UpKind, path: HandPath | None, doubles: int = 0) -> list[float]:
        """What a hand nets that the dealer can change no more, but by a natural nobody had looked for."""
        if path is None:
            return [0.0, 0.0]
        nets = dict(self.final(ending, up, path, NOTHING_SPECIAL, doubles=doubles).nets)
        natural = nets.pop(DEALER_NATURAL, None)
        plain = set(nets.values())
        if len(plain) != 1:
            raise NotCarried(f"hands that are {ending}: settled by the dealer's total")
        net = plain.pop()
        return [net / self.stake, (net if natural is None else natural) / self.stake]

    def over_21(self, times: int) -> HandPath | None:
        """A hand that goes over 21 by a hit, or by the last of so many doubles."""
        rights = self.rights
        before = max(times - 1, 0)
        may = rights.whole.double[before] if times else rights.whole.hit
        for hand, way in enumerate(self.whole[before]):
            if way is not None and may[hand]:
                for value, rank in enumerate(self.ranks):
                    if rank is not None and rights.hands.children[hand, value] == NO_HAND:
                        return path_of((way, Card(rank, "hearts"), "double" if times else "hit"))
        return None

    def rescued(self, times: int) -> HandPath | None:
        for hand in np.nonzero(self.rights.whole.rescue[times])[0]:
            way = self.whole[times][hand]
            if way is not None and times:
                path = path_of(way)
                return path._replace(actions=(*path.actions, "rescue"))
        return None

    def two_cards(self) -> HandPath:
        """Two cards that may be played on, so no natural."""
        hit = self.rights.whole.hit
        return next(path_of(way) for at, way in enumerate(self.whole[0]) if way is not None and hit[at])

    def given_up(self) -> HandPath:
        return self.two_cards()._replace(actions=("surrender",))

    def even_money(self, value: int, up: UpKind) -> float | None:
        """What a natural is exchanged for against this up card, where the engine lets it."""
        natural = self.whole[0][self.rights.hands.of(ACE, TEN)]
        if natural is None or self.ranks[value] not in self.settlements.exchanging:
            return None
        path = path_of(natural)._replace(actions=("even money",))
        nets = self.final("even money", up, path, look_at(self.rules, Hand(path.cards))).nets
        return max(nets.values()) / self.stake

    def natural_takes(self) -> tuple[float, bool]:
        """What a late natural nets from all hands of a split together, 0 where each hand loses its own; and
        whether it takes nothing where one of them has busted."""
        up = next((ups[0] for kind, ups in self.settlements.ups.items() if kind.late), None)
        if up is None:
            return 0.0, False
        hand = False, self.stake, self.two_cards().cards
        bust = True, self.stake, self.two_cards().cards

        def taken(*hands: tuple[bool, int, tuple[Card, ...]]) -> int:
            return together(self.rules, self.stake, Card(up, "clubs"), hands)

        alone, both, busted = taken(hand), taken(hand, hand), taken(bust)
        if both == 2 * alone:
            return 0.0, False
        if both != alone:
            raise NotCarried("dealer_natural.collects: from split hands neither each its own nor one in all")
        if taken(bust, bust) != 2 * busted or taken(bust, hand) == busted + alone:
            return alone / self.stake, False
        if taken(bust, hand) != busted:
            raise NotCarried("dealer_natural.collects: less than one wager beside what has busted")
        return alone / self.stake, True


def path_of(way: HandWay) -> HandPath:
    if isinstance(way, HandPath):
        return way
    before, card, action = way
    path = path_of(before)
    return HandPath((*path.cards, card), (*path.actions, action), path.pair)
