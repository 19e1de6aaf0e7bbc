"""Players of a house whose wagers stand beside the count: what is seen, how sure, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, floor, inf, log

from vingt.analysis.counting.detector import FALSE_ALARM, FEWEST, SURE, Suspicion, WageredRound
from vingt.core.money import Cents, dollars
from vingt.report.counting.plots import wagers_plot
from vingt.report.counting.section import ReportSection, SectionTable
from vingt.report.drawing.bars import Bars
from vingt.report.words.figures import percent

TWO_SIDED = 1.96
MILLION = 1e6
DRAWN = 4  # players whose wagers are drawn
SUSPICION_NOTES = (
    f"A player is told of whose wagers follow the count more than {percent(1 - FALSE_ALARM, 1)} of players "
    "would who do not count, all the systems tried taken together; who wagers flat, by chance or by any "
    "progression on results is not. Rounds that a player only looked at count as no wager, in shoes of which "
    "the player played some. It is a figure about wagers, no finding about a person: counting by mind is "
    "lawful in Maryland.",
    "An hour costs what these wagers win above the same amount wagered flat, by the worth of the shoe at "
    "each count; the band is two standard errors of that, not of what cards brought.",
)


@dataclass(frozen=True)
class PlayerSeen:
    """One player, at all tables together, by each system that was tried, and the rounds beside the count of
    the system that its wagers follow best."""

    tables: tuple[str, ...]
    player: str
    name: str
    tried: tuple[Suspicion, ...]
    rounds: tuple[WageredRound, ...]

    @property
    def best(self) -> Suspicion:
        return max(self.tried, key=lambda each: each.sigmas)

    @property
    def wagers_by_count(self) -> list[tuple[float, float, int]]:
        """Whole true counts, rounded down: the mean wager of their rounds, and how many these are."""
        by_count: dict[int, list[int]] = {}
        for each in self.rounds:
            by_count.setdefault(floor(each.stands.true_count), []).append(each.wager)
        return [
            (float(count), sum(wagers) / len(wagers), len(wagers))
            for count, wagers in sorted(by_count.items())
        ]


def headline(found: Sequence[PlayerSeen], rounds_per_hour: float) -> str:
    """Whose wagers follow the count, and for how much an hour."""
    told = [each for each in found if each.best.follows]
    if not told:
        return f"No player's wagers follow a count, of {len(found)} with at least {FEWEST} rounds."
    cost = Cents(round(sum(each.best.gain for each in told) * rounds_per_hour))
    names = ", ".join(
        f"{each.name} ({dollars(Cents(round(each.best.gain * rounds_per_hour)))})" for each in told
    )
    return (
        f"The wagers of {len(told)} of {len(found)} players follow a count, which costs {dollars(cost)} an "
        f"hour while they play: {names}. By chance one in {1 / FALSE_ALARM:,.0f} would."
    )


def players_json(found: Sequence[PlayerSeen], rounds_per_hour: float) -> dict[str, object]:
    return {
        "summary": headline(found, rounds_per_hour),
        "false_alarm_rate": FALSE_ALARM,
        "power": SURE,
        "rounds_per_hour": rounds_per_hour,
        "players": [
            {
                "tables": list(each.tables),
                "player": each.player,
                "name": each.name,
                "rounds": each.best.rounds,
                "rounds_played": each.best.played,
                "system": each.best.system,
                "log_likelihood_ratio": each.best.log_likelihood_ratio,
                "sigmas": each.best.sigmas,
                "threshold": each.best.threshold,
                "follows_the_count": each.best.follows,
                "rounds_needed": None if each.best.rounds_needed == inf else each.best.rounds_needed,
                "spread": each.best.spread,
                "mean_wager_cents": each.best.mean_wager,
                "cost_an_hour_cents": each.best.gain * rounds_per_hour,
                "cost_an_hour_error_cents": TWO_SIDED * each.best.gain_error * rounds_per_hour,
                "expected_an_hour_cents": each.best.edge * rounds_per_hour,
                "systems": {one.system: one.sigmas for one in each.tried},
            }
            for each in found
        ],
    }


def players_section(found: Sequence[PlayerSeen], rounds_per_hour: float, rounds: int) -> ReportSection:
    rows = [player_row(each, rounds_per_hour) for each in found]
    heads = (
        "player",
        "tables",
        "rounds played",
        "spread",
        "system",
        "sigmas",
        "likelihood ratio",
        "follows",
        "rounds needed",
        "costs an hour",
    )
    facts = [
        ("rounds read", f"{rounds:,}"),
        ("players", f"{len(found)} with at least {FEWEST} rounds"),
        ("told of", f"{sum(each.best.follows for each in found)}; one in {1 / FALSE_ALARM:,.0f} by chance"),
    ]
    drawn = [
        wagers_plot(each.wagers_by_count, f"{each.name}: mean wager by the true count of {each.best.system}")
        for each in found[:DRAWN]
        if each.best.follows
    ]
    sigmas = Bars(
        "Sigmas by which wagers follow the count; "
        + (f"told of from {found[0].best.threshold:.2f} on" if found else "nobody"),
        [(each.name, each.best.sigmas) for each in found],
        "{:+.1f}".format,
    )
    return ReportSection(
        "Wagers beside the count",
        facts,
        (SectionTable(heads, rows),) if rows else (),
        [sigmas, *drawn],
        text=headline(found, rounds_per_hour),
    )


def ratio_words(logarithm: float) -> str:
    return f"{exp(logarithm):,.0f}" if logarithm < log(MILLION) else f"10^{logarithm / log(10):.0f}"


def player_row(each: PlayerSeen, rounds_per_hour: float) -> tuple[str, ...]:
    best = each.best
    needed = best.rounds_needed
    return (
        each.name,
        ", ".join(each.tables),
        f"{best.played:,} of {best.rounds:,}" if best.played < best.rounds else f"{best.played:,}",
        f"1-{best.spread:g}",
        best.system,
        f"{best.sigmas:+.1f}",
        ratio_words(best.log_likelihood_ratio),
        "yes" if best.follows else "no",
        "" if needed > 1e7 else f"{needed:,.0f}",
        f"{dollars(Cents(round(best.gain * rounds_per_hour)))} ± "
        f"{dollars(Cents(round(TWO_SIDED * best.gain_error * rounds_per_hour)))}",
    )
