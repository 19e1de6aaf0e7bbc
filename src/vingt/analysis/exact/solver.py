"""Best play and the value of the main wager, drawing without replacement from the actual shoe."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vingt.analysis.actions import FREE, SPLIT, SURRENDER
from vingt.analysis.exact.kernel.dealer_trie import NATURAL, OUTCOMES, dealer_trie, natural_partner
from vingt.analysis.exact.kernel.hands import (
    LATE_NATURAL,
    PLAIN,
    CardsLeft,
    Play,
    Stakes,
    Terms,
    Tree,
    Values,
    Walk,
    dealer_chances,
    doubled_hands,
    play_hands,
    stand_values,
)
from vingt.analysis.exact.kernel.splits import SplitParts, put_together, split_pair
from vingt.analysis.exact.lookups import ExactLookups, lookups
from vingt.analysis.exact.one_original import busts_marked, once_for_all_hands, spared_by_natural
from vingt.analysis.exact.solution import Family, Prescription, Solution, UpSolution
from vingt.analysis.tabulated.hands import ACE, TEN, VALUES, Floats, Ints, shoe_counts
from vingt.core.rules.table_rules import TableRules


def solve(
    rules: TableRules,
    shoe: Ints | None = None,
    *,
    replace: bool = False,
    prescribed: dict[int, Prescription] | None = None,
    ups: tuple[int, ...] = tuple(range(VALUES)),
    pairs: tuple[int, ...] = tuple(range(VALUES)),
    early_surrender: bool = False,
    wager: int | None = None,
) -> Solution:
    """Every action of every hand against every up card, and the best (or prescribed) play; only some up
    cards, or only some pairs split, where no more is asked for; for a main `wager` in cents, which decides
    how payments are rounded. `early_surrender` is a rule of no rulebook
    here: the forfeit saves the rest from a dealer natural that is looked for later."""
    if shoe is None and prescribed is None:
        best = best_from_full_shoe(rules, replace, ups, pairs, early_surrender, wager)
        return Solution(
            *(rules, best.looked_up, best.shoe.copy(), replace),
            [at_up and at_up.copied() for at_up in best.ups],
        )
    cards = shoe if shoe is not None else whole_shoe(rules)
    return solve_anew(rules, cards, replace, prescribed or {}, ups, pairs, early_surrender, wager)


def whole_shoe(rules: TableRules) -> Ints:
    return shoe_counts(rules.cards.decks, rules.cards.removed_ranks)


@lru_cache(maxsize=4)  # the edge, the chart, the simulation and the sheets of a table all begin with it
def best_from_full_shoe(
    rules: TableRules,
    replace: bool,
    ups: tuple[int, ...],
    pairs: tuple[int, ...],
    early_surrender: bool,
    wager: int | None,
) -> Solution:
    return solve_anew(rules, whole_shoe(rules), replace, {}, ups, pairs, early_surrender, wager)


def solve_anew(
    rules: TableRules,
    cards: Ints,
    replace: bool,
    prescribed: dict[int, Prescription],
    ups: tuple[int, ...],
    pairs: tuple[int, ...],
    early_surrender: bool,
    wager: int | None,
) -> Solution:
    looked_up = lookups(rules, wager)
    solution = Solution(rules, looked_up, cards, replace, [None] * VALUES)
    for up in ups:
        if cards[up].sum() > 0:
            at_up = look_up(rules, looked_up, cards, up, replace)
            if early_surrender:
                lost = looked_up.settled[up].nets[looked_up.rows[0], NATURAL]
                saved = looked_up.settled[up].surrender[PLAIN] - lost
                at_up.surrender = at_up.surrender + saved * (1 - at_up.clear)
            play(looked_up, at_up, prescribed.get(up), pairs)
            solution.ups[up] = at_up
    return solution


def follow(solution: Solution, prescribed: dict[int, Prescription]) -> None:
    """Play every hand again as prescribed; the laws of the dealer's hand are kept."""
    for up, at_up in enumerate(solution.ups):
        if at_up is not None:
            play(solution.looked_up, at_up, prescribed.get(up))


def free_play(hands: int) -> Play:
    return Play(np.full(hands, FREE, dtype=np.int64), np.full((4, hands), FREE, dtype=np.int64))


def shoe_after(looked_up: ExactLookups, cards: Ints, up: int, replace: bool) -> CardsLeft:
    """What players draw from once the up card lies there."""
    left = cards.sum(axis=1).astype(np.float64)
    if not replace:
        left[up] -= 1
    partner = natural_partner(up)
    completes = -1 if partner is None else partner
    peeks = bool(looked_up.peeks[up])
    return CardsLeft(
        left,
        float(left.sum()),
        replace,
        partner=completes if peeks else -1,
        with_natural=completes >= 0 and not peeks,
        completes=completes,
    )


def look_up(rules: TableRules, looked_up: ExactLookups, cards: Ints, up: int, replace: bool) -> UpSolution:
    """The law of the dealer's hand beside every player's hand, and what every hand is worth as it stands."""
    hands = looked_up.hands
    trie = dealer_trie(rules, up)
    walk = Walk(trie.parent, trie.value, trie.used, trie.depth, trie.orders, trie.outcome)
    tree = Tree(hands.counts, hands.size, hands.children, looked_up.total)
    shoe = shoe_after(looked_up, cards, up, replace)
    stakes = looked_up.stakes(up)
    which = possible(hands.counts, shoe)[::-1].copy()
    dealer = np.zeros((len(hands), OUTCOMES))
    dealer_chances(shoe, tree, which, walk, dealer)
    whole, split_hands, split_aces = (
        family(shoe, which, looked_up.terms(number), stakes, dealer) for number in range(3)
    )
    clear = clear_chances(shoe, hands.counts, hands.size)
    surrender = surrender_values(looked_up, up, clear, shoe, dealer)
    return UpSolution(up, shoe, walk, tree, stakes, which, whole, split_hands, split_aces, clear, surrender)


def family(shoe: CardsLeft, which: Ints, terms: Terms, stakes: Stakes, dealer: Floats) -> Family:
    many = len(dealer)
    stand, hit, double, best = np.zeros(many), np.zeros(many), np.zeros(many), np.zeros(many)
    values = Values(dealer, stand, hit, double, best, np.zeros((4, many)))
    stand_values(shoe, which, terms, stakes, values)
    return Family(terms, values, Play(np.zeros(many, dtype=np.int64), np.zeros((4, many), dtype=np.int64)))


def play(
    looked_up: ExactLookups,
    at_up: UpSolution,
    prescribed: Prescription | None,
    pairs: tuple[int, ...] = tuple(range(VALUES)),
) -> None:
    """Value every action and take the best, or what is prescribed; then the splits with that play.

    Split hands are played as if nothing but the hand itself and the up card were gone: a play that does not
    depend on the other hands, which makes the value of a split exact."""
    free = free_play(len(looked_up.hands))
    play_family(at_up, at_up.whole, prescribed.play if prescribed else free)
    play_family(at_up, at_up.split_hands, prescribed.split if prescribed else free)
    play_family(at_up, at_up.split_aces, prescribed.aces if prescribed else free)
    for pair in pairs:
        if looked_up.splits_max[pair] >= 2 and at_up.shoe.left[pair] >= 2:
            split(looked_up, at_up, pair)
    first_decisions(looked_up, at_up, prescribed)


def play_family(at_up: UpSolution, hands: Family, wanted: Play) -> None:
    shoe, tree, which, stakes = at_up.shoe, at_up.tree, at_up.which, at_up.stakes
    doubled_hands(shoe, tree, which, hands.terms, stakes, hands.values, wanted.doubled, hands.taken.doubled)
    play_hands(shoe, tree, which, hands.terms, stakes, hands.values, wanted.hand, hands.taken.hand)


def split(looked_up: ExactLookups, at_up: UpSolution, pair: int) -> None:
    hands_max = int(looked_up.splits_max[pair])
    low = np.full((len(looked_up.hands) if at_up.stakes.aces_low else 0, VALUES), FREE, dtype=np.int64)
    parts = split_parts(looked_up, at_up, pair, at_up.stakes, low)
    at_up.parts[pair] = parts
    if looked_up.natural_takes_once and at_up.shoe.with_natural:
        spared = split_parts(looked_up, at_up, pair, spared_by_natural(at_up.stakes), low)
        marked = None
        if looked_up.busts_count:
            marked = split_parts(looked_up, at_up, pair, busts_marked(at_up.stakes), low)
        at_up.split[pair] = once_for_all_hands(
            at_up.shoe, pair, hands_max, parts, spared, looked_up.natural_takes, marked
        )
    else:
        at_up.split[pair] = put_together(at_up.shoe, pair, hands_max, parts.alone, parts.paired)


def split_parts(
    looked_up: ExactLookups, at_up: UpSolution, pair: int, stakes: Stakes, low: Ints
) -> SplitParts:
    most = 2 * int(looked_up.splits_max[pair]) - 1
    alone, paired, seconds = np.zeros(most), np.zeros(most), np.zeros((most, VALUES, 4))
    parts = SplitParts(looked_up.completed(pair), low, alone, paired, seconds)
    hands = at_up.family(pair)
    split_pair(
        at_up.shoe,
        at_up.tree,
        at_up.walk,
        hands.terms,
        stakes,
        pair,
        looked_up.hands.of(pair),
        at_up.which[looked_up.hands.counts[at_up.which, pair] > 0],
        at_up.values.dealer,
        hands.taken,
        parts,
    )
    return parts


def possible(counts: Ints, shoe: CardsLeft) -> Ints:
    """The hands this shoe can deal."""
    if shoe.replace:
        return np.arange(len(counts))
    return np.nonzero((counts <= shoe.left).all(axis=1))[0]


def clear_chances(shoe: CardsLeft, counts: Ints, size: Ints) -> Floats:
    """The chance of no dealer natural beside each hand; 1 where nobody looks for one."""
    if shoe.partner < 0:
        return np.ones(len(size))
    if shoe.replace:
        return np.full(len(size), 1 - shoe.left[shoe.partner] / shoe.cards)
    clear: Floats = 1 - (shoe.left[shoe.partner] - counts[:, shoe.partner]) / np.maximum(shoe.cards - size, 1)
    return clear


def surrender_values(
    looked_up: ExactLookups, up: int, clear: Floats, shoe: CardsLeft, dealer: Floats
) -> Floats:
    if not looked_up.may_surrender[up]:
        return np.full(len(clear), -np.inf)
    natural = dealer[:, NATURAL] if shoe.with_natural else np.zeros(len(clear))
    nets = looked_up.settled[up].surrender
    worth: Floats = nets[PLAIN] * (clear - natural) + nets[LATE_NATURAL] * natural
    return worth


def first_decisions(looked_up: ExactLookups, solution: UpSolution, prescribed: Prescription | None) -> None:
    """Split and surrender are choices of the first two cards only."""
    best, taken = solution.values.best, solution.taken.hand
    for first in range(VALUES):
        for second in range(first, VALUES):
            hand = looked_up.hands.of(first, second)
            if {first, second} == {ACE, TEN}:
                continue
            options = {SURRENDER: solution.surrender[hand]}
            if first == second:
                options[SPLIT] = solution.split[first]
            if prescribed is not None and prescribed.play.hand[hand] != FREE:
                wanted = int(prescribed.play.hand[hand])
                options = {wanted: options[wanted]} if wanted in options else {}
                if not options or not np.isfinite(options[wanted]):
                    continue
                best[hand], taken[hand] = options[wanted], wanted
                continue
            for action, worth in options.items():
                if worth > best[hand]:
                    best[hand], taken[hand] = worth, action
