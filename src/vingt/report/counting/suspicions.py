"""Players of a house whose wagers stand beside the count: what is seen, how sure, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from vingt.analysis.counting.detector import FALSE_ALARM, FEWEST, SURE, Suspicion
from vingt.core.money import Cents, dollars
from vingt.report.counting.section import ReportSection, SectionTable
from vingt.report.words.figures import percent

TWO_SIDED = 1.96
SUSPICION_NOTES = (
    f"A player is told of whose wagers follow the count more than {percent(1 - FALSE_ALARM, 1)} of players "
    "would who do not count, all the systems tried taken together; who wagers flat, or by the last round "
    "alone, is not. It is a figure about wagers, no finding about a person: counting by mind is lawful in "
    "Maryland.",
    "An hour costs what these wagers win above the same amount wagered flat, by the worth of the shoe at "
    "each count; the band is two standard errors of that, not of what cards brought.",
)


@dataclass(frozen=True)
class PlayerSeen:
    """One player at one table, by each system that was tried."""

    table: str
    player: str
    tried: tuple[Suspicion, ...]

    @property
    def best(self) -> Suspicion:
        return max(self.tried, key=lambda each: each.sigmas)


def players_json(found: Sequence[PlayerSeen], rounds_per_hour: float) -> dict[str, object]:
    return {
        "false_alarm_rate": FALSE_ALARM,
        "power": SURE,
        "rounds_per_hour": rounds_per_hour,
        "players": [
            {
                "table": each.table,
                "player": each.player,
                "rounds": each.best.rounds,
                "system": each.best.system,
                "likelihood_ratio": each.best.ratio,
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
        "table",
        "rounds",
        "spread",
        "system",
        "sigmas",
        "follows",
        "rounds needed",
        "costs an hour",
        "±",
    )
    facts = [
        ("rounds read", f"{rounds:,}"),
        ("players", f"{len(found)} with at least {FEWEST} rounds"),
        ("told of", f"{sum(each.best.follows for each in found)}; one in {1 / FALSE_ALARM:,.0f} by chance"),
    ]
    return ReportSection("Wagers beside the count", facts, (SectionTable(heads, rows),) if rows else ())


def player_row(each: PlayerSeen, rounds_per_hour: float) -> tuple[str, ...]:
    best = each.best
    needed = best.rounds_needed
    return (
        each.player,
        each.table,
        f"{best.rounds:,}",
        f"1-{best.spread:g}",
        best.system,
        f"{best.sigmas:+.1f}",
        "yes" if best.follows else "no",
        "" if needed > 1e7 else f"{needed:,.0f}",
        dollars(Cents(round(best.gain * rounds_per_hour))),
        dollars(Cents(round(TWO_SIDED * best.gain_error * rounds_per_hour))),
    )
