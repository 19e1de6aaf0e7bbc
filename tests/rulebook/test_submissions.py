"""What an operator may choose: samples, mistakes, readings to accept, and the hash of what is in force."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from copy import deepcopy
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exploring import examples
from tests.proof import checked
from tests.proof.samples import faults
from vingt.core.cite import Cite
from vingt.core.rules.document import Document
from vingt.core.rules.leaf import MISSING, Leaf
from vingt.core.rules.resolve import NotAllowed, resolve
from vingt.core.rules.submission import Problem, Submission, Unreadable, parse_submission
from vingt.core.rules.table_rules import TableRules
from vingt.core.rules.wager_document import MeterDocument
from vingt.rulebook.library import RULEBOOKS, load, readings, sample, samples, submission, table_rules

THIRTEEN = Path(__file__).with_name("thirteen.toml")

# Keys that everybody uses: commands, files and tests may count on them in every rulebook.
FIXED_KEYS = (
    *("decks", "soft17", "blackjack_pays", "surrender", "even_money", "split_hands_max"),
    *("split_aces_hands_max", "split_aces_draw", "split_aces_double", "double_after_split", "doubles_max"),
    *("dealer_second_card", "settlement", "boxes_per_player", "seats"),
)


def problems(rulebook: str, choices: Mapping[str, Any], name: str = "default") -> list[Problem]:
    """What is wrong with a sample when some of its choices are others."""
    try:
        resolve(load(rulebook), sample(rulebook, name).with_choices(choices))
    except NotAllowed as refused:
        return refused.problems
    return []


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


# -- bounds, below, at and above -----------------------------------------------------------------------------


def numbers_in_bounds() -> Iterator[object]:
    """Every printed bound of a number, with the clauses the document cites for it."""
    for rulebook in RULEBOOKS:
        for key, leaf in load(rulebook).keys.items():
            for bound in (leaf.least, leaf.most):
                if type(bound) is int and leaf.path.split(".")[0] != "wagering":
                    yield pytest.param(rulebook, key, bound, id=f"{rulebook}:{key}:{bound}")


@pytest.mark.parametrize(("rulebook", "key", "bound"), list(numbers_in_bounds()))
def test_a_bound_is_inclusive(rulebook: str, key: str, bound: int) -> None:
    leaf = load(rulebook).keys[key]
    assert leaf.permits(bound) is None
    beyond = bound - 1 if bound == leaf.least else bound + 1
    assert leaf.permits(beyond) == f"expected {leaf.permitted()}, not {beyond}"


def least_offers() -> list[object]:
    """Every paytable with a meter or a prize, offered at the least amounts its rulebook permits."""
    offers: list[object] = []
    for rulebook in RULEBOOKS:
        for wager in load(rulebook).wagers.values():
            for table in wager.paytables:
                meters = [
                    each
                    for each in wager.meters
                    if table.table.id in each.paytables and not each.when and not each.optional
                ]
                if not meters and table.prize_min is None:
                    continue
                offer: dict[str, Any] = {"meters": {each.name: least_meter(each) for each in meters}}
                if table.chosen_by == "submission":
                    offer["paytable"] = table.table.id
                if table.prize_min is not None:
                    offer["prize"] = Decimal(table.prize_min) / 100
                if "wheel" in wager.needs:
                    offer["wheel"] = {table.table.lines[0].outcome: 1}
                name = f"{rulebook}:{wager.id}:{table.table.id}"
                offers.append(pytest.param(rulebook, wager.id, offer, id=name))
    return offers


def least_meter(meter: MeterDocument) -> dict[str, Decimal]:
    amounts = {"initial": meter.initial_min, "reset": meter.reset_min}
    return {**{each: Decimal(least) / 100 for each, least in amounts.items()}, "rate": Decimal("0.01")}


@pytest.mark.parametrize(("rulebook", "wager", "offer"), least_offers())
def test_meters_and_prizes_hold_their_minimum_to_the_cent(
    rulebook: str, wager: str, offer: dict[str, Any]
) -> None:
    rates = dict.fromkeys(("bad_beat_magic_card_rate", "bad_beat_lucky_player_rate"), "1/10")
    choices = {f"wagers.{wager}": offer, **(rates if wager == "bad-beat" else {})}
    assert problems(rulebook, choices) == []
    amounts = [f"meters.{name}.{word}" for name in offer["meters"] for word in ("initial", "reset")]
    for amount in [*amounts, *(["prize"] if "prize" in offer else [])]:
        least: Any = offer
        for part in amount.split("."):
            least = least[part]
        lower = deepcopy(choices) | {f"wagers.{wager}.{amount}": least - Decimal("0.01")}
        assert [each.key for each in problems(rulebook, lower)] == [f"wagers.{wager}.{amount}"]


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


# -- keys and readings -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_fixed_keys_exist_everywhere(rulebook: str) -> None:
    assert set(FIXED_KEYS) <= load(rulebook).keys.keys()


def open_cites(document: Document) -> Iterator[Cite]:
    """What is cited for everything a submission of this rulebook may choose."""
    for leaf in document.every_leaf():
        if not leaf.is_fixed:
            yield leaf.cite
            yield from leaf.cites.values()
    for wager in document.wagers.values():
        yield from (wager.stake.cite, wager.wheel_cite, wager.choice_cite)
        for meter in wager.meters:
            yield meter.cite + meter.rate_cite
        for table in (*wager.paytables, *wager.community):
            yield table.prize_cite + (table.stake.cite if table.stake else Cite())
        for bar in wager.barred:
            yield bar.cite
        if wager.cap is not None:
            yield wager.cap.cite


def test_every_reading_that_leaves_a_choice_has_a_key_or_a_wager_word() -> None:
    chosen = {each for book in RULEBOOKS for cite in open_cites(load(book)) for each in cite.readings}
    assert {each.id for each in readings() if each.leaves_a_choice} - chosen == set()


def test_every_key_a_reading_names_is_open_with_the_words_it_names() -> None:
    for reading in readings():
        for key, words in re.findall(r"`(\w+)`(?:: (\w+(?: \| \w+)+))?", reading.option):
            leaves = [leaf for book in RULEBOOKS if (leaf := load(book).keys.get(key)) and not leaf.is_fixed]
            assert leaves, f"{reading.id}: {key}"
            named = set(words.split(" | ")) - {""}
            assert any(named <= set(leaf.choices) for leaf in leaves), f"{reading.id}: {key}: {words}"


def test_readings_that_ask_the_same_question_share_one_key() -> None:
    key = "split_two_card_21_vs_dealer_21"
    asked = {"md-pontoon-21": "I-3", "md-players-edge-21": "J-75"}
    for rulebook, reading in asked.items():
        leaf = load(rulebook).keys[key]
        assert leaf.choices == ("tie", "win")
        assert reading in leaf.cite.readings


# -- identity ----------------------------------------------------------------------------------------------

IDENTITIES = """
import json
from vingt.rulebook.library import RULEBOOKS, samples, table_rules
names = [f"{each}/{name}" for each in RULEBOOKS for name in samples(each)]
print(json.dumps({name: table_rules(name).identity for name in names}))
"""


def test_identity_is_the_same_in_a_fresh_process_and_whatever_the_order_of_keys() -> None:
    environment = os.environ | {"PYTHONHASHSEED": "1729"}
    done = subprocess.run(
        [sys.executable, "-c", IDENTITIES], env=environment, capture_output=True, text=True, check=True
    )
    for name, fresh in json.loads(done.stdout).items():
        chosen = submission(name)
        backwards = Submission(chosen.source, chosen.rulebook, reordered(chosen.raw))
        rules = resolve(load(chosen.rulebook), backwards)
        assert (rules.identity, rules) == (fresh, table_rules(name)), name


def reordered(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: reordered(raw[key]) if isinstance(raw[key], dict) else raw[key] for key in reversed(list(raw))
    }


def another(leaf: Leaf, raw: object) -> object:
    """A permitted value other than this one, or MISSING where there is none."""
    if leaf.choices:
        candidates = list(leaf.choices)
    elif isinstance(leaf.bounds[0], int) and "Cents" in str(leaf.kind):
        low, high = leaf.bounds
        candidates = [Decimal(low) / 100, Decimal(high if high is not None else low + 500) / 100]
    else:
        candidates = [
            *(each for each in leaf.bounds if each is not None),
            3,
            5,
            "10 cards",
            "1/3",
            ["1", "5"],
        ]
    return next((each for each in candidates if is_another(leaf, each, raw)), MISSING)


def is_another(leaf: Leaf, candidate: object, raw: object) -> bool:
    return leaf.permits(candidate) is None and leaf.choose(candidate) != leaf.choose(raw)


# Wagers with devices that no sample offers, and a way of dealing that none has.
METER = {"initial": 10000, "reset": 10000, "rate": Decimal("0.1")}
DEVICES = {
    "md-blackjack": {
        "variant": "switch",
        "wagers.bad-beat": {"meters": {"main": METER}},
        "bad_beat_magic_card_rate": Decimal("0.1"),
        "bad_beat_lucky_player_rate": Decimal("0.1"),
        "wagers.blazing-7s": {"meters": {"mega": METER, "major": METER, "minor": METER}},
        "wagers.bonus-spin": {
            **{"paytable": "A", "stake": 5, "prize": 5000},
            "wheel": {"usd-10-symbol": 1},
        },
    },
}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_another_choice_is_another_table(rulebook: str) -> None:
    """Each open key, changed alone in a table where it matters, changes the rules and, unless it is about
    the cloth, the opening of a table or a terminal's keys, their identity; or is refused."""
    document = load(rulebook)
    tables = [sample(rulebook, name) for name in samples(rulebook)]
    tables.append(tables[0].with_choices(DEVICES.get(rulebook, {})))
    for key, leaf in document.keys.items():
        assert leaf.is_fixed or any(changed(document, chosen, key, leaf) for chosen in tables), key


def changed(document: Document, chosen: Submission, key: str, leaf: Leaf) -> bool:
    raw = chosen.raw.get(key, leaf.default)
    value = another(leaf, raw) if raw is not MISSING else MISSING
    if value is MISSING:
        return len(leaf.choices) == 1  # nothing else may be chosen
    before: TableRules = resolve(document, chosen)
    try:
        after = resolve(document, chosen.with_choices({key: value}))
    except NotAllowed as refused:
        return bool(refused.problems)
    alike = before.identity == after.identity
    beside = leaf.path.startswith(("layout.", "opening.")) or leaf.path.endswith(".terminal")
    return before != after and alike == beside


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
