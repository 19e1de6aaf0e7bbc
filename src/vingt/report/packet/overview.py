"""The sheet that a regulator asks for first: of every wager its house advantage, and of every payout what it
pays and the true odds of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from vingt.analysis.tabulated.hands import ACE, TEN, value_of
from vingt.core.rounds.outcome_words import outcome_words
from vingt.core.rules.table_rules import TableRules
from vingt.core.rules.usual_wager import usual_wager
from vingt.core.wagers.outcome import LOSE
from vingt.report.drawing.printed_sheet import PrintedSheet, table, text
from vingt.report.packet.odds import TableOdds, against, winning
from vingt.report.proposal import Proposal
from vingt.report.rules.felt import felt_of
from vingt.report.wagers.laboratory import true_odds
from vingt.report.wagers.par_sheet import percent

EXACT, BY_PLAY = "exact, counted", "exact, best play"


def overview_sheet(at: Proposal, odds: TableOdds) -> PrintedSheet:
    return PrintedSheet(
        "odds",
        "True odds, payout odds and house advantage",
        [
            table(
                ("wager", "paytable", "largest payout", "true odds of any win", "house advantage", "method"),
                wager_rows(at, odds),
                "Every wager",
            ),
            *(text(f"{name}: no card decides it, so cards give it no value.") for name in odds.drawn),
            *(
                [text(f"{at.rules.main_wager}: no exact value, because {odds.refused}.")]
                if odds.refused
                else []
            ),
            table(
                ("wager", "line", "payout odds", "true odds", "how it is known"),
                payout_rows(at, odds),
                "Every payout",
            ),
        ],
    )


def wager_rows(at: Proposal, odds: TableOdds) -> Iterator[tuple[str, ...]]:
    if odds.main is not None:
        wins = winning(odds.main)
        yield (
            at.rules.main_wager,
            "",
            largest_payout(at.rules),
            f"{(1 - wins) / wins:.4f} to 1" if wins else "by play",
            f"{100 * odds.main.house_edge:.4f}%",
            BY_PLAY,
        )
    for sheet in odds.sheets:
        valued = sheet.value
        best = max((line for line in valued.lines if line.line != LOSE), key=lambda line: line.net or 0)
        yield (
            valued.case.wager.name,
            valued.case.paytable.id,
            f"up to {best.pays}",
            true_odds(valued.hit_frequency),
            percent(valued.house_edge, 4),
            EXACT if valued.counted else "exact, reckoned by best play",
        )


def largest_payout(rules: TableRules) -> str:
    """Of the main wager: its best odds, and the largest sum besides."""
    stake = usual_wager(rules)
    lines = [("a win", rules.pays.win), (rules.natural.name, rules.pays.natural)]
    if rules.bonus is not None:
        lines += [(outcome_words(line.outcome), line.pays) for line in rules.bonus.lines]
    best = [max(lines, key=lambda line: line[1].net(stake))]
    if rules.super_bonus is not None:
        sums = (("super bonus", tier.pays) for tier in rules.super_bonus.tiers)
        best.append(max(sums, key=lambda line: line[1].net(stake)))
    return "; ".join(f"{name} {pays}" for name, pays in best)


def payout_rows(at: Proposal, odds: TableOdds) -> Iterator[tuple[str, ...]]:
    yield from main_payouts(at, odds)
    for sheet in odds.sheets:
        valued = sheet.value
        for line in valued.lines:
            if line.line != LOSE:
                yield (
                    valued.case.wager.name,
                    outcome_words(line.line),
                    f"{line.pays} + {line.besides}" if line.besides else line.pays,
                    true_odds(line.probability),
                    "impossible here" if line.impossible else EXACT if valued.counted else BY_PLAY,
                )


def main_payouts(at: Proposal, odds: TableOdds) -> Iterator[tuple[str, ...]]:
    """How often best play makes a bonus hand is counted by the simulation beside it."""
    rules, main = at.rules, odds.main
    lines = felt_of(rules).pays[0].lines
    for name, pays in lines:
        chance, how = 0.0, ""
        if name == "a win" and main is not None:
            chance, how = winning(main), "exact, any winning round"
        elif name == rules.natural.name:
            chance, how = float(natural_chance(rules)), "exact, the first two cards"
        yield rules.main_wager, name, pays, *stated(chance, how)
    for line in rules.bonus.lines if rules.bonus is not None else ():
        chance, how = simulated(odds, f"bonus {line.outcome}")
        yield rules.main_wager, outcome_words(line.outcome), str(line.pays), *stated(chance, how)
    bonus = rules.super_bonus
    for tier in bonus.tiers if bonus is not None else ():
        chance = main.super_bonus_chance if main is not None else 0.0
        words = f"super bonus: {outcome_words(tier.outcome)}"
        yield rules.main_wager, words, str(tier.pays), *stated(chance, BY_PLAY)


def natural_chance(rules: TableRules) -> Fraction:
    """Of an ace and a card that counts ten in two cards of a fresh shoe."""
    values = Counter(value_of(card.rank) for card in rules.cards.shoe)
    cards = len(rules.cards.shoe)
    return Fraction(2 * values[ACE] * values[TEN], cards * (cards - 1))


def simulated(odds: TableOdds, event: str) -> tuple[float, str]:
    if odds.simulated is None:
        return 0.0, ""
    counts = odds.simulated.run.counts
    times = counts.events.get(event, 0)
    return times / counts.rounds, f"simulated, {times:,} in {counts.rounds:,} rounds"


def stated(chance: float, how: str) -> tuple[str, str]:
    return f"{against(chance)} to 1" if chance else "–", how
