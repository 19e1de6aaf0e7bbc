"""What the house can open: every sample submission, as the lobby shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from vingt.core.money import dollars
from vingt.core.rules.table_rules import TableRules
from vingt.live.log.playability import is_played
from vingt.rulebook import library
from vingt.web.lessons.learning import sentence, strangeness


@dataclass(frozen=True, slots=True)
class Game:
    """Rules that may be played here: their name in forms, and what they offer in a few words."""

    name: str  # a sample, "md-pontoon-21/default", or the id of a table that was opened with other rules
    title: str
    detail: str
    sentence: str
    rules: TableRules
    offers: tuple[str, ...]
    wagers: tuple[tuple[str, bool], ...]  # side wagers, and whether this version plays them


@cache
def games() -> tuple[Game, ...]:
    """Every sample, the game that people know best first."""
    samples = (game(f"{book}/{sample}") for book in library.RULEBOOKS for sample in library.samples(book))
    return tuple(sorted(samples, key=lambda sample: strangeness(sample.rules) > 0))


def default_games() -> tuple[Game, ...]:
    return tuple(sample for sample in games() if sample.name.endswith("/default"))


@cache
def game(name: str) -> Game:
    return described(name, library.table_rules(name))


def described(name: str, rules: TableRules) -> Game:
    title, _, detail = rules.title.partition(", ")
    return Game(name, title, detail, sentence(rules), rules, tuple(offers(rules)), side_wagers(rules))


def side_wagers(rules: TableRules) -> tuple[tuple[str, bool], ...]:
    return tuple((wager.name, is_played(wager)) for wager in rules.side_wagers)


def offers(rules: TableRules) -> list[str]:
    offered = [
        f"{rules.cards.decks} decks",
        f"{dollars(rules.wagering.minimum)}–{dollars(rules.wagering.maximum)}",
        f"{rules.natural.name} {rules.pays.natural}",
        "dealer hits soft 17" if rules.dealer.hits_soft_17 else "dealer stands on soft 17",
    ]
    if rules.bonus is not None:
        offered.append("bonus 21")
    if rules.rescue is not None:
        offered.append("rescue")
    if rules.double.times_max > 1:
        offered.append(f"{rules.double.times_max} doubles")
    if rules.surrender_offered:
        offered.append("surrender")
    if rules.insurance.even_money:
        offered.append("even money")
    if rules.boxes.bettors_max > 1:
        offered.append(f"{rules.boxes.bettors_max} players a box")
    return offered
