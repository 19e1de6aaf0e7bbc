"""Oracles: values of small shoes that the round engine was made to play out, kept as plain text.

A block says what is asked; `make_oracles` adds the play of split hands, the value and how many commands the
engine was given to find it:

    shoe: 8c 8c 8c Kd Kd 6h …
    rulebook: md-blackjack
    choices: soft17=S17 split_hands_max=2
    asked: split 8 against 6
    play 8 against 6: 8-9 stand, 8-2 double, 8-2-7 doubled once rescue, 7-8 in spades with up in clubs hit
    value: -13/462
    commands: 1234

Asked can be a `round without splits`, a `round`, or to `split` a pair against an up card. The analysis is
held to the value, or `within` a distance of it where hands are reckoned as if they drew independently."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path

from tests.exact.small_shoe import Search, Situation, SplitPlay
from vingt.core.cards import Card, cards
from vingt.core.rounds.command_words import ActionName
from vingt.core.rules.resolve import accepting_departures, resolve
from vingt.core.rules.table_rules import TableRules
from vingt.rulebook import library

FOLDER = Path(__file__).parent / "oracles"
TIMES = ("", "once", "twice", "thrice")
WITHOUT_SPLITS, WITH_SPLITS = "round without splits", "round"
Choices = tuple[tuple[str, object], ...]


@dataclass
class Oracle:
    shoe: str
    rulebook: str
    asked: str
    choices: Choices = ()
    play: dict[Situation, ActionName] = field(default_factory=dict)
    value: Fraction | None = None
    commands: int = 0
    within: str = ""

    def __str__(self) -> str:
        chosen = " ".join(f"{key}={word(value)}" for key, value in self.choices)
        return f"{self.rulebook} {chosen + ' ' if chosen else ''}{self.asked}: {self.shoe}"

    @property
    def rules(self) -> TableRules:
        return rules_of(self.rulebook, self.choices)

    @property
    def cards(self) -> tuple[Card, ...]:
        return cards(self.shoe)

    @property
    def pair_and_up(self) -> tuple[str, str] | None:
        found = re.fullmatch(r"split (\S) against (\S)", self.asked)
        return (found[1], found[2]) if found else None

    def found_by_engine(self, play: SplitPlay | None = None) -> Search:
        """Play it out; `value`, `play` and `commands` are then what the engine found."""
        wanted = play or self.play.__getitem__
        search = Search(self.rules, self.cards, None if self.asked == WITHOUT_SPLITS else wanted)
        pair_and_up = self.pair_and_up
        self.value = search.splitting(*pair_and_up) if pair_and_up else search.round()
        self.play, self.commands = search.asked, search.commands
        return search


@cache
def rules_of(rulebook: str, choices: Choices) -> TableRules:
    """A table for wagers of $100, so that no payment is rounded."""
    submission = library.submission(rulebook).with_choices({"table_minimum": 100, **dict(choices)})
    document = library.document_of(submission)
    return resolve(document, accepting_departures(document, submission))


def word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def chosen(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


# -- text ------------------------------------------------------------------------------------------------


def situation_text(situation: Situation, action: ActionName) -> str:
    words = ["-".join(situation.hand)]
    if situation.doubles:
        words.append(f"doubled {TIMES[situation.doubles]}")
    if situation.suit:
        words.append(f"in {situation.suit} with up in {situation.up_suit}")
    return " ".join((*words, action))


SITUATION = re.compile(r"(\S+)(?: doubled (\w+))?(?: in (\w+) with up in (\w+))? (\w+)")


def parse_situation(pair: str, up: str, text: str) -> tuple[Situation, ActionName]:
    found = SITUATION.fullmatch(text)
    assert found, f"{text!r} is no play"
    hand, times, suit, up_suit, action = found.groups()
    situation = Situation(
        up, pair, tuple(hand.split("-")), TIMES.index(times or ""), suit or "", up_suit or ""
    )
    return situation, action  # type: ignore[return-value]  # the engine refuses what is no action


def block_text(oracle: Oracle) -> str:
    lines = [f"shoe: {oracle.shoe}", f"rulebook: {oracle.rulebook}"]
    if oracle.choices:
        lines.append("choices: " + " ".join(f"{key}={word(value)}" for key, value in oracle.choices))
    lines.append(f"asked: {oracle.asked}")
    if oracle.within:
        lines.append(f"within: {oracle.within}")
    by_place: dict[tuple[str, str], list[str]] = {}
    for situation, action in sorted(oracle.play.items()):
        by_place.setdefault((situation.pair, situation.up), []).append(situation_text(situation, action))
    lines += [f"play {pair} against {up}: {', '.join(each)}" for (pair, up), each in by_place.items()]
    if oracle.value is not None:
        lines += [f"value: {oracle.value}", f"commands: {oracle.commands}"]
    return "\n".join(lines) + "\n"


def parse_block(text: str) -> Oracle:
    given: dict[str, str] = {}
    play: dict[Situation, ActionName] = {}
    for line in text.splitlines():
        name, _, rest = line.partition(": ")
        if name.startswith("play "):
            _, pair, _, up = name.split()
            play |= dict(parse_situation(pair, up, each) for each in rest.split(", "))
        else:
            given[name] = rest
    pairs = (each.partition("=") for each in given.get("choices", "").split())
    return Oracle(
        given["shoe"],
        given["rulebook"],
        given["asked"],
        tuple((key, chosen(value)) for key, _, value in pairs),
        play,
        Fraction(given["value"]) if "value" in given else None,
        int(given.get("commands", 0)),
        given.get("within", ""),
    )


def read(path: Path) -> tuple[str, list[Oracle]]:
    """The words at the head of a file, and its oracles."""
    head, *blocks = path.read_text(encoding="utf-8").split("\n\n")
    return head, [parse_block(block.strip()) for block in blocks if block.strip()]


def write(path: Path, head: str, oracles: list[Oracle]) -> None:
    path.write_text("\n\n".join([head, *(block_text(each).strip() for each in oracles)]) + "\n", "utf-8")


def all_oracles() -> list[Oracle]:
    return [oracle for path in sorted(FOLDER.glob("*.txt")) for oracle in read(path)[1]]
