"""What the coach says: verdicts, and where the seen cards leave the chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vingt.analysis.chart.chart import Chart
from vingt.analysis.chart.reader import read_off
from vingt.core.money import dollars
from vingt.core.rounds.command_words import ActionName
from vingt.core.rounds.result import total_of
from vingt.report.words.grammar import sentence
from vingt.web.coaching.situation import DECLINE, AnswerValue, JudgedDecision, Situation, name_of, rows_of

Tone = Literal["good", "bad"]


@dataclass(frozen=True, slots=True)
class CoachVerdict:
    """What is said of a decision that was made; `id` is another for every decision."""

    text: str
    kind: Tone
    id: str
    where: str = ""
    departs: str = ""


def money(amount: float) -> str:
    """So many cents for a person to read: 12 cents, $1.29."""
    whole = round(amount)
    if whole >= 100:
        return dollars(whole)
    if whole < 1:
        return "less than a cent"
    return "1 cent" if whole == 1 else f"{whole} cents"


def verdict_of(judged: JudgedDecision, departs: str = "") -> CoachVerdict:
    place, stake = judged.situation.place, dollars(judged.situation.wager)
    where = f"Box {place.box}, hand {place.hand + 1}" if place.hand else f"Box {place.box}"
    if place.switch:
        where = f"Boxes {place.box} and {place.box + 1}"
    if not judged.right:
        text = (
            f"{sentence(judged.taken.action)} instead of {judged.best.action} cost {judged.loss:.4f} of "
            f"{stake}: {money(judged.cents)}."
        )
        return CoachVerdict(text, "bad", place.id, where, departs)
    others = [row for row in judged.rows if not row.best]
    if not others:
        return CoachVerdict(
            f"{sentence(judged.taken.action)} was as good as anything.", "good", place.id, where
        )
    cost = (judged.rows[0].expectation - others[0].expectation) * judged.situation.wager
    text = f"{sentence(judged.taken.action)} was best. "
    text += f"{sentence(others[0].action)} would have cost {money(cost)} of {stake}."
    return CoachVerdict(text, "good", place.id, where, departs)


# -- the chart -------------------------------------------------------------------------------------------


def charted(chart: Chart, situation: Situation) -> str | None:
    """The chart's own answer, as a command word; None where it says nothing of such a decision."""
    if situation.insurance or situation.other:
        fresh = rows_of(situation.fresh)
        return fresh[0].command if fresh else None  # no chart has a row for it: the full shoe's answer
    if total_of(situation.rules, situation.hand).points >= 21:
        return None

    def may(action: ActionName) -> bool:
        return action in situation.allowed

    return read_off(chart, situation.rules, situation.hand, situation.up, may)


def departure(chart: Chart, situation: Situation) -> str:
    """In words, where the best answer now is not the chart's; or nothing."""
    rows = rows_of(situation)
    said = charted(chart, situation)
    if not rows or said is None or said in {row.command for row in rows if row.best}:
        return ""
    if said not in situation.allowed:
        return ""
    best, told = to_do(situation, rows[0]), name_of(situation.hand, said)
    if situation.insurance:
        never = "leave it" if said == DECLINE else f"take {told}"
        return f"The cards you have seen make it right {best} here; from a full shoe you would {never}."
    if situation.other:
        return f"The cards you have seen make it right {best} here; from a full shoe you would {told}."
    fresh = rows_of(situation.fresh)
    usual = {row.command for row in fresh if row.best}
    if fresh and (said in usual or rows[0].command not in usual):
        return f"The cards you have seen make it right {best} here; the chart says {told}."
    return f"These very cards make it right {best}; the chart, which knows only the total, says {told}."


def to_do(situation: Situation, row: AnswerValue) -> str:
    if not situation.insurance:
        return f"to {row.action}"
    return "not to insure" if row.command == DECLINE else f"to take {row.action}"
