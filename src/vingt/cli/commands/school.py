"""`vingt school`: the dealing school in the terminal."""

from __future__ import annotations

import time
from typing import Annotated

from vingt.cli.play.keys import Keys, Leave
from vingt.cli.play.screen import PIPE_WIDTH, Screen
from vingt.cli.terminal.arguments import JsonOption, RulesArgument, SetOption, given, option
from vingt.core.rules.submission import Unreadable
from vingt.core.rules.table_rules import TableRules
from vingt.live.school.lessons import EXERCISES, NoExercise, SchoolAnswer, answer_of, lesson, report_of
from vingt.live.school.question import Grade, SchoolQuestion, Unanswered, graded
from vingt.report.rounds.cards import table_lines
from vingt.report.rounds.lesson import lesson_page, question_json, question_words, verdict_words, wagers_words
from vingt.report.text.page import print_json
from vingt.report.words.grammar import sentence


def school(
    rules: RulesArgument,
    exercise: Annotated[str, option("|".join(EXERCISES), "What is practised.")] = "table",
    seed: Annotated[str, option("TEXT", "The same seed asks the same questions.")] = "1",
    choices: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Learn to deal: questions from the rules, answers by the engine, clauses for each.

    Answer by the number of a choice, by the points of a hand, or by take, push or the
    amount that is paid; q ends the lesson. --json prints all questions with their answers.

    Examples:
      vingt school md-blackjack --exercise count
      vingt school md-pontoon-21 --exercise pay --seed monday
      vingt school mbs-pontoon --exercise remedy --json
    """
    table = given(rules, choices).rules
    try:
        asked = lesson(table, exercise, seed)
    except NoExercise as error:
        raise Unreadable(str(error)) from None
    if json:
        questions = [question_json(number, question) for number, question in enumerate(asked, 1)]
        print_json({"title": table.title, "exercise": exercise, "seed": seed, "questions": questions})
        return
    with Keys() as keys:
        TypedLesson(table, exercise, seed, keys).run(asked)


class TypedLesson:
    """One question after the other, until the last or until the trainee leaves."""

    def __init__(self, rules: TableRules, exercise: str, seed: str, keys: Keys) -> None:
        self.rules, self.exercise, self.seed, self.keys = rules, exercise, seed, keys
        self.screen = Screen()
        self.answers: list[SchoolAnswer] = []

    def run(self, asked: tuple[SchoolQuestion, ...]) -> None:
        self.screen.text(f"{self.rules.title}: {EXERCISES[self.exercise]}", "bold")
        try:
            for number, question in enumerate(asked, 1):
                self.ask(number, len(asked), question)
        except Leave:
            pass
        self.screen.gap()
        lesson_page(report_of(self.answers, len(asked))).print()

    def ask(self, number: int, of: int, question: SchoolQuestion) -> None:
        screen, state = self.screen, question.scene.state
        screen.gap()
        width = screen.width or PIPE_WIDTH
        screen.lines(table_lines(self.rules, state, width, unicode=screen.unicode, counted=False))
        if beside := wagers_words(self.rules, question):
            screen.text(sentence(f"{beside}."), "dim")
        screen.text(question_words(number, of, question), "bold")
        for at, choice in enumerate(question.choices, 1):
            screen.text(f"  {at}  {choice}")
        began = time.monotonic_ns()
        grade = self.graded(question)
        took = max(1, (time.monotonic_ns() - began) // 1_000_000)
        screen.text(verdict_words(grade), "green" if grade.right else "red")
        self.answers.append(
            answer_of(grade, number, took, rules=self.rules, exercise=self.exercise, seed=self.seed)
        )

    def graded(self, question: SchoolQuestion) -> Grade:
        """What is typed, until it is an answer."""
        while True:
            typed = self.keys.ask()
            if question.choices and typed.isdecimal() and 0 < int(typed[:4]) <= len(question.choices):
                typed = question.choices[int(typed) - 1]
            try:
                return graded(question, typed)
            except Unanswered as error:
                self.screen.text(sentence(f"{error}."), "yellow")
