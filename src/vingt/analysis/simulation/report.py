"""All that is said of a run: figures, what the exact analysis says, bankrolls, hold; as one JSON object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vingt.analysis.exact.edge import Edge, edge
from vingt.analysis.simulation.figures.bankroll import CentsArray, Session, sessions
from vingt.analysis.simulation.figures.cut_card import CutCardEffect, cut_card_effect, why_plain
from vingt.analysis.simulation.figures.hold import ExpectedHold, expected_hold
from vingt.analysis.simulation.figures.main_wager import Figures
from vingt.analysis.simulation.figures.side_wagers import SideFigures, finite, off
from vingt.analysis.simulation.plan import Plan
from vingt.analysis.simulation.run import Goal, Point, Run
from vingt.analysis.tabulated.refusal import NotCarried
from vingt.analysis.tabulated.super_bonus import super_bonus_worth

LAW_DRAWN = (
    "Bankrolls and simulated days are drawn from the counted law of the main wager's net results, super "
    "bonus included, round by round and independently, with numpy's Philox keyed by the seed; side wagers "
    "are not in them. The expected hold is no draw: its mean is exact but for the wagers named, its band "
    "takes wagers as uncorrelated."
)
SHUFFLED = {
    "batch": "two batches take turns ({0}): each shoe is shuffled whole, the cut-card effect is that of one",
    "continuous": "all cards are back before the next round ({0}): no cover card, and no cut-card effect",
}
EFFECT_PLAIN = "The cut-card effect is the plain difference from the exact value: {0}."
EFFECT_OF_SHOES = "The cut-card effect is told of two shoes or more: ask for more rounds."
EFFECT_WITHOUT_EXACT = (
    "The cut-card effect is not told: there is no exact value of this play to hold it against."
)
WIDENED = (
    "Boxes or rounds that share a shoe are not independent: deviations are widened by the square root of "
    "{0:.3f}."
)


@dataclass(frozen=True)
class Manner:
    """How the run was played: no count depends on it. `strategy` is as the user named it."""

    device: str
    strategy: str
    seconds: float
    rounds: int  # played now, not taken from a checkpoint
    threads: int | None = None
    cluster: str | None = None

    @property
    def rate(self) -> float | None:
        return self.rounds / self.seconds if self.seconds > 0 and self.rounds else None


@dataclass(frozen=True)
class Day:
    """A table's day: rounds an hour for so many hours, and the paths drawn for it."""

    rounds_per_hour: float
    hours: float
    paths: int
    path_rounds: int | None = None  # of a player's bankroll, if it is not the day

    @property
    def rounds(self) -> int:
        return max(1, round(self.rounds_per_hour * self.hours))


@dataclass(frozen=True)
class Exact:
    """What the exact analysis says of the same strategy from a fresh shoe, or why it says nothing."""

    edge: Edge | None
    refused: str = ""


@dataclass(frozen=True)
class Report:
    run: Run
    goal: Goal
    complete: bool
    manner: Manner
    figures: Figures
    sides: tuple[SideFigures, ...]
    exact: Exact
    day: Day
    hold: Session
    bankroll: Session
    left_out: tuple[str, ...]  # side wagers that cannot be simulated, with the reason

    @property
    def plan(self) -> Plan:
        return self.run.plan

    @property
    def exact_ev(self) -> float | None:
        """Of the same play, the super bonus included: what it adds where the play aims at it, and what it
        brings unsought where the play does not."""
        edge = self.exact.edge
        if edge is None:
            return None
        if self.plan.aims_at_super_bonus:
            return edge.ev_without_super_bonus + edge.super_bonus
        unsought = edge.unsought_chance * super_bonus_worth(self.plan.rules, self.plan.stake)
        return edge.ev_without_super_bonus + unsought

    @property
    def exact_envy(self) -> float | None:
        """Of the same play; None where what a box gets for another's hand hangs on how its own came out."""
        edge, bonus = self.exact.edge, self.plan.rules.super_bonus
        if edge is None or bonus is None or not bonus.envy_pays_winning_double or self.plan.boxes < 2:
            return None
        if self.plan.aims_at_super_bonus or not edge.super_bonus_chance:
            return edge.envy
        return edge.envy * edge.unsought_chance / edge.super_bonus_chance

    @property
    def envy_off(self) -> float | None:
        exact, figures = self.exact_envy, self.figures
        paid = any(times for times, _ in figures.envies.values())
        if self.plan.cut is not None or exact is None or not paid:
            return None
        return off(figures.envy, exact, figures.envy_error)

    @property
    def off(self) -> float | None:
        """The difference from the exact value in standard errors; a shoe dealt on has another value."""
        if self.plan.cut is not None:
            return None
        return off(self.figures.ev, self.exact_ev, self.figures.standard_error)

    @property
    def cut_card_effect(self) -> CutCardEffect | None:
        edge = self.exact.edge
        if edge is None or not self.is_exact_play:
            return None
        return cut_card_effect(self.figures, edge.ev_without_super_bonus)

    @property
    def is_exact_play(self) -> bool:
        """Whether the exact value is of this very play: not of one that aims at the super bonus, or that
        follows a count."""
        counter = self.plan.counter
        return not self.plan.aims_at_super_bonus and not (counter and counter.charts)

    @property
    def about_effect(self) -> str:
        """Why nothing is told of the cut-card effect, or no more than the plain estimate says."""
        plan, effect = self.plan, self.cut_card_effect
        if plan.cut is None:
            return ""
        if effect is None:
            told = self.exact.edge is not None and self.is_exact_play
            return EFFECT_OF_SHOES if told else EFFECT_WITHOUT_EXACT
        why = why_plain(self.figures)
        return EFFECT_PLAIN.format(why) if why else ""

    @property
    def shuffled(self) -> str:
        """How cards are shuffled where a device does it, and what that does to the cut-card effect."""
        rules = self.plan.rules
        paths = ["shoe.shuffler"]
        if rules.shoe.shuffler == "continuous":
            paths.append("shoe.continuous_shuffler_waives")
        return SHUFFLED.get(rules.shoe.shuffler, "").format(rules.cite(*paths))

    @property
    def expected_hold(self) -> ExpectedHold:
        return expected_hold(self.figures, self.exact_ev, self.sides, self.day.rounds)

    @property
    def track(self) -> list[Point]:
        """The looks, and where the run stands now."""
        here = self.run.point()
        return [*(point for point in self.run.track if point.units < here.units), here]

    @property
    def notes(self) -> list[str]:
        widened = abs(self.figures.dependence - 1) > 1e-9
        return [
            *([f"Not simulated: {'; '.join(self.left_out)}."] if self.left_out else []),
            *([self.about_effect] if self.about_effect else []),
            LAW_DRAWN,
            *([WIDENED.format(self.figures.dependence)] if widened else []),
        ]

    def as_json(self) -> dict[str, Any]:
        plan, figures, manner = self.plan, self.figures, self.manner
        return {
            "rulebook": plan.rules.rulebook,
            "title": plan.rules.title,
            "rules_identity": plan.rules.identity,
            "fingerprint": plan.fingerprint,
            "strategy": manner.strategy,
            "seed": plan.seed,
            "boxes": plan.boxes,
            "stake": plan.stake,
            "hands": plan.hands,
            "shoe": "fresh" if plan.cut is None else f"cut={float(plan.cut):g}",
            "shuffled": self.shuffled or None,
            "side_wagers": list(plan.wagers),
            "for_super_bonus": plan.aims_at_super_bonus,
            "rounds": self.run.counts.rounds,
            "shoes": self.run.counts.shoes,
            "complete": self.complete,
            "until_se": self.goal.until_se,
            "device": manner.device,
            "threads": manner.threads,
            "cluster": manner.cluster,
            "seconds": manner.seconds,
            "rate": manner.rate,
            "ev": figures.ev,
            "standard_error": finite(figures.standard_error),
            "confidence_95": [finite(end) for end in figures.interval],
            "house_edge": -figures.ev,
            "ev_without_super_bonus": figures.ev_without_super_bonus,
            "super_bonus": figures.super_bonus,
            "envy": self.envy_json() if figures.envies else None,
            "variance": figures.variance,
            "exact": self.exact_json(),
            "cut_card_effect": effect.as_json() if (effect := self.cut_card_effect) else None,
            "events": {
                name: {"count": count, "probability": figures.frequencies[name]}
                for name, count in sorted(self.run.counts.events.items())
            },
            "net_results": [
                {
                    "net": net / plan.staked,
                    "cents": net,
                    "count": figures.counts.nets[net],
                    "probability": share,
                }
                for net, share in figures.law.items()
            ],
            "wagers": [side.as_json() for side in self.sides],
            "bankroll": bankroll_json(self.bankroll),
            "expected_hold": self.expected_hold.as_json(),
            "hold": hold_json(self.hold, self.day),
            "convergence": [
                {"rounds": point.rounds, "ev": point.ev, "standard_error": finite(point.standard_error)}
                for point in self.track
            ],
            "notes": self.notes,
            "counts": self.run.counts.as_json(),
        }

    def envy_json(self) -> dict[str, Any]:
        figures = self.figures
        return {
            "adds": figures.envy,
            "standard_error": finite(figures.envy_error),
            "exact": self.exact_envy,
            "standard_errors_from_exact": self.envy_off,
            "lines": {
                name: {"count": times, "pays_cents": cents} for name, (times, cents) in figures.envies.items()
            },
        }

    def exact_json(self) -> dict[str, Any]:
        if self.exact.edge is None:
            return {"ev": None, "refused": self.exact.refused}
        return {
            "ev": self.exact_ev,
            "for": "a fresh shoe",
            "difference": self.figures.ev - (self.exact_ev or 0.0),
            "standard_errors": self.off,
            "method": self.exact.edge.method,
        }


def bankroll_json(session: Session) -> dict[str, Any]:
    return {
        "rounds": session.rounds,
        "paths": session.paths,
        "drawdown_cents": by_level(session, session.drawdown),
        "lowest_cents": by_level(session, session.lowest),
        "final_cents": by_level(session, session.final),
        "player_ahead": session.house_loses,
    }


def hold_json(session: Session, day: Day) -> dict[str, Any]:
    hold = session.hold()
    return {
        "rounds_per_hour": day.rounds_per_hour,
        "hours": day.hours,
        "rounds": session.rounds,
        "wagered_cents": session.wagered,
        "mean_cents": float(hold.mean()),
        "deviation_cents": float(hold.std()),
        "hold_cents": by_level(session, hold),
        "share_of_wagers": by_level(session, hold / session.wagered),
        "house_loses": session.house_loses,
    }


def by_level(session: Session, values: CentsArray) -> dict[str, float]:
    return {f"{level:g}": value for level, value in session.quantiles(values).items()}


def exact_of(plan: Plan, *, with_law: bool = False) -> Exact:
    """The value of the plan's strategy from a fresh shoe; boxes do not change it, as nobody counts cards."""
    try:
        return Exact(
            edge(
                plan.rules,
                plan.strategy or "composition",
                wager=plan.stake,
                with_law=with_law,
                even_money=plan.takes_even_money,
                other_players=plan.boxes - 1,
            )
        )
    except NotCarried as refusal:
        return Exact(None, str(refusal))


def report(
    run: Run,
    goal: Goal,
    complete: bool,
    manner: Manner,
    sides: tuple[SideFigures, ...],
    exact: Exact,
    day: Day,
    left_out: tuple[str, ...] = (),
) -> Report:
    figures = run.figures
    hold = sessions(figures, day.rounds, day.paths)
    own = day.path_rounds
    bankroll = hold if own is None or own == day.rounds else sessions(figures, own, day.paths)
    return Report(run, goal, complete, manner, figures, sides, exact, day, hold, bankroll, left_out)
