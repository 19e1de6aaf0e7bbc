"""The best chart for a table: every composition of a row plays alike, and each row plays what is best on
average."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vingt.analysis.actions import DOUBLE, HIT, KEEP, REDOUBLE, RESCUE, SPLIT, STAND, SURRENDER
from vingt.analysis.chart.chart import ANY, MOST_CARDS, NO_STAR, SUITED, TOP, Cell, Chart
from vingt.analysis.chart.rows import TIMES, pairless, rows_of
from vingt.analysis.exact.kernel.hands import BARRED, Play, reached
from vingt.analysis.exact.lookups import ExactLookups
from vingt.analysis.exact.solution import Family, Prescription, Solution, UpSolution, first_two_cards
from vingt.analysis.exact.solver import first_decisions, free_play, play, play_family
from vingt.analysis.exact.suited_splits import Says, add_suits_to_splits, split_gains
from vingt.analysis.exact.suits import SuitedHand, suited_hands
from vingt.analysis.tabulated.hands import VALUES, Floats, Ints
from vingt.analysis.tabulated.rights import Rights
from vingt.core.cards import SUITS

ROUNDS = 6  # a chart settles in three or four


@dataclass
class ChartValue:
    """A chart and the solution in which every hand follows it; `suited` is what its starred cells add."""

    chart: Chart
    solution: Solution
    suited: float


def patterned(table_rights: Rights) -> dict[int, int]:
    """Two-card hands that a third card may turn into a suited bonus line, with that line's hand."""
    hands: dict[int, int] = {}
    for line in table_rights.suit_lines:
        for first in line.values:
            for second in line.values:
                if line.third(first, second) is not None:
                    hands[table_rights.hands.of(first, second)] = line.hand
    return hands


def best_chart(solution: Solution) -> ChartValue:
    """Turn a solution of best play into the best chart, and let the solution follow it."""
    lookups = solution.looked_up
    chart = Chart()
    splits: dict[int, Play] = {}
    ups = [each for each in solution.ups if each is not None]
    for at_up in ups:
        # Whole hands first for their rows of doubled hands, which split hands follow too.
        whole = settle_whole(solution, at_up, chart)
        starts = split_weights(solution, at_up)
        split = settle_family(lookups, at_up, at_up.split_hands, starts, chart, whole.doubled)
        splits[at_up.up] = split
        play(lookups, at_up, Prescription(free_play(len(lookups.hands)), split, split))
        star_split_rows(solution, at_up, chart)
    add_suits_to_splits(solution, choose=False, says=split_stars(lookups, chart))
    for at_up in ups:
        # Again, now that it is known what splitting is worth to those who follow the chart.
        whole, split = settle_whole(solution, at_up, chart), splits[at_up.up]
        play_family(at_up, at_up.whole, whole)
        first_decisions(lookups, at_up, Prescription(whole, split, split))
    return ChartValue(chart, solution, add_stars(solution, chart))


def settle_whole(solution: Solution, at_up: UpSolution, chart: Chart) -> Play:
    return settle_family(solution.looked_up, at_up, at_up.whole, whole_weights(solution, at_up), chart, None)


def whole_weights(solution: Solution, at_up: UpSolution) -> Floats:
    weights = np.zeros(len(solution.looked_up.hands))
    for _, _, hand, chance in first_two_cards(solution, at_up):
        weights[hand] = chance
    return weights


def split_weights(solution: Solution, at_up: UpSolution) -> Floats:
    """How often a split hand begins with each second card."""
    lookups = solution.looked_up
    weights = np.zeros(len(lookups.hands))
    for first, second, hand, chance in first_two_cards(solution, at_up):
        if first == second and at_up.taken.hand[hand] == SPLIT:
            for value in range(VALUES):
                weights[lookups.hands.of(first, value)] += (
                    2 * chance * at_up.shoe.left[value] / at_up.shoe.cards
                )
    return weights


def reach(at_up: UpSolution, start: Floats, taken: Play) -> tuple[Floats, Floats]:
    """How often each hand is met when played so, and how often as a doubled one: `doubled[k, hand]`."""
    weight = start.copy()
    doubled = np.zeros((4, len(start)))
    reached(at_up.shoe, at_up.tree, at_up.which, taken, weight, doubled)
    return weight, doubled


def settle_family(
    table_rights: Rights,
    at_up: UpSolution,
    family: Family,
    start: Floats,
    chart: Chart,
    doubled: Ints | None,
) -> Play:
    """Choose one action for each row and number of cards, again and again until nothing changes. Split hands
    have rows of their own, and follow those of whole hands once they are `doubled`."""
    sections, rows = rows_of(table_rights)
    first = doubled is None
    special = patterned(table_rights) if first or table_rights.suits_survive_split else {}
    many = len(table_rights.hands)
    always = Play(np.full(many, HIT, dtype=np.int64), np.zeros((4, many), dtype=np.int64))
    anyway = reach(at_up, start, always)[0] * 1e-9
    groups: dict[tuple[str, int, int, bool], list[int]] = {}
    for hand in at_up.which:
        size = int(table_rights.hands.size[hand])
        if size >= 2 and table_rights.total[hand] < 21:
            section = sections[hand] if first or sections[hand] != "pair" else pairless(table_rights, hand)
            row = int(rows[hand]) if section == sections[hand] else int(table_rights.total[hand])
            key = (section, row, min(size, MOST_CARDS), hand in special and size == 2)
            groups.setdefault(key, []).append(int(hand))
    wanted = free_play(many) if doubled is None else Play(free_play(many).hand, doubled)
    choice: dict[tuple[str, int, int, bool], int] = {}
    for _ in range(ROUNDS):
        weight, doubled_weight = reach(at_up, start, family.taken)
        before = dict(choice)
        for key, hands in groups.items():
            choice[key] = choose(
                at_up, family, hands, weight[hands] + anyway[hands] + 1e-30, first and key[2] == 2
            )
            wanted.hand[hands] = choice[key]
        if first:
            choose_doubled(table_rights, family, at_up, doubled_weight, wanted, chart)
        if choice == before:
            break
        play_family(at_up, family, wanted)
    write_cells(chart, "" if first else "split ", at_up.up, choice)
    return wanted


def choose(at_up: UpSolution, family: Family, hands: list[int], weights: Floats, first: bool) -> int:
    values = family.values
    worth = {STAND: float(weights @ values.stand[hands])}
    for action, value in ((HIT, values.hit), (DOUBLE, values.double)):
        if (value[hands] > BARRED).all():
            worth[action] = float(weights @ value[hands])
    if first:
        if np.isfinite(at_up.surrender[hands]).all():
            worth[SURRENDER] = float(weights @ at_up.surrender[hands])
        counts = at_up.tree.counts[hands[0]]
        if len(hands) == 1 and counts.max() == 2 and np.isfinite(at_up.split[int(counts.argmax())]):
            worth[SPLIT] = float(weights[0] * at_up.split[int(counts.argmax())])
    return max(worth, key=lambda action: worth[action])


def choose_doubled(
    table_rights: Rights, family: Family, at_up: UpSolution, weight: Floats, wanted: Play, chart: Chart
) -> None:
    """Keep, rescue or redouble by total."""
    if not table_rights.whole.rescue.any() and table_rights.doubles_max == 1:
        return
    size = table_rights.hands.size
    for times in range(1, table_rights.doubles_max + 1):
        for soft in (0, 1):
            for total in range(4, 22):
                hands = np.nonzero((table_rights.total == total) & (table_rights.soft == soft) & (size >= 3))[
                    0
                ]
                hands = (
                    hands[(table_rights.hands.counts[hands] <= at_up.shoe.left).all(axis=1)]
                    if not at_up.shoe.replace
                    else hands
                )
                if not len(hands):
                    continue
                taken = family.taken.doubled[times, hands]
                weights = weight[times, hands] + 1e-12
                votes = {each: float(weights[taken == each].sum()) for each in (KEEP, RESCUE, REDOUBLE)}
                best = max(votes, key=lambda each: votes[each])
                wanted.doubled[times, hands] = best
                name = f"doubled {TIMES[times - 1]} {'soft' if soft else 'hard'}"
                chart.doubled.setdefault(name, {}).setdefault(total, {})[at_up.up] = best


def write_cells(chart: Chart, prefix: str, up: int, choice: dict[tuple[str, int, int, bool], int]) -> None:
    rows = sorted({(section, row) for section, row, _, _ in choice})
    for section, row in rows:
        by_cards = []
        last = STAND
        for cards in range(2, MOST_CARDS + 1):
            plain = choice.get((section, row, cards, False))
            starred = choice.get((section, row, cards, True))
            last = (
                plain
                if plain is not None
                else starred
                if starred is not None
                else (HIT if last > DOUBLE else last)
            )
            by_cards.append(last)
        mixed = choice.get((section, row, 2, True))
        star = ANY if mixed == HIT and by_cards[0] != HIT else NO_STAR
        chart.cells.setdefault(prefix + section, {}).setdefault(row, {})[up] = Cell(tuple(by_cards), star)


def add_stars(solution: Solution, chart: Chart, super_bonus: float = 0.0) -> float:
    """Hit a suited pattern where that gains on average over its suits; the gain of all such cells."""
    groups: dict[tuple[int, int, bool], list[SuitedHand]] = {}
    suits_differ = any(len(line.tops) < len(SUITS) for line in solution.looked_up.suit_lines)
    for hand in suited_hands(solution, super_bonus):
        top = suits_differ and hand.suit in hand.line.tops
        at = solution.looked_up.hands.of(hand.first, hand.second)
        groups.setdefault((hand.up, at, top), []).append(hand)
    gain = 0.0
    for (up, at, top), hands in groups.items():
        gained = sum(hand.chance * (hand.hit - hand.plain) for hand in hands)
        at_up = solution.ups[up]
        assert at_up is not None
        if at_up.taken.hand[at] == HIT:
            gain += gained
        elif gained > 0:
            gain += gained
            mark_star(solution, chart, up, at, TOP if top else SUITED)
    return gain


def split_stars(lookups: ExactLookups, chart: Chart) -> Says:
    """What the rows of split hands say of two suited cards of a bonus pattern."""

    def says(hand: int, up: int, top: bool) -> bool:
        kind, total = pairless(lookups, hand), int(lookups.total[hand])
        cell = chart.cell(f"split {kind}", total, up) or chart.cell(kind, total, up)
        return cell is not None and cell.hits_suited(top=top)

    return says


def star_split_rows(solution: Solution, at_up: UpSolution, chart: Chart) -> None:
    """Star the rows of split hands where hitting a suited pattern gains, on average over the pairs that are
    split, their suits and the patterns of the row."""
    lookups = solution.looked_up
    if not lookups.suits_survive_split:
        return
    pairs = {
        first: (hand, chance)
        for first, second, hand, chance in first_two_cards(solution, at_up)
        if first == second
    }
    gains: dict[tuple[str, int], dict[int, float]] = {}
    for pair in sorted(set(pairs) & set(at_up.parts)):
        whole, chance = pairs[pair]
        weight = chance * (1.0 if at_up.taken.hand[whole] == SPLIT else 1e-9)
        for each, gain in split_gains(solution, at_up, pair):
            hand = lookups.hands.of(pair, each.second)
            if at_up.family(pair).taken.hand[hand] != HIT:
                star = TOP if each.suit in each.line.tops else SUITED
                row = gains.setdefault((f"split {pairless(lookups, hand)}", int(lookups.total[hand])), {})
                row[star] = row.get(star, 0.0) + weight * gain
    for (section, total), by_star in gains.items():
        star = next((each for each in (SUITED, TOP) if by_star.get(each, 0.0) > 0), NO_STAR)
        cell = chart.cell(section, total, at_up.up)
        if star and cell is not None and cell.star == NO_STAR:
            chart.cells[section][total][at_up.up] = Cell(cell.by_cards, star)


def mark_star(solution: Solution, chart: Chart, up: int, hand: int, star: int) -> None:
    lookups = solution.looked_up
    counts = lookups.hands.counts[hand]
    section, row = ("pair", int(counts.argmax())) if counts.max() == 2 else ("hard", int(lookups.total[hand]))
    cell = chart.cell(section, row, up)
    if cell is not None and (cell.star == NO_STAR or star < cell.star):
        chart.cells[section][row][up] = Cell(cell.by_cards, star)
