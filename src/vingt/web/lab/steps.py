"""Addresses one step away from a table of the lab: with a choice made otherwise, with one taken back, with
another table beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from urllib.parse import urlencode

from vingt.core.rules.leaf import Leaf
from vingt.report.words.choice_names import choice_name, value_name
from vingt.rulebook import library
from vingt.web.lab.address import OFF, ON, LabAddress, LabTable, as_word, lab_table, samples, wager_path

TRIED = 6  # other words for a choice that is not permitted


def made_otherwise(table: LabTable, choices: Sequence[tuple[str, str]], accepts: Sequence[str] = ()) -> str:
    """The address of this table with something chosen otherwise, and with the readings that this takes."""
    accepted = list(map(str, table.raw.get("accept_readings", [])))
    pairs = list(choices)
    if not set(accepts) <= set(accepted):
        pairs += [("accept_readings", each) for each in dict.fromkeys((*accepted, *accepts))]
    return f"{table.address.query}&{urlencode(pairs)}"


def taken_back(table: LabTable) -> Iterator[tuple[str, str]]:
    """Every change in words, with the address of the table without it."""
    own = table.address
    for key, word in own.choices:
        rest = tuple(pair for pair in own.choices if pair[0] != key)
        yield change_words(table, key, word), replace(own, choices=rest).query
    for reading in own.accepted:
        rest_accepted = tuple(each for each in own.accepted if each != reading)
        words = f"reading {reading} accepted" if reading else "no reading accepted"
        yield words, replace(own, accepted=rest_accepted).query


def change_words(table: LabTable, key: str, word: str) -> str:
    path = wager_path(key)
    if path[0]:
        wager = table.document.wagers.get(path[0])
        name = wager.name if wager is not None else path[0]
        if path[1:] == ["paytable"]:
            said = {OFF: "not offered", ON: "offered"}.get(word, f"paytable {word}")
            return f"{name}: {said}"
        return f"{name}, {' '.join(path[1:]).replace('_', ' ')}: {word or 'not stated'}"
    return f"{choice_name(key)}: {value_name(key, word) if word else 'not stated'}"


def remedies(table: LabTable, key: str) -> Iterator[tuple[str, str]]:
    """What would take a problem away, in words and as an address: a reading accepted, a wager not offered,
    another choice."""
    wager, leaf = wager_path(key)[0], table.document.keys.get(key)
    if wager in table.document.wagers:
        yield "Do not offer it", made_otherwise(table, [(f"wagers.{wager}.paytable", OFF)])
        return
    if leaf is None:
        return
    if reading := leaf.departure(table.raw.get(key, leaf.default)):
        yield f"Accept reading {reading}", made_otherwise(table, [], [reading])
    for word in list(tried_instead(table, leaf))[:TRIED]:
        address = made_otherwise(table, [(key, word)])
        if all(problem.key != key for problem in lab_table(address).problems):
            yield f"Choose {value_name(key, word)}", address


def tried_instead(table: LabTable, leaf: Leaf) -> Iterator[str]:
    """Words that may do for a choice: those that are listed without a reading, or the ends of what other
    choices and the rulebook leave of a number."""
    yield from (as_word(choice) for choice in leaf.choices if not leaf.departure(choice))
    if leaf.kind is int and not leaf.choices:
        needs = (each for each in table.document.requirements if each.key == leaf.key)
        ends = {end for need in needs for end in (need.least, need.most)} | set(leaf.bounds)
        yield from map(str, sorted(end for end in ends if isinstance(end, int)))


def offering(table: LabTable, wager: str, paytable: str, offered: bool) -> str:
    """The table with this paytable, or without the wager where it is offered so."""
    printed = table.document.wagers[wager]
    by_decks = any(each.chosen_by == "decks" for each in printed.paytables)
    word = OFF if offered else ON if by_decks or len(printed.paytables) == 1 else paytable
    return made_otherwise(table, [(f"wagers.{wager}.paytable", word)])


@cache
def begins() -> list[tuple[str, str]]:
    """Every table that one may begin with: its name, and its title."""
    return [(name, library.submission(name).title) for name in samples()]


def companions(table: LabTable) -> list[tuple[str, str]]:
    """What a table may be compared with: addresses and words."""
    own = LabAddress(*table.address.own).query
    named = {LabAddress(name).query: title for name, title in begins()}
    listed = {own: "this table as it stands now", **named}
    if table.address.against and table.address.against not in listed:
        listed = {table.address.against: "the table chosen before", **listed}
    elif table.address.against == own:
        listed[own] = "this table, unchanged so far"
    return list(listed.items())


def beside(table: LabTable) -> LabTable | None:
    """The table that this one is compared with."""
    return lab_table(table.address.against) if table.address.against else None
