"""`vingt check`: allowed or every problem, with place and clause; never a traceback."""

import datetime
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.command import vingt
from tests.exploring import examples
from vingt.live.log import playability
from vingt.rulebook import library

SAMPLES = [f"{book}/{name}" for book in library.RULEBOOKS for name in library.samples(book)]

THIRTEEN = """\
rulebook = "md-pontoon-21"
decks = 7
boxes_per_player = 9
table_minimum = 5.005
table_maximum = 1000
split_hands_max = [4]
split_aces_hands_max = 4
splt_aces_draw = true
settlement = "at_leisure"

[wagers.match-super-bonus]
paytable = "8-decks"
stake_min = -1

[wagers.insurance]
pays = "3 to 1"

[wagers.lucky-ladies]

[wagers.bonus-spin]
paytable = "C"
stake = 1.10
prize = 5000
wheel = { jackpot-symbol = 1 }

[wagers.bonus-spin-xtreme]
[wagers.bonus-spin-xtreme.meters.primary]
initial = 9999
reset = 10000
rate = 0.05
[wagers.bonus-spin-xtreme.meters.secondary]
initial = 5000
reset = 5000
rate = 0.05
"""

MISTAKES = {
    "decks": 2,
    "boxes_per_player": 3,
    "table_minimum": 4,
    "split_hands_max": 6,
    "splt_aces_draw": 8,
    "settlement": 9,
    "wagers.match-super-bonus.paytable": 12,
    "wagers.match-super-bonus.stake_min": 13,
    "wagers.insurance.pays": 16,
    "wagers.lucky-ladies": 18,
    "wagers.bonus-spin.stake": 22,
    "wagers.bonus-spin-xtreme.wheel": 26,
    "wagers.bonus-spin-xtreme.meters.primary.initial": 28,
}


@pytest.mark.parametrize("rules", [*library.RULEBOOKS, *SAMPLES])
def test_every_sample_is_allowed(rules: str) -> None:
    done = vingt("check", rules)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("allowed\n")


def test_what_is_permitted_and_not_playable_is_said_with_its_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playability, "GAMES", frozenset({"standard"}))
    out = vingt("check", "md-blackjack", "--set", "variant=switch").out
    assert 'variant = "switch": permitted by MD-BJ' in out
    assert "not playable in this version" in out


def test_resolved_choices_are_in_the_submissions_words_with_clause_and_reading() -> None:
    choices = vingt("check", "md-pontoon-21", "--json").json["choices"]
    assert choices["split_two_card_21_vs_dealer_21"] == {
        "word": "tie",
        "value": "push",
        "clauses": ["MD-P21 7.P"],
        "readings": ["I-3"],
        "origin": "submission",
        "carried_by": "vingt",
        "key": "split_two_card_21_vs_dealer_21",
        "permitted": '"tie" or "win"',
    }
    assert choices["rescue_until"]["origin"] == "default"
    assert choices["table_minimum"]["value"] == 500


def test_thirteen_mistakes_are_thirteen_problems_each_in_its_line(tmp_path: Path) -> None:
    path = tmp_path / "thirteen.toml"
    path.write_text(THIRTEEN)
    done = vingt("check", str(path))
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("not allowed: 13 problems under Maryland Pontoon 21")
    for key, line in MISTAKES.items():
        assert f"{path}:{line}: {key}  " in done.out
    assert "did you mean split_aces_draw?" in done.out
    assert "MD-P21 3.A: Play uses six or eight" in done.out

    answer = vingt("check", str(path), "--json").json
    assert answer["allowed"] is False
    assert {each["key"]: each["line"] for each in answer["problems"]} == MISTAKES
    decks = answer["problems"][0]
    assert (decks["given"], decks["permitted"], decks["clauses"]) == ("7", "6 or 8", ["MD-P21 3.A"])


def test_blackjack_without_the_soft_17_choice_is_refused(tmp_path: Path) -> None:
    text = (Path(library.__file__).parent / "md-blackjack/submissions/default.toml").read_text()
    path = tmp_path / "no-soft17.toml"
    path.write_text("\n".join(line for line in text.splitlines() if not line.startswith("soft17")))
    done = vingt("check", str(path), "--json")
    assert done.code == 1
    assert [(each["key"], each["readings"]) for each in done.json["problems"]] == [("soft17", ["J-18"])]


def test_set_is_checked_like_the_file_and_named_as_the_place() -> None:
    assert vingt("check", "md-pontoon-21", "--set", "decks=8").code == 0
    done = vingt("check", "md-pontoon-21", "--set", "decks=7", "--set", "deks=8", "--json")
    assert done.code == 1
    assert [(each["key"], each["place"]) for each in done.json["problems"]] == [
        ("decks", "--set"),
        ("deks", "--set"),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'rulebook = "md-pontoon-21"\ndecks = 6\ndecks = 8\n', "line 3"),
        (b'rulebook = "md-pontoon-21"\ntitle = "caf\xe9"\n', "line 2"),
        (bytes(range(256)), "line"),
        (b"", "rulebook"),
        (b"decks = 6", "rulebook"),
        (b"rulebook = 7", "rulebook"),
        (b'rulebook = "md-pontoon"', "did you mean md-pontoon-21?"),
        (b'rulebook = "md-pontoon-21"\ndecks = ' + b"[" * 5000 + b"]" * 5000, ""),
        (b'rulebook = "md-pontoon-21"\ndecks = ' + b"[" * 200 + b"]" * 200, "line 2"),
        (b'rulebook = "md-pontoon-21"\n[' + b".".join([b"a"] * 3000) + b"]\nx = 1", ""),
        (b'rulebook = "md-pontoon-21"\ndecks = ' + b"9" * 5000, ""),
        (b'rulebook = "md-pontoon-21"\ndecks = 0x' + b"f" * 6000, "line 2"),
        (b'rulebook = "md-pontoon-21"\ncover_card_from_back = 1e999999999', "line 2"),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_the_unreadable_is_exit_2_with_the_place(text: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "unreadable.toml"
    path.write_bytes(text)
    done = vingt("check", str(path))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"vingt: {path}")
    assert said in done.err
    answer = vingt("check", str(path), "--json")
    assert answer.code == 2
    assert answer.json["allowed"] is False
    assert answer.json["unreadable"]


def test_a_missing_file_and_a_folder_are_exit_2(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.toml"):
        done = vingt("check", str(path))
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"vingt: {path}")


def test_control_characters_of_a_submission_do_not_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "escape.toml"
    path.write_text('rulebook = "md-pontoon-21"\nsettlement = "\\u001b[31m"\n"\\u009b31m" = 1\n')
    done = vingt("check", str(path))
    assert done.code == 1
    assert r'"\x1b[31m"' in done.out
    assert not {"\x1b", "\x9b"} & set(done.out)


# -- whatever is written, an answer comes back -----------------------------------------------------------

SCALARS = st.one_of(
    st.booleans(),
    st.integers(-(10**6), 10**6),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.dates(),
    st.datetimes(),
    st.times(),
    st.sampled_from(["1/2", "1/0", "3:2", "6 to 5", "$5", "none", "A", "C", "chip_unit", "8-decks", "1e400"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


def toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case float() if math.isnan(value) or math.isinf(value):
            return str(value)
        case int() | float():
            return repr(value)
        case str():
            return json.dumps(value).replace("\x7f", "\\u007f")
        case datetime.date() | datetime.time():
            return value.isoformat()
        case list():
            return "[" + ", ".join(toml(each) for each in value) + "]"
        case dict():
            return "{" + ", ".join(f"{toml(key)} = {toml(each)}" for key, each in value.items()) + "}"
        case _:
            raise TypeError(value)


@st.composite
def submissions(draw: st.DrawFn) -> dict[str, Any]:
    """A sample with some of its own words, and some of its wagers' words, replaced by anything."""
    rules = draw(st.sampled_from(SAMPLES))
    submission = library.submission(rules)
    document = library.load(submission.rulebook)
    keys = st.sampled_from([*document.keys, "title", "accept_readings", "wagers", "decks"])
    raw: dict[str, Any] = {"rules": rules}
    raw.update(draw(st.dictionaries(keys, VALUES, max_size=4)))
    wagers = st.sampled_from([*document.wagers])
    words = st.sampled_from(
        ["paytable", "stake", "stake_min", "stake_max", "pays", "meters", "wheel", "community", "prize"]
    )
    for wager, word, value in draw(st.lists(st.tuples(wagers, words, VALUES), max_size=4)):
        raw[f"wagers.{wager}.{word}"] = value
    return raw


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(raw=submissions())
def test_anything_may_be_set_and_an_answer_comes_back(raw: dict[str, Any]) -> None:
    rules = raw.pop("rules")
    args = [part for key, value in raw.items() for part in ("--set", f"{key}={toml(value)}")]
    done = vingt("check", rules, *args, "--json")
    assert done.code in (0, 1, 2)
    if done.code != 2 or done.out:
        assert done.json["allowed"] is (done.code == 0)
