"""The dealing school: its questions follow from rules and seed, and their answers are the engine's."""

from __future__ import annotations

import ast
import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.live.guided_table import guided_table
from vingt.core.rounds.irregularity_words import SET_ASIDE
from vingt.core.rounds.result import total_of
from vingt.core.rounds.state import DEALER
from vingt.core.rules.resolve import resolve
from vingt.core.rules.table_rules import TableRules
from vingt.live import school
from vingt.live.school.acts import card_words
from vingt.live.school.exercises import ONE_BY_ONE, questions
from vingt.live.school.lessons import EXERCISES, TABLE, NoExercise, SchoolAnswer, lesson, report_of
from vingt.live.school.practice import PracticeTable
from vingt.live.school.preparation import preparation
from vingt.live.school.question import TOPICS, Grade, SchoolQuestion, Unanswered, graded
from vingt.live.school.whole_table import REFUSE, ROUNDS, whole_table
from vingt.live.table.commands import TakeSeat, TakeTable
from vingt.live.table.dealing import CONDUCT, READER, SETUP
from vingt.live.table.duty_steps import CLOSE_BETTING
from vingt.rulebook import library

BEFOREHAND = (CONDUCT, READER, SETUP)  # nothing of the cards
SAMPLES = [f"{book}/{sample}" for book in library.RULEBOOKS for sample in library.samples(book)]


@pytest.mark.parametrize("name", SAMPLES)
def test_every_exercise_of_every_sample_has_answers_with_their_clauses(name: str) -> None:
    rules = library.table_rules(name)
    for exercise in EXERCISES:
        asked = lesson(rules, exercise, "7")
        assert len(asked) == 20 or exercise == TABLE
        for question in asked:
            assert question.cite, (exercise, question.asks)
            assert not question.choices or question.right in question.choices
            assert len(set(question.choices)) == len(question.choices)
            assert graded(question, question.right) == Grade(question, question.right, 0)
            wrong = next((each for each in question.choices if each != question.right), None)
            assert wrong is None or not graded(question, wrong).right


def test_blackjack_switch_is_practised_too() -> None:
    """Two boxes belong to one wager there, and whether to switch is asked first (MD-BJ 12.A)."""
    sample = library.sample("md-blackjack")
    switch = replace(sample, raw={**sample.raw, "variant": "switch", "wagers": {}})
    rules = resolve(library.document_of(switch), switch)
    for exercise in EXERCISES:
        assert all(question.cite for question in lesson(rules, exercise, "1"))


def test_a_seed_asks_the_same_questions_and_another_seed_others() -> None:
    rules = library.table_rules("md-blackjack")
    for exercise in EXERCISES:
        first = lesson(rules, exercise, "a")
        questions.cache_clear()
        whole_table.cache_clear()
        assert lesson(rules, exercise, "a") == first
        assert lesson(rules, exercise, "b") != first
    for exercise, seed in (("juggle", "a"), ("count", ""), ("count", "x" * 41), ("count", "\n")):
        with pytest.raises(NoExercise):
            lesson(rules, exercise, seed)


def test_no_rule_is_written_a_second_time() -> None:
    """Nothing in the school compares a value of the rules but how a table opens its wagers."""
    compared = set()
    for path in Path(school.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare) and "rules." in ast.unparse(node):
                compared.add(ast.unparse(node))
    assert compared == {"self.rules.wagering.locks_at == 'no_more_bets'"}


def test_a_hand_is_counted_and_a_wrong_count_is_none() -> None:
    for question in questions(library.table_rules("mbs-pontoon"), "count", "1"):
        (hand,) = question.scene.state.boxes[0].hands
        assert question.right == str(total_of(library.table_rules("mbs-pontoon"), hand).points)
        assert graded(question, f" 0{question.right} ").right
        assert not graded(question, str(int(question.right) + 10)).right
    for nonsense in ("", "x", "-3", "99", "1.5", "²"):
        with pytest.raises(Unanswered):
            graded(question, nonsense)


def paying(rules: TableRules, right: str) -> SchoolQuestion:
    found = (question for seed in range(40) for question in questions(rules, "pay", str(seed)))
    return next(question for question in found if question.right.startswith(right))


def test_what_is_paid_wrongly_costs_the_difference() -> None:
    rules = library.table_rules("md-pontoon-21")
    paid = replace(paying(rules, "pay"), right="pay $22.50", at_stake=1500)
    for given, cents in (
        ("22.50", 0),
        ("pay $22.5", 0),
        ("$15", 750),
        ("30", 750),
        ("push", 2250),
        ("take", 3750),
    ):
        grade = graded(paid, given)
        assert (grade.cents, grade.right) == (cents, cents == 0), given
    assert graded(paid, "0").answer == "push"
    taken = replace(paying(rules, "take"), at_stake=1500)
    assert [graded(taken, given).cents for given in ("take", "push", "15")] == [0, 1500, 3000]
    for nonsense in ("", "much", "-5", "1.234"):
        with pytest.raises(Unanswered):
            graded(paid, nonsense)


def test_every_kind_of_wager_and_bonus_comes_to_be_paid() -> None:
    """Main wagers and side wagers, taken, pushed and paid, among them a bonus 21 at its own odds."""
    rules = library.table_rules("md-pontoon-21")
    assert rules.bonus is not None
    lessons = [question for seed in range(12) for question in questions(rules, "pay", str(seed))]
    assert {question.right.split()[0] for question in lessons} == {"take", "push", "pay"}
    assert {"Match Super Bonus" in question.asks for question in lessons} == {True, False}
    assert any("six" in each.because or "five" in each.because or "-" in each.because for each in lessons)


def test_the_first_card_is_the_rulebooks() -> None:
    """Box 1 where the first card closes the wagers; where the dealer must say so (MBS-P 3.2), that."""
    for book in library.RULEBOOKS:
        first = next(each for each in whole_table(library.table_rules(book), "1") if each.topic == "turn")
        assert first.right == (CLOSE_BETTING if book == "mbs-pontoon" else card_words(1, 0, face_up=True)), (
            book
        )


@pytest.mark.parametrize(
    ("name", "words", "then"),
    [
        (
            "md-blackjack/double-shoe",
            (CLOSE_BETTING, "Draw the determinant card from the left side"),
            "Give the determinant card to box 1",
        ),
        ("md-blackjack/hand-dealt", ("Burn a card before the round",), "Deal a card to box 2, face down"),
        ("md-blackjack/switch", ("Deal a card to box 1",), "Deal a card to box 2"),
    ],
)
def test_what_comes_before_the_first_card_is_asked_too(name: str, words: tuple[str, ...], then: str) -> None:
    """MD-BJ 7.C, 12.B(7): nothing is dealt before the determinant card is drawn, or a card burned."""
    asked = [each.right for each in whole_table(library.table_rules(name), "1") if each.topic == "turn"]
    assert tuple(asked[: len(words)]) == words
    assert asked[len(words)] == then
    switch = "Ask box 1 whether to switch" in asked
    assert switch is name.endswith("switch")


def test_the_dealer_gets_one_card_face_down_or_none() -> None:
    down = card_words(DEALER, 0, face_up=False)
    for book in library.RULEBOOKS:
        asked = [
            *questions(library.table_rules(book), "turn", "3"),
            *whole_table(library.table_rules(book), "3"),
        ]
        assert any(question.right == down for question in asked) == (book != "mbs-pontoon"), book


def test_wagers_are_settled_from_the_dealers_right() -> None:
    """MD-P21 7.R(2): the highest box first."""
    for question in questions(library.table_rules("md-pontoon-21"), "order", "4"):
        boxes = [int(each.split(":")[0].split(",")[0].removeprefix("Box ")) for each in question.choices]
        assert question.right.startswith(f"Box {max(boxes)}"), question


def test_a_remedy_is_that_of_the_rulebook() -> None:
    """A card reader that fails stops the table in Maryland (13.Q) and not in Massachusetts (15(m))."""
    told = {}
    for book in ("md-pontoon-21", "ma-pontoon-21"):
        rules = library.table_rules(book)
        for question in (each for seed in range(5) for each in questions(rules, "remedy", str(seed))):
            if question.scene.said == ("The card reader does not work",):
                told[book] = (question.right, question.cite.clauses[0])
    assert told == {
        "md-pontoon-21": ("Dealing is stopped until the card reader works", "MD-P21 13.Q"),
        "ma-pontoon-21": ("Play goes on without the card reader", "MA-P21 15(m)"),
    }


def test_the_cards_are_prepared_in_the_order_of_the_rulebook() -> None:
    """MD-P21 4.A to 5.F: inspected, 10s torn, spread, looked at, washed, shuffled, cut, loaded, burned."""
    words = [words for words, _ in preparation(library.table_rules("md-pontoon-21"))]
    assert [at for at, each in enumerate(words) if "10s" in each or "wash" in each or "Burn" in each] == [
        2,
        6,
        12,
    ]
    for question in questions(library.table_rules("md-pontoon-21"), "cards", "1"):
        done = words.index(question.right)
        assert question.scene.said == ((f"Done: {words[done - 1]}",) if done else ("The table is opened.",))
        assert all(words.index(each) > done for each in question.choices if each != question.right)
    assert preparation(library.table_rules("ma-pontoon-21")) != preparation(
        library.table_rules("md-pontoon-21")
    )


def test_a_remedy_does_not_say_its_cause_and_only_one_is_right() -> None:
    for book in library.RULEBOOKS:
        for question in questions(library.table_rules(book), "remedy", "5"):
            for cause in ("mistake", "missed", *SET_ASIDE.values()):
                assert cause not in question.right
            assert all(len(choice) > 5 for choice in question.choices), "none is empty"
            voids = [choice for choice in question.choices if "round is void" in choice]
            assert "void" not in question.right or voids == [question.right], "no other is half of it"


@pytest.mark.parametrize("book", library.RULEBOOKS)
def test_a_whole_table_has_mistakes_and_irregularities_and_goes_on(book: str) -> None:
    found = [question for seed in range(4) for question in whole_table(library.table_rules(book), str(seed))]
    topics = Counter(question.topic for question in found)
    assert set(topics) == set(TOPICS)
    assert {question.round for question in found} == set(range(1, ROUNDS + 1))
    wrong = {question.round for question in found if question.topic == "remedy"}
    assert wrong <= set(range(2, ROUNDS + 1, 2))
    assert len(wrong) >= 4
    assert all(question.right == REFUSE for question in found if question.topic == "wager")
    requests = [question for question in found if question.topic == "request"]
    assert {question.right for question in requests} == {"Allow it", "Refuse it"}
    assert any("another hand's turn" in question.because for question in requests)


def test_practice_conserves_money_and_leaves_no_round_open() -> None:
    for book in library.RULEBOOKS:
        table = PracticeTable(library.table_rules(book), "9")
        for _ in range(20):
            table.open(3)
            moments = [*table.deal_on()]
            assert table.round.over
            assert moments[-1].after == table.round


def answered(number: int, topic: str, right: bool, milliseconds: int, cents: int = 0) -> SchoolAnswer:
    said = ("1", "1") if right else ("2", "1")
    return SchoolAnswer(
        "ada", 0, TABLE, "r", "T", "s", number, number, topic, "?", *said, milliseconds, cents, "MD-P21 7.H"
    )


def test_a_report_counts_speed_errors_cost_and_clauses() -> None:
    given = [
        answered(3, "pay", False, 6_000, 750),
        answered(1, "turn", True, 1_000),
        answered(2, "turn", True, 0),
        answered(4, "pay", True, 2_000),
    ]
    told = report_of(given, of=5)
    assert (told.all.answers, told.all.right, told.all.seconds, told.all.cents) == (4, 3, 2.0, 750)
    assert [(each.name, each.right, each.answers) for each in told.topics] == [
        ("Taking and paying", 1, 2),
        ("What comes next", 2, 2),
    ]
    assert [each.number for each in told.mistakes] == [3]
    assert told.mistakes[0].clauses == "MD-P21 7.H"
    assert told.rounds_an_hour == pytest.approx(3600 * 4 / 9)
    assert not told.done
    assert report_of([], of=5).all.accuracy == 0
    assert set(ONE_BY_ONE) | {TABLE} == set(EXERCISES)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_cards_are_prepared_at_a_table_in_the_schools_words_and_order(name: str) -> None:
    async def prepared() -> list[str]:
        table = await guided_table(name)
        ann = await table.come("Ann", chips=0)
        await table.must(table.dee, TakeTable())
        await table.must(ann, TakeSeat(1))
        words: list[str] = []
        while (step := table.due) is not None or await table.cut_declined():
            if step is None:
                continue
            if step.id in ("start_round", "place_wager") or table.live.state.betting:
                break
            declined = step.id == "offer_cut" and table.live.state.shoe.declined
            if (step.item is None or step.item.step not in BEFOREHAND) and not declined:
                words.append(step.words.replace("box 2", "box 1"))  # who plays two is offered it at the right
            for role in step.who[:1] if step.who[0] == "player" else step.who:
                await table.must_do(table.who_is(role), step.id)
        await table.live.stop()
        return words

    taught = [words for words, _ in preparation(library.table_rules(name))]
    assert asyncio.run(prepared())[: len(taught)] == taught
