"""Two hands of one player against one dealer, whose second cards may be exchanged (MD-BJ 12.A): what each
pair of hands is worth as dealt and as switched, from one shoe.

Each hand is played best for the five cards that are known when the switch is decided; what the other hand
draws later is not looked at. Cards nobody looks at do not move an expectation, so the sum of both hands is
exact for that play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

import numpy as np

from vingt.analysis.chart.chart import Chart, write_chart
from vingt.analysis.exact.kernel.dealer_trie import NATURAL, OUTCOMES
from vingt.analysis.exact.kernel.hands import Play
from vingt.analysis.exact.lookups import ExactLookups, lookups
from vingt.analysis.exact.prescription import prescribed_by
from vingt.analysis.exact.solution import Solution, UpSolution
from vingt.analysis.exact.solver import solve
from vingt.analysis.tabulated.hands import ACE, TEN, VALUES, Floats, Ints, all_hands, shoe_counts
from vingt.analysis.tabulated.one_hand import one_hand
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.core.pays import pay
from vingt.core.rules.settles import DealerKind, DealerWord, HandKind, Settles, SettlesRow
from vingt.core.rules.table_rules import TableRules

PAIRS = tuple(combinations_with_replacement(range(VALUES), 2))  # two card values, in whatever order
PAIR_OF = np.zeros((VALUES, VALUES), dtype=np.int64)  # [value, value] -> the number of the pair
for _at, (_first, _second) in enumerate(PAIRS):
    PAIR_OF[_first, _second] = PAIR_OF[_second, _first] = _at
BLACKJACK = int(PAIR_OF[ACE, TEN])
HAND_OF = np.array([all_hands().of(*pair) for pair in PAIRS])
KEPT = 3
_KEPT: dict[object, TwoHands] = {}
Plays = tuple[Play, Play, Play]
DEALS = np.indices((VALUES,) * 4).reshape(4, -1)  # first cards of both hands, then the second ones
KEEPS, SWITCHES, EXCHANGES = 0, 1, 2  # what is done with two hands; to exchange is to take even money


@dataclass(frozen=True)
class TwoHands:
    """Everything about two hands. Worth is in the wagers of one hand and weighs only rounds in which the
    dealer, where that is checked first, has no natural; `[up, other, hand]`: the pair `hand` played beside
    the pair `other`, which is out of the shoe."""

    rules: TableRules
    shoe: Ints  # [value, suit]
    infinite: bool
    best: Floats  # a blackjack as dealt
    switched: Floats  # two cards brought together: ace and ten are a mere 21
    clear: Floats  # the chance of no dealer natural that is looked for
    against_natural: Floats  # [up, hand]: what a hand nets against one
    natural_law: Floats  # [up, other, outcome]: of the dealer's hand beside a blackjack
    even_money: tuple[float | None, ...]
    plays: tuple[dict[int, Plays], ...]  # [other][up]: of whole hands, of split ones, of split aces
    chart: Chart | None = None

    def deals(self) -> Iterator[tuple[int, Floats, Ints]]:
        """Up card, chance of each deal with it, and the deals that are possible: four rows of values."""
        left = self.shoe.sum(axis=1).astype(np.float64)
        for up in range(VALUES):
            if left[up] <= 0:
                continue
            rest = left.copy()
            rest[up] -= not self.infinite
            chance = np.full(DEALS.shape[1], left[up] / left.sum())
            for at in range(4):
                gone = sum(((DEALS[before] == DEALS[at]).astype(int) for before in range(at)), start=0)
                have = rest[DEALS[at]] - (0 if self.infinite else gone)
                chance *= np.maximum(have, 0) / (rest.sum() - (0 if self.infinite else at))
            dealt = chance > 0
            yield up, chance[dealt], DEALS[:, dealt]

    def without_even_money(self) -> TwoHands:
        return replace(self, even_money=(None,) * VALUES)


@dataclass(frozen=True)
class SwitchFigures:
    """What a round of two hands is worth, in units of both wagers together."""

    ev: float
    kept: float  # of rounds in which the cards stay as dealt
    switched: float
    dealer_naturals: float
    switch_chance: float  # of rounds that get so far

    @property
    def parts(self) -> dict[str, float]:
        return {
            "hands kept": self.kept,
            "hands switched": self.switched,
            "dealer naturals": self.dealer_naturals,
        }


# A rule for switching: for one up card and deals, whether each is switched.
SwitchRule = Callable[[int, Ints], Ints]


def paid_like(rules: TableRules, kind: HandKind) -> TableRules:
    """The table at which a blackjack gets what another kind of hand gets."""
    words: tuple[tuple[DealerKind, DealerWord], ...]
    words = (("natural", "natural"), ("21", "21"), ("22", "22"), ("over_22", "over_21"), ("lower", "any"))
    if any(f"settles.{kind}.{dealer}" not in rules.settles.by_path for dealer, _ in words):
        raise NotCarried(f"settles: no row for a hand that is {kind} against every hand of the dealer")
    rows = ((word, rules.settles.row(kind, dealer)) for dealer, word in words)
    alike = (SettlesRow("natural", word, row.pays, row.cite) for word, row in rows)
    return replace(rules, settles=Settles((*alike, *rules.settles.rows)))


def naturals_paid(rules: TableRules, odds: str) -> TableRules:
    """The table at which every winning blackjack is paid at these odds."""
    rows = tuple(
        replace(row, pays=pay(odds)) if row.hand == "natural" and row.pays not in ("push", "lose") else row
        for row in rules.settles.rows
    )
    return replace(rules, settles=Settles(rows))


def two_hands(
    rules: TableRules,
    chart: Chart | None = None,
    *,
    shoe: Ints | None = None,
    infinite: bool = False,
    wager: int | None = None,
    done: Callable[[], None] = lambda: None,
) -> TwoHands:
    """Every pair of hands against every up card, played best or by a chart; `done` is called `len(PAIRS)`
    times, once for every pair that may lie beside a hand. What was found last is kept."""
    if shoe is not None:
        return valued(rules, chart, shoe, infinite, wager, done)
    asked = rules, None if chart is None else write_chart(chart, ""), infinite, wager
    if asked not in _KEPT:
        while len(_KEPT) >= KEPT:
            del _KEPT[next(iter(_KEPT))]
        fresh = shoe_counts(rules.cards.decks, rules.cards.removed_ranks)
        _KEPT[asked] = valued(rules, chart, fresh, infinite, wager, done)
    return _KEPT[asked]


def valued(
    rules: TableRules,
    chart: Chart | None,
    cards: Ints,
    infinite: bool,
    wager: int | None,
    done: Callable[[], None],
) -> TwoHands:
    alone = one_hand(rules)
    looked_up, as_21 = lookups(alone, wager), lookups(paid_like(alone, "switched_21"), wager)
    many = len(PAIRS)
    best, clear = np.zeros((VALUES, many, many)), np.ones((VALUES, many, many))
    law = np.zeros((VALUES, many, OUTCOMES))
    plays: tuple[dict[int, Plays], ...] = tuple({} for _ in PAIRS)
    alike: dict[object, Plays] = {}
    known: Solution | None = None
    ups = tuple(up for up in range(VALUES) if cards[up].any())
    prescribed = prescribed_by(looked_up, chart, ups) if chart is not None else None
    for at, beside in enumerate(PAIRS):
        rest = cards if infinite else without(cards, beside)
        if rest is not None and not (infinite and known is not None):
            known = solve(alone, rest, replace=infinite, prescribed=prescribed, wager=wager)
        for up, at_up in enumerate(known.ups if known is not None and rest is not None else ()):
            if at_up is not None:
                best[up, at], clear[up, at] = at_up.values.best[HAND_OF], at_up.clear[HAND_OF]
                law[up, at] = at_up.values.dealer[HAND_OF[BLACKJACK]]
                plays[at][up] = alike.setdefault(*play_against(at_up))
        done()
    switched = best.copy()
    switched[:, :, BLACKJACK] = standing_natural(as_21, law)
    naturals = np.array([found_natural(looked_up, up) for up in range(VALUES)])
    even = tuple(looked_up.even_money.get(up) for up in range(VALUES))
    return TwoHands(rules, cards, infinite, best, switched, clear, naturals, law, even, plays, chart)


def play_against(at_up: UpSolution) -> tuple[object, Plays]:
    """The play against one up card, and what is equal for equal ones."""
    plays = at_up.taken, at_up.split_hands.taken, at_up.split_aces.taken
    return (at_up.up, *(part.tobytes() for play in plays for part in play)), plays


def without(cards: Ints, values: tuple[int, ...]) -> Ints | None:
    """The shoe without a card of each value, whatever its suit; None where it has none."""
    rest = cards.copy()
    for value in values:
        if not rest[value].any():
            return None
        rest[value, int(rest[value].argmax())] -= 1
    return rest


def standing_natural(looked_up: ExactLookups, law: Floats) -> Floats:
    """`[up, other]`: what ace and ten are worth by what a blackjack nets in these lookups."""
    row = looked_up.rows[0, HAND_OF[BLACKJACK]]
    worth = np.zeros(law.shape[:2])
    for up, settled in looked_up.settled.items():
        ends = NATURAL if looked_up.peeks[up] else OUTCOMES
        worth[up] = law[up, :, :ends] @ settled.nets[row, :ends]
    return worth


def found_natural(looked_up: ExactLookups, up: int) -> Floats:
    """What each pair nets where the dealer looks and has a natural."""
    if up not in looked_up.settled:
        return np.zeros(len(PAIRS))
    nets: Floats = looked_up.settled[up].nets[looked_up.rows[0, HAND_OF], NATURAL]
    return nets


# -- the switch --------------------------------------------------------------------------------------------


def worth_of(hands: TwoHands, up: int, dealt: Ints) -> tuple[Floats, Floats]:
    """Both hands together, kept and switched, for many deals."""
    first, second, other_first, other_second = pairs_of(dealt)
    kept = hands.best[up, second, first] + hands.best[up, first, second]
    switched = hands.switched[up, other_second, other_first] + hands.switched[up, other_first, other_second]
    return kept, switched


def pairs_of(dealt: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """The hands as dealt, and as switched."""
    one, two, one_more, two_more = dealt
    return PAIR_OF[one, one_more], PAIR_OF[two, two_more], PAIR_OF[one, two_more], PAIR_OF[two, one_more]


def best_switch(hands: TwoHands) -> SwitchRule:
    def rule(up: int, dealt: Ints) -> Ints:
        kept, switched = worth_of(hands, up, dealt)
        better: Ints = switched > kept
        return better

    return rule


def figures(hands: TwoHands, rule: SwitchRule | None = None) -> SwitchFigures:
    """The value of a round in which cards are switched by a rule, or wherever that is better. Even money is
    taken where it is best, which leaves nothing to switch with."""
    rule = rule or best_switch(hands)
    parts = {"kept": 0.0, "switched": 0.0, "naturals": 0.0}
    often = gone_so_far = 0.0
    for up, chance, dealt in hands.deals():
        first, second, _, _ = pairs_of(dealt)
        kept, switched = worth_of(hands, up, dealt)
        done = choices(hands, up, dealt, rule)
        clear = hands.clear[up, second, first]
        exchanged = with_even_money(hands, up, first, second)
        parts["kept"] += float((chance * kept)[done == KEEPS].sum())
        parts["kept"] += float((chance * exchanged)[done == EXCHANGES].sum())
        parts["switched"] += float((chance * switched)[done == SWITCHES].sum())
        parts["naturals"] += float((chance * lost_to_naturals(hands, up, dealt))[done != EXCHANGES].sum())
        often += float((chance * clear)[done == SWITCHES].sum())
        gone_so_far += float((chance * clear).sum())
    kept_value, switched_value, naturals = (each / 2 for each in parts.values())
    return SwitchFigures(
        kept_value + switched_value + naturals, kept_value, switched_value, naturals, often / gone_so_far
    )


def choices(hands: TwoHands, up: int, dealt: Ints, rule: SwitchRule | None = None) -> Ints:
    """What is done with each deal: kept, switched by the rule, or a blackjack exchanged for even money."""
    first, second, _, _ = pairs_of(dealt)
    kept, switched = worth_of(hands, up, dealt)
    wanted = (rule or best_switch(hands))(up, dealt)
    played = np.where(wanted, switched, kept) + lost_to_naturals(hands, up, dealt)
    taken = with_even_money(hands, up, first, second) > played
    return np.where(taken, EXCHANGES, np.where(wanted, SWITCHES, KEEPS))


def lost_to_naturals(hands: TwoHands, up: int, dealt: Ints) -> Floats:
    """What a dealer natural that is found takes from both hands, weighed with its chance."""
    first, second, _, _ = pairs_of(dealt)
    lost: Floats = (1 - hands.clear[up, second, first]) * (
        hands.against_natural[up, first] + hands.against_natural[up, second]
    )
    return lost


def exchanges(hands: TwoHands, up: int, other: int) -> bool:
    """Whether a blackjack beside that pair is worth less than even money."""
    even = hands.even_money[up]
    lost = (1 - hands.clear[up, other, BLACKJACK]) * hands.against_natural[up, BLACKJACK]
    return even is not None and bool(even > hands.best[up, other, BLACKJACK] + lost)


def with_even_money(hands: TwoHands, up: int, first: Ints, second: Ints) -> Floats:
    """Both hands kept, each blackjack exchanged for even money; -inf where nothing can be."""
    even = hands.even_money[up]
    worth = np.full(len(first), -np.inf)
    if even is None:
        return worth
    clear = hands.clear[up, second, first]
    some = (first == BLACKJACK) | (second == BLACKJACK)
    total = np.zeros(len(first))
    for mine, other in ((first, second), (second, first)):
        played = hands.best[up, other, mine] + (1 - clear) * hands.against_natural[up, mine]
        total += np.where(mine == BLACKJACK, np.maximum(even, played), played)
    return np.where(some, total, worth)


def naturals_at(hands: TwoHands, odds: str, wager: int | None = None) -> TwoHands:
    """The same hands where every winning blackjack is paid at these odds."""
    best = hands.best.copy()
    looked_up = lookups(naturals_paid(one_hand(hands.rules), odds), wager)
    best[:, :, BLACKJACK] = standing_natural(looked_up, hands.natural_law)
    return replace(hands, best=best)


# -- rules a person can follow -----------------------------------------------------------------------------


def single_hands(hands: TwoHands, at_ups: list[UpSolution | None]) -> tuple[Floats, Floats]:
    """`[up, hand]`: each hand as if it were alone at the table, as dealt and as switched."""
    as_21 = lookups(paid_like(one_hand(hands.rules), "switched_21"))
    best = np.zeros((VALUES, len(PAIRS)))
    law = np.zeros((VALUES, 1, OUTCOMES))
    for up, at_up in enumerate(at_ups):
        if at_up is not None:
            best[up] = at_up.values.best[HAND_OF] / at_up.clear[HAND_OF]
            law[up, 0] = at_up.values.dealer[HAND_OF[BLACKJACK]] / at_up.clear[HAND_OF[BLACKJACK]]
    switched = best.copy()
    switched[:, BLACKJACK] = standing_natural(as_21, law)[:, 0]
    return best, switched


def by_sums(best: Floats, switched: Floats) -> SwitchRule:
    """Switch where the two new hands come to more than the two old ones by these single values."""

    def rule(up: int, dealt: Ints) -> Ints:
        first, second, other_first, other_second = pairs_of(dealt)
        old = best[up, first] + best[up, second]
        more: Ints = switched[up, other_first] + switched[up, other_second] > old + 1e-12
        return more

    return rule
