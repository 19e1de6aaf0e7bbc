"""What an operator should know before filing a submission that is allowed."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache

from vingt.core.cards import Card, Rank
from vingt.core.pays import pay
from vingt.core.rounds.procedure import must_draw
from vingt.core.rounds.result import counts_of
from vingt.core.rounds.settle import odds_of
from vingt.core.rules.settles import DealerKind
from vingt.core.rules.table_rules import TableRules

EVENS = pay("1 to 1")


def cautions(rules: TableRules) -> list[str]:
    """Nothing is barred here: only what it costs is said."""
    given_away = natural_above_evens(rules) if rules.variant.hands_switched else Fraction(0)
    if not given_away:
        return []
    odds = odds_of(rules, rules.settles.row("natural", "lower").pays)[0]
    cost = f"{float(100 * given_away):.1f} percentage points of the edge"
    return [
        f"where hands are switched, a blackjack at {odds} costs about {cost} against every one at 1 to 1, "
        "as the game is sold (reading J-56); vingt edge values it exactly"
    ]


def natural_above_evens(rules: TableRules) -> Fraction:
    """How much more of a wager blackjacks bring than if each win were paid 1 to 1, cards drawn with
    replacement."""
    shares = shares_of(rules)
    ten = sum((share for rank, share in shares.items() if counts_of(rules).is_ten_value(rank)), Fraction(0))
    more = Fraction(0)
    for kind, chance in dealer_law(rules).items():
        row = rules.settles.row("natural", kind)
        if rules.settles.result("natural", kind) == "win":
            more += chance * (odds_of(rules, row.pays)[0].net(1) - EVENS.net(1))
    return 2 * shares["A"] * ten * more


def dealer_law(rules: TableRules) -> dict[DealerKind, Fraction]:
    """The chance of each ending that a natural tells apart."""
    shares, counts = shares_of(rules), counts_of(rules)

    @cache
    def after(hand: tuple[Card, ...]) -> dict[DealerKind, Fraction]:
        points = counts.total(hand).points
        if len(hand) < 2 or must_draw(rules, hand):
            law: defaultdict[DealerKind, Fraction] = defaultdict(Fraction)
            for rank, share in shares.items():
                for kind, chance in after(tuple(sorted((*hand, Card(rank, "clubs"))))).items():
                    law[kind] += share * chance
            return law
        if counts.is_natural(hand):
            return {"natural": Fraction(1)}
        if points < 21:
            return {"lower": Fraction(1)}
        return {"21" if points == 21 else "22" if points == 22 else "over_22": Fraction(1)}

    return after(())


def shares_of(rules: TableRules) -> dict[Rank, Fraction]:
    """Of each rank in the shoe."""
    ranks = Counter(card.rank for card in rules.cards.shoe)
    return {rank: Fraction(count, ranks.total()) for rank, count in ranks.items()}
