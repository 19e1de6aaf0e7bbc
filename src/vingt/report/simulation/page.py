"""A simulation as a page of text: the edge with its error, what happened how often, side wagers, hold."""

from __future__ import annotations

from math import isfinite

from vingt.analysis.simulation.figures.bankroll import CentsArray, Session
from vingt.analysis.simulation.figures.side_wagers import SideFigures
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.report import Report
from vingt.core.money import dollars
from vingt.report.simulation import jackpots
from vingt.report.text.page import Page
from vingt.report.words.figures import bar, often_and_rare, percent, rounded
from vingt.report.words.grammar import plural
from vingt.report.words.strategies import strategy_words

LEVELS = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def simulate_page(report: Report) -> Page:
    page, figures, plan = Page(), report.figures, report.plan
    page.title(plan.rules.title)
    page.block(
        f"house edge  {percent(-figures.ev)} {error_in_words(figures.standard_error)}",
        bonus_in_words(report),
        [
            ("rounds", rounds_in_words(report)),
            ("played", played_in_words(report)),
            ("strategy", strategy_in_words(report)),
            ("expectation", f"{figures.ev:+.7f} of the wager"),
            ("standard error", f"{figures.standard_error:.7f}" if isfinite(figures.standard_error) else ""),
            ("exact", exact_in_words(report)),
            ("cut-card effect", cut_card_in_words(report)),
            ("shuffled", report.shuffled),
            ("super bonus", super_bonus(report)),
            ("envy", envy_in_words(report)),
            ("variance", f"{figures.variance:.4f}"),
            ("deviation", f"{figures.variance**0.5:.4f} wagers a round"),
        ],
    )
    page.table(("happened", "times", "share", "one in"), event_rows(report))
    page.table(("net result", "times", "share", ""), law_rows(report))
    columns = ("side wager", "paytable", "house edge", "±", "exact", "apart", "hits", "deviation")
    page.table(columns, [side_row(side) for side in report.sides], ("bold", "", "cyan"))
    for rows in (jackpots.returns(report), jackpots.lines(report), jackpots.meters(report)):
        if rows.rows:
            page.table(rows.heads, rows.rows, ("bold", "", "cyan"))
    sessions(page, report)
    for note in (*report.notes, *jackpots.notes(report)):
        page.text(note, "dim")
    page.text(f"Seed {plan.seed}, rules identity {plan.rules.identity}", "dim")
    return page


def bonus_in_words(report: Report) -> str:
    if report.plan.rules.super_bonus is None:
        return ""
    aimed = "aimed at" if report.plan.aims_at_super_bonus else "not aimed at (--for-super-bonus)"
    return f"with the super bonus at {dollars(report.plan.stake)}, {aimed}"


def rounds_in_words(report: Report) -> str:
    counts = report.run.counts
    kind = "double shoes" if report.plan.rules.variant.has_determinant else "shoes"
    shoes = f" from {counts.shoes:,} {kind}" if counts.shoes and report.plan.cut is not None else ""
    return f"{counts.rounds:,}{shoes}" + ("" if report.complete else ", not all that was asked for")


def played_in_words(report: Report) -> str:
    plan, manner = report.plan, report.manner
    dealt = "a fresh shoe each round" if plan.cut is None else f"shoes dealt to {percent(float(plan.cut), 0)}"
    boxes = f"{boxes_in_words(plan)} at {dollars(plan.stake)}"
    on = f"on {manner.device}" + (f" at {manner.cluster}" if manner.cluster else "")
    rate = f" in {manner.seconds:.1f} s, {rounded(manner.rate)} rounds a second" if manner.rate else ""
    return f"{boxes}, {dealt}, {on}{rate}"


def boxes_in_words(plan: Plan) -> str:
    boxes = f"{plan.boxes} box{'es' if plan.boxes > 1 else ''}"
    return boxes if plan.hands == plan.boxes else f"{boxes} of two hands, each"


def strategy_in_words(report: Report) -> str:
    return strategy_words(report.manner.strategy)


def exact_in_words(report: Report) -> str:
    """The exact value, and how far away the simulation ended."""
    if report.exact_ev is None:
        return f"none: {report.exact.refused}"
    text = f"{report.exact_ev:+.7f}"
    if report.off is None:
        return f"{text} from a fresh shoe; dealing on from the same shoe has another value"
    return f"{text}; the simulation lies {apart(report.off)} from it"


def cut_card_in_words(report: Report) -> str:
    """What dealing on to the cover card costs the player, and how well it is known."""
    effect = report.cut_card_effect
    if effect is None:
        return ""
    if effect.is_none:
        return "none: every shoe has the same number of rounds"
    whose = "more" if effect.effect <= 0 else "less"
    known = f"{percent(abs(effect.effect))} {error_in_words(effect.standard_error)} {whose} for the house"
    if not effect.controlled_rounds:
        return known
    return f"{known}; as sure as {effect.worth_rounds:.0f} times the rounds would be without the exact value"


def apart(off: float | None, unit: str = "standard errors") -> str:
    return "–" if off is None else f"{abs(off):.2f} {unit}"


def error_in_words(error: float) -> str:
    return f"± {percent(error)}" if isfinite(error) else "± unknown"


def super_bonus(report: Report) -> str:
    figures = report.figures
    if report.plan.rules.super_bonus is None:
        return ""
    if not figures.super_bonuses:
        return (
            "not once: this play does not aim at it (--for-super-bonus does)"
            if not report.plan.aims_at_super_bonus
            else "not once"
        )
    times = f"{figures.super_bonuses:,} times"
    return (
        f"{times}, {figures.super_bonus:+.7f}; expectation without it {figures.ev_without_super_bonus:+.7f}"
    )


def envy_in_words(report: Report) -> str:
    """What boxes were paid for others' super bonuses, which is not in the expectation."""
    figures = report.figures
    if not figures.envies:
        return ""
    times = sum(times for times, _ in figures.envies.values())
    if not times:
        return "not once"
    exact = report.exact_envy
    known = "" if exact is None else f"; exactly {exact:+.7f}"
    apart_by = "" if report.envy_off is None else f", {apart(report.envy_off)} apart"
    return f"{plural(times, 'payment')}, {figures.envy:+.7f} besides{known}{apart_by}"


def event_rows(report: Report) -> list[tuple[str, str, str, str]]:
    counts, shares = report.run.counts.events, report.figures.frequencies
    return [
        (name, f"{count:,}", percent(shares[name]), one_in(shares[name]))
        for name, count in sorted(counts.items(), key=lambda event: -event[1])
    ]


def one_in(share: float) -> str:
    return "" if not share else f"{1 / share:,.1f}" if share > 0.001 else f"{1 / share:,.0f}"


def law_rows(report: Report) -> list[tuple[str, str, str, str]]:
    """Each net result that is not rare, with a bar; the rare ones together."""
    law, stake = report.figures.law, report.plan.staked
    often, rare = often_and_rare(law)
    most, nets = max(often.values(), default=1.0), report.run.counts.nets
    rows = [
        (f"{net / stake:+g}", f"{nets[net]:,}", percent(share, 3), bar(share, most))
        for net, share in often.items()
    ]
    if rare:
        words = f"{len(rare)} others, {min(rare) / stake:+g} to {max(rare) / stake:+g}"
        rows.append((words, f"{sum(nets[net] for net in rare):,}", percent(sum(rare.values()), 3), ""))
    return rows


def side_row(side: SideFigures, width: float = 1.0) -> tuple[str, ...]:
    """`width` is how many standard errors stand after ±."""
    exact, spins = side.exact_ev, side.spins
    return (
        side.offer.id,
        side.offer.paytable.id,
        "–" if spins else percent(0.0 - side.ev, 3),
        "–" if spins else percent(width * side.standard_error, 3),
        "–" if spins or exact is None else percent(-exact, 3),
        apart(side.off, "SE"),
        percent(side.hits, 2),
        "–" if spins else f"{side.variance**0.5:.3f}",
    )


def sessions(page: Page, report: Report) -> None:
    hold, bankroll, day = report.hold, report.bankroll, report.day
    heads = [f"{100 * level:g}%" for level in LEVELS]
    house = f"{day.hours:g} hours at {day.rounds_per_hour:g} rounds: {hold.rounds:,} rounds"
    page.text(expected(report))
    page.table(
        ("simulated days", *heads),
        [
            ("the house wins", *amounts(hold, hold.hold())),
            ("of the wagers", *(percent(share, 2) for share in levels(hold, hold.hold() / hold.wagered))),
        ],
    )
    page.text(
        f"{house}, {dollars(hold.wagered)} in main wagers; the house ends behind on "
        f"{percent(hold.house_loses, 1)} of {hold.paths:,} simulated days, whose mean is "
        f"{money(float(hold.hold().mean()))}."
    )
    page.table(
        (f"a bankroll over {bankroll.rounds:,} rounds", *heads),
        [
            ("deepest fall from a height", *amounts(bankroll, bankroll.drawdown)),
            ("result", *amounts(bankroll, bankroll.final)),
        ],
    )
    needed = -float(bankroll.quantiles(bankroll.lowest)[0.05])
    page.text(f"A bankroll of {money(needed)} outlasts {bankroll.rounds:,} rounds in 95 of 100 cases.")


def expected(report: Report) -> str:
    """The mean of a day, which is computed, and its band."""
    hold = report.expected_hold
    low, high = hold.band
    counted = f" Counted, not exact: {', '.join(hold.counted)}." if hold.counted else ""
    sides = f" and {plural(len(hold.parts) - 1, 'side wager')}" if len(hold.parts) > 1 else ""
    bonus = ", super bonus included," if report.plan.rules.super_bonus else ""
    return (
        f"A day's hold: {money(hold.mean)} expected{bonus} of {money(hold.staked)} staked on the main wager"
        f"{sides}; 95 of 100 days between {money(low)} and {money(high)}.{counted}"
    )


def amounts(session: Session, values: CentsArray) -> list[str]:
    return [money(value) for value in levels(session, values)]


def levels(session: Session, values: CentsArray) -> list[float]:
    quantiles = session.quantiles(values)
    return [quantiles[level] for level in LEVELS]


def money(cents: float) -> str:
    """Rounded to whole dollars: no draw is more precise."""
    return dollars(round(cents / 100) * 100)
