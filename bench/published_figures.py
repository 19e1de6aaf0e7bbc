"""Published house edges beside ours: the figures of docs/published-figures.md.

Each game is a table of ours with some rules replaced: those that the figure was published for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vingt.analysis.exact.edge import edge
from vingt.analysis.exact.solution import first_two_cards
from vingt.analysis.exact.solver import solve
from vingt.analysis.tabulated.hands import TEN
from vingt.core.rules.resolve import resolve
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library


@dataclass(frozen=True)
class Figure:
    game: str
    published: float  # the player's expectation
    digits: int  # decimals of the published figure
    rules: TableRules


def blackjack(decks: int, soft17: str, *, after_split: bool, hole: bool = True) -> TableRules:
    """No surrender, four hands except aces, one card on split aces, any two cards doubled, 3 to 2."""
    rules = resolve(library.load("md-blackjack"), library.submission("md-blackjack"))
    second, collects = ("hole_reader", rules.dealer_natural.collects) if hole else ("after_players", "all")
    return replace(
        rules,
        cards=replace(rules.cards, decks=decks),
        dealer=replace(rules.dealer, soft17=soft17, second_card=second),  # type: ignore[arg-type]
        dealer_natural=replace(rules.dealer_natural, collects=collects),
        double=replace(rules.double, after_split=after_split),
        split=replace(rules.split, hands_max=4, aces_hands_max=2, aces_draw=False, aces_double=False),
        surrender=replace(rules.surrender, offered=False),
    )


def spanish(decks: int, soft17: str, *, doubles: int = 1, draws: bool = True) -> TableRules:
    """Massachusetts Pontoon 21 with a card reader: the bonuses survive a split, every 21 wins."""
    rules = resolve(library.load("ma-pontoon-21"), library.submission("ma-pontoon-21"))
    raised = "existing_wager" if doubles > 1 else rules.double.up_to
    return replace(
        rules,
        cards=replace(rules.cards, decks=decks),
        dealer=replace(rules.dealer, soft17=soft17, second_card="hole_reader"),  # type: ignore[arg-type]
        double=replace(rules.double, times_max=doubles, up_to=raised),
        split=replace(rules.split, aces_draw=draws, aces_double=draws),
    )


def players_edge() -> TableRules:
    rules = resolve(library.load("md-players-edge-21"), library.submission("md-players-edge-21"))
    row = rules.settles.row("split_two_card_21", "21")
    return replace(rules, settles=rules.settles.paying(row, "win"))


def figures() -> list[Figure]:
    found = []
    for decks, soft17, das, ndas in (
        (1, "S17", 0.001839, 0.000423),
        (1, "H17", -0.000072, -0.001513),
        (2, "H17", -0.003797, -0.005252),
        (5, "H17", -0.005918, -0.007366),
    ):
        for after_split, published in ((True, das), (False, ndas)):
            words = "double after split" if after_split else "no double after split"
            rules = blackjack(decks, soft17, after_split=after_split)
            found.append(Figure(f"blackjack, {decks} decks, {soft17}, {words}", published, 6, rules))
    for decks, das, ndas in ((6, -0.0072705, -0.0086975), (8, -0.007562, -0.0089865)):
        for after_split, published in ((True, das), (False, ndas)):
            words = "double after split" if after_split else "no double after split"
            rules = blackjack(decks, "H17", after_split=after_split, hole=False)
            found.append(Figure(f"blackjack, {decks} decks, H17, no hole card, {words}", published, 6, rules))
    for decks, soft17, doubles, published in (
        (6, "S17", 1, -0.0037),
        (8, "S17", 1, -0.0038),
        (6, "H17", 1, -0.0078),
        (8, "H17", 1, -0.0080),
        (6, "H17", 3, -0.0042),
        (8, "H17", 3, -0.0045),
    ):
        words = ", doubled up to three times" if doubles > 1 else ""
        rules = spanish(decks, soft17, doubles=doubles)
        found.append(Figure(f"Spanish 21, {decks} decks, {soft17}{words}", published, 4, rules))
    found.append(Figure("Player's Edge 21, 6 decks, H17", -0.0027, 4, players_edge()))
    return found


def main() -> int:
    print(f"{'game':62}{'published':>11}{'ours':>12}{'difference':>12}{'with super bonus at $25':>25}")
    for each in figures():
        ours = edge(each.rules, with_law=False)
        plain = ours.ev_without_super_bonus
        bonus = f"{ours.ev:+.6f}" if each.rules.super_bonus else ""
        print(
            f"{each.game:62}{each.published:>+11.{each.digits}f}{plain:>+12.6f}"
            f"{plain - each.published:>+12.6f}{bonus:>25}"
        )
    no_draw = edge(spanish(6, "H17", draws=False), with_law=False).ev_without_super_bonus
    draw = edge(spanish(6, "H17"), with_law=False).ev_without_super_bonus
    print(f"Spanish 21, 6 decks, H17: no draw to split aces costs {draw - no_draw:.6f} (published 0.0028)")
    rules = players_edge()
    assert rules.bonus is not None
    surviving = replace(rules, bonus=replace(rules.bonus, survives_split=True))
    found = edge(surviving, with_law=False).ev_without_super_bonus
    chance, worth = equal_faces(surviving)
    print(f"Player's Edge 21 with bonuses that survive a split: {found:+.6f}")
    print(
        f"two equal face cards of one suit: chance {chance:.6f}, worth {worth:+.6f} unless they win at once"
    )
    print(f"Player's Edge 21 with both: {found + chance * (1 - worth):+.6f}")
    return 0


def equal_faces(rules: TableRules) -> tuple[float, float]:
    """How often two equal face cards of one suit are dealt, and what two ten-value cards are worth."""
    solution = solve(rules)
    cards, decks = solution.shoe.sum(), rules.cards.decks
    chance = 12 * decks * (decks - 1) / (cards * (cards - 1))
    met = worth = 0.0
    for at_up in solution.ups:
        assert at_up is not None
        for first, second, hand, share in first_two_cards(solution, at_up):
            if first == second == TEN:
                weight = float(solution.shoe[at_up.up].sum()) * share
                met += weight
                worth += weight * float(at_up.values.best[hand] - (1 - at_up.clear[hand]))
    return float(chance), worth / met
