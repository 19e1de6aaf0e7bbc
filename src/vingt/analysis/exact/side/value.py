"""The exact value of a side wager: how often each line comes, and what that is worth.

Chances come from the evaluator the table uses (`chances`), pays from the paytable by the table's `payout`.
Nothing here knows a wager by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Literal

from vingt.analysis.exact.side.cases import Case, MeterTerms
from vingt.analysis.exact.side.chances import chances
from vingt.analysis.exact.side.composition import size_of
from vingt.analysis.exact.side.drawn_bonus import BONUSES, RatedBonus
from vingt.core.cards import card
from vingt.core.money import NotMoney, dollars
from vingt.core.pays import NotAPay, pay
from vingt.core.progressive.spin import COMMUNITY_TO, STAKE_RETURNED
from vingt.core.rules.offered_wager import Paytable, PaytableLine
from vingt.core.wagers.dealer_hand import FREE_BONUS_STAKE
from vingt.core.wagers.facts import Facts
from vingt.core.wagers.judge import WagerVerdict, payout, verdict
from vingt.core.wagers.match import MATCHES
from vingt.core.wagers.outcome import LOSE, TRIGGER, sight_of
from vingt.core.wagers.registry import EVALUATORS

Covers = Literal["whole wager", "fixed part", "added value", "trigger only"]
COMMUNITY, NOT_STATED = "community-pay", "not stated"
TWO_AMOUNTS = re.compile(r"usd-(\d+)-and-usd-")
NO_FACTS = Facts((), card("As"))  # what an outcome pays does not depend on the deal that made it


@dataclass(frozen=True)
class ValuedLine:
    """`pays` is as printed, `besides` what is paid with it; `net` is the gain per unit staked from all of it,
    None where a wheel without weights decides."""

    line: str
    probability: Fraction
    pays: str
    net: Fraction | None
    paid: tuple[PaytableLine, ...] = ()
    besides: str = ""
    impossible: str = ""

    @property
    def contribution(self) -> Fraction | None:
        return None if self.net is None else self.probability * self.net


@dataclass(frozen=True)
class MeterValue:
    """What one meter adds: `share` is the expected part of it that one wager wins, `whole` the chance to win
    all of it, after which it starts again at `reset`."""

    name: str
    share: Fraction
    whole: Fraction
    reset: int
    rate: Fraction | None
    stake: int
    reserve: Fraction = Fraction(0)  # of every stake, kept for the next reset

    def adds(self, amount: int | Fraction) -> Fraction:
        """The return per unit staked of a meter that stands at so many cents."""
        return self.share * amount / self.stake

    def long_run(self, rate: Fraction, reset: int) -> Fraction:
        """The return per unit staked over many rounds: what wagers put in comes out, and each reset too."""
        return rate + self.whole * reset / self.stake


@dataclass(frozen=True)
class SideWagerValue:
    case: Case
    lines: tuple[ValuedLine, ...]
    covers: Covers
    meters: tuple[MeterValue, ...] = ()

    @cached_property
    def ev(self) -> Fraction | None:
        """The expected net result per unit staked; meter lines count 0 (reading J-4: their stake is gone)."""
        parts = [line.contribution for line in self.lines]
        return None if self.covers == "trigger only" else sum((part for part in parts if part), Fraction(0))

    @cached_property
    def with_draws(self) -> Fraction | None:
        """`ev` with the bonuses of the rounds that the system draws (reading J-43)."""
        return None if self.ev is None else self.ev + sum((each.adds for each in self.draws()), Fraction(0))

    def draws(self) -> Iterator[RatedBonus]:
        """The drawn bonuses whose rate is stated."""
        for line in self.lines:
            option, chance_of = BONUSES.get(line.line, ("", None))
            rate = self.case.options.get(option)
            if chance_of is not None and isinstance(rate, Fraction):
                worth = rate * chance_of(self.case) * line.paid[0].pays.multiple
                yield RatedBonus(line.line, rate, worth)

    @property
    def house_edge(self) -> Fraction | None:
        return None if self.ev is None else -self.ev

    @property
    def hit_frequency(self) -> Fraction:
        return 1 - next(line.probability for line in self.lines if line.line == LOSE)

    @cached_property
    def variance(self) -> Fraction | None:
        if self.ev is None:
            return None
        squares = (line.probability * line.net**2 for line in self.lines if line.net is not None)
        return sum(squares, Fraction(0)) - self.ev**2

    @property
    def counted(self) -> bool:
        """Whether the deals of each line were counted; else its chance was reckoned from a play of hands."""
        return not self.case.plays_hand

    @property
    def deals(self) -> int:
        """How many deals there are: of the second card where the first is given, of the player's cards, with
        the up card, with the hole card; else the fewest in which each line comes a whole number of times."""
        odd = self.case.odd_shoe
        size = len(self.case.ranks) * 4 * self.case.decks if odd is None else size_of(odd)
        sight = sight_of(EVALUATORS[self.case.wager.evaluator])
        player = comb(size, sight.player_cards)
        usual = [player, player * (size - 2), player * (size - 2) * (size - 3)]
        if sight.up is not None:
            usual.insert(0, size - 1)
        needed = lcm(*(line.probability.denominator for line in self.lines))
        return next((each for each in usual if each % needed == 0), needed)

    def break_even(self, name: str) -> Fraction | None:
        """The size in cents at which a meter makes the wager fair, all others standing at their reset; None
        where no amount does, or where it is more than fair without the meter."""
        meter = next(each for each in self.meters if each.name == name)
        if self.with_draws is None or meter.share == 0:
            return None
        others = sum((each.adds(each.reset) for each in self.meters if each is not meter), Fraction(0))
        fair = -(self.with_draws + others) * meter.stake / meter.share
        return fair if fair >= 0 else None

    def ev_at(self, amounts: Mapping[str, int]) -> Fraction | None:
        """The expected net result with the meters at these amounts, in cents."""
        if self.with_draws is None:
            return None
        return self.with_draws + sum((meter.adds(amounts[meter.name]) for meter in self.meters), Fraction(0))

    def long_run_ev(self, rates: Mapping[str, Fraction]) -> Fraction | None:
        """The expected net result over many rounds with these rates of progression and the meters' resets."""
        if self.with_draws is None:
            return None
        return self.with_draws + sum(
            (meter.long_run(rates[meter.name], meter.reset) for meter in self.meters), Fraction(0)
        )


def value(case: Case) -> SideWagerValue:
    """The exact value of a wager."""
    outcome_chances = chances(case)
    if TRIGGER in outcome_chances.by_outcome:
        return wheel_value(case, outcome_chances.by_outcome)
    free = case.wager.rides_on is not None
    lines = []
    for outcome in (*outcomes_of(case.paytable), LOSE):
        won = verdict(case.wager.evaluator, outcome, NO_FACTS, case.terms, case.paytable)
        chance = outcome_chances.by_outcome.get(outcome, Fraction(0))
        lines.append(
            ValuedLine(
                line=outcome,
                probability=chance,
                pays=printed(won, own=True) or printed(won, own=False) or LOSE,
                net=payout(won, 0 if free else case.stake).net / (FREE_BONUS_STAKE if free else case.stake),
                paid=won.lines,
                besides=printed(won, own=False) if printed(won, own=True) else "",
                impossible="" if chance else outcome_chances.why_impossible(outcome),
            )
        )
    meters = tuple(meter_value(meter, lines, case.stake) for meter in case.meters)
    covers: Covers = "added value" if free else "fixed part" if meters else "whole wager"
    return SideWagerValue(case, tuple(lines), covers, meters)


def printed(won: WagerVerdict, *, own: bool) -> str:
    """The pay of the line an outcome is named for, or the pays of the other lines it wins."""
    lines = (line for line in won.lines if (line.outcome == won.outcome) is own)
    return " + ".join(line.pays.printed for line in lines)


def outcomes_of(paytable: Paytable) -> tuple[str, ...]:
    """What a paytable pays: its lines, or the results that lines for each card make together."""
    if paytable.each_card:
        return tuple(outcome for outcome in MATCHES if outcome != LOSE)
    return tuple(line.outcome for line in paytable.lines)


def meter_value(terms: MeterTerms, lines: Sequence[ValuedLine], stake: int) -> MeterValue:
    shares = [
        (line.probability, paid.pays.share)
        for line in lines
        for paid in line.paid
        if paid.pays.kind == "meter" and paid.pays.meter == terms.name
    ]
    return MeterValue(
        name=terms.name,
        share=sum((chance * share for chance, share in shares), Fraction(0)),
        whole=sum((chance for chance, share in shares if share == 1), Fraction(0)),
        reset=terms.reset,
        rate=terms.rate,
        stake=stake,
        reserve=terms.reserve,
    )


# -- wheels ------------------------------------------------------------------------------------------------


def wheel_value(case: Case, chances: Mapping[str, Fraction]) -> SideWagerValue:
    """A wager that spins a wheel: the trigger alone or, with stated weights, what a spin is worth."""
    trigger = chances[TRIGGER]
    lose = ValuedLine(LOSE, chances[LOSE], LOSE, Fraction(-1))
    if not case.wheel:
        spin = ValuedLine(TRIGGER, trigger, "wheel spin", None)
        return SideWagerValue(case, (spin, replace(lose, net=None)), "trigger only")
    if one_spin_for_all(case):
        # A seat is drawn first: its player gets the outer prize, the others the community's (I-111, I-112)
        mine = Fraction(1, case.seats)
        outer, inner = wheels_of(case)
        others = trigger * (1 - mine)
        shared = others
        if not case.options.get("community_with_hot_spot", True):
            shared = trigger * Fraction(max(case.seats - case.players, 0), case.seats)
        spun = symbols(case, outer, trigger * mine)
        spun += [
            replace(line, line=f"community {line.line}") if case.community_wheel else line
            for line in symbols(case, inner, shared)
        ] or [ValuedLine(COMMUNITY, shared, NOT_STATED, Fraction(-1))]
        lose = replace(lose, probability=lose.probability + others - shared)
    else:
        spun = symbols(case, case.wheel, trigger)
    meters = tuple(meter_value(meter, spun, case.stake) for meter in case.meters)
    whole = not meters and all(line.pays != NOT_STATED for line in spun)
    return SideWagerValue(case, (*spun, lose), "whole wager" if whole else "fixed part", meters)


def wheels_of(case: Case) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """The outer wheel, for the seat that is drawn, and the inner one, for everybody else."""
    inner = {line.outcome for line in case.community.lines} if case.community else set()
    outer = [each for each in case.wheel if each[0] not in inner]
    return outer, [*case.community_wheel, *(each for each in case.wheel if each[0] in inner)]


def one_spin_for_all(case: Case) -> bool:
    """The dealer's cards trigger one spin for the table; a player's own cards a spin of their own."""
    return case.wager.settles.value == "second_card"


def symbols(case: Case, weights: Sequence[tuple[str, int]], chance: Fraction) -> list[ValuedLine]:
    total = sum(weight for _, weight in weights)
    return [symbol(case, name, chance * weight / total) for name, weight in weights] if total else []


def symbol(case: Case, name: str, chance: Fraction) -> ValuedLine:
    """A wheel symbol; one with two amounts gives the first to the player who spins (readings I-97, J-50)."""
    tables = [case.paytable, *([case.community] if case.community else [])]
    line = next((line for table in tables for line in table.lines if line.outcome == name), None)
    if line is None:
        try:
            line = PaytableLine(name, pay(name), case.paytable.cite)
        except (NotAPay, NotMoney):
            return ValuedLine(name, chance, NOT_STATED, Fraction(-1))
    elif match := TWO_AMOUNTS.match(name):
        own = line.pays.amount if case.options.get(COMMUNITY_TO) == "all_bettors" else 0  # reading I-98
        line = replace(line, pays=pay(dollars(int(match[1]) * 100 + own)))
    worth = line.pays.amount + line.pays.share * (case.prize or 0) * (line.pays.kind == "prize")
    if worth and case.options.get(STAKE_RETURNED, False):  # reading I-119
        worth += case.stake
    return ValuedLine(name, chance, line.pays.printed, Fraction(worth) / case.stake - 1, (line,))
