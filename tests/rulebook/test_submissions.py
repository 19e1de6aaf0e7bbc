"""What an operator may choose: samples, mistakes, readings to accept, and anything at all."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exploring import examples
from tests.proof import checked
from tests.proof.samples import faults
from tests.rulebook.filed_choices import problems
from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.submission import Problem, Submission, Unreadable, parse_submission
from vingt.rulebook.library import RULEBOOKS, load, sample, samples, submission

THIRTEEN = Path(__file__).with_name("thirteen.toml")


# -- samples -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_samples_resolve_and_the_default_is_the_comparable_table(rulebook: str) -> None:
    assert len(samples(rulebook)) >= 2
    assert samples(rulebook)[0] == "default"
    assert faults(load(rulebook)) == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_tables_that_follow_the_deck_count_are_never_named(rulebook: str) -> None:
    for name in samples(rulebook):
        for wager, chosen in sample(rulebook, name).raw.get("wagers", {}).items():
            by_decks = {each.chosen_by for each in load(rulebook).wagers[wager].paytables} == {"decks"}
            assert not (by_decks and "paytable" in chosen), f"{name}: {wager}"


# -- mistakes ----------------------------------------------------------------------------------------------

# Line, key, what a person reads about it, and the clause or reading behind it.
MISTAKES = [
    (5, "decks", "6 or 8", "MD-P21 3.A"),
    (7, "boxes_per_player", "1 to 8", "MD-P21 2.A"),
    (8, "table_minimum", "whole number of cents", "I-73"),
    (10, "split_hands_max", "expected a whole number", "MD-P21 11.D"),
    (12, "splti_aces_draw", "did you mean split_aces_draw?", ""),
    (13, "settlement", '"one_pass" or "losers_then_winners"', "I-140"),
    (16, "wagers.match-super-bonus.paytable", "is for 8 decks, not for 7", "MD-P21 12.A(4)(b)"),
    (17, "wagers.match-super-bonus.stake_min", "too small", "I-88"),
    (20, "wagers.insurance.pays", "the odds are fixed", "MD-P21 12.A(3)"),
    (22, "wagers.lucky-ladies", "not a wager of this rulebook", ""),
    (26, "wagers.bonus-spin.stake", "does not go with paytable C", "I-95"),
    (30, "wagers.bonus-spin-xtreme.wheel", "the wheel's weights must be stated", "I-94"),
    (32, "wagers.bonus-spin-xtreme.meters.primary.initial", "at least $10,000", "MD-P21 12.E(3)(b)(i)"),
]


def test_thirteen_mistakes_are_thirteen_problems_each_with_place_and_clause() -> None:
    chosen = submission(str(THIRTEEN))
    with pytest.raises(NotAllowed) as refused:
        resolve(load("md-pontoon-21"), chosen)
    found = refused.value.problems
    assert [(each.line, each.key) for each in found] == [(line, key) for line, key, _, _ in MISTAKES]
    for problem, (line, _, words, cited) in zip(found, MISTAKES, strict=True):
        told = f"{problem.message} | {problem.permitted} | {problem.hint}"
        assert words in told, f"line {line}: {told}"
        assert cited in (*problem.cite.clauses, *problem.cite.readings, ""), f"line {line}: {problem.cite}"
        marked = THIRTEEN.read_text("utf-8").splitlines()[line - 1]
        assert re.search(r"# \d+: ", marked), f"line {line} is not marked as a mistake: {marked}"


def test_vingt_check_says_all_thirteen_and_exits_1() -> None:
    from tests.cli.command import vingt

    done = vingt("check", str(THIRTEEN), "--json")
    assert done.code == 1
    assert [(each["line"], each["key"]) for each in done.json["problems"]] == [
        (line, key) for line, key, _, _ in MISTAKES
    ]


@pytest.mark.parametrize(
    ("rulebook", "key", "cited"),
    [
        ("md-blackjack", "soft17", "J-18"),
        ("md-blackjack", "blackjack_pays", "J-10"),
        pytest.param("md-blackjack", "decks", "MD-BJ 3.A", marks=checked("MD-BJ 3.A")),
        pytest.param("md-blackjack", "boxes_per_player", "MD-BJ 6.H", marks=checked("MD-BJ 6.H")),
        pytest.param("md-blackjack", "split_hands_max", "MD-BJ 11.D", marks=checked("MD-BJ 11.D")),
        pytest.param("md-pontoon-21", "boxes_per_player", "MD-P21 6.H", marks=checked("MD-P21 6.H")),
        pytest.param("md-pontoon-21", "split_aces_hands_max", "MD-P21 11.D", marks=checked("MD-P21 11.D")),
        pytest.param("md-players-edge-21", "boxes_per_player", "MD-PE21 6.H", marks=checked("MD-PE21 6.H")),
        pytest.param("md-players-edge-21", "split_hands_max", "MD-PE21 11.D", marks=checked("MD-PE21 11.D")),
        ("ma-pontoon-21", "seats", "I-153"),
        ("mbs-pontoon", "seats", "I-146"),
    ],
)
def test_what_the_submission_must_state_cannot_be_left_out(rulebook: str, key: str, cited: str) -> None:
    whole = sample(rulebook)
    raw = {each: value for each, value in whole.raw.items() if each != key}
    with pytest.raises(NotAllowed) as refused:
        resolve(load(rulebook), Submission(whole.source, rulebook, raw))
    (problem,) = refused.value.problems
    assert (problem.key, problem.message) == (key, "must be chosen and is not")
    assert cited in (*problem.cite.clauses, *problem.cite.readings)


def test_a_duplicated_key_and_foreign_bytes_are_unreadable_with_their_line() -> None:
    with pytest.raises(Unreadable, match=r"^twice: line 3, column \d+: a key that was already given"):
        parse_submission(b'rulebook = "md-blackjack"\ndecks = 6\ndecks = 8\n', "twice")
    with pytest.raises(Unreadable, match=r"^latin, line 2: not UTF-8 text \(byte 0xe9\)"):
        parse_submission(b'rulebook = "md-blackjack"\ntitle = "Caf\xe9"\n', "latin")


# -- readings that refuse ----------------------------------------------------------------------------------


@pytest.mark.parametrize("wager", ["match-up", "match-down"])
def test_match_table_c_with_eight_decks_needs_reading_j84(wager: str) -> None:
    choices = {"decks": 8, f"wagers.{wager}.paytable": "C"}
    (refused,) = problems("md-players-edge-21", choices)
    assert refused.key == f"wagers.{wager}.paytable"
    assert "exact edge of the house -0.67%" in refused.message
    assert refused.cite.readings == ("J-84",)
    assert problems("md-players-edge-21", {**choices, "accept_readings": ["J-84"]}) == []
    assert problems("md-players-edge-21", {**choices, "accept_readings": ["J-49"]}) != []
    assert problems("md-players-edge-21", {**choices, "decks": 6}) == []


@pytest.mark.parametrize(("table", "returns"), [("C", "$7.41"), ("D", "$5.93")])
def test_the_ace_trigger_of_bonus_spin_with_table_c_or_d_needs_reading_j49(table: str, returns: str) -> None:
    lines = load("md-blackjack").wagers["bonus-spin"].paytables[2].table.lines
    spin = {"paytable": table, "stake": 5, "prize": 10000, "wheel": {lines[1].outcome: 1}}
    choices = {"wagers.bonus-spin": spin, "bonus_spin_trigger": "ace"}
    (refused,) = problems("md-blackjack", choices)
    assert "14.82% of hands" in refused.message
    assert returns in refused.message
    assert refused.cite.readings == ("J-49",)
    assert problems("md-blackjack", {**choices, "accept_readings": ["J-49"]}) == []
    assert problems("md-blackjack", {**choices, "bonus_spin_trigger": "blackjack"}) == []


# -- anything at all ---------------------------------------------------------------------------------------


WORDS = st.sampled_from(
    ("H17", "S17", "3:2", "tie", "win", "A", "C", "6-decks", "one_pass", "none", "", "1/4")
)
SCALARS = st.one_of(
    st.booleans(),
    st.integers(-3, 12),
    st.integers(),
    st.decimals(allow_nan=True, allow_infinity=True),
    st.dates(),
    WORDS,
    st.text(max_size=6),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def submissions(draw: st.DrawFn) -> Submission:
    """A sample with some choices overwritten by anything, known or unknown, deep or shallow."""
    rulebook = draw(st.sampled_from(RULEBOOKS))
    document = load(rulebook)
    wagers = st.sampled_from(sorted(document.wagers))
    words = st.sampled_from(
        ("paytable", "stake", "stake_min", "pays", "meters", "wheel", "community", "prize")
    )
    keys = st.one_of(
        st.sampled_from(sorted(document.keys)),
        st.sampled_from(("wagers", "accept_readings", "title", "deck")),
        wagers.map(lambda wager: f"wagers.{wager}"),
        st.tuples(wagers, words).map(lambda both: f"wagers.{both[0]}.{both[1]}"),
    )
    choices = draw(st.dictionaries(keys, VALUES, min_size=1, max_size=5))
    return sample(rulebook, draw(st.sampled_from(samples(rulebook)))).with_choices(choices)


@settings(max_examples=examples(200), deadline=None)
@given(submissions())
def test_whatever_is_submitted_is_resolved_or_refused_in_words(chosen: Submission) -> None:
    found: list[Problem] = []
    try:
        found = [Problem(resolve(load(chosen.rulebook), chosen).identity, "resolved")]
    except NotAllowed as refused:
        found = refused.problems
    assert found
    assert all(each.key and each.message for each in found)
