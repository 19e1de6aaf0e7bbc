"""Every exercise by its name, and a trainee's answers counted: speed, errors, their cost and clauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from vingt.core.rules.table_rules import TableRules
from vingt.live.school.exercises import ONE_BY_ONE, questions
from vingt.live.school.practice import NotPractised
from vingt.live.school.question import TOPICS, Grade, SchoolQuestion
from vingt.live.school.whole_table import whole_table

TABLE = "table"
EXERCISES: dict[str, str] = {
    "count": "Count hands",
    "pay": "Take and pay: main wagers, bonuses, side wagers",
    "turn": "Whose turn is it?",
    "order": "In which order is paid?",
    "remedy": "What is the remedy?",
    "cards": "Prepare the cards: from new decks to the first round",
    TABLE: "A whole table: ten rounds, with players' mistakes and irregularities",
}
SEED_MOST = 40  # characters


class NoExercise(ValueError):
    """There is no exercise of this name, or no seed like this."""


def lesson(rules: TableRules, exercise: str, seed: str) -> tuple[SchoolQuestion, ...]:
    """The same questions for the same rules, exercise and seed."""
    if exercise not in EXERCISES:
        raise NoExercise(f"no exercise is called {exercise[:20]!r}: there are {', '.join(EXERCISES)}")
    if not (0 < len(seed) <= SEED_MOST and seed.isprintable()):
        raise NoExercise(f"a seed has 1 to {SEED_MOST} letters and digits")
    try:
        return questions(rules, exercise, seed) if exercise in ONE_BY_ONE else whole_table(rules, seed)
    except NotPractised as error:
        raise NoExercise(str(error)) from None


@dataclass(frozen=True, slots=True)
class SchoolAnswer:
    """One answer as it was graded; `milliseconds` is 0 where nobody knows how long it took."""

    person: str
    at: int  # milliseconds since 1970
    exercise: str
    rules: str  # their identity
    title: str
    seed: str
    number: int  # of the question, from 1
    round: int
    topic: str
    asked: str
    answer: str
    right: str
    milliseconds: int
    cents: int
    clauses: str

    @property
    def correct(self) -> bool:
        return self.answer == self.right


def answer_of(
    grade: Grade,
    number: int,
    milliseconds: int,
    *,
    rules: TableRules,
    exercise: str,
    seed: str,
    person: str = "",
    at: int = 0,
) -> SchoolAnswer:
    asked = grade.question
    return SchoolAnswer(
        person,
        at,
        exercise,
        rules.identity,
        rules.title,
        seed,
        number,
        asked.round,
        asked.topic,
        " ".join((*asked.scene.said, asked.asks)),
        grade.answer,
        asked.right,
        milliseconds,
        grade.cents,
        str(asked.cite),
    )


@dataclass(frozen=True, slots=True)
class LessonTally:
    name: str
    answers: int
    right: int
    seconds: float | None  # that an answer took, the median
    cents: int

    @property
    def accuracy(self) -> float:
        return self.right / self.answers if self.answers else 0.0


@dataclass(frozen=True, slots=True)
class LessonReport:
    """`of` is how many questions the lesson has."""

    all: LessonTally
    topics: tuple[LessonTally, ...]
    mistakes: tuple[SchoolAnswer, ...]
    of: int
    rounds_an_hour: float | None

    @property
    def done(self) -> bool:
        return self.all.answers >= self.of

    def as_json(self) -> dict[str, object]:
        return {
            "questions": self.of,
            "answers": self.all.answers,
            "right": self.all.right,
            "seconds_an_answer": self.all.seconds,
            "rounds_an_hour": self.rounds_an_hour,
            "cost": self.all.cents,
            "topics": [
                {"topic": each.name, "answers": each.answers, "right": each.right, "cost": each.cents}
                for each in self.topics
            ],
            "mistakes": [
                {"question": each.number, "asked": each.asked, "answer": each.answer, "right": each.right}
                | {"cost": each.cents, "clauses": each.clauses}
                for each in self.mistakes
            ],
        }


def tallied(name: str, answers: Sequence[SchoolAnswer]) -> LessonTally:
    timed = [answer.milliseconds for answer in answers if answer.milliseconds]
    return LessonTally(
        name,
        len(answers),
        sum(answer.correct for answer in answers),
        median(timed) / 1000 if timed else None,
        sum(answer.cents for answer in answers),
    )


def report_of(answers: Iterable[SchoolAnswer], of: int) -> LessonReport:
    given = sorted(answers, key=lambda answer: answer.number)
    topics = [(words, [each for each in given if each.topic == topic]) for topic, words in TOPICS.items()]
    taken = sum(answer.milliseconds for answer in given)
    rounds = len({answer.round for answer in given}) if given and given[0].exercise == TABLE else 0
    return LessonReport(
        tallied("All", given),
        tuple(tallied(words, those) for words, those in topics if those),
        tuple(answer for answer in given if not answer.correct),
        of,
        3_600_000 * rounds / taken if rounds and taken else None,
    )
