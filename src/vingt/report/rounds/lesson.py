"""The dealing school in words: a question with its layout, the verdict, the report of a lesson."""

from __future__ import annotations

from vingt.core.money import dollars
from vingt.core.rules.table_rules import TableRules
from vingt.live.school.lessons import LessonReport
from vingt.live.school.question import Grade, SchoolQuestion
from vingt.report.text.page import Page
from vingt.report.words.figures import percent
from vingt.report.words.grammar import plural, sentence


def question_words(number: int, of: int, question: SchoolQuestion) -> str:
    said = " ".join(f"{each.removesuffix('.')}." for each in question.scene.said)
    return f"{number} of {of}. {said} {question.asks}".replace("  ", " ")


def wagers_words(rules: TableRules, question: SchoolQuestion) -> str:
    """What lies beside the main wagers."""
    return "; ".join(
        f"box {box.number}: {rules.wager_name(side.wager)} {dollars(side.amount)}"
        for box in question.scene.state.boxes
        for bettor in box.bettors
        for side in bettor.sides
    )


def verdict_words(grade: Grade) -> str:
    question = grade.question
    because = f" {sentence(question.because)}." if question.because else ""
    if grade.right:
        return f"Right: {question.right}.{because} [{question.cite}]"
    cost = f" That would have cost {dollars(grade.cents)}." if grade.cents else ""
    return f"Wrong: {question.right}, not {grade.answer}.{cost}{because} [{question.cite}]"


def question_json(number: int, question: SchoolQuestion) -> dict[str, object]:
    state = question.scene.state
    boxes = [
        {
            "box": box.number,
            "main": [bettor.main for bettor in box.bettors],
            "sides": {side.wager: side.amount for bettor in box.bettors for side in bettor.sides},
            "hands": [[str(card) for card in hand.cards] for hand in box.hands],
        }
        for box in state.boxes
    ]
    return {
        "question": number,
        "round": question.round,
        "topic": question.topic,
        "dealer": [str(card) for card in state.dealer],
        "boxes": boxes,
        "said": list(question.scene.said),
        "asks": question.asks,
        "choices": list(question.choices),
        "right": question.right,
        "because": question.because,
        **question.cite.as_json(),
    }


def lesson_page(report: LessonReport) -> Page:
    page, all_ = Page(), report.all
    speed = "" if all_.seconds is None else f", {all_.seconds:.1f} seconds an answer"
    pace = "" if report.rounds_an_hour is None else f", {report.rounds_an_hour:.0f} rounds an hour"
    page.text(
        f"{all_.right} of {plural(all_.answers, 'answer')} right ({percent(all_.accuracy, 0)}){speed}{pace}; "
        f"mistakes would have cost {dollars(all_.cents)}.",
        "bold",
    )
    rows = [(each.name, f"{each.right} of {each.answers}", dollars(each.cents)) for each in report.topics]
    page.table(("subject", "right", "cost"), rows)
    for each in report.mistakes:
        page.block(
            f"{each.number}. {each.asked}",
            fields=(("right", each.right), ("you said", each.answer), ("clause", each.clauses)),
        )
    return page
